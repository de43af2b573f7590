"""tahur play in a real terminal, which tmux provides: sizes, colour, keys, whole games."""
import itertools
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time

from harness import TIME_LIMIT, Failure, check, check_equal, tahur, test, test_each, wait_until

numbers, sockets = itertools.count(), tempfile.TemporaryDirectory()


class Terminal:
    """A terminal of this size in which a command runs; then its exit status and the settings of the
    terminal are shown."""

    def __init__(self, columns, rows, *args, **environment):
        self.server = ["tmux", "-u", "-f", "/dev/null", "-S", os.path.join(sockets.name, str(next(numbers)))]
        # The leak sanitizer stops a program at its end, which the SIGCONT of a terminal that hangs up undoes: both
        # then wait for ever.
        environment = {"ASAN_OPTIONS": "detect_leaks=0", **environment}
        set_all = [f"{name}={value}" for name, value in environment.items()]
        command = shlex.join(["env", "-u", "NO_COLOR", f"HOME={sockets.name}", *set_all, tahur.path, "play", *args])
        after = "echo status $?; stty -a | tr -s ' ;' '\\n' | grep -x -e echo -e icanon -e isig; exec sleep 1000"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), f"{command}; {after}")

    def tmux(self, *args):
        done = subprocess.run([*self.server, *args], capture_output=True, timeout=TIME_LIMIT,
                              cwd=tahur.directory.name, env={**os.environ, "LC_ALL": "C.UTF-8", "TMUX": ""})
        check(done.returncode == 0, "tmux", args, done.stderr.decode())
        return done.stdout.decode("utf-8", "replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """The terminal hangs up, which ends the program."""
        processes = self.processes()
        subprocess.run([*self.server, "kill-server"], capture_output=True)
        wait_until(lambda: not any(os.path.exists(f"/proc/{one}") for one in processes),
                   "the program lives on without its terminal")

    def screen(self, *flags):
        return self.tmux("capture-pane", "-p", *flags)

    def wait(self, pattern, *flags):
        """The screen as soon as it fits this."""
        end = time.monotonic() + TIME_LIMIT
        while not re.search(pattern, self.screen(*flags), re.DOTALL):
            if time.monotonic() > end:
                raise Failure(f"no {pattern} on the screen:\n{self.screen()}")
            time.sleep(0.03)
        return self.screen(*flags)

    def wait_for_prompt(self, number):
        """The screen at the so-many-th prompt, or at the end of the program."""
        end = time.monotonic() + TIME_LIMIT
        while True:
            lines = self.screen("-S", "-").rstrip("\n").split("\n")
            if sum(line.startswith(">") for line in lines) == number and lines[-1] == ">":
                return self.screen()
            if any(line.startswith("status") for line in lines):
                return "status"
            check(time.monotonic() < end, f"no prompt {number} on the screen:\n{self.screen()}")
            time.sleep(0.03)

    def type(self, *lines):
        for line in lines:
            self.tmux("send-keys", "-l", line + "\n")

    def press(self, *keys):
        """Keys by their names, or, in a tuple, characters as they are."""
        for key in keys:
            self.tmux("send-keys", *(["-l", *key] if isinstance(key, tuple) else [key]))

    def processes(self):
        """What the terminal's shell runs: the program, or nothing when it has ended."""
        shell = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        with open(f"/proc/{shell}/task/{shell}/children", encoding="ascii") as children:
            return [int(one) for one in children.read().split()]

    def process(self):
        return self.processes()[0]

    def resize(self, columns, rows, pattern):
        """Another size, and a board that fits it; tmux tells the program of it a little later."""
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))
        end = time.monotonic() + TIME_LIMIT
        while not re.search(pattern, self.screen(), re.DOTALL):
            check(time.monotonic() < end, f"no {pattern} on the screen:\n{self.screen()}")
            self.type("board")
            time.sleep(0.3)

    def ends_with(self, status):
        check("echo" in self.wait(rf"status {status}\s.*icanon.*\n"), "the terminal is out of order")


PROMPT = r">\s*$"
SIZES = [(120, 50), (80, 24), (40, 20)]
CASES = [(f"{game[0]} in {columns} x {rows}", game, columns, rows) for columns, rows in SIZES for game in [
    ["cantstop", "human", "easy"], ["cantstop", "human", "easy", "easy", "easy"], ["y", "human", "easy"],
    ["y:size=19", "human", "easy"], ["kittens", "human", "v2"], ["parchis", "human", "easy"]]]


