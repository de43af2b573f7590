#!/usr/bin/env python3
"""bench/selfplay_figures.py [--seeds N] [--threads N] [ROW…]: what tahur train --method selfplay learns from nothing.

Trains with several seeds, keeps the network of each that does best in evaluations, and measures it in other games. A row
prints each seed, the mean with Student's 95 % interval over the trainings, and the seconds of the processor that the
slowest seed took, evaluations included. y5 also splits the games by who stands to win by the exact solver: colours
are exchanged, so that half of the games begin in a lost position, and no share of all games says how well a player plays.
Ends with exit status 1 if a figure is not reached. Needs build/tahur."""
import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile

TAHUR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "tahur")
# Quantiles of Student's t for 95 %, by degrees of freedom.
STUDENT = [math.nan, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228]

# The flags of a training; the bots that measure it by its own evaluations, with the share wanted (None: none is); matches in
# the arena: options of puct, opponent, games, share wanted.
ROWS = {
    "y5": ("y:size=5",
           ["--games=20000", "--evaluate-every=2000", "--evaluate-games=1000", "--final-games=4000",
            "--evaluate-against=alphabeta:depth=2"],
           {"alphabeta:depth=2": None}, []),
    "cantstop": ("cantstop:players=2",
                 ["--games=20000", "--random-plies=0", "--hidden=128,128", "--chance-nodes", "--lambda=0.9",
                  "--value-scale=2", "--choose=values", "--iterations=16", "--considered=9", "--replay=400000", "--reuse=1",
                  "--evaluate-every=2000", "--evaluate-games=300", "--final-games=4000", "--evaluate-against=hard"],
                 {"hard": 0.65}, []),
    "kittens": ("kittens",
                ["--games=20000", "--hidden=128,128", "--iterations=64", "--replay=100000", "--random-plies=0",
                 "--evaluate-every=5000", "--evaluate-games=1000", "--final-games=4000",
                 "--evaluate-against=dqn,v2,v3,random"],
                {"dqn": 0.5}, [("iterations=200", "dqn", 2000, 0.5), ("iterations=4000", "mcts", 200, 0.5)]),
}


def run(*arguments):
    print("tahur", *arguments, file=sys.stderr, flush=True)
    return json.loads(subprocess.run([TAHUR, *arguments, "--json"], stdout=subprocess.PIPE, check=True).stdout)


def percent(share):
    return f"{100 * share:.1f}"


def spread(shares):
    """The mean of several trainings, with its interval."""
    n, mean = len(shares), sum(shares) / len(shares)
    if n < 2:
        return mean, f"{percent(mean)} % (one training)"
    deviation = math.sqrt(sum((share - mean) ** 2 for share in shares) / (n - 1))
    half = (STUDENT[n - 1] if n <= len(STUDENT) else 1.96) * deviation / math.sqrt(n)
    return mean, f"{percent(mean)} % ({percent(mean - half)} – {percent(mean + half)}), the lowest {percent(min(shares))} %"


# ---- who stands to win ----

