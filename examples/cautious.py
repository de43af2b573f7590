"""A bot for Kittens, in Python: it draws only where that is safer than the cards it holds.

    tahur arena kittens exec:command='python3 examples/cautious.py' v1 --games 200
"""
import json
import sys

BOMB_CHANCE = 0.18  # above this it would rather not draw


def chance_of_bomb(view):
    """How likely the top card is a bomb, as far as this seat can tell."""
    top = view["deck"][0].split(":")[0]  # "?" or the name of a card, and who knows it
    if top != "?":
        return float(top == "bomb")
    return view["rest"].get("bomb", 0) / view["deck"].count("?")  # no hand holds a bomb: all are in the deck


def choose(view, moves):
    if "bottom" in moves:  # a bomb to be put back: as far from us as possible if we draw next
        return "bottom" if view["owes"] > 1 else "top"
    if chance_of_bomb(view) > BOMB_CHANCE:
        for escape in ("attack", "skip", "shuffle", "draw-bottom", "see-future"):
            if escape in moves:
                return escape
    return "draw"


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "cautious", "version": "1.0"}), flush=True)
    elif message["type"] == "choose":
        move = choose(message["view"], message["moves"])
        print(json.dumps({"id": message["id"], "move": move}), flush=True)
    elif message["type"] == "quit":
        break
