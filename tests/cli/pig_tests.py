"""A program with the game of docs/add-a-game.md in it: the document is right, and every command knows the game."""
import os
import re
import subprocess
import tempfile

from documents import ROOT, document, follow
from harness import TIME_LIMIT, as_text, check, check_equal, tahur, test, test_each

PIG = os.path.join(ROOT, "examples", "pig")
DOCUMENT = document("add-a-game.md")


def sources():
    texts = {}
    for name in sorted(os.listdir(PIG)):
        with open(os.path.join(PIG, name), encoding="utf-8") as file:
            texts[name] = file.read()
    return texts


@test
def add_a_game_does_what_it_says():
    commands = re.findall(r"^    \$ ([^\n]*)$", DOCUMENT, re.M)
    check(len(commands) >= 10, "only", len(commands), "commands")
    with tempfile.TemporaryDirectory() as directory:
        said = [follow(command, directory) for command in commands]
    check("pig" in said[0] and "goal" in said[0], said[0])


@test
def add_a_game_quotes_the_files():
    texts = sources()
    quotes = re.findall(r"```c\n(.*?)```", DOCUMENT, re.S)
    check(len(quotes) >= 5, "only", len(quotes), "quotes")
    for quote in quotes:
        check(any(quote in text for text in texts.values()), "it is in no file:", quote)


@test
def add_a_game_names_all_files():
    names = list(sources())
    built = re.findall(r"^\+  '(\w+\.c)',$", DOCUMENT, re.M)
    check_equal(built, [name for name in names if name.endswith(".c")], "files in meson.build")
    with open(os.path.join(ROOT, "src", "games", "meson.build"), encoding="utf-8") as file:
        check(re.search(r"^-(foreach game .*)$", DOCUMENT, re.M).group(1) + "\n" in file.read(), "the list of games")
    for name in names:
        check(f"| `{name}` |" in DOCUMENT, name, "is not in the table of files")


@test
def add_a_game_names_what_must_be_there():
    with open(os.path.join(ROOT, "tests", "games", "test_contract.c"), encoding="utf-8") as file:
        tested = file.read()
    row = re.search(r"^\| every game \| (.*) \|$", DOCUMENT, re.M)
    check(row, "there is no list of slots")
    check_equal(re.findall(r"`(\w+)`", row.group(1)), ["name", *re.findall(r"ALWAYS\((?!slot)(\w+)\)", tested)],
                "what every game must have")


@test
def the_arena_finds_what_is_known():
    told = tahur.json("arena", "pig:goal=1000", "hold-at:n=20", "hold-at:n=20", "--games", "400")
    points = told["bots"][0]["metrics"]["points_per_turn"]["mean"]
    check(8.0 < points < 8.3, "a turn is worth 8.14 points, not", points)
    told = tahur.json("arena", "pig", "hold-at", "random", "--games", "400")
    check(told["bots"][0]["win_share"] > 0.85, told["bots"][0])


@test
def results_are_the_same_on_any_number_of_threads():
    line_up = ["arena", "pig:players=3,goal=30", "mcts:iterations=50,memory=16", "hard", "random", "--games", "60", "--threads"]
    check_equal(tahur.json(*line_up, "3")["digest"], tahur.json(*line_up, "1")["digest"], "the digest")


@test
def the_best_decision_is_found():
    told = tahur.json("analyze", "pig", "80/50 turn 20 seat 0 round 9 decide", "--games", "200")
    check_equal((told["best"], told["moves"][0]["value"]), ("hold", 1), "the best move")
    told = tahur.json("ask", "pig", "mcts:iterations=500", "80/50 turn 20 seat 0 round 9 decide")
    check_equal(told["action"], "hold", "what wins")


@test
def games_are_recorded_and_reviewed():
    with tempfile.TemporaryDirectory() as directory:
        games = os.path.join(directory, "games")
        tahur.json("arena", "pig:goal=20", "hold-at:n=6", "random", "--games", "2", "--record", games)
        for call in [["replay", games], ["replay", games, "--game", "1", "--steps"], ["replay", games, "--json"],
                     ["review", games, "--game", "1", "--rollouts", "20"]]:
            result = tahur.run(*call)
            check_equal((result.status, result.err), (0, ""), f"status and errors of {call}")


@test
def a_bot_that_speaks_plays_the_same():
    line_up = ["random", "--games", "20", "--seed", "7"]
    ours = tahur.json("arena", "pig:goal=40", "hold-at:n=9", *line_up)
    told = f"exec:time=100000,start-time=100000,command=exec '{tahur.path}' speak pig:goal=40 hold-at:n=9"
    theirs = tahur.json("arena", "pig:goal=40", told, *line_up)
    check_equal(theirs["digest"], ours["digest"], "the digest")


