"""The program without memory, file descriptors or processes: it says so and ends with status 1. It never
crashes, never blames a bot, and what was saved before is safe."""
import itertools
import json
import os
import re
import resource
import sqlite3

from harness import check, check_equal, tahur, test, test_each

PRELOAD = os.environ.get("TAHUR_FAIL_ALLOCATION", "")
HOSTILE = os.path.join(os.path.dirname(tahur.path), "tests", "hostile")
BOT = "exec:command=" + HOSTILE  # it always takes the first move, in either seat
FAULT = re.compile(r": (illegal|timeout|crash|protocol|memory), [\d,]+ time")
COUNT = itertools.count()
TRIES = 40  # allocations that fail, one after the other, evenly spread


def path(name):
    return os.path.join(tahur.directory.name, name)


def remove(name):
    for end in ("", "-wal", "-shm", "-journal", "-lock"):
        if os.path.exists(path(name + end)):
            os.remove(path(name + end))


def run_with(arguments, settings=None, limit=None):
    """Runs it with failing allocations, or with a limit of the system."""
    environment = {**os.environ, **settings, "LD_PRELOAD": PRELOAD} if settings else None
    prepare = (lambda: resource.setrlimit(*limit)) if limit else None
    return tahur.finish(tahur.start(*arguments, env=environment, preexec_fn=prepare))


def faults_of(told):
    return sum(bot.get("faults", 0) for bot in told["bots"]) if "bots" in told else told.get("faults", 0)


def check_innocent(result, good, what):
    """No crash, and no blame. What succeeded is what it would have been anyway."""
    check(result.status in (0, 1), what, result)
    check(not FAULT.search(result.err), what, "blames a bot:", result.err)
    if result.out.strip():
        told = json.loads(result.out)
        check_equal(faults_of(told), 0, f"faults, {what}")
        check(result.status == 1 or told["digest"] == good["digest"], what, "has another result:", result.out)
    if result.status == 1:
        check(result.err.startswith("tahur") and result.err.count("\n") == 1, what, result)


def allocations_of(arguments):
    """How many it makes when none fails."""
    name = f"{next(COUNT)}-count"
    try:
        result = run_with(arguments, {"FAIL_COUNT": path(name)})
        check_equal(result.status, 0, result)
        with open(path(name)) as file:
            return int(file.read())
    finally:
        remove(name)


COMMANDS = [
    (["arena", "y:size=3", BOT, BOT, "--games=4", "--threads=1", "--seed=1"],),
    (["arena", "kittens", BOT, "v1", "--games=4", "--threads=2", "--seed=1"],),
    (["league", "y:size=3", BOT, "random", "--games=2", "--threads=1", "--seed=1"],),
    (["compare", "kittens", BOT, "v1", "--games=8", "--threads=1", "--seed=1"],),
]


@test_each("failed allocations are no fault of a bot", COMMANDS)
def without_memory(command):
    if not PRELOAD:
        return
    command = [*command, "--json"]
    good = json.loads(tahur.text(*command))
    number = min(allocations_of(command) for _ in range(3))  # on a busy machine, pipes and threads make some more
    failed = 0
    for i in range(TRIES):
        at = 1 + number * i // TRIES
        for on in "01":
            result = run_with(command, {"FAIL_AT": str(at), "FAIL_ON": on})
            check_innocent(result, good, f"allocation {at} of {number}, on={on}")
            failed += result.status == 1
    check(failed > TRIES, "only", failed, "of", 2 * TRIES, "runs noticed")


@test
def what_was_saved_before_memory_ran_out_is_safe():
    if not PRELOAD:
        return
    name = f"{next(COUNT)}.db"
    command = ["arena", "y:size=3", BOT, BOT, "--games=6", "--threads=1", "--seed=1", "--json", f"--save={name}"]
    try:
        number = allocations_of(command)
        remove(name)
        good = json.loads(tahur.text(*command))
        for i in range(TRIES):
            remove(name)
            at = 1 + number * i // TRIES
            result = run_with(command, {"FAIL_AT": str(at), "FAIL_ON": str(i % 2)})
            check_innocent(result, good, f"allocation {at} of {number}")
            check("damaged" not in result.err and "another" not in result.err, at, result.err)
            again = json.loads(tahur.text(*command))
            check_equal(again["digest"], good["digest"], f"digest after allocation {at} failed")
            report = run_with(["report", name, "--json"], {"FAIL_AT": str(1 + 7 * i), "FAIL_ON": str(i % 2)})
            check_innocent(report, good, f"report without allocation {1 + 7 * i}")
            check("damaged" not in report.err, report.err)
    finally:
        remove(name)


