"""The arena from outside: its JSON and tables, Control-C, a terminal, a full disk."""
import math
import os
import re
import shlex
import signal
import time
from itertools import product

from harness import STOP_LIMIT, but, check, check_equal, left_on_screen, read_json, tahur, test, test_each

# ---- arena ----

TIMES = ["seconds", "seconds_a_move"]  # differ from run to run
FAULT_KEYS = ["fault_kinds", "forfeits", "disqualified_after"]
LINE_UP = ["max-rolls", "hard", "max-rolls:n=4", "random"]  # the first and third are the same


def arena(*bots, game="cantstop", games=40, **options):
    """A run as JSON, options by name: seed=7, max_turns=400."""
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    return tahur.json("arena", game, *bots, f"--games={games}", *flags)


def wilson(wins, games):
    """The textbook form: the shares whose distance from the observed one is z standard errors."""
    z = 1.959963984540054
    a, b, c = games + z * z, -(2 * wins + z * z), wins * wins / games
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@test
def arena_json_has_exactly_the_documented_keys():
    result = arena(*LINE_UP)
    check_equal(set(result), set("game rules_version seed games games_asked unfinished draws "
                                 "different_games digest seconds seconds_a_move luck bots by_spec by_order metrics fault_notes".split()),
                "keys")
    adjusted = {"adjusted_share", "adjusted_se", "adjusted_ci95"}
    bot_keys = set("bot wins win_share se ci95 faults metrics".split()) | adjusted
    metrics = set("bust_rate rolls_per_turn banked_per_turn banked_per_banked_turn".split())
    for bot in result["bots"]:
        check_equal(set(bot), bot_keys | set(FAULT_KEYS), "keys of a bot")
    for pace in result["seconds_a_move"]:
        check_equal(set(pace), {"mean", "p95", "worst", "timed"}, "keys of a time")
    for spec in result["by_spec"]:
        check_equal(set(spec), bot_keys | {"players"}, "keys of by_spec")
    for bot in result["bots"] + result["by_spec"]:
        check_equal(set(bot["metrics"]), metrics, "metrics of a bot")
    for seat in result["by_order"]:
        check_equal(set(seat), {"wins", "win_share", "se", "ci95", "metrics"} | adjusted, "keys of by_order")
    check_equal(set(result["metrics"]), {"game_turns", "game_decisions"}, "metrics")
    for owner in result["bots"] + result["by_spec"] + [result]:
        for name, metric in owner["metrics"].items():
            check_equal(set(metric), {"mean", "se"}, f"keys of {name}")
            check(metric["mean"] > 0 and metric["se"] >= 0, name, metric)


@test
def games_that_come_again_give_no_errors():
    words = ["arena", "y:size=4", "minimax", "greedy", "--games=400"]
    result = read_json(tahur.run(*words, "--json").out)
    check_equal(result["different_games"], 2, "different games")
    for one in result["bots"] + result["by_spec"] + result["by_order"]:
        check_equal(one["se"], None, "standard error of a share")
        check(one["ci95"][1] - one["ci95"][0] > 0.3, "the interval of two games", one["ci95"])
    for name, metric in result["metrics"].items():
        check_equal(metric["se"], None, f"standard error of {name}")
    told = tahur.run(*words).out
    check("± 0.00" not in told and "100.00 – 100.00" not in told, told)


