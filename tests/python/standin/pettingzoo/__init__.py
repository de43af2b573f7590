"""A stand-in for PettingZoo 1.24: AECEnv by its documented contract, and in `test` what api_test is documented to
check."""
from . import test

__all__ = ["AECEnv", "test"]


class AECEnv:
    def __init__(self):
        pass

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def render(self):
        raise NotImplementedError

    def close(self):
        pass

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def _clear_rewards(self):
        for agent in self.rewards:
            self.rewards[agent] = 0

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _is_dead(self, agent):
        return self.terminations[agent] or self.truncations[agent]

    def _was_dead_step(self, action):
        """Takes a dead agent out; the next dead one comes first."""
        if action is not None:
            raise ValueError("the action of a dead agent must be None")
        agent = self.agent_selection
        assert self._is_dead(agent)
        for table in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del table[agent]
        self.agents.remove(agent)
        dead = [other for other in self.agents if self._is_dead(other)]
        if dead:
            if getattr(self, "_skip_agent_selection", None) is None:
                self._skip_agent_selection = self.agent_selection
            self.agent_selection = dead[0]
        else:
            if getattr(self, "_skip_agent_selection", None) is not None:
                self.agent_selection = self._skip_agent_selection
            self._skip_agent_selection = None
        self._clear_rewards()
