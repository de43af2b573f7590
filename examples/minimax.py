"""A bot for Parchís: alpha-beta search with an evaluation of its own.

    python3 examples/minimax.py                                     10 games against the bot easy
    tahur arena parchis exec:command='python3 examples/minimax.py' easy --games 10 --random-plies 4

A colour moves again after a 6 and after some other moves, so seats do not simply alternate: the search maximises
where the bot's own seat is in turn, and minimises elsewhere.
"""
import functools
import sys

import tahur

# Squares: 0 home, 1 to 68 the track, 101 to 107 a corridor, 108 the goal. Colours: yellow, blue, red, green.
SAFE = {4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68}
LAST_SQUARE = (68, 17, 34, 51)  # of the track, by colour
WAY = [[0] + [66 - (last - square) % 68 for square in range(1, 69)] + [0] * 32 + list(range(67, 75))
       for last in LAST_SQUARE]  # how far a piece has come, by colour and square: 74 in the goal
PLACE = [-26] + [5 * (square in SAFE) for square in range(1, 69)] + [0] * 32 + [8] * 7 + [-6]  # and what else it is worth
# Special dice: star, boo, bullet, red shell, blue shell, mushroom, mega mushroom, lightning, horn, banana.
SPECIAL = dict(zip(range(101, 111), (21, 54, 43, 34, 42, 7, 25, 31, 40, 0)))
SIX, TO_MOVE, OWED, SECOND_COLOUR, WIN = 50, 18, 2.8, 0.7, 1_000_000
DICE, GHOST = (1, 2, 4, 5, 6), 3  # states from GHOST on cannot be eaten: ghost, star, mega


@functools.lru_cache(None)
def attackers(dice):
    """By square, the squares from which one of these dice eats a piece there, as bits; none for safe squares."""
    steps = [steps for die in dice for steps in ((6, 7) if die == 6 else (die,))]
    return [sum(1 << (square - n - 1) % 68 + 1 for n in steps) if 0 < square < 69 and square not in SAFE else 0
            for square in range(109)]


def colour_value(pieces, colour, enemies, attacked, danger):
    """The three pieces of a colour: the nearer it is to winning, the more a square counts; less what may be eaten."""
    value, gone, later = 0, 0, attackers(DICE)
    for square, state, _ in pieces[colour]:
        way = WAY[colour][square]
        gone += way
        value += PLACE[square]
        if enemies & later[square] and state < GHOST:
            value -= way * (danger if enemies & attacked[square] else 0.2)
    return value + gone * gone / 122 - gone / 6


def player_value(data, player):
    """Both colours of a player, of which the better one is enough to win; its dice; and what it is about to do."""
    enemies = 0
    for square, _, _ in data.pieces[1 - player] + data.pieces[3 - player]:
        enemies |= 1 << square
    dice = [data.dice[(data.color + (who - data.color) % 2) % len(data.dice)] for who in (player, 1 - player)]
    attacked, danger = attackers(tuple(dice[1])), 0.35 if data.player == player else 2.3
    one, other = (colour_value(data.pieces, colour, enemies, attacked, danger) for colour in (player, player + 2))
    value = max(one, other) + SECOND_COLOUR * min(one, other) + SIX * (6 in dice[0]) - sum(dice[0])
    value += sum(SPECIAL[die] for die in data.special[player])
    return value if data.player != player else value + TO_MOVE + (OWED * data.forced[0] if data.forced else 0)


def evaluate(state, seat):
    """The value of a state for a seat."""
    if state.over:
        return WIN if state.payoff[seat] == 1 else -WIN
    data = state.data
    return player_value(data, seat) - player_value(data, 1 - seat)


def search(state, depth, alpha, beta, seat):
    """The value for `seat` of the best play for `depth` plies, as far as it lies between alpha and beta."""
    if depth == 0 or state.over:
        return evaluate(state, seat)
    own = state.mover == seat
    after = [child for _, child in state.children()]
    if depth > 1:  # the best first: that leaves more to be cut off
        after.sort(key=lambda child: evaluate(child, seat), reverse=own)
    for child in after:
        value = search(child, depth - 1, alpha, beta, seat)
        if own:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if own else beta


class Minimax:
    """Looks `depth` plies ahead."""

    def __init__(self, depth=3):
        self.depth = depth

    def choose(self, state, legal):
        seat, best, alpha = state.mover, None, -2 * WIN
        for action, child in sorted(state.children(), key=lambda move: evaluate(move[1], seat), reverse=True):
            value = search(child, self.depth - 1, alpha, 2 * WIN, seat)
            if value > alpha:
                best, alpha = action, value
        return best


if __name__ == "__main__":
    if sys.stdin.isatty():
        print(tahur.arena("parchis", [Minimax, "easy"], games=10, random_plies=4))
    else:
        tahur.main(Minimax)