@test
def shares_adjusted_for_luck():
    plain = arena("v3", "v1", game="kittens", games=1000, luck="plain")
    adjusted = arena("v3", "v1", game="kittens", games=1000, luck="adjusted")
    chosen = arena("v3", "v1", game="kittens", games=1000)
    check_equal(plain["luck"], None, "nothing was measured")
    check_equal([plain["bots"][0][key] for key in ["adjusted_share", "adjusted_se", "adjusted_ci95"]], [None] * 3, "plain")
    for one in [adjusted, chosen]:
        check_equal(one["digest"], plain["digest"], "digest")
        check_equal([bot["win_share"] for bot in one["bots"]], [bot["win_share"] for bot in plain["bots"]], "shares")
    for owner in ["bots", "by_spec", "by_order"]:
        for one in adjusted[owner]:
            check(one["adjusted_se"] < one["se"], owner, one)
            check(one["adjusted_ci95"][0] < one["adjusted_share"] < one["adjusted_ci95"][1], owner, one)
        check(abs(sum(one["adjusted_share"] for one in adjusted[owner]) - 1) < 1e-9, owner)
    check_equal({key: adjusted["luck"][key] for key in ["asked", "chosen", "blocks"]},
                {"asked": "adjusted", "chosen": "adjusted", "blocks": 100}, "luck")
    luck = chosen["luck"]
    check_equal(luck["asked"], "auto", "default")
    check_equal(luck["chosen"], "adjusted" if luck["variance_ratio"] > luck["time_ratio"] else "plain", "choice")
    check_equal(luck["variance_ratio"], adjusted["luck"]["variance_ratio"], "ratio")
    table = tahur.text("arena", "kittens", "v3", "v1", "--games=1000", "--luck=adjusted")
    check("  adjusted  95 % interval" in table and "luck         is taken off: by the first 100 blocks, a block without luck is worth" in table, table)
    check("luck " not in tahur.text("arena", "y:size=3", "random", "--games=4"), "a game without chance")
    refused = tahur.run("arena", "y:size=3", "random", "--luck=adjusted")
    check_equal((refused.status, refused.out), (2, ""), refused.err)
    check("in y there is no luck to take off" in refused.err, refused.err)
    check_equal(arena("random", game="y:size=3", luck="auto")["luck"], None, "a game without chance")


@test
def arena_reports_what_was_asked():
    result = arena(*LINE_UP, games=41, seed=7, game="cantstop:forced=1")
    check_equal(result["game"], "cantstop:forced=1", "game")
    check_equal(result["rules_version"], "1", "rules_version")
    check_equal((result["seed"], result["games"], result["games_asked"]), (7, 41, 41), "numbers")
    check_equal([bot["bot"] for bot in result["bots"]], LINE_UP, "bots in their order")
    check(re.fullmatch("[0-9a-f]{16}", result["digest"]), result["digest"], "is no digest")
    check(result["seconds"] > 0, "took", result["seconds"], "seconds")
    check_equal([bot["faults"] for bot in result["bots"]], [0] * 4, "faults")


@test
def arena_wins_add_up():
    for max_turns in [20, 4000]:  # with 20, some games end unfinished
        result = arena(*LINE_UP, games=60, max_turns=max_turns)
        check((result["unfinished"] > 0) == (max_turns == 20), result["unfinished"], "unfinished")
        finished = result["games"] - result["unfinished"]
        for part in ["bots", "by_spec", "by_order"]:
            check_equal(sum(unit["wins"] for unit in result[part]), finished, f"wins in {part}")


@test
def arena_shares_and_intervals_follow_from_wins_and_games():
    for games in [1, 10, 60]:
        result = arena(*LINE_UP, games=games)
        for unit in result["bots"] + result["by_spec"] + result["by_order"]:
            check(math.isclose(unit["win_share"], unit["wins"] / games, abs_tol=1e-9), unit)
        for unit in result["bots"] + result["by_spec"]:
            share, worth = unit["win_share"], games
            if unit["se"] and 0 < share < 1:  # fewer games, where a block's go the same way
                worth = min(games, share * (1 - share) / unit["se"] ** 2)
            for got, wanted in zip(unit["ci95"], wilson(share * worth, worth)):
                check(abs(got - wanted) < 1e-8, f"{unit['wins']} of {games}: {got}, not {wanted}")


@test
def arena_intervals_are_honest_where_blocks_go_the_same_way():
    """Three equal opponents share a seat's luck: games of a block are no longer independent."""
    low, high = 0, 0
    for seed in range(40):
        bot = arena("easy", *["greedy-aggressive"] * 3, games=200, seed=seed)["bots"][0]
        low += bot["ci95"][0] > 0.880
        high += bot["ci95"][1] < 0.880
    check(low + high <= 7, f"{low + high} of 40 intervals miss")


