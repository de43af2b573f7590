"""Wrappers of vector environments."""
import numpy

from ..vector import AutoresetMode, VectorEnv


class VectorWrapper:
    def __init__(self, env):
        assert isinstance(env, VectorEnv), env
        self.env, self.num_envs = env, env.num_envs

    def reset(self, *, seed=None, options=None):
        return self.env.reset(seed=seed, options=options)


class RecordEpisodeStatistics(VectorWrapper):
    """Sums of rewards and steps, in infos["episode"] where a game has ended."""

    def __init__(self, env):
        super().__init__(env)
        assert isinstance(env.metadata["autoreset_mode"], AutoresetMode)
        self.sums, self.lengths = numpy.zeros(self.num_envs), numpy.zeros(self.num_envs, int)
        self.before = numpy.zeros(self.num_envs, bool)

    def step(self, actions):
        observations, rewards, terminations, truncations, infos = self.env.step(actions)
        for array, kind in ((rewards, float), (terminations, bool), (truncations, bool)):
            assert array.shape == (self.num_envs,) and numpy.issubdtype(array.dtype, numpy.dtype(kind).type) or \
                numpy.issubdtype(array.dtype, numpy.floating), (array.shape, array.dtype)
        self.sums[self.before] = self.lengths[self.before] = 0
        self.sums[~self.before] += rewards[~self.before]
        self.lengths[~self.before] += 1
        ended = terminations | truncations
        assert "episode" not in infos and "_episode" not in infos, "the infos are not the step's own"
        infos["episode"], infos["_episode"] = {"r": self.sums.copy(), "l": self.lengths.copy()}, ended
        if self.env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP:
            self.before = ended
        else:
            self.sums[ended] = self.lengths[ended] = 0
        return observations, rewards, terminations, truncations, infos


def infos_as_list(infos, games):
    """What DictInfoToList makes of infos: every key needs its mask."""
    rows = [{} for _ in range(games)]
    for name, values in infos.items():
        if name.startswith("_"):
            continue
        for game, has in enumerate(infos["_" + name]):
            if has:
                rows[game][name] = values[game]
    return rows
