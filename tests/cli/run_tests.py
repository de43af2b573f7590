"""Runs that are saved: killed and gone on with, times, parts, locks, full disks."""
import csv
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from harness import TIME_LIMIT, but, check, check_equal, read_json, scaled, tahur, test, test_each, wait_for_work, wait_until

TIMES = ["seconds", "seconds_a_move"]
COUNT = itertools.count(1)  # tests run side by side: each has files of its own

RUNS = [
    (["arena", "cantstop", "easy", "medium", "hard", "glenn-aloi", f"--games={scaled(30001)}"],),
    (["arena", "kittens", "v1", "v3", f"--games={scaled(9001)}", "--luck=adjusted"],),
    (["league", "kittens", "v1", "v2", "v3", "random", f"--games={scaled(4000)}", "--luck=adjusted"],),
    (["compare", "kittens", "dqn", "v3", "--elo0=150", "--elo1=160", "--luck=adjusted"],),
    (["compare", "kittens", "v1", "v2", "--elo1=3", "--against", "v3"],),
]


def path(name):
    return os.path.join(tahur.directory.name, name)


def remove(*names):
    for name in names:
        for end in ["", "-wal", "-shm", "-journal", "-lock"]:
            if os.path.lexists(path(name + end)):
                os.remove(path(name + end))


def result_of(command, *more):
    return but(tahur.json(*command, *more), *TIMES)


@test_each("a saved run is the run, and goes on from any end", RUNS)
def saved_run(command):
    n = next(COUNT)
    try:
        whole = result_of(command)
        check_equal(result_of(command, f"--save={n}-run.db", "--threads=1"), whole, "while it is saved")
        check_equal(result_of(command, f"--save={n}-run.db"), whole, "when it is there")
        report = but(tahur.json("report", f"{n}-run.db"), *TIMES)
        check_equal(report["digest"], whole["digest"], "digest of the report")
        check_equal(but(report, "game"), but(whole, "game"), "report")
        runs = tahur.json("runs", f"{n}-run.db")
        check_equal((runs["digest"], runs["games"]), (whole["digest"], whole["games"]), "tahur runs")
        check("digest " + whole["digest"] in tahur.text("runs", f"{n}-run.db"), "digest in words")
    finally:
        remove(f"{n}-run.db")


def stored_luck(name):
    with sqlite3.connect(path(name)) as database:
        return database.execute("SELECT count(*) FROM luck").fetchone()[0]


LUCK = [
    (["arena", "kittens", "v1", "v3", "--games=600"], 600),
    (["league", "kittens", "v1", "v3", "random", "--games=200"], 600),
    # A test that cannot be decided: in all of them the same games count.
    (["compare", "kittens", "v1", "v3", "--elo0=-52", "--elo1=-50", "--games=600"], 600),
]


@test_each("luck is saved, and measured again where it is not", LUCK)
def luck_is_saved_and_measured_again_where_it_is_not(command, games):
    n = next(COUNT)
    names = [f"{n}-{luck}.db" for luck in ["plain", "adjusted", "auto"]]
    try:
        adjusted = result_of(command, "--luck=adjusted")
        plain = result_of(command, "--luck=plain", f"--save={names[0]}")
        check_equal(result_of(command, "--luck=adjusted", f"--save={names[1]}"), adjusted, "while it is saved")
        chosen = result_of(command, f"--save={names[2]}")
        measured = 2 * chosen["luck"]["blocks"] if chosen["luck"]["chosen"] == "plain" else games
        check_equal([stored_luck(name) for name in names], [0, games, measured], "games with luck in the files")
        for name in names:
            check_equal(result_of(["report", name], "--luck=adjusted"), adjusted, name)
            check_equal(result_of(["report", name], "--luck=adjusted", "--verify"), adjusted, name)
            check_equal(result_of(["report", name], "--luck=plain"), plain, name)
            check_equal(result_of(["report", name], "--luck=auto"), chosen, name)
        check_equal(result_of(["report", names[0]]), plain, "as it was played")
        check_equal(result_of(["report", names[2]]), chosen, "as it was played")
        check_equal(result_of(command, f"--save={names[0]}"), plain, "a run that goes on keeps it")
        check_equal(result_of(command, f"--save={names[1]}"), adjusted, "a run that goes on keeps it")
        told = tahur.run(*command, "--luck=plain", f"--save={names[1]}")
        check_equal(told.status, 2, told.err)
        check('luck is "adjusted" in the file and not set here' in told.err, told.err)
    finally:
        remove(*names)