@test_each("no line is broken by the window of", CASES)
def no_line_is_broken(_, game, columns, rows):
    with Terminal(columns, rows, *game, "--seed=4") as t:
        t.wait(PROMPT)
        for line in ["1", "hint", "odds", "help", "nonsense", "moves", "board"]:
            t.type(line)
            t.wait(rf"> {line}\n.*{PROMPT}", "-S", "-")
            joined = [row.rstrip() for row in t.screen("-J", "-S", "-").split("\n")]
            check_equal(joined, t.screen("-S", "-").split("\n"), "with broken lines joined")
        t.type("quit")
        t.ends_with(0)


@test
def the_board_is_as_large_as_the_window_allows():
    with Terminal(120, 60, "parchis", "human", "easy") as t:
        check("yellow goal" in t.wait(PROMPT), "no cross in 120 x 60")
        t.resize(120, 40, rf"│c7 +│ +goal +│c7 .*ba=banana\n{PROMPT}")
        t.resize(80, 24, rf"52: mu  ba  54 .* ho  67 .*ba=banana\n{PROMPT}")
        t.resize(40, 20, rf"on the track:.*{PROMPT}")
        t.resize(110, 70, rf"yellow goal.*{PROMPT}")


# A window, a game, and what is on one screen at every prompt: the top of the board, its end, and the moves.
ALL_FOUR = r"\nturn \d+: .*yellow .*blue .*red .*green .*"
FITTING = [(f"{game[0]} in {columns} x {rows}", game, columns, rows, shown) for columns, rows, game, shown in [
    (80, 24, ["parchis", "human", "easy"], r"(^|\n)you .*" + ALL_FOUR),
    (80, 24, ["parchis:rules=course", "human", "easy"], r"(^|\n)you .*" + ALL_FOUR),
    (60, 20, ["parchis", "human", "easy"], ALL_FOUR),
    (100, 30, ["parchis", "human", "easy"], r"(^|\n)you .*\n\nturn \d+: .*"),
    (120, 40, ["parchis", "human", "easy"], r"(^|\n)you .*\n\nturn \d+: .*│c7 .*│c7 .*holds"),
    (80, 24, ["cantstop", "human", "easy", "easy", "easy"], r"\n {20,}7\n.*roll"),
    (80, 24, ["kittens", "human", "v2"], r"what seat 0 knows\n.*owed"),
    (80, 24, ["y", "human", "easy"], r"you played .*\n  9 +\S\n.* to move"),
    (80, 24, ["y:size=19", "human", "easy"], r"you played .*\n 19 +\S\n.* to move")]]


@test_each("what a player decides by is on one screen of", FITTING)
def everything_fits(_, game, columns, rows, shown):
    with Terminal(columns, rows, *game, "--seed=4") as t:
        for k in range(1, 13):
            screen = t.wait_for_prompt(k)
            if "status" in screen:
                break
            if k > 1:
                moves = r".*(^|\n) ?1\) .*\n>\s*$" if game[0] != "y:size=19" else r".*moves in all.*\n>\s*$"
                check(re.search(shown + moves, screen, re.DOTALL), f"not all at prompt {k}:\n{screen}")
            t.type(str(k % 2 + 1) if game[0] != "cantstop" else "1")


@test
def long_lists_of_moves_go_on_page_by_page():
    with Terminal(80, 24, "y:size=19", "human", "easy") as t:
        t.wait(rf"… 190 moves in all: `moves`\n{PROMPT}")
        t.type("moves")
        first = t.wait(r"moves in all: `moves \d+` goes on\n>\s*$")
        check("\n  1) a19" in first or first.startswith("  1) a19"), "the list does not begin on the screen:", first)
        next_one = int(re.search(r"`moves (\d+)`", first).group(1))
        check(f"{next_one - 1}) " in first and f"{next_one}) " not in first, first)
        t.type(f"moves {next_one}")
        check("190) s1" in t.wait(rf"> moves {next_one}\n.*{next_one}\) .*\n>\s*$"), "the rest")


@test
def colour_is_used_unless_it_is_not_wanted():
    for environment, wanted in [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False),
                                ({"TERM": "dumb"}, False), ({"TERM": ""}, False)]:
        for game in ["parchis", "y", "kittens", "cantstop"]:
            with Terminal(80, 24, game, "human", "easy", **environment) as t:
                t.wait(PROMPT)
                screen = t.screen("-e")
                check_equal("\033[" in screen, wanted, f"colour in {game} with {environment}")


