"""A game as an AEC environment of PettingZoo, an agent in every seat. Only imported where PettingZoo is."""
import warnings
from collections.abc import Mapping

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from . import library, single, vector
from .gym import Spaces


class AEC(AECEnv):
    """Self-play with an agent for every seat: "seat_0", "seat_1", …. An observation is a dictionary of
    "observation" and "action_mask"; the mask is empty for agents that are not to act. As everywhere, a seat with a
    single legal action is not asked, so an agent may act twice in a row."""

    def __init__(self, game, *, max_turns=0, openings=None, random_plies=0, illegal="lose", render_mode=None):
        super().__init__()
        self._env = single.Env(game, None, max_turns=max_turns, openings=openings, random_plies=random_plies,
                               illegal=illegal, render_mode=render_mode)
        self.metadata = {"name": f"tahur_{game.partition(':')[0]}_v0", "render_modes": ["ansi", "human"],
                         "render_fps": 4, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self._env.num_seats)]
        self.agents = list(self.possible_agents)
        numbers, actions = self._env.observation_space.shape[0], int(self._env.action_space.n)
        self.observation_spaces = {agent: spaces.Dict({"action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
                                                       "observation": Spaces.observations(numbers)})
                                   for agent in self.agents}
        self.action_spaces = {agent: Spaces.actions(actions) for agent in self.agents}

    __copy__ = __deepcopy__ = __reduce_ex__ = vector.Environment._refuse_copy

    @property
    def render_mode(self):
        return self._env.render_mode

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observe(self, agent):
        mask = self._mask if agent == self.agent_selection else numpy.zeros_like(self._mask)
        return {"action_mask": mask.copy(), "observation": self._env.observe(self.possible_agents.index(agent))}

    def reset(self, seed=None, options=None):
        """A new game, as Env.reset. But unknown options are only warned of: PettingZoo's api_test sends one."""
        if isinstance(options, Mapping):
            for name in options.keys() - {"position"}:
                warnings.warn(f"reset has no option {name!r}; the only one is 'position'", RuntimeWarning, stacklevel=2)
            options = {"position": options.get("position")}
        _, info = self._env.reset(seed=seed, options=options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # of AECEnv, if the last game was left among its last steps
        self._take(info)

    def _take(self, info):
        self._mask = info["action_mask"]
        self.agent_selection = self.possible_agents[info["seat"]]

    def step(self, action):
        """Takes the action of the agent in turn; of one whose game is over, None."""
        if not hasattr(self, "terminations"):
            raise library.TahurError("call reset before step")
        if not self.agents:
            raise library.TahurError("the game is over; call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        _, _, terminated, truncated, info = self._env.step(action)
        self._cumulative_rewards[agent] = 0.0
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(info["seat_rewards"][seat])
            self.terminations[name], self.truncations[name] = terminated, truncated
        self._take(info)
        self._accumulate_rewards()

    def render(self):
        return self._env.render()

    def close(self):
        self._env.close()
