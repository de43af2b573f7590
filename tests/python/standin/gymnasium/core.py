"""Env and Wrapper."""
import numpy


def seeded(seed):
    """A generator and its seed. A seed must be a Python integer."""
    if seed is not None and not (isinstance(seed, int) and seed >= 0):
        raise ValueError(f"a seed must be a Python integer of at least 0, not {seed!r}")
    sequence = numpy.random.SeedSequence(seed)
    return numpy.random.Generator(numpy.random.PCG64(sequence)), sequence.entropy


class Seeded:
    """The generator np_random, made when it is first asked for."""

    _np_random = None
    _np_random_seed = None

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random, self._np_random_seed = seeded(None)
        return self._np_random

    @np_random.setter
    def np_random(self, generator):
        self._np_random, self._np_random_seed = generator, -1


class Env(Seeded):
    metadata = {"render_modes": []}
    render_mode = None
    spec = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random, self._np_random_seed = seeded(seed)

    def step(self, action):
        raise NotImplementedError

    def render(self):
        raise NotImplementedError

    def close(self):
        pass

    @property
    def unwrapped(self):
        return self

    def get_wrapper_attr(self, name):
        return getattr(self, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
        return False


class Wrapper(Env):
    """Hands everything on to the environment inside."""

    def __init__(self, env):
        assert isinstance(env, Env), f"a wrapper wants an environment, not {env!r}"
        self.env = env

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed, options=options)

    def step(self, action):
        return self.env.step(action)

    def render(self):
        return self.env.render()

    def close(self):
        return self.env.close()

    def get_wrapper_attr(self, name):
        return getattr(self, name) if hasattr(type(self), name) else self.env.get_wrapper_attr(name)

    unwrapped = property(lambda self: self.env.unwrapped)
    spec = property(lambda self: self.env.spec)
    metadata = property(lambda self: self.env.metadata)
    render_mode = property(lambda self: self.env.render_mode)

    @property
    def action_space(self):
        return self.env.action_space

    @property
    def observation_space(self):
        return self.env.observation_space
