"""Bots of strangers: each way out of the sandbox is tried by a bot (attacker.py); limits hold for all processes of a
bot; a bot that waits is stopped; and which bots are refused."""
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile

from external_tests import PATIENT, is_locked
from harness import Skip, check, check_equal, tahur, test, test_each, wait_until

HERE = os.path.dirname(os.path.abspath(__file__))


def can_sandbox():
    try:
        return subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "--unshare-user", "--disable-userns",
                               "true"], capture_output=True).returncode == 0
    except OSError:
        return False


SANDBOX = can_sandbox()


def need_sandbox():
    if not SANDBOX:
        raise Skip("bubblewrap cannot make namespaces here")


LINUX = os.uname().sysname == "Linux"


class Contest:
    """A folder with submitted bots, the teacher's files, and services of this machine that a bot could reach."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.top = os.path.realpath(self.temporary.name)
        for folder in ("bots/evil", "bots/other", "home"):
            os.makedirs(self.path(folder))
        shutil.copy(os.path.join(HERE, "attacker.py"), self.path("bots/evil/attacker.py"))
        for name in ("bots/other/bot.py", "home/secret", "run.db"):
            self.write(name, "secret\n")
        os.mkfifo(self.path("fifo"))
        self.fifo = os.open(self.path("fifo"), os.O_RDONLY | os.O_NONBLOCK)
        self.sockets = [socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX), socket.socket()]
        self.abstract = "tahur" + os.path.basename(self.top)
        for one, address in zip(self.sockets, (self.path("socket"), "\0" + self.abstract, ("127.0.0.1", 0))):
            one.bind(address)
            one.listen()
        return self

    def __exit__(self, *_):
        os.close(self.fifo)
        for one in self.sockets:
            one.close()
        self.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.top, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *args, program=None):
        process = subprocess.Popen([program or tahur.path, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.top,
                                   env={**os.environ, "TAHUR_SECRET": "1", "HOME": self.path("home")})
        return tahur.finish(process)

    def attack(self, words, options="", program=None):
        """The outcome of a league in which one of the folder's bots attacks."""
        self.write("bots/evil.bot", f"exec:{options}command=python3 attacker.py {words}\n")
        return self.run("league", "y:size=4", "bots/", "random", "--games", "1", "--threads", "1", "--sandbox",
                        program=program)


ATTACKS = [
    "remount", "capabilities", "namespaces", "write-files", "settings", "environment", "processes", "descriptors",
    "fifo {top}/fifo", "sockets {top}/socket {abstract} {port}", "device", "open-files", "program {tahur}",
    f"read-files /etc/passwd /etc/shadow /etc/hostname /etc/hosts {os.path.expanduser('~')}/.bashrc /var/log /run /sys /boot /opt/x",
    "read-files {top}/home/secret {top}/home {top}/bots/other {top}/bots/other/bot.py {top}/bots/other.bot",
    "read-files {top}/run.db {top}/bots/evil.bot ../evil.bot ../other/bot.py",
    "read-files /proc/1/root/etc/passwd /proc/1/cwd/run.db /proc/kcore /dev/mem /dev/kmsg",
]


@test_each("the sandbox holds against", [(attack,) for attack in ATTACKS])
def sandbox_holds(attack):
    need_sandbox()
    with Contest() as c:
        port = c.sockets[2].getsockname()[1]
        result = c.attack(attack.format(top=c.top, abstract=c.abstract, port=port, tahur=tahur.path))
        check_equal(result.status, 0, result.err)
        check("| HELD" in result.err and "ESCAPED" not in result.err, result.err)


@test_each("memory in a sandbox is limited against", [("fill 128",), ("hidden-memory 400",)])
def scratch_is_limited(attack):
    need_sandbox()
    with Contest() as c:
        result = c.attack(attack, options="memory=200,")
        check(("| HELD" in result.err or "memory" in result.err) and "ESCAPED" not in result.err, result.err)


