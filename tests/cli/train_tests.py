"""Training from outside: files, resuming, what is refused, the bot that plays what was learned."""
import csv
import os
import re
import tempfile

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


@test
def says_when_a_model_cannot_be_written():
    result = tahur.run("train", "kittens", "--games=5", *SMALL, "--out=/nowhere/cat.model")
    check_equal((result.status, result.out), (1, ""), "exit status and standard output")
    check("/nowhere/cat.model" in result.err, result.err)


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
    result = tahur.interrupt(0.5, "train", "kittens", "--games=10000000", *SMALL, "--seeds=2")
    check_equal((result.status, result.err), (130, ""), "exit status and standard error")
    check("seed 2:" in result.out and "win share" not in result.out, result.out)


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
    for flags in [["--out", "x"], ["--seeds", "2"], ["--opponent", "self"], ["--hidden", "8"]]:
        result = tahur.run("train", "kittens", "--method", "table", *flags)
        check_equal((result.status, result.out), (2, ""), "exit status and output")
        check("table" in result.err, "no reason:", result.err)


@test
def a_page_shows_curves_actions_and_settings():
    with Folder() as path:
        train(*SMALL, "--seeds=2", f"--html={path('page.html')}")
        page = read(path("page.html")).decode()
    for word in ["<svg", "<polyline", "<polygon", "cards in the deck", "v2", "see-future", "gamma"]:
        check(word in page, word, "is missing in the page")
    check("http" not in page and "src=" not in page, "the page needs something else")