@test
def arena_sums_up_the_same_bots():
    result = arena(*LINE_UP)
    wins = [bot["wins"] for bot in result["bots"]]
    got = [(spec["bot"], spec["players"], spec["wins"]) for spec in result["by_spec"]]
    check_equal(got, [("max-rolls", 2, wins[0] + wins[2]), ("hard", 1, wins[1]),
                      ("random", 1, wins[3])], "by_spec")
    alone = {spec["bot"]: but(spec, "players") for spec in result["by_spec"]}
    check_equal(alone["hard"], but(result["bots"][1], *FAULT_KEYS), "a spec of one player")


@test
def arena_is_the_same_on_any_number_of_threads():
    runs = [but(arena(*LINE_UP, games=150, threads=n), *TIMES) for n in (1, 2, 7)]
    check_equal(runs[1], runs[0], "2 threads against 1")
    check_equal(runs[2], runs[0], "7 threads against 1")


@test
def arena_is_the_same_with_the_same_seed():
    first = arena(*LINE_UP, seed=5)
    check_equal(but(arena(*LINE_UP, seed=5), *TIMES), but(first, *TIMES), "second run")
    for seed in [0, 6, 9223372036854775807]:
        check(arena(*LINE_UP, seed=seed)["digest"] != first["digest"], "seed", seed, "is like 5")


@test
def arena_defaults_are_those_of_the_help():
    result = arena("easy", games=8)
    same = arena("easy", games=8, seed=1, max_turns=4000, random_plies=0)
    check_equal(but(same, *TIMES), but(result, *TIMES), "defaults written out")


@test
def arena_takes_flags_in_both_forms_and_at_any_place():
    wanted = but(arena("easy", games=8, seed=3), *TIMES)
    for call in ["arena --games 8 cantstop --seed=3 easy --json",
                 "arena --json --seed 3 --games=8 cantstop easy",
                 "arena --json --seed 3 --games 8 -- cantstop easy"]:
        check_equal(but(read_json(tahur.text(*shlex.split(call))), *TIMES), wanted, call)


@test
def arena_one_bot_plays_itself_in_every_seat():
    check_equal(but(arena("medium"), *TIMES), but(arena(*["medium"] * 4), *TIMES), "medium")


@test
def arena_ends_games_unfinished_at_the_turn_cap():
    result = arena("always-continue", games=8, max_turns=400)
    check_equal((result["games"], result["unfinished"]), (8, 8), "games and unfinished")
    check_equal([bot["wins"] for bot in result["bots"]], [0] * 4, "wins")
    check_equal(result["metrics"]["game_turns"]["mean"], 400, "turns")
    bot = result["bots"][0]["metrics"]
    check_equal(bot["bust_rate"]["mean"], 1, "bust rate")
    check_equal(bot["banked_per_turn"]["mean"], 0, "banked steps")
    check_equal(bot["banked_per_banked_turn"]["mean"], None, "banked steps, where nothing was")
    text = tahur.text("arena", "cantstop", "always-continue", "--games=8", "--max-turns=400")
    check("unfinished" in text and "400 turns" in text, "the table does not tell:", text)
    check("nan" not in text, "the table has nan:", text)


@test
def arena_plays_with_one_to_four_players():
    for players in [1, 2, 3, 4]:
        for bots in [["medium"], ["medium", "easy", "hard", "random"][:players]]:
            result = arena(*bots, game=f"cantstop:players={players}", games=12)
            check_equal(len(result["bots"]), players, "bots")
            check_equal(len(result["by_order"]), players, "play order")
            check_equal(sum(bot["wins"] for bot in result["bots"]), 12, "wins")
        text = tahur.text("arena", f"cantstop:players={players}", "medium", "--games=12")
        check("nan" not in text, "the table has nan:", text)


@test
def arena_rules_make_a_difference():
    check(arena("hard", game="cantstop:forced=1")["digest"] != arena("hard")["digest"],
          "forced=1 plays the same games")


