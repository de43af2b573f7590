"""What a class costs: python3 bench/class_cost.py TAHUR [GAME [LEVELS]]
                     python3 bench/class_cost.py TAHUR --real [SUBMISSIONS [GAMES]]

Measures the CPU time of a game of a typical Python bot, with and without a sandbox, of starting it for a pairing, and
of a game of each level; then prints what 200 submissions take with the default flags of tahur class: all levels from
every seat, and a league of all. CPU time hardly depends on how busy the machine is.

With --real, runs whole classes of so many Parchís bots from the Python starter kit against level1 to level4 from both
seats, with a league, on the threads of this machine and on MPI ranks: the CPU time of a game and of a class, whether both
have the same digest, and what 200 submissions would take on two cores."""
import json
import os
import resource
import subprocess
import sys
import tempfile

SUBMISSIONS, NIGHT, CORES = 200, 12 * 3600, 2
GAMES, LEAGUE_GAMES = 40, 2  # the defaults of tahur class

# What a student writes: it looks at every move and every piece, and takes the move that it likes best.
BOT = '''import json
import random
import sys

WEIGHT = {weight}


def numbers(value):
    if isinstance(value, list):
        for one in value:
            yield from numbers(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from numbers(one)
    elif isinstance(value, (int, float)):
        yield value


def score(view, move):
    return sum((i * WEIGHT + len(move)) % 7 * x for i, x in enumerate(numbers(view))) + random.random()


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({{"name": "student", "version": "1"}}), flush=True)
        elif message["type"] == "start":
            random.seed(message["seed"])
        elif message["type"] == "choose":
            best = max(message["moves"], key=lambda move: score(message["view"], move))
            print(json.dumps({{"id": message["id"], "move": best}}), flush=True)
        elif message["type"] == "quit":
            break


main()
'''


