#!/usr/bin/env python3
"""bench/y_strength.py [--games N] [--times MS,…] [--sizes N,…] [BOT]: how strong the network of Y is at equal time.

BOT (default mcts:network=0.7,rave=300,prior=2) against mcts without a network, one thread each, the same milliseconds per
move: pairs of games from the 20 openings of two stones that look most even, with colours exchanged. Prints a row for each
size and time, with the wanted 80 %. A pair is one observation of the interval. Needs build/tahur and
build/bench/y_network."""
import argparse
import json
import os
import subprocess
import tempfile

BUILD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build")
BEFORE = "mcts:network=0"
OPENINGS = 20  # most of the others are decided


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--times", default="100,1000")
    parser.add_argument("--sizes", default="9,11,13")
    parser.add_argument("--threads", type=int, default=1, help="games at the same time")
    parser.add_argument("bot", nargs="?", default="mcts:network=0.7,rave=300,prior=2")
    options = parser.parse_args()
    pairs = (options.games + 1) // 2
    print("| size | time | games | wins (95 %) | at least 80 % |\n|---|---|---|---|---|")
    for size in options.sizes.split(","):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as openings:
            subprocess.run([f"{BUILD}/bench/y_network", "openings", size, str(OPENINGS)], stdout=openings, check=True)
            for time in options.times.split(","):
                call = [f"{BUILD}/tahur", "arena", f"y:size={size}", options.bot, BEFORE, f"--time={time}",
                        f"--openings={openings.name}", f"--games={2 * pairs}", f"--threads={options.threads}", "--json"]
                bot = json.loads(subprocess.run(call, stdout=subprocess.PIPE, check=True).stdout)["bots"][0]
                share, (low, high) = bot["win_share"], bot["ci95"]
                print(f"| {size} | {time} ms | {2 * pairs} | {100 * share:.1f} % ({100 * low:.1f} – {100 * high:.1f}) | "
                      f"{'reached' if share >= 0.8 else 'missed'} |", flush=True)


main()
