"""The exact optimum of the race of Can't Stop, and turn-optimal, from outside."""
import json
import os

from harness import check, check_equal, tahur, test, test_each

ORACLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../oracles/cantstop")


def variants():
    with open(os.path.join(ORACLES, "solitaire_small_variants.json"), encoding="utf-8") as file:
        rows = json.load(file)["rows"]
    return [(f"{row['sides']}", f"{row['shortest']}", *rule) for row in rows if row["sides"] < 4
            for rule in [([], row["seed_rule"]), (["--forced"], row["forced"])]]


@test_each("solves the race", variants())
def solves_the_race(sides, shortest, flags, turns):
    call = ["solve", "cantstop", "--sides", sides, "--shortest", shortest, *flags]
    result = tahur.json(*call)
    check(abs(result["turns"] - turns) < 1e-10, result["turns"], "turns, wanted", turns)
    check_equal(set(result), {"game", "sides", "shortest", "forced", "heights", "position", "turns",
                              "turn_starts", "within_turns", "seconds"}, "keys")
    check_equal(result["forced"], flags != [], "forced")
    check(f"optimum   {turns:.10f}" in tahur.text(*call), "the text has not", turns)


@test
def the_option_of_the_game_is_the_flag():
    flag = tahur.json("solve", "cantstop", "--sides=3", "--forced")
    option = tahur.json("solve", "cantstop:forced=1,players=1", "--sides=3")
    check_equal(option["turns"], flag["turns"], "turns")


SMALL = ["solve", "cantstop", "--sides=3", "--shortest=2"]


@test
def tells_what_to_do_in_a_position():
    """What to do fits together: the start is the mean over rolls, a roll its best move."""
    start = tahur.json(*SMALL, "2:1,4:3")
    mean = sum(roll["chance"] * roll.get("turns_after", start["turns"]) for roll in start["rolls"])
    check(abs(1 + mean - start["turns"]) < 1e-9, mean, "is not", start["turns"], "less 1")
    check(abs(sum(roll["chance"] for roll in start["rolls"]) - 1) < 1e-9, "chances")
    for roll in start["rolls"]:
        dice = " ".join(map(str, roll["dice"]))
        moves = tahur.json(*SMALL, f"2:1,4:3 move {dice}")["moves"]
        check_equal(moves[0]["move"], roll["move"], "the best move")
        turns = [move["turns_after"] for move in moves]
        check_equal(turns, sorted(turns), "the order of moves")
        check_equal(turns[0], roll["turns_after"], "turns")


@test
def says_stop_or_roll():
    won = tahur.json(*SMALL, "2:2,6:2 temp 4:6")
    check_equal((won["best"], won["stop"]), ("stop", 0), "a win")
    far = tahur.json(*SMALL, "- temp 4:1")
    check_equal(far["best"], "roll", "after one step")
    check(far["roll"] < far["stop"], far)
    text = tahur.text(*SMALL, "- temp 4:1")
    check(f"{far['stop']:.6f} by stopping" in text and text.endswith(": roll\n"), text)


@test
def a_bust_is_a_bust():
    position = "2:2,6:2 temp 3:2,4:6,5:1"
    check_equal(tahur.json(*SMALL, position + " move 2 2 2 2")["moves"], [], "moves")
    check("bust" in tahur.text(*SMALL, position + " move 2 2 2 2"), "no bust")
    rolls = {tuple(r["dice"]): r["move"] for r in tahur.json(*SMALL, position + " roll")["rolls"]}
    check_equal(rolls[2, 2, 2, 2], "bust", "fours")
    check_equal(rolls[1, 2, 1 + 1, 3], "3", "a three or a five")


@test
def writes_every_position():
    path = os.path.join(tahur.directory.name, "race.csv")
    whole = tahur.json(*SMALL, "--csv", path)
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.remove(path)
    check_equal(lines[0], "2,3,4,5,6,turns", "head")
    check_equal(len(lines) - 1, whole["turn_starts"], "lines")
    values = dict(line.rsplit(",", 1) for line in lines[1:])
    part = tahur.json(*SMALL, "2:1,4:3,5:2")
    for place, answer in [("0,0,0,0,0", whole), ("1,0,3,2,0", part)]:
        check(abs(float(values[place]) - answer["turns"]) < 1e-10, place, values[place])


