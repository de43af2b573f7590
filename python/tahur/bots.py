"""Bots: those of the program (Bot), and what is useful to write one's own (PythonBot, CantStopBot)."""
import random as _random
from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Sequence, Tuple, Union

from . import _tahur
from ._tahur import State, TahurError


@dataclass(frozen=True)
class Thought:
    """What a bot thinks of one action. Numbers that it does not know are None."""
    action: int
    move: str  # the action as text
    value: Optional[float]  # the chance of winning after it, of the seat in turn
    error: Optional[float]  # its standard error; 0: exact within the bot's search
    own: Optional[float]  # in the bot's own measure: an evaluation, a Q-value, visits
    line: Tuple[int, ...]  # the actions that the bot expects, beginning with this one


@dataclass(frozen=True)
class Thoughts:
    """What a bot thinks of a state: its choice, and a Thought for each legal action, the best first."""
    action: int  # what it would do
    move: str
    seat: int
    own: Optional[str]  # the name of the bot's own measure
    depth: int  # plies of a search by values; otherwise 0
    reach: Optional[str]  # within which limits it is exact
    moves: Tuple[Thought, ...] = field(repr=False)

    def __getitem__(self, action: Union[int, str]) -> Thought:
        """The Thought about an action."""
        for thought in self.moves:
            if action in (thought.action, thought.move):
                return thought
        raise KeyError(action)

    def __iter__(self) -> Iterator[Thought]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)


def _known(number):
    return float("-inf") if number is None else number


class Bot(_tahur.Bot):
    """A bot of the program, asked about states: Bot("alphabeta:depth=4", "parchis").choose(state).

    `game` is a Game or its spec, `seed` that of the bot's random numbers. The bot sees what the seat in turn
    sees, never more. Every question stands alone, unless `begin` has begun a game. One thread at a time may
    ask it; `tahur bots GAME` lists all bots with their options."""

    def thoughts(self, state: State) -> Thoughts:
        """What the bot thinks of each legal action, as Thoughts. Its choice is that of `choose`."""
        action, own, depth, reach, seat, moves = self._think(state)
        thoughts = [Thought(move[0], state.move_text(move[0]), *move[1:]) for move in moves]
        thoughts.sort(key=lambda t: (t.action != action, -_known(t.value), -_known(t.own)))
        return Thoughts(action, state.move_text(action), seat, own, depth, reach, tuple(thoughts))


class PythonBot:
    """A base for bots in Python. It is not required: any class with a method `choose` is a bot.

        class Greedy(tahur.PythonBot):
            def choose(self, state, legal):
                return max(legal, key=lambda action: state.after(action).evaluate(state.mover))

        tahur.arena("parchis", [Greedy, "easy"], games=100)

    `random` is a random.Random that is seeded for every game: a bot that uses no other numbers plays the same
    games again with the same seed of the contest."""

    @property
    def random(self) -> _random.Random:
        """Random numbers for this bot, seeded for every game (a random.Random)."""
        own = self.__dict__.get("_random")
        if own is None:
            own = self.__dict__["_random"] = _random.Random(1)
        return own

    def begin(self, view: State, seat: int) -> None:
        """A game begins: `view` is what this bot's seat sees of it. Called before its first decision."""

    def choose(self, state: State, legal: List[int]) -> Union[int, str]:
        """The action to take, one of `legal`, or its text. `state` is what the seat in turn, `state.mover`, sees;
        it is the bot's own copy."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose")

    def end(self, payoff: Tuple[float, ...]) -> None:
        """The game is over: `payoff` has the share in the win of every seat."""


class CantStopBot(PythonBot):
    """A base for bots of Can't Stop, in the words of the game.

        class Careful(tahur.CantStopBot):
            def choose_move(self, state, dice, legal_moves):
                return max(legal_moves, key=sum)

            def decide_stop(self, state, rolls_this_turn):
                return rolls_this_turn >= 3

    `state.data` has the board: `progress` by seat and column from 2 to 12, `temporary` for this turn."""

    def choose_move(self, state: State, dice: Tuple[int, ...],
                    legal_moves: List[Tuple[int, ...]]) -> Sequence[int]:
        """The move for four dice, such as (2, 4, 4, 6): one of `legal_moves`, tuples of the columns that go up a
        step, such as [(6, 10), (8,)]."""
        raise NotImplementedError(f"{type(self).__name__} has no method choose_move")

    def decide_stop(self, state: State, rolls_this_turn: int) -> bool:
        """Whether to stop and keep what was gained, after so many rolls in this turn."""
        raise NotImplementedError(f"{type(self).__name__} has no method decide_stop")

    def choose(self, state: State, legal: List[int]) -> int:
        if state.game.name != "cantstop":
            raise TahurError(f"{type(self).__name__} is a CantStopBot and does not play {state.game.name}")
        data = state.data
        texts = {state.move_text(action): action for action in legal}
        if "stop" in texts:
            stop = self.decide_stop(state, data.rolls)
            if stop is None:
                raise TahurError("decide_stop returned None; it returns True to stop, False to roll")
            return texts["stop" if stop else "roll"]
        moves = {tuple(int(column) for column in text.split("+")): action for text, action in texts.items()}
        answer = self.choose_move(state, tuple(data.dice), list(moves))
        try:
            return moves[tuple(answer)]
        except (KeyError, TypeError):
            raise TahurError(f"choose_move returned {answer!r}, which is none of {list(moves)}") from None
