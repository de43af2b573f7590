"""Files of runs that are damaged or forged: nothing that is read from a database is believed."""
import random
import sqlite3

from harness import check, tahur, test, test_each
from run_tests import COUNT, change, harmless, path, remove


@test
def damaged_files_are_refused_with_a_reason():
    n = next(COUNT)
    command = ["league", "kittens", "v1", "v2", "v3", "--games=200"]
    dice = random.Random(1)
    try:
        tahur.json(*command, f"--save={n}-run.db")
        with open(path(f"{n}-run.db"), "rb") as file:
            good = file.read()
        for i in range(60):
            data = bytearray(good)
            if i % 3 == 0:
                data = data[:dice.randrange(len(data))]
            for _ in range(dice.choice([1, 3, 30]) if i % 3 else 0):
                data[dice.randrange(len(data))] = dice.randrange(256)
            remove(f"{n}-bad.db")
            with open(path(f"{n}-bad.db"), "wb") as file:
                file.write(data)
            for arguments in [["runs", f"{n}-bad.db"], ["report", f"{n}-bad.db"], [*command, f"--save={n}-bad.db"],
                              ["merge", f"{n}-bad.db", "--into", f"{n}-new.db"]]:
                harmless(*arguments)
            remove(f"{n}-new.db")
        for name, data in [(f"{n}-text.db", b"hello, world\n" * 100), (f"{n}-zero.db", b"")]:
            with open(path(name), "wb") as file:
                file.write(data)
            result = tahur.run("runs", name)
            check(result.status == 2 and name in result.err, result)
    finally:
        remove(f"{n}-run.db", f"{n}-bad.db", f"{n}-new.db", f"{n}-text.db", f"{n}-zero.db")


@test_each("what does not belong into a run is found", [
    ("UPDATE setting SET value = '7' WHERE name = 'seats'",),
    ("UPDATE setting SET value = '-1' WHERE name = 'block_games'",),
    ("UPDATE setting SET value = '\"chess\"' WHERE name = 'game'",),
    ("UPDATE setting SET value = 'x' WHERE name = 'bots'",),
    ("DELETE FROM setting WHERE name = 'command'",),
    ("UPDATE game SET payoff = '[2,0]' WHERE number = 3",),
    ("UPDATE game SET payoff = 'nonsense' WHERE number = 3",),
    ("UPDATE game SET counters = '[[-1],[]]' WHERE number = 3",),
    ("UPDATE game SET ending = 'lost' WHERE number = 3",),
    ("UPDATE game SET seats = '[0,99]' WHERE number = 3",),
    ("UPDATE game SET fault_seat = 9 WHERE number = 3",),
    ("DELETE FROM game WHERE number = 3",),
    ("INSERT INTO block VALUES(1000000, 2)",),
    ("INSERT INTO block VALUES(-5, 2)",),
    ("DROP TABLE game",),
    ("PRAGMA application_id = 1",),
    ("PRAGMA user_version = 99",)])
def forged(sql):
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        base = sqlite3.connect(path(f"{n}-run.db"))
        base.execute(sql)
        base.commit()
        base.close()
        found = [harmless("runs", f"{n}-run.db"), harmless("report", f"{n}-run.db", f"--csv={n}-out.csv"),
                 harmless("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")]
        check(any(result.status != 0 for result in found), sql, "was not noticed")
    finally:
        remove(f"{n}-run.db", f"{n}-out.csv")


def setting(name, value):
    return f"UPDATE setting SET value = '{value}' WHERE name = '{name}'"


def game(columns, number=5):
    return f"UPDATE game SET {columns} WHERE number = {number}"