@test_each("limits hold for all processes of a bot", [
    ("many-processes", "", "processes, and 16 are allowed"), ("many-threads", "", "threads, and 256 are allowed"),
    ("group-memory", "memory=200,", "MB in use, and 200 are allowed")])
def group_is_limited(attack, options, words):
    need_sandbox()
    with Contest() as c:
        result = c.attack(attack, options=options)
        check_equal(result.status, 0, result.err)
        check("memory, " in result.err and words in result.err, result.err)


@test
def the_running_program_is_hidden_in_a_folder_that_is_bound():
    need_sandbox()
    with Contest() as c:
        copy = c.path("bots/evil/tahur")
        shutil.copy(tahur.path, copy)
        result = c.attack(f"program {copy}", program=copy)
        check("| HELD" in result.err and "ESCAPED" not in result.err, result.err)


@test
def a_folder_full_of_our_names_ends_no_contest():
    need_sandbox()
    with Contest() as c:
        os.makedirs(c.path("bots/evil/lib"))
        for number in range(600):
            c.write(f"bots/evil/lib/libtahur{number}", "")
        result = c.attack("descriptors")
        check(result.status == 0 and "| HELD" in result.err, result)


@test
def a_bot_runs_in_its_folder():
    with Contest() as c:
        spec = f"exec:{PATIENT},folder=bots/evil,command=pwd >&2; ls >&2; exit 4"
        for more in [[], ["--sandbox"]] if SANDBOX else [[]]:
            result = c.run("arena", "y:size=4", spec, "random", "--games", "1", *more)
            check(f"| {c.path('bots/evil')}" in result.err and "| attacker.py" in result.err, result)
            result = c.run("arena", "y:size=4", spec.replace("evil", "missing"), "random", "--games", "1", *more)
            check(result.status == 2 and "there is no folder 'bots/missing'" in result.err, result)


@test
def without_a_folder_a_bot_sees_the_files_that_its_command_names():
    need_sandbox()
    with Contest() as c:
        c.write("here.sh", "ls >&2; ls bots/other >&2; exit 4")
        for command, seen, hidden in [("sh here.sh", ["here.sh"], ["run.db", "bots", "bot.py"]),
                                      ("ls -R . bots/other/bot.py >&2; exit 4", ["bot.py"], ["run.db", "attacker.py"])]:
            result = c.run("arena", "y:size=4", f"exec:{PATIENT},sandbox=1,command={command}", "random", "--games", "1")
            lines = [line.strip() for line in result.err.splitlines() if line.startswith("  | ")]
            check(all(f"| {name}" in lines for name in seen), command, result)
            check(not any(f"| {name}" in lines for name in hidden), command, result)


# ---- bots that wait, and what they leave ----

# A frame for bots: `begin` once, `answer` before each answer.
FRAME = """
import fcntl, json, os, signal, sys, time
{code}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        begin()
        print(json.dumps({{"name": "bot", "version": "1"}}), flush=True)
    if message["type"] == "choose":
        answer()
        print(json.dumps({{"id": message["id"], "move": message["moves"][0]}}), flush=True)
    if message["type"] == "quit":
        break
"""

# Starts a process that leaves its session and its parent, and writes its id down.
DAEMON = """
def begin():
    ready, done = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() > 0:
            os._exit(0)
        held = open(sys.argv[1] + "/lock", "w")
        fcntl.lockf(held, fcntl.LOCK_EX)
        with open(sys.argv[1] + "/pid", "w") as file:
            file.write(str(os.getpid()))
        os.write(done, b"x")
        end = time.monotonic() + 300  # should it survive
        while time.monotonic() < end:
            pass
        os._exit(0)
    os.read(ready, 1)
    os.wait()

def state():
    with open("/proc/" + open(sys.argv[1] + "/pid").read() + "/stat") as file:
        return file.read().rpartition(")")[2].split()[0]

def wait_for(holds):
    for _ in range(6000):
        if holds(state()):
            return
        time.sleep(0.01)
    sys.exit("the other's process is in state " + state())
"""
RESTLESS = DAEMON + """
def answer():
    wait_for(lambda it: it != "T")
"""
WATCHFUL = DAEMON + """
def begin():
    pass

def answer():
    wait_for(lambda it: it == "T")
"""