@test
def luck_of_what_bots_draw_is_the_same_everywhere():
    """Their chances are asked while they play, and of new ones for a report."""
    n = next(COUNT)
    name = f"{n}-draws.db"
    command = ["arena", "cantstop:players=2", "turn-optimal:error=0.1", "max-rolls:n=4,moves=random", "--games=12",
               "--random-plies=3"]
    try:
        adjusted = result_of(command, "--luck=adjusted", "--threads=1")
        check_equal(result_of(command, "--luck=adjusted", "--threads=3"), adjusted, "on three threads")
        result_of(command, "--luck=plain", f"--save={name}")
        check_equal(result_of(["report", name], "--luck=adjusted"), adjusted, "the report")
        check_equal(result_of(["report", name], "--luck=adjusted", "--verify"), adjusted, "the report, verified")
    finally:
        remove(name)


@test
def luck_that_lies_is_found_out():
    n = next(COUNT)
    name = f"{n}-lies.db"
    command = ["arena", "kittens", "v1", "v3", "--games=40", "--luck=adjusted"]
    try:
        honest = result_of(command, f"--save={name}")
        change(name, "UPDATE luck SET luck = '[-0.5,0.5]'")
        check(result_of(["report", name]) != honest, "what the file says")
        check_equal(result_of(["report", name], "--verify"), honest, "what the moves say")
        for lie in ["'[1]'", "'[0,\"a\"]'", "'[1e300,0]'", "'no list'", "x'00'", f"'{'9' * 5000}'"]:
            change(name, f"UPDATE luck SET luck = {lie} WHERE game = 7")
            told = tahur.run("report", name)
            check_equal((told.status, told.out), (2, ""), lie + told.err)
            check("damaged" in told.err, lie, told.err)
        change(name, "DROP TABLE luck")
        check_equal(result_of(["report", name]), honest, "without the table")
    finally:
        remove(name)


@test_each("killed at any moment, it comes to the same end", RUNS)
def killed_run(command):
    n = next(COUNT)
    dice = random.Random(" ".join(command))
    try:
        whole = result_of(command)
        saved = 0
        for _ in range(8):
            process = tahur.start(*command, f"--save={n}-run.db", "--threads=2")
            wait_for_work(process, dice.uniform(0.0, 1.2))
            process.kill()
            process.communicate()
            looked = tahur.run("runs", f"{n}-run.db", "--json")
            if looked.status == 0:
                saved = max(saved, read_json(looked.out)["games"])
            else:
                check("there is no run" in looked.err or "nothing in" in looked.err, looked.err)
        check_equal(result_of(command, f"--save={n}-run.db"), whole, "result")
        check(saved > 0, "nothing was ever saved")
    finally:
        remove(f"{n}-run.db")


@test
def control_c_saves_what_was_counted():
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=100000000", f"--save={n}-run.db"]
    try:
        stopped = tahur.interrupt(0.5, *command, "--json")
        check_equal(stopped.status, 130, stopped.err)
        games = read_json(stopped.out)["games"]
        check_equal(tahur.json("runs", f"{n}-run.db")["games"], games, "games saved")
        check(games > 0, "none")
    finally:
        remove(f"{n}-run.db")


