"""What states cost through Python: legal, apply and copy by single calls, children, values and data, over the states
of random games; each beside a method call that does nothing (`().__len__()`), in one run; medians and ranges.
python3 bench/python.py [ROUNDS]"""
import os
import random
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "python"))
sys.dont_write_bytecode = True

import tahur

STATES = 3000
LIMITS = {"legal": 150, "apply": 150, "copy": 150}  # nanoseconds, on average in Can't Stop and Y
CHILDREN, SINGLE = 1.0, 0.3                         # millions a second, in Parchís


def states_of(spec):
    """States of random games in which a seat is in turn, each with a legal action."""
    game, rng, pairs = tahur.Game(spec), random.Random(1), []
    state = game.start()
    while len(pairs) < STATES:
        if state.over:
            state = game.start()
        elif state.mover == tahur.CHANCE:
            state.apply(state.pick(rng.getrandbits(64)))
        else:
            pairs.append((state.copy(), rng.choice(state.legal())))
            state.apply(pairs[-1][1])
    return pairs


def nanoseconds(loop, pairs, calls):
    begun = time.thread_time_ns()
    loop(pairs)
    return (time.thread_time_ns() - begun) / calls


def only_loop(pairs):
    for state, action in pairs:
        pass


def nothing(pairs):
    for state, action in pairs:
        ().__len__()


def legal(pairs):
    for state, action in pairs:
        state.legal()


def apply(pairs):
    for state, action in pairs:
        state.apply(action)


def copy(pairs):
    for state, action in pairs:
        state.copy()


def data(pairs):
    for state, action in pairs:
        state.data


def children(pairs):
    for state, action in pairs:
        state.children()


def single(pairs):
    for state, action in pairs:
        for other in state.legal():
            state.after(other)


def measure(pairs, loop):
    """Nanoseconds for a call, without the loop around it."""
    fresh = [(state.copy(), action) for state, action in pairs] if loop is apply else pairs
    return nanoseconds(loop, fresh, len(pairs)) - nanoseconds(only_loop, pairs, len(pairs))


def shown(numbers):
    return f"{statistics.median(numbers):9.1f}  ({min(numbers):7.1f} to {max(numbers):7.1f})"


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    games = {spec: states_of(spec) for spec in ("cantstop", "y", "kittens", "parchis")}
    print(f"nanoseconds a call, median of {rounds} rounds (and range); times a call that does nothing")
    medians = {}
    for loop in (legal, apply, copy, data):
        for spec, pairs in games.items():
            both = [(measure(pairs, loop), measure(pairs, nothing)) for _ in range(rounds)]
            medians[loop.__name__, spec] = statistics.median(ours for ours, _ in both)
            ratio = statistics.median(ours / theirs for ours, theirs in both)
            print(f"{loop.__name__:10}{spec:12}{shown([ours for ours, _ in both])}{ratio:8.1f}", flush=True)
    for name, limit in LIMITS.items():
        mean = (medians[name, "cantstop"] + medians[name, "y"]) / 2
        print(f"{name} on average in Can't Stop and Y: {mean:.0f} ns (at most {limit})")
    pairs = games["parchis"]
    made = sum(len(state.legal()) for state, _ in pairs)
    both = [(1e3 / nanoseconds(children, pairs, made), 1e3 / nanoseconds(single, pairs, made)) for _ in range(rounds)]
    ratio = statistics.median(many / one for many, one in both)
    print(f"Parchís, millions of children a second: by children {statistics.median(m for m, _ in both):.2f} (at least "
          f"{CHILDREN}), by single calls {statistics.median(s for _, s in both):.2f} (at least {SINGLE}), ratio {ratio:.1f}")


if __name__ == "__main__":
    main()
