"""The library: loading the extension module that contains it, and its functions for environments, by ctypes."""
import ctypes
import difflib
import importlib
import importlib.util
import os
import sys
import threading
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_float, c_int, c_int32, c_size_t, c_uint8
from ctypes import c_uint32, c_uint64, c_void_p
from importlib.machinery import ExtensionFileLoader

# What this package was written for (include/tahur/env.h), and the file of its extension module.
ENV_ABI = 3
FILE = "_tahur.abi3.so"
GAMES_MAX, OPPONENTS_MAX, OPENINGS_MAX, ROTATES = 1 << 20, 16, 1 << 20, -1
AUTORESET = {"same-step": 0, "next-step": 1}  # enum th_env_autoreset
ILLEGAL = {"raise": 0, "lose": 1, "random": 2}  # enum th_env_illegal
SEED_MAX = 2**64 - 1
OBSERVATION_BOUND = 8  # TH_OBSERVATION_BOUND of include/tahur/game.h
POSITION_BYTES, PICTURE_BYTES, NAME_BYTES = 8192, 65536, 64


class Error(Structure):
    _fields_ = [("text", c_char * 400)]

    def exception(self):
        return TahurError(self.text.decode("utf-8", "replace"))


class Settings(Structure):
    _fields_ = [("game", c_char_p), ("opponents", POINTER(c_char_p)), ("opponent_count", c_int), ("games", c_int),
                ("first", c_uint64), ("seat", c_int), ("max_turns", c_uint32), ("openings", POINTER(c_char_p)),
                ("opening_count", c_int), ("random_plies", c_uint32), ("autoreset", c_int), ("illegal", c_int)]


class Shape(Structure):
    _fields_ = [("games", c_int), ("seats", c_int), ("observation", c_int), ("actions", c_int)]


class Buffers(Structure):
    _fields_ = [("observations", POINTER(c_float)), ("masks", POINTER(c_uint8)), ("actions", POINTER(c_int32)),
                ("rewards", POINTER(c_float)), ("terminals", POINTER(c_uint8)), ("truncations", POINTER(c_uint8)),
                ("seats", POINTER(c_int32)), ("finals", POINTER(c_float)), ("faults", POINTER(c_uint8)),
                ("seat_rewards", POINTER(c_float)), ("illegals", POINTER(c_uint8))]


class Counts(Structure):
    _fields_ = [(name, c_uint64) for name in ("steps", "episodes", "truncated", "faults", "unasked", "illegal")]


# Name, result, arguments.
FUNCTIONS = [
    ("th_version", c_char_p, []),
    ("th_env_abi", c_int, []),
    ("th_env_new", c_void_p, [POINTER(Settings), POINTER(Error)]),
    ("th_env_drop", None, [c_void_p]),
    ("th_env_shape", Shape, [c_void_p]),
    ("th_env_attach", None, [c_void_p, POINTER(Buffers)]),
    ("th_env_reset_to", c_bool, [c_void_p, c_uint64, c_uint64, POINTER(Error)]),
    ("th_env_reset_each", c_bool, [c_void_p, POINTER(c_uint64), POINTER(c_uint64), POINTER(Error)]),
    ("th_env_start_at", c_bool, [c_void_p, c_char_p, POINTER(Error)]),
    ("th_env_step", c_bool, [c_void_p, POINTER(Error)]),
    ("th_env_sample", None, [c_void_p, c_uint64, POINTER(c_int32)]),
    ("th_env_observe", c_bool, [c_void_p, c_int, c_int, POINTER(c_float)]),
    ("th_env_game_action", c_int, [c_void_p, c_int, c_int]),
    ("th_env_own_action", c_int, [c_void_p, c_int, c_int]),
    ("th_env_counts", Counts, [c_void_p]),
    ("th_env_fault", c_char_p, [c_void_p]),
    ("th_env_observation_name", c_char_p, [c_void_p, c_int, c_char_p, c_size_t]),
    ("th_env_draw", c_char_p, [c_void_p, c_int, c_bool, c_char_p, c_size_t]),
    ("th_env_position", c_char_p, [c_void_p, c_int, c_char_p, c_size_t]),
    ("th_env_action", c_char_p, [c_void_p, c_int, c_int, c_char_p, c_size_t]),
    ("th_game_at", c_void_p, [c_int]),
    ("th_game_name", c_char_p, [c_void_p]),
    ("th_game_title", c_char_p, [c_void_p]),
    ("th_game_observation_layout", c_char_p, [c_void_p]),
]


def extension_file():
    """The file of the extension module: named by TAHUR_EXTENSION, or in the folder `build` of the source tree
    that this package is in. None where it is installed, in the package itself."""
    named = os.environ.get("TAHUR_EXTENSION")
    if named is not None:
        return named
    source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if os.path.exists(os.path.join(source, "include", "tahur", "env.h")):
        return os.path.join(source, "build", "python", "extension", FILE)
    return None


def load_extension():
    """The extension module tahur._tahur, which contains the library; an ImportError that says what is wrong if
    there is none."""
    name, path = f"{__package__}._tahur", extension_file()
    try:
        if path is None:
            return importlib.import_module(name)
        if not os.path.exists(path):
            raise ImportError(f"there is no {path}")
        spec = importlib.util.spec_from_file_location(name, path, loader=ExtensionFileLoader(name, path))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    except ImportError as error:
        raise ImportError(f"the extension module of tahur cannot be loaded ({error}); build tahur with ./run, or name "
                          "the file in TAHUR_EXTENSION") from None
    sys.modules[name] = module
    return module