@test
def people_play_it():
    process = subprocess.run([tahur.path, "play", "pig:goal=10", "human", "easy", "--seed", "3"],
                             input=b"odds\nhint\n" + b"roll\nhold\n" * 60, capture_output=True, timeout=TIME_LIMIT,
                             cwd=tahur.directory.name)
    out = as_text(process.stdout)
    for word in ["player 1", "of 10", "the next roll", "held "]:
        check(word in out, repr(word), "is missing in", out)


@test
def a_game_needs_no_more_than_it_must_have():
    with tempfile.TemporaryDirectory() as directory:
        games, run, page = [os.path.join(directory, name) for name in ["games", "run.db", "page.html"]]
        for call in [["games", "bare"], ["bots", "bare"], ["show", "bare"],
                     ["arena", "bare:goal=20", "hold-at:n=6", "random", "--games", "4", "--record", games, "--save", run],
                     ["report", run, "--html", page], ["runs", run], ["ask", "bare", "mcts:iterations=50", "0/0 turn 5 seat 0 round 0 decide"],
                     ["league", "bare:goal=20", "hard", "random", "--games", "8"], ["replay", games, "--game", "1"],
                     ["analyze", "bare:goal=20", "0/0 turn 5 seat 0 round 0 decide", "--games", "20"],
                     ["review", games, "--game", "1", "--rollouts", "20"]]:
            result = tahur.run(*call)
            check_equal((result.status, result.err), (0, ""), f"status and errors of {call}")
    told = tahur.json("analyze", "bare:goal=20", "0/0 turn 5 seat 0 round 0 decide", "--games", "20")
    check_equal((told["by"], told["bot"]), ("rollouts", "random"), "whose judgement it is")
    played = subprocess.run([tahur.path, "play", "bare", "human", "hard"], input=b"odds\nhint\n", timeout=TIME_LIMIT,
                            capture_output=True, cwd=tahur.directory.name)
    check("the odds of Pig without more are not known" in as_text(played.stdout), as_text(played.stdout))


# ---- draws: the game of ties.h ----

@test
def a_draw_is_shared_in_every_contest():
    told = tahur.json("arena", "ties", "random", "random", "--games", "400", "--threads", "2")
    wins = [bot["wins"] for bot in told["bots"]]
    check(told["draws"] > 100 and sum(wins) + told["draws"] == 400, told)
    for bot in told["bots"]:
        check(abs(bot["win_share"] - (bot["wins"] + told["draws"] / 2) / 400) < 1e-9, bot, told["draws"])
    league = tahur.json("league", "ties", "random", "mcts:iterations=30", "--games", "400")
    check(abs(sum(bot["win_share"] for bot in league["bots"]) - 1) < 1e-9, league)
    three = tahur.json("arena", "ties:players=3", "random", "random", "random", "--games", "300")
    check(abs(sum(bot["win_share"] for bot in three["bots"]) - 1) < 1e-9 and three["draws"] > 50, three)
    check("draws        " in tahur.run("arena", "ties", "random", "random", "--games", "40").out, "the report")


@test
def a_draw_is_saved_recorded_and_replayed():
    with tempfile.TemporaryDirectory() as directory:
        games, run = [os.path.join(directory, name) for name in ["games", "run.db"]]
        call = ["arena", "ties:players=3", "random", "random", "random", "--games", "60", "--save", run, "--record", games]
        told = tahur.json(*call)
        check_equal(tahur.json("report", run)["draws"], told["draws"], "draws of the report")
        check_equal(tahur.run("replay", games).status, 0, "status of replay")
        check("1/3 1/3 1/3" in tahur.run("replay", games).out and "1/2" in tahur.run("replay", games).out, "shared results")


@test
def people_are_told_that_it_is_a_draw():
    process = subprocess.run([tahur.path, "play", "ties", "human", "hard"], input=b"3)\n", capture_output=True,
                             timeout=TIME_LIMIT, cwd=tahur.directory.name)
    check("a draw: you and hard share the win" in as_text(process.stdout), as_text(process.stdout))


@test_each("pig refuses", [
    (["show", "pig:goal=9"], "goal"), (["show", "pig:players=5"], "players"),
    (["show", "pig", "1/0 turn 0 seat 0 round 0 roll"], "seat 0 cannot have 1 points"),
    (["arena", "pig", "hold-at:n=1", "random"], "n cannot be '1'"), (["solve", "pig"], "no solver for pig"),
    (["gtp", "pig", "random"], "pig"), (["train", "pig"], "pig")])
def pig_refuses(call, word):
    result = tahur.run(*call)
    check_equal((result.status, result.out), (2, ""), "status and output")
    check(word in result.err and result.err.count("\n") == 1, repr(word), "is missing in", result.err)