@test
def arena_begins_with_random_plies():
    plain, opened = arena(*LINE_UP), arena(*LINE_UP, random_plies=6)
    check(plain["digest"] != opened["digest"], "--random-plies 6 plays the same games")
    check_equal(sum(bot["wins"] for bot in opened["bots"]), 40, "wins")


@test
def arena_a_longer_run_begins_with_the_shorter_one():
    short, long = arena(*LINE_UP, games=100), arena(*LINE_UP, games=200)
    for part in ["bots", "by_spec", "by_order"]:
        for one, two in zip(short[part], long[part]):
            check(one["wins"] <= two["wins"] <= one["wins"] + 100, part, one["wins"], two["wins"])
    turns = [run["metrics"]["game_turns"]["mean"] * run["games"] for run in (short, long)]
    check(turns[0] < turns[1], "turns", turns)
    check_equal(arena(*LINE_UP, games=100)["digest"], short["digest"], "100 games again")


@test
def arena_every_further_game_adds_one_win():
    before = [0] * 4
    digests = set()
    for games in range(1, 10):
        result = arena(*LINE_UP, games=games)
        wins = [bot["wins"] for bot in result["bots"]]
        more = sorted(b - a for a, b in zip(before, wins))
        check_equal(more, [0, 0, 0, 1], f"wins added by game {games}")
        before = wins
        digests.add(result["digest"])
    check_equal(len(digests), 9, "different digests")


@test
def arena_table_tells_everything():
    text = tahur.text("arena", "cantstop", *LINE_UP, "--games=40")
    result = arena(*LINE_UP)
    rows = {line.split("  ")[0]: line for line in reversed(text.splitlines())}  # the first of a name
    for word in [*LINE_UP, "max-rolls, all 2", "win share", "95 %", "play order", "first",
                 "fourth", "game length", "bust rate", "cantstop", "40 games", "seed 1",
                 "digest " + result["digest"]]:
        check(word in text, f"'{word}' is missing in\n{text}")
    for bot in result["bots"]:
        share = f"{bot['wins']}  {100 * bot['win_share']:8.2f} %".split()
        check_equal(rows[bot["bot"]].split()[1:4], share, f"wins and share of {bot['bot']}")


# ---- Control-C ----

MANY = 100_000_000
LONG_RUN = ["arena", "cantstop", *LINE_UP, "--games", str(MANY)]


def check_stopped_early(result, threads):
    """A valid report of the first games, the same as of a run that was asked for no more."""
    check_equal(result.status, 130, "exit status")
    check_equal(result.err, "", "standard error")
    stopped = read_json(result.out)
    check_equal(stopped["games_asked"], MANY, "games_asked")
    check(0 <= stopped["games"] < MANY, stopped["games"], "games")
    check_equal(sum(bot["wins"] for bot in stopped["bots"]), stopped["games"], "wins")
    if stopped["games"] > 0:
        fresh = arena(*LINE_UP, games=stopped["games"], threads=threads)
        check_equal(but(stopped, "games_asked", *TIMES), but(fresh, "games_asked", *TIMES),
                    "a fresh run of as many games")
    return stopped["games"]


@test_each("Control-C reports the games so far",
           [("1 thread", 1), ("2 threads", 2), ("7 threads", 7)])
def control_c_reports_the_games_so_far(_, threads):
    result = tahur.interrupt(0.5, *LONG_RUN, "--json", "--threads", str(threads))
    check(check_stopped_early(result, threads) > 0, "no game in half a second")


@test
def control_c_right_after_the_start_is_clean():
    for threads, seconds in product([1, 2], [0, 0.001, 0.002, 0.004, 0.008, 0.016, 0.05]):
        process = tahur.start(*LONG_RUN, "--json", "--threads", str(threads))
        time.sleep(seconds)  # any moment will do
        process.send_signal(signal.SIGINT)
        result = tahur.finish(process, STOP_LIMIT)
        if result.status == -signal.SIGINT:  # came before the program had begun
            check_equal((result.out, result.err), ("", ""), "output")
        else:
            check_stopped_early(result, threads)


