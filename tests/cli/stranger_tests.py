"""Files of strangers: databases that carry code or never end, settings that lie, results that are forged. Whatever is in
a file, the commands that read it end soon, with one sentence; and a forged game is refused with its number."""
import json
import os
import shutil
import sqlite3
import struct

from harness import check, check_equal, tahur, test, test_each
from run_tests import COUNT, change, path, remove

PAGE = 4096

# ---- databases that carry code, or never end ----

ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n >= 0)"
COLUMNS = ("n AS number, '' AS seats, '' AS ending, '' AS payoff, 1 AS turns, 1 AS decisions, 1 AS varied, NULL AS fault, "
           "NULL AS fault_seat, '' AS counters, 1 AS digest, x'' AS moves")


def is_refused(result, *words):
    check(result.status == 2 and result.err.count("\n") == 1, result)
    check(all(word in result.err for word in words), words, result)


def refused_by_all(n, words):
    """By every command that reads a run, and by the one that would go on with it."""
    for arguments in [["runs", f"{n}-run.db"], ["report", f"{n}-run.db"], ["report", f"{n}-run.db", "--verify"],
                      ["replay", f"{n}-run.db"], ["review", f"{n}-run.db", "--bot=v1"],
                      ["merge", f"{n}-run.db", f"--into={n}-new.db"], ["merge", f"{n}-run.db", "--trust", f"--into={n}-new.db"],
                      ["arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db"]]:
        is_refused(tahur.run(*arguments), f"{n}-run.db", *words)
        check(not os.path.exists(path(f"{n}-new.db")), "a merge that was refused left a file")


@test_each("code in a database is refused", [
    ("view “game”", ["DROP TABLE game", f"CREATE VIEW game AS {ENDLESS} SELECT {COLUMNS} FROM c WHERE n < 0"]),
    ("view “block”", ["DROP TABLE block", f"CREATE VIEW block AS {ENDLESS} SELECT n AS number, 2 AS games FROM c WHERE n < 0"]),
    ("view “setting”", ["DROP TABLE setting", f"CREATE VIEW setting AS {ENDLESS} SELECT 'x' AS name, '1' AS value FROM c"]),
    ("view “ahead”", ["DROP TABLE ahead", f"CREATE VIEW ahead AS {ENDLESS} SELECT {COLUMNS} FROM c WHERE n < 0"]),
    ("view “move_time”", ["DROP TABLE move_time", f"CREATE VIEW move_time AS {ENDLESS} SELECT n AS bot, 1 AS answers, "
                          "1 AS total, 1 AS worst, '[]' AS steps FROM c WHERE n < 0"]),
    ("view “harmless”", ["CREATE VIEW harmless AS SELECT 1"]),
    ("trigger “t”", [f"CREATE TRIGGER t AFTER INSERT ON block BEGIN INSERT INTO block {ENDLESS} SELECT n, 2 FROM c; END"]),
    ("table “other”", ["CREATE TABLE other(a)"]),
    ("table “v”", ["CREATE VIRTUAL TABLE v USING rtree(a, b, c)"]),
    ("index “i”", ["CREATE INDEX i ON game(abs(number))"]),
    ("table “block”", ["DROP TABLE block", "CREATE TABLE block(number INTEGER PRIMARY KEY, games AS (number * 0 + 2))"]),
    ("table “time”", ["DROP TABLE time", "CREATE TABLE time(begun INTEGER, written DEFAULT (randomblob(1000000000)))"])])
def code(what, statements):
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", *statements)
        refused_by_all(n, ["is refused", what])
    finally:
        remove(f"{n}-run.db", f"{n}-new.db")


def interior_page(child, cells=400):
    """An inner page of a table whose children are all the same page."""
    start = PAGE - 5 * cells
    head = struct.pack(">BHHHBI", 5, 0, cells, start, 0, child)
    places = b"".join(struct.pack(">H", start + 5 * i) for i in range(cells))
    page = (head + places).ljust(start, b"\0") + (struct.pack(">I", child) + b"\1") * cells
    assert len(page) == PAGE
    return page


