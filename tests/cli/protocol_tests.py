"""docs/protocol.md holds all of every game: the forms of moves, the fields of views, its tables and examples are compared
with real messages."""
import json
import re

from external_tests import SCHEMAS
from harness import check, check_equal, tahur, test, test_each
from protocol_page import SPECS, TITLES, forms, numbers, parchis_moves, questions, section, table, views

GAMES = [(game,) for game in TITLES]
PARCHIS = [(spec,) for spec in SPECS["parchis"]]

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

@test_each("moves have the forms of the page in", GAMES)
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


@test_each("views have the fields of the page in", GAMES)
def views_have_documented_fields(game):
    documented = [row[0].strip("`") for row in table(game, "field")]
    check_equal(sorted(documented), sorted(SCHEMAS[game]["properties"]), "fields of the table and of the schema")
    found = {name for view in views(game) for name in view}
    check_equal(sorted(found), sorted(documented), "fields that occur")


# An example is a view of a section, and its moves.
EXAMPLES = [("cantstop", "cantstop:players=2"), ("y", "y:size=4"), ("kittens", "kittens:deck=official"),
            ("parchis", "parchis")]


@test_each("the example of the page is a position of", EXAMPLES)
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
    check_equal([[square for square, _, _ in pieces] for pieces in state["pieces"]], [numbers(row[5]) for row in board],
                "squares at the start")
    for colour, number, seat, exit_square, entry, _ in board:
        check_equal(int(seat), int(number) & 1, f"the seat of {colour}")
        position = f"{colour} home {entry} goal; turn 9 {['yellow', 'blue'][int(seat)]}; special - / -"
        legal = tahur.json("show", spec, position)["legal"]
        check(f"5 {colour} 0" in legal and f"5 {colour} 1" in legal, position, legal)
    names = {row[1].strip("`") for row in dice}
    check_equal({move.split()[0] for move in moves("parchis")}, names | {"pass"}, "names of dice")


@test
def the_model_has_the_tables_of_the_page():
    board, dice = table("parchis", "colour"), table("parchis", "number")
    safe = re.search(r"^- Safe squares: ([\d ]+)\.", section("parchis"), re.M).group(1)
    check_equal(set(numbers(safe)), parchis_moves.SAFE, "safe squares")
    check_equal([row[0] for row in board], parchis_moves.COLOURS, "colours")
    check_equal([[int(row[3]), int(row[4])] for row in board],
                [list(squares) for squares in zip(parchis_moves.EXIT, parchis_moves.ENTRY)], "exits and entries")
    check_equal([(int(row[0]), row[1].strip("`")) for row in dice if int(row[0]) > 100],
                [(101 + i, name) for i, name in enumerate(parchis_moves.SPECIAL)], "special dice")


@test
def states_of_pieces_are_those_of_the_page():
    for name, number, *_ in table("parchis", "state"):
        position = f"yellow 5:{name}:1 home goal" if name != "normal" else "yellow 5 home goal"
        check_equal(tahur.json("show", "parchis", position)["state"]["pieces"][0][0][1], int(number), name)
    found = {piece[1] for view in views("parchis") for colour in view["pieces"] for piece in colour}
    check_equal(found, set(range(6)), "states that occur")
