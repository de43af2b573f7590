"""Environments of tahur: games of skill and luck, to learn from.

    env = tahur.make("kittens:rules=classic", opponents=["v2"])
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Names and return values are Gymnasium's, which is not needed; nothing is needed but numpy and the
library libtahur. docs/environments.md tells the rest."""
from .library import TahurError, version
from .single import Env
from .vector import VecEnv

__all__ = ["Env", "TahurError", "VecEnv", "make", "make_vec", "version"]


def make(game, opponents=None, *, seat=None, max_turns=0, render_mode=None):
    """One game, step by step. `opponents` are specs of bots for the other seats, None or an empty list is
    self-play; `seat` is the learner's, None: it rotates with the episodes; a game that is not over within
    `max_turns` turns is truncated (0: 4,000); `render_mode` is None, "ansi" or "human"."""
    return Env(game, opponents, seat=seat, max_turns=max_turns, render_mode=render_mode)


def make_vec(game, num_envs, opponents=None, *, seat=None, max_turns=0, first=0):
    """Many games, stepped at once. As in `make`; `first` is the number of the first game: 1,000 games are
    the same as 500 and another 500 from 500 on."""
    return VecEnv(game, num_envs, opponents, seat=seat, max_turns=max_turns, first=first)