@test
def control_c_leaves_the_terminal_in_order():
    with Terminal(80, 24, "y", "human", "easy", "--record=terminal.txt") as t:
        t.wait(PROMPT)
        t.type("e5")
        t.wait(rf"you played e5.*{PROMPT}")
        t.tmux("send-keys", "b", "4", "C-c")
        t.wait("the game is stopped")
        t.ends_with(130)
    path = os.path.join(tahur.directory.name, "terminal.txt")
    with open(path, encoding="utf-8") as file:
        check("end: stopped" in file.read(), "no record")
    os.remove(path)


@test
def control_c_while_a_bot_thinks_ends_the_game_behind_its_move():
    with Terminal(80, 24, "y", "human", "mcts:time=700") as t:
        t.wait(PROMPT)
        t.type("e5")
        t.wait("you played e5")
        t.tmux("send-keys", "C-c")
        t.wait("the game is stopped")
        t.ends_with(130)


@test
def control_d_is_the_end_of_input():
    with Terminal(80, 24, "kittens", "human", "easy") as t:
        t.wait(PROMPT)
        t.tmux("send-keys", "C-d")
        t.wait("the game is stopped")
        t.ends_with(0)


# ---- editing ----

@test
def a_line_is_edited_in_its_middle():
    with Terminal(80, 24, "y:size=4", "human", "easy") as t:
        t.wait(PROMPT)
        t.press(("hnt",), "Left", "Left", ("i",))
        t.wait(r"> hint\s*$")
        t.press("C-a", ("xx",), "C-e", ("y",))
        t.wait(r"> xxhinty\s*$")
        t.press("Left", "Left", "C-k")
        t.wait(r"> xxhin\s*$")
        t.press("C-u", ("ñandú",), "Left", "BSpace")
        t.wait(r"> ñanú\s*$")
        t.press("C-a", "C-k", ("hint",), "Enter")
        t.wait(rf"> hint\nhard would play .*{PROMPT}")
        t.type("quit")
        t.ends_with(0)


@test
def a_line_is_edited_in_a_locale_without_utf_8():
    with Terminal(80, 24, "y:size=4", "human", "easy", LC_ALL="C") as t:
        t.wait(PROMPT)
        t.press(("hnt",), "Left", "Left", ("i",))
        t.wait(r"> hint\s*$")
        t.press("Enter")
        t.wait(rf"> hint\nhard would play .*{PROMPT}")
        t.press("Up", "C-a", ("x",))
        t.wait(r"> xhint\s*$")


@test
def arrow_up_brings_back_earlier_lines():
    with Terminal(80, 24, "y:size=4", "human", "easy") as t:
        t.wait(PROMPT)
        for line in ["nonsense", "hint"]:
            t.type(line)
            t.wait(rf"> {line}\n.*{PROMPT}")
        t.press("Up")
        t.wait(r"> hint\s*$")
        t.press("Up")
        t.wait(r"> nonsense\s*$")
        t.press("Down")
        t.wait(r"> hint\s*$")
        t.press("C-u", "Up", "Up", "Enter")
        t.wait(rf"> nonsense\n'nonsense' is.*> nonsense\n'nonsense' is.*{PROMPT}")


@test
def tab_completes_moves_and_commands():
    with Terminal(80, 24, "parchis", "human", "easy") as t:
        t.wait(PROMPT)
        t.press(("he",), "Tab")
        t.wait(r"> help\s*$")
        t.press("C-u", ("6 R",), "Tab")
        t.wait(r"> 6 red\s*$")
        t.press("Tab")
        t.wait(r"\n6 red 0  6 red 1  6 red 2\n> 6 red\s*$")
        t.press(("1",), "Enter")
        t.wait(rf"you played 6: red 1 .*{PROMPT}")
        t.press(("zz",), "Tab", ("y",))
        t.wait(r"> zzy\s*$")


@test
def a_line_survives_another_size_of_the_window():
    with Terminal(80, 24, "y:size=4", "human", "easy") as t:
        t.wait(PROMPT)
        t.press(("hin",))
        t.wait(r"> hin\s*$")
        t.tmux("resize-window", "-x", "60", "-y", "20")
        t.press(("t",))
        t.wait(r"> hint\s*$")
        t.press("Enter")
        t.wait(rf"hard would play .*{PROMPT}")


