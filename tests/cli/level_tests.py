"""The levels for homework, and the option that makes a bot worse."""
from harness import check, check_equal, tahur, test, test_each

# How to play two of them against each other; games without chance need random plies.
GAMES = [("cantstop:players=2", 400, []), ("kittens", 400, []), ("parchis", 40, ["--random-plies=4"]),
         ("y:size=9", 24, ["--random-plies=2"])]
LEVELS = ["level1", "level2", "level3", "level4"]


def bots(game):
    return {bot["bot"]: bot for bot in tahur.json("bots", game)["bots"]}


@test_each("levels of", GAMES)
def each_level_beats_the_one_before(game, games, flags):
    for weaker, stronger in zip(LEVELS, LEVELS[1:]):
        result = tahur.json("arena", game, stronger, weaker, f"--games={games}", "--seed=1", *flags)
        share = result["bots"][0]["win_share"]
        check(0.55 < share < 0.95, f"{stronger} against {weaker} of {game} wins {share}")


@test_each("budgets of the levels of", GAMES)
def levels_play_the_same_on_every_machine(game, games, flags):
    known = bots(game.split(":")[0])
    for level in LEVELS:
        spec = known[level]["stands_for"]
        check("time" not in spec, spec)
        played = [tahur.json("arena", game, bot, "random", "--games=6", "--max-turns=20", *flags)["digest"]
                  for bot in (level, spec)]
        check_equal(played[0], played[1], f"{level} and {spec}")


@test
def a_bot_without_errors_plays_as_ever():
    for game, bot in [("parchis", "greedy"), ("kittens", "dqn")]:
        digests = [tahur.json("arena", game, spec, "random", "--games=8", "--max-turns=30")["digest"]
                   for spec in (bot, f"{bot}:error=0", f"{bot}:error=0.5")]
        check_equal(digests[0], digests[1], "digest without errors")
        check(digests[0] != digests[2], "errors change nothing in", game)


@test
def a_bot_that_always_errs_is_random():
    result = tahur.json("arena", "kittens", "dqn:error=1", "random", "--games=2000", "--seed=1")
    low, high = result["bots"][0]["ci95"]
    check(low < 0.5 < high, "dqn:error=1 against random", low, high)


@test_each("refuses", [("greedy:error=1.5",), ("greedy:error=-1",), ("greedy:error=often",)])
def refuses_errors_that_are_no_probability(bot):
    result = tahur.run("arena", "parchis", bot, "random")
    check_equal(result.status, 2, "exit status")
    check("error" in result.err, result.err)
