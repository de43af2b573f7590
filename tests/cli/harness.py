"""Runs the program under test, and reports in TAP, the Test Anything Protocol."""
import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

TIME_LIMIT = 600  # seconds for one call of the program, much more than any takes on the busiest machine
STOP_LIMIT = 60  # seconds from Control-C to the end; a sanitizer hands signals on late
SLOW_SECONDS = 5  # a test that takes longer says so
SCALE = int(os.environ.get("TAHUR_TEST_SCALE", "100"))  # percent of long tests to run

# For mpirun: tests may run as root, and what MPI itself leaks or races in is not ours to judge.
MPI_ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": "ignore_noninstrumented_modules=1"}

Result = namedtuple("Result", "status out err")


class Failure(Exception):
    """What a test found wrong, in words."""


class Skip(Exception):
    """Why this machine cannot run a test; the report says so."""


def check(holds, *what):
    if not holds:
        raise Failure(" ".join(str(w) for w in what))


def check_equal(got, wanted, what):
    check(got == wanted, f"{what}: got {got!r}, wanted {wanted!r}")


def scaled(games):
    """So many games, or fewer where programs are slow: a sanitizer makes up for an eighth of them."""
    return max(games * min(SCALE, 100) // 100, games // 8)


class Program:
    """The program at `path`, always run in an empty temporary directory."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.directory = tempfile.TemporaryDirectory()

    def start(self, *args, **streams):
        """A running call, to be ended by `finish`."""
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": self.directory.name, **streams}
        return subprocess.Popen([self.path, *args], stdin=subprocess.DEVNULL, **streams)

    @staticmethod
    def finish(process, limit=TIME_LIMIT):
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure(f"still running after {limit} seconds")
        return Result(process.returncode, as_text(out), as_text(err))

    def run(self, *args, **streams):
        return self.finish(self.start(*args, **streams))

    def text(self, *args):
        """What a call that must succeed writes on standard output."""
        result = self.run(*args)
        check(result.status == 0, f"exit status {result.status}: {result.err}")
        check_equal(result.err, "", "standard error")
        return result.out

    def json(self, *args):
        return read_json(self.text(*args, "--json"))

    def interrupt(self, cpu_seconds, *args):
        """A call that gets a Control-C when it handles that and has worked so long."""
        process = self.start(*args)
        wait_for_work(process, cpu_seconds)
        process.send_signal(signal.SIGINT)
        return self.finish(process, STOP_LIMIT)

    def start_on_terminal(self, *args):
        return TerminalCall(self, *args)

    def run_on_terminal(self, *args):
        """A call whose standard error is a terminal."""
        terminal, end = pty.openpty()
        process = self.start(*args, stderr=end)
        os.close(end)
        try:
            seen = read_terminal(terminal)
            return self.finish(process)._replace(err=as_text(seen))
        finally:
            process.kill()
            os.close(terminal)

    def run_with_closed_output(self, *args):
        shell = ["sh", "-c", 'exec "$0" "$@" >&-', self.path, *args]
        return self.finish(subprocess.Popen(shell, stderr=subprocess.PIPE,
                                            cwd=self.directory.name))

    def files_left(self):
        return os.listdir(self.directory.name)


def wait_until(holds, what, limit=TIME_LIMIT):
    """Until the condition holds, on a machine however busy; what is wrong if it never does."""
    end = time.monotonic() + limit
    while not holds():
        check(time.monotonic() < end, what)
        time.sleep(0.01)


def cpu_seconds_of(process_id):
    """The processor time that a running process has had, all threads together."""
    with open(f"/proc/{process_id}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def handles_signal(process_id, number):
    """Whether the process has a handler for the signal."""
    with open(f"/proc/{process_id}/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1 == 1


def wait_for_work(process, cpu_seconds, number=signal.SIGINT):
    """Until the process handles the signal and has had that much processor time, or has ended. Seconds of the
    clock would say nothing about how far a program is on a busy machine."""
    wait_until(lambda: process.poll() is not None or
               (handles_signal(process.pid, number) and cpu_seconds_of(process.pid) >= cpu_seconds), "it does no work")


class TerminalCall:
    """A running call whose standard error is a terminal."""

    def __init__(self, program, *args):
        self.terminal, end = pty.openpty()
        self.process = program.start(*args, stderr=end)
        os.close(end)

    def read_until(self, word):
        """What is written until there is this word."""
        seen, deadline = b"", time.monotonic() + TIME_LIMIT
        while word.encode() not in seen:
            ready = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0]
            check(ready, f"no '{word}' after {TIME_LIMIT} seconds:", seen[-300:])
            seen += os.read(self.terminal, 4096)
        return as_text(seen)

    def interrupt(self):
        """Ends it by a Control-C, and reads on meanwhile, so that it never waits for us."""
        self.process.send_signal(signal.SIGINT)
        seen = read_terminal(self.terminal)
        os.close(self.terminal)
        return Program.finish(self.process, STOP_LIMIT)._replace(err=as_text(seen))


def as_text(stream):
    return "" if stream is None else stream.decode("utf-8", "replace")


def read_json(text):
    """One JSON object on one line, without what JSON does not know (NaN, Infinity)."""
    def refuse(word):
        raise Failure(f"{word} in JSON")

    check(text.endswith("\n") and text.count("\n") == 1, f"not one line of JSON: {text[:200]!r}")
    try:
        value = json.loads(text, parse_constant=refuse)
    except ValueError as error:
        raise Failure(f"no JSON ({error}): {text[:200]!r}")
    check(isinstance(value, dict), "JSON, but no object")
    return value


def rank_ids(mpirun_id):
    """The processes that mpirun started, rank 0 first."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(mpirun_id)], capture_output=True).stdout
    return sorted(int(word) for word in found.split())


def but(result, *names):
    return {name: value for name, value in result.items() if name not in names}


def read_terminal(terminal):
    """Everything written to a terminal until its other end is closed."""
    seen, end = b"", time.monotonic() + TIME_LIMIT
    while select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # how Linux says that nobody has the other end open
            break
        if not part:
            break
        seen += part
    return seen


def left_on_screen(text):
    """The line that stays on the screen, as a terminal would show it."""
    line, column = [], 0
    for part in text.replace("\033[K", "\0"):
        if part == "\0":
            del line[column:]
        elif part == "\r":
            column = 0
        else:
            line[column:column + 1] = part
            column += 1
    return "".join(line).rstrip()


tests = []


def test(function):
    """Registers a test; its name says what must hold."""
    tests.append((function.__name__.replace("_", " "), function, function.__module__))
    return function


def test_each(title, rows):
    """Registers the function once for every row of a table."""
    def register(function):
        for row in rows:
            words = row[0] if isinstance(row[0], str) else shlex.join(map(os.fsdecode, row[0]))
            shown = words if len(words) <= 100 else f"{words[:60]}… ({len(words)} characters)"
            name = ascii(f"{title}: {shown}")[1:-1].replace("#", "")
            tests.append((name, lambda row=row: function(*row), function.__module__))
        return function
    return register


def outcome(function):
    """None if the test holds, or what is wrong; the seconds that it took; why it was skipped, or ""."""
    begun = time.monotonic()
    wrong, skipped = None, ""
    try:
        function()
    except Skip as reason:
        skipped = f" # SKIP {reason}"
    except Failure as failure:
        wrong = str(failure)
    except Exception as error:  # a bug in a test must not hide the tests after it
        wrong = repr(error)
    return wrong, time.monotonic() - begun, skipped


def run_all(before_last=lambda: None):
    """Runs what was registered, two at a time; returns the exit status of the test program. With TAHUR_TESTS=A|B only
    tests with the words A or B in their names, and those of the modules A and B."""
    wanted = os.environ.get("TAHUR_TESTS", "").split("|")
    tests[:] = [(name, function) for name, function, module in tests if any(word in name or word == module for word in wanted)]
    failed = 0
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # messages may hold anything
    print(f"1..{len(tests) + 1}", flush=True)

    def nothing_is_left():
        before_last()
        check_equal(tahur.files_left(), [], "files")

    last = ("nothing is left in the working directory", nothing_is_left)
    with ThreadPoolExecutor(2) as pool:
        wrongs = pool.map(outcome, [function for _, function in tests])
        after_all = (outcome(function) for function in [last[1]])
        for number, ((name, _), (wrong, seconds, skipped)) in enumerate(zip([*tests, last], chain(wrongs, after_all)), 1):
            print(f"{'ok' if wrong is None else 'not ok'} {number} - {name}{skipped}", flush=True)
            if seconds > SLOW_SECONDS:
                print(f"# took {seconds:.0f} seconds", flush=True)
            if wrong is not None:
                failed += 1
                # Of a failed test, meson prints only what is on standard error.
                print(f"# {name}", *(f"#   {line[:1000]}" for line in wrong.splitlines()), sep="\n", file=sys.stderr,
                      flush=True)
    if failed:
        print(f"# {failed} of {len(tests)} failed", flush=True)
    return 1 if failed else 0


def prepare():
    # A program started in the background may have been told to ignore Control-C; ours must not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop("COLUMNS", None)  # pictures would follow it
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(f"usage: python3 {sys.argv[0]} PATH_TO_TAHUR")
    return Program(sys.argv[1])


tahur = prepare()
