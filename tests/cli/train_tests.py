"""Training from outside: files, resuming, what is refused, the bot that plays what was learned."""
import csv
import os
import re
import signal
import tempfile
import time

from harness import check, check_equal, read_json, tahur, test, test_each

SMALL = ["--hidden=8", "--batch=4", "--warm-up=20", "--replay=300", "--evaluate-every=20",
         "--evaluate-games=20", "--final-games=20"]


class Folder(tempfile.TemporaryDirectory):
    """A directory for the files of a test; `folder("name")` is a path in it."""

    def __enter__(self):
        super().__enter__()
        return lambda name: os.path.join(self.name, name)


def train(*args, game="kittens", games=40):
    return tahur.json("train", game, f"--games={games}", *args)


def read(path):
    with open(path, "rb") as file:
        return file.read()


@test
def train_reports_every_evaluation():
    result = train(*SMALL, "--seeds=2", "--seed=5")
    check_equal(set(result), {"game", "method", "opponent", "settings", "seeds", "summary"}, "keys")
    check_equal([run["seed"] for run in result["seeds"]], [5, 6], "seeds")
    check_equal(result["settings"]["hidden"], [8], "hidden")
    for run in result["seeds"]:
        check_equal([point["games"] for point in run["points"]], [20, 40], "evaluations")
        check_equal(list(run["final"]), ["random", "v1", "v2", "v3"], "bots")
        for point in run["points"]:
            check_equal(point["score"], point["against"]["v2"]["win_share"], "score")
        check_equal(run["best_score"], max(p["score"] for p in run["points"]), "best score")
        for final in run["final"].values():
            check_equal(final["wins"], sum(final["wins_by_seat"]), "wins")
            check(final["ci95"][0] <= final["win_share"] <= final["ci95"][1], final)
    shares = [run["final"]["v2"]["win_share"] for run in result["seeds"]]
    check(abs(result["summary"]["v2"]["mean"] - sum(shares) / 2) < 1e-9, "mean of", shares)


@test
def train_with_the_same_seed_writes_the_same_file():
    with Folder() as path:
        for name, seed in [("a.model", 3), ("b.model", 3), ("c.model", 4)]:
            train(*SMALL, f"--seed={seed}", f"--out={path(name)}")
        check(read(path("a.model")) == read(path("b.model")), "two files of one seed differ")
        check(read(path("a.model")) != read(path("c.model")), "two seeds give one file")


@test
def train_writes_a_file_for_each_seed_whatever_the_threads():
    with Folder() as path:
        train(*SMALL, "--seeds=3", "--threads=1", f"--out={path('a.model')}")
        train(*SMALL, "--seeds=3", "--threads=3", f"--out={path('b.model')}")
        for seed in [1, 2, 3]:
            check(read(path(f"a-{seed}.model")) == read(path(f"b-{seed}.model")), "seed", seed)


@test_each("resumes bit for bit, against", [("v2",), ("v1,v3,random",), ("self",)])
def resumes(opponent):
    with Folder() as path:
        flags = [*SMALL, "--rate-games=80", f"--opponent={opponent}"]
        train(*flags, f"--out={path('whole')}", games=74)
        train(*flags, f"--out={path('half')}", games=37)
        train(*SMALL[4:], f"--resume={path('half')}", f"--out={path('both')}", games=37)
        check(read(path("whole")) == read(path("both")), "37 and 37 games are not 74")


@test
def train_knows_mixtures_with_options():
    result = train(*SMALL, "--opponent=v1,mcts:iterations=2,memory=16,random",
                   "--evaluate-against=v2")
    check_equal(list(result["seeds"][0]["final"]),
                ["v2", "v1", "mcts:iterations=2,memory=16", "random"], "bots")


