"""docs/protocol.md holds all of every game: the forms of moves, the fields of views, its tables and examples are compared
with real messages; and what it says about moves of Parchís, as a program, predicts every state of real games."""
import gzip
import json
import os
import re
import sys
import tempfile
import threading
from functools import lru_cache

from documents import ROOT, document
from external_tests import PATIENT, SCHEMAS
from harness import check, check_equal, tahur, test, test_each

MODEL = os.path.join(ROOT, "tests", "external")
ORACLES = os.path.join(ROOT, "tests", "oracles", "parchis")
sys.path.insert(0, MODEL)
import parchis_legal
import parchis_moves

PAGE = document("protocol.md")
TITLES = {"cantstop": "Can't Stop", "y": "Y", "kittens": "Kittens", "parchis": "Parchís"}
SPECS = {"cantstop": ["cantstop:players=3", "cantstop:players=2,forced=1"], "y": ["y:size=4,pie=1"],
         "kittens": ["kittens", "kittens:rules=classic,deck=official"], "parchis": ["parchis", "parchis:rules=course"]}
GAMES = [(game,) for game in TITLES]
PARCHIS = [(spec,) for spec in SPECS["parchis"]]


# ---- the page ----

def section(game):
    return re.search(rf"^## {TITLES[game]}\n(.*?)(?=^## )", PAGE, re.S | re.M).group(1)


def forms(game):
    """The forms of moves: {name: regular expression}."""
    block = re.search(rf"```moves {game}\n(.*?)```", section(game), re.S).group(1)
    return dict(line.split(None, 1) for line in block.strip().split("\n"))


def table(game, first):
    """The rows of the first table of a section whose first heading is this, as lists of cells."""
    rows = re.search(rf"^\| {first} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", section(game), re.M).group(1)
    return [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows.strip().split("\n")]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


# ---- real games ----

# Plays at random, and writes down what it hears and answers.
PLAYER = """
import json, os, random, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "player", "version": "1"}), flush=True)
    if message["type"] == "start":
        random.seed(message["seed"])
    if message["type"] == "choose":
        message["answer"] = random.choice(message["moves"])
    log.write(json.dumps({**message, "process": os.getpid()}) + "\\n")
    log.flush()
    if message["type"] == "choose":
        print(json.dumps({"id": message["id"], "move": message["answer"]}), flush=True)
"""


one_at_a_time = threading.Lock()


def traffic(spec):
    with one_at_a_time:  # what two tests want at once is played once
        return play_games(spec)


