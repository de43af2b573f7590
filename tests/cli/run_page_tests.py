"""Pages about saved runs: tahur report RUN.db --html OUT."""
import json
import math
import os
import re
import sqlite3
import tempfile
from html.parser import HTMLParser

from harness import check, check_equal, tahur, test, test_each

VOID = {"meta", "br"}


class Page(HTMLParser):
    """A page with its text, whose tags must be closed in order."""

    def __init__(self, source):
        super().__init__()
        self.open, self.words = [], []
        self.feed(source.replace("<wbr>", ""))  # where a name may be broken
        self.close()
        check_equal(self.open, [], "tags left open")
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            check(name not in ("src", "href", "onclick"), "a resource:", name, value)
        check(tag not in ("script", "link", "img"), "a tag:", tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        check(self.open and self.open[-1] == tag, f"</{tag}> ends", self.open[-3:])
        self.open.pop()

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)


class Run:
    """A saved run: its page, and what --json tells about it."""

    def __init__(self, folder, *command, status=0):
        self.db, self.html = os.path.join(folder, "run.db"), os.path.join(folder, "run.html")
        result = tahur.run(*command, "--save", self.db)
        check_equal(result.status, status, f"exit status ({result.err})")
        self.tell()

    def tell(self, *flags):
        self.json = tahur.json("report", self.db, "--html", self.html, *flags)
        with open(self.html, encoding="utf-8") as file:
            source = file.read()
        check(not re.search(r"https?://", source), "the page asks for something else")
        check(not re.search(r"\b(-?nan|-?inf|infinity)\b", source, re.IGNORECASE), "no number")
        self.page = Page(source)
        return self

    def holds(self, *texts):
        for text in texts:
            check(text in self.page.text, f"'{text}' is not on the page:", self.page.text[:3000])


def folder():
    return tempfile.TemporaryDirectory()


@test
def an_arenas_page_tells_standings_and_metrics():
    with folder() as place:
        run = Run(place, "arena", "cantstop", "easy", "medium", "hard", "glenn-aloi",
                  "--games", "400")
        run.holds("Can't Stop: arena", run.json["digest"], "400, complete", "hard won ")
        for bot in run.json["bots"]:
            low, high = bot["ci95"]
            run.holds(bot["bot"], f"{100 * bot['win_share']:.2f} %",
                      f"{100 * low:.2f} – {100 * high:.2f} %",
                      f"{bot['metrics']['rolls_per_turn']['mean']:.3f} ± "
                      f"{1.96 * bot['metrics']['rolls_per_turn']['se']:.3f}")
        for seat in run.json["by_order"]:
            run.holds(f"{100 * seat['win_share']:.2f} % ± {196 * seat['se']:.2f}")
        run.holds("Length of the games", "Share of games won, by seat", "bust rate, game by game")


@test
def a_leagues_page_tells_ratings_and_the_cross_table():
    with folder() as place:
        run = Run(place, "league", "kittens", "v1", "v2", "random", "--games", "200")
        run.holds("Kittens: league", run.json["digest"], f"{run.json['bots'][0]['bot']} is strongest")
        for number, bot in enumerate(run.json["bots"], 1):
            low, high = bot["rating_ci95"]
            run.holds(f"{number}. {bot['bot']}", f"{bot['rating']:+.0f}", f"{low:+.0f} to {high:+.0f}")
            for score in bot["score_against"].values():
                run.holds(f"{100 * score:.1f}")
            if bot["above_next"] is not None:
                run.holds(f"{100 * bot['above_next']:.1f} %")


@test
def a_comparisons_page_tells_the_test():
    with folder() as place:
        run = Run(place, "compare", "kittens", "v1", "v2", "--elo1", "30")
        low, high = run.json["elo_ci95"]
        run.holds("Kittens: comparison", run.json["digest"], run.json["decision"],
                  f"{run.json['elo']:+.1f} Elo", f"{low:+.1f} to {high:+.1f} Elo",
                  f"{run.json['llr']:+.2f}", "Evidence, as the test went on",
                  "Difference, as the test went on", "complete: the test has decided")
        for bot in run.json["bots"]:
            run.holds(bot["bot"], f"{100 * bot['win_share']:.2f} %")