def measure(tahur, game, flags, count, games):
    """A class of so many: its result, and the CPU seconds of all processes."""
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "submissions")
        os.mkdir(folder)
        for i in range(count):
            with open(os.path.join(folder, f"student{i}.py"), "w") as file:
                file.write(BOT.format(weight=3 + i))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.run([tahur, "class", game, folder, "--out", os.path.join(top, "results"), "--games", str(games),
                              "--seed", "1", "--json", *flags], check=True, capture_output=True, text=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return json.loads(out), cpu


def write_kits(tahur, folder, count):
    """Starter kits as students hand them in: each a little different."""
    for i in range(count):
        path = os.path.join(folder, f"student{i}")
        subprocess.run([tahur, "new-bot", "python", "parchis", path], check=True, capture_output=True)
        with open(os.path.join(path, "bot.py"), "a") as file:
            file.write(f"# student {i}\n")


def measure_real(tahur, count, games, start):
    """CPU seconds and result of a whole class, started by the words of `start`."""
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "submissions")
        os.mkdir(folder)
        write_kits(tahur, folder, count)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        out = subprocess.run([*start, tahur, "class", "parchis", folder, "--out", os.path.join(top, "results"), "--levels",
                              "level1,level2,level3,level4", "--games", str(games), "--questions", "20", "--seed", "1",
                              "--similar", "0", "--json"], check=True, capture_output=True, text=True,
                             env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return json.loads(out), cpu


def real(tahur, count, games):
    digests = set()
    for name, start in (("threads", []), ("3 MPI ranks", ["mpirun", "--oversubscribe", "-n", "3"])):
        result, cpu = measure_real(tahur, count, games, start)
        digests.add(result["digest"])
        sound = [one for one in result["submissions"] if one["status"] == "sound"]
        # Two submissions that meet cost twice: what counts is how often a submission plays.
        seats = sum(sum(level["games"] for level in one["levels"]) + one["league"]["games"] for one in sound)
        moves = sum(one["time"]["timed"] for one in sound) / seats
        each = cpu / seats
        print(f"{name}: {len(sound)} of {count} sound, {result['games']} games, {cpu:.1f} s of CPU time with builds and checks, "
              f"{1000 * each:.0f} ms a game of a submission ({moves:.0f} moves), {result['seconds']:.0f} s by the clock")
        for games_each, opponents in ((40, SUBMISSIONS - 1), (40, 20), (20, 10)):
            total = SUBMISSIONS * (4 * games_each + LEAGUE_GAMES * (opponents + 4))
            print(f"  {SUBMISSIONS} submissions, --games {games_each}, {opponents} opponents: "
                  f"{hours(total * each / CORES)} on {CORES} cores; at 20 ms a move more, "
                  f"{hours(total * (each + 0.02 * moves) / CORES)}")
    print("the same digest" if len(digests) == 1 else "DIFFERENT DIGESTS")


def cost_of_level(tahur, game, level):
    """CPU seconds that the level itself takes in a game: what it plays against itself, halved."""
    before, games = resource.getrusage(resource.RUSAGE_CHILDREN), 2
    subprocess.run([tahur, "arena", game, level, "--games", str(games), "--threads", "1"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / games / 2


def hours(seconds):
    return f"{seconds / 3600:.1f} h"


def print_cost(name, game, a_game, a_pairing, levels):
    """`a_game`: of a student's bot against a level that costs nothing; `levels`: what each adds."""
    print(f"{game}, {name}: {1000 * a_game:.0f} ms of CPU time a game of one bot, {1000 * a_pairing:.0f} ms to start it for "
          f"a pairing")
    graded = SUBMISSIONS * sum(GAMES * (a_game + one) + a_pairing for one in levels)
    print(f"  {SUBMISSIONS} submissions, {len(levels)} levels, {GAMES} games each: {SUBMISSIONS * len(levels) * GAMES:,} games, "
          f"{hours(graded / CORES)} on {CORES} cores")
    a_pair = LEAGUE_GAMES * 2 * a_game + 2 * a_pairing
    with_levels = SUBMISSIONS * sum(LEAGUE_GAMES * (a_game + one) + a_pairing for one in levels)
    pairs = SUBMISSIONS * (SUBMISSIONS - 1) // 2
    league = with_levels + pairs * a_pair
    print(f"  league of all, {LEAGUE_GAMES} games of a pair: {(pairs + SUBMISSIONS * len(levels)) * LEAGUE_GAMES:,} games, "
          f"{hours(league / CORES)}; in all {hours((graded + league) / CORES)}")
    left = NIGHT * CORES - graded - with_levels
    opponents = max(0, min(SUBMISSIONS - 1, int(2 * left / a_pair / SUBMISSIONS)))
    print(f"  in a night of {hours(NIGHT)} each can meet {opponents} others")


def main():
    tahur = os.path.abspath(sys.argv[1])
    if len(sys.argv) > 2 and sys.argv[2] == "--real":
        real(tahur, int(sys.argv[3]) if len(sys.argv) > 3 else 6, int(sys.argv[4]) if len(sys.argv) > 4 else 4)
        return
    game = sys.argv[2] if len(sys.argv) > 2 else "parchis"
    names = (sys.argv[3] if len(sys.argv) > 3 else "easy,medium,hard").split(",")
    levels = [cost_of_level(tahur, game, name) for name in names]
    for name, one in zip(names, levels):
        print(f"{game}, {name}: {1000 * one:.1f} ms of CPU time a game")
    for name, flags in (("sandbox", []), ("without a sandbox", ["--trusted"])):
        one = [*flags, "--levels", "random", "--questions", "1"]
        few, cpu_few = measure(tahur, game, one, 1, 2)
        many, cpu_many = measure(tahur, game, one, 1, 12)
        # More games of the same pairings cost what games cost; the rest is the check, which starts it five times, and
        # the starts of the bot for its two pairings.
        a_game = (cpu_many - cpu_few) / (many["games"] - few["games"])
        print_cost(name, game, a_game, (cpu_few - few["games"] * a_game) / 7, levels)


main()
