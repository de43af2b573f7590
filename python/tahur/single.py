"""One game, in the manner of gymnasium.Env."""
import numpy

from . import library
from .vector import Environment, VecEnv, drawn_seed, first_episode, position_of


class Env(Environment):
    """A game of the learner against bots, or, in self-play, for all seats: the reward is that of the seat that
    acted, and info["seat_rewards"] has everybody's."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(self, game, opponents=None, *, seat=None, max_turns=0, openings=None, random_plies=0, illegal="lose",
                 render_mode=None):
        self.render_mode = render_mode
        self._games = VecEnv(game, 1, opponents, seat=seat, max_turns=max_turns, openings=openings,
                             random_plies=random_plies, autoreset="next-step", illegal=illegal)
        self.num_seats = self._games.num_seats
        self.observation_space = self._spaces.observations(self._games.observations.shape[1])
        self.action_space = self._spaces.actions(self._games.masks.shape[1])
        self._over = self._begun = False
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
        games = self._games
        mask = numpy.zeros_like(games.masks[0]) if self._over else games.masks[0].copy()
        return {"action_mask": mask, "seat": int(games.seats[0]), "seat_rewards": games.seat_rewards[0].copy(),
                "fault": bool(games.faults[0]), "illegal": bool(games.illegals[0])}

    def reset(self, *, seed=None, options=None):
        """A new game. With a seed it is a function of the seed, the learner's seat and who the opponents are
        too; without, it is the next one, in the next seat, also if the last was left before its end. The first
        of all is of a seed that the system draws. options={"position": …} is where it begins."""
        position = position_of(options)
        if seed is not None:
            seed = library.number(seed, "seed", 0, library.SEED_MAX)
        self._games._start_at(position)
        if seed is not None or not self._begun:
            seed = self._drawn_seed() if seed is None else seed
            self._begin(seed, first_episode(seed, self._games._rotation))
        else:
            self._begin(self._seed, self._first + self._games.counts()["episodes"] + (not self._over))
        if self.render_mode == "human":
            self.render()
        return self._games.observations[0].copy(), self._info()

    def _drawn_seed(self):
        return drawn_seed()

    def _begin(self, seed, episode):
        self._past, self._past_fault = self.counts(), self.fault()
        self._seed, self._first, self._over = seed, episode, False
        self._games._reset_to(seed, episode)
        self._begun = True

    def step(self, action):
        """Takes an action. At the end of a game the observation is what was seen last, and the mask is empty."""
        if not self._begun or self._over:
            raise library.TahurError("the game is over; call reset" if self._over else "call reset before step")
        games = self._games
        games.actions[0] = library.number(action, "the action", 0, games.masks.shape[1] - 1)
        games.step()
        terminated, truncated = bool(games.terminated[0]), bool(games.truncated[0])
        self._over = terminated or truncated
        if self.render_mode == "human":
            self.render()
        return games.observations[0].copy(), float(games.rewards[0]), terminated, truncated, self._info()

    def render(self):
        """The game as the seat to act sees it, after the end as the seat that acted last: as text, or printed if
        render_mode is "human", which reset and step do by themselves."""
        picture = self._games.render(0, colour=self.render_mode == "human")
        if self.render_mode != "human":
            return picture
        print(picture)
        return None

    def action_masks(self):
        """Which actions are legal, as sb3-contrib asks for them: bool (actions,)."""
        return self._info()["action_mask"].astype(numpy.bool_)

    def observe(self, seat):
        """What a seat may know of the game, whoever is to act."""
        return self._games.observe(seat)

    def position(self):
        """The position in one line, as the seat to act may know it."""
        return self._games.position()

    def counts(self):
        """What has happened since the environment was made, as in VecEnv. A game that was left counts no
        episode."""
        return {name: self._past[name] + count for name, count in self._games.counts().items()}

    def fault(self):
        """The first fault of a bot since the environment was made, in a sentence; "" if there was none."""
        return self._past_fault or self._games.fault()

    def action_name(self, action):
        return self._games.action_name(action)

    def game_action(self, action):
        """The number that an action of the seat to act has in the game itself, in its states and records."""
        return self._games.game_action(action, int(self._games.seats[0]))

    def own_action(self, game_action):
        """The number that an action of the game has here, for the seat to act."""
        return self._games.own_action(game_action, int(self._games.seats[0]))

    def observation_names(self):
        return self._games.observation_names()

    def close(self):
        self._games.close()
