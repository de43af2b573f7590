"""Contests and analyses in Python against the program's --json (tap.py)."""
import ast
import gc
import inspect
import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import weakref

from tap import PROGRAM, ROOT, SPECS, check, in_another_process, program, refused, run, tahur

TIMES = {"seconds", "seconds_a_move"}


def without_times(figures):
    """The figures that are the same every time."""
    if isinstance(figures, dict):
        return {name: without_times(value) for name, value in figures.items() if name not in TIMES}
    return [without_times(value) for value in figures] if isinstance(figures, list) else figures


def same(result, *arguments, status=0):
    """The result is what the program reports for these arguments."""
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, timeout=300)
    check(done.returncode == status, arguments, done.stderr)
    told = json.loads(done.stdout)
    check(without_times(told) == without_times(result.json), arguments, told, result.json)


class First:
    def choose(self, state, legal):
        return legal[0]


# ---- the figures of the program ----

def arenas_are_those_of_the_program():
    bots = {"cantstop": "easy", "y": "random", "kittens": "v1", "parchis": "random"}
    for spec in SPECS:
        game = tahur.Game(spec)
        if game.name not in bots:
            continue
        players = [bots[game.name]] + ["random"] * (game.seats - 1)
        same(tahur.arena(spec, players, games=12, max_turns=500), "arena", spec, *players, "--games", "12", "--max-turns",
             "500")
        same(tahur.arena(game, players[:1], games=12, seed=7, random_plies=2, max_turns=100, threads=2), "arena",
             game.spec, players[0], "--games", "12", "--seed", "7", "--random-plies", "2", "--max-turns", "100")


def other_contests_are_those_of_the_program():
    same(tahur.league("kittens", ["v1", "v2", "random"], games=60), "league", "kittens", "v1", "v2", "random", "--games",
         "60")
    same(tahur.league("kittens", ["v1", "v2", "v3"], games=20, format="gauntlet"), "league", "kittens", "v1", "v2", "v3",
         "--games", "20", "--format", "gauntlet")
    same(tahur.compare("kittens", "v2", "random", games=400, elo1=20.5), "compare", "kittens", "v2", "random", "--games",
         "400", "--elo1", "20.5")
    same(tahur.compare("cantstop", "hard", "easy", against=["medium"], games=40), "compare", "cantstop", "hard", "easy",
         "--games", "40", "--against", "medium")
    same(tahur.grade("kittens", "v2", against=["random", "v1"], games=200, require=0.9), "grade", "kittens", "v2",
         "--games", "200", "--require", "0.9", "--against", "random", "v1", status=1)
    same(tahur.grade("kittens", "v2", "random", require=0.3), "grade", "kittens", "v2", "--require", "0.3", "--against",
         "random")


def analyses_are_those_of_the_program():
    same(tahur.analyze("y:size=3"), "analyze", "y:size=3")
    position = "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6"
    told = tahur.analyze("cantstop:players=2", position, rollouts=200)
    same(told, "analyze", "cantstop:players=2", position, "--rollouts", "200")
    state = tahur.Game("cantstop:players=2").position(position)
    check(tahur.analyze(state, rollouts=200).json == told.json, "of a State")
    check(tahur.analyze("cantstop:players=2", state, rollouts=200).json == told.json, "of a game and a State")
    check(tahur.analyze("cantstop:players=2", state.json(), rollouts=200).best == told.best, "of JSON")
    check(tahur.analyze("cantstop:players=2", json.loads(state.json()), rollouts=200).best == told.best, "of a dict")
    same(tahur.analyze("kittens", judge="v1", by="rollouts", rollouts=50), "analyze", "kittens", "--judge", "v1", "--by",
         "rollouts", "--rollouts", "50")
    same(tahur.solve("y:size=4"), "solve", "y:size=4")
    same(tahur.solve("cantstop", sides=2, shortest=1, forced=True), "solve", "cantstop", "--sides", "2", "--shortest", "1",
         "--forced")
    same(tahur.odds(), "odds")
    same(tahur.odds(active=[6, 7, 8], done=(2, 12), top=[6]), "odds", "--active", "6,7,8", "--done", "2,12", "--top", "6")