@test_each("other settings are refused with what differs", [
    (["arena", "kittens", "v1", "v2", "--games=40", "--seed=2"], "seed is 1 in the file and 2 here"),
    (["arena", "kittens", "v1", "v2", "--games=42"], "games is 40 in the file and 42 here"),
    (["arena", "kittens", "v1", "v3", "--games=40"], 'bots[1].spec is "v2" in the file and "v3" here\n'),
    (["arena", "kittens:rules=classic", "v1", "v2", "--games=40"], "game is"),
    (["arena", "kittens", "v1", "mcts:iterations=7", "--games=40"],
     'bots[1].spec is "v2" in the file and "mcts:iterations=7" here\n'),
    (["league", "kittens", "v1", "v2", "--games=40"], "command is"),
    (["arena", "kittens", "v1", "v2", "--games=40", "--random-plies=3"], "random_plies is 0 in the file and 3 here\n")])
def other_settings(command, words):
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=40", f"--save={n}-run.db")
        result = tahur.run(*command, f"--save={n}-run.db")
        check_equal((result.status, result.out), (2, ""), command)
        check(f"{n}-run.db holds another run" in result.err and words in result.err, result.err)
        # The same in other words is the same.
        tahur.json("arena", "kittens:rules=full", "v1", "v2", "--games=40", f"--save={n}-run.db")
    finally:
        remove(f"{n}-run.db")


def harmless(*arguments):
    """Whatever is in a file: an answer or a sentence, no crash."""
    result = tahur.run(*arguments)
    check(result.status in (0, 1, 2), arguments, "ended with", result.status, result.err)
    check(result.status == 0 or result.err.startswith("tahur "), arguments, result)
    return result


# ---- counters, which are saved with their names ----

CANTSTOP = ["arena", "cantstop:players=2", "easy", "hard", "--games=40"]
COUNTERS = ["turns", "busts", "rolls", "banked_turns", "banked_steps"]


def set_setting(base, name, value):
    base.execute("UPDATE setting SET value = ? WHERE name = ?", (json.dumps(value), name))


@test_each("a run with other counters is read by their names", [
    (["naps"] + COUNTERS,), (COUNTERS[::-1],), (["rolls", "turns", "naps", "banked_steps", "busts", "banked_turns"],)])
def counters_by_name(names):
    n = next(COUNT)
    try:
        wanted = result_of(CANTSTOP, f"--save={n}-run.db")
        base = sqlite3.connect(path(f"{n}-run.db"))
        check_equal(json.loads(base.execute("SELECT value FROM setting WHERE name = 'counters'").fetchone()[0]), COUNTERS,
                    "names")
        set_setting(base, "counters", names)
        for game, counters in base.execute("SELECT number, counters FROM game").fetchall():
            seats = [dict(zip(COUNTERS, seat + [0] * len(COUNTERS))) for seat in json.loads(counters)]
            moved = [[seat.get(name, 77) for name in names] for seat in seats]
            base.execute("UPDATE game SET counters = ? WHERE number = ?", (json.dumps(moved), game))
        base.commit()
        base.close()
        check_equal(result_of(["report", f"{n}-run.db", "--verify"]), wanted, names)
        refused = tahur.run(*CANTSTOP, f"--save={n}-run.db")
        check(refused.status == 2 and "counters" in refused.err, refused)
    finally:
        remove(f"{n}-run.db")


@test
def a_run_that_does_not_name_its_counters_is_read_only_if_it_is_of_this_version():
    n = next(COUNT)
    try:
        wanted = result_of(CANTSTOP, f"--save={n}-run.db")
        base = sqlite3.connect(path(f"{n}-run.db"))
        base.execute("DELETE FROM setting WHERE name = 'counters'")
        base.commit()
        check_equal(result_of(["report", f"{n}-run.db"]), wanted, "reported")
        check_equal(result_of(CANTSTOP, f"--save={n}-run.db"), wanted, "gone on with")
        set_setting(base, "version", "0.1.7")
        base.commit()
        base.close()
        refused = tahur.run("report", f"{n}-run.db")
        check_equal((refused.status, refused.out), (2, ""), refused.err)
        check("does not name what it counts, and was saved by tahur 0.1.7" in refused.err, refused.err)
    finally:
        remove(f"{n}-run.db")


