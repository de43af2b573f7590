"""What is finished is saved: runs that are killed while games are under way, on threads and on ranks.

A bot in a shared library writes down when each of its games ended, and which game it was, into a file
that outlives the program. So what was finished before a kill is known without asking the program.

    TAHUR_KILLS=200 python3 tests/cli/kill_tests.py build/tahur

kills runs at random moments, that often, and fails if a game was lost that had been finished for a
second. Among the tests it is done a few times, without a limit for the age, as the machine may be busy;
there, a game that never ends shows that nothing waits for it."""
import mmap
import os
import random
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True  # the tests leave nothing behind

from compiling import write_library
from harness import MPI_ENVIRONMENT, SCALE, TIME_LIMIT, Failure, check, check_equal, read_json, tahur, test_each

LIMIT = 1.0  # seconds that a game may be finished, and still be lost by a kill
ENTRIES = 1 << 20

# Plays at random. A game is known by the first number that its generator gives. In the file: how many
# games have ended, then of each when (nanoseconds of the monotonic clock), and which. PAUSE: milliseconds
# that a game takes longer, some of them 20 times as long. BLOCKS: the game that goes on for ever.
BOT = r"""
#define _POSIX_C_SOURCE 200809L
#include "tahur/bot_library.h"
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

struct log {
    _Atomic uint64_t games, unused;
    struct { _Atomic uint64_t ended; uint64_t known; } game[ENTRIES];
};
struct mine { uint64_t known; bool begun; struct log *log; };

static uint64_t number(const char *name) {
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : 0;
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game, (void)o, (void)e;
    struct mine *m = calloc(1, sizeof *m);
    const int file = open(getenv("LOG"), O_RDWR);
    m->log = mmap(NULL, sizeof *m->log, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return m->log != MAP_FAILED ? m : NULL;
}

static void begin(void *self, const struct th_state *view, int seat) {
    struct mine *m = self;
    (void)view, (void)seat;
    m->begun = false;
}

static void pause_for(uint64_t milliseconds) {
    nanosleep(&(struct timespec){(time_t)(milliseconds / 1000), (long)(milliseconds % 1000) * 1000000}, NULL);
}

static int choose(void *self, const struct th_ask *ask) {
    struct mine *m = self;
    if (!m->begun) {
        m->begun = true;
        m->known = th_rng_next(ask->rng);
        while (m->known == number("BLOCKS")) pause_for(1000);
        const uint64_t pause = number("PAUSE");
        if (pause > 0) pause_for(m->known % 16 == 0 ? 20 * pause : pause + m->known / 16 % pause);
    }
    return (int)th_rng_below(ask->rng, (uint32_t)ask->n);
}

static void end(void *self, const double payoff[]) {
    struct mine *m = self;
    struct timespec t;
    (void)payoff;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const uint64_t i = atomic_fetch_add(&m->log->games, 1);
    if (i >= ENTRIES) return;
    m->log->game[i].known = m->known;
    atomic_store(&m->log->game[i].ended, (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec);
}

static const struct th_bot_kind bot = {
    .name = "clock", .summary = "writes down when its games end", .make = make, .begin = begin,
    .choose = choose, .end = end,
};
TH_BOT_LIBRARY(bot)
""".replace("ENTRIES", str(ENTRIES))

folder, lock = tempfile.TemporaryDirectory(), threading.Lock()


def library():
    with lock:
        path = os.path.join(folder.name, "bot.so")
        return path if os.path.exists(path) else write_library(folder.name, BOT)


class Contest:
    """A run that is killed and gone on with, in a folder of its own."""

    def __init__(self, game, others, games, ranks=0, threads=1):
        self.ranks = ranks
        self.folder = tempfile.TemporaryDirectory()
        self.db, self.log = (os.path.join(self.folder.name, name) for name in ["run.db", "log"])
        self.command = [tahur.path, "arena", game, f"lib:file={library()}", *others, f"--games={games}"]
        self.flags = [] if ranks else [f"--threads={threads}"]
        self.whole = self.play("--threads=1")  # in the order of the games
        self.number = {known: i for i, (_, known) in enumerate(self.ended())}
        check_equal(len(self.number), games, "games that the log knows")

    def environment(self, **more):
        return {**MPI_ENVIRONMENT, "LOG": self.log, **{name: str(value) for name, value in more.items()}}

    def clear_log(self):
        with open(self.log, "wb") as file:
            file.truncate(16 + 16 * ENTRIES)

    def ended(self):
        """When each game ended that the log knows, in seconds, and which it was."""
        with open(self.log, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            count = min(struct.unpack_from("Q", data)[0], ENTRIES)
            pairs = struct.iter_unpack("QQ", data[16:16 + 16 * count])
            return [(ended / 1e9, known) for ended, known in pairs if ended > 0]

    def play(self, *flags):
        """To the end, without pauses."""
        self.clear_log()
        done = subprocess.run([*self.command, *flags, "--json"], stdin=subprocess.DEVNULL, capture_output=True,
                              env=self.environment(), timeout=TIME_LIMIT)
        check_equal(done.returncode, 0, done.stderr.decode())
        return read_json(done.stdout.decode())["digest"]

    def start(self, **environment):
        self.clear_log()
        ranks = ["mpirun", "--oversubscribe", "-n", str(self.ranks)] if self.ranks else []
        return subprocess.Popen([*ranks, *self.command, *self.flags, f"--save={self.db}"],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=self.environment(**environment))

    def kill(self, process):
        """Kills the program, or every rank of it; returns when."""
        ids = [process.pid]
        if self.ranks:
            found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True).stdout
            ids = [int(word) for word in found.split()] or ids
        moment = time.monotonic()
        for each in ids:
            try:
                os.kill(each, signal.SIGKILL)
            except ProcessLookupError:
                pass  # it was done already
        process.wait(timeout=TIME_LIMIT)
        return moment

    def saved(self):
        """The numbers of the games in the file, counted or not."""
        if not os.path.exists(self.db):
            return set()
        base = sqlite3.connect(self.db, timeout=30)
        try:
            tables = {name for name, in base.execute("SELECT name FROM sqlite_master")}
            return {number for table in tables & {"game", "ahead"}
                    for number, in base.execute(f"SELECT number FROM {table}")}
        finally:
            base.close()

    def wait_for(self, process, holds, what):
        deadline = time.monotonic() + TIME_LIMIT
        while not holds():
            check(process.poll() is None, "it ended before", what)
            check(time.monotonic() < deadline, "no", what, "after", TIME_LIMIT, "seconds")
            time.sleep(0.05)

    def check_the_rest(self):
        check_equal(self.play(f"--save={self.db}"), self.whole, "digest of what was killed and gone on with")
        base = sqlite3.connect(self.db)
        check_equal(base.execute("SELECT count(*) FROM ahead").fetchone()[0], 0, "games left ahead")
        base.close()


