"""analyze and review."""
import math
import os
import re
from statistics import NormalDist

from documents import document
from harness import check, check_equal, read_json, tahur, test, test_each

STOP_OR_ROLL = "2:3,7:5/6:1 temp 4:1,6:2,8:1 seat 1 round 3 rolls 3 decide"
MOVES = "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6"


def path(name):
    return os.path.join(tahur.directory.name, name)


def remove(*names):
    for name in names:
        os.remove(path(name))


def told(*arguments):
    result = tahur.run(*arguments, "--json")
    check_equal(result.status, 0, result.err)
    return read_json(result.out)


def legal(game, *position):
    return set(read_json(tahur.run("show", game, *position, "--json").out)["legal"])


# ---- analyze ----

ANALYSES = [
    (["cantstop:players=2", MOVES], "search", ["--by=auto"]),
    (["cantstop:players=2", MOVES], "rollouts", ["--games=60"]),
    (["cantstop", "-/-/-/- temp 4:1,6:2,8:1 seat 0 round 0 rolls 3 decide"], "search", []),
    (["cantstop", "-/-/-/- temp 4:1,6:2,8:1 seat 0 round 0 rolls 3 decide"], "rollouts",
     ["--by=rollouts", "--bot=glenn-aloi", "--games=60"]),
    (["y:size=5"], "exact", []),
    (["y:size=5"], "search", ["--by=search", "--bot=mcts:iterations=200"]),
    (["y:size=5,pie=1"], "rollouts", ["--by=rollouts", "--bot=random", "--games=20"]),
    (["y:size=8"], "search", ["--bot=mcts:iterations=200"]),
    (["kittens"], "rollouts", ["--games=100"]),
    (["kittens:rules=classic"], "rollouts", ["--bot=v3", "--until=0.05", "--games=10"]),
    (["kittens"], "search", ["--by=search", "--bot=mcts:iterations=200"]),
    (["parchis"], "search", ["--bot=alphabeta:depth=2"]),
    (["parchis:rules=course"], "search", ["--bot=greedy"]),
]


@test_each("analyze tells every legal move once, best first", ANALYSES)
def analyze_tells_every_move(position, way, flags):
    answer = told("analyze", *position, *flags)
    check_equal(answer["by"], way, "by")
    actions = [move["action"] for move in answer["moves"]]
    check_equal(set(actions), legal(*position), "moves")
    check_equal(len(actions), len(set(actions)), "once")
    values = [move["value"] for move in answer["moves"] if move["value"] is not None]
    check_equal(values, sorted(values, reverse=True), "order")
    for move in answer["moves"]:
        check(move["value"] is None or 0 <= move["value"] <= 1, move)
        check(move["value"] is None or abs(sum(move["values"]) - 1) < 1e-6, move)
    check_equal(answer["best"], actions[0], "best")
    text = tahur.run("analyze", *position, *flags)
    check_equal(text.status, 0, text.err)
    check(answer["best"] + " is best" in text.out, text.out)


@test
def analyze_rollouts_are_the_same_for_any_number_of_threads():
    arguments = ["analyze", "kittens", "--rollouts=50", "--json"]
    one = tahur.run(*arguments, "--threads=1").out
    for threads in ["2", "5"]:
        check_equal(tahur.run(*arguments, "--threads=" + threads).out, one, threads)
    check(tahur.run(*arguments, "--threads=1", "--seed=2").out != one, "another seed")


@test
def analyze_help_and_docs_say_when_moves_are_told_apart():
    """99 % for all pairs together: Bonferroni's correction of the normal quantile."""
    texts = [tahur.text("analyze", "--help"), document("analysis.md")]
    for moves, word in [(2, "two"), (6, "six"), (30, "thirty")]:
        errors = NormalDist().inv_cdf(1 - 0.005 / math.comb(moves, 2))
        for text in texts:
            shown = re.search(rf"([\d.]+)(?:\s+standard\s+errors)?\s+with\s+{word}\b", text)
            check(shown and shown[1] == f"{errors:.2f}", moves, "moves:", shown and shown[1], "for", errors)


