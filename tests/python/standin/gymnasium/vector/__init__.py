"""VectorEnv and AutoresetMode."""
import enum

from ..core import Seeded, seeded
from . import utils

__all__ = ["AutoresetMode", "VectorEnv", "utils"]


class AutoresetMode(enum.Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv(Seeded):
    metadata = {}
    spec = None
    render_mode = None
    closed = False

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random, self._np_random_seed = seeded(seed)

    def step(self, actions):
        raise NotImplementedError

    def close(self, **kwargs):
        if not self.closed:
            self.closed = True

    @property
    def unwrapped(self):
        return self

    def __del__(self):
        if not getattr(self, "closed", True):
            self.close()
