"""Bots in Python, and the program's bots in Python (tap.py)."""
import contextlib
import io
import os
import random
import re
import subprocess
import sys
import threading

from tap import PROGRAM, ROOT, SPECS, check, in_another_process, program, refused, run, tahur

sys.path.insert(0, os.path.join(ROOT, "examples"))

TWO_SEATS = ["cantstop:players=2", "y:size=4", "kittens", "parchis"]


class First:
    def choose(self, state, legal):
        return legal[0]


def decision(spec, seed=1):
    """A state in which a seat has a choice."""
    rng = random.Random(seed)
    state = tahur.Game(spec).start()
    while state.mover < 0 or len(state.legal()) < 2:
        state.apply(state.pick(rng.getrandbits(64)) if state.mover < 0 else state.legal()[0])
    return state


def end_state(spec):
    rng = random.Random(2)
    state = tahur.Game(spec).start()
    while not state.over:
        state.apply(state.pick(rng.getrandbits(64)) if state.mover < 0 else rng.choice(state.legal()))
    return state


# ---- the program's bots ----

BOTS = {"cantstop": ["easy", "hard", "random"], "y": ["mcts:iterations=50", "flat-mc:iterations=50", "random"],
        "kittens": ["v1", "v3", "mcts:iterations=30"], "parchis": ["greedy", "alphabeta:depth=2", "random"]}


def bots_answer_as_the_program_does():
    for spec in SPECS:
        state = decision(spec)
        for bot in BOTS.get(state.game.name, []):
            said = program("ask", spec, bot, state.text, "--seed", "5")
            got = tahur.Bot(bot, state.game, seed=5).choose(state)
            check(state.move_text(got) == said["action"], spec, bot, said)
            check(tahur.Bot(bot, spec, 5).choose(state.view(state.mover)) == got, spec, bot, "the view is not enough")


def a_seed_repeats_the_answers():
    state = decision("y:size=6")
    bot, other = tahur.Bot("random", "y:size=6", seed=3), tahur.Bot("random", "y:size=6", seed=3)
    answers = [bot.choose(state) for _ in range(20)]
    check(answers == [other.choose(state) for _ in range(20)] and len(set(answers)) > 3, answers)
    bot.begin(state, state.mover, seed=3)
    check([bot.choose(state) for _ in range(20)] == answers, "begin with a seed does not begin anew")


def thoughts_have_values_and_lines():
    state = decision("parchis")
    bot = tahur.Bot("alphabeta:depth=3", state.game)
    thoughts = bot.thoughts(state)
    check(thoughts.action == bot.choose(state) == thoughts.moves[0].action, thoughts)
    check(len(thoughts) == len(state.legal()) and thoughts.depth == 3 and thoughts.own == "value", thoughts)
    best = thoughts[thoughts.move]
    check(0 <= best.value <= 1 and best.line[0] == best.action and len(best.line) > 1, best)
    check(best is thoughts[best.action], best)
    after = state
    for action in best.line:
        after = after.after(action)
    state = decision("kittens")
    thoughts = tahur.Bot("random", "kittens").thoughts(state)
    check(thoughts.own is None and all(t.value is None and t.line == () for t in thoughts), thoughts)


def a_bot_plays_whole_games():
    for spec in TWO_SEATS:
        rng, game = random.Random(4), tahur.Game(spec)
        state, bots = game.start(), [tahur.Bot("random", game, seed) for seed in (1, 2)]
        for seat, bot in enumerate(bots):
            bot.begin(state, seat)
        while not state.over:
            state.apply(state.pick(rng.getrandbits(64)) if state.mover < 0 else bots[state.mover].choose(state))
        for bot in bots:
            bot.end(state.payoff)
        refused("plays no game", lambda: bots[0].end((1, 0)))


