"""A class of twelve: submissions for Can't Stop as students hand them in, good and bad. Not a test itself:
class_tests.py and bench/class_cost.py write them into a folder."""
import io
import os
import zipfile

GAME = "cantstop:players=2"

# `choose` is what the bots differ in.
FRAME = '''import json
import random
import sys

{helpers}

def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {{"name": "{name}", "version": "1"}}
        elif message["type"] == "start":
            random.seed(message["seed"])
            continue
        elif message["type"] == "choose":
            answer = {{"id": message["id"], "move": choose(message["view"], message["moves"])}}
        elif message["type"] == "quit":
            break
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
'''

STOPS_EARLY = '''
def choose(view, moves):
    # One more roll is often one too many.
    if "stop" in moves:
        return "stop" if view["rolls"] >= 1 else "roll"
    return moves[0]
'''

STOPS_LATE = '''
def choose(view, moves):
    if "stop" in moves:
        runners = sum(1 for steps in view["temporary"] if steps > 0)
        return "stop" if runners == 3 and view["rolls"] >= 4 else "roll"
    return max(moves, key=lambda move: sum(6 - abs(7 - int(column)) for column in move.split("+")))
'''

RENAMED = '''
def choose(state, options):
    # My own idea.
    if "stop" in options:
        return "stop" if state["rolls"] >= 1 else "roll"
    return options[0]
'''

CRASHES = '''
asked = 0


def choose(view, moves):
    global asked
    asked += 1
    if asked > 3:
        table = {}
        return table["column"]
    return moves[0]
'''

LOOPS = '''
asked = 0


def choose(view, moves):
    global asked
    asked += 1
    while asked > 3:
        pass
    return moves[0]
'''

CHEATS = '''
def choose(view, moves):
    return "12+12+12"
'''

BURNS = '''
import time


def choose(view, moves):
    end = time.process_time() + 1.0
    while time.process_time() < end:
        pass
    return moves[0]
'''

TALKS = '''
def choose(view, moves):
    print("thinking about", moves, flush=True)
    return moves[0]
'''

FORKS = '''
import os
import time


def choose(view, moves):
    while True:
        try:
            if os.fork() == 0:
                time.sleep(1)
        except OSError:
            pass
'''

# What it reached is its version. Folders above its own may be scratch space of the sandbox: whether something is written
# outside, the test looks itself.
ESCAPES = '''import json
import os
import socket
import sys


def attempt(name, function):
    try:
        function()
    except Exception:
        return []
    return [name]


def write(path):
    with open(path, "a") as file:
        file.write("here")


reached = []
if os.listdir("..") != [os.path.basename(os.getcwd())]:
    reached.append("neighbours")
for path in ("/etc/shadow", "/root/.bashrc", "../../class.db", "../../class.db-wal", "../../../submissions/good.zip"):
    reached += attempt("read " + path, lambda: open(path).read())
for path in ("bot.py", "new", "/usr/new", "/etc/new"):
    reached += attempt("wrote " + path, lambda: write(path))
for path in ("../new", "../../new", "../../../submissions/new"):
    attempt("", lambda: write(path))
reached += attempt("network", lambda: socket.create_connection(("127.0.0.1", 22), 1))
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "escape", "version": "; ".join(reached)[:60] or "nothing"}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"id": message["id"], "move": message["moves"][0]}), flush=True)
    elif message["type"] == "quit":
        break
'''

BROKEN_C = '''#include <stdio.h>

int main(void) {
    return printf("no semicolon")
}
'''


def python(name, helpers):
    return FRAME.format(name=name, helpers=helpers.strip("\n"))


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return out.getvalue()


CLASS = {
    "crash/bot.py": python("crash", CRASHES),
    "endless/bot.py": python("endless", LOOPS),
    "illegal.py": python("illegal", CHEATS),
    "slow/bot.py": python("slow", BURNS),
    "garbage/bot.py": python("garbage", TALKS),
    "good.zip": zipped({"good/bot.py": python("good", STOPS_EARLY), "good/notes.txt": "my notes\n"}),
    "better/Makefile": "bot: strategy.py\n\tcp strategy.py bot && chmod +x bot\n",
    "better/strategy.py": "#!/usr/bin/env python3\n" + python("better", STOPS_LATE),
    "copied/bot.py": python("good", STOPS_EARLY),
    "copied/notes.txt": "my notes\n",
    "renamed/bot.py": python("renamed", RENAMED),
    "unbuilt/bot.c": BROKEN_C,
    "forkbomb/bot.py": python("forkbomb", FORKS),
    "escape/bot.py": ESCAPES,
}

STATUS = {"crash": "unsound", "endless": "unsound", "illegal": "unsound", "slow": "unsound", "garbage": "unsound",
          "good": "sound", "better": "sound", "copied": "sound", "renamed": "sound", "unbuilt": "unbuilt",
          "forkbomb": "unsound", "escape": "sound"}


def write(folder, files):
    """Writes files, given by their paths, below a folder."""
    for path, contents in files.items():
        whole = os.path.join(folder, path)
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(whole, "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
