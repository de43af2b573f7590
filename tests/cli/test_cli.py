"""Tests of the command line: python3 tests/cli/test_cli.py PATH_TO_TAHUR

Everything is tested from outside, as a user sees it: arguments, exit status, standard output,
standard error. Prints TAP and ends with exit status 1 if anything failed."""
import math
import os
import random
import re
import shlex
import signal
import sys
from itertools import product

sys.dont_write_bytecode = True  # the tests leave nothing behind

from harness import check, check_equal, left_on_screen, prepare, read_json, run_all
from mistakes import BAD_POSITIONS, BOTS, FAR_NAMES, MISTAKES, MONSTERS

tahur = prepare()
tests = []


def test(function):
    """Registers a test; its name says what must hold."""
    tests.append((function.__name__.replace("_", " "), function))
    return function


def test_each(title, rows):
    """Registers the function once for every row of a table."""
    def register(function):
        for row in rows:
            words = row[0] if isinstance(row[0], str) else shlex.join(map(os.fsdecode, row[0]))
            shown = words if len(words) <= 100 else f"{words[:60]}… ({len(words)} characters)"
            name = ascii(f"{title}: {shown}")[1:-1].replace("#", "")
            tests.append((name, lambda row=row: function(*row)))
        return function
    return register


# ---- help and lists ----

# Command, and its options with the words that tell the default.
HELP = [
    ("games", {"json": "", "help": ""}),
    ("bots", {"json": "", "help": ""}),
    ("odds", {"active": "", "done": "", "top": "", "json": "", "help": ""}),
    ("arena", {"games": "default 10000", "seed": "default 1", "threads": "all cores if not given",
               "max-turns": "default 4000", "random-plies": "default 0", "json": "", "help": ""}),
    ("show", {"json": "", "help": ""}),
    ("bench", {"threads": "default 2", "rounds": "default 5", "json": "", "help": ""}),
]


@test
def help_names_every_command():
    text = tahur.text("--help")
    for command, _ in HELP:
        check(f"tahur {command}" in text, command, "is missing in", text)


@test_each("help names every option with its default", HELP)
def help_is_complete(command, options):
    text = tahur.text(command, "--help")
    check(f"tahur {command}" in text, "the usage line is missing")
    entries = re.split(r"\n  --", text.split("Options:\n", 1)[1].split("\nExamples:")[0])
    entries[0] = entries[0].removeprefix("  --")
    found = {entry.split()[0]: " ".join(entry.split()) for entry in entries}
    check_equal(sorted(found), sorted(options), "options")
    for option, default in options.items():
        check(default in found[option], f"--{option} does not say '{default}':", found[option])


@test
def help_is_the_same_as_h_and_comes_before_mistakes():
    check_equal(tahur.text("-h"), tahur.text("--help"), "tahur -h")
    check_equal(tahur.text("arena", "-h"), tahur.text("arena", "--help"), "tahur arena -h")
    check_equal(tahur.text("arena", "nonsense", "--help"), tahur.text("arena", "--help"), "help")


@test
def no_arguments_show_the_usage_and_fail():
    result = tahur.run()
    check_equal(result.status, 2, "exit status")
    check("usage: tahur" in result.out + result.err, "no usage")


@test
def version_is_one_line():
    check(re.fullmatch(r"tahur \d+\.\d+\.\d+\n", tahur.text("--version")), "no version")


@test
def games_lists_the_games_with_their_options():
    game, = tahur.json("games")["games"]
    check_equal(game["game"], "cantstop", "game")
    check_equal((game["min_players"], game["max_players"]), (1, 4), "players")
    check_equal([o["name"] for o in game["options"]], ["players", "forced"], "options")
    text = tahur.text("games")
    for word in ["cantstop", "players", "from 1 to 4; default 4", "forced", "0 or 1; default 0"]:
        check(word in text, word, "is missing in", text)


@test
def bots_lists_every_bot():
    listed = [bot["bot"] for bot in tahur.json("bots", "cantstop")["bots"]]
    check_equal(sorted(listed), sorted(BOTS), "bots")
    named = re.findall(r"^(\S+):", tahur.text("bots", "cantstop"), re.MULTILINE)
    check_equal(named, listed, "bots of the text")


