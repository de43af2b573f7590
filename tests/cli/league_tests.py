"""Leagues, comparisons and grades from outside: who plays whom, what is told, and what is refused."""
import os
import re

from harness import but, check, check_equal, read_json, tahur, test, test_each

LEAGUE = ["league", "cantstop", "easy", "medium", "hard", "glenn-aloi", "random", "--games=40"]


@test
def league_json_has_exactly_the_documented_keys():
    result = tahur.json(*LEAGUE)
    check_equal(set(result), set("game rules_version seed games games_asked line_ups unfinished "
                                 "stopped ghost_games repeating_line_ups different_games digest seconds seconds_a_move luck bots "
                                 "fault_notes".split()), "keys")
    check_equal((result["games"], result["line_ups"]), (200, 5), "games in line-ups")
    for bot in result["bots"]:
        check_equal(set(bot), set("bot spec games wins win_share se ci95 faults metrics rating "
                                  "rating_ci95 above_next score_against fault_kinds forfeits disqualified_after "
                                  "adjusted_share adjusted_se adjusted_ci95".split()), "keys")
        check_equal(bot["games"], 160, "games of a bot")
        check(bot["rating_ci95"][0] < bot["rating"] < bot["rating_ci95"][1], bot)
        check_equal(len(bot["score_against"]), 4, "others")
    ratings = [bot["rating"] for bot in result["bots"]]
    check_equal(ratings, sorted(ratings, reverse=True), "order")
    check(min(ratings) < 0 < max(ratings), "0 is no mean of", ratings)
    check_equal(result["bots"][0]["bot"], "hard", "the strongest")
    check_equal(result["bots"][-1]["above_next"], None, "the last has nobody below")


def without_times(result):
    return but(result, "seconds", "seconds_a_move")


@test_each("the same for any number of threads", [
    (LEAGUE,), (["compare", "cantstop", "hard", "medium"],),
    (["compare", "kittens", "v1", "v2", "--against=v3", "random"],)])
def threads_change_nothing(command):
    one = without_times(tahur.json(*command, "--threads=1"))
    for threads in [2, 5]:
        check_equal(without_times(tahur.json(*command, f"--threads={threads}")), one, f"{threads} threads")


@test
def league_tables_name_everything():
    text = tahur.text(*LEAGUE)
    for word in ["rating", "± 95 %", "above next", "games", "win share", "time a move", "worst",
                 "ahead in % of", "bust rate", "digest", "200 games in 5 line-ups", "hard", "random"]:
        check(word in text, word, "is missing in", text)


@test_each("formats", [("round-robin", 6), ("gauntlet", 3), ("free-for-all", 6)])
def league_formats(form, line_ups):
    result = tahur.json("league", "kittens", "v1", "v2", "v3", "random", "--games=10", f"--format={form}")
    check_equal(result["line_ups"], line_ups, form)
    v3_v2 = next(bot for bot in result["bots"] if bot["bot"] == "v3")["score_against"]["v2"]
    check_equal(v3_v2 is None, form == "gauntlet", "v3 and v2 have not met")


@test
def league_shows_how_bots_scale_with_time():
    command = ["league", "y:size=4", "mcts:memory=16", "alphabeta", "random", "--games=2", "--time=1,2"]
    text = tahur.text(*command)
    for word in ["1 ms a move", "2 ms a move", "rating at", "not bound by --time: random"]:
        check(word in text, word, "is missing in", text)
    check_equal(len(tahur.json(*command)["leagues"]), 2, "leagues")


@test
def bots_of_a_folder_and_twins_have_names_of_their_own():
    folder = os.path.join(tahur.directory.name, "bots")
    os.mkdir(folder)
    try:
        for name, text in [("plain.bot", "v1\n"), ("noted.bot", "# a note\n\nv2"), ("README.md", "hello"),
                           (".hidden", "")]:
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        result = tahur.run("league", "kittens", "./bots", "v1", "v1", "--games=2", "--json")
        check_equal(result.status, 0, result.err)
        check_equal(result.err, "left out: ./bots/README.md is neither .bot nor .model\n", "standard error")
        bots = {bot["bot"]: bot["spec"] for bot in read_json(result.out)["bots"]}
        check_equal(bots, {"plain": "v1", "noted": "v2", "v1": "v1", "v1 (2)": "v1"}, "names")
        with open(os.path.join(folder, "plain.bot"), "w") as file:
            file.write("v9")
        result = tahur.run("league", "kittens", "./bots")
        check(result.status == 2 and "./bots/plain.bot: " in result.err and "'v9'" in result.err, result)
    finally:
        for name in os.listdir(folder):
            os.remove(os.path.join(folder, name))
        os.rmdir(folder)


