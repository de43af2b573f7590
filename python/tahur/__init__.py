"""tahur: games of skill and luck, to search, to play and to learn from.

States of games, for searches and bots:

    game = tahur.Game("parchis:rules=course")
    s = game.start()
    while not s.over:
        s.apply(random.choice(s.legal()))

Environments, for learning (these need numpy; docs/environments.md tells the rest):

    env = tahur.make("kittens:rules=classic", opponents=["v2"])
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Bots and contests: a class with a method `choose` is a bot, and a spec such as "v2" is one of the program's:

    class First:
        def choose(self, state, legal):
            return legal[0]

    print(tahur.arena("kittens", [First, "v2"], games=1000))

help(tahur.Game) and help(tahur.State) are the manual of states, help(tahur.arena) that of an arena."""
from typing import TYPE_CHECKING

from .library import version  # which loads the extension module
from ._tahur import CHANCE, OVER, STRANGER, SURE_VALUE, Data, Game, State, TahurError, __version__, games
from .bots import Bot, CantStopBot, PythonBot, Thought, Thoughts
from .contests import analyze, arena, compare, grade, league, odds, review, solve
from .protocol import main
from .results import Fault, Figures, Result

# Without Env and VecEnv: `from tahur import *` must do without numpy too.
__all__ = ["Bot", "CHANCE", "CantStopBot", "Data", "Fault", "Figures", "Game", "OVER", "PythonBot", "Result", "STRANGER",
           "SURE_VALUE", "State", "TahurError", "Thought", "Thoughts", "analyze", "arena", "compare", "games", "grade",
           "league", "main", "make", "make_vec", "odds", "review", "solve", "version"]


if TYPE_CHECKING:  # see __getattr__
    from .single import Env
    from .vector import VecEnv


def _environments():
    """The classes of environments, loaded when they are first used: they need numpy, and states do not."""
    try:
        from . import single, vector
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ImportError("environments need numpy, which this Python does not have (Debian: python3-numpy)") from None
    return {"Env": single.Env, "VecEnv": vector.VecEnv}


def __getattr__(name):
    if name in ("Env", "VecEnv"):
        return _environments()[name]
    raise AttributeError(f"module 'tahur' has no attribute {name!r}")


def make(game, opponents=None, *, seat=None, max_turns=0, render_mode=None):
    """One game, step by step. `opponents` are specs of bots for the other seats, None or an empty list is
    self-play; `seat` is the learner's, None: it rotates with the episodes; a game that is not over within
    `max_turns` turns is truncated (0: 4,000); `render_mode` is None, "ansi" or "human"."""
    return _environments()["Env"](game, opponents, seat=seat, max_turns=max_turns, render_mode=render_mode)


def make_vec(game, num_envs, opponents=None, *, seat=None, max_turns=0, first=0):
    """Many games, stepped at once. As in `make`; `first` is the number of the first game: 1,000 games are
    the same as 500 and another 500 from 500 on."""
    return _environments()["VecEnv"](game, num_envs, opponents, seat=seat, max_turns=max_turns, first=first)