@test_each("counters that make no sense are refused", [
    ("one too few", COUNTERS[:4], "does not count “banked_steps”"),
    ("all the same", ["turns"] * 5, "'counters' is no list of different names"),
    ("a number", [1], "'counters' is no list of different names"),
    ("a text", "turns", "'counters' is no list of different names"),
    ("too many", [f"c{i}" for i in range(17)], "'counters' is no list of different names")])
def counters_that_lie(_, names, words):
    n = next(COUNT)
    try:
        tahur.json(*CANTSTOP, f"--save={n}-run.db")
        base = sqlite3.connect(path(f"{n}-run.db"))
        set_setting(base, "counters", names)
        base.commit()
        base.close()
        refused = tahur.run("report", f"{n}-run.db")
        check_equal((refused.status, refused.out), (2, ""), refused.err)
        check(words in refused.err, refused.err)
    finally:
        remove(f"{n}-run.db")


# ---- times ----

def time_of(result):
    """Playing time, and what is known of the times of moves, by bot: a league lists the strongest first."""
    paces = zip((bot["bot"] for bot in result["bots"]), result["seconds_a_move"])
    return result["seconds"], [pace and pace["timed"] for _, pace in sorted(paces, key=lambda one: one[0])]


@test_each("times are saved with the run, and add up", RUNS)
def times_are_saved(command):
    n = next(COUNT)
    try:
        played = time_of(tahur.json(*command, f"--save={n}-run.db"))
        check(played[0] > 0 and any(played[1]), "times of a run:", played)
        for _ in range(2):  # to look at it takes no time
            check_equal(time_of(tahur.json("report", f"{n}-run.db")), played, "of the file")
            check_equal(time_of(tahur.json(*command, f"--save={n}-run.db")), played, "with nothing to play")
        words = tahur.text("report", f"{n}-run.db")
        check(f" · {played[0]:.2f} s, " in words and "games/s" in words, words)
        if command[0] == "compare":
            return
        parts = []
        for i in (1, 2):
            tahur.json(*command, f"--save={n}-{i}.db", f"--shard={i}/2")
            parts.append(time_of(tahur.json("report", f"{n}-{i}.db")))
        tahur.json("merge", f"{n}-1.db", f"{n}-2.db", f"--into={n}-all.db")
        seconds, timed = time_of(tahur.json("report", f"{n}-all.db"))
        check(abs(seconds - parts[0][0] - parts[1][0]) < 1e-6, "seconds", seconds, "of", parts)
        check_equal(timed, [a + b for a, b in zip(parts[0][1], parts[1][1])], "moves timed")
    finally:
        remove(*(f"{n}-{name}.db" for name in ["run", "1", "2", "all"]))


def change(name, *statements):
    base = sqlite3.connect(path(name))
    for sql in statements:
        base.execute(sql)
    base.commit()
    base.close()


@test
def a_run_of_an_older_version_has_no_times_and_gets_none():
    n = next(COUNT)
    command = RUNS[0][0]
    try:
        whole = result_of(command)
        for i in (1, 2):
            tahur.json(*command, f"--save={n}-{i}.db", f"--shard={i}/2")
        change(f"{n}-1.db", *(f"DROP TABLE {table}" for table in ["ahead", "play_time", "move_time"]))
        words = tahur.text("report", f"{n}-1.db")
        check("games/s" not in words and "nan" not in words, words)
        check_equal(time_of(tahur.json("report", f"{n}-1.db")), (None, [None] * 4), "times")
        tahur.json("merge", f"{n}-1.db", f"{n}-2.db", f"--into={n}-all.db")
        check_equal(time_of(tahur.json("report", f"{n}-all.db")), (None, [None] * 4), "times with an older part")
        check_equal(result_of(command, f"--save={n}-1.db"), whole, "gone on with")
        check_equal(time_of(tahur.json("report", f"{n}-1.db")), (None, [None] * 4), "times of a part of the games")
    finally:
        remove(f"{n}-1.db", f"{n}-2.db", f"{n}-all.db")


