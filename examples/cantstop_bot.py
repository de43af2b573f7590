"""A bot for Can't Stop, in the words of the game.

    python3 examples/cantstop_bot.py                                1,000 games against the bot easy
    tahur arena cantstop:players=2 exec:command='python3 examples/cantstop_bot.py' easy --games 100

It takes as few new columns as it can, and steps where it has come farthest. What the turn has gained it counts by the
rule of 28 (Michael Keller): columns far from 7 count more, and with 28 or more it stops.
"""
import sys

import tahur

HEIGHT = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}
ENOUGH = 28


class RuleOf28(tahur.CantStopBot):
    def choose_move(self, state, dice, legal_moves):
        data = state.data
        gained = dict(enumerate(data.temporary, 2))  # in this turn, by column
        before = dict(enumerate(data.progress[state.mover], 2))

        def score(move):
            new = sum(gained[column] == 0 for column in set(move))
            return -new, sum((before[column] + gained[column] + 1) / HEIGHT[column] for column in move)
        return max(legal_moves, key=score)

    def decide_stop(self, state, rolls_this_turn):
        data = state.data
        turn = {column: steps for column, steps in enumerate(data.temporary, 2) if steps > 0}
        progress = enumerate(data.progress[state.mover], 2)
        if sum(steps + turn.get(column, 0) == HEIGHT[column] for column, steps in progress) >= 3:
            return True  # that wins
        if len(turn) < 3:
            return False  # a runner is free: hardly any roll is a bust
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
        print(tahur.arena("cantstop:players=2", [RuleOf28, "easy"], games=1000))
    else:
        tahur.main(RuleOf28)
