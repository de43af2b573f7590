"""Microseconds of a round trip through the bot exec, from the question to the answer, of programs that
answer at once: python3 bench/exec_latency.py [PATH_TO_TAHUR]

The arena measures the time of a move. The mean is over many games and has the start of the program in it
once; the 95th percentile has not. `speak` is one of our bots behind the protocol, and `inside` the same
bot without it."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TAHUR = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "tahur"))
GAMES = [("y:size=11", 100), ("kittens", 1000), ("cantstop:players=2", 40), ("parchis", 10)]


def pace(game, bot, games):
    out = subprocess.run([TAHUR, "arena", game, bot, "random", "--games", str(games), "--threads", "1", "--json"],
                         check=True, capture_output=True).stdout
    return json.loads(out)["seconds_a_move"][0]


def main():
    with tempfile.TemporaryDirectory() as directory:
        compiled = os.path.join(directory, "any")
        subprocess.run(["cc", "-O2", "-o", compiled, os.path.join(ROOT, "examples", "any.c")], check=True)
        print(f"{'game':20}{'bot':10}{'mean µs':>10}{'95 % µs':>10}{'moves':>8}")
        for game, games in GAMES:
            name = game.split(":")[0]
            bots = [("inside", "random"), ("C", f"exec:command=exec {compiled}"),
                    ("speak", f"exec:command=exec {TAHUR} speak {name} random"),
                    ("Python", f"exec:command=exec python3 {ROOT}/examples/first.py")]
            for title, bot in bots:
                told = pace(game, bot, games)
                print(f"{game:20}{title:10}{1e6 * told['mean']:10.2f}{1e6 * told['p95']:10.2f}{told['timed']:8}")


if __name__ == "__main__":
    main()
