"""The files of trainings, and what becomes of them: resuming, Control-C, wrong paths, damage."""
import csv
import os
import struct

from harness import check, check_equal, read_json, tahur, test, test_each, wait_until
from training import SMALL, Folder, check_refused, read, train


@test_each("resumes bit for bit, against", [
    (["kittens", "v2"],), (["kittens", "v1,v3,random"],), (["kittens", "self"],),
    (["cantstop:players=3", "random,max-rolls:n=2"],), (["cantstop:players=4", "self"],)])
def resumes(against):
    game, opponent = against
    with Folder() as path:
        flags = [*SMALL, "--rate-games=80", f"--opponent={opponent}"]
        train(*flags, f"--out={path('whole')}", game=game, games=74)
        train(*flags, f"--out={path('half')}", game=game, games=37)
        train(*SMALL[4:], f"--resume={path('half')}", f"--out={path('both')}", game=game, games=37)
        check(read(path("whole")) == read(path("both")), "37 and 37 games are not 74")


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
def a_training_that_was_killed_is_on_the_disk():
    with Folder() as path:
        process = tahur.start("train", "kittens", "--games=100000000", "--rate-games=100", *SMALL,
                              f"--out={path('cat.model')}")
        wait_until(lambda: os.path.exists(path("cat.model")), "no model is written")
        process.kill()
        process.communicate()
        more = train(*SMALL[4:], f"--resume={path('cat.model')}", f"--out={path('b.model')}")
        train(*SMALL, "--rate-games=100", f"--out={path('c.model')}",
              games=more["seeds"][0]["games"])
        check(read(path("b.model")) == read(path("c.model")), "it is another training")


def checksum(data):
    """What the last eight bytes of a model file are made of: see model_checksum."""
    golden, mask = 0x9e3779b97f4a7c15, (1 << 64) - 1

    def mix(x):
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & mask
        x = (x ^ x >> 27) * 0x94d049bb133111eb & mask
        return x ^ x >> 31

    total = len(data)
    for i in range(0, len(data), 8):
        word = int.from_bytes(data[i:i + 8], "little")
        total = mix(mix(total + golden & mask) ^ (word * golden & mask))
    return total.to_bytes(8, "little")


@test
def a_training_that_diverges_leaves_the_network_that_was_kept():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        data = bytearray(read(path("cat.model"))[:-8])
        # Behind its 40 inputs and 9 actions the training has the network that learns.
        first = data.rindex(struct.pack("<II", 40, 9)) + 8
        count = 40 * 8 + 8 + 8 * 9 + 9
        data[first:first + 4 * count] = struct.pack("<f", 1e30) * count
        with open(path("huge.model"), "wb") as file:
            file.write(data + checksum(data))
        flags = ["train", "kittens", "--games=40", *SMALL[4:], "--resume", path("huge.model"),
                 "--out", path("diverged.model")]
        check_equal(tahur.json(*flags)["seeds"][0]["diverged"], True, "diverged")
        check("has diverged" in tahur.text(*flags), "no word about it")
        check_refused(["train", "kittens", "--resume", path("diverged.model")], "network alone")
        tahur.text("arena", "kittens", f"dqn:model={path('diverged.model')}", "v2", "--games=10")


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
    ("the games of a page", ["--opponent=mcts:iterations=2000,memory=16", "--games=1",
                             "--evaluate-games=2", "--final-games=0", "--html=/dev/null"]),
    ("slow games of learning", ["--opponent=mcts:iterations=20000,memory=16", "--games=1000000",
                                "--evaluate-every=1000000"]),
])
def control_c_ends(_, flags):
    games = [] if any(flag.startswith("--games") for flag in flags) else ["--games=100"]
    result = tahur.interrupt(1.0, "train", "kittens", *games, *flags)
    check_equal((result.status, result.err), (130, ""), "exit status and standard error")


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
