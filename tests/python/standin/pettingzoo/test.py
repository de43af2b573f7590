"""api_test."""
import numpy
from gymnasium import spaces


def choose(env, observation, terminated, truncated):
    if terminated or truncated:
        return None
    assert observation["action_mask"].any(), "the agent in turn has no action"
    return env.action_space(env.agent_selection).sample(observation["action_mask"])


def check_spaces(env):
    assert isinstance(env.metadata["name"], str) and isinstance(env.metadata["render_modes"], list)
    for agent in env.possible_agents:
        seen, acts = env.observation_space(agent), env.action_space(agent)
        assert seen is env.observation_space(agent) and acts is env.action_space(agent), "another space every time"
        assert isinstance(seen, spaces.Dict) and isinstance(acts, spaces.Discrete), (seen, acts)
        assert seen == env.observation_space(env.possible_agents[0])
        assert list(seen.spaces) == list(env.observe(agent)), "the parts come in another order"
        assert seen["action_mask"].shape == (acts.n,) and seen["action_mask"].dtype == numpy.int8


def check_agents(env, live):
    assert env.agents == live and env.num_agents == len(env.agents) and set(live) <= set(env.possible_agents)
    for table in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
        assert set(table) == set(live), (table, live)


def play(env, cycles):
    """A game or a part of one: what is last is what was accumulated, and agents leave when they are dead."""
    env.reset()
    live, finished = list(env.agents), set()
    owed = dict.fromkeys(env.agents, 0)
    for agent in env.agent_iter(env.num_agents * cycles):
        observation, reward, terminated, truncated, info = env.last()
        assert isinstance(terminated, bool) and isinstance(truncated, bool) and isinstance(info, dict)
        assert info == env.infos[agent] and float(env.rewards[agent]) == env.rewards[agent]
        assert observation in env.observation_space(agent), observation
        assert env.step(choose(env, observation, terminated, truncated)) is None
        assert owed[agent] == reward, f"{agent} was to have {owed[agent]}, not {reward}"
        owed[agent] = 0
        for other, more in env.rewards.items():
            owed[other] += more
        if terminated or truncated:
            assert agent not in finished
            live.remove(agent)
            finished.add(agent)
        check_agents(env, live)
        if not env.agents:
            assert finished == set(env.possible_agents), "an agent was passed over"
            return True
    return False


def api_test(env, num_cycles=1000, verbose_progress=False):
    import pettingzoo
    env.reset(seed=0, options={"options": 1})  # which no environment knows
    env.reset()
    assert isinstance(env, pettingzoo.AECEnv) and env.unwrapped is env
    assert not any(env.terminations.values()) and not any(env.truncations.values())
    assert env.num_agents == env.max_num_agents > 0
    assert env.last(observe=False)[0] is None
    check_spaces(env)
    ended = sum(play(env, num_cycles) for _ in range(5))
    env.reset()
    observation, _, terminated, truncated, _ = env.last()
    action = choose(env, observation, terminated, truncated)
    env.step(action)
    env.reset()
    env.step(numpy.int32(action))  # of any integer type, and in a game where it may not be legal
    assert type(env).render is not pettingzoo.AECEnv.render and type(env).close is not pettingzoo.AECEnv.close
    return ended
