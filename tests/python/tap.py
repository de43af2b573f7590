"""What the tests of the extension module share: python3 tests/python/test_….py EXTENSION PROGRAM

The arguments are the file of the extension module and the program tahur with the same games."""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # the tests leave nothing behind
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXTENSION, PROGRAM = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SCALE = int(os.environ.get("TAHUR_TEST_SCALE", "100")) / 100  # part of a long test to run
os.environ["TAHUR_EXTENSION"] = EXTENSION
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.path.insert(0, os.path.join(ROOT, "python"))

import tahur

# All games, with options that change what they do.
SPECS = [spec for spec in ("cantstop", "cantstop:players=2", "cantstop:players=1,forced=1",
                           "cantstop:rules=official", "cantstop:players=3,closed=1,blocking=jump,columns=4", "y:size=4", "y:size=6,pie=1",
                           "kittens", "kittens:rules=classic", "parchis", "parchis:rules=course")]
SPECS += sorted(set(tahur.games()) - {spec.partition(":")[0] for spec in SPECS})


class Failure(Exception):
    """What a test found wrong, in words."""


def check(holds, *what):
    if not holds:
        raise Failure(" ".join(str(w) for w in what))


def refused(sentence, function, kind=tahur.TahurError):
    """The function raises this kind of error, and its words have the sentence in them."""
    try:
        result = function()
    except kind as error:
        check(sentence in str(error), f"wanted {sentence!r}, got {str(error)!r}")
    else:
        raise Failure(f"got {result!r} where {sentence!r} was wanted")


def program(*arguments):
    """What the program writes as JSON."""
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, timeout=300)
    check(done.returncode == 0, arguments, done.stderr)
    return json.loads(done.stdout)


def in_another_process(code, **environment):
    """What a Python program writes, with the last line of its errors if it fails; a crash is a failure."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, cwd="/",
                          env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), **environment})
    check(done.returncode in (0, 1), f"status {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr.strip().splitlines()[-1] if done.returncode else done.stdout


def play(state, rng, visit):
    """Plays a random game to its end; `visit` sees every state, the last too."""
    while not state.over:
        visit(state)
        if state.mover == tahur.CHANCE:
            state.apply(state.pick(rng.getrandbits(64)))
        else:
            state.apply(rng.choice(state.legal()))
    visit(state)
    return state


def run(tests):
    """Runs the tests and says in TAP what came of them; the exit status."""
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {test.__name__}", flush=True)
        except Exception as error:  # a bug in a test must not hide the tests after it
            failed += 1
            print(f"not ok {number} - {test.__name__}")
            print("\n".join("# " + line for line in (str(error) or repr(error)).splitlines()), file=sys.stderr,
                  flush=True)
    return 1 if failed else 0