@test_each("times that make no sense are not known", [
    ("UPDATE play_time SET seconds = -1",), ("UPDATE play_time SET seconds = 'x'",), ("DELETE FROM play_time",),
    ("UPDATE move_time SET answers = -1",), ("UPDATE move_time SET steps = '[[999, 1]]'",),
    ("UPDATE move_time SET steps = '[[1, -1]]'",), ("UPDATE move_time SET steps = 'x'",),
    ("UPDATE move_time SET bot = -3 WHERE bot = 0",)])
def forged_times(sql):
    n = next(COUNT)
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
        change(f"{n}-run.db", sql)
        seconds, _ = time_of(tahur.json("report", f"{n}-run.db"))
        check(seconds in (None, 0), "seconds", seconds)
        tahur.json("arena", "kittens", "v1", "v2", "--games=20", f"--save={n}-run.db")
    finally:
        remove(f"{n}-run.db")


# ---- games that are finished before their turn ----

COPY = ("INSERT INTO ahead SELECT * FROM game WHERE number {0}", "DELETE FROM game WHERE number {0}",
        "DELETE FROM block WHERE number * 2 {0}")


@test
def games_ahead_are_found_and_not_played_again():
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=40"]
    try:
        whole = result_of(command)
        result_of(command, f"--save={n}-run.db")
        # As a kill leaves it: blocks 0..9 counted; 12..16, and the first game of block 17, finished.
        change(f"{n}-run.db", *(sql.format(">= 20") for sql in COPY),
               "DELETE FROM ahead WHERE number < 24 OR number > 34", "UPDATE ahead SET turns = turns + 1000")
        runs = tahur.json("runs", f"{n}-run.db")
        check_equal((runs["games"], runs["games_ahead"]), (20, 11), "games, and those ahead")
        check("11 more are finished" in tahur.text("runs", f"{n}-run.db"), "tahur runs")
        check_equal(tahur.json("report", f"{n}-run.db")["games"], 20, "games that count")
        done = tahur.json(*command, f"--save={n}-run.db")
        check_equal((done["digest"], done["games"]), (whole["digest"], 40), "result")
        base = sqlite3.connect(path(f"{n}-run.db"))
        told = base.execute("SELECT group_concat(number) FROM game WHERE turns > 1000").fetchone()[0]
        check_equal(told, ",".join(map(str, range(24, 35))), "games that were not played again")
        check_equal(base.execute("SELECT count(*) FROM ahead").fetchone()[0], 0, "games left ahead")
        base.close()
    finally:
        remove(f"{n}-run.db")


@test_each("games ahead that make no sense are found", [
    ("UPDATE ahead SET payoff = '[2,0]'",), ("UPDATE ahead SET ending = 'lost'",), ("UPDATE ahead SET seats = 'x'",),
    ("UPDATE ahead SET number = number + 1000000",), ("UPDATE ahead SET number = -1 - number",),
    ("UPDATE ahead SET number = 21 WHERE number = 20",)])
def forged_ahead(sql):
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=40"]
    try:
        whole = result_of(command)
        result_of(command, f"--save={n}-run.db")
        change(f"{n}-run.db", *(sql.format(">= 20") for sql in COPY), "DELETE FROM ahead WHERE number % 2 = 1", sql)
        harmless("runs", f"{n}-run.db")
        result = harmless(*command, f"--save={n}-run.db", "--json")
        check(result.status != 0 or read_json(result.out)["digest"] == whole["digest"], sql, result)
    finally:
        remove(f"{n}-run.db")


# ---- parts ----

