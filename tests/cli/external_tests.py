"""Bots that are other programs: what the documents say is run, messages fit their schemas, examples
play, faults end games and not the arena, and no signal leaves a process behind."""
import fcntl
import json
import os
import re
import signal
import subprocess
import tempfile
import time

from documents import document, example, follow
from harness import (STOP_LIMIT, TIME_LIMIT, Program, Result, as_text, check, check_equal, tahur, test,
                     test_each, wait_until)

HOSTILE = os.path.join(os.path.dirname(tahur.path), "tests", "hostile")
PATIENT = "time=100000,start-time=100000"


# ---- the documents ----

def replace_function(program, function):
    """The program with another body of the function of that name."""
    name = re.match(r"def (\w+)\(", function).group(1)
    return re.sub(rf"def {name}\(.*?\n\n\n", lambda _: function + "\n\n", program, flags=re.S)


@test_each("the page about writing bots does what it says", [("write-a-bot.md",), ("es/escribir-un-bot.md",)])
def write_a_bot_does_what_it_says(page):
    parts = re.findall(r"```python\n(.*?)```|^    \$ ([^\n]*)$", document(page), re.S | re.M)
    check(len(parts) >= 11, "only", len(parts), "programs and commands")
    commands = 0
    with tempfile.TemporaryDirectory() as directory:
        program = None
        for code, command in parts:
            if code:
                new = program is None
                program = code if new else replace_function(program, code)
                for name in ["my_bot.py", "old_bot.py"] if new else ["my_bot.py"]:
                    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                        file.write(program)
                continue
            follow(command, directory)
            commands += 1
        check("danger" in program, "the better function was not put in its place")
    check(commands >= 9, "only", commands, "commands")


def fits(value, schema, where="it"):
    """Whether a value fits a JSON schema, of the words that our schemas use."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
             "null": type(None)}
    known = {"title", "type", "const", "enum", "required", "properties", "additionalProperties", "items",
             "minItems", "maxItems", "minimum", "maximum"}
    check(set(schema) <= known, "the schema has words that are not understood:", set(schema) - known)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        check(any(isinstance(value, kinds[name]) for name in names), where, "is no", names, ":", value)
    if "const" in schema:
        check_equal(value, schema["const"], where)
    if "enum" in schema:
        check(value in schema["enum"], where, "is", value)
    if isinstance(value, (int, float)):
        check(schema.get("minimum", value) <= value <= schema.get("maximum", value), where, "is", value)
    if isinstance(value, list):
        check(schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**6), where, "has", value)
        for one in value:
            fits(one, schema.get("items", {}), where + "[]")
    if isinstance(value, dict):
        check(set(schema.get("required", ())) <= set(value), where, "lacks a field:", value)
        for name, one in value.items():
            rest = schema.get("additionalProperties", {})
            inner = schema.get("properties", {}).get(name, rest)
            check(inner is not False, where, "has a field too many:", name)
            fits(one, inner, f"{where}.{name}")


SCHEMAS = {schema["title"]: schema for schema in
           map(json.loads, re.findall(r"```json\n(.*?)```", document("protocol.md"), re.S))}

# Writes down what it hears; makes an illegal move now and then if asked to.
LISTENER = """
import json, sys
heard = open(sys.argv[1], "a")
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "listener", "version": "1"}), flush=True)
    if message["type"] == "choose":
        wrong = len(sys.argv) > 2 and message["id"] % 40 == 0
        move = "nonsense" if wrong else message["moves"][message["id"] % len(message["moves"])]
        print(json.dumps({"id": message["id"], "move": move}), flush=True)
