"""Contests and analyses: the commands of the program as functions.

A bot is a spec ("v2"), a class with a method `choose`, or an object of one. Keyword arguments are the options of
the command, with _ for -; each function's help lists them."""
import atexit
import json
import re
import textwrap
import unicodedata

from . import _tahur
from ._tahur import TahurError
from .bots import Bot
from .results import Fault, Result

_BUILT_IN = _tahur._bot_names()

atexit.register(_tahur._end_work)


# ---- bots ----

def _name_of(bot):
    """The name of its class, as far as a spec can have it."""
    maker = bot if isinstance(bot, type) or not hasattr(bot, "choose") else type(bot)
    name = getattr(maker, "__name__", type(maker).__name__)
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9_.-]", "", plain)[:50] or "bot"


class _Bots:
    """The bots of Python in one call: each has a name that stands for it among the arguments."""

    def __init__(self):
        self.entries = []  # (name, class or object, whether it is an object)

    def argument(self, bot):
        """What stands for a bot in the arguments of a command."""
        if isinstance(bot, str):
            return bot
        if isinstance(bot, Bot):
            return bot.spec
        for name, known, _ in self.entries:
            if known is bot:
                return name
        self.entries.append((self._free_name(bot), bot, self._is_object(bot)))
        return self.entries[-1][0]

    def have_object(self):
        return any(is_object for _, _, is_object in self.entries)

    @staticmethod
    def _is_object(bot):
        if isinstance(bot, type):
            if not callable(getattr(bot, "choose", None)):
                raise TypeError(f"the class {bot.__name__} is no bot: it has no method choose")
            return False
        if hasattr(bot, "choose"):
            if not callable(bot.choose):
                raise TypeError(f"{bot!r} is no bot: its choose is no method")
            return True
        if callable(bot):
            return False
        raise TypeError(f"a bot is a spec such as 'random', a class with a method choose or an object of one, "
                        f"not {bot!r}")

    def _free_name(self, bot):
        taken = _BUILT_IN | {name for name, _, _ in self.entries}
        name, number = _name_of(bot), 1
        free = name
        while free in taken:
            number += 1
            free = f"{name}-{number}"
        return free


def _bot_list(bots):
    """A list of bots, or one bot."""
    return list(bots) if isinstance(bots, (list, tuple)) else [bots]


# ---- arguments ----

def _text(value):
    """A value as the command line has it."""
    if isinstance(value, float):
        return f"{value:.9f}".rstrip("0").rstrip(".")
    if isinstance(value, (list, tuple)):
        return ",".join(_text(item) for item in value)
    return str(value)


def _spec_of(game):
    if isinstance(game, _tahur.Game):
        return game.spec
    if not isinstance(game, str):
        raise TypeError(f"a game is a Game or a spec such as 'kittens', not {game!r}")
    return game


def _position(game, position):
    """The game and the position, which may be a State, as arguments."""
    if isinstance(game, _tahur.State):
        if position is not None:
            raise TypeError("a State has its own position; give no other")
        game, position = game.game, game
    arguments = [_spec_of(game)]
    if isinstance(position, _tahur.State):
        if position.game.spec != _canonical(arguments[0]):
            raise TahurError(f"the state is one of {position.game.spec}, not of {arguments[0]}")
        position = position.text
    if position is not None:
        arguments.append(position if isinstance(position, str) else json.dumps(position))
    return arguments


def _canonical(spec):
    """The spec as every Game of these options writes it."""
    return _tahur.Game(spec).spec


def _flags(command, options, bots):
    """The options as flags."""
    switches = {name for name, is_switch, _, _ in _tahur._options(command) if is_switch}
    flags = []
    for key, value in options.items():
        name = key.replace("_", "-")
        if name == "json":
            raise TypeError("a result always has the figures of --json: result.json")
        if value is None or (value is False and name in switches):
            continue
        if name in switches and value is not True:
            raise TypeError(f"{key} is True or False, not {value!r}")
        if name in switches:
            flags.append(f"--{name}")
        elif isinstance(value, bool):
            raise TypeError(f"{key} is no switch and takes a value, not {value}")
        elif not isinstance(value, (str, int, float, list, tuple)) and (hasattr(value, "choose") or callable(value)):
            flags.append(f"--{name}={bots.argument(value)}")
        else:
            flags.append(f"--{name}={_text(value)}")
    return flags


