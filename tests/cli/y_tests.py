"""Y from outside: the solver, positions, bots."""
import os
import re

from harness import check, check_equal, tahur, test, test_each

OPENINGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../oracles/y/openings.txt")


def openings():
    with open(OPENINGS, encoding="utf-8") as file:
        return [tuple(line.split()) for line in file if line[0] != "#"]


@test_each("solves the openings of size", openings())
def solves_openings(size, expected):
    result = tahur.json("solve", f"y:size={size}")
    check_equal(set(result), {"game", "openings", "winning", "nodes", "seconds"}, "keys")
    check_equal(result["openings"], expected, "openings")
    check_equal(result["winning"], expected.count("W"), "winning")
    text = tahur.text("solve", f"y:size={size}")
    drawn = "/".join("".join(line.split()) for line in text.splitlines()[:int(size)])
    check_equal(drawn, expected, "the drawing")


@test
def solves_a_position():
    yen = '{"size":3,"turn":0,"players":["B","R"],"layout":"B/BR/.R."}'
    check_equal(tahur.json("solve", "y:size=3", yen)["openings"], "B/BR/WRl", "moves")


MISTAKES = [(call, words) for call, words in [
    (["solve", "kittens"], ["kittens", "y", "cantstop"]),
    (["solve", "y:size=3", "--sides=4"], ["--sides", "cantstop"]),
    (["solve", "y:size=11"], ["size", "10"]),
    (["solve", "y:size=20"], ["size", "from 2 to 19"]),
    (["solve", "y:size=3", "{}"], ["size"]),
    (["solve", "y:size=3", '{"size":3,"turn":1,"layout":"B/B./BRR"}'], ["over"]),
    (["show", "y:size=3", '{"size":3,"turn":0,"layout":"./.x/..."}'], ["row 2, cell 2", "'x'"]),
    (["show", "y:size=3", '{"size":3,"turn":0,"layout":"./../.."}'], ["row 3", "2 cells, not 3"]),
    (["show", "y", '{"size":3,"turn":0,"layout":"./../..."}'], ["y:size=3"]),
    (["arena", "y", "mcts:time=0", "random"], ["time", "from 1 to"]),
    (["arena", "y", "mtcs", "random"], ["mcts"]),
    (["arena", "y", "alphabeta:depth=0", "random"], ["depth", "from 1 to"]),
    (["arena", "y", "alphabeta:memory=0", "random"], ["memory", "from 1 to"]),
    (["arena", "y", "minimax:time=5", "random"], ["minimax", "'time'"]),
    (["arena", "y", "greedy:depth=2", "random"], ["greedy", "'depth'"]),
    (["arena", "cantstop:players=2", "minimax", "random"], ["'minimax'", "mcts"]),
    (["arena", "y", "random", "random", "random"], ["2 bots"]),
    (["gtp", "cantstop", "random"], ["y"]),
]]


@test_each("refuses", MISTAKES)
def refuses(call, words):
    result = tahur.run(*call)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur\b.*\n", result.err), "not one line:", repr(result.err))
    check(all(word in result.err for word in words), f"the message has no {words}:", result.err)


@test
def shows_a_position_and_reads_it_back():
    yen = '{"size":4,"turn":1,"players":["B","R"],"layout":"./B./.../...."}'
    text = tahur.text("show", "y:size=4,pie=1", yen)
    check(f"position: {yen}\n" in text, "the position is missing in", text)
    check("swap" in text and "a1" in text, "legal moves are missing in", text)


@test
def bots_that_search_by_values_are_offered_where_they_can_play():
    by_value = {"greedy", "minimax", "alphabeta"}
    for game, expected in [("y", by_value), ("cantstop", set())]:
        names = {bot["bot"] for bot in tahur.json("bots", game)["bots"]}
        check_equal(names & by_value, expected, f"bots of {game}")


@test
def alphabeta_plays_as_minimax_does():
    games = [tahur.json("arena", "y:size=5,pie=1", bot, "greedy", "--games=8", "--random-plies=1")
             for bot in ["alphabeta:depth=3,memory=1", "minimax:depth=3"]]
    check_equal(games[0]["digest"], games[1]["digest"], "digest")


@test
def the_same_games_on_any_number_of_threads():
    call = ["arena", "y:size=5,pie=1", "mcts:iterations=30", "flat-mc:iterations=300", "--games=9"]
    digests = {tahur.json(*call, f"--threads={n}")["digest"] for n in [1, 2, 7]}
    check_equal(len(digests), 1, "different digests")