def shares_by_solver(bot, opponent, games, plies, seed=1):
    """Plays both colours from random openings of Y, size 5. Returns the wins and the games of each of the two in the games
    that its colour wins with perfect play."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "y.games")
        run("arena", "y:size=5", bot, opponent, f"--games={games}", f"--random-plies={plies}", f"--seed={seed}",
            f"--record={record}")
        with open(record, encoding="utf-8") as file:
            played = file.read().split("\ntahur record 1\n")
    cells = {one["text"]: one["action"] for one in run("games", "y:size=5", "--actions")["actions"]}
    known, wins, count = {}, {bot: 0, opponent: 0}, {bot: 0, opponent: 0}
    for game in played:
        seats = re.findall(r"^seat \d: (.*)$", game, re.M)
        moves = re.findall(r"^\d+\. seat \d: (\S+)$", game, re.M)[:plies]
        winner = seats[re.search(r"^result: (.*)$", game, re.M)[1].split().index("1")]
        layout = ["."] * 15
        for number, move in enumerate(moves):
            layout[cells[move]] = "BR"[number % 2]
        position = "".join(layout)
        if position not in known:
            rows = "/".join(position[r * (r + 1) // 2:(r + 1) * (r + 2) // 2] for r in range(5))
            yen = json.dumps({"size": 5, "turn": plies % 2, "players": ["B", "R"], "layout": rows})
            known[position] = json.loads(subprocess.run([TAHUR, "solve", "y:size=5", yen, "--json"],
                                                        stdout=subprocess.PIPE, check=True).stdout)["winning"] > 0
        first = plies % 2
        ahead = seats[first if known[position] else 1 - first]
        count[ahead] += 1
        wins[ahead] += winner == ahead
    return wins, count


def interval(wins, n):
    """Wilson's, of games as if they were independent."""
    share, z = wins / n, 1.96
    centre, half = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return f"{percent(share)} % ({percent((centre - half) / (1 + z * z / n))} – {percent((centre + half) / (1 + z * z / n))})"


def measure_won_games(models, games):
    for bot in [*(f"puct:model={model},iterations=32" for model in models), "alphabeta:depth=15"]:
        wins, count = shares_by_solver(bot, "alphabeta:depth=2", games, 4)
        name = bot if not bot.startswith("puct") else f"the network of seed {1 + models.index(bot[11:-14])}"
        for player, shown in ((bot, name), ("alphabeta:depth=2", f"alphabeta:depth=2 against {name}")):
            print(f"- {shown} wins {interval(wins[player], count[player])} of {count[player]} games that are won for it",
                  flush=True)


# ---- the rows ----

def models_of(result, path, seeds):
    return [path] if seeds == 1 else [re.sub(r"\.model$", f"-{one['seed']}.model", path) for one in result["seeds"]]


def measure(name, options, folder):
    """Prints a row; returns whether all that is wanted is reached."""
    game, flags, evaluated, matches = ROWS[name]
    path = os.path.join(folder, f"{name}.model")
    result = run("train", game, "--method=selfplay", *flags, f"--seeds={options.seeds}", f"--threads={options.threads}",
                 f"--out={path}", "--slim")
    seconds = max(one["train_seconds"] + one["evaluate_seconds"] for one in result["seeds"])
    models = models_of(result, path, options.seeds)
    found = [(f"{bot}, as trained", wanted, [one["final"][bot]["win_share"] for one in result["seeds"]])
             for bot, wanted in evaluated.items()]
    for puct, bot, games, wanted in matches:
        played = [run("arena", game, f"puct:model={model},{puct}", bot, f"--games={games}", f"--threads={options.threads}")
                  for model in models]
        found.append((f"{bot}, {games} games, {puct}", wanted, [one["bots"][0]["win_share"] for one in played]))
    good = True
    for against, wanted, shares in found:
        mean, text = spread(shares)
        reached = "" if wanted is None else f"{percent(wanted)} %: {'reached' if mean >= wanted else 'MISSED'}"
        good = good and (wanted is None or mean >= wanted)
        print(f"| {game} | {against} | {', '.join(map(percent, shares))} | {text} | {seconds:.0f} | {reached} |", flush=True)
    if name == "y5":
        measure_won_games(models, options.won_games)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--won-games", type=int, default=4000, help="games of y5 that are split by the solver")
    parser.add_argument("rows", nargs="*", metavar="ROW", help="of: " + ", ".join(ROWS))
    options = parser.parse_args()
    unknown = [row for row in options.rows if row not in ROWS]
    if unknown:
        parser.error(f"there is no row {unknown[0]}, only {', '.join(ROWS)}")
    print("| game | against | each seed wins, % | mean (95 %) | seconds | wanted |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        good = [measure(name, options, folder) for name in options.rows or ROWS]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
