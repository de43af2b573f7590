"""Records: --record of every command that plays, and tahur replay."""
import itertools
import json
import os
import pty
import re
import sqlite3
import subprocess
import time

from harness import MPI_ENVIRONMENT, TIME_LIMIT, check, check_equal, read_json, read_terminal, tahur, test, test_each

COUNT = itertools.count()


def path(name):
    return os.path.join(tahur.directory.name, name)


def remove(*names):
    for name in names:
        for end in ["", "-wal", "-shm"]:
            if os.path.exists(path(name + end)):
                os.remove(path(name + end))


def content(name):
    with open(path(name), "rb") as file:
        return file.read()


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)


def heads(text):
    """The head of every record of a text, as a dictionary."""
    return [dict(line.split(": ", 1) for line in one.split("moves:\n")[0].splitlines() if line)
            for one in text.split("tahur record 1\n")[1:]]


def replayed(name, *arguments):
    """What replay says as JSON; list of records, whatever their number."""
    result = tahur.run("replay", name, "--json", *arguments)
    check(result.status in (0, 2), result.err)
    told = read_json(result.out)
    check_equal(result.status, 0 if all(r["verified"] for r in told.get("records", [told])) else 2, "status")
    return told.get("records", [told])


# ---- the commands ----

PLAYED = [
    (["arena", "cantstop", "easy", "medium", "hard", "glenn-aloi", "--games=42"], 42),
    (["arena", "cantstop:players=1", "hard", "--games=9"], 9),
    (["arena", "y:size=5,pie=1", "flat-mc:iterations=50", "random", "--games=21"], 21),
    (["arena", "parchis:rules=course", "greedy", "random", "--games=6", "--random-plies=5"], 6),
    (["league", "kittens", "v1", "v2", "v3", "--games=10"], 30),
    (["league", "cantstop:players=3,forced=1", "easy", "medium", "hard", "random", "--games=6"], 24),
    (["compare", "kittens", "v3", "v1", "--elo1=100"], None),
    (["compare", "kittens", "v3", "v2", "--against", "v1", "--games=40", "--elo1=5"], 40),
]


@test_each("records are the same on any number of threads, with and without a saved run", PLAYED)
def records_are_the_same(command, games):
    n = next(COUNT)
    names = [f"{n}-{i}.games" for i in range(4)]
    try:
        told = tahur.json(*command, f"--record={names[0]}", "--threads=1")
        tahur.json(*command, f"--record={names[1]}", "--threads=2", f"--save={n}.db")
        one = content(names[0])
        check_equal(content(names[1]), one, "records of two threads")
        tahur.json(*command, f"--record={names[2]}", f"--save={n}.db")
        check_equal(content(names[2]), one, "records of a run that was there")
        tahur.text("report", f"{n}.db", f"--record={names[3]}")
        check_equal(content(names[3]), one, "records that report writes")
        listed = heads(one.decode())
        check_equal(len(listed), told["games"] if games is None else games, "records")
        check_equal([int(head["number"]) for head in listed], list(range(len(listed))), "numbers")
        records = replayed(names[0])
        check(all(r["verified"] for r in records), "not verified")
        check_equal(replayed(f"{n}.db"), records, "replay of the run")
        if "bots" in told and command[0] == "arena":
            wins = sum(r["result"][r["players"].index(records[0]["players"][0])] for r in records)
            check_equal(wins, told["bots"][0]["wins"], "wins of the first bot")
    finally:
        remove(*names, f"{n}.db")


@test_each("records are the same on ranks", [([*PLAYED[0][0]],), ([*PLAYED[4][0]],)])
def records_on_ranks(command):
    n = next(COUNT)
    names = [f"{n}-{i}.games" for i in range(2)]
    try:
        tahur.json(*command, f"--record={names[0]}")
        done = subprocess.run(["mpirun", "--oversubscribe", "-n", "3", tahur.path, *command,
                               f"--record={names[1]}"], stdin=subprocess.DEVNULL, capture_output=True,
                              cwd=tahur.directory.name, env=MPI_ENVIRONMENT, timeout=TIME_LIMIT)
        check_equal(done.returncode, 0, done.stderr.decode())
        check_equal(content(names[1]), content(names[0]), "records")
    finally:
        remove(*names)


