"""tahur new-bot: every kit works as it is written, and kits of one game play alike in all languages."""
import os
import subprocess
import tempfile
import threading

from harness import Failure, check, check_equal, tahur, test, test_each

GAMES = ["cantstop", "kittens", "parchis", "y"]
SPECS = {"cantstop": "cantstop:players=2", "kittens": "kittens", "parchis": "parchis", "y": "y:size=5,pie=1"}
FOLDER = tempfile.TemporaryDirectory()
LOCKS = {name: threading.Lock() for name in GAMES}  # tests run two at a time; a kit is made once
ENVIRONMENT = {**os.environ, "TAHUR": tahur.path}


def at(name):
    return os.path.join(FOLDER.name, name)


def new_bot(language, game):
    """The folder of a kit that has passed its own test."""
    folder = at(f"{language}-{game}")
    with LOCKS[game]:
        if os.path.exists(os.path.join(folder, "passed")):
            return folder
        check(not os.path.exists(folder), folder, "has failed its test")
        tahur.text("new-bot", language, SPECS[game], folder)
        done = subprocess.run([os.path.join(folder, "test.sh")], capture_output=True, text=True, env=ENVIRONMENT, cwd="/")
        if done.returncode != 0 or "WRONG" in done.stdout:
            raise Failure(f"{language} {game}: {done.stdout}{done.stderr}")
        with open(os.path.join(folder, "passed"), "w", encoding="utf-8"):
            return folder


def command(language):
    commands = {"python": "python3 bot.py", "javascript": "node bot.js",
                "java": "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC Bot"}
    return commands.get(language, "./bot")


def digest(language, game):
    """Of some games against random, by the kit's bot."""
    bot = f"exec:folder={new_bot(language, game)},command={command(language)}"
    flags = ["--games=12", "--seed=7", "--random-plies=2", "--on-fault=abort"]
    return tahur.json("arena", SPECS[game], bot, "random", *flags)["digest"]


def add_tests(languages):
    """Those of these languages, each of which must be installed."""
    kits = [(f"{language} {game}",) for language in languages for game in GAMES]

    @test_each("the kit", kits)
    def passes_its_own_test(kit):
        new_bot(*kit.split())

    @test_each("plays as Python does", kits)
    def plays_the_same_in_all_languages(kit):
        language, game = kit.split()
        check_equal(digest(language, game), digest("python", game), f"digest of {language}")


@test
def writes_over_no_file():
    for name in ["bot.py", "README.md", "test.sh"]:
        folder = at(f"has-{name}")
        os.makedirs(folder)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("mine")
        result = tahur.run("new-bot", "python", "y", folder)
        check_equal(result.status, 2, "exit status")
        check("there already" in result.err and name in result.err, result.err)
        check_equal(os.listdir(folder), [name], "files")


@test
def writes_into_a_folder_that_has_other_files():
    os.makedirs(at("mine"))
    with open(at("mine/notes.txt"), "w", encoding="utf-8") as file:
        file.write("mine")
    check("README.md" in tahur.text("new-bot", "java", "kittens", at("mine")), "no word about the README")
    check_equal(sorted(os.listdir(at("mine"))), ["Bot.java", "Makefile", "README.md", "command", "notes.txt", "test.sh"], "files")
    for name in os.listdir(at("mine")):
        with open(os.path.join(at("mine"), name), encoding="utf-8") as file:
            text = file.read()
        for word in ["policy", "game", "command", "build", "file", "levels", "opponents"]:
            check(f"@{word}@" not in text, f"@{word}@ is left in", name)


@test_each("refuses", [(["cobol", "y", "x"], "python, javascript"), (["python", "chess", "x"], "chess"),
                       (["python", "y", "/nowhere/x"], "/nowhere/x"), (["python", "y"], "FOLDER"),
                       (["python", "y:size=99", "x"], "size"), (["python", "y", "/dev/null"], "/dev/null")])
def refuses(args, word):
    result = tahur.run("new-bot", *args)
    check_equal(result.status, 2, "exit status")
    check(word in result.err and result.err.count("\n") == 1, result.err)
