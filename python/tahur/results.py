"""Results of contests and analyses: the figures of the program's --json, with tables for people."""
import html
import json
import traceback
from typing import Any, Dict, Iterable, Iterator, List, Optional


def _wrap(value):
    if isinstance(value, dict):
        return Figures(value)
    return [_wrap(item) for item in value] if isinstance(value, list) else value


class Figures:
    """An object of the program's JSON: figures.games and figures["games"] are the same. `json` is the dict."""

    __slots__ = ("json",)

    def __init__(self, json: Dict[str, Any]) -> None:
        self.json = json

    def __getitem__(self, name: str) -> Any:
        return _wrap(self.json[name])

    def __getattr__(self, name: str) -> Any:
        try:
            return _wrap(self.json[name])
        except KeyError:
            raise AttributeError(f"there is no figure {name!r}; there are: {', '.join(self.json)}") from None

    def __contains__(self, name: object) -> bool:
        return name in self.json

    def __iter__(self) -> Iterator[str]:
        return iter(self.json)

    def __len__(self) -> int:
        return len(self.json)

    def __dir__(self):
        return [*super().__dir__(), *self.json]

    def __eq__(self, other):
        return self.json == other.json if isinstance(other, Figures) else NotImplemented

    __hash__ = None

    def __reduce__(self):
        return type(self), (self.json,)

    def __repr__(self):
        return f"Figures({self.json!r})"


class Fault:
    """Faults of one kind of one bot: how many, and what happened the first time."""

    def __init__(self, bot: str, fault: str, count: int, what: str, stderr: str,
                 exception: Optional[BaseException] = None, text: str = "") -> None:
        self.bot = bot  # its name
        self.fault = fault  # illegal, timeout, crash, protocol or memory
        self.count = count
        self.what = what  # a sentence
        self.stderr = stderr  # of another program: its last lines on standard error
        self.exception = exception  # of a bot in Python, with its traceback, for pdb.post_mortem
        self._text = text  # the traceback of an exception that is not here

    @property
    def traceback(self) -> str:
        """The traceback of the exception as text; "" if there is none."""
        if self.exception is None:
            return self._text
        kind, value = type(self.exception), self.exception
        return "".join(traceback.format_exception(kind, value, value.__traceback__))

    def __reduce__(self):
        """Frames cannot be pickled: of an exception only the text of its traceback is kept."""
        return Fault, (self.bot, self.fault, self.count, self.what, self.stderr, None, self.traceback)

    def __repr__(self):
        times = "once" if self.count == 1 else f"{self.count:,} times; the first"
        return f"{self.bot} was at fault ({self.fault}) {times}: {self.what}"