def bots_refuse_what_they_cannot_answer():
    state = decision("kittens")
    bot = tahur.Bot("v1", "kittens")
    refused("the bot plays kittens, and this is a state of y", lambda: bot.choose(decision("y:size=4")))
    refused("game is over", lambda: bot.choose(end_state("kittens")))
    refused("chance moves", lambda: tahur.Bot("easy", "cantstop").choose(tahur.Game("cantstop").start()))
    refused("what another seat sees", lambda: bot.choose(state.view(1 - state.mover)))
    refused("a State is needed", lambda: bot.choose(3), TypeError)
    refused("did you mean", lambda: tahur.Bot("v9", "kittens"))
    refused("a Game or its spec", lambda: tahur.Bot("v1", 3), TypeError)
    refused("must be a whole number", lambda: tahur.Bot("v1", "kittens", seed="x"), TypeError)
    refused("takes a whole number", lambda: tahur.Bot("mcts:iterations=x", "kittens"))
    bot.begin(state, 1 - state.mover)
    refused("sits in seat", lambda: bot.choose(state))
    refused("sequence of 2 numbers", lambda: bot.end((1, 0, 0)), TypeError)
    refused("must be real number", lambda: bot.end(("x", 0)), TypeError)
    refused("there is no seat", lambda: bot.begin(state, 7))
    silent = tahur.Bot("exec:command=exit 3", "kittens")
    refused("gives no legal action here: crash", lambda: silent.choose(state))


def two_threads_cannot_ask_one_bot():
    state, told = decision("y:size=9"), []
    bot = tahur.Bot("mcts:iterations=20000", state.game)

    def ask():
        try:
            told.append(bot.choose(state))
        except tahur.TahurError as error:
            told.append(str(error))
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers = [one for one in told if isinstance(one, int)]
    check(len(told) == 4 and answers, told)
    check(all("another thread" in one for one in told if isinstance(one, str)), told)


def control_c_ends_a_search():
    told = in_another_process(
        "import os, signal, threading, tahur\n"
        "s = tahur.Game('y:size=12').start()\n"
        "bot = tahur.Bot('mcts:iterations=100000000', s.game)\n"
        "before = signal.getsignal(signal.SIGINT)\n"
        "try:\n    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n    bot.choose(s)\nexcept KeyboardInterrupt:\n    print('stopped')\n"
        "print(signal.getsignal(signal.SIGINT) is before, tahur.Bot('random', s.game).choose(s) in s.legal())")
    check(told == "stopped\nTrue True\n", told)


# ---- bots in Python ----

class Watcher(tahur.PythonBot):
    """Checks what it is given, and plays at random."""
    seen = []

    def begin(self, view, seat):
        self.seat, self.decisions = seat, 0
        check(view.viewer in (None, seat) and not view.over, view)

    def choose(self, state, legal):
        self.decisions += 1
        check(state.mover == self.seat and state.legal() == legal and len(legal) > 1, state)
        check(state.viewer in (None, self.seat), "it sees more than its seat does")
        action = self.random.choice(legal)
        if state.viewer is None:
            state.apply(action)  # it is the bot's own copy
        return action

    def end(self, payoff):
        check(len(payoff) == 2 and abs(sum(payoff) - 1) < 1e-9, payoff)
        Watcher.seen.append(payoff[self.seat])


def bots_are_given_what_their_seat_sees():
    for spec in TWO_SEATS:
        Watcher.seen = []
        result = tahur.arena(spec, [Watcher(), "random"], games=20, max_turns=4000)
        check(not result.faults, result.faults, result.faults and result.faults[0].traceback)
        check(0 < len(Watcher.seen) <= 20 and result.bots[0].wins >= sum(Watcher.seen) - 1e-9, spec, result)


def random_numbers_are_those_of_the_contest():
    one, same, other = (tahur.arena("kittens", [Watcher, "v1"], games=50, seed=seed) for seed in (1, 1, 2))
    check(one.digest == same.digest != other.digest, one.digest, same.digest, other.digest)
    check(tahur.arena("kittens", [Watcher, "v1"], games=50, threads=3).digest == one.digest, "threads change it")


class Texts:
    """Answers with the text of the last move."""
    def choose(self, state, legal):
        return state.move_text(legal[-1])


class Last:
    def choose(self, state, legal):
        return legal[-1]


def a_text_is_an_answer():
    for spec in TWO_SEATS:
        texts, numbers = (tahur.arena(spec, [bot, "random"], games=10, max_turns=1000) for bot in (Texts, Last))
        check(texts.digest == numbers.digest and not texts.faults, spec, texts.faults)


class Helped:
    """Asks one of the program's bots."""
    def begin(self, view, seat):
        self.bot = tahur.Bot("greedy", view.game)

    def choose(self, state, legal):
        return self.bot.choose(state)


