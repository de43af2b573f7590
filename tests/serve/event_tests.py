"""Live events: complete, in order, and the same as the answer of a request."""
import time

from harness import check, check_equal, test
from service import Events, replay, shared


@test
def a_viewer_hears_of_every_step_of_bots():
    made = shared().game("cantstop", ("medium", "hard"), pace=30, seed=9)
    streams = [Events(made, None) for _ in range(3)]
    try:
        made.act("pace", pace=0)
        for stream in streams:
            stream.wait_over()
            states = stream.states()
            steps = replay(states)
            check_equal(steps, made.look(None)["steps"], "steps")
            versions = [s["version"] for s in states]
            check(versions == sorted(set(versions)), "versions grow", versions)
            check_equal(states[0]["from"], 0, "the first has all")
    finally:
        for stream in streams:
            stream.close()


@test
def a_move_is_told_to_everybody_at_once():
    made = shared().game("y", ("here", "link"), options={"size": 5})
    mine, other, viewer = Events(made), Events(made, made.links[1]), Events(made, None)
    try:
        for stream in (mine, other, viewer):
            stream.wait(lambda e: len(e.states()) == 1)
        made.move("b2")
        for stream in (mine, other, viewer):
            stream.wait(lambda e: len(e.states()) == 2)
        check_equal(other.states()[1]["moves"], made.look(made.links[1])["moves"], "the other's moves")
        check_equal((mine.states()[1]["moves"], viewer.states()[1]["moves"]), ([], []), "nobody else's")
        check_equal(viewer.states()[1]["steps"][0]["move"], "b2", "the step")
        made.move("c3", key=made.links[1])
        for stream in (mine, other, viewer):  # a stream that keeps up gets only what is new
            stream.wait(lambda e: len(e.states()) == 3)
            check_equal([(s["from"], s["total"]) for s in stream.states()], [(0, 0), (0, 1), (1, 2)], "steps sent")
    finally:
        for stream in (mine, other, viewer):
            stream.close()


@test
def undo_switch_pace_and_again_are_told():
    made = shared().game("y", ("here", "easy"), options={"size": 5})
    stream = Events(made)
    try:
        made.move("b2")
        made.wait_turn()
        made.act("undo", version=made.look()["version"])
        stream.wait(lambda e: e.states() and e.states()[-1]["total"] == 0 and len(e.states()) > 2)
        check_equal(replay(stream.states()), [], "steps after undo")
        made.act("pace", pace=77)
        stream.wait(lambda e: e.states()[-1]["pace"] == 77)
        made.act("switch")
        stream.wait(lambda e: e.states()[-1]["seat"] == 1)
        made.act("resign", seat=1)
        stream.wait_over()
        following = made.act("again").json["id"]
        stream.wait(lambda e: e.states()[-1]["next"] == following)
        replay(stream.states())
    finally:
        stream.close()


@test
def a_silent_stream_gets_comments_and_lives():
    made = shared().game("y", ("here", "here"), options={"size": 5})
    stream = Events(made)
    try:
        stream.wait(lambda e: e.comments >= 1)
        time.sleep(1)
        made.move("a1")
        stream.wait(lambda e: len(e.states()) == 2)
    finally:
        stream.close()


@test
def those_who_leave_are_forgotten():
    made = shared().game("y", ("here", "here"), options={"size": 5})
    streams = [Events(made, None) for _ in range(10)]
    for stream in streams:
        stream.close()
    for move in ("a1", "a2", "b2", "a3"):  # a closed connection is noticed when there is something to send
        made.move(move)
        time.sleep(0.05)
    stream = Events(made)
    stream.wait(lambda e: e.states())
    stream.close()
