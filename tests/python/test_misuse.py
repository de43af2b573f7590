"""What no Python program may bring about: a crash, a leak, a silent guess (tap.py)."""
import ast
import gc
import inspect
import os
import random
import signal
import subprocess
import sys
import threading

from tap import EXTENSION, ROOT, SCALE, SPECS, Failure, check, in_another_process, play, refused, run, tahur

HUGE = 10**30


class Number:
    """Stands for a number, as those of numpy do, and does something else when it is asked."""

    def __init__(self, value, act=lambda: None):
        self.value, self.act = value, act

    def __index__(self):
        self.act()
        return self.value


def states_of(spec):
    states = []
    play(tahur.Game(spec).start(), random.Random(spec), lambda state: states.append(state.copy()))
    return states


# ---- wrong arguments ----

def mistakes_are_told_in_a_sentence():
    game = tahur.Game("parchis")
    state = game.start()
    text = state.text
    refused("did you mean", lambda: tahur.Game("parchi"))
    refused("it takes text or course", lambda: tahur.Game("parchis:rules=chess"))
    refused("must not have a zero", lambda: tahur.Game("parchis\0"))
    refused("cannot be written", lambda: tahur.Game("\ud800"))
    refused("a text", lambda: tahur.Game(7), TypeError)
    refused("argument", lambda: tahur.Game(), TypeError)
    refused("is not possible there; legal() lists what is", lambda: state.apply(220))
    for wrong in (-1, HUGE, -HUGE, 2**32 - 1, 2**32, 2**63):
        refused(f"{wrong} is not possible", lambda: state.apply(wrong))
        refused(f"{wrong} is not possible", lambda: state.after(wrong))
    for wrong in (None, 1.5, b"5 yellow 2", [5], True, object()):
        refused("a move must be a number or a text", lambda: state.apply(wrong), TypeError)
    refused("there is no die '9'", lambda: state.apply("9 yellow 2"))
    refused("a move must be a text", lambda: state.parse_move(3), TypeError)
    refused("there is no seat", lambda: state.view(2))
    refused("there is no seat", lambda: state.evaluate(HUGE))
    refused("must be a whole number", lambda: state.evaluate("0"), TypeError)
    refused("must be 0 to 2**64 - 1", lambda: state.guess(0, 2**64))
    refused("must be 0 to 2**64 - 1", lambda: state.guess(0, -1))
    refused("chance does not move there", lambda: state.pick(5))
    refused("must be 0 to 32", lambda: state.perft(33))
    refused("must be 0 to 32", lambda: state.perft(-1))
    refused("must be 1 to", lambda: state.playouts(0, 1))
    refused("must be 1 to", lambda: state.playouts(HUGE, 1))
    refused("weights, not 1", lambda: state.evaluate(0, [1]))
    refused("is no action", lambda: state.move_text(221))
    refused("must be 0 to", lambda: state.draw(columns=-1))
    refused("position", lambda: game.position("nonsense"))
    refused("a text", lambda: game.position(None), TypeError)
    refused("has no field", lambda: game.position({}))
    refused("not JSON serializable", lambda: game.position({"turn": object()}), TypeError)
    refused("not iterable", lambda: game.position(text, 5), TypeError)
    refused("is not possible", lambda: game.position(text, [220]))
    check(state.text == text and state == game.start(), "a mistake changed the state")


def attributes_are_read_only():
    game, state = tahur.Game("y:size=4"), tahur.Game("y:size=4").start()
    for thing, names in ((game, ("name", "seats", "options", "anything")), (state, ("mover", "game", "anything"))):
        for name in names:
            refused("", lambda: setattr(thing, name, 1), AttributeError)
            refused("", lambda: delattr(thing, name), AttributeError)
    refused("", lambda: setattr(state.data, "size", 1), AttributeError)
    game.options["size"] = 9
    check(game.options["size"] == 4, "the options of a game can be changed")