@test
def bots_tells_range_and_default_of_every_option():
    blocks = re.split(r"^(?=\S)", tahur.text("bots", "cantstop"), flags=re.MULTILINE)
    text = {block.split(":")[0]: " ".join(block.split()) for block in blocks if block}
    options = 0
    for bot in tahur.json("bots", "cantstop")["bots"]:
        for o in bot.get("options", []):
            # An option of a chosen move policy has its default there: the help names it.
            default = f"; default {o['default']}" if o["default"] is not None else ""
            entry = f"{o['name']} {o['help']} {o['accepts']}{default}"
            check(entry in text[bot["bot"]], f"{bot['bot']}: the text has no '{entry}'")
            check(default or re.search(r"\(.*\d\)$", o["help"]), entry, "has no default")
            check(re.search(r" from \S+ to \S+$| or ", o["accepts"]), entry, "has no range")
            options += 1
    check(options > 50, "only", options, "options")


@test
def bots_short_names_say_what_they_stand_for():
    bots = tahur.json("bots", "cantstop")["bots"]
    stands_for = {bot["bot"]: bot.get("stands_for") for bot in bots}
    for name in ["easy", "medium", "hard"]:
        short = tahur.json("arena", "cantstop", name, "--games", "4")
        long = tahur.json("arena", "cantstop", stands_for[name], "--games", "4")
        check_equal(short["digest"], long["digest"], f"digest of {name}")


# ---- bench (takes long, so it runs beside the many short ones below) ----

@test
def bench_gives_the_same_signature_twice():
    first, second = [tahur.json("bench", "--rounds", "1") for _ in range(2)]
    check(re.fullmatch("[0-9a-f]{16}", first["signature"]), first["signature"], "is no signature")
    check_equal(second["signature"], first["signature"], "signature")
    check_equal([game["signature"] for game in second["games"]],
                [game["signature"] for game in first["games"]], "signatures of the games")
    for game in first["games"]:
        for rate in ["games_per_second", "games_per_second_threads", "ratio"]:
            check(game[rate] > 0, rate, game[rate])


# ---- what is refused ----

@test_each("refuses", MISTAKES)
def refuses(arguments, words):
    check_refused(shlex.split(arguments), words)


@test_each("refuses the position", BAD_POSITIONS)
def refuses_the_position(position, words):
    check_refused(["show", "cantstop:players=2", position], words)


@test_each("refuses", MONSTERS)
def refuses_the_monster(arguments, words):
    check_refused(arguments, words)


@test_each("guesses no name that is not near", FAR_NAMES)
def guesses_no_name_that_is_not_near(arguments):
    result = tahur.run(*arguments)
    check_equal(result.status, 2, "exit status")
    check("did you mean" not in result.err, result.err)


def check_refused(arguments, words):
    """Exit status 2, nothing on standard output, one line that says what would be right."""
    result = tahur.run(*arguments)
    check(result.status == 2, f"exit status {result.status}, wanted 2; stderr: {result.err}")
    check_equal(result.out, "", "standard output")
    lines = result.err.split("\n")
    check(len(lines) == 2 and lines[1] == "", "not exactly one line:", result.err)
    check(re.match(r"tahur( \w+)?: ", result.err), "does not begin with the program:", result.err)
    missing = [word for word in words if word not in result.err]
    check(not missing, "the message has no", missing, "\n" + result.err)


# ---- arena ----

LINE_UP = ["max-rolls", "hard", "max-rolls:n=4", "random"]  # the first and third are the same


def arena(*bots, game="cantstop", games=40, **options):
    """A run as JSON, options by name: seed=7, max_turns=400."""
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    return tahur.json("arena", game, *bots, f"--games={games}", *flags)


def but(result, *names):
    return {name: value for name, value in result.items() if name not in names}


def wilson(wins, games):
    """The textbook form: the shares whose distance from the observed one is z standard errors."""
    z = 1.959963984540054
    a, b, c = games + z * z, -(2 * wins + z * z), wins * wins / games
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@test
def arena_json_has_exactly_the_documented_keys():
    result = arena(*LINE_UP)
    check_equal(set(result), set("game rules_version seed games games_asked unfinished digest "
                                 "seconds bots by_spec by_order metrics".split()), "keys")
    bot_keys = set("bot wins win_share se ci95 faults metrics".split())
    metrics = set("bust_rate rolls_per_turn banked_per_turn banked_per_banked_turn".split())
    for bot in result["bots"]:
        check_equal(set(bot), bot_keys, "keys of a bot")
    for spec in result["by_spec"]:
        check_equal(set(spec), bot_keys | {"players"}, "keys of by_spec")
    for bot in result["bots"] + result["by_spec"]:
        check_equal(set(bot["metrics"]), metrics, "metrics of a bot")
    for seat in result["by_order"]:
        check_equal(set(seat), {"wins", "win_share", "se"}, "keys of by_order")
    check_equal(set(result["metrics"]), {"game_turns", "game_decisions"}, "metrics")
    for owner in result["bots"] + result["by_spec"] + [result]:
        for name, metric in owner["metrics"].items():
            check_equal(set(metric), {"mean", "se"}, f"keys of {name}")
            check(metric["mean"] > 0 and metric["se"] >= 0, name, metric)


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
            for got, wanted in zip(unit["ci95"], wilson(unit["wins"], games)):
                check(abs(got - wanted) < 1e-9, f"{unit['wins']} of {games}: {got}, not {wanted}")


