"""What contests have in common: bots from files and arguments, budgets, games that come again, ends."""
import itertools
import math
import os
import shutil

from harness import but, check, check_equal, read_json, tahur, test, test_each

COUNT = itertools.count(1)  # tests run side by side: each has files of its own


def in_folder(files, call):
    """Calls with the name of a new folder that has these files, by bytes or texts."""
    name = f"folder{next(COUNT)}"
    path = os.path.join(tahur.directory.name, name)
    os.mkdir(path)
    try:
        for file, content in files.items():
            with open(os.path.join(os.fsencode(path), os.fsencode(file)), "wb") as out:
                out.write(content if isinstance(content, bytes) else content.encode())
        return call(name)
    finally:
        shutil.rmtree(os.fsencode(path))


def refused(*args, words):
    result = tahur.run(*args)
    check_equal((result.status, result.out), (2, ""), args)
    for word in words:
        check(word in result.err, repr(word), "is missing in", result.err)


# ---- bots ----

@test_each("what is in a .bot file", [
    ("v2\n",), ("  v2\t \r\n",), ("\ufeffv2\r\n",), ("\ufeff# a note\r\n\r\n \t v2 \r\n# more\r\n",), ("v2",)])
def bot_files(content):
    def specs(folder):
        return {bot["bot"]: bot["spec"] for bot in
                tahur.json("league", "kittens", f"./{folder}", "v1", "--games=2")["bots"]}
    check_equal(in_folder({"ana.bot": content}, specs), {"ana": "v2", "v1": "v1"}, "bots")


@test_each("what is wrong in a .bot file", [
    ("v1\nv2\n", ["ana.bot, line 2", "second"]), ("# nothing\n", ["ana.bot", "no spec"]), ("", ["ana.bot", "no spec"]),
    ("v9\n", ["ana.bot: ", "'v9'"])])
def bad_bot_files(content, words):
    in_folder({"ana.bot": content}, lambda folder: refused("league", "kittens", f"./{folder}", "v1", words=words))


@test
def openings_may_begin_with_a_mark():
    def play(folder):
        return tahur.json("arena", "y:size=4", "greedy", "--games=4", f"--openings={folder}/o.txt")["games"]
    check_equal(in_folder({"o.txt": "\ufeffmoves a1; b2\r\n"}, play), 4, "games")


@test
def names_of_files_become_clean_text():
    long = "é" * 125  # 250 bytes and the ending
    def names(folder):
        return [bot["bot"] for bot in tahur.json("league", "kittens", f"./{folder}", f"./{folder}", "--games=2")["bots"]]
    got = in_folder({b"b\xffd\x07.bot": "v1", long[:124] + ".bot": "v2"}, names)
    check_equal(set(got), {"b?d?", "b?d? (2)", long[:124], long[:120] + " (2)"}, "names")


@test
def a_league_may_have_more_than_a_hundred_bots():
    result = tahur.json("league", "kittens", *["v1", "v2"] * 60, "--games=2", "--format=gauntlet")
    check_equal((len(result["bots"]), result["line_ups"]), (120, 119), "bots")


@test
def folders_that_are_none_get_a_hint():
    in_folder({"a.bot": "v1"}, lambda folder: refused("league", "kittens", folder, "v1", words=[f"./{folder}"]))
    in_folder({"a.bot": "v1"}, lambda folder: refused("compare", "kittens", f"./{folder}", "v1", words=["one bot"]))
    in_folder({"a.bot": "v1"}, lambda folder: refused("league", "kittens", f"./{folder}/a.bot", "v1", words=["is a file"]))
    refused("league", "kittens", "./nowhere", "v1", words=["no folder", "./nowhere"])


