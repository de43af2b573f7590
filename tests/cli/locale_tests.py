"""In a locale without UTF-8, what is printed for people is ASCII; what is for programs stays UTF-8."""
import os
import re
import tempfile

from harness import check, check_equal, tahur, test, test_each

UTF8 = {"LC_ALL": "C.UTF-8"}
ASCII = {"LC_ALL": "C"}


def environment(**variables):
    """This one, with no other locale than that."""
    plain = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_CTYPE", "LANG")}
    return {**plain, **variables}


def printed(words, variables, **streams):
    result = tahur.run(*words, env=environment(**variables), **streams)
    return result.out + result.err


# Commands that print characters beyond ASCII for people.
COMMANDS = [
    (["arena", "--help"],),
    (["league", "--help"],),
    (["arena", "kittens", "v1", "v2", "--games=4"],),
    (["league", "kittens", "v1", "v2", "v3", "--games=4"],),
    (["compare", "kittens", "v1", "v2", "--games=4"],),
    (["grade", "kittens", "v1", "--against", "v2", "--games=4"],),
    (["train", "kittens", "--games=40", "--evaluate-every=20", "--evaluate-games=20", "--final-games=20"],),
    (["show", "parchis"],),
    (["play", "parchis", "random", "random", "--seed=1"],),
    (["merge", "ñandú.db", "--into=new.db"],),
    (["arena", "kittens", "ñandú", "v1"],),
    (["arena", "kittens", "./ñandú", "v1"],),
]


@test_each("without UTF-8 all is ASCII", COMMANDS)
def all_is_ascii(words):
    check(not printed(words, UTF8).isascii(), "nothing beyond ASCII with UTF-8 either")
    text = printed(words, ASCII)
    check(text.isascii(), [line for line in text.splitlines() if not line.isascii()])
    check("\ufffd" not in text and text.strip() != "", text)


@test
def tables_are_still_straight():
    """Also where more than one character stands for another."""
    head, *rows = printed(["arena", "kittens", "v1", "v2", "--games=40"], ASCII).splitlines()[:3]
    end = head.index("95 % interval") + len("95 % interval")
    check_equal([bool(re.search(r" \d+\.\d+ \S+ \d+\.\d+$", row[:end])) for row in rows], [True, True], "intervals end below the head")


@test
def names_lose_their_accents():
    check("Parchis" in printed(["games"], ASCII) and "Parchís" in printed(["games"], UTF8), "Parchís")
    check("nandu" in printed(["arena", "kittens", "ñandú", "v1"], ASCII), "the name of a bot")


# Variables, and whether the output is ASCII.
LOCALES = [
    ("none", {}, False),
    ("LC_ALL=C", {"LC_ALL": "C"}, True),
    ("LC_ALL=POSIX", {"LC_ALL": "POSIX"}, True),
    ("LC_CTYPE=C", {"LC_CTYPE": "C"}, True),
    ("LANG=C", {"LANG": "C"}, True),
    ("LANG=de_DE.ISO-8859-1", {"LANG": "de_DE.ISO-8859-1"}, True),
    ("LC_ALL=C.UTF-8", {"LC_ALL": "C.UTF-8"}, False),
    ("LC_ALL=C.utf8", {"LC_ALL": "C.utf8"}, False),
    ("LANG=xx_XX.UTF-8, which is not installed", {"LANG": "xx_XX.UTF-8"}, False),
    ("LC_ALL before LANG", {"LC_ALL": "C", "LANG": "C.UTF-8"}, True),
    ("LC_CTYPE before LANG", {"LC_CTYPE": "C.UTF-8", "LANG": "C"}, False),
    ("an empty LC_ALL is none", {"LC_ALL": "", "LANG": "C"}, True),
]


@test_each("the locale is that of", LOCALES)
def locales(_, variables, ascii):
    check_equal(printed(["games"], variables).isascii(), ascii, "ASCII")


@test
def what_is_for_programs_stays_utf8():
    with tempfile.TemporaryDirectory() as directory:
        words = ["arena", "kittens", "exec:command=exit 1 # ñandú", "v1", "--games=2", "--save=run.db",
                 "--record=a.games"]
        printed(words, ASCII, cwd=directory)
        reports = []
        for variables in [UTF8, ASCII]:
            files = {}
            for kind in ["csv", "html", "record"]:
                printed(["report", "run.db", f"--{kind}=file"], variables, cwd=directory)
                with open(os.path.join(directory, "file"), "rb") as file:
                    files[kind] = file.read()
            json = tahur.run("report", "run.db", "--json", env=environment(**variables), cwd=directory).out
            check("ñandú" in json, "JSON has", json)
            replay = tahur.run("replay", "a.games", "--json", env=environment(**variables), cwd=directory).out
            check("ñandú" in replay, "JSON has", replay)
            reports.append(files)
        for kind, data in reports[0].items():
            check("ñandú".encode() in data and "ñandú".encode() in reports[1][kind], kind, "has no ñandú")
        check_equal(reports[0]["csv"], reports[1]["csv"], "CSV")
        check_equal(reports[0]["record"], reports[1]["record"], "record")
