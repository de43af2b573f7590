"""Bots in shared libraries, compiled for tests."""
import os
import subprocess

from documents import ROOT
from harness import check_equal


def compile_library(directory, source, name="bot.so"):
    """The library of a source file, with nothing of tahur but its headers."""
    library = os.path.join(directory, name)
    done = subprocess.run(["cc", "-std=c17", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
                           os.path.join(ROOT, "include"), "-o", library, source], capture_output=True, text=True)
    check_equal((done.returncode, done.stderr), (0, ""), "the compiler")
    return library


def write_library(directory, text):
    source = os.path.join(directory, "bot.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    return compile_library(directory, source)
