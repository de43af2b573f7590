"""Making environments: Gymnasium's where it is installed, else our own, which behave alike."""
import functools
import importlib
import importlib.util
import warnings

GYMNASIUM = "1.1"  # the oldest that has gymnasium.vector.AutoresetMode


def module_with_numpy(name):
    """A module of this package that needs numpy."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise ImportError("environments need numpy, which this Python does not have (Debian: python3-numpy)") from None


@functools.lru_cache(None)
def gymnasium_classes():
    """The module with Gymnasium's classes of environments; None where Gymnasium is not installed."""
    if importlib.util.find_spec("gymnasium") is None:
        return None
    try:
        vector = importlib.import_module("gymnasium.vector")
        if hasattr(vector, "AutoresetMode"):
            return importlib.import_module("tahur.gym")
        why = f"it is older than {GYMNASIUM}"
    except ImportError as error:
        why = str(error)
    warnings.warn(f"the installed Gymnasium cannot be used ({why}); environments are tahur's own", RuntimeWarning,
                  stacklevel=3)
    return None


def register():
    """Registers the games with Gymnasium, if it is installed: gymnasium.make("tahur/Kittens-v0")."""
    classes = gymnasium_classes()
    if classes is not None:
        classes.register()


def make(game, opponents=None, *, seat=None, max_turns=0, openings=None, random_plies=0, illegal="lose",
         render_mode=None):
    """One game, step by step: a gymnasium.Env where Gymnasium is installed.

    `opponents` are specs of bots for the other seats, None or an empty list is self-play; `seat` is the learner's,
    None: it rotates with the episodes; a game that is not over within `max_turns` turns is truncated (0: 4,000).
    `openings` is a list of positions, or of moves as in "moves a1; b2", or a file of them: each episode begins at one
    of them; `random_plies` decisions after that are random. `illegal` says what becomes of an action that is not
    legal: it loses the game ("lose"), is replaced by a random one ("random"), or is an error ("raise").
    `render_mode` is None, "ansi" or "human"."""
    classes = gymnasium_classes() or module_with_numpy("tahur.single")
    return classes.Env(game, opponents, seat=seat, max_turns=max_turns, openings=openings, random_plies=random_plies,
                       illegal=illegal, render_mode=render_mode)


def make_vec(game, num_envs, opponents=None, *, seat=None, max_turns=0, first=0, openings=None, random_plies=0,
             autoreset="same-step", illegal="lose", copy=False, render_mode=None):
    """Many games, stepped at once: a gymnasium.vector.VectorEnv where Gymnasium is installed.

    As in `make`; `first` is the number of the first game: 1,000 games are the same as 500 and another 500 from 500
    on. A game that is over begins anew in the same step or in the next one (`autoreset`, "same-step" or "next-step").
    With `copy` reset and step return arrays of their own, else the same ones every time. `render_mode` is None or
    "ansi"."""
    classes = gymnasium_classes() or module_with_numpy("tahur.vector")
    return classes.VecEnv(game, num_envs, opponents, seat=seat, max_turns=max_turns, first=first, openings=openings,
                          random_plies=random_plies, autoreset=autoreset, illegal=illegal, copy=copy,
                          render_mode=render_mode)


def aec(game, *, max_turns=0, openings=None, random_plies=0, illegal="lose", render_mode=None):
    """A game with an agent in every seat, as an AEC environment of PettingZoo, which must be installed. The
    arguments are those of `make`."""
    if importlib.util.find_spec("pettingzoo") is None or gymnasium_classes() is None:
        raise ImportError(f"tahur.aec needs pettingzoo, and gymnasium {GYMNASIUM} or newer; without them, "
                          "tahur.make(game) is self-play for all seats")
    classes = importlib.import_module("tahur.zoo")
    return classes.AEC(game, max_turns=max_turns, openings=openings, random_plies=random_plies, illegal=illegal,
                       render_mode=render_mode)