def _check_positional(arguments):
    """Where flags stand between arguments, an argument must not look like one."""
    for argument in arguments:
        if argument.startswith("-"):
            raise TahurError(f"{argument!r} is no game and no bot")


# ---- calls ----

def _call(command, positional, bots, options, against=None):
    if bots.entries and options.get("save") is not None:
        raise TahurError("a contest with bots of Python cannot be saved: a saved run is reported and continued by "
                         "programs that do not have them; record= writes its games")
    flags = _flags(command, options, bots)
    if bots.have_object() and options.get("threads") is None:
        flags.append("--threads=1")
    if against is None:
        arguments = [*flags, "--", *positional]
    else:
        _check_positional(positional)
        arguments = [*flags, *positional, f"--against={against[0]}", "--", *against[1:]]
    answer, sentence, faults, exceptions = _tahur._call(command, arguments, bots.entries)
    if sentence:
        raise TahurError(sentence)
    noted = [Fault(**fault, exception=exceptions.get((fault["bot"], fault["fault"]))) for fault in json.loads(faults)]
    return Result(json.loads(answer), command, noted)


def _against(bots, against):
    if against is None:
        return None
    names = [bots.argument(bot) for bot in _bot_list(against)]
    if not names:
        raise TahurError("against= has no bots")
    return names


def arena(game, bots, **options):
    """Plays many games between bots and reports how good each is.

    As many bots as the game has seats, or one that plays itself in every seat:

        tahur.arena("kittens", [MyBot(), "v2"], games=1000)"""
    own = _Bots()
    return _call("arena", [_spec_of(game), *map(own.argument, _bot_list(bots))], own, options)


def league(game, bots, **options):
    """Plays every bot against the others and rates them.

        tahur.league("cantstop", [MyBot, "easy", "medium", "hard"], games=200)"""
    own = _Bots()
    return _call("league", [_spec_of(game), *map(own.argument, _bot_list(bots))], own, options)


def compare(game, new, old, *, against=None, **options):
    """Plays a new bot against an old one until it is clear whether it is better.

        tahur.compare("kittens", MyBot, "v2").decision"""
    own = _Bots()
    positional = [_spec_of(game), own.argument(new), own.argument(old)]
    return _call("compare", positional, own, options, _against(own, against))


def grade(game, bot, against, **options):
    """Plays a bot until it is clear whether it wins often enough against each of the others.

        tahur.grade("kittens", MyBot, against=["v1", "v2"], require=0.5).passes"""
    own = _Bots()
    return _call("grade", [_spec_of(game), own.argument(bot)], own, options, _against(own, against))


def analyze(game, position=None, **options):
    """Every legal move of a position with what it is worth, best first.

    The position is its text, its JSON or a State; without one it is the start. A State alone will do:

        tahur.analyze(state).best"""
    return _call("analyze", _position(game, position), _Bots(), options)


def review(path, **options):
    """What a finished game owes to chance and what to its players' mistakes.

    `path` is a file with records (record= of the contests) or a saved run; game= says which of many games."""
    return _call("review", [str(path)], _Bots(), options)


def solve(game, position=None, **options):
    """The best play of Y or of the race of Can't Stop, exactly.

        tahur.solve("y:size=5").openings"""
    return _call("solve", _position(game, position), _Bots(), options)


def odds(**options):
    """Exact odds of Can't Stop: how many of the 1296 rolls give a legal move.

        tahur.odds(active=[6, 7, 8])"""
    return _call("odds", [], _Bots(), options)


def _describe_options(function):
    """Adds the options of the command to the help of its function."""
    lines = [function.__doc__.rstrip(), "", "    Options:"]
    for name, is_switch, explained, accepted in _tahur._options(function.__name__):
        if name in ("json", "against"):
            continue
        kind = "True or False" if is_switch else accepted
        text = f"{name.replace('-', '_')}: {explained}" + (f" ({kind})" if kind else "")
        lines += textwrap.wrap(text, 110, initial_indent="      ", subsequent_indent="        ")
    function.__doc__ = "\n".join(lines)


for _function in (arena, league, compare, grade, analyze, review, solve, odds):
    _describe_options(_function)
