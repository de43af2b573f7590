"""What docs/protocol.md says about moves, as programs, predicts the states of real games."""
import gzip
import json
import os

from documents import ROOT
from external_tests import PATIENT
from harness import check, check_equal, tahur, test_each
from protocol_page import MODEL, SPECS, numbers, parchis_legal, parchis_moves, questions, table, traffic

ORACLES = os.path.join(ROOT, "tests", "oracles", "parchis")
PARCHIS = [(spec,) for spec in SPECS["parchis"]]


# ---- what moves of Can't Stop, Y and Kittens do ----

def cantstop_heights():
    return [int(cell) for cell in next(row for row in table("cantstop", "column") if row[0].startswith("height"))[1:]]


def cantstop_occupied(view, column, square):
    """Whether another seat's marker is there; the height is never occupied."""
    others = [steps for seat, steps in enumerate(view["progress"]) if seat != view["seat"]]
    return square < cantstop_heights()[column - 2] and any(steps[column - 2] == square for steps in others)


def cantstop_square(view, column):
    return view["progress"][view["seat"]][column - 2] + view["temporary"][column - 2]


def cantstop_step(view, spec, column):
    """`temporary` in the column after a step, by the page."""
    square = cantstop_square(view, column) + 1
    while "blocking=jump" in spec and cantstop_occupied(view, column, square):
        square += 1
    return square - view["progress"][view["seat"]][column - 2]


def cantstop_moves(view, spec):
    """The legal moves for the dice, by the page."""
    heights, forced = cantstop_heights(), "forced=1" in spec or "official" in spec
    runners = [steps > 0 for steps in view["temporary"]]

    def room(column):
        if ("closed=1" in spec or "official" in spec) and \
                any(steps[column - 2] == heights[column - 2] for steps in view["progress"]):
            return False
        return cantstop_square(view, column) < heights[column - 2]

    def last(column):
        return cantstop_step(view, spec, column) + view["progress"][view["seat"]][column - 2] == heights[column - 2]

    found, free, (a, b, c, d) = set(), 3 - sum(runners), view["dice"]
    for sums in [(a + b, c + d), (a + c, b + d), (a + d, b + c)]:
        low, high = sorted(sums)
        single = [(column,) for column in (low, high) if room(column) and (runners[column - 2] or free > 0)]
        if low == high:
            found.update([(low,) if last(low) else (low, low)] if single else [])
            continue
        new = sum(not runners[column - 2] for column in (low, high))
        both = len(single) == 2 and new <= free
        found.update([(low, high)] if both else [])
        found.update([] if both and forced else single)
    return ["+".join(map(str, columns)) for columns in sorted(found)]


@test_each("the page predicts moves of", [(spec,) for spec in SPECS["cantstop"]])
def the_page_predicts_cant_stop(spec):
    expected, checked = None, 0
    for question in questions(spec):
        view, answer = question["view"], question["answer"]
        if expected is not None:
            check_equal(view, expected, "the view after a move")
            checked += 1
        expected = None
        if view["waits"] == "move":
            check_equal(question["moves"], cantstop_moves(view, spec), f"the moves in {json.dumps(view)}")
            expected = {**view, "waits": "decide", "dice": [], "temporary": list(view["temporary"])}
            for column in numbers(answer):
                expected["temporary"][column - 2] = cantstop_step(expected, spec, column)
            if "blocking=stop" in spec and any(
                    steps > 0 and cantstop_occupied(expected, column, cantstop_square(expected, column))
                    for column, steps in enumerate(expected["temporary"], 2)):
                expected = None  # it must roll, and is not asked
        else:
            check_equal(question["moves"], ["stop", "roll"], "the decision")
    check(checked > 100, "only", checked, "moves")


