"""tahur play in a real terminal, which tmux provides: sizes, colour, keys, whole games."""
import itertools
import os
import re
import shlex
import subprocess
import tempfile
import time

from harness import TIME_LIMIT, Failure, check, check_equal, tahur, test, test_each

numbers, sockets = itertools.count(), tempfile.TemporaryDirectory()


class Terminal:
    """A terminal of this size in which a command runs; then its exit status and the settings of the
    terminal are shown."""

    def __init__(self, columns, rows, *args, **environment):
        self.server = ["tmux", "-u", "-f", "/dev/null", "-S", os.path.join(sockets.name, str(next(numbers)))]
        set_all = [f"{name}={value}" for name, value in environment.items()]
        command = shlex.join(["env", "-u", "NO_COLOR", *set_all, tahur.path, "play", *args])
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
        subprocess.run([*self.server, "kill-server"], capture_output=True)

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

    def type(self, *lines):
        for line in lines:
            self.tmux("send-keys", "-l", line + "\n")

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
        t.resize(80, 24, rf"52  53  54 .* 66  67  68\n.*banana\n{PROMPT}")
        t.resize(40, 20, rf"on the track:.*{PROMPT}")
        t.resize(110, 70, rf"yellow goal.*{PROMPT}")


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


@test
def the_clock_runs_out_while_somebody_thinks():
    with Terminal(80, 24, "y:size=5", "human", "easy", "--clock=1.5") as t:
        t.wait(r"\[[01]\.\d\] >")
        t.tmux("send-keys", "c", "3")  # and no Enter
        t.wait("you ran out of time: easy has won")
        t.ends_with(0)


@test
def what_one_person_saw_is_gone_before_the_other_comes():
    with Terminal(80, 40, "kittens", "human", "human", "--seed=5") as t:
        t.wait("seat 0: press Enter when nobody else")
        t.type("")
        t.wait("what seat 0 knows.*seat 0>")
        t.type("draw")
        t.wait(r"seat 0 drew shuffle.*press Enter to clear")
        t.type("")
        screen = t.wait("seat 1: press Enter when nobody else", "-S", "-")
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
