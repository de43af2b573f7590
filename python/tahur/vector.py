"""Many games at once, in arrays that the library writes into."""
import ctypes
import os
import re
import warnings
import weakref
from collections.abc import Mapping
from ctypes import byref

import numpy

from . import library, spaces

MODES = {"same-step": "SameStep", "next-step": "NextStep"}  # of autoreset: our names and Gymnasium's


def drawn_seed():
    """One of 2**64, from the system."""
    return int(numpy.random.SeedSequence().generate_state(1, numpy.uint64)[0])


def first_episode(seed, rotation):
    """Where a single game of this seed begins in the rotation of seats and opponents: somewhere, so that one
    game of each of many seeds meets all of them."""
    return int(numpy.random.SeedSequence(seed).generate_state(1)[0]) % rotation


def opening_lines(openings):
    """The openings as a list of lines: of a list as they are, of a file without empty lines and comments."""
    if openings is None:
        return []
    if not isinstance(openings, (str, os.PathLike)):
        return list(openings)
    with open(openings, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines:
        raise library.TahurError(f"{openings} has no openings")
    return lines


def position_of(options):
    """The position in the options of reset, or None."""
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise TypeError(f"options must be a dictionary, not {options!r}")
    for name in options:
        if name != "position":
            raise library.TahurError(f"reset has no option {name!r}; the only one is 'position'")
    position = options.get("position")
    return None if position is None else library.text_of(position, "the position")


class Environment(library.Sealed):
    """What environments have in common. They cannot be copied: a copy would play in the same game."""

    spec = None
    _spaces = spaces

    def _refuse_copy(self, *_):
        raise TypeError("an environment cannot be copied or pickled, because its games belong to the library; make "
                        "another one with the same settings and reset it with the same seed")

    __copy__ = __deepcopy__ = __reduce_ex__ = _refuse_copy

    @property
    def unwrapped(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class VecEnv(Environment):
    """`num_envs` games. Its arrays are the library's buffers and the same objects at every step: copy what
    you want to keep, or make it with copy=True, and reset and step return copies.

        observations  float32 (num_envs, numbers)       what the seat that is to act may know
        masks         int8    (num_envs, actions)       1 for what is legal
        rewards       float32 (num_envs,)               of the seat that acted
        seat_rewards  float32 (num_envs, seats)         of every seat
        terminated    bool    (num_envs,)               the game was over in this step
        truncated     bool    (num_envs,)               or it was cut off
        seats         int32   (num_envs,)               whose decision it is
        final_obs     float32 (num_envs, numbers)       where a game ended, what was seen last; reset clears it
        faults        bool    (num_envs,)               in this step a bot gave no legal answer and lost
        illegals      bool    (num_envs,)               the action of this step was not legal
        actions       int32   (num_envs,)               read by step
    """

    metadata = {"autoreset_mode": "SameStep", "render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, game, num_envs, opponents=None, *, seat=None, max_turns=0, first=0, openings=None,
                 random_plies=0, autoreset="same-step", illegal="lose", copy=False, render_mode=None):
        opponents = [opponents] if isinstance(opponents, str) else list(opponents or [])
        autoreset = {gymnasiums: ours for ours, gymnasiums in MODES.items()}.get(
            getattr(autoreset, "value", autoreset), autoreset)
        if render_mode not in (None, "ansi"):
            raise library.TahurError(f"render_mode of many games must be None or \"ansi\", not {render_mode!r}")
        self._env, shape = library.new_environment(game, opponents, num_envs, first, seat, max_turns,
                                                   opening_lines(openings), random_plies, autoreset, illegal)
        weakref.finalize(self, self._env.close)
        self.game, self.num_envs, self.num_seats = game, shape.games, shape.seats
        self.num_opponents, self.self_play = len(opponents), not opponents
        self.autoreset, self.illegal, self.render_mode, self._copies = autoreset, illegal, render_mode, bool(copy)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode(MODES[autoreset])}
        self._make_arrays(shape)
        self.single_observation_space = self._spaces.observations(shape.observation)
        self.single_action_space = self._spaces.actions(shape.actions)
        self.observation_space = self._spaces.observations(shape.games, shape.observation)
        self.action_space = self._spaces.rows_of_actions(shape.games, shape.actions)
        self._rotation = self.num_seats * self.num_opponents or 1  # so many episodes, then it comes again
        self._error = library.Error()
        self._error_at = byref(self._error)
        self._seed, self._position = None, None
        self._may_warn, self._may_warn_illegal = not self.self_play, illegal != "raise"
        self._seal()

    @staticmethod
    def _mode(name):
        """What metadata says of autoreset: Gymnasium's name."""
        return name

    def _make_arrays(self, shape):
        games = shape.games
        self.observations = numpy.zeros((games, shape.observation), numpy.float32)
        self.masks = numpy.zeros((games, shape.actions), numpy.int8)
        self.actions = numpy.zeros(games, numpy.int32)
        self.rewards = numpy.zeros(games, numpy.float32)
        self.seat_rewards = numpy.zeros((games, shape.seats), numpy.float32)
        self.terminated = numpy.zeros(games, numpy.bool_)
        self.truncated = numpy.zeros(games, numpy.bool_)
        self.seats = numpy.zeros(games, numpy.int32)
        self.final_obs = numpy.zeros_like(self.observations)
        self.faults = numpy.zeros(games, numpy.bool_)
        self.illegals = numpy.zeros(games, numpy.bool_)
        arrays = {"observations": self.observations, "masks": self.masks, "actions": self.actions,
                  "rewards": self.rewards, "terminals": self.terminated, "truncations": self.truncated,
                  "seats": self.seats, "finals": self.final_obs, "faults": self.faults,
                  "seat_rewards": self.seat_rewards, "illegals": self.illegals}
        buffers = library.Buffers(**{name: ctypes.cast(arrays[name].ctypes.data, kind)
                                     for name, kind in library.Buffers._fields_})
        with self._env as env:
            library.lib.th_env_attach(env, byref(buffers))
        self._own = list(arrays.values())  # whatever becomes of the attributes
        self._actions, self._actions_at = self.actions, buffers.actions
        # As Gymnasium has it, "_name" says in which games "name" means something.
        every = numpy.ones(games, numpy.bool_)
        every.flags.writeable = False
        self._info = {}
        for name, array in (("action_mask", self.masks), ("seat", self.seats), ("seat_rewards", self.seat_rewards),
                            ("fault", self.faults), ("illegal", self.illegals)):
            self._info[name], self._info["_" + name] = array, every
        self._ended = numpy.zeros(games, numpy.bool_)
        self._step_info = self._info
        if self.autoreset == "same-step":
            self._step_info = {**self._info, "final_obs": self.final_obs, "_final_obs": self._ended}

    @property
    def closed(self):
        return self._env.closed

    def close(self, **_):
        """Drops the games; another thread's call comes to its end before. The arrays stay as they are."""
        self._env.close()

    def reset(self, *, seed=None, options=None):
        """Begins episode 0 of every game: of `seed`; without one, of the seed behind the last, the first time
        of one that the system draws. With a list of seeds, one for each game, a game is what an Env plays
        that was reset with its seed (None: one is drawn). options={"position": …} makes all games begin there
        until the next reset."""
        position = position_of(options)
        if seed is None:
            seed = self._next_seed()
        elif isinstance(seed, (list, tuple, numpy.ndarray)):
            seed = self._seed_list(seed)
        else:
            seed = library.number(seed, "seed", 0, library.SEED_MAX)
        self._start_at(position)
        if isinstance(seed, list):
            self._reset_each(seed)
        else:
            self._reset_to(seed, 0)
        return self._returned(self.observations), self._returned_info(self._info)

    def _seed_list(self, seeds):
        if len(seeds) != self.num_envs:
            raise library.TahurError(f"there must be one seed for each of the {self.num_envs} games, not {len(seeds)}")
        return [self._drawn_seed() if seed is None else library.number(seed, "seed", 0, library.SEED_MAX)
                for seed in seeds]

    def _drawn_seed(self):
        return drawn_seed()

    def _next_seed(self):
        if self._seed is None:
            return self._drawn_seed()
        if isinstance(self._seed, list):
            return [(seed + 1) % (library.SEED_MAX + 1) for seed in self._seed]
        return (self._seed + 1) % (library.SEED_MAX + 1)

    def _start_at(self, position):
        if position != self._position:
            with self._env as env:
                if not library.lib.th_env_start_at(env, position, self._error_at):
                    raise self._error.exception()
                self._position = position

    def _reset_to(self, seed, episode):
        with self._env as env:
            self._seed = seed
            if not library.lib.th_env_reset_to(env, seed, episode, self._error_at):
                raise self._error.exception()
        self._warn()

    def _reset_each(self, seeds):
        numbers = ctypes.c_uint64 * self.num_envs
        episodes = numbers(*(first_episode(seed, self._rotation) for seed in seeds))
        with self._env as env:
            self._seed = seeds
            if not library.lib.th_env_reset_each(env, numbers(*seeds), episodes, self._error_at):
                raise self._error.exception()
        self._warn()

    def _warn(self):
        """Once, of the first fault: rewards that bots at fault gave away look like those of a good learner. And
        of the first action that was not legal."""
        if self._may_warn and numpy.count_nonzero(self.faults):
            self._may_warn = False
            warnings.warn(f"an opponent gave no legal answer and lost: {self.fault()}", RuntimeWarning, stacklevel=3)
        if self._may_warn_illegal and numpy.count_nonzero(self.illegals):
            self._may_warn_illegal = False
            game = int(self.illegals.argmax())
            done = "lost the game" if self.illegal == "lose" else "was replaced by a random one"
            warnings.warn(f"action {self._actions[game]} was not legal in game {game} and {done}; choose by the action "
                          "mask, or make the environment with illegal=\"raise\"", RuntimeWarning, stacklevel=3)

    def step(self, actions=None):
        """Takes an action in every game; None: those in the array `actions`. Where a game is over the next one
        begins: in the same step, so that reward and flag come with its first observation, or, with
        autoreset="next-step", in the step after, which takes no action there. An action that is not legal
        loses the game, is replaced (illegal="random") or refused (illegal="raise"): then a ValueError says
        so, and nothing has happened."""
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
        numpy.logical_or(self.terminated, self.truncated, out=self._ended)
        if self._copies:
            return (self.observations.copy(), self.rewards.copy(), self.terminated.copy(), self.truncated.copy(),
                    self._returned_info(self._step_info))
        return self.observations, self.rewards, self.terminated, self.truncated, self._step_info.copy()

    def _returned(self, array):
        return array.copy() if self._copies else array

    def _returned_info(self, info):
        """A dictionary of the caller's own: wrappers write into it."""
        return {name: array.copy() for name, array in info.items()} if self._copies else info.copy()

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

    def action_masks(self):
        """Which actions are legal, as sb3-contrib asks for them: bool (num_envs, actions)."""
        return self.masks.astype(numpy.bool_)

    def observe(self, seat, game=0):
        """What a seat may know of a game, whoever is to act."""
        seat = library.number(seat, "seat", 0, self.num_seats - 1)
        out = numpy.zeros(self.observations.shape[1], numpy.float32)
        with self._env as env:
            library.lib.th_env_observe(env, self._game(game), seat, out.ctypes.data_as(library.POINTER(library.c_float)))
        return out

    def counts(self):
        """What has happened since reset: steps, episodes that ended, how many of them were truncated, ended
        by a fault of a bot, or were over before there was a decision to take; and actions that were not legal."""
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

    def game_action(self, action, seat=0):
        """The number that an action of a seat has in the game itself, in its states and records."""
        action = library.number(action, "action", 0, self.masks.shape[1] - 1)
        return self._renumbered(library.lib.th_env_game_action, action, seat, "no action of the game")

    def own_action(self, game_action, seat=0):
        """The number that an action of the game has here, for a seat."""
        action = library.number(game_action, "action", 0, 2**31 - 1)
        return self._renumbered(library.lib.th_env_own_action, action, seat, "not among the actions here")

    def _renumbered(self, function, action, seat, what):
        seat = library.number(seat, "seat", 0, self.num_seats - 1)
        with self._env as env:
            number = function(env, seat, action)
        if number < 0:
            raise library.TahurError(f"action {action} of seat {seat} is {what}")
        return number

    def position(self, game=0):
        """The position of a game in one line, as the seat to act may know it."""
        with self._env as env:
            return library.written(library.lib.th_env_position, env, self._game(game), size=library.POSITION_BYTES)

    def render(self, game=None, colour=False):
        """A picture of a game, as the seat to act may see it; without its number, a tuple with all of them."""
        if game is None:
            return tuple(self.render(number, colour) for number in range(self.num_envs))
        with self._env as env:
            return library.written(library.lib.th_env_draw, env, self._game(game), bool(colour),
                                   size=library.PICTURE_BYTES)

    def _game(self, game):
        return library.number(game, "the number of a game", 0, self.num_envs - 1)
