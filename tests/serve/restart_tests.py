"""The end of the process, however it comes, is the end of nothing else."""
import sqlite3

from harness import check, check_equal, test
from request_tests import check_refused
from service import Events, Server


def same(before, after):
    for field in ("state", "moves", "steps", "total", "turn", "asks", "players", "over", "spec", "version",
                  "pace", "paused", "owner", "seat"):
        check_equal(after[field], before[field], field)


@test
def a_killed_service_goes_on_where_it_was():
    server = Server()
    games = [server.game("kittens", ("here", "v1"), seed=3), server.game("cantstop", ("here", "medium")),
             server.game("y", ("here", "link"), options={"size": 5}),
             server.game("parchis", ("easy", "here"), clock="10m+1s")]
    for made in games:
        for _ in range(3):
            state = made.wait(lambda s: s["moves"] or s["over"] or s["turn"] == 1)
            if state["moves"]:
                made.move(state["moves"][0])
    quiet = [made.wait(lambda s: s["asks"] or s["over"]) for made in games]
    over = server.game("y", ("here", "random"), options={"size": 3})
    over.play()
    ended = over.look()
    stream = Events(games[0])
    stream.wait(lambda e: e.states())
    server.kill()
    stream.wait(lambda e: e.ended)
    stream.close()
    server.start()
    for made, before in zip(games, quiet):
        after = made.look()
        same(before, after)
        if before["clock"]:
            check(abs(after["clock"]["left"][1] - before["clock"]["left"][1]) < 30, after["clock"])
    same(ended, over.look())
    for made in games:
        check(made.play(lambda moves: "stop" if "stop" in moves else moves[0])["over"], "it is played to its end")
    server.end()


@test
def bots_think_again_without_anybody_asking():
    server = Server()
    made = server.game("cantstop", ("medium", "hard"), pace=40, seed=6)
    made.wait(lambda s: s["total"] > 6)
    server.kill()
    server.start()
    first = made.look(None)["total"]
    check(first > 6, first)
    made.wait(lambda s: s["total"] > first)
    made.act("pace", pace=0)
    resumed = [s["move"] for s in made.wait(lambda s: s["over"])["steps"]]
    whole = server.game("cantstop", ("medium", "hard"), seed=6)
    check_equal([s["move"] for s in whole.wait(lambda s: s["over"])["steps"]], resumed, "the same game")
    server.end()


@test
def killed_again_and_again_in_the_midst_of_it_nothing_that_was_told_is_lost():
    server = Server()
    made = server.game("cantstop", ("medium", "hard", "easy"), pace=1, seed=12)
    told = 0
    for _ in range(5):
        stream = Events(made, None)
        stream.wait(lambda e: e.states() and (e.states()[-1]["total"] > told + 10 or e.states()[-1]["over"]))
        server.kill()
        stream.wait(lambda e: e.ended)
        seen = stream.states()[-1]["total"]
        stream.close()
        server.start()
        now = made.look(None)["total"]
        check(now >= seen, f"{seen} steps were told, {now} are there")
        told = now
    server.end()


@test
def a_terminated_service_ends_well_while_bots_think_and_people_wait():
    server = Server("--threads", "1")
    made = server.game("y", ({"kind": "bot", "bot": "mcts", "options": {"iterations": 1000000}}, "here"), options={"size": 11})
    stream = Events(made)
    stream.wait(lambda e: e.states())
    server.end()
    stream.wait(lambda e: e.ended)
    stream.close()
    server.start()
    check_equal(made.look()["total"], 0, "what was thought in haste is not played")
    server.end()


@test
def a_damaged_game_is_told_and_harms_no_other():
    server = Server()
    bad, lively, good = (server.game("y", players, options={"size": 4}, pace=10000)
                         for players in (("here", "here"), ("random", "random"), ("here", "here")))
    server.kill()
    file = sqlite3.connect(server.data)
    file.execute("UPDATE game SET data = '{' || data WHERE id = ?", (bad.id,))
    file.execute("UPDATE game SET steps = x'ffff7f' WHERE id = ?", (lively.id,))
    file.commit()
    file.close()
    server.start()
    check(f"the game {lively.id[:6]}… cannot be read" in server.log_text(), server.log_text()[-500:])
    check_refused(bad.get(), 500, "damaged")
    check_refused(lively.get(), 500, "damaged")
    check_refused(server.get(good.path()[:-4] + "AAAA"), 404, "no-such-game")
    check_equal(good.get().status, 200, "another game")
    server.end()
