"""Seeds of contests: given, by default, and drawn where another program plays."""
import itertools
import os
import re
import subprocess

from harness import (MPI_ENVIRONMENT, TIME_LIMIT, check, check_equal, read_json, tahur, test, test_each)

COUNT = itertools.count()
BOT = f"exec:command={tahur.path} speak cantstop:players=2 easy"
COMMANDS = [(["arena", "cantstop:players=2", BOT, "easy", "--games=6"],),
            (["league", "cantstop:players=2", BOT, "easy", "--games=6"],),
            (["compare", "cantstop:players=2", BOT, "easy", "--games=6"],),
            (["grade", "cantstop:players=2", BOT, "--against", "easy", "--games=6"],)]


def is_drawn(seed):
    return isinstance(seed, str) and re.fullmatch("[0-9a-f]{32}", seed) is not None


@test_each("with a bot that is another program, a seed is drawn and printed", COMMANDS)
def a_seed_is_drawn(command):
    told = lambda *more: read_json(tahur.run(*command, *more, "--json").out)  # of a grade, also if it is not passed
    first, second = told(), told()
    check(is_drawn(first["seed"]) and is_drawn(second["seed"]), first["seed"], second["seed"])
    check(first["seed"] != second["seed"] and first["digest"] != second["digest"], "twice the same", first, second)
    again = told(f"--seed={first['seed']}")
    check_equal((again["seed"], again["digest"]), (first["seed"], first["digest"]), "with the seed that was printed")
    result = tahur.run(*command)
    check(re.search(r"· seed [0-9a-f]{32} ·", result.out.replace("\n", " ")), result.out)


@test_each("with bots of the program alone, the seed is 1", [
    (["arena", "cantstop:players=2", "easy", "medium", "--games=6"],),
    (["league", "cantstop:players=2", "easy", "medium", "--games=6"],)])
def the_seed_is_one(command):
    result = tahur.json(*command)
    check_equal(result["seed"], 1, "seed")
    check_equal(tahur.json(*command, "--seed=1")["digest"], result["digest"], "digest")


@test_each("what is no seed is refused", [("-1",), ("x",), ("1.5",), ("18446744073709551616",), ("",), ("1" * 31 + "g",),
                                          ("1" * 33,)])
def what_is_no_seed(text):
    for command in (["arena", "y:size=3", "random", "--games=2"], ["play", "y:size=3", "human", "random"]):
        result = tahur.run(*command, f"--seed={text}")
        check_equal((result.status, result.out), (2, ""), command)
        check("--seed takes a whole number or 32 hexadecimal digits" in result.err, result.err)


@test
def all_bits_of_a_seed_count():
    seeds = ["0" * 31 + "2", "1" + "0" * 30 + "2", "0" * 15 + "1" + "0" * 15 + "2"]
    digests = {tahur.json("arena", "cantstop:players=2", "easy", "medium", "--games=4", f"--seed={seed}")["digest"]
               for seed in seeds}
    check_equal(len(digests), 3, "different results")
    number = tahur.json("arena", "cantstop:players=2", "easy", "medium", "--games=4", "--seed=2")
    check(number["digest"] in digests and number["seed"] == 2, "a small number in hexadecimal is the same", number)


@test
def a_saved_run_goes_on_with_the_seed_that_was_drawn():
    name = f"seed-{next(COUNT)}.db"
    command = ["arena", "cantstop:players=2", BOT, "easy", "--games=8", f"--save={name}"]
    try:
        first = tahur.json(*command)
        check(is_drawn(first["seed"]), first["seed"])
        check_equal(tahur.json("report", name)["seed"], first["seed"], "in the file")
        again = tahur.json(*command)
        check_equal((again["seed"], again["digest"]), (first["seed"], first["digest"]), "gone on with")
        other = tahur.run(*command, "--seed=5")
        check(other.status == 2 and "seed is" in other.err, other)
    finally:
        os.remove(os.path.join(tahur.directory.name, name))


@test
def parts_of_a_run_need_a_seed():
    result = tahur.run("arena", "cantstop:players=2", BOT, "easy", "--games=8", "--save=part.db", "--shard=1/2")
    check_equal((result.status, result.out), (2, ""), "status and output")
    check("the parts of a run need the same --seed" in result.err, result.err)


@test
def ranks_share_the_seed_that_the_first_draws():
    command = ["arena", "cantstop:players=2", BOT, "easy", "--games=8"]
    done = subprocess.run(["mpirun", "--oversubscribe", "-n", "3", tahur.path, *command, "--json"],
                          stdin=subprocess.DEVNULL, capture_output=True, cwd=tahur.directory.name, env=MPI_ENVIRONMENT,
                          timeout=TIME_LIMIT)
    check_equal(done.returncode, 0, done.stderr.decode())
    result = read_json(done.stdout.decode())
    check(is_drawn(result["seed"]), result["seed"])
    check_equal(tahur.json(*command, f"--seed={result['seed']}")["digest"], result["digest"], "on threads")
