"""The environments as Gymnasium's, with its spaces, and their registration. Only imported where Gymnasium is."""
import re
import unicodedata

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import library, single, vector


class Spaces:
    """As the functions of tahur.spaces."""

    @staticmethod
    def observations(*shape):
        bound = library.OBSERVATION_BOUND
        return spaces.Box(-bound, bound, shape, numpy.float32)

    @staticmethod
    def actions(n):
        return spaces.Discrete(n)

    @staticmethod
    def rows_of_actions(games, n):
        return batch_space(spaces.Discrete(n), games)


def checked_seed(seed):
    """A Python integer, as Gymnasium's generators want it."""
    return None if seed is None else library.number(seed, "seed", 0, library.SEED_MAX)


class Env(single.Env, gymnasium.Env):
    __doc__ = single.Env.__doc__
    _spaces = Spaces

    def reset(self, *, seed=None, options=None):
        seed = checked_seed(seed)
        gymnasium.Env.reset(self, seed=seed)  # np_random
        return single.Env.reset(self, seed=seed, options=options)

    reset.__doc__ = single.Env.reset.__doc__

    def _drawn_seed(self):
        return int(self.np_random.integers(2**63))


class VecEnv(vector.VecEnv, VectorEnv):
    __doc__ = vector.VecEnv.__doc__
    _spaces = Spaces
    metadata = {**vector.VecEnv.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}

    @staticmethod
    def _mode(name):
        return AutoresetMode(name)

    def reset(self, *, seed=None, options=None):
        if hasattr(seed, "__index__"):
            seed = checked_seed(seed)
            VectorEnv.reset(self, seed=seed)  # np_random
        return vector.VecEnv.reset(self, seed=seed, options=options)

    reset.__doc__ = vector.VecEnv.reset.__doc__

    def _drawn_seed(self):
        return int(self.np_random.integers(2**63))


# ---- registration ----

def games():
    """The names and titles of the games that can be learned."""
    lib, found, i = library.lib, [], 0
    while game := lib.th_game_at(i):
        if lib.th_game_observation_layout(game):
            found.append((lib.th_game_name(game).decode(), lib.th_game_title(game).decode()))
        i += 1
    return found


def id_of(title):
    """"tahur/CantStop-v0" for "Can't Stop"."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return f"tahur/{re.sub('[^A-Za-z0-9]', '', plain)}-v0"


def register():
    """Registers every game with Gymnasium, against bots that play at random unless `opponents` names others. Once
    more is nothing."""
    for name, title in games():
        if id_of(title) not in gymnasium.registry:
            gymnasium.register(id=id_of(title), entry_point="tahur.gym:Env", vector_entry_point="tahur.gym:VecEnv",
                               kwargs={"game": name, "opponents": ["random"]})