@test
def analyze_until_is_reached_and_moves_that_cannot_be_told_apart_are_named():
    answer = told("analyze", "kittens", "--until=0.02", "--rollouts=20")
    check(all(move["error"] <= 0.02 for move in answer["moves"]), answer)
    few = tahur.run("analyze", "cantstop:players=2", MOVES, "--rollouts=3", "--judge=random")
    check("cannot be distinguished from" in few.out, few.out)
    many = tahur.run("analyze", "kittens", "--rollouts=400", "--judge=hard")
    check("beyond doubt" in many.out, many.out)


@test
def analyze_the_control_variate_makes_errors_smaller_and_moves_no_value_away():
    off, on = (told("analyze", "kittens", "--rollouts=500", "--control=" + c) for c in ["off", "on"])
    check(off["variance_reduction"] is None and on["variance_reduction"] > 1.3, on)
    for a in off["moves"]:
        b = next(m for m in on["moves"] if m["action"] == a["action"])
        check(b["error"] < a["error"], (a, b))
        check(abs(a["value"] - b["value"]) < 4 * a["error"], (a, b))


@test
def analyze_exact_odds_stand_below_the_moves_of_can_t_stop():
    answer = told("analyze", "cantstop:players=2", STOP_OR_ROLL)
    check_equal({m["action"] for m in answer["moves"]}, {"stop", "roll"}, "moves")
    successes = read_json(tahur.run("odds", "--active=4,6,8", "--json").out)
    check(str(1296 - successes["legal"]) + " of 1296" in answer["odds"], (answer["odds"], successes))


@test
def odds_know_columns_that_others_have_closed():
    def odds(*flags):
        return read_json(tahur.run("odds", *flags, "--json").out)

    closed = odds("--active=6,8", "--closed=2,7,12")
    check_equal(closed["steppable"], [3, 4, 5, 6, 8, 9, 10, 11], "the columns for a step")
    check_equal(closed["closed"], [2, 7, 12], "the closed columns")
    check_equal(odds("--active=6,8", "--done=7")["legal"], odds("--active=6,8", "--closed=7")["legal"], "the same odds")
    check_equal(odds("--active=6,7,8", "--closed=2,3,4,5,9,10,11,12")["legal"], odds("--active=6,7,8")["legal"], "with three")
    for flags, share in (("--active=7 --closed=7", "share 7"), ("--done=2 --closed=2", "share 2")):
        refused = tahur.run("odds", *flags.split())
        check(refused.status == 2 and share in refused.err, (refused.status, refused.err))


@test
def analyze_perfect_play_agrees_with_the_solver():
    answer = told("analyze", "y:size=5")
    solved = read_json(tahur.run("solve", "y:size=5", "--json").out)
    wins = {m["action"] for m in answer["moves"] if m["value"] == 1}
    rows = solved["openings"].split("/")  # from the top; columns are lettered, rows counted from the bottom
    check_equal(wins, {"abcde"[c] + str(len(rows) - r) for r, row in enumerate(rows)
                       for c, cell in enumerate(row) if cell == "W"}, "wins")


@test
def analyze_tells_what_a_position_that_waits_for_chance_is_worth():
    for flags in [[], ["--games=200"]]:
        values = told("analyze", "cantstop:players=3", *flags)["values"]
        check(len(values) == 3 and abs(sum(values) - 1) < 1e-6, values)
        check(values[0] > values[1] > values[2] or flags, values)
    check("busts" in tahur.text("analyze", "cantstop"), "odds")


@test
def control_c_ends_a_search_between_its_questions():
    tahur.run("arena", "y:size=11", "easy", "random", "--games=1", "--record=" + path("long.games"))
    result = tahur.interrupt(2, "review", "long.games", "--judge=mcts:iterations=20000")
    remove("long.games")
    check_equal(result.status, 130, result.err)
    check_equal(result.out, "", "output")
    check("stopped" in result.err, result.err)


@test
def analyze_a_deterministic_game_is_said_to_be_one():
    result = tahur.run("analyze", "parchis", "--by=rollouts", "--judge=greedy")
    check("one game of greedy each: nothing in them is left to chance" in result.out, result.out)