def make_bot(directory, name, code):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(FRAME.format(code=code))
    return f"python3 {path} {directory}"


@test
def a_bot_that_waits_is_stopped_with_all_its_processes():
    if not LINUX:
        return
    with tempfile.TemporaryDirectory() as directory:
        restless, watchful = (f"exec:cpu=1000000,start-time=100000,command={make_bot(directory, name, code)}"
                              for name, code in (("restless.py", RESTLESS), ("watchful.py", WATCHFUL)))
        told = tahur.json("arena", "y:size=3", restless, watchful, "--games", "2", "--threads", "1")
        check_equal([bot["faults"] for bot in told["bots"]], [0, 0], "faults")
        check(not is_locked(os.path.join(directory, "lock")), "a process is left")


# What ends the arena, and its exit status.
ENDS = [("the end of its games", None, 0), ("kill -9", signal.SIGKILL, -signal.SIGKILL),
        ("an end by kill", signal.SIGTERM, 143), ("a crash of the bot", None, 0)]


@test_each("a process that has left its session does not survive", ENDS)
def no_daemon_is_left(title, number, status):
    if not LINUX:
        return
    answer = {"the end of its games": "pass", "a crash of the bot": "sys.exit(9)"}.get(title, "time.sleep(1000)")
    with tempfile.TemporaryDirectory() as directory:
        lock = os.path.join(directory, "lock")
        command = make_bot(directory, "bot.py", DAEMON + f"\ndef answer():\n    {answer}\n")
        process = tahur.start("arena", "y:size=3", f"exec:{PATIENT},cpu=1000000,command={command}", "random", "--games",
                              "1", "--threads", "1")
        try:
            if number is not None:
                wait_until(lambda: os.path.exists(lock) and is_locked(lock), "the bot was not started")
                process.send_signal(number)
            check_equal(tahur.finish(process).status, status, "exit status")
            wait_until(lambda: not is_locked(lock), "the process still runs")
        finally:
            process.kill()


# ---- CPU time ----

BURN = """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

def begin():
    pass
"""
# What a bot does for a move with a limit of 400 ms, and the fault that it makes.
SPENDING = [
    ("60 % of its CPU time", "burn(0.24)", "time=100000", None),
    ("sleep of more than its CPU time", "time.sleep(0.6)", "time=100000", None),
    ("sleep of 5 times its CPU time", "time.sleep(1000)", "", "no answer to question 1 within 2000 ms"),
    ("more than its CPU time", "burn(1000)", "time=100000", "within 400 ms of CPU time"),
    ("more than its CPU time in a process that it waits for",
     "if os.fork() == 0:\n        burn(0.6); os._exit(0)\n    os.wait()", "time=100000", "within 400 ms of CPU time"),
    ("its CPU time in each of two processes",
     "if os.fork() == 0:\n        burn(0.3); os._exit(0)\n    burn(0.3); os.wait()", "time=100000",
     "within 400 ms of CPU time"),
    ("more than its CPU time in processes that nothing waits for",
     "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n    for _ in range(20):\n        if os.fork() == 0:\n"
     "            burn(0.2); os._exit(0)\n    time.sleep(1000)", "time=100000", "within 400 ms of CPU time"),
]


@test_each("of a limit of CPU time", SPENDING)
def cpu_time_counts(_, code, options, words):
    with tempfile.TemporaryDirectory() as directory:
        command = make_bot(directory, "bot.py", BURN + f"\ndef answer():\n    {code}\n")
        spec = f"exec:cpu=400,start-time=100000{',' if options else ''}{options},command={command}"
        busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4)]
        try:
            result = tahur.run("arena", "y:size=2", spec, "random", "--games", "2", "--threads", "1", "--json")
        finally:
            for one in busy:
                one.kill()
                one.wait()
        check_equal(result.status, 0, result.err)
        if words is None:
            check_equal((json.loads(result.out)["bots"][0]["faults"], result.err), (0, ""), "faults")
        else:
            check("timeout" in result.err and words in result.err, result.err)