@test
def a_budget_binds_the_bots_that_have_it():
    fixed = tahur.json("arena", "y:size=4", "mcts:iterations=7,memory=16", "random", "--games=4")
    bound = tahur.json("arena", "y:size=4", "mcts:memory=16", "random", "--iterations=7", "--games=4")
    check_equal(bound["digest"], fixed["digest"], "the budget")
    both = tahur.json("arena", "y:size=4", "mcts:iterations=7,memory=16", "mcts:memory=16", "--games=4")
    own = tahur.json("arena", "y:size=4", "mcts:iterations=7,memory=16", "mcts:memory=16", "--games=4",
                     "--iterations=9")
    check(both["digest"] != own["digest"], "the second is bound")
    check_equal(own["digest"], tahur.json("arena", "y:size=4", "mcts:iterations=7,memory=16",
                                          "mcts:iterations=9,memory=16", "--games=4")["digest"], "the first is not")
    medium = tahur.json("arena", "y:size=4", "medium", "random", "--games=2", "--iterations=7")
    check_equal(medium["digest"], tahur.json("arena", "y:size=4", "mcts:iterations=7", "random",
                                             "--games=2")["digest"], "a short name takes the budget")


def with_file(text, call):
    path = os.path.join(tahur.directory.name, "openings")
    with open(path, "w") as file:
        file.write(text)
    try:
        return call(path)
    finally:
        os.remove(path)


@test
def openings_are_played_from_every_side():
    def both(path):
        return tahur.json("arena", "y:size=4", "greedy", "greedy", "--games=8", f"--openings={path}")
    one = with_file("moves a1; b2\n", both)
    two = with_file("moves a1; b2\nmoves c1\n", both)
    check_equal((one["different_games"], two["different_games"]), (1, 2), "different games")
    result = with_file("moves a1\nmoves a1; a1\n", lambda path: tahur.run(
        "league", "y:size=4", "greedy", "random", f"--openings={path}"))
    check(result.status == 2 and "line 2: " in result.err, result)


# ---- compare ----

@test
def compare_tells_what_it_decided():
    better = tahur.json("compare", "kittens", "dqn", "v2")
    check_equal(set(better), set("game rules_version seed decision elo0 elo1 elo elo_ci95 llr llr_bounds games "
                                 "games_asked stopped same_bot level blocks different_games unfinished digest seconds seconds_a_move luck bots "
                                 "fault_notes".split()), "keys")
    check_equal(better["decision"], "better", "dqn against v2")
    check(better["elo_ci95"][0] > 10 and better["llr"] >= better["llr_bounds"][1], better)
    check_equal(better["games_asked"], 1000000, "games asked")
    worse = tahur.json("compare", "kittens", "v2", "dqn")
    check_equal(worse["decision"], "not better", "v2 against dqn")
    check(worse["elo_ci95"][1] < -10, "the same difference, the other way round")
    open_end = tahur.json("compare", "kittens", "v1", "v1", "--games=20")
    check_equal((open_end["decision"], open_end["games"]), ("undecided", 20), "v1 against itself")


@test
def compare_against_others_plays_both_with_the_same_luck():
    twins = tahur.json("compare", "kittens", "v1", "v1", "--against=v3", "--games=400", "--elo1=1")
    new, old = twins["bots"][:2]
    check_equal((new["win_share"], new["games"]), (old["win_share"], old["games"]), "twins")
    text = tahur.text("compare", "cantstop", "hard", "medium", "--against", "easy", "random")
    for word in ["better", "difference", "95 % interval", "evidence", "new", "old", "against", "time a move"]:
        check(word in text, word, "is missing in", text)