class Result(Figures):
    """What a command has found: its figures as attributes, `json` as a dict, `faults` of its bots. Printing it
    gives a table; in a notebook it is one."""

    __slots__ = ("command", "faults")

    def __init__(self, json: Dict[str, Any], command: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(json)
        self.command = command
        self.faults: List[Fault] = list(faults)

    def __reduce__(self):
        return type(self), (self.json, self.command, self.faults)

    def __repr__(self):
        blocks = [part if isinstance(part, str) else _text_table(*part) for part in self._parts()]
        return "\n\n".join(blocks)

    def _repr_html_(self) -> str:
        return "".join(f"<p>{html.escape(part)}</p>" if isinstance(part, str) else _html_table(*part)
                       for part in self._parts())

    def _parts(self):
        """Texts and tables (head, rows), from the top on."""
        parts = _REPORTS.get(self.command, _report_any)(self.json)
        return parts + [repr(fault) for fault in self.faults[:1]]


# ---- tables ----

def _text_table(head, rows):
    """The first column to the left, figures to the right."""
    widths = [max(len(line[i]) for line in [head, *rows]) for i in range(len(head))]
    lines = ["  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                       for i, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in [head, *rows]]
    return "\n".join(lines)


def _html_table(head, rows):
    def line(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return (f"<table><thead>{line(head, 'th')}</thead><tbody>" + "".join(line(row, "td") for row in rows)
            + "</tbody></table>")


def _percent(share, decimals=2):
    return "-" if share is None else f"{100 * share:.{decimals}f} %"


def _interval(low_high):
    return f"{100 * low_high[0]:.2f} – {100 * low_high[1]:.2f}"


def _signed(number):
    return "-" if number is None else f"{number:+.1f}"


def _pace(pace):
    if pace is None:
        return "-"
    for unit, size in ("s", 1), ("ms", 1e-3), ("µs", 1e-6):
        if pace["mean"] >= size:
            return f"{pace['mean'] / size:.2f} {unit}"
    return f"{pace['mean'] / 1e-9:.0f} ns"


def _closing(j):
    """What was played, in a line."""
    parts = [j["game"], f"{j['games']:,} games", f"seed {j['seed']}", f"digest {j['digest']}"]
    if j.get("seconds"):
        parts.append(f"{j['seconds']:.2f} s")
    return " · ".join(parts)


def _remarks(j):
    """What a reader of the figures must know, a sentence each."""
    remarks = []
    if j.get("different_games"):
        remarks.append(f"only {j['different_games']:,} different games, and the intervals count no more: random_plies= or openings= "
                       "vary the beginnings")
    if j.get("draws"):
        remarks.append(f"{j['draws']:,} games were drawn and count as shared")
    if j.get("unfinished"):
        remarks.append(f"{j['unfinished']:,} games were not over within max_turns and have no winner")
    return remarks


def _report_arena(j):
    adjusted = j["bots"][0].get("adjusted_ci95") is not None  # for luck
    head = ["bot", "wins", "win share", "95 % interval", *(["adjusted", "95 % interval"] if adjusted else []), "faults",
            "time a move"]
    rows = [[bot["bot"], f"{bot['wins']:,}", _percent(bot["win_share"]), _interval(bot["ci95"]),
             *([_percent(bot["adjusted_share"]), _interval(bot["adjusted_ci95"])] if adjusted else []), str(bot["faults"]),
             _pace(pace)] for bot, pace in zip(j["bots"], j["seconds_a_move"])]
    return [(head, rows), *_remarks(j), _closing(j)]


def _shares(figures, adjusted):
    """The win share, and where results are adjusted for luck, that without luck."""
    return [_percent(figures.get(key)) for key in ["win_share", "adjusted_share"][:1 + adjusted]]


def _share_heads(adjusted):
    return ["win share", "adjusted"][:1 + adjusted]


def _report_league(j):
    if "leagues" in j:
        return [part for league in j["leagues"] for part in _report_league(league)]
    adjusted = j["bots"][0]["adjusted_share"] is not None
    rows = []
    for bot in j["bots"]:
        low, high = bot["rating_ci95"]
        within = "-" if low is None else f"{low:+.1f} – {high:+.1f}"
        rows.append([bot["bot"], _signed(bot["rating"]), within, f"{bot['games']:,}", *_shares(bot, adjusted),
                     str(bot["faults"])])
    return [(["bot", "rating", "95 % interval", "games", *_share_heads(adjusted), "faults"], rows), _closing(j)]


def _report_compare(j):
    adjusted = j["bots"][0]["adjusted_share"] is not None
    rows = [[bot["bot"], bot["role"], f"{bot['games']:,}" if "games" in bot else "-", *_shares(bot, adjusted),
             str(bot["faults"])] for bot in j["bots"]]
    low, high = j["elo_ci95"]
    line = (f"{j['decision']}: {_signed(j['elo'])} Elo ({_signed(low)} to {_signed(high)}), evidence {j['llr']:+.2f} of "
            f"{j['llr_bounds'][0]:+.2f} or {j['llr_bounds'][1]:+.2f}")
    return [(["bot", "role", "games", *_share_heads(adjusted), "faults"], rows), line, _closing(j)]


def _report_grade(j):
    adjusted = any(task["adjusted_share"] is not None for task in j["tasks"])
    rows = [[", ".join(task["against"]), f"{task['games']:,}", *_shares(task, adjusted),
             _interval(task["interval"]), task["verdict"] or "-"] for task in j["tasks"]]
    verdict = "no verdict on " + j["bot"] if j["stopped"] else j["bot"] + (" passes" if j["passes"] else " fails")
    return [(["against", "games", *_share_heads(adjusted), f"{100 * j['confidence']:g} % interval", "verdict"], rows),
            verdict, _closing(j)]


def _report_analyze(j):
    if j["seat"] is None:
        rows = [[f"seat {i}", _percent(value)] for i, value in enumerate(j["values"])]
        return [f"chance moves; by {j['by']}", (["seat", "wins"], rows)]
    rows = [[move["action"], _percent(move["value"]), _percent(move["error"]), _percent(move["behind"])]
            for move in j["moves"]]
    return [f"seat {j['seat']} to move; by {j['by']}", (["move", "wins", "± s.e.", "behind"], rows)]


def _report_review(j):
    if "bots" in j:  # of all bots in the games of a saved run
        parts = ["result", "luck", "hidden", "luck_adjusted", "errors"]
        rows = [[bot["bot"], f"{bot['games']:,}"] + [_percent(bot[part]["mean"], 1) for part in parts] for bot in j["bots"]]
        return [f"{j['games']:,} games, judged by {j['judge']}",
                (["bot", "games", "result", "luck", "hidden", "luck-adjusted", "errors"], rows)]
    if "players" not in j:  # of the decisions of a bot in a saved run
        line = (f"{j['bot']}: {_percent(j['mean_loss'])} lost a decision in {j['games']:,} games; {j['small']} small, "
                f"{j['bad']} bad mistakes, {j['blunders']} blunders")
        rows = [[m["did"], m["better"], str(m["times"]), _percent(m["lost"], 1)] for m in j["mistakes"][:10]]
        return [line, (["did", "better", "times", "lost in all"], rows)]
    rows = [[f"{p['seat']} {p['player']}", _percent(p["start"], 1), _percent(p["luck"], 1), _percent(p["hidden"], 1),
             _percent(p["hindsight"], 1), _percent(p["errors"], 1), _percent(p["gifts"], 1),
             _percent(p["result"], 1)] for p in j["players"]]
    return [f"{j['game']}, {len(j['steps'])} steps, {j['end']}; judged by {j['judge']}",
            (["player", "start", "luck", "hidden", "hindsight", "errors", "gifts", "result"], rows)]


def _report_any(j):
    """Numbers and texts by name; lists by their length."""
    rows = []
    for name, value in j.items():
        long = isinstance(value, (list, dict)) and len(json.dumps(value)) > 60
        rows.append([name, f"{len(value)} entries" if long else
                     value if isinstance(value, str) else json.dumps(value)])
    return [(["figure", "value"], rows)]


_REPORTS = {"arena": _report_arena, "league": _report_league, "compare": _report_compare, "grade": _report_grade,
            "analyze": _report_analyze, "review": _report_review}
