#!/usr/bin/env python3
"""How strong turn-optimal is: python3 bench/cantstop_strength.py build/tahur [GAMES]

Win shares with their 95 % intervals, by the default rules, with forced=1 and by the official rules: among four and
against one other; what the network between turns is worth against the race of independent players (value=race);
turns alone. Prints the tables of docs/cantstop-optimum.md. GAMES is for each row of four players (default 4000); the others
take half of it."""
import json
import subprocess
import sys

RULES = ["forced=0", "forced=1", "rules=official"]
# The threshold of risk-stop that wins most games of two and of four by these rules.
THRESHOLD = {"forced=0": "0.23", "forced=1": "0.23", "rules=official": "0.21"}


def others(rule):
    return [f"risk-stop:t={THRESHOLD[rule]}", "glenn-aloi", "rule-of-28"]


def arena(program, game, bots, games, *flags):
    call = [program, "arena", game, *bots, "--games", str(games), "--json", "--luck", "plain", *flags]
    return json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)


def share(bot):
    low, high = bot["ci95"]
    return f"{100 * bot['win_share']:.1f} % ({100 * low:.1f} – {100 * high:.1f})"


def four_players(program, games):
    print("| game | turn-optimal | risk-stop | glenn-aloi | rule-of-28 | time a decision, worst |")
    print("|---|---|---|---|---|---|")
    for rule in RULES:
        game = f"cantstop:{rule}"
        result = arena(program, game, ["turn-optimal", *others(rule)], games)
        pace = result["seconds_a_move"][0]
        print(f"| `{game}` |", " | ".join(share(bot) for bot in result["bots"]),
              f"| {1000 * pace['mean']:.2f} ms, {1000 * pace['worst']:.0f} ms |", flush=True)


def two_players(program, games):
    print("\n| game | against | turn-optimal wins |\n|---|---|---|")
    for rule in RULES:
        for other in others(rule):
            game = f"cantstop:players=2,{rule}"
            result = arena(program, game, ["turn-optimal", other], games // 2)
            print(f"| `{game}` | {other} | {share(result['bots'][0])} |", flush=True)


def values(program, games):
    """The race with and without the network that corrects it."""
    print("\n| game | value=network wins against value=race |\n|---|---|")
    for rule in RULES:
        game = f"cantstop:players=2,{rule}"
        result = arena(program, game, ["turn-optimal:value=network", "turn-optimal:value=race"], games)
        print(f"| `{game}` | {share(result['bots'][0])} |", flush=True)


def alone(program, games):
    print("\n| bot | turns alone, `forced=0` | turns alone, `forced=1` |\n|---|---|---|")
    for bot in ["turn-optimal", *others(RULES[0])]:
        cells = []
        for rule in RULES[:2]:
            game = f"cantstop:players=1,{rule}"
            turns = arena(program, game, [bot], games // 2)["metrics"]["game_turns"]
            cells.append(f"{turns['mean']:.3f} ± {turns['se']:.3f}")
        print(f"| {bot} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    PROGRAM, GAMES = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    four_players(PROGRAM, GAMES)
    two_players(PROGRAM, GAMES)
    values(PROGRAM, GAMES)
    alone(PROGRAM, GAMES)