def records_can_be_reviewed():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two.games")
        tahur.arena("kittens", [First, "v2"], games=2, record=path)
        with open(path, encoding="utf-8") as file:
            check("seat 0: First" in file.read(), "the record has no name")
        same(tahur.review(path, game=0, rollouts=20), "review", path, "--game", "0", "--rollouts", "20")
        refused("more than one record", lambda: tahur.review(path))
        run_path = os.path.join(folder, "run.db")
        same(tahur.arena("kittens", ["v1", "v2"], games=6, save=run_path), "arena", "kittens", "v1", "v2", "--games", "6")
        same(tahur.review(run_path, bot="v1", games=2, rollouts=10), "review", run_path, "--bot", "v1", "--games", "2",
             "--rollouts", "10")
        bots = tahur.review(run_path, games=2, rollouts=10)
        same(bots, "review", run_path, "--games", "2", "--rollouts", "10")
        check(str(bots).startswith("2 games, judged by ") and "luck-adjusted" in str(bots), bots)
        refused("cannot be saved", lambda: tahur.arena("kittens", [First, "v2"], games=2, save=run_path + "2"))
        check(sorted(os.listdir(folder)) == ["run.db", "two.games"], os.listdir(folder))


def analyses_may_ask_a_bot_in_python():
    own = tahur.analyze("kittens", judge=First, by="rollouts", rollouts=20, threads=1)
    check(own.json["moves"] and not own.faults, own)
    refused("", lambda: tahur.analyze("kittens", judge=First, by="search"))


# ---- bots in Python ----

def a_bot_in_python_plays_in_every_contest():
    league = tahur.league("kittens", [First, First(), "v1"], games=20)
    check({bot.bot for bot in league.bots} == {"First", "First-2", "v1"}, league)
    check(tahur.compare("kittens", "v3", First, games=40).bots[1].bot == "First", "compare")
    graded = tahur.grade("kittens", First, against=[First(), "v1"], games=20)
    check(graded.bot == "First" and graded.tasks[0].against == ["First-2"], graded)
    check(tahur.compare("cantstop:players=3", First, "easy", against=[First], games=12).games == 12, "against")


def threads_change_nothing():
    for spec in ("kittens", "y:size=4", "cantstop:players=2", "parchis"):
        digests = {tahur.arena(spec, [First, "random"], games=30, threads=threads, max_turns=300).digest
                   for threads in (1, 2, 5)}
        check(len(digests) == 1, spec, digests)


def names_of_classes_can_be_anything():
    for name, shown in [("Peón", "Peon"), ("random", "random-2"), ("☃", "bot"), ("x" * 200, "x" * 50), ("a:b=1", "ab1")]:
        bot = type(name, (First,), {})
        check(tahur.arena("kittens", [bot, "v1"], games=2).bots[0].bot == shown, name)
    check(tahur.arena("kittens", [lambda: First(), tahur.Bot("v1", "kittens")], games=2).bots[1].bot == "v1", "Bot")


class Deleted:
    """Deletes what it can reach while it plays."""
    kept = None

    def choose(self, state, legal):
        for name in list(self.__dict__):
            delattr(self, name)
        Deleted.kept = None
        gc.collect()
        return legal[0]


def objects_can_be_deleted_during_a_run():
    Deleted.kept = Deleted()
    Deleted.kept.more = [Deleted.kept]
    gone = weakref.ref(Deleted.kept)
    result = tahur.arena("kittens", [Deleted.kept, "v1"], games=50)
    check(not result.faults and gone() is None, "it lives on", gone())


def no_references_are_left():
    bot, counted = First(), []
    for _ in range(4):
        tahur.arena("kittens", [bot, First], games=20, threads=1)
        gc.collect()
        counted.append((sys.getrefcount(bot), sys.getrefcount(First)))
    check(len(set(counted)) == 1, counted)


# ---- threads and signals ----