def a_bot_like_one_of_the_programs_plays_the_same_games():
    own = program("arena", "parchis", "greedy", "alphabeta:depth=1", "--games", "20", "--random-plies", "6")
    for bot in (Helped(), Helped):
        result = tahur.arena("parchis", [bot, "alphabeta:depth=1"], games=20, random_plies=6)
        check(result.digest == own["digest"], result.faults)


class ByColumns(tahur.CantStopBot):
    def choose_move(self, state, dice, legal_moves):
        check(len(dice) == 4 and all(1 <= die <= 6 for die in dice), dice)
        for move in legal_moves:
            check(1 <= len(move) <= 2 and all(2 <= column <= 12 for column in move), move)
        return max(legal_moves, key=sum)

    def decide_stop(self, state, rolls_this_turn):
        check(rolls_this_turn >= 1, rolls_this_turn)
        return rolls_this_turn >= 4


class WrongColumns(ByColumns):
    def choose_move(self, state, dice, legal_moves):
        return (1, 13)


def cantstop_has_a_base_class():
    result = tahur.arena("cantstop:players=2", [ByColumns, "random"], games=40)
    check(not result.faults and result.bots[0].win_share > 0.6, result)
    result = tahur.arena("cantstop:players=2", [WrongColumns, "random"], games=4)
    check("(1, 13), which is none of" in result.faults[0].what, result.faults)
    result = tahur.arena("cantstop:players=2", [tahur.CantStopBot, "random"], games=2)
    check("has no method choose_move" in result.faults[0].what, result.faults)
    ByColumns.decide_stop, kept = (lambda self, state, rolls: None), ByColumns.decide_stop
    try:
        result = tahur.arena("cantstop:players=2", [ByColumns, "random"], games=2)
        check("decide_stop returned None" in result.faults[0].what, result.faults)
    finally:
        ByColumns.decide_stop = kept
    result = tahur.arena("kittens", [ByColumns, "random"], games=2)
    check("does not play kittens" in result.faults[0].what, result.faults)


# ---- bad bots ----

def answering(value):
    class Answer:
        def choose(self, state, legal):
            return value(state, legal) if callable(value) else value
    return Answer


def bad_answers_are_faults():
    for value, shown in [(None, "None"), ("nonsense", "'nonsense'"), (1.5, "1.5"), (10**30, "1000000"), (-1, "-1"),
                         (True, "True"), ([0], "[0]"), ("\ud800", "ud800"), (2**32, "4294967296"), (b"draw", "b'draw'")]:
        for spec in ("kittens", "y:size=4"):
            result = tahur.arena(spec, [answering(value), "random"], games=4)
            fault = result.faults[0]
            check(fault.fault == "illegal" and fault.count == result.bots[0].faults == 4, value, result.faults)
            check(shown in fault.what and "legal actions of seat" in fault.what, fault.what)
            check(fault.exception is None and fault.traceback == "" and fault.bot == "Answer", fault)
            check("illegal" in repr(result), repr(result))


class Odd:
    """Raises whatever it was made for."""
    def __init__(self, error, where):
        self.error, self.where = error, where

    def act(self, where):
        if where == self.where:
            raise self.error

    def begin(self, view, seat):
        self.act("begin")

    def choose(self, state, legal):
        self.act("choose")
        return legal[0]

    def end(self, payoff):
        self.act("end")


class Unprintable(Exception):
    def __str__(self):
        raise ValueError("no text")


def exceptions_are_faults_with_their_traceback():
    for error, name in [(ValueError("no idea"), "crash"), (SystemExit(3), "crash"), (GeneratorExit(), "crash"),
                        (MemoryError(), "memory"), (RecursionError(), "crash"), (Unprintable(), "crash"),
                        (StopIteration(), "crash"), (tahur.TahurError("é\n"), "crash")]:
        for where in ("begin", "choose"):
            result = tahur.arena("kittens", [Odd(error, where), "random"], games=4)
            fault = result.faults[0]
            check(fault.fault == name and fault.count == result.bots[0].faults == 4, error, result.faults)
            check(fault.exception is error, fault.exception)
            check("act" in fault.traceback and type(error).__name__ in fault.traceback, fault.traceback)
            check(f"its method {where} raised" in fault.what, fault.what)
    result = tahur.arena("kittens", [Odd(ValueError("late"), "end"), "random"], games=4)
    check(result.faults[0].what.endswith("end raised ValueError: late") and result.bots[0].faults == 0, result.faults)
    try:
        tahur.arena("kittens", [answering(lambda state, legal: 1 / 0), "random"], games=2, on_fault="abort")
        check(False, "the contest was not aborted")
    except tahur.TahurError as error:
        check(isinstance(error.__cause__, ZeroDivisionError), repr(error.__cause__))


