"""Training from outside: what is reported, what is refused, the bot that plays what was learned."""
import csv
import re

from harness import check, check_equal, tahur, test, test_each
from training import SMALL, Folder, check_refused, read, train


@test
def train_reports_every_evaluation():
    result = train(*SMALL, "--seeds=2", "--seed=5")
    check_equal(set(result), {"game", "method", "opponent", "settings", "seeds", "summary"}, "keys")
    check_equal([run["seed"] for run in result["seeds"]], [5, 6], "seeds")
    check_equal(result["settings"]["hidden"], [8], "hidden")
    for run in result["seeds"]:
        check_equal([point["games"] for point in run["points"]], [20, 40], "evaluations")
        check_equal(list(run["final"]), ["random", "v1", "v2", "v3"], "bots")
        for point in run["points"]:
            check_equal(point["score"], point["against"]["v2"]["win_share"], "score")
        check_equal(run["best_score"], max(p["score"] for p in run["points"]), "best score")
        for final in run["final"].values():
            check_equal(final["wins"], sum(final["wins_by_seat"]), "wins")
            check(final["ci95"][0] <= final["win_share"] <= final["ci95"][1], final)
    shares = [run["final"]["v2"]["win_share"] for run in result["seeds"]]
    check(abs(result["summary"]["v2"]["mean"] - sum(shares) / 2) < 1e-9, "mean of", shares)


@test
def train_with_the_same_seed_writes_the_same_file():
    with Folder() as path:
        for name, seed in [("a.model", 3), ("b.model", 3), ("c.model", 4)]:
            train(*SMALL, f"--seed={seed}", f"--out={path(name)}")
        check(read(path("a.model")) == read(path("b.model")), "two files of one seed differ")
        check(read(path("a.model")) != read(path("c.model")), "two seeds give one file")


@test
def train_accepts_the_old_name_of_huber_delta():
    results = [train(*SMALL, flag)["settings"] for flag in ["--huber-delta=0.5", "--knee=0.5"]]
    check_equal(results[0]["huber_delta"], 0.5, "delta")
    check_equal(results[1], results[0], "settings")


@test
def train_writes_a_file_for_each_seed_whatever_the_threads():
    with Folder() as path:
        train(*SMALL, "--seeds=3", "--threads=1", f"--out={path('a.model')}")
        train(*SMALL, "--seeds=3", "--threads=3", f"--out={path('b.model')}")
        for seed in [1, 2, 3]:
            check(read(path(f"a-{seed}.model")) == read(path(f"b-{seed}.model")), "seed", seed)


@test
def train_knows_mixtures_with_options():
    result = train(*SMALL, "--opponent=v1,mcts:iterations=2,memory=16,random",
                   "--evaluate-against=v2")
    check_equal(list(result["seeds"][0]["final"]),
                ["v2", "v1", "mcts:iterations=2,memory=16", "random"], "bots")


