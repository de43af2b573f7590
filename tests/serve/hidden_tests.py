"""No client receives what another seat hides. Whole games of Kittens are played by two keys with a viewer
beside them; what each was sent is held against what the finished record says each seat could know."""
import json
import os
import random

from harness import check, check_equal, tahur, test, test_each
from service import API, Events, Game, replay, shared


def strip(state):
    """What a position shows of cards: hands, deck, rest, what may be where."""
    return {name: state[name] for name in ("hands", "deck", "rest", "maybe")}


def check_no_more(states, seat):
    """What this stream was sent before the end, against its own view: cards of the other are unknown."""
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
    """The descriptions of the steps for a seat, from the program itself."""
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
            # Every view that was sent is the one the record leads to. Until the end cards that are
            # looked at are no steps.
            own = [n for n, step in enumerate(made.look(None)["steps"]) if not step["text"].startswith("saw")]
            own.append(made.look(None)["total"])
            for state in before[:: max(1, len(before) // 5)]:
                then = made.get(f"/at/{own[state['total']]}", key=None).json
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


@test_each("a key of one seat is told nothing by requests", [("kittens", 2)])
def a_key_of_one_seat_is_told_nothing_by_requests(game, seed):
    made = shared().game(game, ("here", "link"), seed=seed, hints=True)
    made.act("agree", made.links[1])
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


# ---- the number of steps ----

SHOWN = ("bomb", "skip", "safe")  # the top three cards of every world
UNKNOWN = {"bomb": 3, "defuse": 2, "skip": 2, "attack": 2, "draw-bottom": 1, "shuffle": 1, "safe": 15}


def world(fixed, knower, moves):
    """A record in which seat 1 can look at SHOWN, of which the knower fixed some places before."""
    rest = dict(UNKNOWN)
    for place in fixed:
        rest[SHOWN[place]] -= 1
    deck = " ".join(f"{card}:{knower}" if place in fixed else "?" for place, card in enumerate(SHOWN))
    start = ("hands defuse+skip+attack / defuse+skip+attack+see-future; "
             f"deck {deck} {sum(UNKNOWN.values()) - len(SHOWN)}*?; "
             f"rest {'+'.join(f'{n}*{card}' for card, n in rest.items() if n)}; seat 1; owes 2")
    return ("tahur record 1\ngame: kittens\nrules: 1\nseat 0: human\nseat 1: human\n"
            f"start: {start}\nend: stopped\nresult: 0 0\nmoves:\n{moves}\n")


def begin(fixed, knower, moves, other="link"):
    people = [{"kind": "here"}, {"kind": other}]
    answer = shared().post(f"{API}/games", {"record": world(fixed, knower, moves), "players": people})
    check_equal(answer.status, 201, answer.body)
    return Game(shared(), answer.json)


def unnamed(made, data):
    return data.replace(made.id.encode(), b"ID")


def all_at(made, key):
    """All that can be asked for, step by step, until there is none."""
    answers = [made.get("", key=key)]
    while answers[-1].status == 200:
        answers.append(made.get(f"/at/{len(answers) - 1}", key=key))
    return [unnamed(made, answer.body) for answer in answers]


WORLDS = [[place for place in range(3) if bits >> place & 1] for bits in range(8)]


@test_each("whoever looks is not told which cards were fixed", [("link", 1), ("viewer", None)])
def whoever_looks_is_not_told_which_cards_were_fixed(name, seat):
    told = []
    for fixed in WORLDS:
        turned = [card for place, card in enumerate(SHOWN) if place not in fixed]
        made = begin(fixed, 0, "; ".join(["see-future", *turned, "skip"]))
        key = made.links[1] if seat == 1 else None
        told.append(all_at(made, key))
        check_equal(made.look(key)["total"], 2, "see-future and skip")
        text = made.look(key)["steps"][0]["text"]
        check_equal(text, "played see-future" + (", saw bomb, skip and safe" if seat == 1 else ""), "words")
        check_equal(made.act("think", made.links[1], step=5).json["error"], '"step" is 0 to 2', "think")
    for other in told[1:]:
        check_equal(other, told[0], "what is told in another world")


@test_each("nobody is told which cards another's look found fixed", [("here", 0), ("viewer", None)])
def nobody_is_told_what_a_look_found_fixed(name, seat):
    told = []
    for fixed in WORLDS:
        made = begin(fixed, 1, "")
        key = made.key if seat == 0 else None
        stream = Events(made, key)
        try:
            stream.wait(lambda e: len(e.states()) == 1)
            for n, move in enumerate(("see-future", "skip")):
                check_equal(made.move(move, key=made.links[1]).status, 200, move)
                stream.wait(lambda e: len(e.states()) == n + 2)
            told.append((unnamed(made, stream.bytes), all_at(made, key)))
            check_equal([len(s["steps"]) for s in stream.states()], [0, 1, 1], "steps by message")
            # After the end all steps are visible, with the numbers of the record.
            check_equal(made.act("resign", seat=0).status, 200, "resign")
            stream.wait_over()
            last = stream.states()[-1]
            check_equal((last["from"], last["total"]), (0, 2 + 3 - len(fixed)), "all steps of the record")
            check_equal(replay(stream.states()), made.look(None)["steps"], "steps")
        finally:
            stream.close()
    for other in told[1:]:
        check_equal(other, told[0], "what is told in another world")


@test_each("a look is taken back whole", [("kittens",)])
def a_look_is_taken_back_whole(game):
    made = begin([0], 1, "", "here")
    key = made.key
    stream = Events(made, None)
    try:
        for _ in range(2):
            check_equal(made.move("see-future", key=key).status, 200, "see-future")
            check_equal(made.look(key)["total"], 1, "steps")
            back = made.act("undo", key, version=made.look(key)["version"])
            check_equal((back.status, back.json["total"], back.json["turn"]), (200, 0, 1), "undone")
        stream.wait(lambda e: len(e.states()) == 5)
        check_equal(replay(stream.states()), [], "steps")
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


# ---- whether a hand has a choice ----

def drawing_world(hand, rest):
    """A record in which seat 1 holds these cards, and these are in the deck: together always the same."""
    cards = {card: UNKNOWN[card] + (card in ("skip", "safe")) for card in UNKNOWN}
    for card in hand:
        if card in cards and card != "defuse":
            cards[card] -= 1
    check_equal(sum(cards.values()), rest, "cards in the deck")
    start = (f"hands defuse+skip / {'+'.join(hand)}; deck {rest}*?; "
             f"rest {'+'.join(f'{n}*{card}' for card, n in cards.items() if n)}; seat 1; owes 1")
    return ("tahur record 1\ngame: kittens\nrules: 1\nseat 0: human\nseat 1: human\n"
            f"start: {start}\nend: stopped\nresult: 0 0\nmoves:\n\n")


def seen_of_a_draw(hand, second, key_of):
    """What a client sees before and after one move of seat 1, which may be its only one: versions, turn, asks, thinking."""
    record = drawing_world(hand, sum(UNKNOWN.values()) + 1)
    answer = shared().post(f"{API}/games", {"record": record, "players": [{"kind": "here"}, second], "pace": 10000})
    check_equal(answer.status, 201, answer.body)
    made = Game(shared(), answer.json)
    key = key_of(made)
    before = made.look(key)
    stream = Events(made, key)
    try:
        stream.wait(lambda e: e.states())
        check_equal(made.act("pace", pace=0).status, 200, "pace")  # version 2: a bot's answer waits no longer
        if second["kind"] == "link":
            check_equal(made.move("draw", key=made.links[1]).status, 200, "draw")
        stream.wait(lambda e: len(e.states()) >= 3)
        after = stream.states()[2]
    finally:
        stream.close()
    return [tuple(before[name] for name in ("version", "turn", "asks", "thinking", "total")), after["version"],
            len([step for step in after["steps"] if not step["chance"]])]


@test_each("a hand without a choice is not seen by a client", [
    (f"{kind} {name}", {"kind": kind, **({"bot": "random"} if kind == "bot" else {})}, key_of)
    for kind in ("link", "bot") for name, key_of in (("viewer", lambda made: None), ("opponent", lambda made: made.key))])
def a_hand_without_a_choice_is_not_seen(name, second, key_of):
    forced = seen_of_a_draw(["defuse", "safe"], second, key_of)
    check_equal(forced[0][0], 1, "version in which nothing is played yet")
    check_equal(forced[0][4], 0, "steps before it is asked")
    check_equal(forced[1:], [3, 1], "version, and decisions in it")
    free = seen_of_a_draw(["defuse", "skip"], second, key_of)
    check_equal(forced, free, "with a playable card")


@test_each("every decision is one version", [(f"{second} {seed}", second, seed) for second in ("link", "random")
                                             for seed in range(6)])
def every_decision_is_one_version(name, second, seed):
    chance = random.Random(seed)
    made = shared().game("kittens", ("here", second), seed=seed)
    stream = Events(made, None)
    try:
        made.play(lambda moves: chance.choice(moves))
        stream.wait_over()
        versions = [s for s in stream.states() if not s["over"]]
        for state in versions[1:]:
            decisions = [step for step in state["steps"] if not step["chance"]]
            check(len(decisions) == 1, "decisions in one version", state["version"], state["steps"])
        check_equal([s["version"] for s in versions], list(range(versions[0]["version"], versions[-1]["version"] + 1)),
                    "versions")
    finally:
        stream.close()