@test
def a_record_that_cannot_be_written_ends_all_ranks():
    done = subprocess.run(["mpirun", "--oversubscribe", "-n", "3", tahur.path, *PLAYED[0][0],
                           "--record=nowhere/x.games"], stdin=subprocess.DEVNULL, capture_output=True,
                          cwd=tahur.directory.name, env=MPI_ENVIRONMENT, timeout=TIME_LIMIT)
    check_equal(done.returncode, 2, "exit status")
    check_equal(done.stderr.decode().count("cannot be written"), 1, "times it is told")


@test
def grades_record_what_counts_with_numbers_that_go_on():
    n = next(COUNT)
    try:
        told = tahur.json("grade", "kittens", "v3", "--against", "random", "v1", "--require=0.3",
                          f"--record={n}.games")
        listed = heads(content(f"{n}.games").decode())
        check_equal(len(listed), told["games"], "records")
        check_equal([int(head["number"]) for head in listed], list(range(len(listed))), "numbers")
        beside = ["random" if "random" in head.values() else "v1" for head in listed]
        check_equal([beside.count(bot) for bot in ["random", "v1"]],
                    [task["games"] for task in told["tasks"]], "games of each task")
    finally:
        remove(f"{n}.games")


@test
def leagues_of_several_times_are_in_one_file():
    n = next(COUNT)
    try:
        tahur.text("league", "y:size=3", "mcts", "random", "--time=1,2", "--games=2",
                   f"--record={n}.games")
        check_equal([(head["number"], "mcts:time=2" in head.values())
                     for head in heads(content(f"{n}.games").decode())],
                    [("0", False), ("1", False), ("2", True), ("3", True)], "numbers and budgets")
    finally:
        remove(f"{n}.games")


@test
def shards_record_their_games():
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=40"]
    try:
        tahur.text(*command, f"--record={n}.games")
        for part in [1, 2]:
            tahur.text(*command, f"--record={n}-{part}.games", f"--save={n}-{part}.db", f"--shard={part}/2")
        check_equal(content(f"{n}-1.games") + b"\n" + content(f"{n}-2.games"), content(f"{n}.games"),
                    "both parts")
    finally:
        remove(f"{n}.games", *(f"{n}-{part}.{end}" for part in [1, 2] for end in ["games", "db"]))


@test
def openings_are_where_records_start():
    n = next(COUNT)
    opening = '{"size":4,"turn":1,"players":["B","R"],"layout":"./../.B./...."}'
    write(f"{n}.txt", f"moves c2\n{opening}\n")
    try:
        tahur.text("league", "y:size=4", "random", "flat-mc:iterations=20", "mcts:iterations=20", "--games=8",
                   f"--openings={n}.txt", f"--record={n}.games", f"--save={n}.db", "--max-turns=6")
        listed = heads(content(f"{n}.games").decode())
        for round in range(4):
            starts = {head["start"] for head in listed[6 * round:6 * round + 6]}
            check_equal(len(starts), 1, f"openings of round {round}")
        check_equal(len({head["start"] for head in listed}), 2, "openings")
        tahur.text("report", f"{n}.db", f"--record={n}-again.games")
        check_equal(content(f"{n}-again.games"), content(f"{n}.games"), "records that report writes")
        for head in listed:
            if head["end"] == "unfinished":
                check_equal(head["result"], "0 0", "result")
    finally:
        remove(f"{n}.txt", f"{n}.games", f"{n}-again.games", f"{n}.db")


@test
def unfinished_games_and_faults_are_recorded_with_their_end():
    n = next(COUNT)
    try:
        tahur.text("arena", "cantstop:players=3", "hard", "--games=6", "--max-turns=2",
                   f"--record={n}.games", f"--save={n}.db")
        check_equal({(head["end"], head["result"]) for head in heads(content(f"{n}.games").decode())},
                    {("unfinished", "0 0 0")}, "ends")
        with sqlite3.connect(path(f"{n}.db")) as db:
            db.execute("UPDATE game SET ending='fault', fault=-1, fault_seat=1, payoff='[0.5,0,0.5]' "
                       "WHERE number=2")
            db.execute("UPDATE game SET ending='won', payoff='[1,0,0]' WHERE number=3")
        db.close()
        check("fault seat 1 illegal" in tahur.text("replay", f"{n}.db", "--game=2"), "no fault")
        check("1/2 0 1/2" in tahur.text("replay", f"{n}.db", "--game=2"), "no shares")
        for command in [["replay", f"{n}.db"], ["replay", f"{n}.db", "--game=3"],
                        ["report", f"{n}.db", f"--record={n}.games"]]:
            result = tahur.run(*command)
            check_equal(result.status, 2, "exit status")
            check("damaged: the moves of game 3 do not lead to its result" in result.err, result.err)
    finally:
        remove(f"{n}.games", f"{n}.db")