def make_endless(name, table, levels=8):
    """Its root becomes the first of many levels of pages, each of which has the next one as child 401 times."""
    base = sqlite3.connect(path(name))
    root = base.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchone()[0]
    base.close()
    with open(path(name), "r+b") as file:
        data = bytearray(file.read())
        assert struct.unpack(">H", data[16:18])[0] == PAGE
        pages = len(data) // PAGE
        leaf = data[(root - 1) * PAGE:root * PAGE]
        data[(root - 1) * PAGE:root * PAGE] = interior_page(pages + 1)
        for i in range(1, levels):
            data += interior_page(pages + i + 1)
        data += leaf
        data[28:32] = struct.pack(">I", len(data) // PAGE)
        file.seek(0)
        file.write(data)


@test_each("a small file that reads as an endless table is refused", [("block",), ("game",), ("ahead",), ("move_time",)])
def endless(table):
    n = next(COUNT)
    words = ["refused: it takes far longer"] if table == "ahead" else ["-run.db is"]
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        if table == "ahead":
            change(f"{n}-run.db", "INSERT INTO ahead SELECT * FROM game WHERE number = 19")
        make_endless(f"{n}-run.db", table)
        if table == "move_time":  # times are left out if they make no sense
            check(tahur.run("report", f"{n}-run.db").status in (0, 2), "it ended in another way")
            return
        if table != "game":  # of which `runs` asks for each game by its number
            is_refused(tahur.run("runs", f"{n}-run.db"), *words)
        is_refused(tahur.run("report", f"{n}-run.db", f"--csv={n}-out"), *words)
        is_refused(tahur.run("merge", f"{n}-run.db", f"--into={n}-new.db"), *words)
    finally:
        remove(f"{n}-run.db", f"{n}-new.db", f"{n}-out")


@test
def a_run_of_very_many_games_is_reported_as_soon_as_one_of_few():
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", "UPDATE setting SET value = '1000000000000000000' WHERE name IN ('games', 'all_games')")
        check_equal(tahur.json("report", f"{n}-run.db")["games"], 20, "games")
        check_equal(tahur.json("runs", f"{n}-run.db")["games"], 20, "games")
    finally:
        remove(f"{n}-run.db")


@test_each("the file of a service carries no code", [
    ("view “game”", f"CREATE VIEW game AS {ENDLESS} SELECT n AS id, 1 AS made, 1 AS changed, 1 AS lively, '' AS data, "
     "x'' AS steps, NULL AS review FROM c WHERE n < 0"),
    ("table “other”", "CREATE TABLE other(a)")])
def service(what, statement):
    n = next(COUNT)
    try:
        change(f"{n}-games.db", "PRAGMA application_id = 1953002358", "PRAGMA user_version = 1", statement)
        is_refused(tahur.run("serve", f"--data={n}-games.db", "--port=0"), f"{n}-games.db is refused", what)
    finally:
        remove(f"{n}-games.db")


# ---- settings ----

@test
def settings_of_more_than_a_megabyte_are_saved():
    """Openings: the size of a new file says nothing about what may be in it."""
    n = next(COUNT)
    try:
        cells = "abcdefghijklmnop"
        moves = "; ".join(f"{cells[i]}{j}" for i in range(15) for j in range(1, 5))
        with open(path(f"{n}-openings"), "w", encoding="utf-8") as file:
            file.write(f"moves {moves}\n" * 6000)
        command = ["arena", "y:size=19", "random", "--games=4", f"--openings={n}-openings", f"--save={n}-run.db"]
        tahur.json(*command)
        tahur.json(*command)
        check(os.path.getsize(path(f"{n}-run.db")) > 1500000, "the settings are too short for this test")
        check("verified: 4 games" in tahur.text("report", f"{n}-run.db", "--verify"), "verified")
    finally:
        remove(f"{n}-run.db", f"{n}-openings")


def setting(name, value):
    text = value if isinstance(value, str) else json.dumps(value)
    return f"UPDATE setting SET value = '{text}' WHERE name = '{name}'"


def bot(name="x", spec="v1", text="v1"):
    return {"name": name, "spec": spec, "text": text}


@test_each("settings that no command writes are refused", [
    ("bots", setting("bots", [bot("\u001b[2Jv1"), bot("b")])),
    ("bots", setting("bots", [bot("a\nb"), bot("b")])),
    ("bots", setting("bots", [bot("\u202ea"), bot("b")])),
    ("bots", setting("bots", [bot("x" * 5000), bot("b")])),
    ("bots", setting("bots", [bot("a", "v1:" + "x" * 600), bot("b")])),
    ("bots", setting("bots", [bot("a"), bot("a")])),
    ("bots", setting("bots", [bot(str(i)) for i in range(5000)])),
    ("bots", setting("bots", [[[[["deep"]]]]])),
    ("command", setting("command", ["arena"])),
    ("command", setting("command", "x" * 100)),
    ("version", setting("version", "\u0007")),
    ("game", setting("game", '"kittens:' + "x" * 600 + '"')),
    ("max_turns", setting("max_turns", 4294967295)),
    ("max_turns", setting("max_turns", -1)),
    ("random_plies", setting("random_plies", 1000000000)),
    ("seats", setting("seats", 5)),
    ("openings", setting("openings", [1])),
    ("openings", setting("openings", ["x" * 9000])),
    ("openings", setting("openings", ["a\u0000b"])),
    ("new\\nline", "INSERT INTO setting VALUES('new' || char(10) || 'line', '1')"),
    ("more than 100", f"INSERT INTO setting {ENDLESS} SELECT 'x' || n, '1' FROM c LIMIT 200"),
    ("extra", "INSERT INTO setting VALUES('extra', '\"" + "x" * 100000 + "\"')"),
    ("extra", "INSERT INTO setting VALUES('extra', '" + "[" * 1000 + "]" * 1000 + "')")])
def settings(name, sql):
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", sql)
        for arguments in [["runs", f"{n}-run.db"], ["report", f"{n}-run.db"],
                          ["merge", f"{n}-run.db", "--trust", f"--into={n}-new.db"]]:
            result = tahur.run(*arguments)
            is_refused(result, "damaged")
            check(not any(ord(c) < 32 for c in result.err[:-1]), "the sentence has control characters", result)
    finally:
        remove(f"{n}-run.db", f"{n}-new.db")


@test
def no_program_that_a_run_names_is_started():
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        spec = f"exec:command=touch {path(f'{n}-started')}"
        change(f"{n}-run.db", setting("bots", [bot("a", spec, spec), bot("b", "lib:file=./x.so", "lib")]))
        for arguments in [["runs"], ["report"], ["report", "--verify"], ["report", f"--html={n}-out"], ["replay"],
                          ["merge", f"--into={n}-new.db"]]:
            tahur.text(arguments[0], f"{n}-run.db", *arguments[1:])
        check(not os.path.exists(path(f"{n}-started")), "a program was started")
    finally:
        remove(f"{n}-run.db", f"{n}-new.db", f"{n}-out", f"{n}-started")


# ---- forged results ----

GOLDEN, MASK = 0x9e3779b97f4a7c15, (1 << 64) - 1


def numbers_of(tape):
    values, value, shift = [], 0, 0
    for byte in tape:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            values.append(value)
            value = shift = 0
    return values


def tape_of(values):
    out = bytearray()
    for value in values:
        while value > 127:
            out.append(value & 127 | 128)
            value >>= 7
        out.append(value)
    return bytes(out)


def digest_of(tape, payoff, ending):
    """As core/match_loop.h has it: a forger can read it there."""
    digest = 0
    ends = {"won": 0, "unfinished": 1, "fault": 2}
    for value in numbers_of(tape) + [int(share * 12 + 0.5) for share in payoff] + [ends[ending]]:
        digest = (digest ^ value) * GOLDEN & MASK
        digest ^= digest >> 32
    return digest - (1 << 64) if digest >> 63 else digest


class Forgery:
    """A game of a saved run in the hands of a forger, who makes the digest right in the end."""

    def __init__(self, name, number):
        self.base, self.number = sqlite3.connect(path(name)), number
        self.base.row_factory = sqlite3.Row
        self.row = self.read(number)

    def read(self, number):
        return dict(self.base.execute("SELECT * FROM game WHERE number = ?", [number]).fetchone())

    def write(self, **changes):
        row = {**self.row, **changes}
        row["digest"] = digest_of(row["moves"], json.loads(row["payoff"]), row["ending"])
        names = ", ".join(f"{name} = ?" for name in row)
        self.base.execute(f"UPDATE game SET {names} WHERE number = ?", [*row.values(), self.number])
        self.base.commit()
        self.base.close()


def other_result(f):
    f.write(payoff=json.dumps(json.loads(f.row["payoff"])[::-1]))


def moves_cut(f):
    f.write(moves=tape_of(numbers_of(f.row["moves"])[:-1]), ending="unfinished", payoff="[0,0]")


def fault_invented(f):
    """At a place where no seat has to decide: after the last move."""
    f.write(ending="fault", fault=-3, fault_seat=0, payoff="[0,1]")


def another_game(f):
    other = f.read(f.number + 2)
    f.write(**{name: value for name, value in other.items() if name not in ("number", "seats")})


def seats_swapped(f):
    f.write(seats=json.dumps(json.loads(f.row["seats"])[::-1]))


def other_luck(f):
    """The luck of the other block in this one: the rules have nothing against the first outcome."""
    values = numbers_of(f.row["moves"])
    mine, other = numbers_of(f.read(f.number)["moves"]), numbers_of(f.read(f.number + 4)["moves"])
    f.write(moves=tape_of([other[0] if mine[0] != other[0] else other[0] ^ 1, *values[1:]]))


def other_counters(f):
    f.write(counters="[[9,9],[9,9]]")


def other_turns(f):
    f.write(turns=f.row["turns"] + 1)


@test_each("a forged game is refused with its number", [
    (f"{forge.__name__.replace('_', ' ')}, {game}", forge, game)
    for forge in (other_result, moves_cut, fault_invented, another_game, seats_swapped, other_luck, other_counters, other_turns)
    for game in ("cantstop:players=2", "kittens")])
def forged_game(_, forge, game):
    n = next(COUNT)
    bots = ["easy", "hard"] if game != "kittens" else ["v1", "v2"]
    try:
        tahur.json("arena", game, *bots, "--games=20", f"--save={n}-run.db")
        check("verified: 20 games" in tahur.text("report", f"{n}-run.db", "--verify"), "the honest run")
        forge(Forgery(f"{n}-run.db", 6))
        is_refused(tahur.run("report", f"{n}-run.db", "--verify"), f"{n}-run.db: game 6 is refused")
        is_refused(tahur.run("report", f"{n}-run.db", "--verify", f"--csv={n}-out"), "game 6 is refused")
        check(not os.path.exists(path(f"{n}-out")), "games of a forged run were written")
        is_refused(tahur.run("merge", f"{n}-run.db", f"--into={n}-new.db"), f"{n}-run.db: game 6 is refused")
        check(not os.path.exists(path(f"{n}-new.db")), "a merge that was refused left a file")
    finally:
        remove(f"{n}-run.db", f"{n}-new.db", f"{n}-out")


@test
def a_forged_result_that_fits_its_digest_passes_only_unverified():
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        other_result(Forgery(f"{n}-run.db", 6))
        tahur.text("report", f"{n}-run.db")
        merged = tahur.json("merge", f"{n}-run.db", "--trust", f"--into={n}-new.db")
        check_equal((merged["games"], merged["games_verified"]), (20, None), "merged")
    finally:
        remove(f"{n}-run.db", f"{n}-new.db")


@test_each("a run with other settings than it was played with is refused", [
    (setting("seed", 2),), (setting("max_turns", 1),), (setting("random_plies", 3),),
    (setting("game", '"cantstop:players=2,forced=1"'),)])
def other_settings(sql):
    n = next(COUNT)
    try:
        tahur.json("arena", "cantstop:players=2", "easy", "random", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", sql)
        is_refused(tahur.run("report", f"{n}-run.db", "--verify"), "game 0 is refused")
        is_refused(tahur.run("merge", f"{n}-run.db", f"--into={n}-new.db"), "game 0 is refused")
    finally:
        remove(f"{n}-run.db", f"{n}-new.db")


@test
def forged_games_that_are_ahead_are_refused():
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", "INSERT INTO ahead SELECT * FROM game WHERE number >= 16",
               "DELETE FROM game WHERE number >= 16", "DELETE FROM block WHERE number >= 8")
        check_equal(tahur.json("merge", f"{n}-run.db", f"--into={n}-good.db")["games_verified"], 20, "verified")
        change(f"{n}-run.db", "UPDATE ahead SET seats = '[1,0]' WHERE number = 18")
        is_refused(tahur.run("merge", f"{n}-run.db", f"--into={n}-new.db"), "game 18 is refused")
    finally:
        remove(f"{n}-run.db", f"{n}-good.db", f"{n}-new.db")


@test_each("an honest run is verified", [
    (["arena", "cantstop", "easy", "medium", "hard", "random", "--games=30"], 30),
    (["arena", "cantstop", "random", "--games=8", "--random-plies=6"], 8),
    (["arena", "parchis", "random", "greedy", "--games=6", "--max-turns=20"], 6),
    (["arena", "y:size=4", "random", "--games=10"], 10),
    (["league", "cantstop:players=3", "easy", "medium", "random", "hard", "--games=6", "--seed=9"], 24),
    (["league", "kittens", "v1", "v2", "v3", "--games=10", "--format=round-robin"], 30),
    (["compare", "cantstop", "easy", "random", "--games=64"], None),
    (["compare", "kittens", "v1", "v2", "--games=64", "--against", "v3"], None),
    (["arena", "kittens", "exec:command=exec false", "random", "--games=4"], 4)])
def honest(command, games):
    n = next(COUNT)
    try:
        check_equal(tahur.run(*command, f"--save={n}-run.db").status, 0, "status")  # a fault is reported on standard error
        played = tahur.json("runs", f"{n}-run.db")["games"]
        check(games is None or games == played, "games", played)
        check(f"verified: {played} games replayed" in tahur.text("report", f"{n}-run.db", "--verify"), "verified")
        check_equal(tahur.json("report", f"{n}-run.db", "--verify"), tahur.json("report", f"{n}-run.db"), "as JSON")
        check_equal(tahur.json("merge", f"{n}-run.db", f"--into={n}-new.db")["games_verified"], played, "merged")
    finally:
        remove(f"{n}-run.db", f"{n}-new.db")


@test
def openings_are_verified():
    n = next(COUNT)
    try:
        with open(path(f"{n}-openings"), "w", encoding="utf-8") as file:
            file.write("moves a1\nmoves b1; b2\nmoves c1\n")
        tahur.json("arena", "y:size=4", "random", "greedy", "--games=12", f"--openings={n}-openings", f"--save={n}-run.db")
        check("verified: 12 games" in tahur.text("report", f"{n}-run.db", "--verify"), "verified")
        shutil.copy(path(f"{n}-run.db"), path(f"{n}-bad.db"))
        base = sqlite3.connect(path(f"{n}-bad.db"))
        openings = json.loads(base.execute("SELECT value FROM setting WHERE name = 'openings'").fetchone()[0])
        base.close()
        change(f"{n}-bad.db", setting("openings", [openings[1], openings[0], openings[2]]))
        is_refused(tahur.run("report", f"{n}-bad.db", "--verify"), "is refused")
    finally:
        remove(f"{n}-run.db", f"{n}-bad.db", f"{n}-openings")