@lru_cache(None)
def play_games(spec):
    """What the seats of some games hear and answer. All are played by random players; with one thread one process is
    asked at a time, so questions are in the order of the game."""
    with tempfile.TemporaryDirectory() as directory:
        program, log = (os.path.join(directory, name) for name in ("player.py", "log"))
        with open(program, "w", encoding="utf-8") as file:
            file.write(PLAYER)
        result = tahur.run("arena", spec, f"exec:{PATIENT},command=python3 {program} {log}", "--games", "12", "--seed", "2",
                           "--threads", "1")
        check_equal((result.status, result.err), (0, ""), "status and errors")
        with open(log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def questions(spec):
    return [message for message in traffic(spec) if message["type"] == "choose"]


def views(game):
    return [message["view"] for spec in SPECS[game] for message in traffic(spec) if "view" in message]


# Positions for moves that are rare in random games, or are the only one and never asked for.
RARE = {"parchis": [
    ("parchis", "yellow c1 c1 goal; red home goal goal; turn 9 yellow; special banana+horn / -"),
    ("parchis", "yellow home home home; red home home home; forced 10 yellow; turn 9 yellow"),
    ("parchis", "yellow home home home; red home home home; forced 20 red; turn 9 yellow"),
    *[("parchis", f"yellow 5 6 7; red home home home; turn 9 yellow; special {die} / -") for die in parchis_moves.SPECIAL],
    *[("parchis", f"yellow home home home; red home home home; turn 9 yellow; special {die} / -")
      for die in parchis_moves.SPECIAL],
]}


def moves(game):
    """Texts of moves as bots get them, and as `show` writes them."""
    asked = {move for spec in SPECS[game] for question in questions(spec) for move in question["moves"]}
    shown = {move for spec, position in RARE.get(game, []) for move in tahur.json("show", spec, position)["legal"]}
    return asked | shown


# ---- moves and fields ----

@test_each("moves have the forms of the page:", GAMES)
def moves_have_documented_forms(game):
    patterns = forms(game)
    found = set()
    for move in moves(game):
        fitting = [name for name, pattern in patterns.items() if re.fullmatch(pattern, move)]
        check(len(fitting) == 1, repr(move), "fits the forms", fitting)
        found.update(fitting)
    check_equal(sorted(set(patterns) - found), [], "forms that do not occur")
    described = {name for row in table(game, "form") for name in row[0].split(", ")} if game != "parchis" else found
    check_equal(described, set(patterns), "forms with a description")


@test_each("views have the fields of the page:", GAMES)
def views_have_documented_fields(game):
    documented = [row[0].strip("`") for row in table(game, "field")]
    check_equal(sorted(documented), sorted(SCHEMAS[game]["properties"]), "fields of the table and of the schema")
    found = {name for view in views(game) for name in view}
    check_equal(sorted(found), sorted(documented), "fields that occur")


# An example is a view of a section, and its moves.
EXAMPLES = [("cantstop", "cantstop:players=2"), ("y", "y:size=4"), ("kittens", "kittens:deck=official"), ("parchis", "parchis")]


@test_each("the example of the page is a position:", EXAMPLES)
def examples_are_positions(game, spec):
    view, listed = re.search(r"^    (\{.*?\})\n    moves: ([^\n]*)\n", section(game), re.S | re.M).groups()
    shown = tahur.json("show", spec, view)
    check_equal(shown["state"], json.loads(view), "the view")
    check_equal(shown["legal"], listed.split(", "), "the moves")


# ---- tables ----

@test
def heights_of_cant_stop_are_those_of_the_page():
    heights = next(row for row in table("cantstop", "column") if row[0].startswith("height"))[1:]
    for place, height in enumerate(map(int, heights)):
        for steps, status in [(height, 0), (height + 1, 2)]:
            result = tahur.run("show", "cantstop:players=1", f"{place + 2}:{steps} temp - seat 0 round 1 rolls 0 roll")
            check_equal(result.status, status, f"status with {steps} steps in column {place + 2}")


@test
def decks_of_kittens_are_those_of_the_page():
    decks = ["course", "seed25", "official"]
    cards = {row[0].strip("`"): numbers(row[1]) for row in table("kittens", "card")}
    for i, deck in enumerate(decks):
        state = tahur.json("show", f"kittens:deck={deck}")["state"]
        joining = state["waits"].split()[2:]  # of the deck that is dealt: bombs and defuses
        rest = {**state["rest"], **({"bomb": int(joining[0]), "defuse": int(joining[1])} if joining else {})}
        check_equal({card: n[i] for card, n in cards.items() if n[i] > 0}, rest, f"the deck {deck}")


@test_each("the board and the dice of the page are those of", PARCHIS)
def the_board_of_parchis_is_that_of_the_page(spec):
    state = tahur.json("show", spec)["state"]
    dice = table("parchis", "number")
    items = sorted([square, int(row[0])] for row in dice if row[2].startswith("item") for square in numbers(row[2]))
    check_equal(state["items"], items, "items")
    board = table("parchis", "colour")
    check_equal([[piece[0] for piece in colour] for colour in state["pieces"]], [numbers(row[5]) for row in board], "the start")
    for colour, number, seat, exit_square, entry, _ in board:
        check_equal(int(seat), int(number) & 1, f"the seat of {colour}")
        position = f"{colour} home {entry} goal; turn 9 {['yellow', 'blue'][int(seat)]}; special - / -"
        legal = tahur.json("show", spec, position)["legal"]
        check(f"5 {colour} 0" in legal and f"5 {colour} 1" in legal, position, legal)
    names = {row[1].strip("`") for row in dice}
    check_equal({move.split()[0] for move in moves("parchis")}, names | {"pass"}, "names of dice")


@test
def states_of_pieces_are_those_of_the_page():
    for name, number, *_ in table("parchis", "state"):
        position = f"yellow 5:{name}:1 home goal" if name != "normal" else "yellow 5 home goal"
        check_equal(tahur.json("show", "parchis", position)["state"]["pieces"][0][0][1], int(number), name)
    found = {piece[1] for view in views("parchis") for colour in view["pieces"] for piece in colour}
    check_equal(found, set(range(6)), "states that occur")


# ---- what moves of Parchís do ----

def play_on(state, move):
    """The state in which a bot is asked next, or the game is over, by the page alone."""
    state = parchis_moves.apply(state, move)
    while len(only := parchis_legal.legal(state)) == 1:
        state = parchis_moves.apply(state, only[0])
    return state


@test_each("the page predicts legal moves, states and results of", PARCHIS)
def the_page_predicts_games(spec):
    expected, played, winners = None, None, []
    for question in questions(spec):
        view = question["view"]
        if expected is not None and expected["winner"] < 0:
            check_equal(view, expected, f"the state after {played}")
        check_equal(question["moves"], parchis_legal.legal(view), f"the moves in {json.dumps(view)}")
        played = question["answer"]
        expected = play_on(view, played)
        if expected["winner"] >= 0:
            winners.append(expected["winner"])
    ends = [message for message in traffic(spec) if message["type"] == "end"]
    for process in {end["process"] for end in ends}:
        # A process that waits is stopped and reads `end` with its next question; after the last game it may be too late.
        results = [end["result"].index(1) for end in ends if end["process"] == process]
        check(len(results) >= len(winners) - 1, "only", len(results), "ends")
        check_equal(results, winners[:len(results)], "the winners")
    check_equal(len(winners), 12, "games")


def move_text(action):
    die, colour, piece = action
    name = parchis_moves.SPECIAL[die - 101] if die > 100 else str(die)
    return f"pass {name}" if piece < 0 else f"{name} {parchis_moves.COLOURS[colour]} {piece}"


@test_each("the page predicts moves in dense positions of", [("text_steps.jsonl.gz",), ("steps_public.jsonl.gz",)])
def the_page_predicts_dense_positions(name):
    with gzip.open(os.path.join(ORACLES, name), "rt", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number % 20 != 0:
                continue
            step = json.loads(line)
            listed = [move_text(action) for action in step["legal"]]
            check_equal(parchis_legal.legal(step["state"]), listed, f"the moves of {step['id']}")
            for move, state in zip(listed, step["next"]):
                check_equal(parchis_moves.apply(step["state"], move), state, f"the state after {move} in {step['id']}")


@test_each("a bot written from the page beats random:", PARCHIS)
def a_bot_from_the_page_beats_random(spec):
    bot = f"exec:{PATIENT},command=python3 {os.path.join(MODEL, 'parchis_one_ply.py')}"
    told = tahur.json("arena", spec, bot, "random", "--games", "10", "--seed", "1")
    check_equal((told["bots"][0]["wins"], told["bots"][0]["faults"]), (10, 0), "wins and faults")
