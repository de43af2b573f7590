#!/usr/bin/env python3
"""bench/kittens_learning.py [--seeds N] [--threads N] [ROW…]: what is learned of Kittens, and how fast.

Trains with several seeds and measures each network on 20,000 games it was not chosen by, in both
seats; times are of the processor, evaluations included. Prints a table, and ends with exit status 1
if a figure is not reached. Needs build/tahur."""
import argparse
import json
import os
import subprocess
import sys

TAHUR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "tahur")
MIXTURE = "v1,v2,v3,random"

# Name, game, opponent, games, further flags; of the win share against v2 the mean over the seeds and
# the lowest of a seed, and seconds, that are to be reached (None: only to be shown).
ROWS = [
    ("classic", "kittens:rules=classic", "v2", 5000, [], 0.96, 0.94, 20),
    ("full", "kittens", "v2", 10000, [], 0.96, 0.94, 60),
    ("seed25", "kittens:deck=seed25", "v2", 10000, [], 0.945, 0.92, None),
    ("official", "kittens:deck=official", "v2", 10000, [], None, None, None),
    ("mixture", "kittens", MIXTURE, 30000, ["--epsilon-games=3000", "--replay=100000"], None, None, None),
    ("self-play", "kittens", "self", 20000, ["--epsilon-games=2000"], None, None, None),
]
BOTS = ["v2", "v1", "v3", "random"]


def train(row, arguments):
    name, game, opponent, games, flags, *_ = row
    call = [TAHUR, "train", game, f"--opponent={opponent}", f"--games={games}", *flags, "--json",
            f"--seeds={arguments.seeds}", f"--threads={arguments.threads}"]
    print(f"{name}: tahur {' '.join(call[1:])}", file=sys.stderr)
    return json.loads(subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout)


def reached(row, result):
    _, _, _, _, _, mean, lowest, seconds = row
    v2 = result["summary"]["v2"]
    slowest = max(run["train_seconds"] + run["evaluate_seconds"] for run in result["seeds"])
    if mean is None:
        return "", slowest
    good = v2["mean"] >= mean and v2["lowest"] >= lowest and (not seconds or slowest <= seconds)
    return "reached" if good else "MISSED", slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("rows", nargs="*", help="of: " + ", ".join(row[0] for row in ROWS))
    arguments = parser.parse_args()
    missed = False
    print("| game | opponent | games | seconds | " + " | ".join(f"against {b}" for b in BOTS)
          + " | lowest v2 | wanted |")
    print("|---|---|---|---|" + "---|" * len(BOTS) + "---|---|")
    for row in ROWS:
        if arguments.rows and row[0] not in arguments.rows:
            continue
        result = train(row, arguments)
        verdict, slowest = reached(row, result)
        missed = missed or verdict == "MISSED"
        summary = result["summary"]
        spread = [f"{summary[b]['mean']:.4f} ± {summary[b]['deviation'] or 0:.4f}" for b in BOTS]
        wanted = f"{row[5]}, {row[6]}" + (f", {row[7]} s" if row[7] else "") if row[5] else ""
        print(f"| `{row[1]}` | {row[2]} | {row[3]:,} | {slowest:.1f} | {' | '.join(spread)} | "
              f"{summary['v2']['lowest']:.4f} | {wanted} {verdict} |", flush=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
