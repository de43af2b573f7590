"""Runs on the ranks of MPI jobs: the same results, lost ranks, killed jobs, idle ranks."""
import contextlib
import json
import os
import signal
import subprocess
import time

from harness import (MPI_ENVIRONMENT, TIME_LIMIT, but, check, check_equal, cpu_seconds_of, rank_ids, read_json, tahur,
                     test, test_each, wait_until)
from run_tests import COUNT, RUNS, TIMES, path, remove, result_of, time_of


HOSTILE = os.path.join(os.path.dirname(tahur.path), "tests", "hostile")
SOMETIMES = f"exec:time=100000,start-time=100000,command=exec '{HOSTILE}' sometimes"  # wrong in one game of four


def mpirun(ranks, *arguments, options=()):
    return ["mpirun", "--oversubscribe", *options, "-n", str(ranks), tahur.path, *arguments]


def json_on_ranks(ranks, *arguments):
    done = subprocess.run(mpirun(ranks, *arguments, "--json"), stdin=subprocess.DEVNULL,
                          capture_output=True, cwd=tahur.directory.name, env=MPI_ENVIRONMENT, timeout=TIME_LIMIT)
    check_equal(done.returncode, 0, done.stderr.decode())
    return read_json(done.stdout.decode())


def on_ranks(ranks, *arguments):
    return but(json_on_ranks(ranks, *arguments), *TIMES)


@test_each("any number of ranks gives the same result", [
    *RUNS, (["grade", "kittens", "dqn", "--against", "v1", "v2", "--require=0.9"],),
    (["grade", "kittens", "dqn", "--against", "v3", "--require=0.65", "--luck=adjusted"],)])
def ranks_give_the_same(command):
    n = next(COUNT)
    whole = result_of(command)
    for ranks in [1, 2, 4]:
        check_equal(on_ranks(ranks, *command), whole, f"{ranks} ranks")


@test_each("times of ranks are saved with the run", [
    *RUNS, (["compare", "y:size=5", "mcts:iterations=2000", "random", "--elo1=200"],)])  # cuts games short at its end
def times_of_ranks_are_saved(command):
    n = next(COUNT)
    command = [*command, f"--save={n}-run.db"]
    try:
        played = time_of(json_on_ranks(3, *command))
        check(played[0] > 0 and all(played[1]), "times of a run:", played)
        check_equal(time_of(tahur.json("report", f"{n}-run.db")), played, "of the file")
    finally:
        remove(f"{n}-run.db")


@test_each("who is out does not depend on ranks", [
    (["league", "y:size=3", SOMETIMES, "random", "mcts:iterations=3", "--games=80"],),
    (["grade", "y:size=3", SOMETIMES, "--against", "random", "mcts:iterations=3", "--games=100", "--require=0.05"],)])
def disqualified_on_ranks(command):
    command = [*command, "--disqualify=3", "--seed=11"]
    done = tahur.run(*command, "--json")
    whole = but(read_json(done.out), *TIMES)
    for ranks in [2, 4]:
        told = subprocess.run(mpirun(ranks, *command, "--json"), stdin=subprocess.DEVNULL, capture_output=True,
                              cwd=tahur.directory.name, env=MPI_ENVIRONMENT, timeout=TIME_LIMIT)
        check_equal(told.returncode, done.status, told.stderr.decode())
        check_equal(but(read_json(told.stdout.decode()), *TIMES), whole, f"{ranks} ranks")
    check(any(note["stderr"].startswith("Traceback") for note in whole["fault_notes"]), whole["fault_notes"])


@test_each("a fault on any rank aborts", [("arena",), ("league",), ("compare",), ("grade",)])
def a_fault_on_any_rank_aborts(command):
    n = next(COUNT)
    bots = ["exec:command=exit 3", *(["--against"] if command == "grade" else []), "random"]
    done = subprocess.run(mpirun(3, command, "y:size=4", *bots, "--games=20", "--on-fault=abort"),
                          stdin=subprocess.DEVNULL, capture_output=True, cwd=tahur.directory.name,
                          env=MPI_ENVIRONMENT, timeout=TIME_LIMIT)
    check_equal((done.returncode, done.stdout), (1, b""), "exit status and output")
    check("stopped by a fault (crash) in game 0" in done.stderr.decode(), done.stderr.decode())


@test
def a_mistake_is_told_once_and_ends_all_ranks():
    n = next(COUNT)
    done = subprocess.run(mpirun(3, "arena", "kittens", "v9"), stdin=subprocess.DEVNULL,
                          capture_output=True, cwd=tahur.directory.name, env=MPI_ENVIRONMENT, timeout=TIME_LIMIT)
    check_equal(done.returncode, 2, "exit status")
    check_equal(done.stderr.decode().count("there is no bot"), 1, "times it is told")


