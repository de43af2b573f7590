"""A bot for Parchís: alpha-beta search with an evaluation of its own.

    python3 examples/minimax.py                                     10 games against the bot easy
    tahur arena parchis exec:command='python3 examples/minimax.py' easy --games 10 --random-plies 4

A colour moves again after a 6 and after some other moves, so seats do not simply alternate: the search maximises
where the bot's own seat is in turn, and minimises elsewhere.
"""
import functools
import sys

import tahur

# Colours: 0 yellow, 1 blue, 2 red, 3 green; player 0 has yellow and red. Squares: 0 home, 1 to 68 the track, 101 to 107
# the corridor of a colour, 108 its goal. All values are on the scale of `colour_value`, where a square forward is worth
# little at first and about 3 at the end.
SAFE = {4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68}
LAST_SQUARE = (68, 17, 34, 51)  # of the track, by colour
WAY = [[0] + [66 - (last - square) % 68 for square in range(1, 69)] + [0] * 32 + list(range(67, 75))
       for last in LAST_SQUARE]  # how far a piece has come, by colour and square: 74 in the goal
PLACE = [-26] + [5 * (square in SAFE) for square in range(1, 69)] + [0] * 32 + [8] * 7 + [-6]  # what else that is worth
STATE = (0, -2, -1.4, 1.3, 7, 3.2)  # a turn as a normal piece, bananed, mini, ghost, star, mega
NORMAL, GHOST = 0, 3  # normal pieces eat; pieces from ghost on cannot be eaten
# Special dice: star, boo, bullet, red shell, blue shell, mushroom, mega mushroom, lightning, horn, banana.
SPECIAL = dict(zip(range(101, 111), (21, 54, 43, 34, 42, 7, 25, 31, 40, 0)))
SIX, FIVE, TO_MOVE, OWED, SECOND_COLOUR, BARRIER, TRAP, BOUNCE, WIN = 51, 9, 18, 2.8, 0.69, -11, -13, -0.2, 1_000_000


@functools.lru_cache(None)
def targets(colour, dice):
    """By square of a piece of this colour, the squares where it eats with one of these dice, as bits."""
    steps = [steps for die in dice for steps in ((6, 7) if die == 6 else (die,))]
    table = [0] * 109
    for square in range(1, 69):
        ahead = [(square + n - 1) % 68 + 1 for n in steps if n <= (LAST_SQUARE[colour] - square) % 68]
        table[square] = sum(1 << target for target in ahead if target not in SAFE)
    return table


def threats(pieces, player, dice):
    """The squares where a player can eat with these dice, as bits."""
    squares = 0
    for colour in (player, player + 2):
        reach = targets(colour, dice)
        for square, state, _ in pieces[colour]:
            if state == NORMAL:
                squares |= reach[square]
    return squares


def colour_value(data, colour, now, later, danger):
    """The three pieces of a colour. The nearer it is to winning, the more a square counts. A piece that may be eaten
    now or later counts for less, by so much of its way."""
    pieces, value, gone = data.pieces[colour], BOUNCE * data.bounces[colour] ** 2, 0
    for square, state, turns in pieces:
        way = WAY[colour][square]
        gone += way
        value += PLACE[square] + STATE[state] * turns
        if 0 < square < 69 and state < GHOST:
            value += sum(TRAP for trap in data.traps if 0 < (trap - square) % 68 <= 7)
            if sum(other[0] == square for other in pieces) > 1:
                value += BARRIER
            elif later >> square & 1:
                value -= way * (danger if now >> square & 1 else 0.21)
    return value + gone * gone / 122 - gone / 6


def player_value(data, player):
    """Both colours of a player, of which the better one is enough to win; its dice; and what it is about to do."""
    own, others = (tuple(data.dice[(data.color + (who - data.color) % 2) % len(data.dice)])
                   for who in (player, 1 - player))
    now, later = (threats(data.pieces, 1 - player, dice) for dice in (others, (1, 2, 4, 5, 6)))
    danger = 0.35 if data.player == player else 2.3
    one, other = (colour_value(data, colour, now, later, danger) for colour in (player, player + 2))
    value = max(one, other) + SECOND_COLOUR * min(one, other) + sum(SPECIAL[die] for die in data.special[player])
    value += SIX * (6 in own) - sum(own)
    if 5 in own and any(piece[0] == 0 for colour in (player, player + 2) for piece in data.pieces[colour]):
        value += FIVE
    return value if data.player != player else value + TO_MOVE + (OWED * max(data.forced) if data.forced else 0)


def evaluate(state, seat):
    """The value of a state for a seat."""
    if state.over:
        return WIN if state.payoff[seat] == 1 else -WIN
    data = state.data
    return player_value(data, seat) - player_value(data, 1 - seat)


def search(state, depth, alpha, beta, seat):
    """The value for `seat` of the best play for `depth` plies, as far as it lies between alpha and beta. A move that
    the last one forces is no ply of its own."""
    if state.over or (depth == 0 and not state.forced):
        return evaluate(state, seat)
    own, deeper = state.mover == seat, depth - (not state.forced)
    after = [child for _, child in state.children()]
    if deeper > 0:  # the best first: that leaves more to be cut off
        after.sort(key=lambda child: evaluate(child, seat), reverse=own)
    for child in after:
        value = search(child, deeper, alpha, beta, seat)
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
            value = search(child, self.depth - (not state.forced), alpha, 2 * WIN, seat)
            if value > alpha:
                best, alpha = action, value
        return best


if __name__ == "__main__":
    if sys.stdin.isatty():
        print(tahur.arena("parchis", [Minimax, "easy"], games=10, random_plies=4))
    else:
        tahur.main(Minimax)
