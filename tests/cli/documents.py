"""What the documents say is run."""
import os
import subprocess

from harness import TIME_LIMIT, Result, as_text, check_equal, tahur

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def example(name):
    return os.path.join(ROOT, "examples", name)


def document(name):
    with open(os.path.join(ROOT, "docs", name), encoding="utf-8") as file:
        return file.read()


def shell(command, directory):
    """A command line, with `tahur` in the path."""
    names = os.path.join(directory, ".bin")
    os.makedirs(names, exist_ok=True)
    if not os.path.exists(os.path.join(names, "tahur")):
        os.symlink(tahur.path, os.path.join(names, "tahur"))
    done = subprocess.run(["sh", "-c", command], cwd=directory, capture_output=True, timeout=TIME_LIMIT,
                          env={**os.environ, "PATH": names + ":" + os.environ["PATH"]})
    return Result(done.returncode, as_text(done.stdout), as_text(done.stderr))


def follow(command, directory):
    """What a command of a document writes, which must succeed without a complaint."""
    result = shell(command, directory)
    check_equal((result.status, result.err), (0, ""), f"status and errors of {command}")
    return result.out