WRONG = [
    (["analyze", "cantstop:players=1"], ["alone", "two seats"]),
    (["analyze", "kittens", "--by=exact"], ["perfect play cannot be found"]),
    (["analyze", "kittens", "--rollouts=1"], ["--rollouts"]),
    (["analyze", "cantstop:players=1", "- temp 6:2 seat 0 round 0 rolls 1 decide"], ["alone", "two seats"]),
    (["analyze", "y:size=5", "nonsense"], []),
    (["analyze", "y", "--by=exact", "--rollouts=5"], ["--rollouts", "rollouts", "--by exact"]),
    (["analyze", "y", "--judge=xyzzy"], ["'xyzzy'"]),
    (["analyze", "y", "--until=0"], ["--until"]),
    (["review", "none.games"], ["none.games"]),
]


@test_each("analyze and review: mistakes are told in one sentence", WRONG)
def mistakes_are_told(arguments, words):
    result = tahur.run(*arguments)
    check(result.status in (1, 2), result.status)
    check_equal(result.out, "", "output")
    check_equal(len(result.err.strip().splitlines()), 1, result.err)
    for word in words:
        check(word in result.err, (word, result.err))


@test
def analyze_what_cannot_be_judged_as_asked_is_said():
    for arguments, words in [(["y", "--by=exact"], "perfect play cannot be found"),
                             (["y:size=8", "--by=search", "--bot=random"], "gives no chances")]:
        result = tahur.run("analyze", *arguments)
        check_equal(result.status, 1, result.err)
        check(words in result.err, result.err)


# ---- review ----

REVIEWS = [
    ("cantstop:players=2", ["hard", "glenn-aloi"], []),
    ("cantstop:players=3,forced=1", ["hard", "easy", "medium"], []),
    ("cantstop", ["hard", "easy", "medium", "random"], ["--judge=risk-stop", "--rollouts=5"]),
    ("y:size=5,pie=1", ["easy", "random"], []),
    ("y:size=9", ["easy", "random"], ["--judge=mcts:iterations=100"]),
    ("kittens", ["hard", "v3"], ["--rollouts=30"]),
    ("kittens:deck=official,rules=classic", ["v2", "v1"], ["--judge=v3", "--rollouts=20"]),
    ("parchis", ["easy", "medium"], ["--judge=alphabeta:depth=1"]),
]


@test_each("review: result = start + luck + hidden + hindsight - errors, for every player", REVIEWS)
def reviews_add_up(game, bots, flags):
    name = "review-" + "".join(c if c.isalnum() else "-" for c in game) + ".games"
    tahur.run("arena", game, *bots, "--games=2", "--random-plies=3", "--record=" + path(name))
    one = told("review", name, "--game=1", *flags)
    check_equal(len(one["players"]), len(bots), "players")
    for p in one["players"]:
        total = p["start"] + p["luck"] + p["hidden"] + p["hindsight"] - p["errors"] + p["gifts"]
        check(abs(total - p["result"]) < 1e-9, p)
        if not game.startswith("kittens"):
            check_equal(p["hidden"], 0, "hidden")
        else:
            check_equal(p["hindsight"], 0, "hindsight")
        steps = [s for s in one["steps"] if s["kind"] == "chance"]
        luck = sum(s["change"][p["seat"]] for s in steps)
        check(abs(luck - p["luck"]) < 1e-9, (luck, p))
        own = sum(s["error"][p["seat"]] for s in one["steps"] if s["kind"] != "chance" and s["seat"] == p["seat"])
        check(abs(own - p["errors"]) < 1e-9 and own >= 0, (own, p))
        listed = sum(s["loss"] for s in one["steps"] if s["kind"] != "chance" and s["seat"] == p["seat"])
        check(abs(listed - p["errors"]) < 1e-9, "mistakes of", listed, "and errors of", p)
    for threads in ["1", "3"]:
        check_equal(told("review", name, "--game=1", *flags, "--threads=" + threads), one, "threads")
    text = tahur.run("review", name, "--game=1", "--all", "--html=" + path(name + ".html"), *flags)
    check_equal(text.status, 0, text.err)
    check("Chance" in text.out and "= result" in text.out, text.out)
    with open(path(name + ".html")) as page:
        html = page.read()
    remove(name, name + ".html")
    check("<svg" in html and "The balance" in html and "http" not in html.replace("http://www.w3.org", ""), "page")