def a_keyboard_interrupt_ends_the_contest():
    refused("", lambda: tahur.arena("kittens", [Odd(KeyboardInterrupt("enough"), "choose"), "v1"]), KeyboardInterrupt)
    check(tahur.arena("kittens", ["v1", "v2"], games=10).games == 10, "the next contest is disturbed")


class NoBot:
    pass


def broken():
    raise OSError("no disk")


def what_is_no_bot_is_refused():
    for bot, sentence, kind in [(NoBot, "no method choose", TypeError), (NoBot(), "a bot is a spec", TypeError),
                                (3, "a bot is a spec", TypeError), (None, "a bot is a spec", TypeError),
                                (lambda: 3, "cannot be made: AttributeError", tahur.TahurError),
                                (broken, "cannot be made: OSError: no disk", tahur.TahurError)]:
        refused(sentence, lambda: tahur.arena("kittens", [bot, "v1"], games=2), kind)
    try:
        tahur.arena("kittens", [broken, "v1"], games=2)
    except tahur.TahurError as error:
        check(isinstance(error.__cause__, OSError), error.__cause__)
    own = First()
    refused("sits in one seat", lambda: tahur.arena("kittens", [own, own], games=2))
    refused("sits in one seat", lambda: tahur.arena("kittens", [own], games=2))
    refused("sits in one seat", lambda: tahur.arena("kittens", [own, "v1"], games=100, threads=2))
    check(tahur.arena("kittens", [First, First], games=2).by_spec[0].players == 2, "two of a class are the same")
    check([bot.bot for bot in tahur.arena("kittens", [First(), First()], games=2).bots] == ["First", "First-2"], "names")


class Nested:
    """Runs a contest inside of a contest."""
    def choose(self, state, legal):
        tahur.arena("kittens", ["v1", "v2"], games=2)
        return legal[0]


class NestedAtBirth(First):
    def __init__(self):
        tahur.odds()


def a_bot_cannot_run_a_contest():
    result = tahur.arena("kittens", [Nested, "v1"], games=2)
    check("a bot cannot run arena while it plays" in result.faults[0].what, result.faults)
    refused("a bot cannot run odds", lambda: tahur.arena("kittens", [NestedAtBirth, "v1"], games=2))


# ---- bots as programs ----

def source(body):
    return ("import random, sys\nsys.path.insert(0, %r)\nimport tahur\n%s" % (os.path.join(ROOT, "python"), body))


def as_program(folder, name, body):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(source(body))
    return f"exec:command={sys.executable} {path}"


CHATTY = '''
import os
class Chatty(tahur.PythonBot):
    def begin(self, view, seat):
        print("hello", flush=True)
        os.write(1, b"and from below\\n")
    def choose(self, state, legal):
        print("thinking", state)
        return self.random.choice(legal)
    def end(self, payoff):
        print(payoff)
'''


def the_same_class_plays_as_a_program(folder):
    space = {}
    exec(source(CHATTY), space)
    spec = as_program(folder, "chatty.py", CHATTY + "\ntahur.main(Chatty)")
    for game in TWO_SEATS:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            kept, sys.stdout = sys.stdout, nowhere
            try:
                inside = tahur.arena(game, [type("Quiet", (space["Chatty"],), {"begin": lambda *_: None}), "random"], games=4,
                                     seed=3, max_turns=300)
            finally:
                sys.stdout = kept
        outside = program("arena", game, spec, "random", "--games", "4", "--seed", "3", "--max-turns", "300")
        check(outside["digest"] == inside.digest and outside["bots"][0]["faults"] == 0, game, outside)
    done = subprocess.run([PROGRAM, "check-bot", "kittens", spec.partition("=")[2]], capture_output=True, text=True, timeout=300)
    check(done.returncode == 0, done.stdout, done.stderr)