@test
def a_lost_rank_does_not_lose_the_run():
    n = next(COUNT)
    command = ["arena", "cantstop", "easy", "medium", "hard", "glenn-aloi", "--games=300000"]
    whole = result_of(command)
    process = subprocess.Popen(mpirun(3, *command, "--json", f"--save={n}-run.db", options=["--enable-recovery"]),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, cwd=tahur.directory.name, env=MPI_ENVIRONMENT)
    try:
        # Before all ranks have joined, the loss of one is a matter of MPI: until then nothing is saved.
        wait_until(lambda: os.path.exists(path(f"{n}-run.db")) and
                   tahur.run("runs", f"{n}-run.db", "--json").out.find('"games":0,') == -1, "no game is saved")
        os.kill(rank_ids(process.pid)[-1], signal.SIGKILL)
        out, err = process.communicate(timeout=TIME_LIMIT)
        lines = [line for line in out.decode().splitlines() if line.startswith("{")]
        check_equal(len(lines), 1, err.decode())
        check_equal(but(json.loads(lines[0]), *TIMES), whole, "result")
    finally:
        process.kill()
        remove(f"{n}-run.db")


@test
def a_job_that_was_killed_goes_on_where_it_stopped():
    n = next(COUNT)
    played = ["arena", "y:size=5", "mcts:iterations=300", "mcts:iterations=200", "--games=300"]
    command = [*played, f"--save={n}-run.db"]
    whole = result_of(played)

    def saved():
        told = tahur.run("runs", f"{n}-run.db", "--json")
        return json.loads(told.out)["games"] if told.status == 0 else 0

    try:
        for _ in range(2):
            before = saved()
            process = subprocess.Popen(mpirun(3, *command), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       cwd=tahur.directory.name, env=MPI_ENVIRONMENT)
            # Not before all ranks have begun: mpirun may hang if one is lost while it starts them.
            wait_until(lambda: process.poll() is not None or saved() > before, "no game is saved")
            for rank in rank_ids(process.pid):
                with contextlib.suppress(ProcessLookupError):  # it has ended
                    os.kill(rank, signal.SIGKILL)
            process.wait(timeout=TIME_LIMIT)
        check_equal(on_ranks(3, *command), whole, "on ranks")
        check_equal(result_of(command), whole, "and here")
    finally:
        remove(f"{n}-run.db")


@test
def threads_ranks_parts_and_ends_come_to_the_same_digest():
    n = next(COUNT)
    command = RUNS[1][0]
    whole = result_of(command)
    try:
        tahur.json(*command, f"--save={n}-1.db", "--shard=1/3", "--threads=1")
        tahur.json(*command, f"--save={n}-2.db", "--shard=2/3", "--threads=2")
        process = tahur.start(*command, f"--save={n}-3.db", "--shard=3/3")
        time.sleep(0.02)
        process.kill()
        process.communicate()
        on_ranks(3, *command, f"--save={n}-3.db", "--shard=3/3")
        check_equal(tahur.json("merge", f"{n}-2.db", f"{n}-3.db", f"{n}-1.db", f"--into={n}-all.db")["digest"], whole["digest"],
                    "digest")
    finally:
        remove(f"{n}-1.db", f"{n}-2.db", f"{n}-3.db", f"{n}-all.db")


def sleeps_of(process_id):
    """How often a process has gone to sleep by itself."""
    with open(f"/proc/{process_id}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))


def idle_ranks_spend():
    """Processor time that each of three ranks, which have nothing to do, spends between two sleeps, while a fourth
    plays; None if that takes too long to say: what a rank has had for five seconds is dealt to others, too."""
    command = ["arena", "y:size=11", "mcts:iterations=100000000,memory=64", "random", "--games=2"]
    begun = time.monotonic()
    process = subprocess.Popen(mpirun(4, *command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, cwd=tahur.directory.name, env=MPI_ENVIRONMENT)
    used = lambda: {rank: cpu_seconds_of(rank) for rank in rank_ids(process.pid)}
    try:
        def one_plays():
            spent = sorted(used().values())
            return len(spent) == 4 and spent[3] - spent[2] > 0.25

        wait_until(one_plays, "no rank plays")
        idle = sorted(used(), key=used().get)[:3]
        before = {rank: (cpu_seconds_of(rank), sleeps_of(rank)) for rank in idle}
        since = lambda rank: (cpu_seconds_of(rank) - before[rank][0], sleeps_of(rank) - before[rank][1])
        is_known = lambda rank: since(rank)[0] > 0.1 or since(rank)[1] >= 10
        while time.monotonic() - begun < 5:
            if all(is_known(rank) for rank in idle):
                return [cpu / max(1, sleeps) for cpu, sleeps in map(since, idle)]
            time.sleep(0.01)
        return None
    finally:
        ranks = rank_ids(process.pid)
        process.kill()
        for rank in ranks:
            os.kill(rank, signal.SIGKILL)
        process.wait()


@test
def idle_ranks_do_not_burn_a_core():
    end = time.monotonic() + TIME_LIMIT
    while time.monotonic() < end:
        spent = idle_ranks_spend()
        if spent is not None:
            check(all(one < 0.01 for one in spent), "seconds of processor time of three idle ranks between sleeps:",
                  spent)
            return
    check(False, "no rank is seen to play within five seconds of its start, again and again")
