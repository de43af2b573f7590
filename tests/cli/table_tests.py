"""Tables in a terminal that is too narrow for them: nothing is broken by the terminal, no figure is cut,
and shortened names stay different."""
import fcntl
import os
import pty
import re
import struct
import tempfile
import termios

from harness import check, check_equal, read_terminal, tahur, test, test_each

LONG = [
    "risk-stop:t=0.25,moves=greedy-aggressive",
    "risk-stop:t=0.3,moves=greedy-aggressive",
    "risk-stop:t=0.3,moves=random",
    "max-rolls:n=3,moves=greedy-aggressive",
    "max-rolls:n=4,moves=greedy-aggressive",
    "max-rolls:n=4,moves=greedy-conservative",
    "max-rolls:n=40,moves=greedy-conservative",
    "random",
]
WIDTHS = (80, 60, 40)
TABLES = [
    ["arena", "cantstop:players=2", *LONG[:2], "--games", "40"],
    ["arena", "cantstop", *LONG[:4], "--games", "40"],
    ["league", "cantstop:players=2", *LONG, "--games", "4"],
    ["league", "cantstop:players=2", *LONG[:4], "--games", "4"],
    ["compare", "cantstop:players=2", *LONG[:2], "--games", "40"],
    ["compare", "cantstop", *LONG[:2], "--against", *LONG[3:5], "--games", "96"],
    ["grade", "cantstop:players=2", LONG[0], "--against", *LONG[3:6]],
    ["analyze", "kittens", "--games", "20"],
    ["analyze", "cantstop:players=2", "--games", "20",
     "2:3,7:5/6:1 temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6"],
    ["train", "kittens", "--opponent", "v1", "--games", "100", "--final-games", "100"],
    ["odds"],
    ["games"],
    ["games", "kittens", "--observation"],
    ["games", "parchis", "--actions"],
]
INDENT = 19  # of what is broken off, at most


def in_width(columns, *args):
    """What a call writes where COLUMNS limits the width."""
    result = tahur.run(*args, env={**os.environ, "COLUMNS": str(columns)})
    check(result.status in (0, 1), f"exit status {result.status}: {result.err}")
    return result.out


def check_fits(text, columns):
    """No line is too long, but for a word that no line has room for."""
    for line in text.splitlines():
        longest = max(map(len, line.split()), default=0)
        check(len(line) <= columns or longest > columns - INDENT, f"{len(line)} of {columns} columns:", line)


def names_of(lines):
    """The first column of the first table."""
    begin = next(i for i, line in enumerate(lines) if re.match(r" *bot\b", line))
    end = next(i for i in range(begin, len(lines)) if lines[i] == "")
    where = lines[begin].index("bot")
    return [re.split(r"  +", line[where:])[0] for line in lines[begin + 1:end]]


@test_each("fits the terminal", [(args,) for args in TABLES])
def tables_fit_the_terminal(args):
    for columns in WIDTHS:
        check_fits(in_width(columns, *args), columns)


@test
def no_figure_is_lost_or_cut():
    for args in ["arena", "cantstop", *LONG[:4]], ["league", "cantstop:players=2", *LONG]:
        args += ["--games", "4", "--threads", "1"]
        wide = tahur.text(*args)
        rows = [line.split("  ") for line in wide.splitlines()]
        wanted = {cell.strip() for row in rows for cell in row if re.fullmatch(r" *[+-]?[\d.]+( %)?", cell)}
        for columns in WIDTHS:
            narrow = in_width(columns, *args)
            missing = [cell for cell in wanted if cell not in narrow]
            check_equal(missing, [], f"in {columns} columns")


@test
def names_stay_different():
    for columns in WIDTHS:
        names = names_of(in_width(columns, "league", "cantstop:players=2", *LONG, "--games", "2").splitlines())
        check_equal(len(names), len(LONG), f"names in {columns} columns: {names}")
        check_equal(len(set(names)), len(LONG), f"different names in {columns} columns: {names}")


@test
def without_a_terminal_tables_are_whole():
    out = tahur.text("league", "cantstop:players=2", *LONG, "--games", "2")
    check("…" not in out, "shortened:", out)
    for name in LONG:
        check(name in out, name, "is not in", out)


@test
def a_terminal_breaks_no_line():
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = tahur.start("arena", "cantstop", *LONG[:4], "--games", "40", stdout=end)
    os.close(end)
    try:
        lines = read_terminal(terminal).decode("utf-8").splitlines()
        check_equal(process.wait(60), 0, "exit status")
    finally:
        process.kill()
        process.communicate()
        os.close(terminal)
    check(any("95 % interval" in line for line in lines), "no table:", lines)
    check_equal([line for line in lines if len(line) > 80], [], "lines that are too long")


@test
def a_saved_run_and_a_review_fit_too():
    with tempfile.TemporaryDirectory() as folder:
        run, games = os.path.join(folder, "run.db"), os.path.join(folder, "two.games")
        tahur.text("league", "cantstop:players=2", *LONG, "--games", "2", "--save", run)
        tahur.text("arena", "cantstop:players=2", *LONG[:2], "--games", "2", "--record", games)
        for args in ["report", run], ["runs", run], ["review", games, "--game", "0", "--all"]:
            check_fits(in_width(60, *args), 60)
