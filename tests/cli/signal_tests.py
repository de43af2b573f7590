"""SIGINT, SIGTERM and SIGHUP: every command reports what is finished, saves it and ends with 128 + the
signal, also while a bot thinks for an hour; a second signal ends it at once."""
import os
import signal
import subprocess
import time

from harness import (MPI_ENVIRONMENT, STOP_LIMIT, TIME_LIMIT, Failure, but, check, check_equal, handles_signal,
                     rank_ids, read_json, tahur, test, test_each, wait_until)
from training import Folder, read

HOUR = "time=3600000,memory=16"  # much longer than a test may take
SLEEPER = "exec:time=3600000,start-time=3600000,command=exec sleep 4000"
GAMES = "--games=1000000000"
TIMES = ["seconds", "seconds_a_move"]


def hear_hang_ups():
    """The tests may run under nohup, and a child inherits what is ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def await_handler(process, number=signal.SIGTERM):
    if os.path.exists("/proc/self/status"):
        wait_until(lambda: process.poll() is not None or handles_signal(process.pid, number), "it watches no signals")
    time.sleep(0.3)  # for something to be under way; whatever it is, it must end well


def stopped(signals, *command, **streams):
    """The result of a command that gets these signals when it is under way."""
    process = tahur.start(*command, preexec_fn=hear_hang_ups, **streams)
    await_handler(process)
    for number in signals:
        process.send_signal(number)
    return tahur.finish(process, STOP_LIMIT)


NOTHING_YET = "stopped before it was finished"

# Command, and what it prints when it is stopped, on standard output or standard error.
COMMANDS = [
    (["arena", "cantstop", "easy", "medium", "hard", "glenn-aloi", GAMES], "stopped: these are the first"),
    (["league", "kittens", "v1", "v2", "v3", GAMES], "stopped"),
    (["compare", "kittens", "v1", "v1", "--elo1=0.01", GAMES], "stopped"),
    (["grade", "kittens", "v1", "--against", "v1", "--games=100000000"], "stopped: no verdict"),
    (["train", "kittens", GAMES], "seed 1"),
    (["train", "kittens", "--method=table", GAMES, "--evaluate-every=1000000000"], "keys"),
    (["analyze", "y:size=11", "--games=10000", "--bot=mcts:iterations=5000", "--by=rollouts"], NOTHING_YET),
    (["solve", "y:size=10"], NOTHING_YET),
    (["solve", "cantstop", "--sides=5", "--shortest=1"], NOTHING_YET),
    (["play", "y:size=14", f"mcts:{HOUR}", f"mcts:{HOUR}"], "the game is stopped"),
]
ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]


@test_each("every command reports and ends with 128 + the signal", COMMANDS)
def reports(command, words):
    for number, status in ENDS:
        result = stopped([number], *command)
        check_equal(result.status, status, f"exit status ({result.err})")
        check(words in result.out + result.err, f"{words!r} is missing in", result)


@test
def a_review_that_is_stopped_says_so():
    with Folder() as path:
        tahur.text("arena", "cantstop", "easy", "medium", "hard", "glenn-aloi", "--games=4", f"--save={path('run.db')}",
                   f"--record={path('games')}")
        for file, flags in [("games", ["--game=0"]), ("run.db", ["--game=0"]), ("run.db", ["--bot=hard"])]:
            result = stopped([signal.SIGTERM], "review", path(file), *flags, "--rollouts=1000000")
            check_equal((result.status, result.out), (143, ""), "status and output")
            check(NOTHING_YET in result.err, result.err)


# Bots that take very long to answer.
SLOW = [
    ("mcts", "y:size=14", f"mcts:{HOUR}"),
    ("mcts with hidden cards", "kittens", f"mcts:{HOUR}"),
    ("alphabeta", "parchis", "alphabeta:time=3600000"),
    ("a program that never says hello", "y:size=4", SLEEPER),
    ("a program that never answers", "y:size=4",
     "exec:time=3600000,command=read x; echo '{\"type\":\"name\",\"name\":\"x\",\"version\":\"1\"}'; exec sleep 4000"),
]


@test_each("a long answer is cut short, and its game is dropped", SLOW)
def long_answer(_, game, bot):
    for number, status in ENDS[:2]:
        result = stopped([number], "arena", game, bot, "random", "--threads=2", "--json")
        check_equal((result.status, result.err), (status, ""), "status")
        told = read_json(result.out)
        check_equal((told["games_asked"], told["games"]), (10000, 0), "games")
        check_equal([bot["faults"] for bot in told["bots"]], [0, 0], "faults")


@test
def a_long_answer_at_the_terminal_leaves_the_record():
    with Folder() as path:
        bot = f"mcts:{HOUR}"
        result = stopped([signal.SIGTERM], "play", "y:size=14", bot, bot, f"--record={path('game')}")
        check_equal(result.status, 143, "exit status")
        check("stopped" in read(path("game")).decode(), "the record does not say so")


@test
def two_signals_at_once_are_one():
    """timeout(1) signals the process and then its group, which is the same process again."""
    for signals in [[signal.SIGTERM, signal.SIGTERM], [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]]:
        result = stopped(signals, "arena", "y:size=14", f"mcts:{HOUR}", "random", "--json")
        check(result.status in (130, 143, 129), "exit status", result.status)
        check_equal(read_json(result.out)["games"], 0, "games")


@test_each("a later signal ends the program at once", [("SIGINT",), ("SIGTERM",)])
def later_signals(name):
    """A game of learning is not cut short: what was learned from half of it could not be taken back."""
    number = getattr(signal, name)
    started = os.path.join(tahur.directory.name, f"started-{name}")
    sleeper = SLEEPER.replace("command=", f"command=touch '{started}'; ")
    process = tahur.start("train", "kittens", f"--opponent={sleeper}", "--evaluate-against=random")
    try:
        wait_until(lambda: os.path.exists(started), "the game of learning has not begun")
        os.remove(started)
        end = time.monotonic() + STOP_LIMIT
        while process.poll() is None:
            check(time.monotonic() < end, "it still runs")
            process.send_signal(number)
            time.sleep(0.3)
        check_equal(tahur.finish(process), (-number, "", ""), "status and output")
    finally:
        process.kill()


@test
def nohup_keeps_ignoring_hang_ups():
    ignore = lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    process = tahur.start(*COMMANDS[0][0], preexec_fn=ignore)
    await_handler(process)
    process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    check_equal(process.poll(), None, "it ended at a hang-up")
    process.send_signal(signal.SIGTERM)
    check_equal(tahur.finish(process, STOP_LIMIT).status, 143, "exit status")


@test
def a_run_that_is_stopped_again_and_again_comes_to_the_same_end():
    command = ["arena", "y:size=6", "mcts:iterations=2000", "mcts:iterations=1000", "--games=60", "--json"]
    whole = but(read_json(tahur.text(*command)), *TIMES)
    with Folder() as path:
        command.append(f"--save={path('run.db')}")
        games = 0
        for number, status in ENDS[:2] * 20:
            result = stopped([number], *command)
            told = read_json(result.out)
            check(result.status in (0, status) and told["games"] >= games, "went back from", games, "to", result)
            games = told["games"]
            if result.status == 0:
                break
        check_equal(but(read_json(tahur.text(*command)), *TIMES), whole, "result")


def games_in(run):
    """So far; none while the file is being made."""
    result = tahur.run("runs", run, "--json")
    return read_json(result.out)["games"] if result.status == 0 else 0


@test_each("a signal to any part of an MPI job stops and saves all", [
    ("mpirun", None), ("the first rank", 0), ("the second", 1), ("the third", 2)])
def mpi_job(_, target):
    command = ["arena", "y:size=4", "mcts:iterations=30", "mcts:iterations=20", GAMES]
    with Folder() as path:
        process = subprocess.Popen(["mpirun", "--oversubscribe", "--mca", "odls_base_sigkill_timeout", "10", "-n", "3", tahur.path, *command,
                                    f"--save={path('run.db')}", "--json"], env=MPI_ENVIRONMENT,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            wait_until(lambda: len(rank_ids(process.pid)) == 3, "no ranks")
            for rank in rank_ids(process.pid):
                wait_until(lambda: handles_signal(rank, signal.SIGTERM), f"rank {rank} watches no signals")
            wait_until(lambda: games_in(path("run.db")) > 0, "no games")
            os.kill(process.pid if target is None else rank_ids(process.pid)[target], signal.SIGTERM)
            out, err = process.communicate(timeout=STOP_LIMIT)
        except subprocess.TimeoutExpired:
            raise Failure("the job still runs")
        finally:
            process.kill()
        told = [read_json(line + "\n") for line in out.decode().splitlines() if line.startswith("{")]
        check_equal(len(told), 1, f"reports ({err.decode()})")
        check(0 < told[0]["games"] < told[0]["games_asked"], told[0]["games"], "games")
        if target is not None:  # which has a status of its own
            check_equal(process.returncode, 143, "exit status")
        saved = tahur.json("runs", path("run.db"))
        check_equal((saved["games"], saved["digest"]), (told[0]["games"], told[0]["digest"]), "saved")