@test
def train_writes_csv():
    with Folder() as path:
        train(*SMALL, "--seeds=2", f"--csv={path('curve.csv')}")
        with open(path("curve.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        check_equal([(row["seed"], row["games"]) for row in rows],
                    [("1", "20"), ("1", "40"), ("2", "20"), ("2", "40")], "rows")
        check(all(0 <= float(row["v2"]) <= 1 for row in rows), rows)


@test
def train_prints_tables():
    text = tahur.text("train", "kittens:rules=classic", "--games=40", "--seeds=2", *SMALL)
    for word in ["random", "v3", "mean", "±", "seed 2", "40 games", "games/s", "score of seed 1"]:
        check(word in text, word, "is missing in", text)


@test
def train_learns_other_games_against_random():
    with Folder() as path:
        result = train("--hidden=32", "--warm-up=200", "--epsilon-games=300", "--evaluate-every=300",
                       "--evaluate-games=400", "--final-games=400", f"--out={path('y.model')}",
                       game="y:size=4", games=1500)
        check_equal((result["opponent"], list(result["seeds"][0]["final"])), ("random", ["random"]), "bots")
        share = result["seeds"][0]["final"]["random"]["win_share"]
        check(share > 0.75, "wins only", share)
        check(f'"observation" (N, 23;' in tahur.text("export", path("y.model"), f"--onnx={path('y.onnx')}"),
              "the export tells another number")
        played = tahur.json("arena", "y:size=4", f"dqn:model={path('y.model')}", "random", "--games=400")
        check(played["bots"][0]["win_share"] > 0.7, played["bots"][0])
        check_refused(["arena", "y:size=5", f"dqn:model={path('y.model')}", "random"],
                      "does not fit", "23 numbers", "33")


@test_each("with more than two seats train reports the fair share", [
    (["cantstop:players=3", "random,max-rolls:n=2"], 3, "33.33 %"),
    (["cantstop:players=4", "random,max-rolls:n=2"], 4, "25.00 %"),
    (["cantstop:players=4", "self"], 4, "25.00 %")])
def reports_the_fair_share(against, seats, percent):
    game, opponent = against
    with Folder() as path:
        call = ["train", game, "--games=40", *SMALL, "--update-every=8",
                f"--opponent={opponent}", "--evaluate-against=risk-stop,random"]
        result = tahur.json(*call, f"--html={path('page.html')}", f"--csv={path('curve.csv')}")
        page, head = read(path("page.html")).decode(), read(path("curve.csv")).decode().splitlines()[0]
    check_equal((result["seats"], result["fair_share"]), (seats, round(1 / seats, 12)), "seats and fair share")
    for final in result["seeds"][0]["final"].values():
        check_equal((len(final["wins_by_seat"]), sum(final["wins_by_seat"])), (seats, final["wins"]), "wins by seat")
        check(final["ci95"][0] <= final["win_share"] <= final["ci95"][1], final)
    bots = "" if opponent == "self" else ',"max-rolls:n=2"'
    check_equal(head, 'seed,games,steps,updates,epsilon,rate,loss,reward,score,"risk-stop","random"' + bots, "columns")
    check(f"With {seats} seats, equal players win {percent} each: the fair share." in page, "not in the page")
    check(f"all {seats} seats, where equal players win {1 / seats:.4f} (fair share)" in tahur.text(*call),
          "not in the table")


@test
def with_two_seats_reports_are_as_ever():
    call = ["train", "cantstop:players=2", "--games=40", *SMALL, "--update-every=8"]
    result = tahur.json(*call)
    check("seats" not in result and "fair_share" not in result, list(result))
    check_equal(len(result["seeds"][0]["final"]["random"]["wins_by_seat"]), 2, "wins by seat")
    text = tahur.text(*call)
    check("both seats" in text and "fair share" not in text, text)


@test
def a_game_of_four_seats_is_learned_and_played():
    with Folder() as path:
        result = train("--hidden=32", "--warm-up=200", "--gamma=0.98", "--update-every=4", "--epsilon-games=300",
                       "--evaluate-every=300", "--evaluate-games=400", "--final-games=1000",
                       f"--out={path('four.model')}", game="cantstop:players=4", games=600)
        final = result["seeds"][0]["final"]["random"]
        check(final["ci95"][0] > 0.4, "it wins only", final, "where 0.25 is fair")
        bot = f"dqn:model={path('four.model')}"
        played = tahur.json("arena", "cantstop:players=4", bot, "random", "random", "random", "--games=1000")
        check(played["bots"][0]["ci95"][0] > 0.4, played["bots"][0])
        check_refused(["arena", "cantstop:players=3", bot], "does not fit")
        check_refused(["train", "cantstop:players=3", "--resume", path("four.model")], "players=4")


@test
def games_against_a_bot_that_never_varies_begin_at_random():
    """From the start there would be two games, one for each seat, again and again."""
    with Folder() as path:
        call = ["train", "y:size=4", "--games=60", *SMALL[:-1], "--opponent=greedy", "--final-games=6000"]
        run = tahur.json(*call, f"--save={path('y.db')}", f"--html={path('y.html')}")["seeds"][0]
        check_equal(tahur.json(*call, f"--save={path('y.db')}")["seeds"][0]["final"], run["final"], "told again")
        page, text = read(path("y.html")).decode(), tahur.text(*call)
    final = run["final"]["greedy"]
    check(2 <= final["random_plies"] <= 4 and final["different_games"] > 200, final)
    check_equal([run["final"]["random"][key] for key in ["random_plies", "different_games"]], [0, None], "random")
    for point in run["points"]:
        check_equal(point["against"]["greedy"]["random_plies"], final["random_plies"], "random plies")
        check("random_plies" not in point["against"]["random"], point)
    for words in ["greedy: it never varies, so each game begins with", "of these games differ"]:
        check(words in text, words, "is missing in", text)
        check(words in page, words, "is missing in the page")


@test
def an_interval_counts_only_games_that_differ():
    """On the smallest board the network and the bot have hardly any games to play."""
    result = train(*SMALL[:-1], "--opponent=greedy", "--final-games=2000", game="y:size=2")
    final = result["seeds"][0]["final"]["greedy"]
    check(0 < final["different_games"] < 20 and final["ci95"][1] - final["ci95"][0] > 0.3, final)


@test
def a_trained_network_plays():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        train(*SMALL, f"--out={path('slim.model')}", "--slim")
        check(len(read(path("slim.model"))) < 4000 < len(read(path("cat.model"))), "sizes")
        runs = [tahur.json("arena", "kittens", f"dqn:model={path(name)}", "v2", "--games=200")
                for name in ["cat.model", "slim.model"]]
        check_equal(runs[0]["digest"], runs[1]["digest"], "digest")
        tahur.text("ask", "kittens:deck=seed25", f"dqn:model={path('cat.model')}")


@test
def dqn_plays_at_once():
    share = tahur.json("arena", "kittens", "dqn", "v2", "--games=1000")["bots"][0]["win_share"]
    check(share > 0.9, "dqn wins", share)


@test
def export_writes_onnx():
    with Folder() as path:
        train(*SMALL, f"--out={path('cat.model')}")
        text = tahur.text("export", path("cat.model"), "--onnx", path("cat.onnx"))
        check('"observation" (N, 40;' in text and '"values" (N, 9)' in text, text)
        check(b"Gemm" in read(path("cat.onnx")), "no ONNX")


@test_each("refuses", [
    ("train", ["GAME"]),
    ("train cantstop:players=1", ["alone", "two seats or more"]),
    ("train cantstop:players=1 --save alone.db", ["alone", "two seats or more"]),
    ("train kittens --opponent v4", ["v4", "did you mean"]),
    ("train kittens --opponent v1,", ["name"]),
    ("train kittens --evaluate-against self", ["self"]),
    ("train kittens --method tables", ["--method", "dqn"]),
    ("train kittens --hidden 128,x", ["--hidden", "64,64"]),
    ("train kittens --hidden 0", ["--hidden", "from 1 to 4096"]),
    ("train kittens --gamma 1.5", ["--gamma", "from 0 to 1"]),
    ("train kittens --replay 99999999", ["replay", "gigabyte"]),
    ("train kittens --gama 1", ["did you mean '--gamma'", "--help"]),
    ("train kittens --resume nowhere.model", ["nowhere.model", "cannot be read"]),
    ("arena kittens dqn:model=nowhere.model", ["nowhere.model", "cannot be read"]),
    ("arena kittens dqn:modle=x", ["did you mean 'model'"]),
    ("arena cantstop dqn", ["dqn"]),
    ("export nowhere.model --onnx x", ["nowhere.model", "cannot be read"]),
    ("export nowhere.model", ["--onnx"]),
])
def refuses(call, words):
    check_refused(call.split(), *words)


@test
def the_network_is_chosen_and_told_about_on_different_games():
    result = train(*SMALL[:4], "--evaluate-every=100", "--evaluate-games=4000",
                   "--final-games=4000", games=100)["seeds"][0]
    chosen, told = result["points"][-1]["against"], result["final"]
    check(any(chosen[bot]["wins"] != told[bot]["wins"] for bot in told), "the same games:", told)


@test
def in_self_play_the_opponent_is_the_network_that_learns():
    """All actions of the learner are random, by the same numbers: only the other seat can make a
    difference between a network that learns and one that never does."""
    points = [train(*SMALL[:4], "--evaluate-every=100", "--evaluate-games=10", "--final-games=0",
                    "--epsilon=1", "--epsilon-end=1", "--target-every=1000000", "--opponent=self",
                    f"--rate={rate}", f"--rate-end={rate}", games=100)["seeds"][0]["points"][0]
              for rate in [0, 0.05]]
    check(any(points[0][key] != points[1][key] for key in ["steps", "reward"]),
          "the other plays the same:", points)


@test
def a_terminal_shows_how_the_training_goes():
    result = tahur.run_on_terminal("train", "kittens", "--games=2000", "--evaluate-every=500",
                                   "--evaluate-games=100", "--final-games=0", "--json")
    check_equal(result.status, 0, "exit status")
    for word in ["games/s", "updates/s", "epsilon", "loss", "left", "v2 0.", "best so far"]:
        check(word in result.err, f"no '{word}':", result.err)
    result = tahur.run_on_terminal("train", "cantstop:players=3", "--games=40", *SMALL, "--update-every=8", "--json")
    check("fair share 0.333" in result.err, result.err)


@test
def a_table_learns_more_than_it_knew():
    result = tahur.json("train", "kittens", "--method", "table", "--games", "40000",
                        "--evaluate-every", "20000", "--evaluate-games", "1000",
                        "--final-games", "2000")
    check_equal(set(result), {"game", "method", "opponent", "games", "keys", "seconds", "final",
                              "decisions_without_room", "evaluations"}, "keys")
    check_equal([point["after"] for point in result["evaluations"]], [20000, 40000], "evaluations")
    check(result["final"]["win_share"] > 0.7, "it won only", result["final"]["win_share"])
    text = tahur.text("train", "kittens", "--method", "table", "--games", "100",
                      "--evaluate-games", "10", "--final-games", "10")
    check("on other games" in text, "no result in", text)


@test
def a_table_refuses_what_it_has_no_use_for():
    for flags in [["--out", "x"], ["--seeds", "2"], ["--opponent", "self"], ["--hidden", "8"],
                  ["--gamma", "0.9"], ["--rate", "0.1"], ["--epsilon-games", "5"], ["--clip", "1"],
                  ["--threads", "2"], ["--evaluate-against", "v1"], ["--replay", "10"]]:
        result = tahur.run("train", "kittens", "--method", "table", *flags)
        check_equal((result.status, result.out), (2, ""), "exit status and output")
        check("table" in result.err, "no reason:", result.err)


def page_of(*flags, game="kittens", games=40):
    with Folder() as path:
        train(*SMALL, *flags, f"--html={path('page.html')}", game=game, games=games)
        return read(path("page.html")).decode()


def legends(page):
    """The names in the legend of each chart."""
    return [re.findall(r"<span[^>]*>([^<]*)</span>", legend)
            for legend in re.findall(r'<p class="legend">(.*?)</p>', page)]


@test
def a_page_shows_curves_actions_and_settings():
    page = page_of("--seeds=2")
    for word in ["<svg", "<polyline", "<polygon", "cards in the deck", "v2", "see-future", "gamma",
                 "Student's t"]:
        check(word in page, word, "is missing in the page")
    check("http" not in page and "src=" not in page, "the page needs something else")


@test_each("a page names all actions, whoever moves first:", [
    ("kittens",), ("kittens:deck=official",)])
def a_page_names_actions(game):
    check_equal(legends(page_of(game=game))[1],
                ["draw", "skip", "attack", "top", "middle", "bottom", "see-future", "draw-bottom",
                 "shuffle"], "legend")


@test
def a_chart_of_one_evaluation_has_ticks_that_make_sense():
    page = page_of("--evaluate-against=random", games=20)
    chart = page[:page.index("</svg>")]
    ticks = re.findall(r'text-anchor="middle">([^<]*)</text>', chart)
    check_equal(ticks[:-1], ["20"], "ticks of games")  # the last is the title
    shares = [float(tick) for tick in re.findall(r">([0-9.e-]+) %</text>", chart)]
    check(shares and all(0 <= share <= 100 for share in shares), "ticks of shares", shares)
    check("it says nothing about others" in page, "no word about the band of one seed")


@test
def a_long_curve_has_room_in_a_line():
    text = tahur.text("train", "kittens", "--games=600", *SMALL[:4], "--evaluate-every=2",
                      "--evaluate-games=2", "--final-games=0")
    line = next(line for line in text.splitlines() if line.startswith("score of seed"))
    check(len(line) <= 80 and line[-1] in "▁▂▃▄▅▆▇█", len(line), line)


@test
def many_judges_are_all_in_the_table():
    bots = [f"mcts:iterations={n},memory=16" for n in range(1, 15)]
    text = tahur.text("train", "kittens", "--games=20", *SMALL[:4], "--evaluate-games=2",
                      "--final-games=2", f"--evaluate-against={','.join(bots)}")
    check("mcts:iterations=14" in text, text)
    page = page_of(f"--evaluate-against={','.join(bots)}", games=20)
    check("The first 12 of 15 bots are drawn" in page, "nothing is said of the others")


@test
def a_page_says_when_not_all_evaluations_are_drawn():
    with Folder() as path:
        tahur.json("train", "kittens", "--games=4100", *SMALL[:4], "--evaluate-every=1",
                   "--evaluate-games=2", "--evaluate-against=v2", "--final-games=0",
                   f"--html={path('page.html')}")
        page = read(path("page.html")).decode()
    check("4096 of 4100 evaluations are drawn" in page, "nothing is said of the others")
    check_equal(page.count("<title>v2, "), 4096, "dots")
    check("<title>v2, 4100:" in page, "the last one is missing")
