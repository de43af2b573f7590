"""Many games at once, in arrays that the library writes into."""
import ctypes
import weakref
from ctypes import byref

import numpy

from . import library, spaces


class VecEnv:
    """`num_envs` games. Its arrays are the library's buffers and the same objects at every step: copy what
    you want to keep.

        observations  float32 (num_envs, numbers)       what the seat that is to act may know
        masks         uint8   (num_envs, actions)       1 for what is legal
        rewards       float32 (num_envs,), or (num_envs, seats) in self-play
        terminated    bool    (num_envs,)               the game was over in this step
        truncated     bool    (num_envs,)               or it was cut off
        seats         int32   (num_envs,)               whose decision it is
        final_obs     float32 (num_envs, numbers)       where a game ended, what was seen last
        actions       int32   (num_envs,)               read by step
    """

    metadata = {"autoreset_mode": "SameStep", "render_modes": ["ansi"]}

    def __init__(self, game, num_envs, opponents=None, *, seat=None, max_turns=0, first=0):
        self._env, shape = library.new_environment(game, opponents, num_envs, first, seat, max_turns)
        self.close = weakref.finalize(self, library.lib.th_env_drop, self._env)
        self.game, self.num_envs, self.num_seats = game, shape.games, shape.seats
        self.self_play = shape.rewards > 1 or shape.seats == 1
        self.observations = numpy.zeros((shape.games, shape.observation), numpy.float32)
        self.masks = numpy.zeros((shape.games, shape.actions), numpy.uint8)
        self.actions = numpy.zeros(shape.games, numpy.int32)
        rows = (shape.games, shape.rewards) if shape.rewards > 1 else (shape.games,)
        self.rewards = numpy.zeros(rows, numpy.float32)
        self.terminated = numpy.zeros(shape.games, numpy.bool_)
        self.truncated = numpy.zeros(shape.games, numpy.bool_)
        self.seats = numpy.zeros(shape.games, numpy.int32)
        self.final_obs = numpy.zeros_like(self.observations)
        arrays = {"observations": self.observations, "masks": self.masks, "actions": self.actions,
                  "rewards": self.rewards, "terminals": self.terminated, "truncations": self.truncated,
                  "seats": self.seats, "finals": self.final_obs}
        buffers = library.Buffers(**{name: ctypes.cast(arrays[name].ctypes.data, kind)
                                     for name, kind in library.Buffers._fields_})
        library.lib.th_env_attach(self._env, byref(buffers))
        self._own = list(arrays.values())  # whatever becomes of the attributes
        self._actions, self._actions_at = self.actions, buffers.actions
        self._info = {"action_mask": self.masks, "seat": self.seats, "final_obs": self.final_obs}
        self._error = library.Error()
        self._error_at = byref(self._error)
        self.single_observation_space = spaces.Box((shape.observation,))
        self.single_action_space = spaces.Discrete(shape.actions)
        self.observation_space = spaces.Box((shape.games, shape.observation))
        self.action_space = spaces.MultiDiscrete(shape.games, shape.actions)
        self._seed = 0

    def _alive(self):
        if not self.close.alive:
            raise library.TahurError("the environment has been closed")
        return self._env

    def reset(self, *, seed=None, options=None):
        """Begins episode 0 of every game: of `seed`, or of the one behind the last seed."""
        self._seed = self._seed + 1 if seed is None else library.number(seed, "seed", 0, 2**64 - 1)
        if not library.lib.th_env_reset(self._alive(), self._seed % 2**64, self._error_at):
            raise self._error.exception()
        return self.observations, self._info

    def step(self, actions=None):
        """Takes an action in every game; None: those in the array `actions`. A game that ends begins anew:
        its reward and flag come with the first observation of the next one. If an action is not legal, a
        ValueError says so, and nothing has happened."""
        if actions is not None and actions is not self._actions:
            actions = numpy.asarray(actions)
            if actions.dtype.kind not in "iu" or actions.shape != self._actions.shape:
                raise library.TahurError(f"actions must be {self.num_envs} whole numbers, not {actions.dtype} "
                                         f"{actions.shape}")
            actions = actions.astype(numpy.int64, copy=False)
            numpy.clip(actions, -1, 2**31 - 1, out=self._actions, casting="unsafe")
        if not library.lib.th_env_step(self._alive(), self._error_at):
            raise self._error.exception()
        return self.observations, self.rewards, self.terminated, self.truncated, self._info

    def sample(self, seed):
        """Writes a random legal action for each game into the array `actions`, and returns it. With another
        seed it is another one."""
        library.lib.th_env_sample(self._alive(), seed, self._actions_at)
        return self._actions

    def counts(self):
        """What has happened since reset: steps, episodes that ended, how many of them were truncated, ended
        by a fault of a bot, or were over before there was a decision to take."""
        counts = library.lib.th_env_counts(self._alive())
        return {name: getattr(counts, name) for name, _ in counts._fields_}

    def observation_names(self):
        """What the numbers of an observation are called."""
        return [library.written(library.lib.th_env_observation_name, self._alive(), i, size=library.NAME_BYTES)
                for i in range(self.observations.shape[1])]

    def action_name(self, action, game=0):
        """An action that is legal in that game, as it is written; "" if it is not."""
        action = library.number(action, "action", -2**31, 2**31 - 1)
        return library.written(library.lib.th_env_action, self._alive(), self._game(game), action,
                               size=library.NAME_BYTES)

    def position(self, game=0):
        """The position of a game in one line, as the seat to act may know it."""
        return library.written(library.lib.th_env_position, self._alive(), self._game(game),
                               size=library.POSITION_BYTES)

    def render(self, game=0, colour=False):
        """A picture of a game, as the seat to act may see it."""
        return library.written(library.lib.th_env_draw, self._alive(), self._game(game), bool(colour),
                               size=library.PICTURE_BYTES)

    def _game(self, game):
        return library.number(game, "the number of a game", 0, self.num_envs - 1)

    @property
    def unwrapped(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
