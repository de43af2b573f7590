"""Trainings in the file of a run (--save): ended anyhow, the same command goes on; and on ranks."""
import os
import random
import signal
import sqlite3
import subprocess
import time

from harness import check, check_equal, read_json, tahur, test, test_each, wait_until
from training import SMALL, Folder, check_refused, read, train

# Also for root; and what MPI itself leaks and locks is not our matter, if a sanitizer looks.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "ASAN_OPTIONS": "detect_leaks=0",
       "TSAN_OPTIONS": "detect_deadlocks=0:ignore_noninstrumented_modules=1"}
SEEDS = ["--seeds=3", "--seed=4"]


def told(result):
    """What was found, without what took how long and where it was written."""
    if isinstance(result, dict):
        return {key: told(value) for key, value in result.items()
                if key not in ("train_seconds", "evaluate_seconds", "file")}
    return [told(value) for value in result] if isinstance(result, list) else result


def files(path, name):
    """Flags for all files of a training, and those files."""
    names = [f"{name}-{seed}.model" for seed in [4, 5, 6]] + [f"{name}.csv", f"{name}.html"]
    flags = [f"--out={path(name + '.model')}", f"--csv={path(name + '.csv')}",
             f"--html={path(name + '.html')}"]
    return flags, lambda: [read(path(each)) for each in names]


def rows(database):
    with sqlite3.connect(database) as connection:
        found = list(connection.execute("SELECT seed, games, finished FROM training ORDER BY seed"))
    connection.close()
    return found


def on_ranks(ranks, *args):
    """A call on so many ranks, which must succeed."""
    with subprocess.Popen(["mpirun", "--oversubscribe", "-n", str(ranks), tahur.path, *args],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, **MPI}, cwd=tahur.directory.name) as process:
        result = tahur.finish(process)
    check_equal(result.status, 0, f"exit status, with {result.err}")
    return read_json(result.out)


@test_each("a run that is saved gives the same, against", [
    (["kittens", "v2"],), (["kittens", "v1,random"],), (["kittens", "self"],),
    (["cantstop:players=4", "random,max-rolls:n=2"],)])
def saved_or_not(against):
    game, opponent = against
    with Folder() as path:
        flags = [*SMALL, *SEEDS, f"--opponent={opponent}"]
        out, plain = files(path, "plain")
        wanted = told(train(*flags, *out, game=game, games=50))
        out, saved = files(path, "saved")
        for what in ["found", "told again"]:
            check_equal(told(train(*flags, *out, f"--save={path('run.db')}", game=game, games=50)), wanted, what)
            check(saved() == plain(), "the files differ")
        check_equal(rows(path("run.db")), [(4, 50, 1), (5, 50, 1), (6, 50, 1)], "in the file")


@test
def a_finished_run_is_told_at_once():
    with Folder() as path:
        flags = [*SMALL, *SEEDS, f"--save={path('run.db')}"]
        first = train(*flags, games=250)
        out, again = files(path, "again")
        second = train(*flags, *out, games=250)
        check_equal(told(second), told(first), "found")
        check_equal([run["train_seconds"] for run in second["seeds"]],
                    [run["train_seconds"] for run in first["seeds"]], "seconds of training")
        out, plain = files(path, "plain")
        train(*SMALL, *SEEDS, *out, games=250)
        check(again() == plain(), "the files differ")


@test
def whatever_kills_a_run_the_same_command_goes_on():
    rng = random.Random(20260814)
    with Folder() as path:
        flags = ["train", "kittens", "--games=5190", *SMALL[:4], "--evaluate-every=100",
                 "--evaluate-games=50", "--final-games=200", *SEEDS, "--json"]
        out, plain = files(path, "plain")
        wanted = told(read_json(tahur.text(*flags, *out)))
        out, killed = files(path, "killed")
        flags += [*out, f"--save={path('run.db')}"]
        ends = 0
        for call in range(6):
            process = tahur.start(*flags)
            try:
                # The first time before anything can be finished, the last when much is, on any machine.
                process.wait(timeout=0.01 * 2**call * (0.5 + rng.random()))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT if call == 3 else signal.SIGKILL)
                ends += 1
            process.communicate()
        check(ends >= 1, "it was too fast to be killed")
        check_equal(told(read_json(tahur.text(*flags))), wanted, "found")
        check(killed() == plain(), "the files differ")


@test
def little_is_lost():
    """Of a run that was killed, every evaluation that was shown is saved."""
    with Folder() as path:
        process = tahur.start("train", "kittens", "--games=100000000", "--rate-games=100", *SMALL,
                              "--threads=1", f"--save={path('run.db')}")
        wait_until(lambda: tahur.run("runs", path("run.db")).status == 0 and rows(path("run.db")), "nothing is saved")
        process.kill()
        process.communicate()
        (seed, games, finished), = rows(path("run.db"))
        check(seed == 1 and games >= 20 and games % 20 == 0 and not finished, games, "games")


@test
def control_c_saves_what_there_is():
    with Folder() as path:
        flags = ["train", "kittens", "--games=10000000", "--rate-games=100", *SMALL[:4],
                 "--evaluate-every=1000000", "--json", f"--save={path('run.db')}"]
        result = tahur.interrupt(1.0, *flags)
        check_equal((result.status, result.err), (130, ""), "exit status and standard error")
        games = read_json(result.out)["seeds"][0]["games"]
        check_equal(rows(path("run.db")), [(1, games, 0)], "in the file")
        more = read_json(tahur.interrupt(1.0, *flags).out)["seeds"][0]["games"]
        check(more > games > 0, "it did not go on:", games, more)