# ---- what is refused ----

REFUSED = [
    ("lib:file=x.so", [], "would run inside of the arena"),
    ("exec:command=true", [], "refused without a sandbox"),
    ("exec:sandbox=0,command=true", [], "refused without a sandbox"),
    ("exec:sandbox=1,cpu=3600000,command=true", [], "cpu=3600000 is more than the 10000"),
    ("exec:sandbox=1,time=3600000,command=true", [], "is more than"),
    ("exec:sandbox=1,memory=9000,command=true", [], "memory=9000 is more than the 1024"),
    ("exec:sandbox=1,processes=99,command=true", [], "processes=99 is more than the 16"),
    ("exec:sandbox=1,start-time=99999,command=true", [], "start-time=99999 is more than the 10000"),
    ("exec:sandbox=1,folder=/root,command=true", [], "folder= is not for a bot of a folder"),
    ("exec:command=true", ["--trusted", "--untrusted"], "cannot both be given"),
]


@test_each("a folder of bots refuses", [(f"{spec} {' '.join(flags)}", spec, flags, words)
                                        for spec, flags, words in REFUSED])
def folder_refuses(_, spec, flags, words):
    with Contest() as c:
        c.write("bots/evil.bot", spec + "\n")
        result = c.run("league", "y:size=4", "bots/", "random", "--games", "2", *flags)
        check_equal((result.status, result.out), (2, ""), "status and output")
        check(words in result.err and "Traceback" not in result.err, result.err)


@test
def untrusted_refuses_on_the_command_line_too():
    for command in ("arena", "league", "compare"):
        for spec in ("exec:command=true", "lib:file=x.so"):
            result = tahur.run(command, "y:size=4", spec, "random", "--games", "2", "--untrusted")
            check(result.status == 2 and "refused" in result.err, command, spec, result)
    result = tahur.run("grade", "y:size=4", "exec:command=true", "--against", "random", "--untrusted")
    check(result.status == 2 and "refused" in result.err, result)


@test
def trusted_takes_files_as_they_are():
    with Contest() as c:
        c.write("bots/evil.bot", f"exec:{PATIENT},command=exit 9\n")
        result = c.run("league", "y:size=4", "bots/", "random", "--games", "2", "--trusted")
        check(result.status == 0 and "status 9" in result.err, result)


@test
def flags_override_specs():
    with Contest() as c:
        c.write("hello.py", 'import sys; print(\'{"name":"x","version":"1"}\' if "hello" in sys.stdin.readline() else "", '
                            "flush=True); print(sys.stdin.readline() + sys.stdin.readline(), file=sys.stderr)")
        result = c.run("arena", "y:size=4", "exec:time=3600000,memory=77,command=python3 hello.py", "random", "--games",
                       "1", "--bot-cpu", "12345", "--bot-memory", "500", "--json")
        check('"time":12345,' in result.err, result.err)
        spec = json.dumps(json.loads(result.out)["bots"][0])
        check_equal(result.status, 0, spec)


@test
def where_namespaces_are_not_allowed_there_is_a_sentence():
    with tempfile.TemporaryDirectory() as directory:
        fake = os.path.join(directory, "bwrap")
        with open(fake, "w", encoding="ascii") as file:
            file.write("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
        os.chmod(fake, 0o755)
        result = tahur.run("arena", "y:size=4", "exec:command=true", "random", "--sandbox",
                           env={**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"})
    check_equal((result.status, result.out), (2, ""), "status and output")
    check("a sandbox cannot be made here, bubblewrap says: bwrap: No permissions" in result.err, result.err)
