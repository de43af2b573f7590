"""A bot for Parchís: makes every move that it is offered on a copy of the view (parchis_moves.py), and takes the one with
the best position after it.

    tahur arena parchis exec:command='python3 tests/external/parchis_one_ply.py' easy --games 200 --random-plies 8
"""
import json
import os
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

from parchis_moves import GHOST, HOME, MEGA, NORMAL, SAFE, STAR, ahead_of, apply, distance, is_course, on_track, steps_of

P = dict(second=0.6, home=15, hand=8, again=8, six=8, danger=0.9, others=0.2, soon=0.25, safe=2, race=0.3, owed=0.5)
P.update(json.loads(os.environ.get("P", "{}")))


def eatable(s, seat):
    """Pieces of the seat that a landing eats."""
    for colour in (seat, seat + 2):
        for piece in s["pieces"][colour]:
            if on_track(piece[0]) and piece[0] not in SAFE and piece[1] not in (GHOST, STAR, MEGA):
                if sum(p[0] == piece[0] for c in s["pieces"] for p in c) == 1:
                    yield colour, piece


def losses(s, seat, dice):
    """What the other seat can eat with these dice: squares that each of the pieces would lose, the largest first."""
    reach = [(c, p, {steps_of(s, c, p, die) for die in dice}) for c in (1 - seat, 3 - seat) for p in s["pieces"][c] if p[1] == NORMAL and on_track(p[0])]
    return sorted((74 - distance(colour, piece[0]) for colour, piece in eatable(s, seat)
                   if any(ahead_of(c, p[0], piece[0]) in steps for c, p, steps in reach)), reverse=True)


def side(s, seat):
    worth = []
    for colour in (seat, seat + 2):
        run = sum(74 - distance(colour, p[0]) - P["home"] * (p[0] == HOME) + P["safe"] * (p[0] in SAFE) for p in s["pieces"][colour])
        worth.append(run + P["race"] * run * max(run, 0) / 222 - s["bounces"][colour] ** 2 / 10)
    pools = [s["dice"][seat]] if is_course(s) else [s["dice"][seat], s["dice"][seat + 2]]
    return max(worth) + P["second"] * min(worth) + P["hand"] * len(s["special"][seat]) + P["six"] * sum(6 in pool for pool in pools)


def evaluate(s, seat):
    if s["winner"] >= 0:
        return 10000 if s["winner"] == seat else -10000
    forced = max(s["forced"]) if is_course(s) else s["forced"][0] if s["forced"] else 0
    value = side(s, seat) - side(s, 1 - seat)
    mover = s["player"]
    sign = 1 if mover == seat else -1
    value += sign * (P["again"] + P["owed"] * forced)
    hit = losses(s, 1 - mover, [forced] if forced else s["dice"][s["color"]])
    value += sign * (P["danger"] * (hit[0] + 20) + P["others"] * sum(hit[1:]) if hit else 0)
    later = s["dice"][1 - mover] if is_course(s) else s["dice"][(s["color"] + 1) % 4]
    value -= sign * P["soon"] * sum(losses(s, mover, later))
    return value


def choose(view, moves, seat):
    return max(moves, key=lambda move: evaluate(apply(view, move), seat))


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"name": "one-ply", "version": "1.0"}), flush=True)
        elif message["type"] == "choose":
            move = choose(message["view"], message["moves"], message["seat"])
            print(json.dumps({"id": message["id"], "move": move}), flush=True)
        elif message["type"] == "quit":
            break


if __name__ == "__main__":
    main()