@test
def progress_is_for_terminals():
    long = tahur.start_on_terminal("solve", "cantstop", "--sides=5", "--shortest=2")
    long.read_until("positions/s")
    check_equal(long.interrupt().status, 130, "status")
    check_equal(tahur.run("solve", "cantstop", "--sides=4", "--shortest=1").err, "", "standard error")


@test
def control_c_ends_it():
    result = tahur.interrupt(0.5, "solve", "cantstop", "--sides=5", "--shortest=2")
    check_equal((result.status, result.out), (130, ""), "status and output")
    check("stopped" in result.err, result.err)


BOUNDS = ["solve", "cantstop", "--sides=3", "--shortest=1", "--bounds", "--games=50", "--scenarios=20"]


@test_each("brackets the optimum", [([],), (["--forced"],)])
def brackets_the_optimum(flags):
    turns = tahur.json("solve", "cantstop", "--sides=3", "--shortest=1", *flags)["turns"]
    one = tahur.json(*BOUNDS, *flags, "--threads=1")
    two = tahur.json(*BOUNDS, *flags, "--threads=2")
    del one["seconds"], two["seconds"]
    check_equal(one, two, "the answer on two threads")
    upper, lower = one["upper"], one["lower"]
    check(lower["turns"] - 4 * lower["error"] - 1e-5 <= turns, lower, turns)
    check(upper["turns"] + 4 * upper["error"] + 1e-5 >= turns, upper, turns)
    check_equal((upper["games"], lower["scenarios"], lower["complete"]), (50, 20, True), "figures")
    check(one["proved"] <= turns, one["proved"])
    text = tahur.text(*BOUNDS, *flags)
    check(f"at most   {upper['turns']:.4f}" in text and f"at least  {lower['turns']:.4f}" in text, text)


@test
def estimates_what_solving_takes():
    answer = tahur.json("solve", "cantstop", "--estimate")
    check_equal(answer["turn_starts"], 6066786123, "positions at the start of a turn")
    check(answer["memory_bytes"] > 7e10 and answer["core_hours"] > 0, answer)
    text = tahur.text("solve", "cantstop", "--estimate")
    check("83.7 GB" in text and " core-hours, by " in text, text)
    small = tahur.text("solve", "cantstop", "--estimate", "--sides=2", "--shortest=1")
    check("172 bytes" in small and "less than a core-second" in small, small)


def spread_of(mean):
    return mean["turns"], mean["error"]


@test_each("never prints a negative width", [(["--sides=2"],), (["--sides=3", "--shortest=1"],)])
def never_prints_a_negative_width(flags):
    call = ["solve", "cantstop", *flags, "--bounds", "--games=20", "--scenarios=4", "--paths=3"]
    result, text = tahur.json(*call), tahur.text(*call)
    (high, high_error), (low, low_error) = spread_of(result["upper"]), spread_of(result["lower"])
    error = (high_error ** 2 + low_error ** 2) ** 0.5
    check(abs(result["width"] - max(0, high - low)) < 1e-9, result)
    check(abs(result["width_error"] - error) < 1e-9, result)
    check_equal(result["overlap"], high - low <= 2 * error + 1e-9, "overlap")
    check_equal("overlap" in text, result["overlap"], text)
    check("-0.0" not in text.splitlines()[-1] and "± -" not in text, text)


@test
def keeps_what_is_solved():
    folder = os.path.join(tahur.directory.name, "race")
    first = tahur.json(*SMALL, "--save", folder)
    files = sorted(os.listdir(folder))
    check("lock" not in files and len(files) > 10, files)
    again = tahur.json(*SMALL, "--save", folder)
    check_equal((again["turns"], again["share_read"]), (first["turns"], 1), "turns and what was read")
    check_equal(first["share_read"], 0, "read at first")
    check("all solved before\n" in tahur.text(*SMALL, "--save", folder), "not said")
    path = os.path.join(folder, files[5])
    with open(path, "r+b") as file:
        file.seek(20)
        file.write(b"?")
    broken = tahur.run(*SMALL, "--save", folder)
    check_equal((broken.status, broken.out, broken.err.count("\n")), (1, "", 1), "status and output")
    check("damaged" in broken.err and files[5] in broken.err, broken.err)
    check_equal(sorted(os.listdir(folder)), files, "files")
    os.remove(path)
    check_equal(tahur.json(*SMALL, "--save", folder)["turns"], first["turns"], "turns")
    other = tahur.run("solve", "cantstop", "--sides=3", "--shortest=3", "--save", folder)
    check("another race" in other.err, other.err)
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    os.rmdir(folder)