def states_are_made_by_games_only():
    message = "a State is made by its game"
    refused(message, tahur.State, TypeError)
    refused(message, lambda: tahur.State("y"), TypeError)
    refused(message, lambda: tahur.State.__new__(tahur.State), TypeError)
    refused("", lambda: object.__new__(tahur.State), TypeError)
    refused("", lambda: object.__new__(tahur.Game), TypeError)
    refused("", lambda: object.__new__(tahur.Data), TypeError)
    for base in (tahur.State, tahur.Game, tahur.Data):
        refused("not an acceptable base type", lambda: type("Own", (base,), {}), TypeError)
    refused("", lambda: tahur.State.legal(tahur.Game("y")), TypeError)
    refused("", lambda: tahur.State.legal(None), TypeError)
    refused("", lambda: tahur.State.mover.__get__(5), TypeError)
    game = tahur.Game("y:size=4")
    game.__init__("kittens")
    check(game.name == "y", "a game was made into another")


def numbers_may_act_when_they_are_asked():
    """An argument that changes the state while it is converted: what is then not possible is refused."""
    state = tahur.Game("y:size=4").start()
    refused("is not possible", lambda: state.apply(Number(3, lambda: state.apply(3))))
    check(len(state.legal()) == 9, state.legal())
    refused("broken", lambda: state.apply(Number(0, lambda: 1 / 0 if False else fail("broken"))), Failure)
    check(state.after(Number(0)) == state.after(0), "numbers of others are refused")


def fail(words):
    raise Failure(words)


JUNK = [None, True, -1, 0, 1, 3, 7, 255, 2**31, 2**32, 2**63, 2**64, HUGE, -HUGE, 0.5, float("nan"), "", "a1", "roll",
        "resign", "x" * 10000, "\0", "\ud800", "é", b"a1", (), [], [1, 2], {}, {"size": 4}, object(), int, print,
        Number(1), Number(HUGE)]


def nothing_crashes_whatever_is_passed():
    """Every method of every type with arguments at random; only exceptions may come of it."""
    rng = random.Random(5)
    for spec in SPECS:
        states = states_of(spec)
        game = states[0].game
        things = [game, game.facts, states[0].data, *states[-3:], *rng.sample(states, min(5, len(states)))]
        if game.facts.hidden:
            things += [rng.choice(states).view(seat) for seat in (0, 1, tahur.STRANGER) for _ in range(3)]
        values = [*JUNK, *things, states]
        for _ in range(round(3000 * SCALE)):
            thing = rng.choice(things)
            if isinstance(thing, tahur.State):  # some of them change it
                thing = thing.copy()
            name = rng.choice([n for n in dir(type(thing)) if n not in ("perft", "solve", "__class__", "__dir__")])
            arguments = [rng.choice(values) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3)))]
            if "playouts" in name and any(isinstance(a, int) and abs(a) > 300 for a in arguments):
                continue  # these are many playouts, as asked for
            try:
                attribute = getattr(thing, name)
                attribute(*arguments)
                if isinstance(thing, tahur.State):
                    thing.legal(), thing.text, thing.data
            except (TypeError, ValueError, AttributeError, ImportError, KeyError, OverflowError,
                    RecursionError):
                pass


# ---- memory ----

def blocks(work):
    """How many more blocks of memory there are after some work, and how much more of it the process has."""
    work()
    gc.collect()
    before, resident = sys.getallocatedblocks(), memory()
    work()
    gc.collect()
    return sys.getallocatedblocks() - before, memory() - resident


def memory():
    """Kilobytes that the process has in memory."""
    with open("/proc/self/status") as file:
        return int(next(line for line in file if line.startswith("VmRSS:")).split()[1])


def many_states(count):
    """So many states, through everything that makes or reads one."""
    made = 0
    while made < count:
        for spec in SPECS:
            state, rng = tahur.Game(spec).start(), random.Random(made)
            while not state.over and made < count:
                children = state.children()
                made += len(children) + 4
                state.copy(), state.key, hash(state), state == children[0][1], state.text, state.data, state.json()
                state.view(0), state.guess(0, 1), state.moves(), state.payoff, state.game.facts, state.outcomes()
                for wrong in (10**9, "nonsense", None):
                    try:
                        state.after(wrong)
                    except (TypeError, ValueError):
                        pass
                state = state.after(state.pick(rng.getrandbits(64)) if state.mover == tahur.CHANCE
                                    else rng.choice(state.legal()))


