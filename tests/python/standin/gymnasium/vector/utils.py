"""The space of many of a kind."""
import numpy

from .. import spaces


def batch_space(space, n=1):
    assert isinstance(space, spaces.Discrete) and space.start == 0, space
    return spaces.MultiDiscrete(numpy.full(n, space.n, space.dtype), space.dtype)