@test_each("what stands behind --against belongs to it", [
    ("grade kittens --against v1 v2", ["the bot is missing"]),
    ("grade --against v1 kittens v2", ["the bot is missing"]),
    ("compare kittens v1 --against v2 v3", ["NEW or OLD is missing"]),
    ("compare kittens v1 v2 v3 --against random", ["what is “v3” for?"]),
    ("grade kittens v1 v2 --against random", ["what is “v2” for?"]),
    ("compare kittens v1 v2 v3", ["what is “v3” for?"])])
def against(command, words):
    refused(*command.split(), words=words)


@test
def flags_may_stand_between_opponents():
    result = read_json(tahur.run("grade", "kittens", "v1", "--against", "v2", "--games=4", "v3", "--json").out)
    check_equal([task["against"] for task in result["tasks"]], [["v2"], ["v3"]], "tasks")


# ---- budgets ----

CONTESTS = [["arena"], ["league"], ["compare"]]


@test_each("a budget that binds no bot is refused", [
    (command + ["kittens", "v1", "v2", flag],)
    for command in CONTESTS for flag in ["--time=5", "--iterations=5"]] + [
    (["grade", "kittens", "v1", "--against=v2", "--time=5"],),
    (["arena", "y:size=4", "mcts:iterations=7,memory=16", "random", "--iterations=9"],)])
def nobody_is_bound(command):
    refused(*command, words=["binds no bot", command[-1].split("=")[0]])


@test_each("who is not bound is told", [
    (command + ["y:size=3", "mcts:memory=16", "random", "--iterations=5", "--games=4"],) for command in CONTESTS] + [
    (["grade", "y:size=3", "mcts:memory=16", "--against=random", "--iterations=5", "--games=4"],)])
def not_bound(command):
    result = tahur.run(*command)
    check("not bound by --iterations: random\n" in result.out, result)


@test
def iterations_stand_before_time_in_help():
    for command in ["arena", "league", "compare", "grade"]:
        text = tahur.text(command, "--help")
        check(0 < text.index("--iterations ") < text.index("--time "), command)


@test
def times_are_read_whole():
    for times in ["1,", "5,100000000000000000000000000000000000000001", "1" * 24, ",1", "1,x"]:
        refused("league", "y:size=3", "mcts", "random", f"--time={times}", words=["--time", "3600000"])


@test
def several_times_are_different_budgets():
    """A move of flat-mc never takes much less than its budget; on a busy machine it may take any time longer, but not
    always."""
    worst = []
    for _ in range(5):
        leagues = tahur.json("league", "y:size=8", "flat-mc", "random", "--games=2", "--time=1,200",
                             "--threads=1")["leagues"]
        worst.append([max(pace["worst"] for pace in league["seconds_a_move"] if pace) for league in leagues])
        check(worst[-1][1] > 0.15, "seconds a move", worst)
        if worst[-1][0] < 0.15:
            return
    check(False, "seconds a move", worst)


# ---- games that come again ----

@test
def chance_makes_no_repeats():
    result = tahur.json("arena", "y:size=2", "random", "random", "--games=2000")
    check_equal(result["different_games"], None, "different games")
    low, high = result["bots"][0]["ci95"]
    check(high - low < 0.06, "interval", low, high)
    check_equal(tahur.json("league", "y:size=2", "random", "random")["different_games"], None, "in a league")


@test
def a_league_learns_nothing_of_repeats():
    few, many = (tahur.json("league", "y:size=4", "greedy", "minimax:depth=2", f"--games={games}")
                 for games in [2, 400])
    check_equal((many["games"], many["repeating_line_ups"]), (400, 1), "games")
    check(many["different_games"] <= 2, many)
    for a, b in zip(few["bots"], many["bots"]):
        check_equal((a["rating"], a["rating_ci95"]), (b["rating"], b["rating_ci95"]), "rating")
        check(b["ci95"][1] - b["ci95"][0] > 0.5, b)
    check("the same games came again" in tahur.text("league", "y:size=4", "greedy", "minimax:depth=2"), "no remark")


