"""Faults of external bots in contests: limits over a game, disqualification, what reports and saved runs say."""
import csv
import html
import json
import os
import random
import re
import sqlite3
import tempfile

from external_tests import HOSTILE, PATIENT, hostile
from harness import but, check, check_equal, tahur, test, test_each, wait_for_work

TIMES = ["seconds", "seconds_a_move"]
SOMETIMES = hostile("sometimes")  # wrong in one game of four, which follows from the seed

CONTESTS = [
    (["arena", "y:size=3", SOMETIMES, "random", "--games", "401"],),
    (["league", "y:size=3", SOMETIMES, hostile("sometimes", options=PATIENT + ",fresh=1"), "random", "mcts:iterations=3", "--games", "60"],),
    (["compare", "y:size=3", SOMETIMES, "random", "--games", "300", "--elo0=-900", "--elo1=-800"],),
    (["compare", "y:size=3", "random", "mcts:iterations=2", "--games", "200", "--elo0=-900", "--elo1=900",
      "--against", SOMETIMES, "random"],),
    (["grade", "y:size=3", SOMETIMES, "--against", "random", "mcts:iterations=3", "--games", "200", "--require=0.3"],),
]


def result_of(*arguments):
    done = tahur.run(*arguments, "--seed", "11", "--json")
    check(done.status in (0, 1), done.status, done.err)
    return but(json.loads(done.out), *TIMES)


def faults_of(told):
    return {bot["bot"]: bot for bot in told["bots"]}


# ---- the clock ----

@test_each("the CPU time of a game is limited", [
    (["exec:clock=0.2,start-time=100000,command=exec '{}' loop".format(HOSTILE)],),
    (["exec:start-time=100000,command=exec '{}' loop".format(HOSTILE), "--bot-clock", "0.2"],)])
def the_clock_is_a_limit(arguments):
    told = result_of("arena", "y:size=4", arguments[0], "random", "--games", "1", *arguments[1:])
    check_equal(told["bots"][0]["fault_kinds"], {"timeout": 1}, "kinds of faults")
    what = told["fault_notes"][0]["what"]
    check_equal(what, "no answer to question 3 within 0.2 s of CPU time for the whole game (clock)", "the note")


@test
def a_limit_of_a_move_is_named_as_such():
    told = result_of("arena", "y:size=4", f"exec:cpu=100,clock=1000,start-time=100000,command=exec '{HOSTILE}' loop",
                     "random", "--games", "1")
    check("within 100 ms of CPU time" in told["fault_notes"][0]["what"], told["fault_notes"])


@test_each("a clock that makes no sense is refused", [
    (["exec:clock=0,command=x"], "clock"), (["exec:command=x", "--bot-clock", "-1"], "--bot-clock"),
    (["exec:command=x", "--disqualify", "0"], "--disqualify"),
    (["exec:command=x", "--disqualify", "2", "--on-fault", "abort"], "cannot both be given"),
    (["exec:command=x", "--disqualify", "2", "--shard", "1/2", "--save", "never.db", "--seed", "1"],
     "--disqualify and --shard cannot both be given")])
def nonsense_is_refused(arguments, sentence):
    result = tahur.run("arena", "y", arguments[0], "random", *arguments[1:])
    check_equal((result.status, result.out), (2, ""), "status and output")
    check(sentence in result.err and result.err.count("\n") == 1, result.err)


@test
def check_bot_has_the_clock():
    result = tahur.run("check-bot", "y:size=3", f"exec '{HOSTILE}' nothing", "--bot-clock", "50", "--questions", "20")
    check("and 50 s in a game" in result.out, result.out, result.err)


# ---- a bot that does not start ----

@test
def a_bad_start_is_reported_at_once():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "fox.bot"), "w", encoding="utf-8") as file:
            file.write("exec:command=echo no >&2; exit 7\n")
        result = tahur.run("league", "y:size=3", folder + "/", "random", "--trusted", "--games", "4")
    first = result.err.split("\n")[0]
    check_equal(first, "fox does not start: crash, it exited with status 7 instead of answering hello", "first line")
    check("fox: crash, 4 times; the first: it exited with status 7" in result.err, result.err)
    check("| no" in result.err, result.err)
    check("fox was at fault in 4 games, which it lost: 4 crash" in result.out, result.out)