@test_each("a run is not continued with", [
    ("--games=41", ["games is 40 in the file and 41 here"]),
    ("--seed=5", ["seed is 4"]),
    ("--seeds=2", ["seeds is 3"]),
    ("--rate=0.01", ["rate is 0.001"]),
    ("--hidden=9", ['hidden is "8" in the file and "9" here']),
    ("--opponent=v1", ['opponents[0].spec is "v2" in the file and "v1" here']),
    ("--opponent=self", ["opponents", "self"]),
    ("--evaluate-against=v1", ["judges has 4 entries in the file and 2 here"]),
    ("--final-games=22", ["final-games"]),
    ("--rate-games=7", ["rate-games is 40 in the file and 7 here"]),
    ("kittens:rules=classic", ["game", "kittens:rules=classic"]),
])
def refuses_another_run(change, words):
    with Folder() as path:
        run = ["--games=40", *SMALL, *SEEDS, f"--save={path('run.db')}"]
        tahur.json("train", "kittens", *run)
        before = rows(path("run.db"))
        name = change.split("=")[0]
        game, change = (change, []) if change.startswith("k") else ("kittens", [change])
        flags = [flag for flag in run if flag.split("=")[0] != name] + change
        check_refused(["train", game, *flags], "run.db", "another run", *words)
        check_equal(rows(path("run.db")), before, "in the file")
        same = ["--threads=1", "--slim", f"--out={path('cat.model')}"]
        check_equal(len(tahur.json("train", "kittens:rules=full", *run, *same)["seeds"]), 3, "seeds")


@test
def an_opponent_that_was_trained_anew_is_another():
    with Folder() as path:
        flags = [*SMALL, f"--opponent=dqn:model={path('cat.model')}", f"--save={path('run.db')}"]
        train(*SMALL, f"--out={path('cat.model')}")
        train(*flags)
        train(*SMALL, f"--out={path('cat.model')}", "--seed=2")
        check_refused(["train", "kittens", "--games=40", *flags], "another run", "opponents")


@test_each("refuses to save", [
    ("--save=run.db --resume=x.model", ["--save", "--resume"]),
    ("--save=run.db --method=table", ["--save", "table"]),
    ("--save=", ["empty"]),
    ("--save=/nowhere/run.db", ["/nowhere/run.db"]),
    ("--save=run.db --out=./run.db", ["--out and --save", "one file"]),
    ("--save=run.db --csv=run.db", ["--csv and --save", "one file"]),
])
def refuses_to_save(flags, words):
    check_refused(["train", "kittens", "--games=1000000000", *flags.split()], *words)


@test
def a_damaged_training_is_refused():
    with Folder() as path:
        flags = ["train", "kittens", "--games=40", *SMALL, f"--save={path('run.db')}"]
        tahur.json(*flags)
        with sqlite3.connect(path("run.db")) as connection:
            connection.execute("UPDATE training SET model = substr(model, 1, 5000)")
        connection.close()
        check_refused(flags, "seed 1", "cut off")


@test_each("on ranks the files are the same", [("kittens",), ("cantstop:players=3",)])
def on_ranks_the_files_are_the_same(game):
    with Folder() as path:
        flags = [*SMALL, *SEEDS]
        out, threads = files(path, "threads")
        wanted = told(train(*flags, *out, game=game, games=50))
        out, ranks = files(path, "ranks")
        found = on_ranks(3, "train", game, "--games=50", *flags, *out, "--json")
        check_equal(told(found), wanted, "found")
        check(ranks() == threads(), "the files differ")


@test
def ranks_go_on_with_what_threads_began():
    with Folder() as path:
        flags = ["train", "kittens", "--games=1090", *SMALL[:4], "--evaluate-every=100",
                 "--evaluate-games=50", "--final-games=200", *SEEDS, "--json"]
        out, plain = files(path, "plain")
        wanted = told(read_json(tahur.text(*flags, *out)))
        out, mixed = files(path, "mixed")
        flags += [*out, f"--save={path('run.db')}"]
        process = tahur.start(*flags)
        time.sleep(0.25)
        process.kill()
        process.communicate()
        check_equal(told(on_ranks(3, *flags)), wanted, "found")
        check(mixed() == plain(), "the files differ")
        check_equal([row[1:] for row in rows(path("run.db"))], 3 * [(1090, 1)], "in the file")
        check_equal(told(read_json(tahur.text(*flags))), wanted, "told again")
        # Nothing is left to do: the first rank is done before the others ask.
        check_equal(told(on_ranks(3, *flags)), wanted, "told again on ranks")


@test
def runs_tells_how_far_trainings_are():
    name = "how-far.db"
    try:
        tahur.json("train", "kittens", "--games=200", "--seeds=2", "--evaluate-games=20", "--final-games=20",
                   f"--save={name}")
        told = tahur.json("runs", name)["trainings"]
        check_equal(told, [{"seed": seed, "games": 200, "finished": True} for seed in (1, 2)], "trainings")
        check("seed 2: 200 games, finished" in tahur.text("runs", name), "in words")
        result = tahur.run("report", name)
        check(result.status == 2 and "the run holds trainings" in result.err, result)
    finally:
        for end in ["", "-wal", "-shm"]:
            if os.path.exists(os.path.join(tahur.directory.name, name + end)):
                os.remove(os.path.join(tahur.directory.name, name + end))
