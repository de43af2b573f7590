"""What environments lose through Python, at 1,024 games a batch: steps a second in C (build/bench/env) and
through the module, with the same random actions by th_env_sample, in turns in one run; medians and ranges.
/usr/bin/python3 bench/env_python.py [ROUNDS]"""
import os
import re
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "python"))
sys.dont_write_bytecode = True

import tahur

GAMES, SECONDS = 1024, 0.15
ROWS = [("kittens", ["v2"]), ("kittens", []), ("cantstop", ["hard"]), ("y:size=11", []), ("parchis", ["random"])]


def in_c(game, opponents):
    out = subprocess.run([os.path.join(ROOT, "build", "bench", "env"), "1", game, *opponents], check=True,
                         capture_output=True, text=True).stdout
    return float(re.findall(r"([\d.]+)  \(", out.splitlines()[-1])[1])  # the actions are counted in both


def in_python(game, opponents):
    with tahur.make_vec(game, GAMES, opponents=opponents) as env:
        env.reset(seed=1)
        steps, begun = 0, time.thread_time()
        while time.thread_time() - begun < SECONDS:
            _, rewards, terminated, truncated, info = env.step(env.sample(steps))
            steps += GAMES
        return steps / (time.thread_time() - begun) / 1e6


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"millions of steps a second, {GAMES} games a batch, median of {rounds} rounds (and range)")
    print(f"{'game':12}{'opponent':10}{'C':>8}{'':18}{'Python':>8}{'':18}{'Python / C':>12}")
    for game, opponents in ROWS:
        pairs = [(in_c(game, opponents), in_python(game, opponents)) for _ in range(rounds)]
        shown = ""
        for rates in zip(*pairs):
            shown += f"{statistics.median(rates):8.2f}  ({min(rates):5.2f} to {max(rates):5.2f})"
        ratio = statistics.median(python / c for c, python in pairs)
        print(f"{game:12}{(opponents or ['self-play'])[0]:10}{shown}{ratio:12.3f}", flush=True)


if __name__ == "__main__":
    main()