# Of four seats; every report of it must fail, and say that the run is damaged.
@test_each("a comparison that was changed is not counted", [
    (game("payoff = '[1,1,1,1]'"),), (game("payoff = '[0,0,0,0]'"),), (game("payoff = '[0.5,0,0,0]'"),),
    (game("payoff = '[1,0,0]'"),), (game("payoff = '[1,0,0,\"0\"]'"),), (game("payoff = '[2,-1,0,0]'"),),
    (game("payoff = '[1e400,0,0,0]'"),), (game("payoff = x'5b312c302c302c305d'"),),
    (game("ending = 'unfinished'"),), (game("ending = 'fault'"),), (game("ending = 7"),),
    (game("ending = 'fault', fault = -1, fault_seat = 0, payoff = '[1,0,0,0]'"),),
    (game("ending = 'fault', fault = -9, fault_seat = 0, payoff = '[0,0.5,0.25,0.25]'"),),
    (game("ending = 'fault', fault = 1, fault_seat = 3"),), (game("fault = -1, fault_seat = 4"),),
    (game("fault = -1"),), (game("fault_seat = -1"),), (game("fault = 'crash', fault_seat = 'x'"),),
    (game("turns = -1"),), (game("turns = 4294967296"),), (game("turns = 'many'"),), (game("turns = 1.5"),),
    (game("decisions = -1"),), (game("decisions = 1e300"),), (game("varied = 2"),),
    (game("counters = '[[1],[2],[3]]'"),), (game("counters = '[[1],[2],[3],[4294967296]]'"),),
    (game("counters = '[[1.5],[],[],[]]'"),), (game("counters = '{}'"),),
    (game("counters = '[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[],[],[]]'"),),
    (game("digest = 'x'"),), (game("moves = 7"),),
    (game("seats = '[0,0,0,0]'"),), (game("seats = '[1,1,1,1]'"),), (game("seats = '[0,1]'"),),
    (game("seats = '[0,0,1,2]'"),), (game("seats = '[-1,0,1,1]'"),), (game("seats = '[4294967296,0,1,1]'"),),
    (game("seats = '[0.5,0,1,1]'"),), (game("number = 1000"),), ("DELETE FROM game WHERE number = 5",),
    ("UPDATE block SET games = 3 WHERE number = 1",), ("UPDATE block SET games = 'x' WHERE number = 1",),
    ("UPDATE block SET number = 16 WHERE number = 1",),
    ("UPDATE block SET number = 4611686018427387904 WHERE number = 1",),
    (setting("seats", 2),), (setting("seats", 4294967300),), (setting("seats", '"4"'),),
    (setting("block_games", 8),), (setting("block_games", 0),), (setting("block_games", 4294967300),),
    (setting("all_games", 60),), (setting("all_games", -1),), (setting("max_turns", -1),),
    (setting("others", 1),), (setting("others", 1000000000),), (setting("others", -1),),
    (setting("elo", "[10,0]"),), (setting("elo", "[0]"),), (setting("errors", "[0,0]"),),
    (setting("errors", "[2,0.05]"),), (setting("bots", "[]"),), (setting("bots", "7"),),
    (setting("bots", '[{"name":"random","spec":"random","text":"random"}]'),),
    (setting("openings", '["nowhere"]'),), (setting("openings", "{}"),), (setting("command", '"arena"'),),
    (setting("game", '"cantstop:players=2"'),), ("DELETE FROM setting WHERE name = 'seats'",)])
def changed(sql):
    n = next(COUNT)
    try:
        tahur.text("compare", "cantstop", "random", "random", "--games=64", "--seed=3", f"--save={n}-run.db")
        change(f"{n}-run.db", sql)
        for arguments in [[], ["--html", f"{n}-out.html"], ["--csv", f"{n}-out.csv"], ["--record", f"{n}-out.txt"]]:
            result = tahur.run("report", f"{n}-run.db", *arguments)
            check(result.status == 2 and result.err.count("\n") == 1, sql, arguments, result)
        harmless("runs", f"{n}-run.db")
        harmless("replay", f"{n}-run.db", "--json")
        harmless("merge", f"{n}-run.db", "--into", f"{n}-new.db")
        harmless("compare", "cantstop", "random", "random", "--games=64", "--seed=3", f"--save={n}-run.db")
    finally:
        remove(f"{n}-run.db", f"{n}-new.db", f"{n}-out.html", f"{n}-out.csv", f"{n}-out.txt")


@test
def games_of_no_block_are_not_counted():
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", "DELETE FROM block WHERE number = 4")
        for arguments in [["--csv", f"{n}-out"], ["--record", f"{n}-out"], ["--html", f"{n}-out"]]:
            result = tahur.run("report", f"{n}-run.db", *arguments)
            check(result.status == 2 and "damaged: block 4" in result.err, result)
    finally:
        remove(f"{n}-run.db", f"{n}-out")


@test
def one_bot_has_as_many_places_as_there_are_seats():
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "--games=4", f"--save={n}-run.db")
        tahur.text("report", f"{n}-run.db", "--html", f"{n}-out")
        for seats in ["[0,2]", "[-2,1]", "[2147483648,0]", "[4294967295,0]"]:
            change(f"{n}-run.db", game(f"seats = '{seats}'", 1))
            result = tahur.run("report", f"{n}-run.db", "--html", f"{n}-out")
            check(result.status == 2 and "damaged: block 0" in result.err, result)
    finally:
        remove(f"{n}-run.db", f"{n}-out")
