"""Parchís from outside: counts, positions in words and as JSON, bots."""
import json
import re

from harness import check, check_equal, tahur, test, test_each

RULES = ["text", "course"]
COUNTS = {"text": [30, 864, 27132], "course": [30, 864, 23616]}


@test_each("perft counts the sequences of rules=", [(rules,) for rules in RULES])
def counts(rules):
    result = tahur.json("perft", f"parchis:rules={rules}", "3")
    check_equal(result["perft"], COUNTS[rules], "counts")
    text = tahur.text("perft", f"parchis:rules={rules}", "3")
    check(f"{COUNTS[rules][2]:,}" in text, "no count in", text)


@test
def perft_counts_from_a_position_and_in_other_games():
    last = "yellow c7 goal goal; blue 21 30 34; red 38 47 51; green 55 64 68; turn 9 yellow"
    result = tahur.json("perft", "parchis", "2", last)
    check_equal(result["perft"][0], 5 * 4, "five dice for four pieces")
    check(result["perft"][1] < 20 * 30, "a finished game goes on")
    check_equal(tahur.json("perft", "y:size=2", "3")["perft"], [3, 6, 6], "y")
    check_equal(tahur.json("perft", "cantstop", "1")["perft"], [126], "rolls")


@test_each("a position reads back, in words and as JSON, by rules=", [(rules,) for rules in RULES])
def positions_read_back(rules):
    game = f"parchis:rules={rules}"
    shown = tahur.json("show", game)
    for position in [shown["position"], json.dumps(shown["state"])]:
        again = tahur.json("show", game, position)
        check_equal(again, shown, "shown")


@test
def the_board_shows_what_a_player_needs():
    text = tahur.text("show", "parchis",
                      "yellow 10:ghost:3 10 c4; blue 26:mega:2 home goal; red 40 40 home;"
                      "turn 40 red; special horn+boo / star; traps 12 12; items 5; bounces 1 2 3 4")
    for word in ["Y0", "Y2", "B0", "R0", "horn", "boo", "star", "red, player 0, to play",
                 "bounces 4 of 30"]:
        check(word in text, word, "is missing in", text)


@test
def items_can_be_left_out():
    check_equal(tahur.json("show", "parchis:items=0")["state"]["items"], [], "items")


BAD_POSITIONS = [
    ("yellow 4 13 69", ["69"]),
    ("yellow 4 13 17 18", ["18"]),
    ("yellow 4 13", ["three pieces", "2"]),
    ("yellow 4 13 17:drunk:2", ["drunk"]),
    ("yellow 4 13 17:ghost:9", ["0 to 7"]),
    ("special star+boo+horn / -", ["two"]),
    ("special sta / -", ["did you mean 'star'"]),
    ("traps 69", ["69"]),
    ("items 3", ["3"]),
    ("bounces 32 0 0 0", ["0 to 31"]),
    ("yellow goal goal goal; blue goal goal goal", []),
    ("turn 0 yellow", ["from 1 to"]),
    ("turn 1 pink", ["pink"]),
    ("dice 3 / 1 / 1 / 1", ["3"]),
    ("forced 30 yellow", ["10 or 20"]),
    ("forced 20 blue; turn 5 yellow", ["blue"]),
    ("yellow 1 2 3; yellow 1 2 3", ["twice"]),
    ("", []),
    ("{}", ["turn"]),
    ("{", ["JSON"]),
    ('{"turn":1,"turn":2}', ["JSON"]),
]


@test_each("refuses the position", [(text, words) for text, words in BAD_POSITIONS])
def refuses_positions(text, words):
    refuses(["show", "parchis", text], words)


@test_each("refuses", [
    (["perft", "parchis", "0"], ["1 to 32", "'0'"]),
    (["perft", "parchis", "many"], ["'many'"]),
    (["perft", "parchis"], ["DEPTH"]),
    (["perft", "parchis:rules=cours", "1"], ["cours", "text", "course"]),
    (["arena", "parchis", "alphabeta:depth=0", "greedy"], ["depth", "1"]),
    (["ask", "parchis", "greedy", "yellow goal goal goal"], ["over"]),
    (["ask", "parchis", "gredy"], ["did you mean 'greedy'"]),
    (["ask", "cantstop", "easy"], ["chance"]),
    (["show", "parchis:rules=course", "dice 1 / 2 / 4 / 5"], ["2 pools"]),
    (["show", "parchis:rules=course", "forced 20 yellow"], ["names none"]),
    (["show", "parchis", "items 1 1"], ["twice"]),
    (["show", "parchis", '{"flags":{}}'], ["rules=course"]),
    (["arena", "cantstop:players=2", "alphabeta", "easy"], ["alphabeta"]),
])
def refuses(call, words):
    result = tahur.run(*call)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur\b.*\n", result.err), "not one line:", repr(result.err))
    check(all(word in result.err for word in words), f"the message has no {words}:", result.err)


@test
def a_bot_is_asked_in_a_position():
    last = "yellow c7 goal goal; blue 21 30 34; red 38 47 51; green 55 64 68; turn 9 yellow"
    for bot in ["greedy", "minimax:depth=2", "alphabeta:depth=3", "alphabeta:nodes=2000"]:
        check_equal(tahur.text("ask", "parchis", bot, last), "1 yellow 0\n", bot)
    answer = tahur.json("ask", "parchis:rules=course", "alphabeta:depth=2")
    legal = tahur.json("show", "parchis:rules=course")["legal"]
    check(answer["action"] in legal, "not legal:", answer)
    check_equal((answer["game"], answer["bot"], answer["seat"]),
                ("parchis:rules=course", "alphabeta:depth=2", 0), "question")
    check(tahur.text("ask", "y:size=3", "hard") != "", "no answer")


@test
def games_that_repeat_themselves_are_not_counted_twice():
    call = ["arena", "parchis", "alphabeta:depth=1", "greedy", "--games", "60"]
    alike = tahur.json(*call)
    check(alike["different_games"] in (1, 2), "different games", alike["different_games"])
    low, high = alike["bots"][0]["ci95"]
    check(high - low > 0.5, "an interval as if they were many:", (low, high))
    check("--random-plies" in tahur.text(*call), "no advice")
    varied = tahur.json(*call, "--random-plies", "8")
    check_equal(varied["different_games"], None, "different games")


@test
def a_budget_of_nodes_gives_the_same_games_on_any_number_of_threads():
    call = ["arena", "parchis", "alphabeta:nodes=300", "alphabeta:nodes=300,full-width=1",
            "--games", "8", "--random-plies", "8"]
    check_equal(tahur.json(*call, "--threads", "1")["digest"],
                tahur.json(*call, "--threads", "2")["digest"], "digest")


@test
def search_beats_greed_in_the_arena_on_any_number_of_threads():
    call = ["arena", "parchis:rules=course", "alphabeta:depth=3", "greedy", "--games", "20",
            "--random-plies", "8"]
    one, two = tahur.json(*call, "--threads", "1"), tahur.json(*call, "--threads", "2")
    check_equal(one["digest"], two["digest"], "digest")
    check(one["bots"][0]["wins"] >= 16, "wins", one["bots"][0]["wins"])
