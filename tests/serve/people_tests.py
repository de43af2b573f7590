"""Several people at one game: who is here, hints by agreement, moves taken back by consent."""
from harness import check, check_equal, test
from request_tests import check_refused
from service import Events, shared


def presence(state):
    return state["presence"]


@test
def clocks_wait_until_everybody_has_joined():
    made = shared().game("y", ("here", "link"), options={"size": 5}, clock="20+5")
    check_equal((made.state["clock"]["running"], presence(made.state)), (None, ["away", "awaited"]), "at first")
    # Whoever moves before the others are here loses no time.
    state = made.move("a1").json
    check_equal((state["clock"]["running"], state["clock"]["left"]), (None, [25, 20]), "before the other has come")
    stream = Events(made)
    try:
        stream.wait(lambda e: e.states() and presence(e.states()[0]) == ["here", "awaited"])
        check_equal(made.look(None)["clock"]["running"], None, "a viewer is not awaited")
        seen = made.look(made.links[1])
        check_equal((seen["clock"]["running"], presence(seen)), (1, ["here", "away"]), "the other has come")
        stream.wait(lambda e: any(name == "presence" and data["clock"]["running"] == 1 and
                                  data["presence"] == ["here", "away"] for name, data in e.events))
        check_equal(made.look()["version"], state["version"], "it is no new version")
        check_equal(len(stream.states()), 1, "and no new state")
    finally:
        stream.close()
    # The same people once more: they are awaited again.
    made.act("resign", seat=0)
    again = made.act("again").json["id"]
    check_equal(shared().get(f"/api/v1/games/{again}").json["clock"]["running"], None, "in the next game")


@test
def those_who_leave_and_come_back_are_announced():
    made = shared().game("y", ("here", "link"), options={"size": 5})
    mine, other = Events(made), Events(made, made.links[1])
    try:
        mine.wait(lambda e: any(n == "presence" and d["presence"] == ["here", "here"] for n, d in e.events))
        second = Events(made, made.links[1])  # in another window
        second.wait(lambda e: e.states())
        before = len(mine.events)
        second.close()
        other.close()
        mine.wait(lambda e: any(n == "presence" and d["presence"] == ["here", "away"] for n, d in e.events[before:]))
        other = Events(made, made.links[1])
        mine.wait(lambda e: e.events[-1] == ("presence", {"presence": ["here", "here"], "clock": None}))
    finally:
        mine.close()
        other.close()


@test
def between_people_there_are_hints_only_if_all_have_agreed():
    made = shared().game("y", ("here", "link"), options={"size": 5})
    check_equal((made.state["hints"], made.state["can"]["hint"], made.state["can"]["think"]), ("none", False, False),
                "not offered")
    for key in (made.key, made.links[1], None):
        check_refused(made.act("hint", key), 403, "not-agreed")
        check_refused(made.act("think", key, step=0), 403, "not-agreed")
    check_refused(made.act("agree", made.links[1]), 409, "not-now")
    made = shared().game("y", ("here", "link"), options={"size": 5}, hints=True)
    check_equal((made.state["hints"], made.state["can"]["agree"]), ("offered", False), "offered by its maker")
    check_refused(made.act("hint"), 403, "not-agreed")
    check_refused(made.act("agree", None), 403, "not-yours")
    check_refused(made.act("agree"), 409, "not-now")
    check(made.look(made.links[1])["can"]["agree"], "the other may agree")
    agreed = made.act("agree", made.links[1]).json
    check_equal((agreed["hints"], agreed["can"]["agree"]), ("allowed", False), "agreed")
    check_refused(made.act("agree", made.links[1]), 409, "not-now")
    check(made.look()["can"]["hint"], made.look()["can"])
    check_equal((made.act("hint").status, made.act("think").status), (200, 200), "hints and thoughts")
    # Whoever has decided something agrees no more.
    made = shared().game("y", ("here", "link"), options={"size": 5}, hints=True)
    made.move("a1")
    check(made.look(made.links[1])["can"]["agree"], "before the first decision")
    made.move("a2", key=made.links[1])
    check_refused(made.act("agree", made.links[1]), 409, "not-now")
    # Two at one screen agree when they set the game up; alone nobody has to.
    for players, hints, wanted in ((("here", "here"), None, 403), (("here", "here"), True, 200), (("here", "easy"), None, 200)):
        made = shared().game("y", players, options={"size": 5}, **({} if hints is None else {"hints": hints}))
        check_equal(made.act("hint").status, wanted, f"a hint with {players} {hints}")
    made.act("resign", seat=0)
    check_equal(made.look()["hints"], "allowed", "when it is over")