@test_each("parts make the whole", RUNS[:2])
def parts(command):
    n = next(COUNT)
    try:
        whole = result_of(command)
        names = [f"{n}-{i}.db" for i in (1, 2, 3)]
        for i, name in enumerate(names, 1):
            tahur.json(*command, f"--save={name}", f"--shard={i}/3")
        joined = tahur.json("merge", f"{n}-3.db", f"{n}-1.db", f"{n}-2.db", "--into", f"{n}-all.db")
        check_equal((joined["digest"], joined["complete"]), (whole["digest"], True), "merged")
        check_equal(but(tahur.json("report", f"{n}-all.db"), "game", *TIMES), but(whole, "game"), "report")
        # A part that is missing is played by the same command.
        remove(f"{n}-all.db")
        some = tahur.json("merge", f"{n}-3.db", f"{n}-1.db", "--into", f"{n}-all.db")
        check_equal((some["digest"], some["complete"]), (None, False), "with a gap")
        check_equal(result_of(command, f"--save={n}-all.db"), whole, "with the gap played")
        for parts, words in [([f"{n}-1.db", f"{n}-1.db"], "given twice"), ([f"{n}-1.db", f"{n}-all.db"], "overlap"),
                             ([f"{n}-all.db"], "itself"), ([f"{n}-nothing.db"], "there is no run")]:
            result = tahur.run("merge", *parts, "--into", f"{n}-all.db" if words == "itself" else f"{n}-new.db")
            check(result.status == 2 and words in result.err, words, "not in", result)
            check(not os.path.exists(path(f"{n}-new.db")), "a merge that was refused left a file")
        overlap = tahur.run("merge", f"{n}-2.db", "--into", f"{n}-all.db")
        check(overlap.status == 2 and "overlaps" in overlap.err, overlap)
        check_equal(tahur.json("runs", f"{n}-all.db")["digest"], whole["digest"], "after what was refused")
        tahur.json("arena", "kittens", "v1", "v1", "--games=4", f"--save={n}-other.db")
        stranger = tahur.run("merge", f"{n}-1.db", f"{n}-other.db", "--into", f"{n}-new.db")
        check(stranger.status == 2 and "different runs" in stranger.err, stranger)
    finally:
        remove(f"{n}-1.db", f"{n}-2.db", f"{n}-3.db", f"{n}-all.db", f"{n}-new.db", f"{n}-other.db")


@test
def long_settings_are_shown_around_their_difference():
    n = next(COUNT)
    bot = "exec:command=exit 1 # " + 60 * "é" + " end %d " + 60 * "x"
    try:
        tahur.run("arena", "y:size=3", bot % 1, "random", "--games=2", "--seed=1", f"--save={n}-run.db")
        result = tahur.run("arena", "y:size=3", bot % 2, "random", "--games=2", "--seed=2", f"--save={n}-run.db")
        words = r': bots\[0\]\.spec is …(é+) end 1 x+… in the file and …\1 end 2 x+… here; seed is 1 in the file and 2 here\n'
        check(re.search(words, result.err), result.err)
        tahur.json("arena", "y:size=3", "random", "random", "--games=2", f"--save={n}-other.db")
        result = tahur.run("merge", f"{n}-run.db", f"{n}-other.db", "--into", f"{n}-new.db")
        check('… in the first and "random" in the second' in result.err, result.err)
    finally:
        remove(f"{n}-run.db", f"{n}-other.db", f"{n}-new.db")


@test_each("a shard is written I/N", [("0/3",), ("4/3",), ("1",), ("1/0",), ("x/3",), ("1/3x",), ("/",), ("",)])
def bad_shards(shard):
    n = next(COUNT)
    result = tahur.run("arena", "kittens", "v1", "v2", "--games=40", f"--save={n}-run.db", f"--shard={shard}")
    check(result.status == 2 and "--shard takes part I of N" in result.err, result)
    check(not os.path.exists(path(f"{n}-run.db")), "a file was made")


# ---- trouble ----

