"""What actions and observations look like, where Gymnasium is not installed: as much of gymnasium.spaces as
learners ask for. tahur.gym has the same three functions with Gymnasium's own spaces."""
import numpy

from .library import OBSERVATION_BOUND


def observations(*shape):
    return Box(shape, OBSERVATION_BOUND)


def actions(n):
    return Discrete(n)


def rows_of_actions(games, n):
    return MultiDiscrete(games, n)


class Discrete:
    """The actions 0 to n - 1."""

    def __init__(self, n, seed=None):
        self.n, self.shape, self.dtype = n, (), numpy.dtype(numpy.int64)
        self.start = 0
        self.seed(seed)

    def seed(self, seed=None):
        self._generator = numpy.random.default_rng(seed)

    def sample(self, mask=None):
        """One of them, each as likely; with a mask, one of those whose entry is 1."""
        if mask is None:
            return int(self._generator.integers(self.n))
        legal = numpy.flatnonzero(mask)
        if len(legal) == 0:
            raise ValueError("nothing can be sampled: the mask is empty")
        return int(self._generator.choice(legal))

    def contains(self, x):
        return isinstance(x, (int, numpy.integer)) and 0 <= x < self.n

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Discrete) and self.n == other.n

    def __repr__(self):
        return f"Discrete({self.n})"


class MultiDiscrete:
    """A row of actions, one for each game."""

    def __init__(self, games, n, seed=None):
        self.nvec, self.shape, self.dtype = numpy.full(games, n), (games,), numpy.dtype(numpy.int64)
        self.seed(seed)

    def seed(self, seed=None):
        self._generator = numpy.random.default_rng(seed)

    def sample(self, mask=None):
        """One for each game; with masks, a row for each game, legal ones."""
        keys = self._generator.random((len(self.nvec), int(self.nvec[0])), dtype=numpy.float32)
        if mask is not None:
            keys += 1
            keys *= numpy.asarray(mask)
        return keys.argmax(axis=1)

    def contains(self, x):
        x = numpy.asarray(x)
        return x.shape == self.shape and bool(numpy.all((x >= 0) & (x < self.nvec)))

    __contains__ = contains

    def __repr__(self):
        return f"MultiDiscrete({len(self.nvec)} times {self.nvec[0]})"


class Box:
    """Rows of numbers from -bound to bound. Nearly all are within -1 to 1: the bound is wide enough for all
    games and their options."""

    def __init__(self, shape, bound):
        self.shape, self.dtype, self.bound = tuple(shape), numpy.dtype(numpy.float32), bound
        self.low = numpy.full(shape, -bound, numpy.float32)
        self.high = numpy.full(shape, bound, numpy.float32)

    def contains(self, x):
        return (isinstance(x, numpy.ndarray) and x.shape == self.shape and x.dtype == self.dtype and
                bool(numpy.all((x >= self.low) & (x <= self.high))))

    __contains__ = contains

    def __eq__(self, other):
        return isinstance(other, Box) and (self.shape, self.bound) == (other.shape, other.bound)

    def __repr__(self):
        return f"Box({-self.bound}, {self.bound}, {self.shape})"
