"""Exit statuses: a file that is named on the command line and cannot be opened, or is not what it should be, is
invalid input (2); an output that cannot be written once the work has begun is a failed run (1)."""
import os
import tempfile

from harness import check, check_equal, tahur, test, test_each
from mistakes import ALL_COMMANDS
from training import SMALL

TRAIN = ["train", "kittens", "--games=2", *SMALL]

# Files that are read: with FILE in its place, the command gets one that is missing, a folder, an empty one and one of
# another kind. The exit status of all is 2.
READ = [
    ["arena", "kittens", "v1", "v2", "--games=2", "--openings=FILE"],
    ["arena", "kittens", "dqn:model=FILE", "v2", "--games=2"],
    ["arena", "kittens", "lib:file=FILE", "v2", "--games=2"],
    ["league", "kittens", "v1", "v2", "--games=2", "--openings=FILE"],
    ["league", "kittens", "v1", "dqn:model=FILE", "--games=2"],
    ["compare", "kittens", "v1", "v2", "--games=2", "--openings=FILE"],
    ["compare", "kittens", "v1", "dqn:model=FILE", "--games=2"],
    ["grade", "kittens", "v1", "--against", "v2", "--games=2", "--openings=FILE"],
    ["grade", "kittens", "dqn:model=FILE", "--against", "v2", "--games=2"],
    ["runs", "FILE"],
    ["report", "FILE"],
    ["report", "FILE", "--json"],
    ["merge", "FILE", "--into=new.db"],
    ["replay", "FILE"],
    ["review", "FILE"],
    ["train", "kittens", "--games=2", "--resume=FILE"],
    ["train", "kittens", "--games=2", "--opponent=dqn:model=FILE"],
    ["export", "FILE", "--onnx=new.onnx"],
    ["play", "--load=FILE"],
    ["play", "kittens", "dqn:model=FILE", "v1"],
    ["ask", "kittens", "dqn:model=FILE"],
    ["analyze", "kittens", "--bot=dqn:model=FILE"],
    ["speak", "kittens", "dqn:model=FILE"],
    ["gtp", "y", "dqn:model=FILE"],
    ["similar", "FILE"],
    ["class", "kittens", "FILE", "--out=new"],
]

# Files that are written. One that cannot be opened is found out before anything is played: 2. One on a full disk is
# not: 1, or None where a full disk cannot be feigned by /dev/full, which is no regular file.
WRITTEN = [
    (["arena", "kittens", "v1", "v2", "--games=2", "--record=FILE"], 1),
    (["arena", "kittens", "v1", "v2", "--games=2", "--save=FILE"], None),
    (["league", "kittens", "v1", "v2", "--games=2", "--record=FILE"], 1),
    (["league", "kittens", "v1", "v2", "--games=2", "--save=FILE"], None),
    (["compare", "kittens", "v1", "v2", "--games=2", "--record=FILE"], 1),
    (["compare", "kittens", "v1", "v2", "--games=2", "--save=FILE"], None),
    (["grade", "kittens", "v1", "--against", "v2", "--games=2", "--record=FILE"], 1),
    (["report", "run.db", "--csv=FILE"], 1),
    (["report", "run.db", "--html=FILE"], 1),
    (["report", "run.db", "--record=FILE"], 1),
    (["merge", "run.db", "--into=FILE"], None),
    (["review", "one.game", "--rollouts=2", "--html=FILE"], 1),
    ([*TRAIN, "--out=FILE"], 1),
    ([*TRAIN, "--csv=FILE"], 1),
    ([*TRAIN, "--html=FILE"], 1),
    ([*TRAIN, "--save=FILE"], None),
    (["export", "cat.model", "--onnx=FILE"], 1),
    (["solve", "cantstop", "--sides=2", "--shortest=1", "--csv=FILE"], 1),
    (["play", "y:size=2", "random", "random", "--record=FILE"], 1),
    (["gtp", "y", "random", "--record=FILE"], None),
]

NO_FILES = {"games", "bots", "odds", "show", "check-bot", "perft", "bench",
            "serve", "new-bot"}  # the tests of the service and of the kits have theirs


class Place(tempfile.TemporaryDirectory):
    """A folder with files of all kinds, in which the program is run."""

    def __enter__(self):
        super().__enter__()
        os.mkdir(os.path.join(self.name, "folder"))
        for name, data in [("empty", b""), ("text", b"hello, world\n"), ("binary", bytes(range(256)) * 20)]:
            with open(os.path.join(self.name, name), "wb") as file:
                file.write(data)
        return self

    def run(self, words, file):
        return tahur.run(*[word.replace("FILE", file) for word in words], cwd=self.name)


@test
def every_command_is_in_the_tables():
    named = {words[0] for words in READ} | {words[0] for words, _ in WRITTEN} | NO_FILES
    check_equal(sorted(named), sorted(ALL_COMMANDS), "commands")


@test_each("a file that cannot be read is invalid input", [(words,) for words in READ])
def unreadable(words):
    with Place() as place:
        for file in ["missing", "missing/too", "folder", "empty", "text", "binary"]:
            result = place.run(words, file)
            check_equal((result.status, result.out), (2, ""), f"{file}: status and output, {result.err}")
            check(file in result.err and result.err.count("\n") == 1, file, "is not in", result.err)
        check_equal(sorted(os.listdir(place.name)), ["binary", "empty", "folder", "text"], "files")


@test_each("a file that cannot be written", WRITTEN)
def unwritable(words, full):
    with Place() as place:
        place.run(["arena", "kittens", "v1", "v2", "--games=1", "--save=run.db", "--record=one.game"], "")
        place.run([*TRAIN, "--out=cat.model"], "")
        for file in ["missing/new", "folder"]:
            result = place.run(words, file)
            check_equal((result.status, result.out), (2, ""), f"{file}: status and output, {result.err}")
            check(file in result.err and result.err.count("\n") == 1, file, "is not in", result.err)
        if full is not None and os.path.exists("/dev/full"):
            result = place.run(words, "/dev/full")
            check_equal(result.status, full, f"on a full disk, {result.err}")
            check("/dev/full cannot be written" in result.err, result.err)


@test
def a_file_that_is_written_is_named():
    with Place() as place:
        place.run(["arena", "kittens", "v1", "v2", "--games=1", "--save=run.db", "--record=one.game"], "")
        place.run([*TRAIN, "--out=cat.model"], "")
        for words, _ in WRITTEN:
            if words[0] in ("play", "gtp") or words[-1].startswith(("--save", "--into", "--out", "--onnx")):
                continue  # these have their own words, or a protocol on standard output
            result = place.run(words, f"made-by-{words[0]}")
            check(result.out.endswith(f"\nwrote made-by-{words[0]}\n"), words, "ends with", result.out[-100:])
            check_equal(result.err, "", "standard error")
            result = place.run([*words, "--json"], f"made-by-{words[0]}")
            check("wrote" not in result.out and result.err == "", "with --json", result)
