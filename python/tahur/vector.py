"""Many games at once, in arrays that the library writes into."""
import ctypes
import re
import warnings
import weakref
from ctypes import byref

import numpy

from . import library, spaces


def drawn_seed():
    """One of 2**64, from the system."""
    return int(numpy.random.SeedSequence().generate_state(1, numpy.uint64)[0])


class VecEnv(library.Sealed):
    """`num_envs` games. Its arrays are the library's buffers and the same objects at every step: copy what
    you want to keep.

        observations  float32 (num_envs, numbers)       what the seat that is to act may know
        masks         uint8   (num_envs, actions)       1 for what is legal
        rewards       float32 (num_envs,), or (num_envs, seats) in self-play
        terminated    bool    (num_envs,)               the game was over in this step
        truncated     bool    (num_envs,)               or it was cut off
        seats         int32   (num_envs,)               whose decision it is
        final_obs     float32 (num_envs, numbers)       where a game ended, what was seen last; reset clears it
        faults        bool    (num_envs,)               in this step a bot gave no legal answer and lost
        actions       int32   (num_envs,)               read by step
    """

    metadata = {"autoreset_mode": "SameStep", "render_modes": ["ansi"]}

    def __init__(self, game, num_envs, opponents=None, *, seat=None, max_turns=0, first=0):
        opponents = [opponents] if isinstance(opponents, str) else list(opponents or [])
        self._env, shape = library.new_environment(game, opponents, num_envs, first, seat, max_turns)
        weakref.finalize(self, self._env.close)
        self.game, self.num_envs, self.num_seats = game, shape.games, shape.seats
        self.num_opponents, self.self_play = len(opponents), not opponents
        self.observations = numpy.zeros((shape.games, shape.observation), numpy.float32)
        self.masks = numpy.zeros((shape.games, shape.actions), numpy.uint8)
        self.actions = numpy.zeros(shape.games, numpy.int32)
        rows = (shape.games, shape.rewards) if shape.rewards > 1 else (shape.games,)
        self.rewards = numpy.zeros(rows, numpy.float32)
        self.terminated = numpy.zeros(shape.games, numpy.bool_)
        self.truncated = numpy.zeros(shape.games, numpy.bool_)
        self.seats = numpy.zeros(shape.games, numpy.int32)
        self.final_obs = numpy.zeros_like(self.observations)
        self.faults = numpy.zeros(shape.games, numpy.bool_)
        arrays = {"observations": self.observations, "masks": self.masks, "actions": self.actions,
                  "rewards": self.rewards, "terminals": self.terminated, "truncations": self.truncated,
                  "seats": self.seats, "finals": self.final_obs, "faults": self.faults}
        buffers = library.Buffers(**{name: ctypes.cast(arrays[name].ctypes.data, kind)
                                     for name, kind in library.Buffers._fields_})
        with self._env as env:
            library.lib.th_env_attach(env, byref(buffers))
        self._own = list(arrays.values())  # whatever becomes of the attributes
        self._actions, self._actions_at = self.actions, buffers.actions
        self._info = {"action_mask": self.masks, "seat": self.seats, "final_obs": self.final_obs,
                      "fault": self.faults}
        self._error = library.Error()
        self._error_at = byref(self._error)
        self.single_observation_space = spaces.Box((shape.observation,), library.OBSERVATION_BOUND)
        self.single_action_space = spaces.Discrete(shape.actions)
        self.observation_space = spaces.Box((shape.games, shape.observation), library.OBSERVATION_BOUND)
        self.action_space = spaces.MultiDiscrete(shape.games, shape.actions)
        self._seed, self._may_warn = None, not self.self_play
        self._seal()

    def close(self):
        """Drops the games; another thread's call comes to its end before. The arrays stay as they are."""
        self._env.close()

    def reset(self, *, seed=None, options=None):
        """Begins episode 0 of every game: of `seed`; without one, of the seed behind the last, the first time
        of one that the system draws."""
        if seed is not None:
            seed = library.number(seed, "seed", 0, library.SEED_MAX)
        elif self._seed is not None:
            seed = (self._seed + 1) % (library.SEED_MAX + 1)
        else:
            seed = drawn_seed()
        self._reset_to(seed, 0)
        return self.observations, self._info

    def _reset_to(self, seed, episode):
        with self._env as env:
            self._seed = seed
            if not library.lib.th_env_reset_to(env, seed, episode, self._error_at):
                raise self._error.exception()
        self._warn()

    def _warn(self):
        """Once, of the first fault: rewards that bots at fault gave away look like those of a good learner."""
        if self._may_warn and numpy.count_nonzero(self.faults):
            self._may_warn = False
            warnings.warn(f"an opponent gave no legal answer and lost: {self.fault()}", RuntimeWarning, stacklevel=3)

    def step(self, actions=None):
        """Takes an action in every game; None: those in the array `actions`. A game that ends begins anew:
        its reward and flag come with the first observation of the next one. If an action is not legal, a
        ValueError says so, and nothing has happened."""
        if actions is not None and actions is not self._actions:
            given = actions = numpy.asarray(actions)
            if actions.dtype.kind not in "iu" or actions.shape != self._actions.shape:
                raise library.TahurError(f"actions must be {self.num_envs} whole numbers, not {actions.dtype} "
                                         f"{actions.shape}")
            actions = actions.astype(numpy.int64, copy=False)
        else:
            given = actions = self._actions
        with self._env as env:
            if actions is not self._actions:
                numpy.clip(actions, -1, 2**31 - 1, out=self._actions, casting="unsafe")
            if not library.lib.th_env_step(env, self._error_at):
                raise self._step_exception(given)
        self._warn()
        return self.observations, self.rewards, self.terminated, self.truncated, self._info

    def _step_exception(self, actions):
        """With the number that the caller gave, which may be beyond the library's."""
        told = self._error.exception()
        wrong = re.match(r"action -?\d+ is not legal in game (\d+)", str(told))
        if wrong is None:
            return told
        game = int(wrong[1])
        return library.TahurError(f"action {actions[game]} is not legal in game {game}{str(told)[wrong.end():]}")

    def sample(self, seed):
        """Writes a random legal action for each game into the array `actions`, and returns it. With another
        seed it is another one."""
        seed = library.number(seed, "seed", 0, library.SEED_MAX)
        with self._env as env:
            library.lib.th_env_sample(env, seed, self._actions_at)
        return self._actions

    def counts(self):
        """What has happened since reset: steps, episodes that ended, how many of them were truncated, ended
        by a fault of a bot, or were over before there was a decision to take."""
        with self._env as env:
            counts = library.lib.th_env_counts(env)
        return {name: getattr(counts, name) for name, _ in counts._fields_}

    def fault(self):
        """The first fault of a bot since reset, in a sentence; "" if there was none."""
        with self._env as env:
            return library.lib.th_env_fault(env).decode("utf-8", "replace")

    def observation_names(self):
        """What the numbers of an observation are called."""
        with self._env as env:
            return [library.written(library.lib.th_env_observation_name, env, i, size=library.NAME_BYTES)
                    for i in range(self.observations.shape[1])]

    def action_name(self, action, game=0):
        """An action that is legal in that game, as it is written; "" if it is not."""
        action = library.number(action, "action", -2**31, 2**31 - 1)
        with self._env as env:
            return library.written(library.lib.th_env_action, env, self._game(game), action, size=library.NAME_BYTES)

    def position(self, game=0):
        """The position of a game in one line, as the seat to act may know it."""
        with self._env as env:
            return library.written(library.lib.th_env_position, env, self._game(game), size=library.POSITION_BYTES)

    def render(self, game=0, colour=False):
        """A picture of a game, as the seat to act may see it."""
        with self._env as env:
            return library.written(library.lib.th_env_draw, env, self._game(game), bool(colour),
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
