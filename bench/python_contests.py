"""Bots in Python: games a second in process and through exec, and the strength of examples/minimax.py.

    PYTHONPATH=python python3 bench/python_contests.py [speed] [minimax] [GAMES]

Ratios in one run: the machine may be busy. `minimax` plays GAMES games (100) against each of easy and medium, which
takes a quarter of an hour."""
import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "examples"))

import tahur

import minimax

GAMES = ("cantstop:players=2", "kittens", "y:size=5", "parchis")
FIRST = f"exec:command={sys.executable} {os.path.join(ROOT, 'examples', 'first.py')}"


class First:
    """What examples/first.py does as a program outside."""

    def choose(self, state, legal):
        return legal[0]


def rate(game, bot, games):
    """Games a second on one thread, without the start of the program."""
    result = tahur.arena(game, [bot, "random"], games=games, threads=1, seed=1, max_turns=500)
    return result.games / result.seconds, result.digest


def speed():
    """The median of five pairs of runs."""
    print("the first legal move against random, games a second on one thread")
    for game in GAMES:
        inside, outside, digests = [], [], set()
        for _ in range(5):
            fast, _ = rate(game, First, 400)
            slow, digest = rate(game, FIRST, 60)
            inside.append(fast)
            outside.append(slow)
            digests |= {digest, rate(game, First, 60)[1]}
        ratios = [a / b for a, b in zip(inside, outside)]
        print(f"  {game:19} in process {statistics.median(inside):9,.0f}   exec {statistics.median(outside):7,.1f}   "
              f"ratio {statistics.median(ratios):6.0f} ({min(ratios):.0f} to {max(ratios):.0f})   "
              f"{'the same games' if len(digests) == 1 else 'OTHER GAMES'}")


def search_time():
    state = tahur.Game("parchis").start()
    print("examples/minimax.py from the start of Parchís, seconds of CPU time (the best of three)")
    for depth in (1, 2, 3, 4):
        times = []
        for _ in range(3):
            begun = time.process_time()
            minimax.Minimax(depth).choose(state, state.legal())
            times.append(time.process_time() - begun)
        print(f"  depth {depth}: {min(times):.3f}")


def strength(games):
    print(f"examples/minimax.py at its default depth, {games} games with 4 random plies each")
    for other in ("easy", "medium"):
        result = tahur.arena("parchis", [minimax.Minimax, other], games=games, random_plies=4)
        own = result.bots[0]
        print(f"  against {other:7} {100 * own.win_share:.1f} % ({100 * own.ci95[0]:.1f} to {100 * own.ci95[1]:.1f}), "
              f"{result.seconds_a_move[0].mean:.3f} s a move, digest {result.digest}", flush=True)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    wanted = [word for word in sys.argv[1:] if not word.isdigit()] or ["speed", "minimax"]
    if "speed" in wanted:
        speed()
    if "minimax" in wanted:
        search_time()
        strength(numbers[0] if numbers else 100)
