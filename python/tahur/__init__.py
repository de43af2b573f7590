"""tahur: games of skill and luck, to search, to play and to learn from.

States of games, for searches and bots:

    game = tahur.Game("parchis:rules=course")
    s = game.start()
    while not s.over:
        s.apply(random.choice(s.legal()))

Environments, for learning (docs/environments.md). They need numpy, and are Gymnasium's where that is installed:

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
import sys
from typing import TYPE_CHECKING

if sys.version_info < (3, 9):
    raise ImportError("tahur needs Python 3.9 or newer, and this is %d.%d" % sys.version_info[:2])

from .library import version  # which loads the extension module
from ._tahur import CHANCE, OVER, STRANGER, SURE_VALUE, Data, Game, State, TahurError, __version__, games
from .bots import Bot, CantStopBot, PythonBot, Thought, Thoughts
from .contests import analyze, arena, compare, grade, league, odds, review, solve
from .environments import aec, make, make_vec, module_with_numpy, register
from .protocol import main
from .results import Fault, Figures, Result

# Without Env and VecEnv: `from tahur import *` must do without numpy too.
__all__ = ["Bot", "CHANCE", "CantStopBot", "Data", "Fault", "Figures", "Game", "OVER", "PythonBot", "Result",
           "STRANGER", "SURE_VALUE", "State", "TahurError", "Thought", "Thoughts", "aec", "analyze", "arena", "compare",
           "games", "grade", "league", "main", "make", "make_vec", "odds", "review", "solve", "version"]

if TYPE_CHECKING:  # see __getattr__
    from .single import Env
    from .vector import VecEnv


def __getattr__(name):
    """The classes of environments, loaded when they are first used: they need numpy, and states do not."""
    if name == "Env":
        return module_with_numpy("tahur.single").Env
    if name == "VecEnv":
        return module_with_numpy("tahur.vector").VecEnv
    raise AttributeError(f"module 'tahur' has no attribute {name!r}")


register()