@test_each("refuses the race", [
    (["--games=10"], ["--games", "--bounds"]),
    (["--bounds", "--save=race"], ["--bounds", "--save"]),
    (["--bounds", "--games=1"], ["--games", "from 2"]),
    (["--sides=3", "--bounds", "- temp 3:1"], ["--bounds", "start of a turn"]),
    (["--sides=8", "--shortest=50", "--save=race"], ["GB", "--estimate"]),
    ([], ["too large", "GB", "--sides 5 --shortest 1", "further on"]),
    (["--sides=6", "--shortest=2"], ["too large", "1.03e+09"]),
    (["--sides=8", "--shortest=50"], ["too large", "years"]),
    (["--sides=1"], ["--sides", "from 2 to 8"]),
    (["--sides=2", "--shortest=0"], ["--shortest", "from 1 to 50"]),
    (["--sides=5", "--shortest=2", "--csv=no/such/file"], ["no/such/file"]),
    (["--sides=5", "--shortest=3", "--csv=race.csv"], ["--csv", "10000000"]),
    (["--sides=3", "7:1"], ["columns 2 to 6", "7"]),
    (["--sides=3", "2:4"], ["column 2", "1 to 3"]),
    (["--sides=3", "2:3,3:5,4:7"], ["over"]),
    (["--sides=3", "2:1 temp 2:3"], ["column 2", "3 steps"]),
    (["--sides=3", "2:1 temp"], ["temp"]),
    (["--sides=3", "2:1 seat 0"], ["'seat'", "temp"]),
    (["--sides=3", "2:1 move 1 2 3 4"], ["four dice from 1 to 3"]),
])
def refuses_the_race(arguments, words):
    result = tahur.run("solve", "cantstop", *arguments)
    check_equal((result.status, result.out), (2, ""), "status and output")
    check(result.err.count("\n") == 1, "not one line:", result.err)
    for word in words:
        check(word in result.err, word, "is missing in", result.err)


@test
def refuses_players():
    for options in ["players=3", "closed=1", "rules=official", "blocking=jump", "blocking=stop"]:
        result = tahur.run("solve", f"cantstop:{options}", "--sides=2")
        check_equal((result.status, result.out), (2, ""), options)
        check("one player" in result.err, result.err)
    tahur.text("solve", "cantstop:players=1,closed=0,blocking=none,columns=3", "--sides=2")


@test
def the_race_of_turn_optimal_is_to_three_columns():
    for columns in [4, 5]:
        game = f"cantstop:players=2,columns={columns}"
        result = tahur.run("arena", game, "turn-optimal:value=race", "risk-stop", "--games=2")
        check_equal(result.status, 2, "status")
        check("three columns" in result.err, result.err)
        tahur.text("arena", game, "turn-optimal:value=network", "risk-stop", "--games=2", "--luck=plain")


@test_each("turn-optimal beats risk-stop", [(f"players={players},columns={columns}", players)
                                            for columns in (4, 5) for players in (2, 3, 4)])
def turn_optimal_beats_risk_stop(options, players):
    game = f"cantstop:{options},rules=official"
    bots = ["turn-optimal"] + ["risk-stop"] * (players - 1)
    result = tahur.json("arena", game, *bots, "--games=200", "--seed=3", "--luck=plain")
    wins = [seat for seat in result["bots"] if seat["bot"] == "turn-optimal"][0]["wins"]
    check(wins > 200 / players, wins, "wins")


@test
def turn_optimal_wins_when_it_can():
    position = "2:3,3:5,7:12/-/-/- temp 7:1 seat 0 round 9 rolls 1 decide"
    check_equal(tahur.text("ask", "cantstop", "turn-optimal", position), "stop\n", "answer")
    position = "2:3,3:5,7:11/2:3,7:12,12:3/-/- temp 4:1 seat 0 round 9 rolls 1 decide"
    check_equal(tahur.text("ask", "cantstop", "turn-optimal", position), "roll\n", "answer")