@test
def a_comparison_ends_when_nothing_new_comes():
    command = ["compare", "y:size=4", "greedy", "minimax:depth=2"]
    result = tahur.json(*command)
    check_equal((result["decision"], result["stopped"]), ("undecided", False), "decision")
    check(result["different_games"] <= 2 and result["games"] <= 404 and result["blocks"] == 1, result)
    text = tahur.text(*command)
    check("undecided" in text and "different game" in text and "--openings" in text, text)
    varied = tahur.json(*command, "--random-plies=4", "--games=600", "--elo1=1")
    check(varied["blocks"] > 100, varied)


@test
def a_grade_of_repeats_is_not_sure_and_fails():
    command = ["grade", "y:size=4", "minimax:depth=2", "--against=greedy", "--require=0.1"]
    result = tahur.run(*command, "--json")
    told = read_json(result.out)
    task = told["tasks"][0]
    check_equal((result.status, told["passes"], task["verdict"], task["sure"]), (1, False, "fail", False), "verdict")
    check(task["different_games"] <= 2 and task["games"] <= 404, task)
    check("different game" in tahur.run(*command).out, "in words")


@test
def openings_do_not_come_in_the_order_of_their_file():
    lines = "".join(f"moves {a}; {b}\n" for a in ["a1", "b1", "c1", "a2"] for b in ["a3", "b2", "d1"])
    def digests(folder):
        return [tahur.json("arena", "y:size=4", "greedy", "--games=24", f"--seed={seed}",
                           f"--openings={folder}/o.txt")["digest"] for seed in [1, 2, 1]]
    one, two, again = in_folder({"o.txt": lines}, digests)
    check(one == again and one != two, "the seed says in which order", one, two)


# ---- luck ----

@test
def every_task_of_a_grade_has_luck_of_its_own():
    run = tahur.run("grade", "kittens", "v1", "--against", "v2", "v2", "--games=200", "--json")
    first, second = read_json(run.out)["tasks"]
    check(first["games"] != second["games"] or first["win_share"] != second["win_share"], first, second)
    alone = read_json(tahur.run("grade", "kittens", "v1", "--against", "v2", "--games=200", "--json").out)["tasks"][0]
    check_equal((alone["games"], alone["win_share"]), (first["games"], first["win_share"]), "the first keeps the seed")


@test
def ratings_without_luck_expect_what_was_won_without_luck():
    """Every bot's expected share at its rating is its adjusted share: the equations of docs/luck-statistics.md."""
    command = ["league", "kittens", "v1", "v2", "v3", "random", "--games=300"]
    plain, adjusted = (tahur.json(*command, f"--luck={luck}") for luck in ["plain", "adjusted"])
    check_equal(plain["digest"], adjusted["digest"], "digest")
    check_equal((plain["luck"], adjusted["luck"]["chosen"], adjusted["luck"]["blocks"]), (None, "adjusted", 102), "luck")
    check_equal({bot["bot"]: bot["win_share"] for bot in plain["bots"]},
                {bot["bot"]: bot["win_share"] for bot in adjusted["bots"]}, "plain shares")
    for bot in adjusted["bots"]:
        expected = [1 / (1 + 10 ** ((other["rating"] - bot["rating"]) / 400)) for other in adjusted["bots"] if other is not bot]
        check(abs(sum(expected) / 3 - bot["adjusted_share"]) < 1e-6, bot, expected)
        check(bot["adjusted_ci95"][0] < bot["adjusted_share"] < bot["adjusted_ci95"][1], bot)
    check(" adjusted " in tahur.text(*command, "--luck=adjusted"), "column")
    check(" adjusted " not in tahur.text(*command, "--luck=plain"), "no column")


@test
def a_league_measures_variances_within_line_ups():
    """Line-ups differ in their means, which is no luck. With 45 line-ups the trial has two rounds and 90 blocks, or three."""
    bots = [f"random-mix-{i}" for i in range(10)]
    specs = {f"{bot}.bot": "v1\n" for bot in bots}
    def played(folder):
        return tahur.json("league", "kittens", folder + "/", "--games=8", "--luck=adjusted")["luck"]
    luck = in_folder(specs, played)
    check_equal(luck["blocks"], 135, "three rounds of 45 line-ups")
    check(luck["variance_ratio"] > 0, luck)


