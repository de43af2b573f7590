"""A bot for Can't Stop, in the words of the game.

    python3 examples/cantstop_bot.py                                1,000 games against the bot easy
    tahur arena cantstop:players=2 exec:command='python3 examples/cantstop_bot.py' easy --games 100

It moves where a step is the largest part of a column, and counts what the turn has gained by the rule of 28
(Michael Keller): columns far from 7 count more, and with 28 or more it stops.
"""
import sys

import tahur

HEIGHT = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
ENOUGH = 28


def gained(state):
    """The steps of this turn by column, as far as there are any."""
    return {column: steps for column, steps in enumerate(state.data.temporary, 2) if steps > 0}


class CautiousClimber(tahur.CantStopBot):
    def choose_move(self, state, dice, legal_moves):
        return max(legal_moves, key=lambda move: (sum(1 / HEIGHT[column] for column in move), -len(set(move))))

    def decide_stop(self, state, rolls_this_turn):
        progress, turn = state.data.progress[state.mover], gained(state)
        if any(progress[column - 2] + steps == HEIGHT[column] for column, steps in turn.items()):
            return True  # a column is complete: keep it
        if len(turn) < 3:
            return False  # a runner is free, and hardly any roll is a bust
        points = sum((steps + 1) * (abs(7 - column) + 1) for column, steps in turn.items())
        if all(column % 2 == 0 for column in turn):
            points -= 2  # three even columns go on most easily
        elif all(column % 2 == 1 for column in turn):
            points += 2
        if all(column < 8 for column in turn) or all(column > 6 for column in turn):
            points += 4
        return points >= ENOUGH


if __name__ == "__main__":
    if sys.stdin.isatty():
        print(tahur.arena("cantstop:players=2", [CautiousClimber, "easy"], games=1000))
    else:
        tahur.main(CautiousClimber)