@test
def a_killed_run_leaves_whole_records():
    n = next(COUNT)
    process = tahur.start("arena", "kittens", "v1", "v2", "--games=100000000", f"--record={n}.games")
    try:
        while not os.path.exists(path(f"{n}.games")) or os.path.getsize(path(f"{n}.games")) < 100000:
            time.sleep(0.02)
        process.kill()
        process.wait()
        text = content(f"{n}.games").decode()
        check(text.endswith("\n"), "cut off: ", text[-100:])
        write(f"{n}-last.games", "tahur record 1\n" + text.split("tahur record 1\n")[-1])
        check("verified" in tahur.text("replay", f"{n}-last.games"), "the last is not whole")
    finally:
        process.kill()
        process.communicate()
        remove(f"{n}.games", f"{n}-last.games")


@test
def records_go_to_standard_output_and_pipes():
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=4"]
    try:
        tahur.text(*command, f"--record={n}.games")
        out = tahur.text(*command, "--record=/dev/stdout")
        records = content(f"{n}.games").decode()
        check(out.startswith(records) and "win share" in out[len(records):], out)
        with open(path(f"{n}.out"), "wb") as file:
            tahur.run(*command, "--record=/dev/stdout", stdout=file)
        check(content(f"{n}.out").decode().startswith(records), "into a file")
    finally:
        remove(f"{n}.games", f"{n}.out")


@test
def what_cannot_be_written_is_told():
    n = next(COUNT)
    command = ["arena", "kittens", "v1", "v2", "--games=40"]
    write(f"{n}.txt", "moves\n")
    try:
        for arguments, words in [
                (["--record=nowhere/x.games"], "nowhere/x.games cannot be written"),
                (["--record=."], "cannot be written"),
                (["--record="], "empty"),
                ([f"--save={n}.db", f"--record={n}.db"], "--record and --save are the same file"),
                ([f"--openings={n}.txt", f"--record={n}.txt"], "--record and --openings are the same")]:
            result = tahur.run(*command, *arguments)
            check_equal((result.status, result.out), (2, ""), arguments)
            check(words in result.err, result.err)
        check_equal(content(f"{n}.txt"), b"moves\n", "openings")
        for full in [command, ["grade", "kittens", "v3", "--against", "v1"],
                     ["compare", "kittens", "v1", "v3"], ["league", "kittens", "v1", "v3"]]:
            result = tahur.run(*full, "--record=/dev/full")
            check_equal(result.status, 1, full)
            check("/dev/full cannot be written: No space left" in result.err, result.err)
        tahur.text(*command, f"--save={n}.db")
        result = tahur.run("report", f"{n}.db", f"--record={n}.db")
        check("is the run itself" in result.err and result.status == 2, result.err)
        result = tahur.run("report", f"{n}.db", f"--record={n}.x", f"--csv={n}.x")
        check("would write the same file" in result.err and result.status == 2, result.err)
        check_equal(tahur.run("report", f"{n}.db", "--record=/dev/full").status, 1, "no room")
        # Another command in the same run is refused, and leaves the records that were there.
        write(f"{n}.games", "old\n")
        result = tahur.run(*command, "--seed=2", f"--save={n}.db", f"--record={n}.games")
        check_equal((result.status, content(f"{n}.games")), (2, b"old\n"), "another run")
    finally:
        remove(f"{n}.txt", f"{n}.db", f"{n}.x", f"{n}.games")


@test
def gtp_records_each_game():
    n = next(COUNT)
    commands = ("boardsize 4\ngenmove b\nplay w a1\ngenmove b\nclear_board\nclear_board\nplay b c2\n"
                "play w resign\nplay w resign\nclear_board\nplay b a1\nundo\nboardsize 3\n"
                "genmove b\ngenmove w\nplay b a1\n")
    try:
        done = subprocess.run([tahur.path, "gtp", "y:pie=1", "random", "--seed=5", f"--record={n}.games"],
                              input=commands.encode(), capture_output=True, cwd=tahur.directory.name, timeout=TIME_LIMIT)
        check_equal((done.returncode, done.stderr), (0, b""), "gtp")
        games = replayed(f"{n}.games")
        check_equal([(r["game"], r["players"], r["end"], r["end_seat"], len(r["steps"])) for r in games],
                    [("y:size=4,pie=1", ["random", "gtp"], "stopped", None, 3),
                     ("y:size=4,pie=1", ["gtp", "gtp"], "resigned", 1, 2),
                     ("y:size=3,pie=1", ["random, gtp", "random"], "stopped", None, 3)], "records")
        check_equal([(r["seed"], r["result"]) for r in games], [(5, [0, 0]), (5, [1, 0]), (5, [0, 0])], "")
        done = subprocess.run([tahur.path, "gtp", "y", "random", "--record=/dev/full"], input=b"genmove b\n",
                              capture_output=True, cwd=tahur.directory.name, timeout=TIME_LIMIT)
        check(done.returncode == 1 and b"No space left" in done.stderr, done.stderr)
    finally:
        remove(f"{n}.games")


