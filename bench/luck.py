#!/usr/bin/env python3
"""What it is worth to take luck off results (docs/contests.md): how many plain blocks an adjusted one is worth, where the
rest of the variance comes from, and what measuring costs for bots of different speeds.

    bench/luck.py [BUILD [PERCENT]]     tables in Markdown; PERCENT of the blocks, default 100
"""
import json
import subprocess
import sys

# Game, bots, blocks.
WORTH = [
    ("cantstop:players=2", ["turn-optimal", "turn-optimal:error=0.01"], 400),
    ("cantstop:players=2", ["turn-optimal", "turn-optimal:error=0.05"], 400),
    ("cantstop:players=2", ["turn-optimal", "risk-stop"], 400),
    ("cantstop", ["turn-optimal", "turn-optimal:error=0.01", "turn-optimal", "turn-optimal:error=0.01"], 100),
    ("cantstop", ["turn-optimal", "risk-stop", "hard", "glenn-aloi"], 100),
    ("kittens", ["mcts:iterations=200", "dqn"], 400),
    ("kittens", ["dqn", "v3"], 10000),
    ("kittens", ["v3", "v1"], 10000),
]
# About 100 ns, 10 µs and 1 ms a move.
SPEEDS = [
    ("kittens", ["v3", "v3"], 2000),
    ("kittens", ["mcts:iterations=30", "mcts:iterations=30"], 200),
    ("kittens", ["mcts:iterations=1500", "mcts:iterations=1500"], 17),
    ("cantstop:players=2", ["risk-stop", "risk-stop"], 17),
    ("cantstop:players=2", ["mcts:iterations=5", "mcts:iterations=5"], 17),
    ("cantstop:players=2", ["mcts:iterations=500", "mcts:iterations=500"], 9),
]


def measure(build, game, bots, blocks):
    done = subprocess.run([f"{build}/bench/luck", game, str(blocks), *bots], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def time_of(seconds):
    return f"{1e9 * seconds:.0f} ns" if seconds < 1e-6 else f"{1e6 * seconds:.1f} µs"


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    percent = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    print("| game | bots | blocks | share, plain | adjusted | plain blocks for an adjusted one | of the rest: bots' draws | "
          "estimate |\n|---|---|---|---|---|---|---|---|")
    for game, bots, blocks in WORTH:
        blocks = max(2, blocks * percent // 100)
        m = measure(build, game, bots, blocks)
        draws = min(max(m["decisions"] / m["adjusted"], 0), 1)
        print(f"| `{game}` | {' '.join(bots)} | {blocks:,} | {m['share']:.3f} | {m['adjusted_share']:.3f} | "
              f"{m['plain'] / m['adjusted']:.1f} | {draws:.0%} | {1 - draws:.0%} |", flush=True)
    print("\n| game | bots | a decision | time with luck measured, over without |\n|---|---|---|---|")
    for game, bots, blocks in SPEEDS:
        m = measure(build, game, bots, max(2, blocks * percent // 100))
        print(f"| `{game}` | {' '.join(bots)} | {time_of(m['seconds_a_decision'])} | {m['time_ratio']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
