"""Spaces, strict about types, as the documented ones are."""
import numpy

from .core import Seeded, seeded


class Space(Seeded):
    def __init__(self, shape, dtype, seed=None):
        self.shape, self.dtype = None if shape is None else tuple(shape), None if dtype is None else numpy.dtype(dtype)
        if seed is not None:
            self.seed(seed)

    def seed(self, seed=None):
        self._np_random, self._np_random_seed = seeded(seed)
        return self._np_random_seed

    def __contains__(self, x):
        return self.contains(x)


def checked_mask(mask, n):
    assert isinstance(mask, numpy.ndarray), f"a mask must be an array, not {type(mask)}"
    assert mask.dtype == numpy.int8 and mask.shape == (n,), f"a mask must be int8 ({n},), not {mask.dtype} {mask.shape}"
    assert numpy.all((mask == 0) | (mask == 1)), "a mask must be of 0 and 1"
    return numpy.flatnonzero(mask)


class Discrete(Space):
    def __init__(self, n, seed=None, start=0):
        assert isinstance(n, (int, numpy.integer)) and n > 0, n
        super().__init__((), numpy.int64, seed)
        self.n, self.start = numpy.int64(n), numpy.int64(start)

    def sample(self, mask=None):
        if mask is None:
            return self.start + self.np_random.integers(self.n)
        legal = checked_mask(mask, self.n)
        return self.start + self.np_random.choice(legal) if len(legal) else self.start

    def contains(self, x):
        if isinstance(x, (numpy.generic, numpy.ndarray)) and not (numpy.issubdtype(x.dtype, numpy.integer) and
                                                                  x.shape == ()):
            return False
        return isinstance(x, (int, numpy.generic, numpy.ndarray)) and bool(self.start <= x < self.start + self.n)

    def __eq__(self, other):
        return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)


class MultiDiscrete(Space):
    def __init__(self, nvec, dtype=numpy.int64, seed=None):
        self.nvec = numpy.array(nvec, dtype=dtype)
        super().__init__(self.nvec.shape, dtype, seed)

    def sample(self, mask=None):
        if mask is None:
            return self.np_random.integers(self.nvec, dtype=self.dtype)
        assert isinstance(mask, tuple), f"the masks must be a tuple, not {type(mask)}"
        rows = [checked_mask(row, n) for row, n in zip(mask, self.nvec, strict=True)]
        return numpy.array([self.np_random.choice(legal) if len(legal) else 0 for legal in rows], self.dtype)

    def contains(self, x):
        return (isinstance(x, numpy.ndarray) and x.shape == self.shape and numpy.issubdtype(x.dtype, numpy.integer) and
                bool(numpy.all((x >= 0) & (x < self.nvec))))


class Box(Space):
    def __init__(self, low, high, shape=None, dtype=numpy.float32, seed=None):
        assert numpy.isscalar(low) and numpy.isscalar(high) and all(isinstance(n, int) for n in shape), shape
        super().__init__(shape, dtype, seed)
        self.low, self.high = numpy.full(shape, low, self.dtype), numpy.full(shape, high, self.dtype)

    def sample(self):
        return self.np_random.uniform(self.low, self.high).astype(self.dtype)

    def contains(self, x):
        return (isinstance(x, numpy.ndarray) and numpy.can_cast(x.dtype, self.dtype) and x.shape == self.shape and
                bool(numpy.all((x >= self.low) & (x <= self.high))))

    def __eq__(self, other):
        return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype and
                numpy.array_equal(self.low, other.low) and numpy.array_equal(self.high, other.high))


class Dict(Space):
    def __init__(self, spaces):
        assert all(isinstance(space, Space) for space in spaces.values())
        super().__init__(None, None)
        self.spaces = dict(sorted(spaces.items()))

    def __getitem__(self, name):
        return self.spaces[name]

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[k] in self.spaces[k] for k in x)

    def __eq__(self, other):
        return isinstance(other, Dict) and self.spaces == other.spaces
