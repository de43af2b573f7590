"""Kittens from outside: options, positions, views, bots and what the arena measures."""
import re

from harness import check, check_equal, tahur, test, test_each

CARDS = ["draw", "skip", "attack", "see_future", "draw_bottom", "shuffle"]
PLACES = ["top", "middle", "bottom"]


@test
def games_lists_kittens_with_its_options():
    game = [g for g in tahur.json("games")["games"] if g["game"] == "kittens"][0]
    check_equal([o["name"] for o in game["options"]],
                ["rules", "deck", "bombs", "defuses", "skips", "attacks", "see-futures",
                 "draw-bottoms", "shuffles", "safes"], "options")


@test
def bots_are_the_heuristics_and_the_short_names():
    names = [bot["bot"] for bot in tahur.json("bots", "kittens")["bots"]]
    for name in ["easy", "medium", "hard", "random", "v1", "v2", "v3"]:
        check(name in names, name, "is missing in", names)
    check("alphabeta" not in names, "a search by values plays with hidden cards")


@test_each("a start reads back and deals what the deck has:", [
    ("kittens", "deck 30*?", "4*bomb"),
    ("kittens:deck=seed25,rules=classic", "deck 25*?", "3*bomb"),
    ("kittens:deck=official", "deck 46*?", "deal 14 1 2"),
    ("kittens:bombs=7,safes=1", "deck 17*?", "7*bomb"),
])
def starts(game, deck, part):
    shown = tahur.json("show", game)
    check(deck in shown["position"] and part in shown["position"], shown["position"])
    check_equal(tahur.json("show", game, shown["position"]), shown, "shown")


@test
def a_view_is_drawn_with_what_its_seat_knows():
    text = tahur.text("show", "kittens",
                      "hands defuse+2*safe / defuse+skip+3*?; deck 3*? bomb:0 4*?;"
                      "rest 3*bomb+2*attack+2*shuffle+3*safe; played attack+skip / attack;"
                      "maybe 0,no,7 / -; view 0")
    for word in ["what seat 0 knows", "defuse, skip, 3 hidden", "8 cards, 4 bombs",
                 "perhaps as card 1 or 8", "legal:    draw"]:
        check(word in text, word, "is missing in", text)


@test_each("refuses", [
    (["show", "kittens:bombs=0"], ["bombs", "from 1 to 20"]),
    (["show", "kittens:deck=offical"], ["did you mean 'official'"]),
    (["show", "kittens:safes=60"], ["73 cards", "at most 64"]),
    (["show", "kittens:deck=official,safes=0,skips=0,shuffles=0"], ["14 cards cannot be dealt"]),
    (["show", "kittens", "deck 3*?; rest bomb"], ["names 1 cards, but 3"]),
    (["show", "kittens", "hand defuse / -"], ["did you mean 'hands'"]),
    (["show", "kittens", ""], ["empty part"]),
    (["arena", "kittens", "v2", "v4"], ["v4"]),
    (["arena", "kittens", "v2", "alphabeta"], ["alphabeta"]),
])
def refuses(call, words):
    result = tahur.run(*call)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur\b.*\n", result.err), "not one line:", repr(result.err))
    check(all(word in result.err for word in words), f"the message has no {words}:", result.err)


@test_each("where chance moves, ask tells which position to give instead:", [
    ("kittens:deck=official", "v2"), ("cantstop:players=2", "easy")])
def ask_where_chance_moves(game, bot):
    result = tahur.run("ask", game, bot)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check("give a position" in result.err, result.err)
    example = re.search("'(.*)'", result.err).group(1)
    tahur.text("ask", game, bot, example)


@test_each("the arena measures, on any number of threads:", [
    ("kittens",), ("kittens:rules=classic",), ("kittens:deck=seed25",), ("kittens:deck=official",)])
def arena_measures(game):
    call = ["arena", game, "v2", "random", "--games", "2000"]
    one, two = tahur.json(*call, "--threads", "1"), tahur.json(*call, "--threads", "2")
    check_equal(one["digest"], two["digest"], "digest")
    check_equal(one["unfinished"], 0, "unfinished games")
    for bot in one["bots"]:
        shares = {name: bot["metrics"][f"{name}_share"]["mean"] for name in CARDS + PLACES}
        check(0.5 < sum(shares[name] for name in CARDS) < 1, "shares of all decisions", shares)
        check(abs(sum(shares[name] for name in PLACES) - 1) < 1e-9, "shares of bombs", shares)
    bombs = [bot["metrics"]["bombs_drawn"]["mean"] for bot in one["bots"]]
    defuses = [bot["metrics"]["defuses_used"]["mean"] for bot in one["bots"]]
    check(abs(sum(bombs) - sum(defuses) - 1) < 1e-9, "each game ends with one bomb:", bombs, defuses)


@test
def shares_of_places_are_of_the_bombs_put_back():
    metrics = tahur.json("arena", "kittens", "v3", "v2", "--games=200")["bots"][0]["metrics"]
    check_equal([metrics[f"{place}_share"]["mean"] for place in PLACES], [0, 0, 1],
                "v3 puts every bomb at the bottom")


@test
def perft_counts_draws_by_chance():
    # draw, skip, attack; then eight cards, or the other's three actions twice
    check_equal(tahur.json("perft", "kittens", "2")["perft"], [3, 8 + 3 + 3], "counts")
