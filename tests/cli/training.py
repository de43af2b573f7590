"""What the tests of training share: small trainings, and files for them."""
import os
import re
import tempfile

from harness import check, check_equal, tahur

SMALL = ["--hidden=8", "--batch=4", "--warm-up=20", "--replay=300", "--evaluate-every=20",
         "--evaluate-games=20", "--final-games=20"]


class Folder(tempfile.TemporaryDirectory):
    """A directory for the files of a test; `folder("name")` is a path in it."""

    def __enter__(self):
        super().__enter__()
        return lambda name: os.path.join(self.name, name)


def train(*args, game="kittens", games=40):
    return tahur.json("train", game, f"--games={games}", *args)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check_refused(call, *words):
    result = tahur.run(*call)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur\b.*\n", result.err), "not one line:", repr(result.err))
    for word in words:
        check(word in result.err, f"the message has no '{word}':", result.err)
