#!/usr/bin/env python3
"""Draws the share of a bot and its 95 % interval as the games go on, with luck and without: docs/pictures/luck.svg.

    bench/luck_picture.py RUN.csv OUT.svg     a table of `tahur report RUN.db --luck adjusted --csv RUN.csv`, of two seats

Made with: tahur arena cantstop:players=2 turn-optimal turn-optimal:error=0.02 --games 2000 --luck adjusted --save RUN.db
"""
import csv
import math
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 360, 52, 24, 34, 44
LOW, HIGH = 0.45, 0.70  # shares
FROM, STEP = 20, 5  # blocks: the first that is drawn, and how many are passed over to the next
KINDS = [("plain", "share, as games were won", "#d9822b"), ("adjusted", "share without luck", "#2b6cb0")]


def block_scores(path):
    """Mean scores of the first bot in blocks of two games, plain and adjusted."""
    scores = {"plain": [], "adjusted": []}
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    first = rows[0]["bot"]
    own = [row for row in rows if row["bot"] == first]
    for a, b in zip(own[::2], own[1::2]):
        for kind, part in (("plain", 0), ("adjusted", 1)):
            scores[kind].append(sum(float(row["payoff"]) - part * float(row["luck"]) for row in (a, b)) / 2)
    return scores


def running(scores):
    """After each block: the mean and half of its 95 % interval."""
    total = squares = 0.0
    for n, score in enumerate(scores, 1):
        total += score
        squares += score * score
        mean = total / n
        if n > 1:
            yield n, mean, 1.96 * math.sqrt(max(squares / n - mean * mean, 0) / (n - 1))


def draw(scores):
    blocks = len(scores["plain"])

    def point(n, share):
        x = LEFT + (WIDTH - LEFT - RIGHT) * n / blocks
        y = TOP + (HEIGHT - TOP - BOTTOM) * (HIGH - min(max(share, LOW), HIGH)) / (HIGH - LOW)
        return f"{x:.1f},{y:.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for percent in range(45, 71, 5):
        x, y = point(0, percent / 100).split(",")
        parts.append(f'<path d="M{x} {y}H{WIDTH - RIGHT}" stroke="#ddd"/><text x="{LEFT - 8}" y="{float(y) + 4:.1f}" '
                     f'text-anchor="end" fill="#444">{percent} %</text>')
    for games in range(0, 2 * blocks + 1, 500):
        x = point(games / 2, LOW).split(",")[0]
        parts.append(f'<text x="{x}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#444">{games:,}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle" fill="#444">games</text>')
    for i, (kind, label, colour) in enumerate(KINDS):
        found = [row for row in running(scores[kind]) if row[0] >= FROM and row[0] % STEP == 0]
        upper = [point(n, mean + half) for n, mean, half in found]
        lower = [point(n, mean - half) for n, mean, half in reversed(found)]
        line = [point(n, mean) for n, mean, half in found]
        parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" fill-opacity="0.22"/>'
                     f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>'
                     f'<rect x="{LEFT + 220 * i}" y="10" width="14" height="14" fill="{colour}"/>'
                     f'<text x="{LEFT + 220 * i + 20}" y="22" fill="#222">{label}</text>')
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(draw(block_scores(sys.argv[1])))
