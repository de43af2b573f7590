"""One game, in the manner of gymnasium.Env."""
import numpy

from . import library
from .vector import VecEnv, drawn_seed


class Env(library.Sealed):
    """A game of the learner against bots, or, in self-play, for all seats: then the reward is that of the
    seat that acted, and info["rewards"] has everybody's."""

    metadata = {"render_modes": ["ansi", "human"]}
    spec = None

    def __init__(self, game, opponents=None, *, seat=None, max_turns=0, render_mode=None):
        self.render_mode = render_mode
        self._games = VecEnv(game, 1, opponents, seat=seat, max_turns=max_turns)
        self.num_seats = self._games.num_seats
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space
        self._over = self._begun = False
        self._rotation = self.num_seats * self._games.num_opponents or 1  # so many episodes, then it comes again
        self._seed = self._first = 0  # the games' seed, and the episode that they began with
        self._past, self._past_fault = dict.fromkeys(self._games.counts(), 0), ""  # what was before that
        self._seal()

    @property
    def render_mode(self):
        return self._render_mode

    @render_mode.setter
    def render_mode(self, mode):
        if mode not in (None, "ansi", "human"):
            raise library.TahurError(f"render_mode must be None, \"ansi\" or \"human\", not {mode!r}")
        object.__setattr__(self, "_render_mode", mode)

    def _info(self):
        return {"action_mask": self._games.masks[0].copy(), "seat": int(self._games.seats[0]),
                "fault": bool(self._games.faults[0])}

    def reset(self, *, seed=None, options=None):
        """A new game. With a seed it is a function of the seed, the learner's seat and who the opponents are
        too; without, it is the next one, in the next seat, also if the last was left before its end. The first
        of all is of a seed that the system draws."""
        if seed is not None:
            self._begin_at(library.number(seed, "seed", 0, library.SEED_MAX))
        elif not self._begun:
            self._begin_at(drawn_seed())
        elif not self._over:
            self._begin(self._seed, self._first + self._games.counts()["episodes"] + 1)
        self._over = False  # the next one has begun with the step that ended the last
        return self._games.observations[0].copy(), self._info()

    def _begin_at(self, seed):
        """Somewhere in the rotation of seats and opponents, so that one game of each seed meets all of them."""
        self._begin(seed, int(numpy.random.SeedSequence(seed).generate_state(1)[0]) % self._rotation)

    def _begin(self, seed, episode):
        self._past, self._past_fault = self.counts(), self.fault()
        self._seed, self._first = seed, episode
        self._games._reset_to(seed, episode)
        self._begun = True

    def step(self, action):
        """Takes a legal action. At the end of a game the observation is what was seen last, and the mask is
        empty."""
        if not self._begun or self._over:
            raise library.TahurError("the game is over; call reset" if self._over else "call reset before step")
        games = self._games
        acted = int(games.seats[0])
        games.actions[0] = library.number(action, "the action", 0, self.action_space.n - 1)
        _, rewards, terminated, truncated, _ = games.step()
        info = self._info()
        observation = games.observations[0].copy()
        self._over = bool(terminated[0] or truncated[0])
        if self._over:
            observation = games.final_obs[0].copy()
            info = {**info, "action_mask": numpy.zeros_like(info["action_mask"]), "seat": acted}
        reward = rewards[0]
        if rewards.ndim == 2:
            info["rewards"] = rewards[0].copy()
            reward = rewards[0][acted]
        return observation, float(reward), bool(terminated[0]), bool(truncated[0]), info

    def render(self):
        """The game as the seat to act sees it: as text, or printed if render_mode is "human". After the end
        it is the next game that is shown."""
        picture = self._games.render(colour=self.render_mode == "human")
        if self.render_mode != "human":
            return picture
        print(picture)
        return None

    def counts(self):
        """What has happened since the environment was made, as in VecEnv. A game that was left counts no
        episode."""
        return {name: self._past[name] + count for name, count in self._games.counts().items()}

    def fault(self):
        """The first fault of a bot since the environment was made, in a sentence; "" if there was none."""
        return self._past_fault or self._games.fault()

    def action_name(self, action):
        return self._games.action_name(action)

    def observation_names(self):
        return self._games.observation_names()

    def close(self):
        self._games.close()

    @property
    def unwrapped(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