@test
def comparisons_without_luck_take_fewer_games():
    """Of games that are the same up to the earlier end."""
    def played(luck, seed, *more):
        command = ["compare", "kittens", "dqn", "v3", "--elo0=140", "--elo1=180", f"--luck={luck}", f"--seed={seed}"]
        return but(tahur.json(*command, *more), "seconds", "seconds_a_move")
    plain, adjusted = ([played(luck, seed) for seed in range(1, 9)] for luck in ["plain", "adjusted"])
    check(sum(one["games"] for one in adjusted) < 0.5 * sum(one["games"] for one in plain), "games")
    check(sum(one["decision"] == "better" for one in adjusted) >= 7, "the truth is 186 Elo")
    for one in plain:
        check_equal((one["luck"], one["bots"][0]["adjusted_share"]), (None, None), "plain")
    for one in adjusted:
        new, old = one["bots"]
        check_equal(one["luck"]["chosen"], "adjusted", "luck")
        check(abs(new["adjusted_share"] + old["adjusted_share"] - 1) < 1e-9, new, old)
        check(one["elo_ci95"][0] < one["elo"] < one["elo_ci95"][1], one)
    for threads in [1, 3]:
        check_equal(played("adjusted", 1, f"--threads={threads}"), adjusted[0], threads)


@test
def a_comparison_chooses_by_its_first_blocks():
    slow = tahur.json("compare", "kittens", "mcts:iterations=4", "v3", "--elo0=100", "--elo1=105", "--games=400")
    check_equal((slow["luck"]["asked"], slow["luck"]["chosen"], slow["luck"]["blocks"]), ("auto", "adjusted", 100), "slow bots")
    fast = tahur.json("compare", "kittens", "v1", "v2", "--elo1=2", "--games=400")
    check_equal((fast["luck"]["chosen"], fast["luck"]["blocks"]), ("plain", 100), "fast bots")
    check("luck        is not taken off" in tahur.text("compare", "kittens", "v1", "v2", "--elo1=2", "--games=400"), "sentence")
    early = tahur.json("compare", "kittens", "dqn", "v1", "--elo1=100")
    check_equal(early["luck"]["chosen"], "plain", "a test that is over before")
    check(early["luck"]["blocks"] < 100, early["luck"])


@test
def grades_without_luck_are_sure_sooner():
    command = ["grade", "kittens", "dqn", "--against", "v3", "--require=0.65"]
    plain, adjusted = (tahur.json(*command, f"--luck={luck}")["tasks"][0] for luck in ["plain", "adjusted"])
    check_equal((plain["luck"], plain["adjusted_share"]), (None, None), "plain")
    check_equal((plain["verdict"], adjusted["verdict"], adjusted["luck"]["chosen"]), ("pass", "pass", "adjusted"), "verdicts")
    check(adjusted["games"] < plain["games"], adjusted["games"], plain["games"])
    check(0.65 <= adjusted["interval"][0] < adjusted["adjusted_share"] < adjusted["interval"][1], adjusted)
    check("win share  adjusted" in tahur.text(*command, "--luck=adjusted"), "column")


# ---- figures ----