@test
def control_c_says_so_in_the_table():
    result = tahur.interrupt(0.3, *LONG_RUN)
    check_equal(result.status, 130, "exit status")
    check(re.match(r"stopped: .* first [\d,]+ of 100,000,000 games\n", result.out), result.out)
    check("digest" in result.out and "nan" not in result.out, result.out)


# ---- standard output and the terminal ----

@test
def a_terminal_gets_a_progress_bar_that_is_wiped_at_the_end():
    trial = arena(*LINE_UP, games=2000)
    games = int(2.5 * trial["games"] / trial["seconds"])  # some two and a half seconds
    result = tahur.run_on_terminal("arena", "cantstop", *LINE_UP, "--json", "--games", str(games))
    check_equal(result.status, 0, "exit status")
    for word in ["[", "#", " %"]:
        check(word in result.err, f"the bar has no '{word}': {result.err!r}")
    shares = [int(share) for share in re.findall(r"(\d+) %", result.err)]
    check(shares and shares == sorted(shares) and shares[-1] <= 100, "shares:", shares)
    check("\n" not in result.err, "more than one line:", repr(result.err))
    check_equal(left_on_screen(result.err), "", "left on the screen")
    check_equal(read_json(result.out)["games"], games, "games")


@test
def a_terminal_gets_speed_and_time_left_when_they_are_known():
    run = tahur.start_on_terminal("arena", "cantstop", *LINE_UP, "--games=100000000")
    seen = run.read_until("left")
    bars = seen.split("\r")
    check("games/s" in bars[-1], "no speed in", repr(bars[-1]))
    check("games/s" not in bars[1], "a speed in the first bar, before it is known:", repr(bars[1]))
    check_equal(run.interrupt().status, 130, "exit status")


@test
def progress_of_a_part_is_of_the_part():
    trial = arena(*LINE_UP, games=10000)
    games = int(12 * trial["games"] / trial["seconds"])  # a part takes some three seconds; half of one is enough
    command = ["arena", "cantstop", *LINE_UP, "--json", "--games", str(games), "--save=part.db", "--shard=1/4"]
    try:
        result = tahur.run_on_terminal(*command)
        check_equal(result.status, 0, "exit status")
        shares = [int(share) for share in re.findall(r"(\d+) %", result.err)]
        check(shares and shares[-1] > 30, "a quarter of the games ended at", shares[-1:], "%")
    finally:
        os.remove(os.path.join(tahur.directory.name, "part.db"))


@test
def a_terminal_gets_no_progress_bar_of_a_short_run():
    result = tahur.run_on_terminal("arena", "cantstop", "easy", "--json", "--games", "4")
    check_equal((result.status, result.err), (0, ""), "exit status and standard error")


OUTPUTS = [(command,) for command in [
    "--help", "--version", "arena --help", "games", "games --json", "bots cantstop",
    "bots cantstop --json", "odds", "odds --json", "odds --active 6,7,8", "show cantstop",
    "arena cantstop easy --games 4", "arena cantstop easy --games 4 --json"]]


def check_not_written(result):
    check_equal(result.status, 1, "exit status")
    check(re.fullmatch(r"tahur\b.*output.*\n", result.err), "no clear line:", repr(result.err))


@test_each("says when the disk is full", OUTPUTS)
def says_when_the_disk_is_full(command):
    with open("/dev/full", "wb") as full:
        check_not_written(tahur.run(*shlex.split(command), stdout=full))


@test_each("says when standard output is closed", OUTPUTS)
def says_when_standard_output_is_closed(command):
    check_not_written(tahur.run_with_closed_output(*shlex.split(command)))


@test
def a_reader_that_goes_away_ends_the_program_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = tahur.run("bots", "cantstop", stdout=writer)
    finally:
        os.close(writer)
    if result.status == -signal.SIGPIPE:
        check_equal(result.err, "", "standard error")
    else:
        check_not_written(result)