# ---- replay ----

@test
def the_records_of_the_manual_are_verified():
    n = next(COUNT)
    manual = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/records.md")
    with open(manual) as file:
        blocks = re.findall(r"((?:^    .*\n)+)", file.read(), re.MULTILINE)
    records = [re.sub("^    ", "", b, flags=re.M) for b in blocks if b.startswith("    tahur record 1\n")]
    try:
        write(f"{n}.games", "\n".join(records))
        told = replayed(f"{n}.games")
        check_equal([(r["verified"], r["game"].split(":")[0]) for r in told],
                    [(True, game) for game in ["cantstop", "kittens", "y", "parchis"]], "records")
    finally:
        remove(f"{n}.games")


SMALL = """tahur record 1
game: y:size=2
rules: 1
seat 0: hard
seat 1: human
end: won
result: 1 0
steps: 3
moves:
1. seat 0: a2
2. seat 1: a1
3. seat 0: b1
"""

WHOLE = """y:size=2
seat 0    hard
seat 1    human
end       won
result    1 0

1. seat 0: a2
2. seat 1: a1
3. seat 0: b1

  2  B
  1 R B
    a b

player 0 (B) has won

position  {"size":2,"turn":1,"players":["B","R"],"layout":"B/RB"}
verified: 3 steps, every move legal, the result right
"""

AT_ONE = """step 1 of 3  seat 0: a2

  2  B
  1 . .
    a b

player 1 (R) to move

position  {"size":2,"turn":1,"players":["B","R"],"layout":"B/.."}
next      seat 1: a1
verified: 3 steps, every move legal, the result right
"""


@test
def a_game_is_shown_whole_or_at_a_step():
    n = next(COUNT)
    write(f"{n}.games", SMALL)
    try:
        check_equal(tahur.text("replay", f"{n}.games"), WHOLE, "whole")
        check_equal(tahur.text("replay", f"{n}.games", "--game=0"), WHOLE, "the first")
        check_equal(tahur.text("replay", f"{n}.games", "--at=1"), AT_ONE, "after one step")
        check("the beginning, before 3 steps" in tahur.text("replay", f"{n}.games", "--at=0"), "at 0")
        check("next      nothing, the end is won" in tahur.text("replay", f"{n}.games", "--at=3"), "at 3")
        steps = tahur.text("replay", f"{n}.games", "--steps")
        check_equal(re.findall(r"step (\d) of 3  (.*)\n", steps),
                    [("1", "seat 0: a2"), ("2", "seat 1: a1"), ("3", "seat 0: b1")], "steps")
        check_equal(steps.count("    a b\n"), 4, "pictures")
        check_equal(tahur.text("replay", f"{n}.games", "--steps", "--at=2").count("    a b\n"), 2, "pictures")
        write(f"{n}.games", SMALL.replace("\n", "\r\n"))
        check_equal(tahur.text("replay", f"{n}.games"), WHOLE, "with other ends of lines")
    finally:
        remove(f"{n}.games")


