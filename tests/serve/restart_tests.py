"""The end of the process, however it comes, is the end of nothing else."""
import json
import re
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
def a_file_of_format_1_is_taken_over():
    """Version 0.1 wrote it: its table has no column for the client, and its seeds are numbers."""
    server = Server()
    made = server.game("y", ("here", "here"), options={"size": 4}, seed=7)
    made.move("a1")
    server.kill()
    file = sqlite3.connect(server.data)
    columns = "id, made, changed, lively, data, steps, review"
    file.executescript(f"""
        CREATE TABLE old AS SELECT {columns} FROM game;
        DROP TABLE game;
        CREATE TABLE game(  id TEXT PRIMARY KEY,  made INTEGER NOT NULL, changed INTEGER NOT NULL,
          lively INTEGER NOT NULL,  data TEXT NOT NULL,  steps BLOB NOT NULL,  review TEXT) WITHOUT ROWID;
        CREATE INDEX lively ON game(changed) WHERE lively = 1;
        INSERT INTO game SELECT {columns} FROM old;
        DROP TABLE old;
        PRAGMA user_version = 1;""")
    file.close()
    for _ in range(2):
        server.start()
        check_equal(made.look()["total"], 1, "moves")
        server.kill()


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


FORGED = [
    ("$", []), ("$", 7), ("$.version", "x"), ("$.version", -1), ("$.pace", -1), ("$.pace", 1 << 40), ("$.paused", 1),
    ("$.after", "x" * 500), ("$.client", None), ("$.players", []), ("$.players[1]", None),
    ("$.players[0].name", "n" * 500), ("$.players[0].bot", "b" * 5000), ("$.players[0].person", 0),
    ("$.players[1]", {"person": False, "here": False, "name": "", "bot": "exec:command=touch forged"}),
    ("$.players[1]", {"person": False, "here": False, "name": "", "bot": "lib:file=forged.so"}),
    ("$.keys", []), ("$.keys[0].key", ""), ("$.keys[0].key", "k" * 500), ("$.keys[0].seats", -1),
    ("$.keys[0].seats", 1 << 40), ("$.keys[0].decided", 2), ("$.keys[0].decided", -2),
    ("$.timer", {}), ("$.timer", {"gain": -1, "left": [1, 1, 1, 1]}), ("$.timer", {"gain": 1, "left": [1, 1]}),
    ("$.given", {"gain": 1, "left": [1, 1, 1, "x"]}), ("$.given", 1),
    ("$.record", None), ("$.record.spec", "chess"), ("$.record.spec", 7), ("$.record.seed", "x"),
    ("$.record.start", 7), ("$.record.start", "nowhere"), ("$.record.number", "x"), ("$.over", 1),
]
FORGED_END = [("$.record.end", -1), ("$.record.end", 99), ("$.record.end", 0), ("$.record.end_seat", 2),
              ("$.record.end_seat", -1), ("$.record.fault", -99), ("$.record.fault", 1)]


def forge(data, path, value):
    """The JSON text with another value at a path such as $.keys[0].seats."""
    whole = {"$": json.loads(data)}
    steps = re.findall(r"[$\w]+", path)
    place = whole
    for step in steps[:-1]:
        place = place[int(step) if step.isdigit() else step]
    place[int(steps[-1]) if steps[-1].isdigit() else steps[-1]] = value
    return json.dumps(whole["$"])


@test
def nothing_in_the_file_of_games_is_believed():
    server = Server()
    rows = []
    for path, value in FORGED:
        rows.append((server.game("y", ("here", "here"), options={"size": 4}), path, value))
    for path, value in FORGED_END:
        made = server.game("y", ("here", "here"), options={"size": 4})
        made.act("resign", seat=0)
        rows.append((made, path, value))
    good = server.game("y", ("here", "here"), options={"size": 4})
    typed = server.game("y", ("here", "here"), options={"size": 4})
    server.kill()
    file = sqlite3.connect(server.data)
    for made, path, value in rows:
        data, = file.execute("SELECT data FROM game WHERE id = ?", (made.id,)).fetchone()
        file.execute("UPDATE game SET data = ? WHERE id = ?", (forge(data, path, value), made.id))
    file.execute("UPDATE game SET steps = 'text' WHERE id = ?", (typed.id,))
    file.commit()
    file.close()
    server.start()
    for made, path, value in [*rows, (typed, "steps", "text")]:
        answer = made.get()
        check(answer.status == 500, f"{path} = {value!r}: {answer}")
        check_refused(answer, 500, "damaged")
    check_equal(good.get().status, 200, "another game")
    server.end()