def a_million_states_leave_nothing_behind():
    count = round(500_000 * min(1, SCALE))
    left, kilobytes = blocks(lambda: many_states(count))
    check(left < 500, f"{left} blocks of memory are left")
    # The address sanitizer keeps what was freed for a while.
    check(kilobytes < 20_000 or "asan" in os.environ.get("LD_PRELOAD", ""), f"the process has grown by {kilobytes} kB")


def data_in_a_cycle_is_collected():
    def cycle():
        for _ in range(2000):
            data = tahur.Game("y:size=4").start().data
            data.players.append(data)
    left, _ = blocks(cycle)
    check(left < 200, f"{left} blocks of memory are left")


# ---- threads and signals ----

def threads_use_one_state():
    """Some play on, others count and play out: nobody waits for ever, and nobody sees half a state."""
    shared = {"state": tahur.Game("cantstop:players=2").start()}
    errors, end = [], threading.Event()

    def work(act):
        try:
            for i in range(200):
                act(shared["state"], i)
        except Exception as error:  # told by the main thread
            errors.append(repr(error))

    def play_on(state, i):
        try:
            legal = state.legal()
            if legal:
                state.apply(legal[i % len(legal)])
            else:
                shared["state"] = state.game.start()
        except tahur.TahurError:
            pass  # another thread was faster

    acts = [play_on, play_on, lambda s, i: s.perft(2), lambda s, i: s.playouts(5, i),
            lambda s, i: s.game.position(s.text), lambda s, i: hash(s.copy())]
    threads = [threading.Thread(target=work, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    end.set()
    check(not errors, errors)


def others_run_meanwhile(work):
    """Repeats some work until another thread has run, which can only be while the work has released the GIL."""
    before = sys.getswitchinterval()
    ready, go, ran = threading.Event(), threading.Event(), threading.Event()

    def other():
        ready.set()
        go.wait()
        ran.set()

    thread = threading.Thread(target=other)
    thread.start()
    ready.wait()
    sys.setswitchinterval(1000)
    try:
        go.set()
        while not ran.is_set():
            work()
    finally:
        sys.setswitchinterval(before)
    thread.join()


def long_operations_release_the_gil():
    state = tahur.Game("parchis").start()
    others_run_meanwhile(lambda: state.perft(3))
    others_run_meanwhile(lambda: state.playouts(500, 1))
    others_run_meanwhile(tahur.Game("y:size=4").start().solve)


INTERRUPTED = """
import os, signal, threading, time, tahur
signal.signal(signal.SIGINT, signal.default_int_handler)
state = tahur.Game("parchis").start()
timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
timer.start()
try:
    %s
except KeyboardInterrupt:
    print("interrupted", state == tahur.Game("parchis").start())
"""


def long_operations_can_be_interrupted():
    for work in ("state.perft(32)", "state.playouts(1 << 40, 1)"):
        check(in_another_process(INTERRUPTED % work) == "interrupted True\n", work)


SHUTDOWN = """
import tahur, threading, sys, atexit
state = tahur.Game("kittens").start()
sys.tahur_state = state.data, state, state.game
atexit.register(lambda: state.children())
class Late:
    def __del__(self):
        self.states[0].legal(), tahur and tahur.Game
late = Late()
late.states = [child for _, child in state.children()]
late.itself = late
def work():
    while True:
        state.playouts(1000, 1), state.perft(4)
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
print("over")
"""


def the_end_of_the_interpreter_is_quiet():
    for _ in range(3):
        check(in_another_process(SHUTDOWN) == "over\n", "an end with states alive")


def other_interpreters_are_refused():
    code = ("import tahur\ntry:\n    import _xxsubinterpreters as s\nexcept ImportError:\n    import _interpreters as s\n"
            "i = s.create()\ntry:\n    r = s.run_string(i, 'import tahur')\n    print(r)\nexcept Exception as e:\n    print(e)\n"
            "s.destroy(i)\nprint(tahur.Game('y').start().mover)")
    told = in_another_process(code)
    check(told.endswith("\n0\n"), told)


def a_fork_goes_on():
    if not hasattr(os, "fork"):
        return
    code = ("import os, tahur\ns = tahur.Game('parchis').start()\np = os.fork()\n"
            "n = s.perft(2) + len(s.children())\nif p == 0: os._exit(n % 100)\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(p, 0)[1]) == n % 100)")
    check(in_another_process(code) == "True\n", "a forked process cannot use states")


# ---- without numpy ----

def states_need_no_numpy():
    code = ("import sys\nsys.modules['numpy'] = None\nimport tahur\ns = tahur.Game('kittens').start()\n"
            "print(s.moves(), s.data.turns)\n"
            "for f in (lambda: s.observe(0), lambda: s.game.observe([s]), lambda: tahur.make('kittens'),"
            " lambda: tahur.VecEnv):\n"
            "    try: f()\n    except ImportError as e: print(e)")
    told = in_another_process(code).splitlines()
    check(told[0].startswith("['draw'") and len(told) == 5, told)
    check(all("need numpy" in line for line in told[1:]), told)


# ---- manual ----

def public(cls):
    return {name for name in vars(cls) if not name.startswith("_")}


def the_stubs_are_complete():
    with open(os.path.join(ROOT, "python", "tahur", "_tahur.pyi"), encoding="utf-8") as file:
        tree = ast.parse(file.read())
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for cls in (tahur.Game, tahur.State, tahur.Data):
        stubs = {node.name: node for node in classes[cls.__name__].body if isinstance(node, ast.FunctionDef)}
        names = {name for name in stubs if not name.startswith("_")}
        check(names == public(cls), cls, names ^ public(cls))
        for name in names:
            real = getattr(cls, name)
            if not callable(real):
                continue
            want = list(inspect.signature(real).parameters)
            check([a.arg for a in stubs[name].args.posonlyargs + stubs[name].args.args] == want, name, want)
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    constants = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    told = functions | constants | set(classes)
    there = {name for name in vars(sys.modules["tahur._tahur"]) if not name.startswith("__")} | {"__version__"}
    check(told >= there, there - told)


def everything_is_described():
    for cls in (tahur.Game, tahur.State, tahur.Data):
        check(cls.__doc__ and cls.__module__ == "tahur", cls)
        for name in public(cls):
            check(len(getattr(cls, name).__doc__) > 15, cls, name)
    check(tahur.__version__ == tahur.version() and tahur.TahurError.__doc__, tahur.__version__)


def symbols(file):
    lines = subprocess.run(["nm", "-g", "--defined-only", *file], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1] for line in lines.splitlines() if len(line.split()) == 3}


def names_of_the_extension_hide_none_of_the_library():
    """An object file of the extension with the name of a library function would silently replace it."""
    folder = EXTENSION + ".p"
    objects = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".o") and
               not name.startswith(("meson-", "__"))] if os.path.isdir(folder) else []
    library = os.path.join(os.path.dirname(EXTENSION), "..", "..", "libtahur.a")
    if not objects or not os.path.exists(library):
        return
    check(not symbols(objects) & symbols([library]), symbols(objects) & symbols([library]))


sys.exit(run([mistakes_are_told_in_a_sentence, attributes_are_read_only, states_are_made_by_games_only,
              numbers_may_act_when_they_are_asked, nothing_crashes_whatever_is_passed,
              a_million_states_leave_nothing_behind, data_in_a_cycle_is_collected, threads_use_one_state,
              long_operations_release_the_gil, long_operations_can_be_interrupted, the_end_of_the_interpreter_is_quiet,
              other_interpreters_are_refused, a_fork_goes_on, states_need_no_numpy, the_stubs_are_complete,
              everything_is_described, names_of_the_extension_hide_none_of_the_library]))