@test
def two_writers_and_a_reader():
    """The first writer keeps its lock from the creation of the file on, whenever others try."""
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=100000000", f"--save={n}-run.db"]
    first = tahur.start(*command)
    try:
        wait_until(lambda: os.path.exists(path(f"{n}-run.db-lock")), "no lock")
        for _ in range(5):
            second = tahur.run(*command)
            check("is being written by another program" in second.err and second.status == 2, second)
            check_equal(first.poll(), None, "the first writer's end")
        wait_until(lambda: tahur.run("runs", f"{n}-run.db").status == 0, "no run to be read")
        check(tahur.json("runs", f"{n}-run.db")["games"] >= 0, "a reader beside the writer")
        os.symlink(f"{n}-run.db", path(f"{n}-link.db"))
        second = tahur.run(*command[:-1], f"--save={n}-link.db")
        check("is being written by another program" in second.err and second.status == 2, second)
    finally:
        first.send_signal(signal.SIGINT)
        result = tahur.finish(first)
        left = os.path.exists(path(f"{n}-run.db-lock"))
        remove(f"{n}-run.db", f"{n}-link.db")
    check_equal(result.status, 130, result)
    check(not left, "the lock file was left")


@test
def a_lock_file_that_a_killed_writer_left_locks_nothing():
    n = next(COUNT)
    with open(path(f"{n}-run.db-lock"), "w"):
        pass
    try:
        tahur.json("arena", "kittens", "v1", "v2", "--games=40", f"--save={n}-run.db")
        check(not os.path.exists(path(f"{n}-run.db-lock")), "the lock file was left")
    finally:
        remove(f"{n}-run.db")


def limit_files(size):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


@test
def a_disk_that_is_full_loses_nothing_that_was_saved():
    n = next(COUNT)
    command = RUNS[0][0]
    try:
        whole = result_of(command)
        tahur.json(*command, f"--save={n}-1.db", "--shard=1/3")
        tahur.json("merge", f"{n}-1.db", f"--into={n}-run.db")
        saved = tahur.json("runs", f"{n}-run.db")["games"]
        room = os.path.getsize(path(f"{n}-run.db")) * 5 // 4
        result = tahur.run(*command, f"--save={n}-run.db", preexec_fn=limit_files(room))
        check_equal((result.status, result.out), (1, ""), "on a full disk")
        check(f"{n}-run.db cannot be" in result.err and "safe" in result.err, result.err)
        check(saved <= tahur.json("runs", f"{n}-run.db")["games"] < whole["games"], "saved", saved)
        check_equal(result_of(command, f"--save={n}-run.db"), whole, "when there is room again")
    finally:
        remove(f"{n}-1.db", f"{n}-run.db")


@test
def what_cannot_be_written_is_said_before_any_game():
    n = next(COUNT)
    os.mkdir(path(f"{n}-folder"))
    try:
        for name in [f"{n}-folder", f"{n}-folder/none/{n}-run.db", "/dev/null"]:
            result = tahur.run("arena", "kittens", "v1", "v2", f"--save={name}")
            check(result.status in (1, 2) and name in result.err and result.out == "", name, result)
        nameless = tahur.run("arena", "kittens", "v1", "v2", "--save=")
        check(nameless.status == 2 and "the name of a file" in nameless.err, nameless)
    finally:
        os.rmdir(path(f"{n}-folder"))