# ---- disqualification ----

@test_each("who is out does not depend on threads", CONTESTS)
def threads_do_not_matter(command):
    whole = result_of(*command, "--disqualify", "3", "--threads", "1")
    out = [bot for bot in whole["bots"] if bot["disqualified_after"] is not None]
    check(out, "no bot is out:", whole["bots"])
    for bot in out:
        check(3 <= bot["faults"] <= 6 and bot["forfeits"] > 0, bot)
        check_equal(sum(bot["fault_kinds"].values()), bot["faults"], "sum of kinds")
    check_equal(result_of(*command, "--disqualify", "3", "--threads", "3"), whole, "on three threads")
    free = result_of(*command)
    check_equal([bot["forfeits"] for bot in free["bots"]], [0] * len(free["bots"]), "forfeits without --disqualify")


@test_each("a killed run comes to the same end", CONTESTS[:-1])
def killed_runs(command):
    dice = random.Random(" ".join(command))
    command = [*command, "--disqualify", "4", "--threads", "2"]
    whole = result_of(*command)
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run.db")
        for _ in range(3):
            process = tahur.start(*command, "--seed", "11", "--save", run)
            wait_for_work(process, dice.uniform(0.0, 0.2))
            process.kill()
            process.communicate()
        check_equal(result_of(*command, "--save", run), whole, "the run")
        again = but(json.loads(tahur.run("report", run, "--json").out), *TIMES)
        check_equal(but(again, "game"), but(whole, "game"), "the report")
        verified = tahur.run("report", run, "--verify")
        check_equal((verified.status, verified.err), (0, ""), "status of --verify")
        check("verified: " in verified.out and "disqualified" in verified.out, verified.out)
        other = tahur.run(*command[:-4], "--seed", "11", "--save", run)
        check_equal(other.status, 2, "status with another configuration")
        check("disqualify is 4 in the file and not set here" in other.err, other.err)


@test
def tables_say_who_is_out():
    told = tahur.run("league", "y:size=3", SOMETIMES, "random", "mcts:iterations=3", "--games", "100", "--seed", "11",
                     "--disqualify", "3")
    check(re.search(r"sometimes, disqualified +-\d+", told.out), told.out)
    check(re.search(r"is disqualified; \d+ games it forfeits were not played", told.out), told.out)


@test
def forged_forfeits_are_refused():
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run.db")
        result_of("arena", "y:size=3", SOMETIMES, "random", "--games", "100", "--disqualify", "3", "--save", run)
        changes = [
            "UPDATE game SET ending = 'won', payoff = '[1,0]' WHERE number = 99",
            "UPDATE game SET payoff = '[0,0]' WHERE number = 99",
            "DELETE FROM setting WHERE name = 'disqualify'",
            "UPDATE setting SET value = '50' WHERE name = 'disqualify'"]
        with open(run, "rb") as file:
            whole = file.read()
        for change in changes:
            with open(run, "wb") as file:
                file.write(whole)
            with sqlite3.connect(run) as base:
                base.execute(change)
            base.close()
            result = tahur.run("report", run, "--verify")
            check_equal((result.status, result.out), (2, ""), f"status and output after {change}")
            check("damaged" in result.err or "is refused" in result.err, result.err)


@test
def a_forfeited_game_has_no_record():
    with tempfile.TemporaryDirectory() as folder:
        run, games = os.path.join(folder, "run.db"), os.path.join(folder, "games")
        told = result_of("arena", "y:size=3", SOMETIMES, "random", "--games", "100", "--disqualify", "3", "--save", run,
                         "--record", games)
        with open(games, encoding="utf-8") as file:
            played = file.read().count("\nend: ")
        check_equal(played, 100 - told["bots"][0]["forfeits"], "records")
        check_equal(tahur.run("replay", games).status, 0, "status of replay")
        result = tahur.run("replay", run, "--game", "99")
        check_equal(result.status, 2, "status")
        check("game 99 was not played: a bot in it was disqualified" in result.err, result.err)


# ---- what is kept of faults ----

TRACE = "Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n    move()\nKeyError: 'view'"