def solve(matrix, right):
    """The solution of a small system of equations."""
    n = len(right)
    rows = [row[:] + [r] for row, r in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(n):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def bradley_terry(won):
    """Strengths with mean 0 under which won[i][j] are likeliest, and their covariance: the inverse of the
    information, with ones added so that it has one; they come off again."""
    n = len(won)
    strength = [0.0] * n
    for _ in range(100):
        slope, information = [0.0] * n, [[1.0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                if i == j:
                    continue
                games, p = won[i][j] + won[j][i], 1 / (1 + math.exp(strength[j] - strength[i]))
                slope[i] += won[i][j] - games * p
                information[i][i] += games * p * (1 - p)
                information[i][j] -= games * p * (1 - p)
        strength = [s + d for s, d in zip(strength, solve(information, slope))]
    columns = [solve(information, [float(i == k) for i in range(n)]) for k in range(n)]
    return strength, [[columns[i][j] - 1 / n ** 2 for j in range(n)] for i in range(n)]


@test
def ratings_are_what_bradley_and_terry_say():
    """From the wins alone. With shared luck, errors are smaller than those of independent games, but not much."""
    games, elo = 300, 400 / math.log(10)
    bots = tahur.json("league", "kittens", "v1", "v2", "v3", "random", f"--games={games}", "--luck=plain")["bots"]
    names = [bot["bot"] for bot in bots]
    won = [[0 if a is b else games * a["score_against"][b["bot"]] for b in bots] for a in bots]
    strength, covariance = bradley_terry(won)
    for i, bot in enumerate(bots):
        check(abs(bot["rating"] - elo * strength[i]) < 0.01, names[i], bot["rating"], elo * strength[i])
        low, high = bot["rating_ci95"]
        check(abs((low + high) / 2 - bot["rating"]) < 1e-6, "the rating is not in the middle", bot)
        half = 1.96 * elo * math.sqrt(covariance[i][i])
        check(0.6 * half < (high - low) / 2 < 1.15 * half, names[i], (high - low) / 2, half)
        if i + 1 < len(bots):
            k = i + 1
            se = math.sqrt(covariance[i][i] + covariance[k][k] - 2 * covariance[i][k])
            least, most = ((1 + math.erf((strength[i] - strength[k]) / (part * se) / math.sqrt(2))) / 2
                           for part in [1.15, 0.6])
            check(least <= bot["above_next"] <= most, names[i], bot["above_next"], least, most)


@test
def a_bot_that_never_wins_is_no_part_of_the_zero():
    result = tahur.json("league", "cantstop", "easy", "medium", "hard", "glenn-aloi", "random", "--games=400")
    ratings = {bot["bot"]: bot["rating"] for bot in result["bots"]}
    check_equal((result["ghost_games"], result["bots"][-1]["wins"]), (True, 0), "random won")
    check(abs(sum(r for name, r in ratings.items() if name != "random")) < 1e-6, ratings)
    for bot in result["bots"][:-1]:
        check(bot["rating_ci95"][1] - bot["rating_ci95"][0] < 70, bot)


@test
def the_error_rates_are_those_asked_for():
    bounds = tahur.json("compare", "kittens", "dqn", "v2", "--alpha=0.01", "--beta=0.2")["llr_bounds"]
    for got, wanted in zip(bounds, [math.log(0.2 / 0.99), math.log(0.8 / 0.01)]):
        check(abs(got - wanted) < 1e-9, bounds)


@test
def shares_count_games_without_a_winner_as_shared():
    short = ["cantstop", "easy", "medium", "hard", "random", "--max-turns=3", "--games=40"]
    league = tahur.json("league", *short)
    check(league["unfinished"] > 0, "all were finished")
    check(abs(sum(bot["win_share"] for bot in league["bots"]) - 1) < 1e-9, league["bots"])


# ---- how it looks ----

@test
def tables_of_leagues_fit_in_100_columns():
    text = tahur.text("league", "cantstop", "easy", "medium", "hard", "glenn-aloi", "random", "--games=40")
    for line in text.splitlines():
        check(len(line) <= 110 if "digest" in line else len(line) <= 100, len(line), line)
    one = tahur.text("league", "kittens", "v1", "v1", "--games=2000")
    check("in 1 line-up ·" in one and "-0 " not in one and "-0.0 " not in one, one)


@test
def what_is_known_well_has_a_decimal():
    bots = tahur.json("league", "kittens", "v1", "v2", "--games=20000")["bots"]
    check(bots[0]["rating_ci95"][1] - bots[0]["rating"] < 9.9, bots[0])
    check(f"{bots[0]['rating']:+.1f} " in tahur.text("league", "kittens", "v1", "v2", "--games=20000"), bots[0])


@test
def scaling_has_one_zero_where_somebody_is_not_bound():
    text = tahur.text("league", "y:size=3", "mcts:memory=16", "random", "flat-mc", "--games=40", "--time=1,2")
    check("rating at" in text, text)
    table = text[text.index("rating at"):]
    if "0 is the mean of" in table:
        check("not bound by --time" in table, table)
    else:
        check("zero of its own" in table, table)


@test
def very_many_games_are_announced_on_a_terminal():
    result = tahur.run_on_terminal("league", "kittens", "v1", "v2", "v3", "--games=400000")
    check("1,200,000 games in all" in result.err, repr(result.err[:200]))
    check(result.err.index("; Control-C") < result.err.index("rating"), "progress does not come first")
    check("time a move" not in result.err, "times in the live table")


# ---- ends ----

@test
def a_stopped_grade_has_no_verdict():
    command = ["grade", "kittens", "v1", "--against", "v1", "v2", "--games=1000000000"]
    result = tahur.interrupt(0.7, *command, "--json")
    told = read_json(result.out)
    check_equal((result.status, told["stopped"], told["passes"]), (130, True, None), "stopped")
    check(told["seconds"] > 0, told)
    first, second = told["tasks"]
    check_equal((first["verdict"], first["sure"], second["verdict"]), (None, False, None), "verdicts")
    check_equal((second["games"], second["interval"], second["win_share"]), (0, [0, 1], None), "not played")
    text = tahur.interrupt(0.7, *command).out
    check("stopped: no verdict" in text and "not played" in text, text)
    check("passes" not in text and "fails" not in text, text)


@test
def a_stopped_comparison_says_so():
    command = ["compare", "kittens", "v1", "v1", "--elo1=0.01", "--games=1000000000"]
    told = read_json(tahur.interrupt(0.7, *command, "--json").out)
    check_equal((told["stopped"], told["games_asked"], told["decision"]), (True, 10 ** 9, "undecided"), "stopped")
    check(tahur.interrupt(0.7, *command).out.startswith("stopped "), "in words")


SLOW = ["y:size=14", "mcts:time=3000,memory=16", "mcts:time=3000,memory=16"]


@test
def without_a_game_there_is_no_table():
    for command in ["league", "compare"]:
        result = tahur.interrupt(0.5, command, *SLOW)
        check_equal((result.status, result.out), (130, "stopped before the first games were over\n"), command)
        told = read_json(tahur.interrupt(0.5, command, *SLOW, "--json").out)
        check_equal(told["games"], 0, "games")
    check_equal([bot["rating"] for bot in read_json(tahur.interrupt(0.5, "league", *SLOW, "--json").out)["bots"]],
                [None, None], "ratings")


@test
def a_stopped_scaling_shows_what_was_finished():
    result = tahur.interrupt(1, "league", "y:size=8", "mcts:memory=16", "random", "--games=2", "--time=1,60000")
    check_equal(result.status, 130, "exit status")
    table = result.out[result.out.index("rating at"):]
    check("1 ms" in table and "60000 ms" not in table, result.out)


@test
def differences_beyond_all_measure_are_told_as_such():
    told = tahur.json("compare", "kittens", "dqn", "v2")
    check_equal((told["elo"], told["elo_ci95"][1]), (None, None), "elo")
    check(told["elo_ci95"][0] > 100, told)
    text = tahur.text("compare", "kittens", "dqn", "v2")
    check("above +2000 Elo" in text and "to above +2000" in text, text)
    check("below -2000 Elo" in tahur.text("compare", "kittens", "v2", "dqn"), "the other way round")
