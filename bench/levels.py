#!/usr/bin/env python3
"""How far the levels are apart: python3 bench/levels.py build/tahur [GAMES [GAME]]

For each game of two players, the share of games that a level wins against the one before; level1
against random. Prints the tables of docs/games-and-bots.md. GAMES is for each row (default 2000);
GAME is one game instead of all."""
import json
import subprocess
import sys

# Games without chance begin with a few random plies, so that games differ.
GAMES = {"cantstop": ["cantstop:players=2"], "kittens": ["kittens"],
         "parchis": ["parchis", "--random-plies=4"], "y": ["y", "--random-plies=2"]}
LEVELS = ["random", "level1", "level2", "level3", "level4"]


def row(program, game, bot, before, games):
    spec, *flags = GAMES[game]
    call = [program, "arena", spec, bot, before, "--games", str(games), *flags, "--json"]
    result = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
    low, high = result["bots"][0]["ci95"]
    share = result["bots"][0]["win_share"]
    print(f"| `{spec}` | {bot} | {before} | {100 * share:.1f} % ({100 * low:.1f} – {100 * high:.1f}) |", flush=True)


def main(program, games="2000", chosen=None):
    print("| game | bot | against | share of wins (95 %) |\n|---|---|---|---|")
    for game in [chosen] if chosen else GAMES:
        for before, bot in zip(LEVELS, LEVELS[1:]):
            row(program, game, bot, before, int(games))


if __name__ == "__main__":
    main(*sys.argv[1:])