@test
def what_is_wrong_is_told_behind_what_is_right():
    n = next(COUNT)
    write(f"{n}.games", SMALL.replace("2. seat 1: a1", "2. seat 1: a2"))
    try:
        result = tahur.run("replay", f"{n}.games")
        check_equal((result.status, result.err), (2, ""), "status")
        check("1. seat 0: a2\n\n  2  B\n" in result.out, result.out)
        check(result.out.endswith("wrong: line 11, step 2: the cell a2 is taken\n"), result.out)
        [told] = replayed(f"{n}.games")
        check_equal((told["verified"], told["error_line"], told["error_step"], len(told["steps"])),
                    (False, 11, 2, 1), "JSON")
        write(f"{n}.games", SMALL + "\n" + SMALL.replace("1 0", "0 1") + "\n# end\n" + SMALL)
        result = tahur.run("replay", f"{n}.games")
        check_equal((result.status, result.err), (2, ""), "status")
        check("wrong: line 20: the result is “1 0”, not “0 1”" in result.out, result.out)
        check(result.out.endswith("wrong: 1 of 3 games\n"), result.out)
        check_equal([r["verified"] for r in replayed(f"{n}.games")], [True, False, True], "verified")
        check_equal(tahur.run("replay", f"{n}.games", "--game=1").status, 2, "the wrong one")
        check_equal(tahur.text("replay", f"{n}.games", "--game=2"), WHOLE, "the last one")
        for arguments, status, words in [
                (["--game=3"], 2, "has no game 3; it has games 0 to 2"),
                (["--at=1"], 2, "holds many games; say which with --game N"),
                (["--steps"], 2, "holds many games"),
                (["--game=0", "--at=4"], 2, "--at takes a step from 0 to 3 here, not 4"),
                (["--json", "--at=4"], 2, "--json has every step")]:
            result = tahur.run("replay", f"{n}.games", *arguments)
            check_equal((result.status, result.out), (status, ""), arguments)
            check(words in result.err, result.err)
    finally:
        remove(f"{n}.games")


@test_each("no record", [("", "holds no record"), ("# nothing\n\n", "holds no record"),
                           ("tahur\n", "line 1: a record begins with “tahur record 1”"),
                           ("a\0b", "is not a text"), ("tahur record 1", "line 1: the record is cut off")])
def what_is_no_record_is_refused(text, words):
    n = next(COUNT)
    write(f"{n}.games", text)
    try:
        result = tahur.run("replay", f"{n}.games")
        check_equal((result.status, result.out), (2, ""), "status")
        check(words in result.err, result.err)
    finally:
        remove(f"{n}.games")


@test
def json_has_positions_that_can_be_shown():
    n = next(COUNT)
    try:
        tahur.text("arena", "parchis", "greedy", "random", "--games=1", "--random-plies=4",
                   f"--record={n}.games")
        [told] = replayed(f"{n}.games")
        for step in [told["steps"][0], told["steps"][-2]]:
            shown = tahur.json("show", "parchis", step["position"])
            check_equal(shown["position"], step["position"], "position")
        check_equal([step["step"] for step in told["steps"]], list(range(1, len(told["steps"]) + 1)), "steps")
        after = tahur.json("show", "parchis", told["steps"][3]["position"])
        check(told["steps"][4]["action"] in after["legal"], "the next action")
        check_equal(after["mover"], told["steps"][4]["seat"], "the next seat")
    finally:
        remove(f"{n}.games")


@test
def on_a_terminal_steps_go_back_and_forth():
    n = next(COUNT)
    write(f"{n}.games", SMALL)
    terminal, end = pty.openpty()
    try:
        os.write(terminal, b"\nb\n3\n\nx\nq\n")
        process = subprocess.Popen([tahur.path, "replay", f"{n}.games", "--steps"], stdin=end, stdout=end,
                                   stderr=end, cwd=tahur.directory.name)
        os.close(end)
        seen = read_terminal(terminal).decode().replace("\r", "")
        check_equal(process.wait(60), 0, "status")
        check_equal(re.findall(r"\[(\d) of 3\]", seen), ["0", "1", "0", "3", "3", "3"], seen)
        check_equal(seen.count("there are steps from 0 to 3"), 2, "refused")
        check(seen.endswith("verified: 3 steps, every move legal, the result right\n"), seen)
    finally:
        os.close(terminal)
        remove(f"{n}.games")


@test
def a_saved_training_has_no_games_to_replay():
    n = next(COUNT)
    try:
        tahur.text("train", "kittens", "--games=100", "--evaluate-every=100", "--evaluate-games=20",
                   "--final-games=20", f"--out={n}.model", f"--save={n}.db")
        result = tahur.run("replay", f"{n}.db")
        check_equal((result.status, result.out), (2, ""), "status")
        check("the run holds trainings" in result.err, result.err)
    finally:
        remove(f"{n}.model", f"{n}.db")


@test_each("a pipe", [("replay", "verified: 3 steps"), ("review", "y:size=2, 3 steps, won")])
def a_record_comes_through_a_pipe(command, wanted):
    n = next(COUNT)
    write(f"{n}.games", SMALL)
    try:
        shell = ["sh", "-c", 'cat "$2" | "$0" "$1" /dev/stdin', tahur.path, command, f"{n}.games"]
        done = subprocess.run(shell, stdin=subprocess.DEVNULL, capture_output=True, cwd=tahur.directory.name,
                              timeout=TIME_LIMIT)
        check_equal((done.returncode, done.stderr), (0, b""), "status")
        check(wanted in done.stdout.decode(), done.stdout)
    finally:
        remove(f"{n}.games")