@test
def train_writes_csv():
    with Folder() as path:
        train(*SMALL, "--seeds=2", f"--csv={path('curve.csv')}")
        with open(path("curve.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        check_equal([(row["seed"], row["games"]) for row in rows],
                    [("1", "20"), ("1", "40"), ("2", "20"), ("2", "40")], "rows")
        check(all(0 <= float(row["v2"]) <= 1 for row in rows), rows)


@test
def train_prints_tables():
    text = tahur.text("train", "kittens:rules=classic", "--games=40", "--seeds=2", *SMALL)
    for word in ["random", "v3", "mean", "±", "seed 2", "40 games", "games/s", "score of seed 1"]:
        check(word in text, word, "is missing in", text)


@test
def a_trained_network_plays():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        train(*SMALL, f"--out={path('slim.model')}", "--slim")
        check(len(read(path("slim.model"))) < 4000 < len(read(path("cat.model"))), "sizes")
        runs = [tahur.json("arena", "kittens", f"dqn:model={path(name)}", "v2", "--games=200")
                for name in ["cat.model", "slim.model"]]
        check_equal(runs[0]["digest"], runs[1]["digest"], "digest")
        tahur.text("ask", "kittens:deck=seed25", f"dqn:model={path('cat.model')}")


@test
def dqn_plays_at_once():
    share = tahur.json("arena", "kittens", "dqn", "v2", "--games=1000")["bots"][0]["win_share"]
    check(share > 0.9, "dqn wins", share)


@test
def export_writes_onnx():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        text = tahur.text("export", path("cat.model"), "--onnx", path("cat.onnx"))
        check('"observation" (N, 40;' in text and '"values" (N, 9)' in text, text)
        check(b"Gemm" in read(path("cat.onnx")), "no ONNX")


def check_refused(call, *words):
    result = tahur.run(*call)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur\b.*\n", result.err), "not one line:", repr(result.err))
    for word in words:
        check(word in result.err, f"the message has no '{word}':", result.err)


@test_each("refuses", [
    ("train", ["GAME"]),
    ("train cantstop", ["cantstop", "cannot be learned"]),
    ("train kittens --opponent v4", ["v4", "did you mean"]),
    ("train kittens --opponent v1,", ["name"]),
    ("train kittens --evaluate-against self", ["self"]),
    ("train kittens --method tables", ["--method", "dqn"]),
    ("train kittens --hidden 128,x", ["--hidden", "64,64"]),
    ("train kittens --hidden 0", ["--hidden", "from 1 to 4096"]),
    ("train kittens --gamma 1.5", ["--gamma", "from 0 to 1"]),
    ("train kittens --replay 99999999", ["replay", "gigabyte"]),
    ("train kittens --gama 1", ["did you mean '--gamma'", "--help"]),
    ("train kittens --resume nowhere.model", ["nowhere.model", "cannot be read"]),
    ("arena kittens dqn:model=nowhere.model", ["nowhere.model", "cannot be read"]),
    ("arena kittens dqn:modle=x", ["did you mean 'model'"]),
    ("arena cantstop dqn", ["dqn"]),
    ("export nowhere.model --onnx x", ["nowhere.model", "cannot be read"]),
    ("export nowhere.model", ["--onnx"]),
])
def refuses(call, words):
    check_refused(call.split(), *words)


@test
def refuses_files_that_are_no_whole_model():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        train(*SMALL, f"--out={path('slim.model')}", "--slim")
        train(*SMALL, f"--out={path('classic.model')}", game="kittens:rules=classic")
        whole = read(path("cat.model"))
        wrong = {"cut": (whole[:-100], "cut off"), "text": (b"I am a cat", "not a model file"),
                 "bent": (whole[:500] + bytes([whole[500] ^ 1]) + whole[501:], "checksum")}
        for name, (data, reason) in wrong.items():
            with open(path(name), "wb") as file:
                file.write(data)
            for call in [["arena", "kittens", f"dqn:model={path(name)}"],
                         ["train", "kittens", "--resume", path(name)],
                         ["export", path(name), "--onnx", path("x")]]:
                check_refused(call, name, reason)
        check_refused(["train", "kittens", "--resume", path("classic.model")], "rules=classic")
        check_refused(["train", "kittens", "--resume", path("slim.model")], "network alone")
        check_refused(["train", "kittens", "--resume", path("cat.model"), "--batch=4"], "--batch")
        check_refused(["train", "kittens", "--resume", path("cat.model"), "--seeds=2"], "--seeds")


@test_each("refuses before anything is done", [
    ("--out=/nowhere/cat.model", ["/nowhere/cat.model", "cannot be written"]),
    ("--out=/nowhere/cat.model --seeds=2", ["/nowhere/cat-1.model", "cannot be written"]),
    ("--csv=/nowhere/curve.csv", ["/nowhere/curve.csv", "cannot be written"]),
    ("--html=/nowhere/page.html", ["/nowhere/page.html", "cannot be written"]),
    ("--out=/tmp", ["/tmp", "Is a directory"]),
    ("--out=", ["empty"]),
    ("--out=one --csv=one", ["--out and --csv", "one file"]),
    ("--out=one --html=./one", ["--out and --html", "one file"]),
    ("--csv=one --html=one", ["--csv and --html", "one file"]),
    ("--out=one.x --csv=one-2.x --seeds=3", ["--out and --csv", "one file"]),
    ("--opponent=v2,v1,v2", ["v2", "twice"]),
    ("--opponent=mcts:iterations=9,mcts:iterations=9", ["mcts:iterations=9", "twice"]),
    ("--hidden=000000000000064999", ["--hidden"]),
    ("--seed=9223372036854775807 --seeds=2", ["--seed", "--seeds"]),
])
def refuses_at_once(flags, words):
    check_refused(["train", "kittens", "--games=1000000000", *flags.split()], *words)


@test
def one_file_has_one_purpose():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        before = read(path("cat.model"))
        os.link(path("cat.model"), path("hard"))
        os.symlink("cat.model", path("soft"))
        for name in ["cat.model", "hard", "soft"]:
            check_refused(["train", "kittens", "--resume", path("cat.model"), "--csv", path(name)],
                          "--csv and --resume")
            check_refused(["export", path("cat.model"), "--onnx", path(name)], "--onnx")
        check(read(path("cat.model")) == before, "the model was touched")
        train(*SMALL[4:], f"--resume={path('cat.model')}", f"--out={path('soft')}")
        check(os.path.islink(path("soft")) and read(path("cat.model")) != before, "not gone on")


@test
def what_was_found_is_shown_though_a_file_failed():
    result = tahur.run("train", "kittens", "--games=20", *SMALL, "--csv=/dev/full")
    check_equal(result.status, 1, "exit status")
    check("win share" in result.out and "seed 1:" in result.out, "no tables:", result.out)
    check("/dev/full cannot be written" in result.err, result.err)


@test
def devices_are_written_to():
    text = tahur.text("train", "kittens", "--games=20", *SMALL, "--csv=/dev/stdout",
                      "--html=/dev/null")
    check(text.startswith("seed,games,") and "win share" in text, text)
    check(not os.path.isfile("/dev/null"), "/dev/null is a file now")


@test
def a_network_kept_is_measured_again_when_the_measure_changes():
    """Against v2 nearly everything is won, against v3 two thirds: by the old score nothing that is
    learned against v3 would ever be kept."""
    with Folder() as path:
        flags = ["--evaluate-every=100", "--evaluate-games=200", "--final-games=0"]
        first = train(*flags, f"--out={path('a')}", games=600)["seeds"][0]
        check_equal(first["measured_again"], None, "measured again")
        same = train(*flags, f"--resume={path('a')}", games=100)["seeds"][0]
        check_equal(same["measured_again"], None, "measured again by the same measure")
        other = train(*flags, f"--resume={path('a')}", "--opponent=v3", games=400)["seeds"][0]
        again = other["measured_again"]
        check_equal(again["score_before"], first["best_score"], "score before")
        kept = next(p for p in first["points"] if p["score"] == first["best_score"])
        check_equal(again["score_now"], kept["against"]["v3"]["win_share"], "score now")
        new = [p for p in other["points"] if p["games"] > 600]
        check_equal(other["best_score"], max([again["score_now"], *(p["score"] for p in new)]),
                    "best score")
        more = train(*flags[:1], "--evaluate-games=300", "--final-games=0",
                     f"--resume={path('a')}", games=100)["seeds"][0]
        check(more["measured_again"] is not None, "more games are another measure")
        text = tahur.text("train", "kittens", "--games=100", *flags, f"--resume={path('a')}",
                          "--opponent=v1")
        check("measured again" in text, text)


@test
def old_evaluations_have_no_figures_of_new_judges():
    with Folder() as path:
        train(*SMALL, "--evaluate-against=v1", f"--out={path('a')}")
        result = train(*SMALL[4:], "--evaluate-against=v3", f"--resume={path('a')}",
                       f"--csv={path('curve.csv')}", f"--html={path('page.html')}")
        points = result["seeds"][0]["points"]
        check_equal([point["against"]["v3"] is None for point in points],
                    [True, True, False, False], "no figures in JSON")
        with open(path("curve.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        check_equal([row["v3"] == "" for row in rows], [True, True, False, False], "empty fields")
        page = read(path("page.html")).decode()
        check_equal(page.count("<title>v3, "), 2, "dots of v3")
        check_equal(page.count("<title>v2, "), 4, "dots of v2")


@test
def one_game_by_two_names_is_resumed():
    with Folder() as path:
        train(*SMALL, f"--out={path('a')}")
        train(*SMALL[4:], f"--resume={path('a')}", game="kittens:rules=full,deck=course")
        check_refused(["train", "kittens:deck=seed25", "--resume", path("a")], "trained for")


@test
def the_last_network_is_evaluated_too():
    """Also if the games are no multiple of --evaluate-every; a training that goes on forgets it."""
    with Folder() as path:
        one = train(*SMALL, f"--out={path('a')}", games=30)["seeds"][0]
        check_equal([point["games"] for point in one["points"]], [20, 30], "evaluations")
        check_equal(one["best_score"], max(p["score"] for p in one["points"]), "best score")
        few = train(*SMALL, games=7)["seeds"][0]
        check_equal([point["games"] for point in few["points"]], [7], "evaluations")
        more = train(*SMALL[4:], f"--resume={path('a')}", games=30)["seeds"][0]
        check_equal([point["games"] for point in more["points"]], [20, 40, 60], "evaluations")


@test
def the_network_is_chosen_and_told_about_on_different_games():
    result = train(*SMALL[:4], "--evaluate-every=100", "--evaluate-games=4000",
                   "--final-games=4000", games=100)["seeds"][0]
    chosen, told = result["points"][-1]["against"], result["final"]
    check(any(chosen[bot]["wins"] != told[bot]["wins"] for bot in told), "the same games:", told)


@test
def in_self_play_the_opponent_is_the_network_that_learns():
    """After an update the other seat plays otherwise; a network that never learns stays as it was,
    and so do its games."""
    with Folder() as path:
        flags = [*SMALL[:3], "--replay=300", "--evaluate-every=100", "--evaluate-games=10",
                 "--final-games=0", "--epsilon=1", "--epsilon-end=1", "--opponent=self"]
        for name, rate in [("still", 0), ("learns", 0.05)]:
            train(*flags, f"--rate={rate}", f"--rate-end={rate}", f"--out={path(name)}", games=100)
        # All actions of the learner are random, of the same numbers: only the other can differ.
        rewards = [train(*flags[4:7], f"--resume={path(name)}", games=100)["seeds"][0]["points"]
                   for name in ["still", "learns"]]
        check(rewards[0][0]["reward"] != rewards[1][0]["reward"]
              or rewards[0][1]["steps"] != rewards[1][1]["steps"], "the other plays the same")


@test
def a_training_that_was_killed_is_on_the_disk():
    with Folder() as path:
        process = tahur.start("train", "kittens", "--games=100000000", "--rate-games=100", *SMALL,
                              f"--out={path('cat.model')}")
        time.sleep(1.5)
        process.kill()
        process.communicate()
        more = train(*SMALL[4:], f"--resume={path('cat.model')}", f"--out={path('b.model')}")
        train(*SMALL, "--rate-games=100", f"--out={path('c.model')}",
              games=more["seeds"][0]["games"])
        check(read(path("b.model")) == read(path("c.model")), "it is another training")


@test
def a_training_gone_astray_leaves_the_network_that_was_kept():
    with Folder() as path:
        result = train("--hidden=64,64,64,64,64,64,64", "--rate=1", "--rate-end=1", "--warm-up=64",
                       "--evaluate-every=10", "--evaluate-games=10", "--final-games=0",
                       f"--out={path('cat.model')}", games=1000)["seeds"][0]
        check_equal(result["astray"], True, "astray")
        check_refused(["train", "kittens", "--resume", path("cat.model")], "network alone")
        tahur.text("arena", "kittens", f"dqn:model={path('cat.model')}", "v2", "--games=10")


@test
def control_c_writes_a_training_that_goes_on():
    with Folder() as path:
        result = tahur.interrupt(1.0, "train", "kittens", "--games=10000000", "--rate-games=100",
                                 *SMALL, f"--out={path('cat.model')}", "--json")
        check_equal((result.status, result.err), (130, ""), "exit status and standard error")
        check_equal(read_json(result.out)["seeds"][0]["final"], None, "figures of the network")
        more = train(*SMALL[4:], f"--resume={path('cat.model')}", f"--out={path('b.model')}")
        games = more["seeds"][0]["games"]
        train("--hidden=8", "--batch=4", "--warm-up=20", "--replay=300", "--rate-games=100",
              *SMALL[4:], f"--out={path('c.model')}", games=games)
        check(read(path("b.model")) == read(path("c.model")), "it is another training")


@test
def control_c_leaves_no_empty_figures_in_the_table():
    result = tahur.interrupt(0.5, "train", "kittens", "--games=10000000", *SMALL, "--seeds=2",
                             "--threads=2")
    check_equal((result.status, result.err), (130, ""), "exit status and standard error")
    check("seed 2:" in result.out and "win share" not in result.out, result.out)


@test
def control_c_leaves_the_files_of_trainings_that_have_not_begun():
    with Folder() as path:
        for seed in [1, 2, 3]:
            with open(path(f"cat-{seed}.model"), "w", encoding="utf-8") as file:
                file.write("a good model")
        result = tahur.interrupt(1.0, "train", "kittens", "--games=10000000", *SMALL, "--seeds=3",
                                 "--threads=1", f"--out={path('cat.model')}", "--json",
                                 f"--html={path('page.html')}", f"--csv={path('curve.csv')}")
        check_equal((result.status, result.err), (130, ""), "exit status and standard error")
        runs = read_json(result.out)["seeds"]
        check_equal([run["begun"] for run in runs], [True, False, False], "begun")
        check_equal([run["file"] is None for run in runs], [False, True, True], "no file")
        check(read(path("cat-1.model")) != b"a good model", "seed 1 was not written")
        for seed in [2, 3]:
            check(read(path(f"cat-{seed}.model")) == b"a good model", "seed", seed, "was written")
        check("<polyline" in read(path("page.html")).decode(), "no curve of what there is")
        text = tahur.interrupt(0.5, "train", "kittens", "--games=10000000", *SMALL, "--seeds=2",
                               "--threads=1").out
        check("seed 2: not begun" in text, text)


@test_each("control-c ends at once", [
    ("an evaluation", ["--evaluate-every=10", "--evaluate-games=1000000000"]),
    ("the games of the end", ["--evaluate-games=10", "--final-games=1000000000"]),
    ("a table's learning", ["--method=table", "--games=1000000000", "--evaluate-every=1000000000"]),
    ("a table's evaluation", ["--method=table", "--evaluate-games=1000000000"]),
    ("a table's games of the end", ["--method=table", "--evaluate-games=10",
                                    "--final-games=1000000000"]),
    ("slow games of learning", ["--opponent=mcts:iterations=20000,memory=16", "--games=1000000",
                                "--evaluate-every=1000000"]),
])
def control_c_ends(_, flags):
    games = [] if any(flag.startswith("--games") for flag in flags) else ["--games=100"]
    process = tahur.start("train", "kittens", *games, *flags)
    time.sleep(1.0)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    result = tahur.finish(process)
    check_equal((result.status, result.err), (130, ""), "exit status and standard error")
    check(time.monotonic() - begun < 10, "it took", time.monotonic() - begun, "seconds")


@test
def an_evaluation_that_was_cut_off_is_made_when_the_training_goes_on():
    with Folder() as path:
        slow = "--evaluate-against=mcts:iterations=3000,memory=16"
        flags = ["--evaluate-every=20", "--evaluate-games=200", "--final-games=0"]
        result = tahur.interrupt(1.0, "train", "kittens", "--games=40", "--rate-games=100",
                                 *SMALL[:4], *flags, slow, f"--out={path('cat.model')}", "--json")
        run = read_json(result.out)["seeds"][0]
        check_equal((result.status, run["games"], run["points"]), (130, 20, []), "a half one")
        more = train(*flags, f"--resume={path('cat.model')}", f"--out={path('b.model')}", games=20)
        check_equal([p["games"] for p in more["seeds"][0]["points"]], [20, 40], "evaluations")
        train(*SMALL[:4], "--rate-games=100", *flags, f"--out={path('c.model')}", games=40)
        check(read(path("b.model")) == read(path("c.model")), "it is another training")


@test
def a_terminal_shows_how_the_training_goes():
    result = tahur.run_on_terminal("train", "kittens", "--games=2000", "--evaluate-every=500",
                                   "--evaluate-games=100", "--final-games=0", "--json")
    check_equal(result.status, 0, "exit status")
    for word in ["games/s", "updates/s", "epsilon", "loss", "left", "v2 0.", "best so far"]:
        check(word in result.err, f"no '{word}':", result.err)


@test
def a_table_learns_more_than_it_knew():
    result = tahur.json("train", "kittens", "--method", "table", "--games", "40000",
                        "--evaluate-every", "20000", "--evaluate-games", "1000",
                        "--final-games", "2000")
    check_equal(set(result), {"game", "method", "opponent", "games", "keys", "seconds", "final",
                              "decisions_without_room", "evaluations"}, "keys")
    check_equal([point["after"] for point in result["evaluations"]], [20000, 40000], "evaluations")
    check(result["final"]["win_share"] > 0.7, "it won only", result["final"]["win_share"])
    text = tahur.text("train", "kittens", "--method", "table", "--games", "100",
                      "--evaluate-games", "10", "--final-games", "10")
    check("on other games" in text, "no result in", text)


@test
def a_table_refuses_what_it_has_no_use_for():
    for flags in [["--out", "x"], ["--seeds", "2"], ["--opponent", "self"], ["--hidden", "8"],
                  ["--gamma", "0.9"], ["--rate", "0.1"], ["--epsilon-games", "5"], ["--clip", "1"],
                  ["--threads", "2"], ["--evaluate-against", "v1"], ["--replay", "10"]]:
        result = tahur.run("train", "kittens", "--method", "table", *flags)
        check_equal((result.status, result.out), (2, ""), "exit status and output")
        check("table" in result.err, "no reason:", result.err)


def page_of(*flags, game="kittens", games=40):
    with Folder() as path:
        train(*SMALL, *flags, f"--html={path('page.html')}", game=game, games=games)
        return read(path("page.html")).decode()


def legends(page):
    """The names in the legend of each chart."""
    return [re.findall(r"<span[^>]*>([^<]*)</span>", legend)
            for legend in re.findall(r'<p class="legend">(.*?)</p>', page)]


@test
def a_page_shows_curves_actions_and_settings():
    page = page_of("--seeds=2")
    for word in ["<svg", "<polyline", "<polygon", "cards in the deck", "v2", "see-future", "gamma",
                 "Student's t"]:
        check(word in page, word, "is missing in the page")
    check("http" not in page and "src=" not in page, "the page needs something else")


@test_each("a page names all actions, whoever moves first:", [
    ("kittens",), ("kittens:deck=official",)])
def a_page_names_actions(game):
    check_equal(legends(page_of(game=game))[1],
                ["draw", "skip", "attack", "top", "middle", "bottom", "see-future", "draw-bottom",
                 "shuffle"], "legend")


@test
def a_chart_of_one_evaluation_has_ticks_that_make_sense():
    page = page_of("--evaluate-against=random", games=20)
    chart = page[:page.index("</svg>")]
    ticks = re.findall(r'text-anchor="middle">([^<]*)</text>', chart)
    check_equal(ticks[:-1], ["20"], "ticks of games")  # the last is the title
    shares = [float(tick) for tick in re.findall(r">([0-9.e-]+) %</text>", chart)]
    check(shares and all(0 <= share <= 100 for share in shares), "ticks of shares", shares)
    check("nothing is told of others" in page, "no word about the band of one seed")


@test
def a_long_curve_has_room_in_a_line():
    text = tahur.text("train", "kittens", "--games=600", *SMALL[:4], "--evaluate-every=2",
                      "--evaluate-games=2", "--final-games=0")
    line = next(line for line in text.splitlines() if line.startswith("score of seed"))
    check(len(line) <= 80 and line[-1] in "▁▂▃▄▅▆▇█", len(line), line)


@test
def many_judges_are_all_in_the_table():
    bots = [f"mcts:iterations={n},memory=16" for n in range(1, 15)]
    text = tahur.text("train", "kittens", "--games=20", *SMALL[:4], "--evaluate-games=2",
                      "--final-games=2", f"--evaluate-against={','.join(bots)}")
    check("mcts:iterations=14" in text, text)
    page = page_of("--evaluate-games=2", "--final-games=0", f"--evaluate-against={','.join(bots)}")
    check("The first 12 of 15 bots are drawn" in page, "nothing is said of the others")
