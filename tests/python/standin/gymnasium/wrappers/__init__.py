"""The wrappers that gymnasium.make puts around environments, and some that learners do."""
from ..core import Wrapper
from ..utils import env_checker
from . import vector

__all__ = ["FlattenObservation", "OrderEnforcing", "PassiveEnvChecker", "RecordEpisodeStatistics", "TimeLimit",
           "vector"]


class PassiveEnvChecker(Wrapper):
    def __init__(self, env):
        super().__init__(env)
        env_checker.check_spaces(env)

    def reset(self, **kwargs):
        return env_checker.checked_reset(self.env, **kwargs)

    def step(self, action):
        return env_checker.checked_step(self.env, action)


class OrderEnforcing(Wrapper):
    _begun = False

    def reset(self, **kwargs):
        self._begun = True
        return self.env.reset(**kwargs)

    def step(self, action):
        assert self._begun, "step comes after reset"
        return self.env.step(action)

    def render(self):
        assert self._begun, "render comes after reset"
        return self.env.render()


class TimeLimit(Wrapper):
    def __init__(self, env, max_episode_steps):
        super().__init__(env)
        self._most, self._steps = max_episode_steps, None

    def reset(self, **kwargs):
        self._steps = 0
        return self.env.reset(**kwargs)

    def step(self, action):
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._steps += 1
        return observation, reward, terminated, truncated or self._steps >= self._most, info


class RecordEpisodeStatistics(Wrapper):
    def reset(self, **kwargs):
        self._sum, self._steps = 0.0, 0
        return self.env.reset(**kwargs)

    def step(self, action):
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._sum, self._steps = self._sum + reward, self._steps + 1
        if terminated or truncated:
            assert "episode" not in info, "the info is not the step's own"
            info["episode"] = {"r": self._sum, "l": self._steps}
        return observation, reward, terminated, truncated, info


class FlattenObservation(Wrapper):
    def reset(self, **kwargs):
        observation, info = self.env.reset(**kwargs)
        return observation.reshape(-1), info

    def step(self, action):
        observation, *rest = self.env.step(action)
        return (observation.reshape(-1), *rest)