def faults_are_the_same_outside(folder):
    bodies = {"illegal": "class B:\n    def choose(self, state, legal): return None\n",
              "crash": "class B:\n    def choose(self, state, legal): raise ValueError('no idea')\n"}
    for fault, body in bodies.items():
        spec = as_program(folder, fault + ".py", body + "\ntahur.main(B())")
        result = tahur.arena("kittens", [spec, "v1"], games=2, seed=1)
        check(result.faults[0].fault == fault and result.faults[0].count == 2, result.faults)
    check("no idea" in result.faults[0].stderr, result.faults[0].stderr)
    told = in_another_process("import tahur\ntahur.main(int)")
    check("is no bot: it has no method choose" in told, told)


# ---- examples ----

def example(name, *arguments):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "examples", name), *arguments], capture_output=True,
                          text=True, timeout=300, stdin=subprocess.DEVNULL,
                          env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python")})
    check(done.returncode == 0, name, done.stdout, done.stderr)
    return done.stdout


def the_examples_play():
    import cantstop_bot
    import mcts
    import minimax
    result = tahur.arena("cantstop:players=2", [cantstop_bot.RuleOf28, "easy"], games=100)
    check(not result.faults and result.bots[0].win_share > 0.8, result)
    result = tahur.arena("parchis", [lambda: minimax.Minimax(depth=1), "random"], games=10, random_plies=2)
    check(not result.faults and result.bots[0].win_share == 1, result)
    check(not tahur.arena("parchis:rules=course", [minimax.Minimax, "easy"], games=2, max_turns=6).faults, "course")
    for game in ("kittens", "y:size=4", "cantstop:players=2"):
        result = tahur.arena(game, [lambda: mcts.Mcts(30), "random"], games=6)
        check(not result.faults, game, result.faults, result.faults and result.faults[0].traceback)


def the_search_of_the_example_is_right():
    """Without cutting anything off it finds the same value."""
    import minimax

    def plain(state, depth, seat):
        if state.over or (depth == 0 and not state.forced):
            return minimax.evaluate(state, seat)
        values = [plain(child, depth - (not state.forced), seat) for _, child in state.children()]
        return max(values) if state.mover == seat else min(values)
    rng, state = random.Random(1), tahur.Game("parchis").start()
    for _ in range(3):
        for _ in range(15):
            state.apply(rng.choice(state.legal()))
        action = minimax.Minimax(2).choose(state, state.legal())
        deeper = 2 - (not state.forced)
        best = max(plain(child, deeper, state.mover) for _, child in state.children())
        check(plain(state.after(action), deeper, state.mover) == best, state)


def the_solver_is_right():
    import solver
    won = tahur.solve("y:size=3").openings
    start = tahur.Game("y:size=3").start()
    texts = [start.move_text(action) for action in start.legal()]
    check(won.replace("/", "").count("W") == 3 and solver.winning_openings(3) == ["a2", "b2", "b1"], texts, won)
    check("Openings that win at Y of size 3: a2 b2 b1" in example("solver.py"), "the program of the solver")


def the_programs_of_the_document_run():
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```python\n(.*?)^```$", file.read(), re.S | re.M)
    space, out = {"__name__": "document"}, io.StringIO()
    with contextlib.redirect_stdout(out):
        for block in blocks:
            exec(block, space)
    check(len(blocks) == 5 and space["result"].bots[0].win_share > 0.5, out.getvalue())


TESTS = [bots_answer_as_the_program_does, a_seed_repeats_the_answers, thoughts_have_values_and_lines,
         a_bot_plays_whole_games, bots_refuse_what_they_cannot_answer, two_threads_cannot_ask_one_bot,
         control_c_ends_a_search, bots_are_given_what_their_seat_sees, random_numbers_are_those_of_the_contest,
         a_text_is_an_answer, a_bot_like_one_of_the_programs_plays_the_same_games, cantstop_has_a_base_class,
         bad_answers_are_faults, exceptions_are_faults_with_their_traceback, a_keyboard_interrupt_ends_the_contest,
         what_is_no_bot_is_refused, a_bot_cannot_run_a_contest, the_examples_play, the_search_of_the_example_is_right,
         the_solver_is_right, the_programs_of_the_document_run]


def in_folder(test):
    """A test that needs a folder for files."""
    import tempfile

    def wrapped():
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
    wrapped.__name__ = test.__name__
    return wrapped


if __name__ == "__main__":
    sys.exit(run(TESTS + [in_folder(test) for test in (the_same_class_plays_as_a_program, faults_are_the_same_outside)]))
