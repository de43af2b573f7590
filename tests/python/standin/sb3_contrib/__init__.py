"""A stand-in for sb3-contrib's MaskablePPO: it learns nothing, but asks an environment for what the real one is
documented to ask for."""
import gymnasium
import numpy


class MaskablePPO:
    def __init__(self, policy, env, seed=None, verbose=0):
        assert policy == "MlpPolicy" and isinstance(env, gymnasium.Env), env
        self.env, self._generator = env, numpy.random.default_rng(seed)

    def learn(self, total_timesteps):
        observation, _ = self.env.reset()
        for _ in range(total_timesteps):
            action, _ = self.predict(observation, action_masks=self.env.get_wrapper_attr("action_masks")())
            observation, _, terminated, truncated, _ = self.env.step(action)
            if terminated or truncated:
                observation, _ = self.env.reset()
        return self

    def predict(self, observation, action_masks=None):
        assert observation in self.env.observation_space
        assert action_masks.shape == (self.env.action_space.n,) and action_masks.dtype == bool and action_masks.any()
        return self._generator.choice(numpy.flatnonzero(action_masks)), None
