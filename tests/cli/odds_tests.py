"""Odds against an enumeration of all rolls, and positions drawn and written."""
import random
import re
import shlex
from itertools import product

from harness import but, check, check_equal, tahur, test, test_each

# ---- odds ----

COLUMNS = range(2, 13)


def sums_of_pairings(a, b, c, d):
    return {a + b, c + d, a + c, b + d, a + d, b + c}


ALL_ROLLS = [sums_of_pairings(*dice) for dice in product(range(1, 7), repeat=4)]


def expected_odds(active, done, top):
    """Counted over all rolls: a step is legal where the rules of a turn let a runner move."""
    can = [c for c in COLUMNS
           if c not in done and c not in top and (c in active or len(active) < 3)]
    legal = sum(1 for sums in ALL_ROLLS if sums.intersection(can))
    return {"active": sorted(active), "done": sorted(done), "top": sorted(top), "steppable": can,
            "legal": legal, "bust": 1296 - legal, "denominator": 1296}


def check_odds(active, done, top):
    flags = [f"--{name}={','.join(map(str, columns))}"
             for name, columns in [("active", active), ("done", done), ("top", top)] if columns]
    got = tahur.json("odds", *flags)
    wanted = expected_odds(active, done, top)
    check_equal(but(got, "p_bust"), wanted, shlex.join(flags))
    check(abs(got["p_bust"] - wanted["bust"] / 1296) < 1e-9, flags, "p_bust", got["p_bust"])
    return wanted


def triples():
    """The rows of the list: number, three columns, rolls that go on."""
    lines = tahur.text("odds").splitlines()[1:]
    return [list(map(int, re.findall(r"\d+", line)[:5])) for line in lines]


@test
def odds_begins_with_the_best_triple_and_ends_with_the_worst():
    rows = triples()
    check_equal(rows[0], [1, 6, 7, 8, 1192], "the best")
    check_equal(rows[-1], [165, 2, 11, 12, 568], "the worst")


@test
def odds_lists_all_triples_from_best_to_worst():
    rows = triples()
    check_equal(len(rows), 165, "triples")
    check_equal([row[0] for row in rows], list(range(1, 166)), "numbers")
    check_equal(len({tuple(row[1:4]) for row in rows}), 165, "different triples")
    check(all(a[4] >= b[4] for a, b in zip(rows, rows[1:])), "not from best to worst")
    listed = [{"columns": row[1:4], "legal": row[4]} for row in rows]
    check_equal(tahur.json("odds"), {"denominator": 1296, "triples": listed}, "JSON")
    for row in rows:
        check_equal(row[4], expected_odds(row[1:4], [], [])["legal"], f"odds of {row[1:4]}")


@test
def odds_of_a_position_agree_with_an_enumeration():
    wanted = check_odds([6, 7, 8], [2, 12], [6])
    text = tahur.text("odds", "--active", "6,7,8", "--done", "2,12", "--top", "6")
    for word in [f"{wanted['legal']} of 1296", f"{wanted['bust']} of 1296", "7 8\n"]:
        check(word in text, f"'{word}' is missing in\n{text}")


@test
def odds_of_random_positions_agree_with_an_enumeration():
    dice = random.Random(28)
    for _ in range(60):
        columns = dice.sample(COLUMNS, 5)
        active, done = columns[:dice.randint(0, 3)], columns[3:3 + dice.randint(0, 2)]
        top = [c for c in active if dice.random() < 0.3]
        if active or done:
            check_odds(active, done, top)


@test
def more_columns_to_win_allow_more_that_are_done():
    answer = tahur.json("odds", "--done=6,7,8,9", "--columns=5")
    check_equal(but(answer, "p_bust"), expected_odds([], [6, 7, 8, 9], []), "odds")
    for arguments, words in [(["--done=6,7,8"], ["at most two", "--columns"]),
                             (["--done=6,7,8,9", "--columns=4"], ["at most three"]),
                             (["--done=6,7", "--columns=6"], ["from 3 to 5"]),
                             (["--columns=4"], ["--done"])]:
        result = tahur.run("odds", *arguments)
        check_equal((result.status, result.out), (2, ""), arguments)
        for word in words:
            check(word in result.err, word, "is missing in", result.err)


@test
def odds_of_nothing_left_are_all_busts():
    text = tahur.text("odds", "--active", "6,7,8", "--top", "6,7,8")
    check_odds([6, 7, 8], [], [6, 7, 8])
    check("1296 of 1296" in text, text)


# ---- show ----

# Game, position, legal moves.
POSITIONS = [
    ("cantstop", "-/-/-/- temp - seat 0 round 0 rolls 0 roll", ""),
    ("cantstop:players=1", "- temp - seat 0 round 0 rolls 1 move 1 1 1 1", "2+2"),
    ("cantstop:players=1", "7:5 temp 7:2 seat 0 round 4 rolls 1 decide", "stop roll"),
    # the last step of column 7: the pair of sevens is capped to one step
    ("cantstop:players=1", "7:12 temp - seat 0 round 5 rolls 1 move 1 2 5 6",
     "3 3+11 6 6+8 7 8 11"),
    ("cantstop:players=2", "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6",
     "6 6+10 8+8 10"),
    ("cantstop:players=2,forced=1", "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6",
     "6+10 8+8"),
    ("cantstop:players=2", "2:3,3:5,12:3/6:1 temp - seat 0 round 9 rolls 0 over", ""),
    # one runner is left: of two new columns only one
    ("cantstop:players=3", "4:2/-/- temp 5:1,9:2 seat 0 round 2 rolls 3 move 1 1 2 6", "2 3 7 8"),
    # a runner at the top stays there; the player's own completed column is closed
    ("cantstop:players=3", "-/7:13,8:10/- temp 3:1,8:1 seat 1 round 12 rolls 3 move 1 2 5 6",
     "3 3+11 6 11"),
    ("cantstop", "6:1/6:2/6:3/6:4 temp 6:1 seat 3 round 1 rolls 1 roll", ""),
]


@test_each("shows and reads back", [(f"{g} {p}", g, p, legal) for g, p, legal in POSITIONS])
def shows_and_reads_back(_, game, position, legal):
    text = tahur.text("show", game, position)
    check(f"position: {position}\n" in text, "the position did not come back:", text)
    moves = re.findall(r"^legal: *(.*)$", text, re.MULTILINE)
    check_equal(moves, [legal] if legal else [], "legal moves")
    shown = tahur.json("show", game, position)
    check_equal(shown["game"].split(":")[0], "cantstop", "game")
    check_equal(shown["position"], position, "position")
    check_equal(shown["legal"], legal.split(), "legal moves")
    seat, waiting = re.search(r"seat (\d).* rolls \d+ (\w+)", position).groups()
    mover = {"roll": "chance", "over": None}.get(waiting, int(seat))
    check_equal(shown["mover"], mover, "mover")


@test
def show_draws_the_start_if_no_position_is_given():
    text = tahur.text("show", "cantstop")
    position = "-/-/-/- temp - seat 0 round 0 rolls 0 roll"
    check(f"position: {position}\n" in text, text)
    check_equal(tahur.json("show", "cantstop")["position"], position, "position")
    check_equal(tahur.text("show", "cantstop", "--", position), text, "the start written out")


@test
def show_draws_markers_and_runners():
    text = tahur.text("show", "cantstop:players=2",
                      "2:3/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6")
    board = text.split("\n\n")[0]
    check_equal((board.count("1."), board.count(".2"), board.count(".*")), (1, 1, 2), board)
    check("2 4 4 6" in text, "the dice are missing")
