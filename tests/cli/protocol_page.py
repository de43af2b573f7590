"""docs/protocol.md taken apart, and the messages of real games to compare it with."""
import json
import os
import re
import sys
import tempfile
import threading
from functools import lru_cache

from documents import ROOT, document
from external_tests import PATIENT
from harness import check_equal, tahur

MODEL = os.path.join(ROOT, "tests", "external")  # of Parchís, by the page
sys.path.insert(0, MODEL)
import parchis_legal
import parchis_moves

PAGE = document("protocol.md")
TITLES = {"cantstop": "Can't Stop", "y": "Y", "kittens": "Kittens", "parchis": "Parchís"}
SPECS = {"cantstop": ["cantstop:players=3", "cantstop:players=2,forced=1", "cantstop:players=2,rules=official",
                      "cantstop:players=2,closed=1,blocking=jump,columns=4", "cantstop:players=3,blocking=stop"],
         "y": ["y:size=4,pie=1"], "kittens": ["kittens", "kittens:rules=classic,deck=official"],
         "parchis": ["parchis", "parchis:rules=course"]}


# ---- the page ----

def section(game):
    return re.search(rf"^## {TITLES[game]}\n(.*?)(?=^## )", PAGE, re.S | re.M).group(1)


def forms(game):
    """The forms of moves: {name: regular expression}."""
    block = re.search(rf"```moves {game}\n(.*?)```", section(game), re.S).group(1)
    return dict(line.split(None, 1) for line in block.strip().split("\n"))


def table(game, first):
    """The rows of the first table of a section whose first heading is this, as lists of cells."""
    rows = re.search(rf"^\| {first} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", section(game), re.M).group(1)
    return [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows.strip().split("\n")]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


# ---- real games ----

# Plays at random, and writes down what it hears and answers.
PLAYER = """
import json, os, random, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "player", "version": "1"}), flush=True)
    if message["type"] == "start":
        random.seed(message["seed"])
    if message["type"] == "choose":
        message["answer"] = random.choice(message["moves"])
    log.write(json.dumps({**message, "process": os.getpid()}) + "\\n")
    log.flush()
    if message["type"] == "choose":
        print(json.dumps({"id": message["id"], "move": message["answer"]}), flush=True)
"""


one_at_a_time = threading.Lock()


def traffic(spec):
    with one_at_a_time:  # what two tests want at once is played once
        return play_games(spec)


@lru_cache(None)
def play_games(spec):
    """What the seats of some games hear and answer. Random players play all of them; with one thread one process is
    asked at a time, so questions are in the order of the game."""
    with tempfile.TemporaryDirectory() as directory:
        program, log = (os.path.join(directory, name) for name in ("player.py", "log"))
        with open(program, "w", encoding="utf-8") as file:
            file.write(PLAYER)
        result = tahur.run("arena", spec, f"exec:{PATIENT},command=python3 {program} {log}", "--games", "12", "--seed", "2",
                           "--threads", "1")
        check_equal((result.status, result.err), (0, ""), "status and errors")
        with open(log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def questions(spec):
    return [message for message in traffic(spec) if message["type"] == "choose"]


def views(game):
    return [message["view"] for spec in SPECS[game] for message in traffic(spec) if "view" in message]
