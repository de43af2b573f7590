"""A bot for any game: Monte Carlo tree search (UCT), with chance, hidden information and any number of players.

    python3 examples/mcts.py kittens v1                             50 games against the bot v1
    tahur arena y:size=5 exec:command='python3 examples/mcts.py' random --games 20

Every simulation begins in a state that the seat in turn cannot tell from the real one (`guess`), walks down the tree
by the actions that look best so far, adds one node, and plays on at random. The tree is one of actions and outcomes:
where states differ, so may what is legal, and each visit takes the best of what is legal there (Cowling, Powley and
Whitehouse, Information Set Monte Carlo Tree Search, 2012).
"""
import math
import sys

import tahur

EXPLORATION = 0.7


class Node:
    """What simulations have found about an action: how often it was tried, how often it could have been, and the sum
    of what came of it for the seat that made it."""

    __slots__ = ("children", "visits", "available", "value")

    def __init__(self):
        self.children = {}  # by action
        self.visits = self.available = 0
        self.value = 0.0


def best_child(node, legal, random):
    """An action that has not been tried, or the one with the best upper confidence bound."""
    new = [action for action in legal if action not in node.children]
    if new:
        return random.choice(new)

    def bound(action):
        child = node.children[action]
        return child.value / child.visits + EXPLORATION * math.sqrt(math.log(child.available) / child.visits)
    for action in legal:
        node.children[action].available += 1
    return max(legal, key=bound)


def simulate(root, state, random):
    """One simulation, which changes `state`: down the tree, a new node, and at random to the end."""
    node, path = root, []
    while not state.over:
        mover = state.mover
        if mover == tahur.CHANCE:
            action = state.pick(random.getrandbits(64))
        else:
            action = best_child(node, state.legal(), random)
        new = action not in node.children
        node = node.children.setdefault(action, Node())
        if new:
            node.available = 1
        path.append((node, mover))
        state.apply(action)
        if new and mover != tahur.CHANCE:
            break
    payoff = state.payoff if state.over else state.playouts(1, random.getrandbits(63)).payoff
    for node, mover in path:
        node.visits += 1
        if mover != tahur.CHANCE:
            node.value += payoff[mover]


class Mcts(tahur.PythonBot):
    """So many simulations for each decision."""

    def __init__(self, simulations=200):
        self.simulations = simulations

    def choose(self, state, legal):
        root = Node()
        for _ in range(self.simulations):
            simulate(root, state.guess(state.mover, self.random.getrandbits(63)), self.random)
        return max(legal, key=lambda action: root.children[action].visits if action in root.children else 0)


if __name__ == "__main__":
    if sys.stdin.isatty():
        game, other = sys.argv[1:] if len(sys.argv) == 3 else ("kittens", "v1")
        print(tahur.arena(game, [Mcts, other], games=50))
    else:
        tahur.main(Mcts)