"""


def listen(game, *more):
    """All messages that a bot gets in some games of this game, in the arena with two threads."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "listener.py"), "w", encoding="utf-8") as file:
            file.write(LISTENER)
        heard = os.path.join(directory, "heard")
        seats = 3 if game == "cantstop:players=3" else 2
        bots = [f"exec:{PATIENT},command=python3 {directory}/listener.py {heard} {' '.join(more)}"]
        result = tahur.run("arena", game, *bots, *["random"] * (seats - 1), "--games", "6", "--seed", "1", "--threads", "1")
        check_equal(result.status, 0, result.err)
        with open(heard, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


@test_each("messages fit their schemas", [("cantstop:players=3",), ("y:size=4,pie=1",), ("kittens",),
                                          ("kittens:rules=classic,deck=official",), ("parchis",),
                                          ("parchis:rules=course",)])
def messages_fit(game):
    messages = listen(game)
    kinds = [message["type"] for message in messages]
    check_equal(set(kinds), {"hello", "start", "choose", "end", "quit"}, "kinds of messages")
    check_equal(kinds[:2], ["hello", "quit"], "what the process hears that is started before the first game")
    check(kinds[2] == "hello" and kinds.count("hello") == 2 and kinds[-1] == "quit", kinds)
    check_equal(messages[0]["game"], game, "the game of hello")
    for message in messages:
        fits(message, SCHEMAS[message["type"]], message["type"])
        if "view" in message:
            fits(message["view"], SCHEMAS[game.split(":")[0]], "view")
    check_equal({m["seat"] for m in messages if m["type"] == "start"}, set(range(messages[0]["players"])),
                "seats")
    seeds = [m["seed"] for m in messages if m["type"] == "start"]
    check_equal(len(set(seeds)), len(seeds), "seeds are different")
    check_equal([m["seed"] for m in listen(game) if m["type"] == "start"], seeds, "the seeds of another run")


@test
def an_illegal_move_is_told_at_the_end():
    messages = listen("cantstop:players=3", "wrong")
    for message in messages:
        fits(message, SCHEMAS[message["type"]], message["type"])
    check({"type": "end", "result": [0, 0.5, 0.5], "fault": "illegal"} in messages or
          any(m.get("fault") == "illegal" and 0.5 in m["result"] for m in messages), "no fault was told")


@test
def nothing_hidden_is_told():
    for message in listen("kittens"):
        if "view" in message:
            check_equal(message["view"]["view"], message["seat"], "whose view it is")


# ---- examples ----

EXAMPLES = [("first.py", "y:size=5"), ("first.py", "parchis"), ("cautious.py", "kittens"),
            ("dice.js", "cantstop"), ("any.c", "kittens:deck=official"), ("any.c", "cantstop:players=2")]


@test_each("examples pass check-bot", [(f"{name} {game}", name, game) for name, game in EXAMPLES])
def example_passes(_, name, game):
    with open(example(name), encoding="utf-8") as file:
        check(len(file.readlines()) < 60, name, "is too long")
    with tempfile.TemporaryDirectory() as directory:
        command = f"python3 {example(name)}"
        if name.endswith(".js"):
            command = f"node {example(name)}"
        if name.endswith(".c"):
            command = os.path.join(directory, "bot")
            subprocess.run(["cc", "-O1", "-o", command, example(name)], check=True)
        told = tahur.json("check-bot", game, command, "--questions", "120", "--time", "100000",
                          "--start-time", "100000")
        check_equal((told["passed"], told["asked"], told["right"], told["wrong"]), (True, 120, 120, []),
                    f"what is told of {name}")
        check(told["repeats"], name, "cannot be repeated")


@test
def cautious_beats_random():
    told = tahur.json("arena", "kittens", f"exec:{PATIENT},command=python3 {example('cautious.py')}", "random",
                      "--games", "200", "--seed", "1")
    check(told["bots"][0]["win_share"] > 0.58, told["bots"][0])


# ---- check-bot ----

@test_each("check-bot says what is wrong", [
    ("unknown-move", ["WRONG", "illegal: 'castle' is no legal move of seat", "tahur show y:size=4 '{"]),
    ("exit", ["crash: it exited with status 3", "| I have had enough"]),
    ("rude", ["WRONG says hello", "protocol: its answer to hello does not count: it has no text \"name\""]),
    ("deaf", ["300 of 300 answers count", "WRONG ends at quit", "WRONG ends when its input ends"]),
])
def check_bot_tells(way, words):
    result = tahur.run("check-bot", "y:size=4", f"exec '{HOSTILE}' {way}", "--time", "100000", "--start-time",
                       "100000")
    check_equal((result.status, result.err), (1, ""), "status and standard error")
    for word in words:
        check(word in result.out, repr(word), "is missing in", result.out)


@test
def a_check_that_is_interrupted_says_what_was_found():
    with tempfile.TemporaryDirectory() as top:
        asked = os.path.join(top, "asked")
        bot = ("read hello; echo '{\"name\":\"sleeper\",\"version\":\"7\"}'; read start; read choose; "
               f"touch '{asked}'; exec sleep 1000")
        for flags in ([], ["--json"]):
            process = tahur.start("check-bot", "y:size=4", bot, "--time", "1000000", "--start-time", "100000", *flags)
            wait_until(lambda: os.path.exists(asked), "it is asked nothing")
            process.send_signal(signal.SIGINT)
            result = Program.finish(process)
            check_equal((result.status, result.err), (130, ""), "status and standard error")
            if flags:
                told = json.loads(result.out)
                check_equal((told["stopped"], told["passed"], told["name"], told["asked"]), (True, False, "sleeper", 0), "JSON")
            else:
                check("says hello: sleeper, version 7" in result.out, result.out)
                check("stopped before all 300 questions were asked" in result.out, result.out)
            os.remove(asked)


# ---- what becomes of a fault ----

def hostile(way, *more, options=PATIENT):
    return f"exec:{options},command=exec '{HOSTILE}' {way} {' '.join(more)}".rstrip()


@test
def a_fault_is_a_loss():
    result = tahur.run("arena", "y:size=4", hostile("exit"), "random", "--games", "6", "--json")
    told = json.loads(result.out)
    check_equal((result.status, told["bots"][0]["wins"], told["bots"][0]["faults"]), (0, 0, 6), "status, wins, faults")
    for word in ["crash, 6 times; the first: it exited with status 3 instead of answering question 3",
                 "| first line", "| I have had enough"]:
        check(word in result.err, repr(word), "is missing in", result.err)


@test_each("--on-fault abort ends", [("arena",), ("league",), ("compare",), ("grade",)])
def a_fault_aborts(command):
    bots = [hostile("exit"), "random"] if command != "grade" else [hostile("exit"), "--against", "random"]
    result = tahur.run(command, "y:size=4", *bots, "--games", "20", "--on-fault", "abort", "--threads", "2")
    check_equal((result.status, result.out), (1, ""), "status and output")
    check("stopped by a fault (crash) in game 0, of exec:" in result.err, result.err)


@test_each("--on-fault restart goes on", [("arena",), ("league",), ("compare",), ("grade",)])
def a_fault_restarts(command):
    bots = [hostile("exit"), "random"] if command != "grade" else [hostile("exit"), "--against", "random"]
    result = tahur.run(command, "y:size=4", *bots, "--games", "8", "--on-fault", "restart", "--json")
    check(result.status in (0, 1), result.status, result.err)  # it may well fail the grade
    check('"faults": 0' in result.out, "games were lost by faults:", result.out)
    check("crash" in result.err, "nothing is said about restarts:", result.err)


@test_each("faults are kept in runs and records", [
    ("exit", "crash"), ("not-json", "protocol"), ("silence", "timeout"), ("memory", "memory"),
    ("unknown-move", "illegal")])
def faults_are_kept(way, fault):
    limits = {"timeout": "time=50,start-time=100000", "memory": PATIENT + ",memory=64"}.get(fault, PATIENT)
    with tempfile.TemporaryDirectory() as directory:
        run, games = os.path.join(directory, "run.db"), os.path.join(directory, "games")
        args = ["arena", "y:size=4", hostile(way, options=limits), "random", "--games", "2", "--save", run]
        first = tahur.run(*args, "--record", games, "--json")
        check_equal(first.status, 0, first.err)
        with open(games, encoding="utf-8") as file:
            text = file.read()
        check_equal(len(re.findall(rf"fault seat [01] {fault}", text)), 2, "ends in the record")
        check_equal(tahur.run("replay", games).status, 0, "status of replay")
        again = json.loads(tahur.run("report", run, "--json").out)
        check_equal(again["bots"][0]["faults"], 2, "faults in the saved run")
        check_equal(again["digest"], json.loads(first.out)["digest"], "the digest")


@test
def a_command_takes_commas():
    told = tahur.run("arena", "y:size=3", f"exec:{PATIENT},command=echo a,b=c >&2; exit 7", "random", "--games", "2")
    check("| a,b=c" in told.err and "status 7" in told.err, told.err)


@test
def without_bubblewrap_there_is_a_sentence():
    with tempfile.TemporaryDirectory() as empty:
        result = tahur.run("arena", "y", "exec:sandbox=1,command=true", "random",
                           env={**os.environ, "PATH": empty})
    check_equal((result.status, result.out), (2, ""), "status and output")
    check("a sandbox needs bubblewrap (the program bwrap), which is not installed here" in result.err, result.err)


# ---- signals ----

def is_locked(path):
    with open(path, "a", encoding="utf-8") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return False
        except OSError:
            return True


# Which signals, what the bot does, and the exit status; negative: ended by that signal.
SIGNALS = [
    ("one Control-C", [signal.SIGINT], "nothing", 130),
    ("two Control-C, and a bot that never answers", [signal.SIGINT, signal.SIGINT], "silence", 130),
    ("a hang-up", [signal.SIGHUP], "silence", 129),
    ("an end by kill", [signal.SIGTERM], "silence", 143),
    ("kill -9", [signal.SIGKILL], "silence", -signal.SIGKILL),
]


@test_each("no process is left behind by", SIGNALS)
def nothing_is_left(_, signals, way, status):
    if signal.SIGKILL in signals and os.uname().sysname != "Linux":
        return
    with tempfile.TemporaryDirectory() as directory:
        lock = os.path.join(directory, "lock")
        # The tests may run where nobody hears a hang-up (nohup), which children inherit.
        process = tahur.start("arena", "y:size=4", hostile(way, lock), "random", "--games", "100000000",
                              "--threads", "1", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        try:
            wait_until(lambda: is_locked(lock), "the bot was not started")
            for number in signals:
                time.sleep(0.3)
                process.send_signal(number)
            result = tahur.finish(process, STOP_LIMIT)
            check_equal(result.status, status, "exit status")
            wait_until(lambda: not is_locked(lock), "the bot still runs")
        finally:
            process.kill()


# ---- speak ----

def speak(given, *args):
    done = subprocess.run([tahur.path, "speak", *args], input=given.encode(), capture_output=True,
                          timeout=TIME_LIMIT, cwd=tahur.directory.name)
    return Result(done.returncode, as_text(done.stdout), as_text(done.stderr))


HELLO = '{"type":"hello","protocol":1,"game":"y:size=2"}\n'
VIEW = '"view":{"size":2,"turn":0,"players":["B","R"],"layout":"./.."}'
START = '{"type":"start","seat":0,"seed":1,' + VIEW + '}\n'


@test
def speak_answers():
    result = speak(HELLO + START + '{"type":"remark"}\n{"type":"choose","id":9,"seat":0,"moves":["a2","a1","b1"],' +
                   VIEW + '}\n{"type":"end","result":[1,0]}\n{"type":"quit"}\nnever read\n', "y", "greedy")
    check_equal((result.status, result.err), (0, ""), "status and errors")
    name, move = map(json.loads, result.out.splitlines())
    fits(name, SCHEMAS["name"])
    fits(move, SCHEMAS["move"])
    check_equal(name["name"], "greedy", "the name")
    check(move["id"] == 9 and move["move"] in ["a2", "a1", "b1"], move)


@test_each("speak refuses", [
    ("nonsense\n", "'nonsense' is no JSON"), ("[]\n", "no object"), ("\n", "no JSON"),
    ('{"protocol":1}\n', "\"type\""), (START, "the first message must be hello"),
    (HELLO.replace("1", "2", 1), "this is version 1 of the protocol, not 2"),
    (HELLO.replace("y:size=2", "kittens"), "hello is about kittens"),
    (HELLO.replace("y:size=2", "y:size=99"), "size"),
    (HELLO + '{"type":"choose","id":1,"seat":0,"moves":[],' + VIEW + '}\n', "choose came before start"),
    (HELLO + START.replace('"seat":0', '"seat":5'), "there is no seat 5"),
    (HELLO + START.replace('"./.."', '"./."'), "the view cannot be read"),
    (HELLO + START + '{"type":"choose","id":1,"seat":0,"moves":["a1"],' + VIEW + '}\n', "3 are legal"),
    (HELLO + START + '{"type":"choose","id":1,"seat":1,"moves":["a1"],' + VIEW + '}\n', "not seat 1 that decides"),
    (HELLO + START + '{"type":"end","result":[1]}\n', "2 seats"),
])
def speak_refuses(given, word):
    result = speak(given, "y", "random")
    check_equal(result.status, 1, "exit status")
    check(result.err.startswith("tahur speak: ") and word in result.err and result.err.count("\n") == 1,
          repr(word), "is missing in", result.err)


@test
def speak_ends_with_its_input():
    check_equal(speak("", "y", "random"), Result(0, "", ""), "without a word")
    check_equal(speak(HELLO, "y", "random").status, 0, "status after hello")


@test
def the_arena_plays_the_same_with_a_bot_that_speaks():
    line_up = ["random", "--games", "40", "--seed", "7", "--json"]
    ours = json.loads(tahur.run("arena", "kittens", "dqn", *line_up).out)
    told = f"exec:{PATIENT},command=exec '{tahur.path}' speak kittens dqn"
    theirs = json.loads(tahur.run("arena", "kittens", told, *line_up, "--threads", "2").out)
    check_equal(theirs["digest"], ours["digest"], "the digest")




@test
def a_bot_has_the_usual_signals():
    """Signals that the program ignores for itself (SIGPIPE, SIGXFSZ) are not ignored by its bots."""
    with tempfile.TemporaryDirectory() as directory:
        bot = os.path.join(directory, "bot.sh")
        with open(bot, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\ngrep SigIgn /proc/self/status >&2\nexit 1\n")
        os.chmod(bot, 0o755)
        result = tahur.run("arena", "y:size=3", f"exec:command={bot}", "random", "--games=2")
        ignored = re.search(r"SigIgn:\W*([0-9a-f]+)", result.err)
        check(ignored, result)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            check(int(ignored[1], 16) >> (number - 1) & 1 == 0, number, ignored[0])