def lucks(db):
    """By bot, the mean luck of a game in the file with its standard error, a block being one observation."""
    with sqlite3.connect(db) as base:
        size, names = (json.loads(base.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()[0])
                       for name in ["block_games", "bots"])
        rows = base.execute("SELECT number, seats, luck FROM game JOIN luck ON number = luck.game").fetchall()
    base.close()
    blocks = {}
    for number, seats, luck in rows:
        for bot, value in zip(json.loads(seats), json.loads(luck)):
            blocks.setdefault(names[bot]["name"], {}).setdefault(number // size, []).append(value)
    found = {}
    for bot, own in blocks.items():
        games, n = sum(len(b) for b in own.values()), len(own)
        mean = sum(sum(b) for b in own.values()) / games
        rest = sum((sum(b) - mean * len(b)) ** 2 for b in own.values())
        found[bot] = mean, math.sqrt(rest * n / (n - 1)) / games
    return found


LUCKY = [("arena kittens v3 v1 --games 300",), ("arena cantstop:players=3 turn-optimal hard risk-stop --games 24",),
         ("league kittens v1 v3 dqn --games 100",), ("compare kittens dqn v3 --elo0 140 --elo1 180",)]


@test_each("the page shows results without luck, and the luck of each bot", LUCKY)
def results_without_luck(command):
    with folder() as place:
        run = Run(place, *command.split(), "--luck", "adjusted")
        luck = lucks(run.db)
        for bot in run.json["bots"]:
            low, high = bot["adjusted_ci95"]
            mean, error = luck[bot["bot"]]
            check(abs(bot["win_share"] - bot["adjusted_share"] - mean) < 1e-9, bot, mean)
            run.holds(f"{100 * bot['win_share']:.2f} %", f"{100 * bot['adjusted_share']:.2f} %",
                      f"{100 * low:.2f} – {100 * high:.2f} % {100 * mean:+.2f} % ± {196 * error:.2f}")
        run.holds("adjusted share", "luck a game", "○ plain ● without luck", "docs/contests.md",
                  f"a block without luck is worth {run.json['luck']['variance_ratio']:.1f} plain ones")
        if command.startswith("arena"):
            best = max(run.json["bots"], key=lambda bot: bot["adjusted_share"])
            run.holds(f"{best['bot']} won {100 * best['win_share']:.2f} % of",
                      f"games, or {100 * best['adjusted_share']:.2f} % without luck")
        with_luck = run.page.text
        for word in ["adjusted", "without luck", "luck a game"]:
            check(word not in run.tell("--luck", "plain").page.text, word)
        with sqlite3.connect(run.db) as base:
            base.execute("DELETE FROM luck")
        base.close()
        check_equal(run.tell().page.text, with_luck, "the page of a run whose luck is measured again")


# What is unusual, and words that the page has then.
UNUSUAL = [
    ("arena cantstop:players=1 hard --games 50", "hard needed "),
    ("arena cantstop easy --games 40 --shard 2/2", "20 of 40, not complete"),
    ("arena y:size=5 random flat-mc --games 40", "Y: arena"),
    ("arena parchis greedy greedy --games 40 --max-turns 5", "have no winner"),
    ("league cantstop:players=2 random easy --games 20 --max-turns 9", "have no winner"),
    ("league cantstop easy medium hard --games 8 --format round-robin", "is strongest"),
    ("arena kittens v1 v2 --games 1", "1, complete"),
    ("compare kittens v1 v2 --games 2", "It is not decided whether"),
    ("compare cantstop hard hard", "NEW and OLD are the same bot, so the true difference is 0"),
    ("league kittens v1 v1 v2 --games 8", "2 of the bots are the same, v1: "),
    ("compare kittens v1 v2 --against v3 random --games 40", "It is not decided whether"),
]


@test_each("the page of an unusual run is sound", UNUSUAL)
def unusual_runs_have_pages(command, words):
    with folder() as place:
        Run(place, *command.split()).holds(words)


@test
def a_run_without_games_says_so():
    with folder() as place:
        db = os.path.join(place, "run.db")
        process = tahur.start("arena", "kittens", "v1", "v2", "--games", "2", "--save", db)
        check_equal(tahur.finish(process).status, 0, "exit status")
        with sqlite3.connect(db) as base:
            base.execute("DELETE FROM game")
            base.execute("DELETE FROM block")
        base.close()
        run = object.__new__(Run)
        run.db, run.html = db, os.path.join(place, "run.html")
        run.tell().holds("There are no games in this run yet", "0 of 2, not complete")


@test
def many_bots_with_odd_names_are_all_there():
    with folder() as place:
        os.mkdir(os.path.join(place, "bots"))
        names = ['a<&>"b', "<script>alert(1)</script>".replace("/", "∕")]
        names += [f"bot {i}" for i in range(24)]
        for i, name in enumerate(names):
            with open(os.path.join(place, "bots", name + ".bot"), "w", encoding="utf-8") as file:
                file.write(f"max-rolls:n={1 + i % 9}\n")
        run = Run(place, "league", "cantstop:players=2", os.path.join(place, "bots"),
                  "--games", "2")
        run.holds(*names, "the best 12 of 26 bots", "the strongest 24 of 26")


@test
def the_run_itself_is_not_written_over():
    with folder() as place:
        run = Run(place, "arena", "kittens", "v1", "v2", "--games", "2")
        for path in [run.db, os.path.join(place, ".", "run.db")]:
            result = tahur.run("report", run.db, "--html", path)
            check_equal(result.status, 2, "exit status")
            check("is the run itself" in result.err, result.err)
        check_equal(tahur.json("report", run.db)["digest"], run.json["digest"], "digest")