# A bot that waits for a late one is stopped, and must be continued although no file can be opened.
@test_each("few file descriptors are no fault of a bot", [
    ("quick bots", [BOT, BOT, "--games=8", "--threads=2"], range(4, 40)),
    ("a late bot", [BOT, BOT + " late", "--games=8", "--threads=4"], range(20, 70))])
def few_file_descriptors_are_no_fault_of_a_bot(_name, bots, limits):
    command = ["arena", "y:size=3", *bots, "--seed=1", "--json"]
    good = json.loads(tahur.text(*command))
    statuses = set()
    for most in limits:
        result = run_with(command, limit=(resource.RLIMIT_NOFILE, (most, most)))
        if "loading shared libraries" in result.err:
            continue
        check_innocent(result, good, f"{most} file descriptors")
        if result.status == 1:
            check("Too many open files" in result.err, most, result.err)
        statuses.add(result.status)
    check_equal(statuses, {0, 1}, "statuses")


@test
def self_play_without_memory_says_so():
    """Where a training, or a bot that plays a model, cannot be made."""
    if not PRELOAD:
        return
    name = f"{next(COUNT)}.model"
    train = ["train", "y:size=3", "--method=selfplay", "--games=4", "--evaluate-games=2", "--final-games=2",
             "--hidden=4", "--replay=100", "--warm-up=5", "--iterations=2", "--threads=1", f"--out={name}"]
    play = ["arena", "y:size=3", f"puct:model={name},iterations=2", "random", "--games=2", "--threads=1"]
    try:
        for command in [train, play]:
            number = allocations_of(command)
            statuses = set()
            for i in range(TRIES):
                at = 1 + number * i // TRIES
                result = run_with(command, {"FAIL_AT": str(at), "FAIL_ON": "1"})
                check(result.status in (0, 1, 2), command, at, result)
                check(result.status == 0 or (result.err.startswith("tahur") and result.err.count("\n") == 1), at, result)
                statuses.add(result.status == 0)
            check(False in statuses, "no run noticed")
            tahur.text(*train)
    finally:
        remove(name)


@test_each("a training does not learn from games that could not be played", [("dqn",), ("table",)])
def training(method):
    name = f"{next(COUNT)}.model"
    command = ["train", "kittens:rules=classic", f"--method={method}", "--games=4", "--evaluate-games=2",
               "--final-games=0", f"--opponent={BOT}"]
    command += [f"--out={name}", "--threads=1", "--seed=1", "--evaluate-against=random"] if method == "dqn" else []
    statuses = set()
    for most in range(4, 40):
        result = run_with(command, limit=(resource.RLIMIT_NOFILE, (most, most)))
        if "loading shared libraries" in result.err:
            continue
        check(result.status in (0, 1) and not FAULT.search(result.err), most, result)
        if result.status == 1:
            check("Too many open files" in result.err and result.err.count("\n") == 1, most, result)
        check_equal(os.path.exists(path(name)), method == "dqn" and result.status == 0, f"a model, {most}")
        remove(name)
        statuses.add(result.status)
    check_equal(statuses, {0, 1}, "statuses")


@test
def games_before_a_shortage_are_told_and_saved():
    name = f"{next(COUNT)}.db"
    command = ["arena", "y:size=3", BOT, "random", "--games=8", "--threads=1", "--seed=1", "--json", f"--save={name}"]
    try:
        good = json.loads(tahur.text(*command))
        remove(name)
        if not PRELOAD:
            return
        number = allocations_of(command)
        kept = []
        for at in range(number // 2, number, max(1, number // 90)):
            remove(name)
            result = run_with(command, {"FAIL_AT": str(at), "FAIL_ON": "0"})
            check_innocent(result, good, f"allocation {at} of {number}")
            if "cannot be asked" not in result.err or not result.out.strip():
                continue  # it did not end between its games
            told = json.loads(result.out)["games"]
            base = sqlite3.connect(path(name))
            saved, = base.execute("SELECT count(*) FROM game").fetchone()
            base.close()
            check_equal(saved, told, "games that are saved, of those told")
            kept.append(told)
        check(any(kept), "no run ended between its games")
    finally:
        remove(name)


@test
def a_program_that_cannot_be_run_is_still_a_fault():
    result = tahur.run("arena", "y:size=3", "exec:command=/nonexistent/bot", "random", "--games=2", "--json")
    check_equal(result.status, 0, result)
    check_equal(json.loads(result.out)["bots"][0]["faults"], 2, "faults")
    check(FAULT.search(result.err), result.err)