def load(path):
    """The functions of the library, in the file of the extension module, declared for ctypes."""
    library = ctypes.CDLL(path)
    for name, result, arguments in FUNCTIONS:
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"{path} is no extension module of this tahur: it has no {name}")
        function.restype, function.argtypes = result, arguments
        if name == "th_env_abi" and function() != ENV_ABI:
            raise ImportError(f"{path} has environments of version {function()}, this package is for version {ENV_ABI}; "
                              "use the package and the extension module of the same tahur")
    return library


_tahur = load_extension()
TahurError = _tahur.TahurError
lib = load(_tahur.__file__)


def version():
    """The library's version."""
    return lib.th_version().decode()


class Handle:
    """An environment of the library, for one call at a time: another thread waits, and so does close. In a
    process that was forked it goes on as a copy, but not with programs as opponents, which belong to the
    process that started them.

        with handle as env:
            lib.th_env_step(env, …)
    """

    __slots__ = ("_env", "_lock", "_holder", "_process", "_copies", "__weakref__")

    def __init__(self, env, copies):
        self._env, self._lock, self._holder = env, threading.Lock(), None
        self._process, self._copies = os.getpid(), copies

    def __enter__(self):
        if self._process != os.getpid():
            self._adopt()
        if self._holder == threading.get_ident():  # in a handler of signals, or in a destructor
            raise TahurError("the environment is in use by the call that was interrupted here")
        self._lock.acquire()
        if self._env is None:
            self._lock.release()
            raise TahurError("the environment has been closed")
        self._holder = threading.get_ident()
        return self._env

    def __exit__(self, *_):
        self._holder = None
        self._lock.release()

    def _adopt(self):
        """The first use after a fork. What another thread was doing then is not finished here."""
        if not self._copies or self._holder is not None:
            self._env = None  # nothing is dropped: it is the other process's
        self._lock, self._holder, self._process = threading.Lock(), None, os.getpid()
        if self._env is None:
            raise TahurError("the environment is that of the process that was forked; make another one here")

    @property
    def closed(self):
        return self._env is None

    def close(self):
        """Waits for the call under way. Once more is nothing."""
        if self._process != os.getpid():
            self._env = None
            return
        if self._env is None:
            return
        with self as env:
            self._env = None
            lib.th_env_drop(env)


class Sealed:
    """Attributes that cannot be replaced: the library goes on writing into its own arrays, whatever an
    attribute of that name is. A subclass outside of this package may have more attributes."""

    _sealed = False
    _free = ("metadata", "spec")  # for those who wrap environments

    def _seal(self):
        object.__setattr__(self, "_fixed", frozenset(name for name in vars(self) if not name.startswith("_")))
        object.__setattr__(self, "_sealed", True)

    def __setattr__(self, name, value):
        if self._sealed and vars(self).get(name, self) is not value:  # env.actions += 1 sets it to itself
            self._check(name)
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        self._check(name)
        object.__delattr__(self, name)

    def _check(self, name):
        if name in self._free or isinstance(getattr(type(self), name, None), property):
            return
        if name in self._fixed:
            array = hasattr(getattr(self, name), "dtype") and hasattr(getattr(self, name), "ctypes")
            raise AttributeError(f"{name} cannot be replaced" +
                                 (f": write into it, as in env.{name}[:] = …" if array else ""))
        known = hasattr(self, name) and name.startswith("_")
        if not known and type(self).__module__.partition(".")[0] == __name__.partition(".")[0]:
            near = difflib.get_close_matches(name, self._fixed, 1)
            raise AttributeError(f"the environment has no attribute {name!r}" +
                                 (f"; did you mean {near[0]!r}?" if near else ""))


def new_environment(game, opponents, games, first, seat, max_turns, openings, random_plies, autoreset, illegal):
    """The handle of a new environment of the library, and its shape."""
    specs = [text_of(bot, "an opponent") for bot in opponents]
    lines = [text_of(line, "an opening") for line in openings]
    settings = Settings(game=text_of(game, "the game"), opponents=(c_char_p * max(1, len(specs)))(*specs),
                        opponent_count=len(specs), games=number(games, "num_envs", 1, GAMES_MAX),
                        first=number(first, "first", 0, SEED_MAX),
                        seat=ROTATES if seat is None else number(seat, "seat", 0, 2**31 - 1),
                        max_turns=number(max_turns, "max_turns", 0, 2**32 - 1),
                        openings=(c_char_p * max(1, len(lines)))(*lines), opening_count=len(lines),
                        random_plies=number(random_plies, "random_plies", 0, 2**32 - 1),
                        autoreset=choice(autoreset, "autoreset", AUTORESET), illegal=choice(illegal, "illegal", ILLEGAL))
    error = Error()
    env = lib.th_env_new(byref(settings), byref(error))
    if not env:
        raise error.exception()
    return Handle(env, not any(bot.startswith("exec") for bot in opponents)), lib.th_env_shape(env)


def choice(value, what, table):
    """What the table has for one of its names."""
    if not isinstance(value, str) or value not in table:
        *names, last = (f'"{name}"' for name in table)
        raise TahurError(f"{what} must be {', '.join(names)} or {last}, not {value!r}")
    return table[value]


def text_of(value, what):
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text like \"name:key=value\", not {value!r}")
    if "\0" in value:
        raise TahurError(f"{what} must not have a zero in it")
    return value.encode()


def number(value, what, least, most):
    """A whole number within its range: ctypes would cut off what is too large."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} must be a whole number, not {value!r}")
    value = value.__index__()
    if not least <= value <= most:
        raise TahurError(f"{what} must be {least} to {most}, not {value}")
    return value


def written(function, *arguments, size):
    """What a function of the library writes."""
    out = ctypes.create_string_buffer(size)
    function(*arguments, out, size)
    return out.value.decode("utf-8", "replace")