@test
def review_errors_are_the_mistakes_that_are_listed():
    """Also those of the winner, which did not change the result."""
    name, unpunished = "review-listed.games", 0
    judge = ["--judge=mcts:iterations=1000", "--by=search"]
    tahur.run("arena", "y:size=9", "easy", "random", "--games=8", "--random-plies=2", "--record=" + path(name))
    for game in range(8):
        review = told("review", name, f"--game={game}", *judge)
        for p in review["players"]:
            own = [s for s in review["steps"] if s["seat"] == p["seat"]]
            check(abs(sum(s["loss"] for s in own) - p["errors"]) < 1e-9, "game", game, p)
            mistakes = sum(s["grade"] != "fine" for s in own)
            check_equal(mistakes, p["small"] + p["bad"] + p["blunders"], "mistakes")
            check(mistakes == 0 or p["errors"] >= 0.02, "mistakes without errors in game", game, p)
            unpunished += p["result"] == 1 and p["hindsight"] > 0
            if p["result"] == 1 and p["hindsight"] > 0:
                text = tahur.run("review", name, f"--game={game}", *judge).out
                check("+ hindsight" in text and "did not change the result" in text, text)
    remove(name)
    check(unpunished > 0, "no winner made a mistake that the judge saw: nothing was tested")


@test
def review_which_game_must_be_said_and_only_a_finished_one_has_a_review():
    tahur.run("arena", "kittens", "v1", "v2", "--games=2", "--record=" + path("two-of-them.games"))
    result = tahur.run("review", "two-of-them.games")
    check(result.status == 2 and "more than one record" in result.err, result.err)
    result = tahur.run("review", "two-of-them.games", "--game=2")
    check(result.status == 2 and "has 2 records" in result.err, result.err)
    tahur.run("arena", "kittens", "v1", "v2", "--games=1", "--max-turns=2", "--record=" + path("stopped.games"))
    result = tahur.run("review", "stopped.games")
    check(result.status == 2 and "no result" in result.err, result.err)
    result = tahur.run("review", "two-of-them.games", "--game=0", "--bot=v1")
    check(result.status == 2 and "--bot is for the games of a saved run" in result.err, result.err)
    result = tahur.run("review", "two-of-them.games", "--game=0", "--by=search")
    check(result.status == 2 and "needs rollouts" in result.err, result.err)
    result = tahur.run("review", "two-of-them.games", "--game=0", "--html=two-of-them.games")
    check(result.status == 2 and "not written over" in result.err, result.err)
    remove("two-of-them.games", "stopped.games")


@test
def review_of_a_run_a_bot_s_mean_loss_and_typical_mistakes_with_positions_that_can_be_analysed():
    tahur.run("league", "cantstop:players=2", "easy", "hard", "glenn-aloi", "--games=10",
              "--save=" + path("habits.db"))
    found = told("review", "habits.db", "--bot=easy", "--games=5")
    check_equal(found["games"], 5, "games")
    check(found["mean_loss"] > 0 and found["mean_loss_error"] > 0, found)
    check(found["decisions"] > 50 and found["mistakes"], found)
    total = sum(m["lost"] for m in found["mistakes"])
    check(abs(total / found["decisions"] - found["mean_loss"]) < 1e-9, total)
    worst = found["mistakes"][0]
    answer = told("analyze", "cantstop:players=2", worst["position"])
    check_equal(answer["best"], worst["better"], "best")
    behind = next(m["behind"] for m in answer["moves"] if m["action"] == worst["did"])
    check(math.isclose(behind, worst["worst"], abs_tol=1e-9), (behind, worst))
    better = told("review", "habits.db", "--bot=hard", "--games=5")
    check(better["mean_loss"] < found["mean_loss"], (better, found))
    for arguments, words in [(["--bot=nobody"], "there are easy, hard, glenn-aloi"), (["--all"], "--all is for one game"),
                             (["--bot=easy", "--html=x.html"], "--html is for one game"),
                             (["--bot=easy", "--game=3"], "not for one game")]:
        result = tahur.run("review", "habits.db", *arguments)
        check(result.status == 2 and words in result.err, result.err)
    one = told("review", "habits.db", "--game=3")
    tahur.run("report", "habits.db", "--record=" + path("habits.games"))
    check_equal(told("review", "habits.games", "--game=3"), one, "a game of the run")
    result = tahur.run("review", "habits.db", "--game=3000")
    check(result.status == 2 and "no game 3000" in result.err, result.err)
    remove("habits.db", "habits.games")