@test
def arena_sums_up_the_same_bots():
    result = arena(*LINE_UP)
    wins = [bot["wins"] for bot in result["bots"]]
    got = [(spec["bot"], spec["players"], spec["wins"]) for spec in result["by_spec"]]
    check_equal(got, [("max-rolls", 2, wins[0] + wins[2]), ("hard", 1, wins[1]),
                      ("random", 1, wins[3])], "by_spec")
    alone = {spec["bot"]: but(spec, "players") for spec in result["by_spec"]}
    check_equal(alone["hard"], result["bots"][1], "a spec of one player")


@test
def arena_is_the_same_on_any_number_of_threads():
    runs = [but(arena(*LINE_UP, games=150, threads=n), "seconds") for n in (1, 2, 7)]
    check_equal(runs[1], runs[0], "2 threads against 1")
    check_equal(runs[2], runs[0], "7 threads against 1")


@test
def arena_is_the_same_with_the_same_seed():
    first = arena(*LINE_UP, seed=5)
    check_equal(but(arena(*LINE_UP, seed=5), "seconds"), but(first, "seconds"), "second run")
    for seed in [0, 6, 9223372036854775807]:
        check(arena(*LINE_UP, seed=seed)["digest"] != first["digest"], "seed", seed, "is like 5")


@test
def arena_defaults_are_those_of_the_help():
    result = arena("easy", games=8)
    same = arena("easy", games=8, seed=1, max_turns=4000, random_plies=0)
    check_equal(but(same, "seconds"), but(result, "seconds"), "defaults written out")


@test
def arena_takes_flags_in_both_forms_and_at_any_place():
    wanted = but(arena("easy", games=8, seed=3), "seconds")
    for call in ["arena --games 8 cantstop --seed=3 easy --json",
                 "arena --json --seed 3 --games=8 cantstop easy",
                 "arena --json --seed 3 --games 8 -- cantstop easy"]:
        check_equal(but(read_json(tahur.text(*shlex.split(call))), "seconds"), wanted, call)


@test
def arena_one_bot_plays_itself_in_every_seat():
    check_equal(but(arena("medium"), "seconds"), but(arena(*["medium"] * 4), "seconds"), "medium")


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
    check(arena("easy", game="cantstop:forced=1")["digest"] != arena("easy")["digest"],
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
    rows = {line.split("  ")[0]: line for line in text.splitlines()}
    for word in [*LINE_UP, "max-rolls (2 players)", "win share", "95 %", "play order", "first",
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
        check_equal(but(stopped, "seconds", "games_asked"), but(fresh, "seconds", "games_asked"),
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
        result = tahur.interrupt(seconds, *LONG_RUN, "--json", "--threads", str(threads))
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
    games = int(1.5 * trial["games"] / trial["seconds"])  # some one and a half seconds
    result = tahur.run_on_terminal("arena", "cantstop", *LINE_UP, "--json", "--games", str(games))
    check_equal(result.status, 0, "exit status")
    for word in ["[", "#", " %", "games/s", "left"]:
        check(word in result.err, f"the bar has no '{word}': {result.err!r}")
    shares = [int(share) for share in re.findall(r"(\d+) %", result.err)]
    check(len(shares) > 2 and shares == sorted(shares) and shares[-1] <= 100, "shares:", shares)
    check("\n" not in result.err, "more than one line:", repr(result.err))
    check_equal(left_on_screen(result.err), "", "left on the screen")
    check_equal(read_json(result.out)["games"], games, "games")


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
    check_equal(rows[-1], [165, 2, 3, 12, 568], "the worst")


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


# ---- the end ----

@test
def nothing_is_written_to_the_working_directory():
    check_equal(tahur.files_left(), [], "files")


if __name__ == "__main__":
    sys.exit(run_all(tests))