def as_nobody():
    """Root may write everywhere; so the program is run as somebody else."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


@test
def a_read_only_run_can_be_looked_at_and_not_gone_on_with():
    command = ["arena", "kittens", "v1", "v2", "--games=200", "--save=run.db"]
    with tempfile.TemporaryDirectory() as folder:
        def call(*arguments):
            return subprocess.run([os.path.join(folder, "tahur"), *arguments], cwd=folder, text=True,
                                  capture_output=True, preexec_fn=as_nobody, timeout=TIME_LIMIT)
        shutil.copy(tahur.path, os.path.join(folder, "tahur"))
        os.chmod(folder, 0o777)
        done = call(*command, "--shard=1/2")
        check_equal(done.returncode, 0, done.stderr)
        os.chmod(os.path.join(folder, "run.db"), 0o444)
        os.chmod(folder, 0o555)
        for arguments in [["runs", "run.db"], ["report", "run.db"]]:
            done = call(*arguments)
            check_equal((done.returncode, done.stderr), (0, ""), arguments)
        for arguments in [command, ["arena", "kittens", "v1", "v2", "--save=new.db"]]:
            done = call(*arguments)
            check(done.returncode in (1, 2) and arguments[-1][7:] + " cannot be" in done.stderr, done)
        os.chmod(folder, 0o777)


@test
def no_cell_of_a_table_is_a_formula():
    n = next(COUNT)
    names = ["=1+2", "+1", "-1", "@sum", "plain"]
    try:
        os.mkdir(path(f"{n}-bots"))
        for name in names:
            with open(path(os.path.join(f"{n}-bots", f"{name}.bot")), "w") as file:
                file.write("v1\n")
        tahur.json("league", "kittens", f"./{n}-bots", "--games=20", f"--save={n}-run.db")
        tahur.text("report", f"{n}-run.db", f"--csv={n}-out.csv")
        with open(path(f"{n}-out.csv"), newline="") as file:
            cells = {row[2] for row in list(csv.reader(file))[1:]}
        check_equal(cells, {"'=1+2", "'+1", "'-1", "'@sum", "plain"}, "names in the table")
    finally:
        shutil.rmtree(path(f"{n}-bots"), ignore_errors=True)
        remove(f"{n}-run.db", f"{n}-out.csv")


def luck_in_table(name, *flags):
    """What the report finds, and of each bot its payoffs and lucks in the table; None: it has none."""
    found = tahur.json("report", f"{name}.db", f"--csv={name}.csv", *flags)
    with open(path(f"{name}.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    own = {bot["bot"]: [(float(row["payoff"]), float(row["luck"]) if row["luck"] else None)
                        for row in rows if row["bot"] == bot["bot"]] for bot in found["bots"]}
    return found, own


@test
def luck_of_every_game_is_in_the_table():
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v3", "--games=401", "--disqualify=9"]
    try:
        for luck in ["plain", "adjusted", "auto"]:
            tahur.json(*command, f"--luck={luck}", f"--save={n}-{luck}.db")
        plain, own = luck_in_table(f"{n}-plain")
        check(all(luck is None for games in own.values() for _, luck in games), "a run that did not measure it")
        _, own = luck_in_table(f"{n}-auto", "--luck=plain")
        check_equal(sum(luck is not None for luck in (luck for _, luck in own["v1"])), stored_luck(f"{n}-auto.db"),
                    "games with luck in the file and in the table")
        for name, flags in [("adjusted", []), ("adjusted", ["--verify"]), ("plain", ["--luck=adjusted"]),
                            ("auto", ["--luck=adjusted", "--verify"])]:
            found, own = luck_in_table(f"{n}-{name}", *flags)
            for bot in found["bots"]:
                games = own[bot["bot"]]
                check_equal(len(games), 401, "lines of " + bot["bot"])
                mean = sum(payoff - luck for payoff, luck in games) / 401
                check(abs(mean - bot["adjusted_share"]) < 1e-9, name, flags, mean, bot)
    finally:
        remove(*(f"{n}-{luck}.{end}" for luck in ["plain", "adjusted", "auto"] for end in ["db", "csv"]))


@test
def games_can_be_had_as_a_table():
    n = next(COUNT)
    try:
        result = tahur.json("arena", "kittens", "v1", "v2", "--games=30", f"--save={n}-run.db")
        tahur.text("report", f"{n}-run.db", f"--csv={n}-out.csv")
        with open(path(f"{n}-out.csv")) as file:
            head, *rows = file.read().splitlines()
        check_equal(head.split(",")[:5], ["game", "seat", "bot", "payoff", "ending"], "head")
        check_equal(len(rows), 60, "lines")
        for bot in result["bots"]:
            won = sum(float(row.split(",")[3]) for row in rows if row.split(",")[2] == f'"{bot["bot"]}"')
            check_equal(won, bot["wins"], "wins of " + bot["bot"])
        base = sqlite3.connect(path(f"{n}-run.db"))
        check_equal(base.execute("SELECT count(*) FROM game").fetchone()[0], 30, "rows")
        base.close()
    finally:
        remove(f"{n}-run.db", f"{n}-out.csv")