@test_each("compare explains the interval of bots that are equal", [
    (["cantstop", "hard", "hard"], True, True, "are the same bot, so the true difference is 0"),
    (["cantstop", "medium", "max-rolls:n=4"], True, True, "are the same bot"),
    (["kittens", "random", "random", "--games=40"], True, False, "are the same bot"),
    (["y:size=4", "greedy", "greedy"], True, True, "are the same bot"),
    (["y:size=4", "minimax:depth=2", "alphabeta:depth=2", "--random-plies=2"], False, True, "won the same in every block"),
    (["kittens", "v1", "v2"], False, False, None)])
def compare_explains(arguments, same, level, words):
    result, text = tahur.json("compare", *arguments), tahur.text("compare", *arguments)
    check_equal((result["same_bot"], result["level"]), (same, level), "same bot, level")
    line = [line for line in text.splitlines() if line.startswith("equal")]
    check_equal(len(line), int(words is not None), "lines that explain")
    check(words is None or words in line[0] and "can rule out" in line[0], words, "is not in", line)


@test_each("copies of a bot are named", [
    (["arena", "cantstop:players=2", "hard", "hard", "--games=20"], 2),
    (["arena", "cantstop", "hard", "--games=20"], 0),
    (["arena", "cantstop:players=3", "medium", "max-rolls:n=4", "easy", "--games=30"], 2),
    (["league", "kittens", "v1", "v2", "v1", "v1", "--games=10"], 3),
    (["league", "kittens", "v1", "v2", "--games=10"], 0),
    (["grade", "kittens", "v1", "--against", "v1", "--require=0.1"], 2)])
def copies_are_named(call, copies):
    text = tahur.run(*call).out
    named = [line for line in text.splitlines() if "of the bots are the same" in line]
    check_equal([line.split()[0] for line in named], [str(copies)] if copies else [], "lines about copies")


# ---- grade ----

@test_each("grades and exit statuses", [
    (["kittens", "dqn", "--against", "v1", "v2", "--require=0.9"], 0, ["pass", "pass"]),
    (["kittens", "dqn", "--against", "v1", "random", "--require=0.9"], 1, ["pass", "fail"]),
    (["cantstop", "hard", "--against=medium", "--require=0.4"], 0, ["pass"]),
    (["cantstop", "easy", "--against", "hard", "medium", "glenn-aloi", "--require=0.25"], 1, ["fail"])])
def grades(arguments, status, verdicts):
    result = tahur.run("grade", *arguments, "--json")
    check_equal((result.status, result.err), (status, ""), arguments)
    told = read_json(result.out)
    check_equal([task["verdict"] for task in told["tasks"]], verdicts, "verdicts")
    check_equal(told["passes"], status == 0, "passes")
    for task in told["tasks"]:
        check(task["sure"] and (task["interval"][0] > told["require"] or task["interval"][1] < told["require"]), task)
    text = tahur.run("grade", *arguments)
    check_equal(text.status, status, "status with tables")
    check(re.search(r"\b(passes|fails)\n", text.out), text.out)


@test
def a_bot_that_is_too_near_is_told_so():
    result = tahur.run("grade", "kittens", "v1", "--against", "v1", "--games=40", "--json")
    check_equal(result.status, 1, "exit status")
    task = read_json(result.out)["tasks"][0]
    check_equal((task["verdict"], task["sure"], task["games"]), ("fail", False, 40), "verdict")
    check("not sure" in tahur.run("grade", "kittens", "v1", "--against", "v1", "--games=40").out, "in words")


# ---- while it runs ----

@test_each("Control-C ends well", [
    (["league", "kittens", "v1", "v2", "--games=1000000000"],),
    (["compare", "kittens", "v1", "v1", "--elo1=0.01", "--games=1000000000"],),
    (["grade", "kittens", "v1", "--against=v1", "--games=1000000000"],)])
def control_c(command):
    result = tahur.interrupt(0.7, *command, "--json")
    check_equal((result.status, result.err), (130, ""), command)
    check(read_json(result.out)["games"] > 0, "played nothing")


@test
def standings_settle_on_a_terminal_and_are_wiped_away():
    result = tahur.run_on_terminal("league", "kittens", "v1", "v2", "v3", "--games=300000")
    check_equal(result.status, 0, "exit status")
    check("rating" in result.err and "; Control-C ends it here" in result.err, "no standings on", repr(result.err[:400]))
    check_equal(result.err.rsplit("\033[J", 1)[1], "", "left on the screen")