@test
def a_saved_run_keeps_the_details():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "fox.bot"), "w", encoding="utf-8") as file:
            file.write(SOMETIMES + "\n")
        run, table, page = (os.path.join(folder, name) for name in ["run.db", "run.csv", "run.html"])
        played = tahur.run("league", "y:size=3", folder + "/", "random", "--trusted", "--games", "60", "--seed", "11",
                           "--save", run)
        check("|   File \"bot.py\", line 3" in played.err and "|     move()" in played.err, played.err)
        told = json.loads(tahur.run("report", run, "--json", "--csv", table, "--html", page).out)
        fox = faults_of(told)["fox"]
        check_equal(set(fox["fault_kinds"]), {"crash", "illegal"}, "kinds")
        crashes = [note for note in told["fault_notes"] if note["fault"] == "crash"]
        check_equal((crashes[0]["bot"], crashes[0]["stderr"]), ("fox", TRACE), "the note")
        text = tahur.run("report", run).out
        check(f"game {crashes[0]['game']}, seat {crashes[0]['seat']}: crash, it exited with status 1" in text, text)
        check("  |   File \"bot.py\", line 3, in <module>\n  |     move()\n" in text, text)
        with open(table, encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["fault"] == "crash"]
        check_equal((len(rows), rows[0]["bot"], rows[0]["fault_stderr"]), (fox["fault_kinds"]["crash"], "fox", TRACE),
                    "CSV")
        with open(page, encoding="utf-8") as file:
            words = html.unescape(file.read())
        for word in ["<h2>Faults</h2>", f"<pre>{TRACE}</pre>", "<h2>Time a move</h2>", f"{fox['fault_kinds']['crash']} crash"]:
            check(word in words, repr(word), "is missing in the page")


@test
def older_files_have_no_details():
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run.db")
        command = ["arena", "y:size=3", SOMETIMES, "random", "--games", "60"]
        whole = result_of(*command, "--save", run)
        with sqlite3.connect(run) as base:
            base.execute("DROP TABLE fault_note")
        base.close()
        told = but(json.loads(tahur.run("report", run, "--json").out), *TIMES)
        check_equal(but(told, "game", "fault_notes"), but(whole, "game", "fault_notes"), "the report")
        check_equal([note["stderr"] + note["what"] for note in told["fault_notes"]],
                    [""] * len(whole["fault_notes"]), "details")
        check_equal(but(result_of(*command, "--save", run), "fault_notes"), but(whole, "fault_notes"), "the run")


@test_each("notes that no run writes are refused", [
    ("UPDATE fault_note SET game = -1",), ("UPDATE fault_note SET game = 5000 WHERE game = (SELECT max(game) FROM fault_note)",),
    ("UPDATE fault_note SET what = x'37'",), ("UPDATE fault_note SET stderr = char(27) || '[31mred'",),
    ("UPDATE fault_note SET stderr = hex(zeroblob(3000))",), ("UPDATE fault_note SET what = CAST(x'00' AS TEXT)",)])
def forged_notes_are_refused(change):
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run.db")
        result_of("arena", "y:size=3", SOMETIMES, "random", "--games", "12", "--save", run)
        with sqlite3.connect(run) as base:
            base.execute("DELETE FROM fault_note WHERE game > (SELECT min(game) FROM fault_note)")
            base.execute(change)
        base.close()
        result = tahur.run("report", run)
        check_equal((result.status, result.out), (2, ""), "status and output")
        check("is damaged" in result.err, result.err)


@test
def parts_keep_their_details():
    command = ["league", "y:size=3", SOMETIMES, "random", "--games", "80"]
    whole = result_of(*command)
    with tempfile.TemporaryDirectory() as folder:
        parts = [os.path.join(folder, f"{i}.db") for i in (1, 2)]
        for i, part in enumerate(parts):
            result_of(*command, "--save", part, "--shard", f"{i + 1}/2")
        merged = os.path.join(folder, "all.db")
        check_equal(tahur.run("merge", *parts, "--into", merged).status, 0, "status of merge")
        told = json.loads(tahur.run("report", merged, "--json").out)
        check_equal(but(told, "game", *TIMES), but(whole, "game", *TIMES), "the report")
        check(all(pace["timed"] > 0 for pace in told["seconds_a_move"]), told["seconds_a_move"])