@test
def a_move_is_taken_back_when_the_others_grant_it():
    made = shared().game("y", ("here", "link"), options={"size": 5}, clock="20+5")
    link = made.links[1]
    made.look(link)
    made.move("a1")
    check(not made.look(link)["can"]["undo"], "the other has nothing to take back")
    state = made.move("a2", key=link).json
    check(made.look()["can"]["undo"] and state["can"]["undo"], "after the answer, too")
    asked = made.act("undo", version=state["version"]).json
    check_equal((asked["total"], asked["takeback"]), (2, {"seat": 0, "state": "asked", "by": None}), "asked")
    check_equal((asked["can"]["undo"], asked["can"]["grant"]), (False, False), "who asks waits")
    seen = made.look(link)
    check_equal((seen["can"]["undo"], seen["can"]["grant"]), (False, True), "the other answers")
    check_equal(made.look(None)["can"]["grant"], False, "a viewer does not")
    check_refused(made.act("undo", version=asked["version"]), 409, "not-now")
    check_refused(made.act("takeback", version=asked["version"], grant=True), 409, "not-now")
    check_refused(made.act("takeback", None, version=asked["version"], grant=True), 409, "not-now")
    check_refused(made.act("takeback", link, version=1, grant=True), 409, "not-now")
    back = made.act("takeback", link, version=asked["version"], grant=True).json
    check_equal((back["total"], back["turn"], back["takeback"]), (0, 0, {"seat": 0, "state": "granted", "by": 1}), "granted")
    check(all(left <= 20 for left in back["clock"]["left"]), back["clock"])
    check_equal(made.move("b2").json["takeback"], None, "the notice goes with the next move")


@test
def a_takeback_that_is_refused_is_not_asked_for_again():
    made = shared().game("y", ("here", "link"), options={"size": 5})
    link = made.links[1]
    state = made.move("a1").json
    asked = made.act("undo", version=state["version"]).json
    refused = made.act("takeback", link, version=asked["version"], grant=False).json
    check_equal((refused["total"], refused["takeback"]), (1, {"seat": 0, "state": "refused", "by": 1}), "refused")
    check(not made.look()["can"]["undo"], "asked for again")
    check_refused(made.act("undo", version=refused["version"]), 409, "not-now")
    state = made.move("a2", key=link).json
    check_equal((state["takeback"], made.look()["can"]["undo"]), (None, True), "after another move")
    # The other's own request lapses with a move.
    asked = made.act("undo", link, version=state["version"]).json
    check_equal(asked["takeback"]["state"], "asked", "the other asks")
    state = made.move("a3").json
    check_equal((state["takeback"], made.look(link)["can"]["grant"]), (None, False), "answered by a move")


@test
def all_others_have_to_grant_a_takeback():
    made = shared().game("cantstop", ("here", "link", "link"), options={"players": 3}, seed=3)
    state = made.move(made.state["moves"][0]).json
    asked = made.act("undo", version=state["version"]).json
    half = made.act("takeback", made.links[1], version=asked["version"], grant=True).json
    check_equal((half["takeback"]["state"], half["can"]["grant"]), ("asked", False), "one of two")
    back = made.act("takeback", made.links[2], version=half["version"], grant=True).json
    check_equal((back["takeback"]["state"], made.look()["moves"]), ("granted", made.state["moves"]), "both")


@test
def where_something_is_hidden_nobody_takes_a_move_back():
    made = shared().game("kittens", ("here", "link"), seed=3)
    mover = made.key if made.state["moves"] else made.links[1]
    state = made.move("draw", key=mover).json
    check(not state["can"]["undo"], "a card that was seen cannot be unseen")
    answer = made.act("undo", mover, version=state["version"])
    check_refused(answer, 409, "not-now")
    check("other people" in answer.json["error"], answer.json)