def y_winner(layout):
    """Whose chain touches all three sides, by the page: "B", "R" or None."""
    rows = layout.split("/")
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
    while cells:
        start, mark = next(iter(cells.items()))
        chain, ahead = set(), [start]
        while ahead:
            r, c = ahead.pop()
            if cells.get((r, c)) == mark:
                del cells[r, c]
                chain.add((r, c))
                ahead += [(r, c - 1), (r, c + 1), (r - 1, c - 1), (r - 1, c), (r + 1, c), (r + 1, c + 1)]
        if any(c == 0 for r, c in chain) and any(c == r for r, c in chain) and any(r == len(rows) - 1 for r, c in chain):
            return mark
    return None


def y_after(view, move):
    layout = view["layout"].split("/")
    if move == "swap":
        layout = [row.replace("B", "R") for row in layout]
    else:
        r, c = view["size"] - int(move[1:]), ord(move[0]) - ord("a")
        layout[r] = layout[r][:c] + view["players"][view["turn"]] + layout[r][c + 1:]
    return {**view, "turn": 1 - view["turn"], "layout": "/".join(layout)}


@test_each("the page predicts games of", [(spec,) for spec in SPECS["y"]])
def the_page_predicts_y(spec):
    expected, games = None, 0
    for question in questions(spec):
        view = question["view"]
        empty = "." in view["layout"] and "B" not in view["layout"] and "R" not in view["layout"]
        games += empty
        if expected is not None:
            over = y_winner(expected["layout"]) is not None or expected["layout"].count(".") == 1
            check_equal(empty, over, f"whether a game ends with {expected['layout']}")
            check(over or view == expected, view, "is not", expected)
        first_reply = view["turn"] == 1 and view["layout"].count("B") == 1 and "R" not in view["layout"]
        cells = [f"{chr(ord('a') + c)}{view['size'] - r}" for r, row in enumerate(view["layout"].split("/"))
                 for c, mark in enumerate(row) if mark == "."]
        check_equal(question["moves"], cells + ["swap"] * first_reply, "the moves")
        expected = y_after(view, question["answer"])
    check_equal(games, 12, "games")


@test_each("the page predicts draws and places of", [(spec,) for spec in SPECS["kittens"]])
def the_page_predicts_kittens(spec):
    """What is sure after a move, whatever the cards are. A seat with a single move draws without being asked, and the
    number of cards in the deck shows it."""
    found, asked = set(), questions(spec)
    for before, after in zip(asked, asked[1:]):
        view, later, move, seat = before["view"], after["view"], before["answer"], before["seat"]
        drawn = len(view["deck"]) - len(later["deck"])
        here = after["seat"] == seat and later["turns"] == view["turns"]
        if move == "attack" and later["turns"] == view["turns"] + 1 and drawn == 0:
            check_equal((after["seat"], later["owes"]), (1 - seat, 2), "seat and draws after attack")
        elif move == "skip" and here and drawn == 0 or move in ("draw", "draw-bottom") and here and drawn == 1:
            check_equal(later["owes"], view["owes"] - 1, f"draws after {move}")
        elif move == "see-future" and here and drawn == 0:
            check("?" not in later["deck"][:3] and later["owes"] == view["owes"], "after see-future", later)
        elif move == "shuffle" and here and drawn == 0:
            check(set(later["deck"]) == {"?"} and later["owes"] == view["owes"], "after shuffle", later)
        elif move in ("top", "middle", "bottom") and here and drawn == -1:
            above = {"top": 0, "middle": len(view["deck"]) - len(view["deck"]) // 2, "bottom": len(view["deck"])}[move]
            check_equal(later["deck"][above], f"bomb:{seat}", "the place of the bomb")
        else:
            continue
        found.add(move)
    check("attack" in found, "only", found)


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


@test_each("a bot that makes moves by the page beats random in", PARCHIS)
def a_bot_from_the_page_beats_random(spec):
    bot = f"exec:{PATIENT},command=python3 {os.path.join(MODEL, 'parchis_one_ply.py')}"
    first = tahur.json("arena", spec, bot, "random", "--games", "10", "--seed", "1")["bots"][0]
    check_equal((first["wins"], first["faults"]), (10, 0), "wins and faults")
