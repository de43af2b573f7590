"""A bot for Parchís: makes every move that it is offered on a copy of the view (parchis_moves.py), and takes the one with
the best position after it.

    tahur arena parchis exec:command='python3 tests/external/parchis_one_ply.py' easy --games 200 --random-plies 8
"""
import json
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind

from parchis_moves import GHOST, HOME, MEGA, NORMAL, SAFE, STAR, ahead_of, apply, distance, is_course, on_track, steps_of

# Worth, in squares forward.
AT_HOME, ON_SAFE = -15, 2
SPECIAL_DIE, SIX = 14, 16  # in the hand; in a pool
TO_MOVE = 3
WON = 10000
# Shares.
WEAKER_COLOUR = 0.6  # winning needs one colour only
RACE = 0.3  # squares are worth more the nearer the colour is to its end
FORCED = 0.5  # of a 10 or 20
EATEN_NOW, EATEN_TOO, EATEN_LATER = 0.9, 0.2, 0.25  # of the squares that a piece loses


def can_be_eaten(s, seat):
    """The pieces of a seat that another piece may land on."""
    taken = [p[0] for pieces in s["pieces"] for p in pieces]
    return [(colour, p) for colour in (seat, seat + 2) for p in s["pieces"][colour]
            if on_track(p[0]) and p[0] not in SAFE and p[1] not in (GHOST, STAR, MEGA) and taken.count(p[0]) == 1]


def losses(s, seat, dice):
    """Squares that pieces of the seat lose if the other seat eats them with these dice, the most first."""
    reach = [(c, p[0], {steps_of(s, c, p, die) for die in dice})
             for c in (1 - seat, 3 - seat) for p in s["pieces"][c] if p[1] == NORMAL]
    return sorted((74 - distance(colour, p[0]) for colour, p in can_be_eaten(s, seat)
                   if any(ahead_of(c, square, p[0]) in steps for c, square, steps in reach)), reverse=True)


def side(s, seat):
    """What the pieces and the dice of a seat are worth."""
    worth = []
    for colour in (seat, seat + 2):
        squares = sum(74 - distance(colour, p[0]) + AT_HOME * (p[0] == HOME) + ON_SAFE * (p[0] in SAFE)
                      for p in s["pieces"][colour])
        worth.append(squares + RACE * squares * max(squares, 0) / 222 - s["bounces"][colour] ** 2 / 10)
    pools = s["dice"][seat:seat + 1] if is_course(s) else s["dice"][seat::2]
    dice = SPECIAL_DIE * len(s["special"][seat]) + SIX * sum(6 in pool for pool in pools)
    return max(worth) + WEAKER_COLOUR * min(worth) + dice


def evaluate(s, seat):
    if s["winner"] >= 0:
        return WON if s["winner"] == seat else -WON
    mover = s["player"]
    forced = s["forced"][mover] if is_course(s) else s["forced"][0] if s["forced"] else 0
    now = losses(s, 1 - mover, [forced] if forced else s["dice"][s["color"]])
    later = losses(s, mover, s["dice"][1 - mover] if is_course(s) else s["dice"][(s["color"] + 1) % 4])
    for_mover = TO_MOVE + FORCED * forced - EATEN_LATER * sum(later)
    if now:
        for_mover += EATEN_NOW * (now[0] + 20) + EATEN_TOO * sum(now[1:])
    return side(s, seat) - side(s, 1 - seat) + (for_mover if mover == seat else -for_mover)


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
