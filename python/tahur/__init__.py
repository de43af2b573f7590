"""Environments of tahur: games of skill and luck, to learn from.

    env = tahur.make("kittens:rules=classic", opponents=["v2"])
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Where Gymnasium is installed, environments are Gymnasium's; without it they behave alike. Nothing is needed but
numpy and the library libtahur. docs/environments.md tells the rest."""
from .environments import aec, make, make_vec, register
from .library import TahurError, version
from .single import Env
from .vector import VecEnv

__all__ = ["Env", "TahurError", "VecEnv", "aec", "make", "make_vec", "version"]

register()
