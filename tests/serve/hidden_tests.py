"""Nobody is sent what another seat hides. Whole games of Kittens are played by two keys with a viewer
beside them; what each was sent is held against what the finished record says each seat could know."""
import json
import os
import random

from harness import check, check_equal, tahur, test, test_each
from service import Events, replay, shared


def strip(state):
    """What a position tells of cards: hands, deck, rest, what may be where."""
    return {name: state[name] for name in ("hands", "deck", "rest", "maybe")}


def check_no_more(states, seat):
    """What this stream was sent before the end, against its own sight: cards of the other are unknown."""
    for state in states:
        if state["over"]:
            continue
        cards = state["state"]
        check_equal(cards["view"], "stranger" if seat is None else seat, "whose view it is")
        for place in cards["deck"]:
            known = place.split(":")[1] if ":" in place else ""
            check(place == "?" or (seat is not None and str(seat) in known and len(known) == 1),
                  "a card in the deck that this seat does not know", place)
        for step in state["steps"]:
            if step["chance"] and step["seat"] != seat and step["move"] not in (None, "bomb"):
                check(False, "the card of another", step)
            if not step["chance"] and step["seat"] != seat and step["text"].startswith("put the bomb"):
                check(step["move"] is None and step["text"].endswith("somewhere"), "the bomb's place", step)


def truth(record, seat):
    """What the program itself says that a seat was told, step by step."""
    path = os.path.join(tahur.directory.name, f"hidden-{random.getrandbits(60)}.txt")
    with open(path, "wb") as file:
        file.write(record)
    try:
        return tahur.run("replay", os.path.basename(path), "--game", "0").out
    finally:
        os.unlink(path)


@test_each("nobody sees the other's cards", [(f"game {n}", n) for n in range(4)])
def nobody_sees_the_others_cards(name, seed):
    chance = random.Random(seed)
    rules = {"rules": "classic"} if seed % 2 else {}
    made = shared().game("kittens", ("here", "link"), seed=seed, options=rules)
    keys = {0: made.key, 1: made.links[1]}
    streams = {0: Events(made, keys[0]), 1: Events(made, keys[1]), None: Events(made, None)}
    sent = {0: [], 1: []}
    try:
        made.play(lambda moves: chance.choice(moves))
        for stream in streams.values():
            stream.wait_over()
        for seat, stream in streams.items():
            states = stream.states()
            check_no_more(states, seat)
            before = [s for s in states if not s["over"]]
            check(len(before) > 3, "events")
            # Every view that was sent is the one the record leads to.
            for state in before[:: max(1, len(before) // 5)]:
                then = made.get(f"/at/{state['total']}", key=None).json
                check_equal(then["state"]["view"], None, "after the end all is seen")
                hand = then["state"]["hands"]
                if seat is not None:
                    check_equal(state["state"]["hands"][seat], hand[seat], "one's own hand")
                    other = state["state"]["hands"][1 - seat]
                    check(all(other[c] <= hand[1 - seat].get(c, 0) for c in other if c != "?"),
                          "the other's hand", other, hand)
            check_equal(replay(states), made.look(None)["steps"], "after the end everything is told")
    finally:
        for stream in streams.values():
            stream.close()


@test_each("a key of one seat is told nothing by requests", [("kittens", 5)])
def a_key_of_one_seat_is_told_nothing_by_requests(game, seed):
    made = shared().game(game, ("here", "link"), seed=seed)
    for _ in range(6):
        for key in (made.key, made.links[1]):
            seen = made.look(key)
            if seen["moves"]:
                made.act("move", key, version=seen["version"], move=seen["moves"][0])
    for key, seat in ((made.key, 0), (made.links[1], 1), (None, None)):
        check_no_more([made.look(key)], seat)
        total = made.look(key)["total"]
        for step in range(total + 1):
            check_no_more([made.get(f"/at/{step}", key=key).json], seat)
        for other in (0, 1):
            mine = made.get(f"/at/{total}?seat={other}" + (f"&key={key}" if key else ""), key=None)
            check_equal(mine.status, 200 if seat == other else 403, "the eyes of one seat")
            if seat == other:
                check_no_more([mine.json], seat)
        check_equal(made.get("/record", key=key).status, 409, "the record is closed")
        # Only the seat in turn is thought for, with what it knows.
        turn = made.look(key)["turn"]
        if seat != turn:
            check_equal(made.act("think", key).status, 409, "think")
            check_equal(made.act("hint", key).status, 409, "hint")


@test_each("two people at one screen see the seat in turn", [("kittens",)])
def two_people_at_one_screen(game):
    made = shared().game(game, ("here", "here"), seed=8)
    stream = Events(made)
    try:
        for _ in range(8):
            state = made.look()
            if state["over"]:
                break
            check_equal(state["seat"], state["turn"], "whose view")
            made.move(state["moves"][0])
        if not made.look()["over"]:
            made.act("resign", seat=0)
        stream.wait_over()
        check_equal(json.dumps(replay(stream.states())), json.dumps(made.look()["steps"]), "steps")
    finally:
        stream.close()


@test
def whether_another_had_a_choice_is_not_told_by_a_refusal():
    made = shared().game("kittens", ("here", "link"), seed=5)
    for _ in range(5):
        check(made.wait(lambda s: s["asks"] or s["over"])["asks"], "too short a game to tell")
        for key in (made.key, made.links[1]):
            seen = made.look(key)
            if seen["moves"]:
                made.act("move", key, version=seen["version"], move=seen["moves"][0])
                break
    total = made.look(None)["total"]
    answers = {made.act("think", None, step=step).body for step in range(total)}
    check_equal(len(answers), 1, f"answers to a stranger: {answers}")
