#!/usr/bin/env python3
"""What analysis is worth: bench/analysis.py PATH_TO_TAHUR [GAMES]

For each game and judge:
- analyze: how many times more independent rollouts would be needed for the same error of a
  difference between two moves, without the same luck and without the control variate;
- review: the mean luck, hidden and errors of a seat over games of the judge's own bot against
  itself. Luck has mean 0 as far as the judge is right about its own play; what it has beyond that
  is the judge's blindness. And how much less the luck-adjusted result varies than the result."""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

TAHUR = os.path.abspath(sys.argv[1])
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 60

# Game, who plays, and what review is told besides.
CASES = [
    ("cantstop:players=2", "turn-optimal", []),
    ("cantstop", "turn-optimal", []),
    ("cantstop:players=2", "risk-stop", ["--judge=risk-stop", "--rollouts=400"]),
    ("kittens", "hard", []),
    ("kittens:rules=classic", "hard", []),
    ("kittens", "v3", ["--judge=v3"]),
]


def run(*arguments):
    result = subprocess.run([TAHUR, *arguments], capture_output=True, text=True, check=True)
    return json.loads(result.stdout) if "--json" in arguments else result.stdout


def mean(values):
    return f"{100 * statistics.mean(values):+.2f} % ± {100 * statistics.stdev(values) / math.sqrt(len(values)):.2f}"


def positions(file, most):
    """Positions with a choice, spread over the games of a file."""
    found = []
    for record in run("replay", file, "--json").get("records", []):
        steps = record["steps"]
        for i in range(len(steps) // 3, len(steps) - 2, max(1, len(steps) // 4)):
            if steps[i + 1]["seat"] != "chance" and len(found) < most:
                found.append(steps[i]["position"])
    return found


def analyze(file, game, bot):
    """The gain by the same luck, and by the control, in variance of a difference."""
    same, control = [], []
    for position in positions(file, 12):
        arguments = ["analyze", game, position, f"--bot={bot}", "--games=400", "--json"]
        plain, taken = run(*arguments, "--control=off"), run(*arguments, "--control=on")
        for a, b in zip(plain["moves"][1:3], taken["moves"][1:3]):
            if not a["behind_error"] or not b["behind_error"]:
                continue
            alone = a["error"] ** 2 + plain["moves"][0]["error"] ** 2
            same.append(alone / a["behind_error"] ** 2)
            control.append(alone / b["behind_error"] ** 2)
    if same:
        print(f"  rollouts of {bot}: same luck saves {statistics.median(same):.1f} times, with the control "
              f"{statistics.median(control):.1f} times (median of {len(same)} differences)")


def review(file, seats, flags):
    told = {"luck": [], "hidden": [], "errors": [], "result": [], "luck_adjusted": [], "start": []}
    for i in range(GAMES):  # the games of a block share their luck: one of each
        for player in run("review", file, f"--game={i * seats}", "--json", *flags)["players"][:1]:
            for name in told:
                told[name].append(player[name])
    print("  " + "; ".join(f"{name} {mean(told[name])}" for name in ["start", "luck", "hidden", "errors", "result"]))
    print(f"  deviation of the result {statistics.stdev(told['result']):.3f}, "
          f"luck-adjusted {statistics.stdev(told['luck_adjusted']):.3f}")


with tempfile.TemporaryDirectory() as folder:
    for game, bot, flags in CASES:
        file = os.path.join(folder, "games")
        seats = len(run("arena", game, bot, "--games=1", "--json")["by_order"])
        run("arena", game, bot, f"--games={GAMES * seats}", f"--record={file}", "--json")
        print(f"{game}, {bot} against itself, {GAMES} games; review {' '.join(flags)}")
        review(file, seats, flags)
        analyze(file, game, bot)