# ---- a game that never ends ----

@test_each("nothing that is finished waits for a game that goes on", [
    ("the last of a block", "y:size=3", ["random"], 5, 5, 0, 1), ("of another thread", "y:size=3", ["random"], 0, 30, 0, 2),
    ("four to a block", "cantstop", ["easy"] * 3, 3, 3, 0, 1), ("of another rank", "y:size=3", ["random"], 4, 30, 3, 1)])
def a_game_that_goes_on(_, game, others, blocking, least, ranks, threads):
    run = Contest(game, others, 200, ranks, threads)
    known = {number: known for known, number in run.number.items()}
    process = run.start(BLOCKS=known[blocking])
    try:
        run.wait_for(process, lambda: len(run.saved()) >= least, f"{least} games saved")
        before = {run.number[game] for _, game in run.ended()}
        # All that was finished when we looked at it is saved, though no game need end any more.
        run.wait_for(process, lambda: before <= run.saved(), "all games saved that are finished")
        check(blocking not in run.saved(), "the game that goes on is saved")
    finally:
        run.kill(process)
    run.check_the_rest()


# ---- random moments ----

KINDS = [  # name, game, other bots, games, milliseconds of pause, ranks, threads
    ("slow, one thread", "y:size=4", ["random"], 2000, 60, 0, 1),
    ("slow, four threads", "y:size=4", ["random"], 2000, 60, 0, 4),
    ("slow, four to a block", "cantstop", ["easy", "medium", "hard"], 400, 100, 0, 3),
    ("slow, four ranks", "y:size=4", ["random"], 2000, 60, 4, 1),
    ("fast, two threads", "y:size=4", ["random"], 200000, 0, 0, 2),
    ("fast, three ranks", "y:size=4", ["random"], 200000, 0, 3, 1),
]


def kill_once(run, pause, dice):
    """How long the oldest game that was lost had been finished, how many had ended, how many are lost."""
    before = run.saved()
    process = run.start(PAUSE=pause)
    try:
        run.wait_for(process, lambda: run.ended() or process.poll() is not None, "a game at its end")
        time.sleep(dice.uniform(0, 2.5))
    finally:
        moment = run.kill(process)
    saved = run.saved()
    check(before <= saved, "games that were saved are lost")
    lost = [moment - ended for ended, known in run.ended() if ended <= moment and run.number[known] not in saved]
    return max(lost, default=0.0), len(run.ended()), len(lost)


def kill_often(kind, kills, dice):
    """Kills a run of this kind so often, and a new one where it comes to its end meanwhile."""
    name, game, others, games, pause, ranks, threads = kind
    oldest, ended, lost = 0.0, 0, 0
    run = Contest(game, others, games, ranks, threads)
    for _ in range(kills):
        if len(run.saved()) == games:
            run.check_the_rest()
            run = Contest(game, others, games, ranks, threads)
        age, games_ended, games_lost = kill_once(run, pause, dice)
        oldest, ended, lost = max(oldest, age), ended + games_ended, lost + games_lost
    run.check_the_rest()
    return oldest, ended, lost


@test_each("killed at any moment, the digest is the same", [(kind[0], kind) for kind in KINDS])
def killed_at_random(name, kind):
    kill_often(kind, max(1, 2 * SCALE // 100), random.Random(name))


def main():
    kills = int(os.environ.get("TAHUR_KILLS", "200"))
    dice, worst = random.Random(), 0.0
    for i, kind in enumerate(KINDS):
        share = kills * (i + 1) // len(KINDS) - kills * i // len(KINDS)
        oldest, ended, lost = kill_often(kind, share, dice)
        worst = max(worst, oldest)
        print(f"{kind[0]}: {share} kills, {ended:,} games had ended, {lost:,} of them lost, "
              f"the oldest {oldest:.2f} s; the same digest", flush=True)
    print(f"{kills} kills; a game that was lost had been finished for {worst:.2f} s at most, "
          f"{'within' if worst <= LIMIT else 'BEYOND'} {LIMIT:g} s")
    return worst > LIMIT


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"failed: {failure}")