@test
def earlier_lines_of_one_person_are_not_shown_to_the_other():
    with Terminal(80, 40, "kittens", "human", "human", "--seed=5") as t:
        t.wait("seat 0: press Enter when no one else")
        t.press("Enter")
        t.wait("seat 0>")
        t.type("secret")
        t.wait(r"'secret' is.*seat 0>\s*$")
        t.type("draw")
        t.wait("press Enter to clear")
        t.press("Up", "Enter")
        screen = t.wait("seat 1: press Enter when no one else")
        check("secret" not in screen and "draw" not in screen, screen)
        t.press("Enter")
        t.wait(r"seat 1>\s*$")
        t.press("Up", "Up", ("x",))
        t.wait(r"seat 1> x\s*$")


@test
def the_terminal_is_in_order_after_a_signal():
    with Terminal(80, 24, "y", "human", "easy") as t:
        t.wait(PROMPT)
        t.press(("e5",))
        t.wait(r"> e5\s*$")
        os.kill(t.process(), signal.SIGTERM)
        check("echo" in t.wait(r"status \d+\s.*icanon.*\n"), "the terminal is out of order")


@test
def a_line_is_edited_after_a_pause():
    with Terminal(80, 24, "y:size=4", "human", "easy") as t:
        t.wait(PROMPT)
        t.press(("int",))
        t.wait(r"> int\s*$")
        terminal, process = t.tmux("display-message", "-p", "#{pane_tty}").strip(), t.process()
        os.kill(process, signal.SIGSTOP)
        subprocess.run(["stty", "-F", terminal, "sane"], check=True)  # as a shell does
        os.kill(process, signal.SIGCONT)
        end = time.monotonic() + TIME_LIMIT
        while "-icanon" not in subprocess.run(["stty", "-F", terminal, "-a"], capture_output=True, text=True,
                                              check=True).stdout:
            check(time.monotonic() < end, "no line is edited")
            time.sleep(0.03)
        t.press("C-a", ("h",), "Enter")
        t.wait(rf"> hint\nhard would play .*{PROMPT}")


@test
def a_terminal_without_a_cursor_reads_plain_lines():
    with Terminal(80, 24, "y:size=4", "human", "easy", TERM="dumb") as t:
        t.wait(PROMPT)
        t.type("hint")
        t.wait(rf"> hint\nhard would play .*{PROMPT}")
        t.type("quit")
        t.ends_with(0)


@test
def the_clock_runs_out_while_somebody_thinks():
    with Terminal(80, 24, "y:size=5", "human", "easy", "--clock=1.5") as t:
        t.wait(r"\[[01]\.\d\] >")
        t.tmux("send-keys", "c", "3")  # and no Enter
        t.wait("you ran out of time: easy has won")
        t.ends_with(0)


@test
def what_one_person_saw_is_gone_before_the_other_comes():
    with Terminal(80, 40, "kittens", "human", "human", "--seed=23") as t:
        t.wait("seat 0: press Enter when no one else")
        t.type("")
        t.wait("what seat 0 knows.*seat 0>")
        t.type("draw")
        t.wait(r"seat 0 drew shuffle.*press Enter to clear")
        t.type("")
        screen = t.wait("seat 1: press Enter when no one else", "-S", "-")
        check("what seat 0 knows" not in screen and "shuffle" not in screen, "still there:", screen)
        t.type("")
        screen = t.wait("what seat 1 knows.*seat 1>", "-S", "-")
        check("seat 0 drew a card" in screen and "seat 0 drew shuffle" not in screen, screen)


@test_each("a whole game is played in the terminal of", [
    ("cantstop", ["cantstop", "human", "easy"]), ("y", ["y:size=5", "human", "easy"]),
    ("kittens", ["kittens", "human", "v2"]), ("parchis", ["parchis", "human", "easy"])])
def whole_games(_, game):
    with Terminal(80, 24, *game, "--seed=2") as t:
        end = time.monotonic() + TIME_LIMIT
        while not re.search(r"(has|have) won\n", t.wait(rf"{PROMPT}|status \d", "-S", "-")):
            t.type("1\n" * 20)
            check(time.monotonic() < end, "the game has no end")
        t.wait("status 0", "-S", "-")