def two_threads_run_contests():
    told = []

    def play(bots):
        told.append(tahur.arena("kittens", bots, games=200, threads=2).digest)
    alone = [tahur.arena("kittens", bots, games=200).digest for bots in (["v1", "v2"], [First, "v2"])]
    threads = [threading.Thread(target=play, args=(bots,)) for bots in (["v1", "v2"], [First, "v2"]) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(sorted(told) == sorted(alone * 4), told, alone)


INTERRUPTED = """
import os, signal, threading, tahur
before = signal.getsignal(signal.SIGINT)
{bot}
try:
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    {contest}
    print("finished")
except KeyboardInterrupt:
    print("stopped")
assert signal.getsignal(signal.SIGINT) is before
print(tahur.arena("kittens", ["v1", "v2"], games=10).games)
"""


def control_c_ends_a_contest():
    endless = "class Endless:\n    def choose(self, state, legal):\n        while True: pass"
    for bot, contest in [("", "tahur.arena('kittens', ['v1', 'v2'], games=10**11)"),
                         ("", "tahur.solve('y:size=10')"),
                         ("", "tahur.arena('y:size=19', ['mcts:iterations=100000000', 'random'], games=2)"),
                         (endless, "tahur.arena('kittens', [Endless(), 'v1'])"),
                         (endless, "tahur.arena('kittens', [Endless, 'v1'], threads=3)")]:
        told = in_another_process(INTERRUPTED.format(bot=bot, contest=contest))
        check(told == "stopped\n10\n", contest, told)


def a_signal_handler_may_end_a_contest():
    told = in_another_process(
        "import os, signal, threading, tahur\n"
        "def late(number, frame): raise TimeoutError('late')\n"
        "signal.signal(signal.SIGALRM, late)\n"
        "try:\n    signal.setitimer(signal.ITIMER_REAL, 0.3)\n    tahur.arena('kittens', ['v1', 'v2'], games=10**11)\nexcept TimeoutError as error:\n    print(error)")
    check(told == "late\n", told)


def a_contest_in_another_thread_cannot_be_interrupted_but_ends():
    told = in_another_process(
        "import threading, tahur\nresult = []\n"
        "t = threading.Thread(target=lambda: result.append(tahur.arena('kittens', ['v1', 'v2'], games=1000).games))\n"
        "t.start(); t.join(); print(result)")
    check(told == "[1000]\n", told)


def the_end_of_the_interpreter_waits_for_nothing():
    told = in_another_process(
        "import threading, time, tahur\n"
        "class First:\n    def choose(self, state, legal): return legal[0]\n"
        "def play(bots): tahur.arena('kittens', bots, games=10**11, threads=2)\n"
        "for bots in ([First, 'v1'], ['v1', 'v2']):\n"
        "    threading.Thread(target=play, args=(bots,), daemon=True).start()\n"
        "time.sleep(0.3)\nprint('over')")
    check(told == "over\n", told)


def control_c_ends_waiting_for_another_contest():
    told = in_another_process(
        "import os, signal, threading, time, tahur\nbegun, later = threading.Event(), threading.Event()\n"
        "class Slow:\n    def choose(self, state, legal):\n        begun.set()\n        later.wait()\n        return legal[0]\n"
        "other = threading.Thread(target=lambda: tahur.arena('kittens', [Slow(), 'v1'], games=2))\n"
        "other.start()\nbegun.wait()\n"
        "try:\n    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n    tahur.odds()\nexcept KeyboardInterrupt:\n    print('stopped')\n"
        "later.set()\nother.join()\nprint(tahur.odds(active=[6, 7, 8]).legal)")
    check(told == "stopped\n1192\n", told)


def nothing_is_printed():
    told = in_another_process("import tahur\ntahur.arena('kittens', ['v1', 'v2'], games=10)\ntahur.odds()\n"
                              "class Bad:\n    def choose(self, state, legal): return None\n"
                              "tahur.arena('kittens', [Bad, 'v2'], games=10)")
    check(told == "", told)


# ---- mistakes ----

def mistakes_are_sentences():
    arena = tahur.arena
    refused("did you mean '--games'?", lambda: arena("kittens", ["v1", "v2"], gamez=3))
    refused("cannot be '-3'", lambda: arena("kittens", ["v1", "v2"], games=-3))
    refused("cannot be '1.5'", lambda: arena("kittens", ["v1", "v2"], games=1.5))
    refused("cannot be 'nan'", lambda: tahur.compare("kittens", "v1", "v2", elo0=float("nan")))
    refused("takes a value, not True", lambda: arena("kittens", ["v1", "v2"], games=True), TypeError)
    refused("sandbox is True or False, not 1", lambda: arena("kittens", ["v1", "v2"], sandbox=1), TypeError)
    refused("result.json", lambda: arena("kittens", ["v1", "v2"], json=True), TypeError)
    refused("there is no game", lambda: arena("chess", ["v1", "v2"]))
    refused("a game is a Game", lambda: arena(3, ["v1", "v2"]), TypeError)
    refused("takes 2 bots", lambda: arena("kittens", ["v1", "v2", "v3"]))
    refused("needs more arguments", lambda: arena("kittens", []))
    refused("no bot", lambda: arena("kittens", ["--games=3", "v2"]))
    refused("is no game and no bot", lambda: tahur.compare("kittens", "--games=3", "v2", against="v1"))
    refused("has no bots", lambda: tahur.grade("kittens", "v1", against=[]))
    refused("needs --against", lambda: tahur.grade("kittens", "v1", None))
    refused("not of y:size=4", lambda: tahur.analyze("y:size=4", tahur.Game("y:size=5").start()))
    refused("its own position", lambda: tahur.analyze(tahur.Game("y").start(), "x"), TypeError)
    refused("no solver for kittens", lambda: tahur.solve("kittens"))
    refused("is for cantstop", lambda: tahur.solve("y", sides=4))
    refused("", lambda: arena("kittens\0", ["v1", "v2"]))
    refused("stopped by a fault", lambda: arena("kittens", [Liar, "v1"], on_fault="abort"))


class Raises:
    def choose(self, state, legal):
        raise ValueError("no idea")


class Liar:
    def choose(self, state, legal):
        return "a lie"


# ---- results ----

def results_are_easy_to_look_at():
    result = tahur.arena("kittens", [First, "v2"], games=10)
    check(result.games == result["games"] == result.json["games"] == 10, result.json)
    check(result.bots[0].metrics.draw_share.mean == result["bots"][0]["metrics"]["draw_share"]["mean"], "nested")
    refused("there is no figure 'gamez'; there are: game,", lambda: result.gamez, AttributeError)
    check("games" in result and "games" in dir(result) and list(result) == list(result.json), "names")
    check(pickle.loads(pickle.dumps(result)) == result and result != tahur.odds(), "equality")
    fault = tahur.arena("kittens", [Raises, "v2"], games=2).faults[0]
    check("no idea" in pickle.loads(pickle.dumps(fault)).traceback == fault.traceback, "a pickled fault")
    for report in [result, tahur.league("kittens", ["v1", "v2"], games=4), tahur.compare("kittens", "v1", "v2", games=4),
                   tahur.grade("kittens", "v1", "v2", games=4), tahur.analyze("y:size=3"),
                   tahur.analyze("cantstop:players=2", rollouts=4), tahur.solve("y:size=3"), tahur.odds(),
                   tahur.odds(active=[7])]:
        check(len(repr(report).splitlines()) > 2 and repr(report).isprintable() is False, repr(report))
        page = report._repr_html_()
        check(page.count("<table>") == page.count("</table>") >= 1 and "<td>" in page, page)
    check("First" in repr(result) and "95 % interval" in repr(result), repr(result))
    remarks = repr(tahur.arena("y:size=3", ["greedy", "greedy"], games=4))
    check("only 1 different games" in remarks, remarks)
    remarks = repr(tahur.arena("kittens", ["v1", "v2"], games=2, max_turns=1))
    check("2 games were not over within max_turns" in remarks, remarks)


def help_is_a_manual():
    for name in ("arena", "league", "compare", "grade", "analyze", "review", "solve", "odds"):
        text = inspect.getdoc(getattr(tahur, name))
        check("Options:" in text and text.index("Options:") > 40, name, text)
    check("random_plies: decisions made at random" in inspect.getdoc(tahur.arena), inspect.getdoc(tahur.arena))
    check("--json" not in inspect.getdoc(tahur.odds), "json")


def stubs_have_the_options_of_the_program():
    with open(os.path.join(ROOT, "python", "tahur", "contests.pyi"), encoding="utf-8") as file:
        functions = [node for node in ast.parse(file.read()).body if isinstance(node, ast.FunctionDef)]
    check(len(functions) == 8, functions)
    for function in functions:
        named = {argument.arg for argument in function.args.kwonlyargs + function.args.args}
        options = {name.replace("-", "_") for name, *_ in tahur.contests._tahur._options(function.name)} - {"json"}
        own = {"game", "bots", "bot", "new", "old", "position", "path"}
        check(options <= named and named - options <= own, function.name, named ^ options)


TESTS = [arenas_are_those_of_the_program, other_contests_are_those_of_the_program, analyses_are_those_of_the_program,
         records_can_be_reviewed, analyses_may_ask_a_bot_in_python, a_bot_in_python_plays_in_every_contest,
         threads_change_nothing, names_of_classes_can_be_anything, objects_can_be_deleted_during_a_run,
         no_references_are_left, two_threads_run_contests, control_c_ends_a_contest,
         a_signal_handler_may_end_a_contest, a_contest_in_another_thread_cannot_be_interrupted_but_ends,
         the_end_of_the_interpreter_waits_for_nothing, control_c_ends_waiting_for_another_contest,
         nothing_is_printed, mistakes_are_sentences, results_are_easy_to_look_at, help_is_a_manual,
         stubs_have_the_options_of_the_program]

if __name__ == "__main__":
    sys.exit(run(TESTS))