@test_each("a pipe that no program writes to",
           [["replay", "PIPE"], ["review", "PIPE"], ["report", "PIPE"], ["runs", "PIPE"], ["merge", "PIPE", "--into=into.db"],
            ["play", "--load", "PIPE"], ["arena", "y:size=3", "random", "dqn:model=PIPE", "--games=2"],
            ["arena", "y:size=3", "random", "easy", "--games=2", "--openings=PIPE"],
            ["arena", "y:size=3", "random", "easy", "--games=2", "--save=PIPE"],
            ["export", "PIPE", "--onnx=out.onnx"]])
def a_pipe_that_no_program_writes_to(*arguments):
    name = f"pipe{next(COUNT)}"
    os.mkfifo(path(name))
    try:
        result = tahur.run(*[word.replace("PIPE", name) for word in arguments])
        check(result.status in (1, 2) and name in result.err and len(result.err.splitlines()) == 1, result)
    finally:
        remove(name)


@test_each("a pipe that no program reads",
           [["arena", "y:size=3", "random", "easy", "--games=2", "--record=PIPE"],
            ["report", "RUN", "--html=PIPE"], ["report", "RUN", "--csv=PIPE"], ["review", "GAMES", "--html=PIPE"],
            ["train", "y:size=3", "--games=10", "--out=PIPE"]])
def a_pipe_that_no_program_reads(*arguments):
    n = next(COUNT)
    names = {"PIPE": f"pipe{n}", "RUN": f"{n}.db", "GAMES": f"{n}.games"}
    write(names["GAMES"], SMALL)
    os.mkfifo(path(names["PIPE"]))
    try:
        if "RUN" in arguments:
            tahur.run("arena", "y:size=3", "random", "easy", "--games=2", f"--save={names['RUN']}")
        for name, value in names.items():
            arguments = [word.replace(name, value) for word in arguments]
        result = tahur.run(*arguments)
        check(result.status in (1, 2) and f"{names['PIPE']} cannot be written" in result.err, result)
    finally:
        remove(*names.values())


@test
def a_limit_of_file_sizes_is_told():
    n = next(COUNT)
    limited = ["sh", "-c", 'ulimit -f 160; exec "$0" "$@"', tahur.path]
    games = ["arena", "y:size=5", "easy", "random", "--games=2000"]
    try:
        for file, wanted in [(f"--record={n}.games", "cannot be written: File too large"),
                             (f"--save={n}.db", "cannot be read or written")]:
            done = subprocess.run([*limited, *games, file], stdin=subprocess.DEVNULL, capture_output=True,
                                  cwd=tahur.directory.name, timeout=TIME_LIMIT)
            check_equal(done.returncode, 1, f"status ({done.stderr})")
            check(wanted in done.stderr.decode(), done.stderr)
    finally:
        remove(f"{n}.games", f"{n}.db")


@test
def text_of_others_does_not_command_the_terminal():
    """Names in files of others, and a bot's own words, come without control characters."""
    n = next(COUNT)
    evil = "\x1b[31mred\nFAKE"
    try:
        tahur.text("arena", "y:size=3", "easy", "random", "--games=2", f"--save={n}.db")
        with sqlite3.connect(path(f"{n}.db")) as run:
            (text,) = run.execute("SELECT value FROM setting WHERE name = 'bots'").fetchone()
            bots = json.loads(text)
            bots[0]["name"] = evil
            run.execute("UPDATE setting SET value = ? WHERE name = 'bots'", (json.dumps(bots),))
        run.close()
        write(f"{n}.games", SMALL.replace("seat 0: ", f"seat 0: {evil.split()[0]} "))
        for arguments in (["runs", f"{n}.db"], ["report", f"{n}.db"], ["replay", f"{n}.games"],
                          ["arena", "y:size=3", "random", f"exec:command=printf '{evil}' >&2; false {evil}",
                           "--games=2"]):
            result = tahur.run(*arguments)
            refused = arguments[0] in ("runs", "report")  # a run that has such a name is none that was saved
            check("is damaged" in result.err if refused else "red" in result.out + result.err, result)
            check("\x1b" not in result.out + result.err, arguments, result)
            check(not re.search("^FAKE", result.out, re.M), arguments, result)
    finally:
        remove(f"{n}.db", f"{n}.games")