PARTS = ["start", "luck", "hidden", "hindsight", "errors", "gifts", "result", "luck_adjusted"]
BALANCES = [("cantstop:players=2", ["hard", "glenn-aloi"], []), ("kittens", ["v3", "v1"], ["--rollouts=10"]),
            ("cantstop:players=3", ["easy", "easy", "hard"], ["--judge=risk-stop", "--rollouts=4"]),
            ("y:size=4", ["easy", "random"], [])]


@test_each("review of a run: means of every bot over the reviews of its games", BALANCES)
def balances_are_the_sums_of_reviews(game, bots, flags):
    seats, games = len(bots), 2 * len(bots) + 1
    name = "balance-" + "".join(c if c.isalnum() else "-" for c in game) + ".db"
    tahur.run("arena", game, *bots, f"--games={games + 3}", "--random-plies=2", "--save=" + path(name))
    found = told("review", name, f"--games={games}", *flags)
    check_equal(found["games"], games, "games")
    reviews = [told("review", name, f"--game={g}", *flags)["players"] for g in range(games)]
    check_equal(sorted(bot["bot"] for bot in found["bots"]), sorted(set(bots)), "bots")
    for bot in found["bots"]:
        own = [[r[(i - g) % seats] for i in range(seats) if bots[i] == bot["bot"]] for g, r in enumerate(reviews)]
        check_equal(bot["games"], sum(len(o) for o in own), "games of " + bot["bot"])
        for part in PARTS:
            blocks = [[p[part] for o in own[k:k + seats] for p in o] for k in range(0, games, seats)]
            mean = sum(sum(b) for b in blocks) / bot["games"]
            rest = sum((sum(b) - mean * len(b)) ** 2 for b in blocks)
            error = math.sqrt(rest * len(blocks) / (len(blocks) - 1)) / bot["games"]
            check(math.isclose(bot[part]["mean"], mean, abs_tol=1e-9), part, bot[part], mean)
            check(math.isclose(bot[part]["se"], error, abs_tol=1e-7), part, bot[part], error)
        for grade in ["decisions", "small", "bad", "blunders"]:
            check_equal(bot[grade], sum(p[grade] for o in own for p in o), grade)
    check_equal(told("review", name, f"--games={games}", *flags, "--threads=3"), found, "threads")
    text = tahur.text("review", name, f"--games={games}", *flags)
    luck = [f"{100 * bot['luck']['mean']:+.1f} % ± {100 * bot['luck']['se']:.1f}" for bot in found["bots"]]
    for bot, shown in zip(found["bots"], luck):
        check(game.startswith("y") or shown in text, shown, text)
        check(f"{100 * bot['errors']['mean']:.1f} % ± {100 * bot['errors']['se']:.1f}" in text, text)
    check_equal("luck" in text.lower(), not game.startswith("y"), "a column for luck")
    remove(name)


@test
def review_of_a_run_leaves_out_what_has_no_result():
    tahur.run("arena", "kittens", "v1", "v2", "--games=6", "--max-turns=9", "--save=" + path("short.db"))
    found = told("review", "short.db", "--rollouts=5")
    endings = [tahur.run("review", "short.db", f"--game={g}", "--rollouts=2").status for g in range(6)]
    check_equal([found["games"], found["unfinished"]], [endings.count(0), endings.count(2)], "games")
    check(found["unfinished"] > 0 and "without a result are left out" in tahur.text("review", "short.db", "--rollouts=5"),
          found)
    result = tahur.run("review", "short.db", "--by=search")
    check(result.status == 2 and "needs rollouts" in result.err, result.err)
    remove("short.db")
