#!/usr/bin/env python3
"""bench/selfplay_figures.py [--seeds N] [--threads N] [ROW…]: what tahur train --method selfplay learns from nothing.

Trains with several seeds and measures each network on games that it was not chosen by, in all seats; in Y they begin with
four random decisions, the same for both colours. Next to it is what a strong player wins in such games: colours are
exchanged, so that half of the games begin in the worse position. Times are of the
processor, evaluations included. Prints a table, and ends with exit status 1 if a figure is not reached. Needs
build/tahur."""
import argparse
import json
import os
import subprocess
import sys

TAHUR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "tahur")

# Name, game, opponent, games, further flags; the strong player, and its flags in the arena; the share to be reached in the
# mean over the seeds, and in how many seconds.
ROWS = [
    ("y5", "y:size=5", "alphabeta:depth=2", 20000,
     ["--evaluate-every=2000", "--evaluate-games=1000", "--final-games=4000"],
     "alphabeta:depth=15", ["--games=4000", "--random-plies=4"], 0.80, 600),
    ("cantstop", "cantstop:players=2", "hard", 20000,
     ["--random-plies=0", "--hidden=128,128", "--chance-nodes", "--lambda=0.9", "--value-scale=2", "--choose=values",
      "--iterations=16", "--considered=9", "--replay=400000", "--reuse=1", "--evaluate-every=2000",
      "--evaluate-games=300", "--final-games=4000"],
     "turn-optimal", ["--games=4000"], 0.65, 600),
]


def run(*arguments):
    print("tahur", *arguments, file=sys.stderr)
    return json.loads(subprocess.run([TAHUR, *arguments, "--json"], stdout=subprocess.PIPE, check=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("rows", nargs="*", help="of: " + ", ".join(row[0] for row in ROWS))
    options = parser.parse_args()
    missed = False
    print("| game | opponent | games | seconds | wins | lowest seed | the strong player wins | wanted |")
    print("|---|---|---|---|---|---|---|---|")
    for name, game, opponent, games, flags, strong, arena, wanted, most in ROWS:
        if options.rows and name not in options.rows:
            continue
        result = run("train", game, "--method=selfplay", f"--games={games}", f"--evaluate-against={opponent}", *flags,
                     f"--seeds={options.seeds}", f"--threads={options.threads}")
        ceiling = run("arena", game, strong, opponent, *arena)["bots"][0]["win_share"]
        found = result["summary"][opponent]
        seconds = max(one["train_seconds"] + one["evaluate_seconds"] for one in result["seeds"])
        good = found["mean"] >= wanted and seconds <= most
        missed |= not good
        print(f"| {game} | {opponent} | {games:,} | {seconds:.0f} | {found['mean']:.3f} | {found['lowest']:.3f} | "
              f"{ceiling:.3f} ({strong}) | {wanted:.2f}: {'reached' if good else 'MISSED'} |", flush=True)
    sys.exit(missed)


main()
