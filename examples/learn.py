"""Learns Kittens (rules=classic) against the bot v2, with a small network in numpy, by policy gradients with a
baseline (actor and critic): python3 examples/learn.py [--seed N] [--steps N]

Prints the share of games won while it learns, and at the end what the network is worth on other games,
with a 95 % interval. About ten seconds; the same seed gives the same figures on the same machine."""
import argparse
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small
import numpy as np
import tahur

GAME, OPPONENT = "kittens:rules=classic", "v2"
GAMES, ROLLOUT, HIDDEN = 256, 16, 64
RATE, ENTROPY, CRITIC = 3e-3, 0.01, 0.5


class Network:
    """Observation → tanh → a number for each action, and the value of the decision. Adam learns it."""

    def __init__(self, inputs, actions, rng):
        self.weights = [rng.normal(0, 1 / math.sqrt(inputs), (inputs, HIDDEN)), np.zeros(HIDDEN),
                        rng.normal(0, 0.01, (HIDDEN, actions + 1)), np.zeros(actions + 1)]
        self.mean = [np.zeros_like(w) for w in self.weights]
        self.square = [np.zeros_like(w) for w in self.weights]
        self.updates = 0

    def forward(self, seen, masks):
        """Hidden layer, probabilities of the legal actions, values."""
        hidden = np.tanh(seen @ self.weights[0] + self.weights[1])
        out = hidden @ self.weights[2] + self.weights[3]
        logits = np.where(masks, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), out[:, -1]

    def learn(self, seen, masks, actions, returns, rate):
        hidden, chances, values = self.forward(seen, masks)
        advantage = returns - values
        scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        logs = np.log(chances + 1e-9)
        entropy = -(chances * logs).sum(axis=1, keepdims=True)
        slope = np.empty((len(seen), chances.shape[1] + 1))
        slope[:, :-1] = chances * scaled[:, None] + ENTROPY * chances * (logs + entropy)
        slope[np.arange(len(seen)), actions] -= scaled
        slope[:, -1] = -CRITIC * advantage
        slope /= len(seen)
        back = slope @ self.weights[2].T * (1 - hidden * hidden)
        self.adam([seen.T @ back, back.sum(axis=0), hidden.T @ slope, slope.sum(axis=0)], rate)

    def adam(self, gradients, rate):
        self.updates += 1
        for w, g, m, s in zip(self.weights, gradients, self.mean, self.square):
            m += 0.1 * (g - m)
            s += 0.001 * (g * g - s)
            w -= rate * (m / (1 - 0.9**self.updates)) / (np.sqrt(s / (1 - 0.999**self.updates)) + 1e-8)


def train(network, env, steps, rng):
    """Plays and learns; tells the share of games won, twenty times."""
    seen, _ = env.reset(seed=int(rng.integers(2**32)))
    rounds = max(1, steps // (GAMES * ROLLOUT))
    wins = games = 0
    for i in range(rounds):
        rows = []
        for _ in range(ROLLOUT):
            before, masks = seen.astype(np.float64), env.masks.astype(bool)  # copies: step writes over them
            _, chances, _ = network.forward(before, masks)
            actions = (chances.cumsum(axis=1) < rng.random((GAMES, 1))).sum(axis=1)
            actions = np.minimum(actions, masks.shape[1] - 1)
            wrong = ~masks[np.arange(GAMES), actions]  # where rounding went beyond the last legal action
            actions[wrong] = chances[wrong].argmax(axis=1)
            seen, rewards, ended, cut, _ = env.step(actions)
            rows.append((before, masks, actions, rewards.copy(), ended | cut))
            wins, games = wins + int((rewards > 0).sum()), games + int(ended.sum())
        # What each decision came to: the end of its game, or what the last decision promises.
        worth = network.forward(seen, env.masks.astype(bool))[2]
        returns = []
        for _, _, _, rewards, over in reversed(rows):
            worth = np.where(over, rewards, worth)
            returns.append(worth)
        before, masks, actions = (np.concatenate([row[k] for row in rows]) for k in range(3))
        network.learn(before, masks, actions, np.concatenate(returns[::-1]), RATE * (1 - i / rounds))
        if (i + 1) * 20 // rounds > i * 20 // rounds:
            share = wins / max(1, games)
            print(f"{(i + 1) * GAMES * ROLLOUT:9,} steps  {100 * share:5.1f} %  {'█' * round(40 * share)}", flush=True)
            wins = games = 0


def evaluate(network, games):
    """Games that the network plays without chance of its own, each game's first episodes."""
    env = tahur.make_vec(GAME, GAMES, opponents=[OPPONENT])
    seen, _ = env.reset(seed=2**40)
    wins = played = 0
    left = np.full(GAMES, -(-games // GAMES))  # the same number of each: short games are not preferred
    while left.any():
        _, chances, _ = network.forward(seen, env.masks.astype(bool))
        seen, rewards, ended, cut, _ = env.step(chances.argmax(axis=1))
        counted = (ended | cut) & (left > 0)
        left -= counted
        wins, played = wins + int((rewards[counted] > 0).sum()), played + int(counted.sum())
    return wins, played


def wilson(wins, games, z=1.96):
    """The interval of a share."""
    share, more = wins / games, z * z / games
    middle = (share + more / 2) / (1 + more)
    half = z * math.sqrt(share * (1 - share) / games + more / games / 4) / (1 + more)
    return middle - half, middle + half


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions to learn from")
    arguments = parser.parse_args()
    rng = np.random.default_rng(arguments.seed)
    env = tahur.make_vec(GAME, GAMES, opponents=[OPPONENT])
    network = Network(env.observations.shape[1], env.masks.shape[1], rng)
    train(network, env, arguments.steps, rng)
    wins, games = evaluate(network, 10_000)
    low, high = wilson(wins, games)
    print(f"wins {100 * wins / games:.1f} % of {games:,} other games against {OPPONENT}, 95 % interval "
          f"{100 * low:.1f} to {100 * high:.1f}")


if __name__ == "__main__":
    main()
