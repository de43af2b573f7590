"""check_env, and the checks that gymnasium.make makes at every step. What the real ones warn of is an error here."""
import copy
import inspect

import numpy

from .. import spaces
from ..core import Env


def check_spaces(env):
    box, actions = env.observation_space, env.action_space
    assert isinstance(box, spaces.Space) and isinstance(actions, spaces.Space), (box, actions)
    if isinstance(box, spaces.Box):
        assert numpy.all(numpy.isfinite(box.low)) and numpy.all(numpy.isfinite(box.high)) and numpy.all(box.low < box.high)
    assert not isinstance(actions, spaces.Discrete) or (actions.n > 0 and actions.start == 0)


def check_observation(observation, space):
    if isinstance(space, spaces.Box):
        assert isinstance(observation, numpy.ndarray), type(observation)
        assert observation.dtype == space.dtype and observation.shape == space.shape, observation
        assert not numpy.any(numpy.isnan(observation))
    assert observation in space, "the observation is not in its space"


def checked_reset(env, **kwargs):
    result = env.reset(**kwargs)
    assert isinstance(result, tuple) and len(result) == 2, result
    check_observation(result[0], env.observation_space)
    assert isinstance(result[1], dict), type(result[1])
    return result


def checked_step(env, action):
    result = env.step(action)
    assert isinstance(result, tuple) and len(result) == 5, result
    observation, reward, terminated, truncated, info = result
    check_observation(observation, env.observation_space)
    assert isinstance(terminated, (bool, numpy.bool_)) and isinstance(truncated, (bool, numpy.bool_))
    assert isinstance(reward, (int, float, numpy.integer, numpy.floating)) and numpy.isfinite(reward), reward
    assert isinstance(info, dict), type(info)
    return result


def checked_render(env):
    assert isinstance(env.metadata.get("render_fps"), (int, float)), "metadata has no render_fps"
    assert env.render_mode is None or env.render_mode in env.metadata["render_modes"]
    picture = env.render()
    if env.render_mode == "ansi":
        assert isinstance(picture, str), type(picture)
    if env.render_mode == "human":
        assert picture is None, picture


def same(a, b):
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (tuple, list)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, numpy.ndarray):
        return a.shape == b.shape and a.dtype == b.dtype and numpy.allclose(a, b, atol=1e-5)
    return a == b


def check_reset(env):
    parameters = inspect.signature(env.reset).parameters
    assert parameters["seed"].default is None and "options" in parameters and "return_info" not in parameters
    first, _ = checked_reset(env, seed=123)
    assert env.unwrapped._np_random is not None, "reset does not seed np_random"
    generator = copy.deepcopy(env.unwrapped._np_random)
    second, _ = checked_reset(env, seed=123)
    assert same(first, second), "reset with a seed is not deterministic"
    assert env.unwrapped._np_random.bit_generator.state == generator.bit_generator.state
    checked_reset(env, seed=456)
    assert env.unwrapped._np_random.bit_generator.state != generator.bit_generator.state
    checked_reset(env, options={})
    checked_reset(env)


def check_step(env, seed):
    env.action_space.seed(seed)
    action = env.action_space.sample()
    results = []
    for _ in range(2):
        env.reset(seed=seed)
        results.append(checked_step(env, action))
    assert same(*results), f"a step after reset with a seed is not deterministic: {results}"


def check_env(env, skip_render_check=False):
    assert isinstance(env, Env) and env.unwrapped is env, env
    check_spaces(env)
    assert not callable(getattr(env, "seed", None)), "seed is a method of old"
    check_reset(env)
    for seed in range(60):  # any action of the space: most are not legal
        check_step(env, seed)
    if env.spec is None:
        return
    for mode in [] if skip_render_check else env.metadata["render_modes"]:
        other = env.spec.make(render_mode=mode)
        other.reset()
        checked_render(other)
        other.close()
    other = env.spec.make()
    other.close()
    other.close()
