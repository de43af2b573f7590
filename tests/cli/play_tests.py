"""tahur play through pipes: every command, whole games, ends of input, and what is no input."""
import os
import re
import select
import signal
import subprocess
import time

from harness import (STOP_LIMIT, TIME_LIMIT, Failure, Result, as_text, check, check_equal, cpu_seconds_of,
                     tahur, test, test_each, wait_for_work)


def play(given, *args, **environment):
    """What becomes of a game with these bytes on standard input. Its luck is always the same: without a seed
    the program draws one, and what a test expects may not fit every throw."""
    if not any(arg.startswith(("-h", "--help", "--seed", "--load")) for arg in map(os.fsdecode, args)):
        args += ("--seed=1",)
    return play_exactly(given, *args, **environment)


def play_exactly(given, *args, **environment):
    """The same, with the program's own choice of a seed."""
    done = subprocess.run([tahur.path, "play", *args], capture_output=True, timeout=TIME_LIMIT,
                          input=given if isinstance(given, bytes) else given.encode(),
                          cwd=tahur.directory.name, env={**os.environ, **environment})
    return Result(done.returncode, as_text(done.stdout), as_text(done.stderr))


def played(given, *args, **environment):
    """What play says of a game that must end well."""
    result = play(given, *args, **environment)
    check_equal((result.status, result.err), (0, ""), "exit status and standard error")
    return result.out


def answer(line, *args, before=""):
    """What is said to one line, up to the next prompt."""
    out = played(f"{before}{line}\nquit\n", *args)
    return out.split("> " + line[:40] + "\n" if line else "> \n", 1)[1].rsplit("> quit\n", 1)[0]


class File:
    """A file of its own in the working directory, gone at the end of the test."""

    def __init__(self, name, text=None):
        self.name, self.path = name, os.path.join(tahur.directory.name, name)
        if text is not None:
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if os.path.exists(self.path):
            os.remove(self.path)

    def text(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def field(self, name):
        return re.search(rf"^{name}: (.*)$", self.text(), re.MULTILINE).group(1)


# ---- whole games ----

GAMES = [(args,) for args in [
    ["cantstop", "human", "hard"],
    ["cantstop", "easy", "human", "medium", "human"],
    ["cantstop", "human"],
    ["y:size=5", "human", "easy"],
    ["y:size=4,pie=1", "human", "human"],
    ["kittens", "human", "hard"],
    ["kittens", "v2", "human"],
    ["kittens:rules=classic", "human", "v1"],
    ["kittens:deck=official", "human", "medium"],
    ["parchis", "human", "easy"],
    ["parchis:rules=course", "easy", "human"],
    ["cantstop", "hard", "easy"],
    ["kittens", "v1", "v2"],
]]


@test_each("plays to the end, the same with the same seed", GAMES)
def plays_to_the_end(args):
    with File(f"whole-{'-'.join(args)}.txt".replace(":", "_").replace("=", "_")) as record:
        calls = [played("1\n" * 3000, *args, "--seed=3", f"--record={record.name}") for _ in range(2)]
        check_equal(calls[0], calls[1], "the second time")
        last = calls[0].rstrip("\n").rsplit("\n", 1)[-1]
        check(re.fullmatch(r".* (has|have) won", last), "ends with", repr(last))
        check_equal(record.field("end"), "won", "end")
        check_equal(sorted(record.field("result").split())[-1], "1", "result")
        check_equal(record.field("seed"), "3", "seed")
        check(not re.search("[\033\r]", calls[0]), "codes of a terminal")


@test
def two_people_with_hidden_cards_hand_the_screen_over():
    out = played("\n1\n\n\n2\n\n\nquit\n", "kittens", "human", "human", "--seed=5")
    check(out.count("press Enter to clear the screen") == 2, out)
    views = re.findall(r"what seat (\d) knows", out)
    check_equal(views, ["0", "1", "0"], "views")
    check("seat 0 drew a card" in out, "seat 1 is not told what happened:", out)
    check(re.search(r"seat 0 drew (?!a card)\w+", out), "seat 0 is not told what it drew:", out)


@test
def other_luck_with_other_seeds_and_a_new_seed_each_time():
    first, second = [played("", "cantstop", "human", "--seed", seed) for seed in "13"]
    check(first.split("rolled")[1] != second.split("rolled")[1], "the same rolls")
    seeds = {re.search(r"--seed (\w+)", play_exactly("", "cantstop", "human").out).group(1) for _ in range(3)}
    check_equal(len(seeds), 3, "different seeds")
    again = played("", "cantstop", "human", "--seed", seeds.pop())
    check("plays again" in again, again)


# ---- moves ----

@test
def a_move_is_a_number_or_as_it_is_written():
    for line in ["13", "13)", "c5", "C5", " c5 ", "12)\n13"]:
        out = played(f"{line}\nquit\n", "y:size=9", "human", "easy", "--seed=1")
        check("you played" in out, f"'{line}' is no move:", out)
    check("you played c5" in played("c5\n", "y", "human", "easy"), "c5")
    check("you played a9" in played("1\n", "y", "human", "easy"), "1")
    check("you played 6: red 1" in played("6 red 1\n", "parchis", "human", "easy"), "6 red 1")


@test
def a_number_that_is_also_a_move_is_asked_about():
    args = ["--load", "clash.txt"]
    record = ("tahur record 1\ngame: cantstop:players=1\nrules: 1\nseat 0: human\nend: stopped\n"
              "result: 0\nmoves:\nd 1 1 3 4\n")
    with File("clash.txt", record):
        check("1) 2 " in played("", *args), "the list is another")
        said = answer("2", *args)
        check(said == "'2' is the number of 2+7 and also a move: write 2) or 1)\n", said)
        check("took 2\n" in played("1)\n", *args), "1)")
        check("took 2+7\n" in played("2)\n", *args), "2)")
        check("took 7\n" in played("7\n", *args), "7")


@test
def beginnings_of_words_will_do_if_they_fit_one():
    check("turn-optimal would play" in answer("hi", "cantstop", "human", "hard"), "hi")
    check("roll, rules, resign" in answer("r", "cantstop", "human", "hard", before="1\n"), "r")
    check("hint, help" in answer("h", "y", "human", "easy"), "h")


@test
def a_single_move_is_made_and_said():
    out = played("1\n" * 200, "kittens", "human", "v1", "--seed=2")
    check("(the only move)" not in out or "drew" in out, out)
    record = ("tahur record 1\ngame: y:size=2\nrules: 1\nseat 0: human\nseat 1: human\nend: stopped\n"
              "result: 0 0\nmoves:\na2; a1\n")
    with File("single.txt", record):
        out = played("", "--load=single.txt")
    check("has won" in out and "(the only move)" in out, out)


# ---- commands ----

@test
def help_lists_every_command():
    said = answer("help", "y", "human", "easy")
    for word in "board moves hint odds rules undo resign save load help quit FILE number".split():
        check(word in said, word, "is missing in", said)


@test
def board_moves_and_an_empty_line_show_them_again():
    args = ["y:size=3", "human", "easy"]
    board, moves, both = [answer(line, *args) for line in ["board", "moves", ""]]
    check(". . ." in board and "1) a3" not in board, board)
    check("1) a3" in moves and ". . ." not in moves, moves)
    check(". . ." in both and "1) a3" in both, both)


@test
def moves_are_listed_from_a_number_on():
    args = ["y:size=3", "human", "easy"]
    check("5) b1" in answer("moves 4", *args) and "1) a3" in answer("moves 1", *args), "moves 4")
    for wrong in ["moves 0", "moves 7", "moves b"]:
        said = answer(wrong, *args)
        check("1 to 6" in said and said.count("\n") == 1, said)


@test
def rules_are_shown_in_a_game():
    said = answer("rules", "parchis:rules=course", "human", "easy")
    check("Your turn\n" in said and "The two players take turns" in said, said)
    check_equal(answer("rules horn", "parchis", "human", "easy").count("\n"), 3, "lines about the horn")
    check("do not mention 'castling'" in answer("rules castling", "y", "human", "easy"), "castling")


@test_each("gives a hint in", [("cantstop",), ("y:size=5",), ("kittens",), ("parchis",)])
def gives_a_hint(game):
    said = answer("hint", game, "human", "easy")
    number = re.fullmatch(r"(?:hard|turn-optimal) would play (\d+)\) ([^,]*)(, to win with [\d.]+ %)?\n", said)
    check((number[3] is not None) == (game != "kittens"), "chances where there are any:", said)
    check(number, said)
    check(f"{number[1]}) {number[2]}" in answer("moves", game, "human", "easy", "--seed=1")
          or game == "cantstop", "the hint is not in the list:", said)
    said = answer("hint", game, "human", "easy", "--hint=random")
    check(said.startswith("random would play"), said)


@test
def odds_tell_what_chance_can_do():
    said = answer("odds", "cantstop", "human", "easy", "--seed=11", before="6+7\n")
    check("busts: 0 of 1296, 0.0 %" in said and re.search(r" 7 +64\.4 %  has a runner", said), said)
    check(re.search(r"bomb +13\.3 %", answer("odds", "kittens", "human", "easy")), "kittens")
    for game in ["y", "parchis"]:
        check("nothing is left to chance" in answer("odds", game, "human", "easy"), game)


@test
def odds_are_those_of_the_command_odds():
    moves = "tahur record 1\ngame: cantstop:players=1\nrules: 1\nseat 0: human\nend: stopped\n" \
            "result: 0\nmoves:\nd 3 3 4 4; 7+7; roll; d 2 4 4 4; 6+8\n"
    with File("odds.txt", moves):
        said = answer("odds", "--load=odds.txt")
    exact = tahur.json("odds", "--active", "6,7,8")
    check(f"busts: {exact['bust']} of 1296" in said, said)


@test
def undo_goes_back_to_the_last_decision_with_the_same_luck():
    args = ["cantstop", "human", "random", "--seed=8"]
    once = played("1\n2\n1\n1\n1\n", *args)
    check_equal(played("1\n2\nundo\n2\n1\nundo\nundo\n2\n1\n1\n1\n", *args).split("took")[-1],
                once.split("took")[-1], "the end")
    rolls = re.findall(r"you rolled ([\d ]+)", played("2)\nroll\nundo\nroll\nundo\nroll\n", *args))
    again = re.findall(r"went on, rolled ([\d ]+)", played("2)\nroll\nundo\nroll\nundo\nroll\n", *args))
    check(len(rolls) >= 1 and len(again) == 3 and len(set(again)) == 1, rolls, again)
    check("nothing to take back" in answer("undo", *args), "undo at the beginning")


@test
def resign_asks_once_and_ends_the_game():
    args = ["parchis", "human", "easy"]
    with File("resign.txt") as record:
        out = played("resign\nresign\n", *args, "--record=resign.txt")
        check(out.endswith("you resigned: easy has won\n"), out)
        check_equal(record.field("end"), "resigned seat 0", "end")
        check_equal(record.field("result"), "0 1", "result")
        check("you resigned" in played("resign yes\n", *args), "resign yes")
        out = played("resign\nhelp\nresign\nquit\n", *args)
        check("you resigned" not in out and out.count("once more") == 2, out)
        out = played("resign\n", *args)
        check("you resigned" not in out and "the game is stopped" in out, out)
        out = played("resign yes\n", "cantstop", "human", "easy", "hard", "--record=resign.txt")
        check("the others share the win" in out, out)
        check_equal(record.field("result"), "0 1/2 1/2", "result")


@test_each("save and load go on with", [("cantstop",), ("y:size=6",), ("kittens",), ("parchis",)])
def save_and_load(game):
    name = f"saved-{game.split(':')[0]}.txt"
    args = [game, "human", "greedy" if game == "parchis" else "random", "--seed=4"]
    with File(name) as file:
        whole = played("1\n1\n1\nboard\n1\n1\nboard\n", *args).split("> board\n")[-1]
        out = played(f"1\n1\n1\nsave {name}\n1\n1\nload {name}\n1\n1\nboard\n", *args)
        check_equal(out.split("> board\n")[-1], whole, "loaded")
        check(("holds all that is hidden" in out) == (game == "kittens"), out)
        check_equal(file.field("end"), "stopped", "end")
        check_equal(played("1\n1\nboard\n", "--load", name).split("> board\n")[-1], whole, "--load")
        other = played("1\n1\nboard\n", *args[:3], "--load", name)
        check_equal(other.split("> board\n")[-1], whole, "--load with players")


BAD_FILES = [
    ("nothing.txt", None, ["nothing.txt", "No such file"]),
    ("empty.txt", "", ["holds no game"]),
    ("letter.txt", "Dear Anna,\n", ["letter.txt", "line 1"]),
    ("other.txt", "tahur record 1\ngame: parchis\nrules: 1\nseat 0: human\nseat 1: easy\nend: stopped\n"
     "result: 0 0\nmoves:\n", ["parchis", "y:size=3"]),
    ("over.txt", "tahur record 1\ngame: y:size=3\nrules: 1\nseat 0: human\nseat 1: easy\n"
     "end: resigned seat 0\nresult: 0 1\nmoves:\na1\n", ["over"]),
    ("move.txt", "tahur record 1\ngame: y:size=3\nrules: 1\nseat 0: human\nseat 1: easy\nend: stopped\n"
     "result: 0 0\nmoves:\na1; a1\n", ["move.txt", "step 2"]),
    ("two.txt", "tahur record 1\ngame: y:size=3\nrules: 1\nseat 0: human\nseat 1: easy\nend: stopped\n"
     "result: 0 0\nmoves:\na1\n" * 2, ["more than one"]),
]


@test_each("load says what is wrong with", BAD_FILES)
def load_says_what_is_wrong(name, text, words):
    with File(name, text):
        out = played(f"b2\nload {name}\nboard\n", "y:size=3", "human", "easy", "--seed=1")
        said = out.split(f"> load {name}\n")[1].split("> ")[0].replace("\n  ", " ")
        check(all(word in said for word in words), f"no {words} in", said)
        check("B" in out.split("> board\n")[1], "the game under way is gone:", out)
        if name != "other.txt":
            result = play("", "--load", name)
            check_equal((result.status, result.out), (2, ""), "--load")
            check(re.fullmatch(r"tahur play: .*\n", result.err), result.err)


@test
def save_writes_over_nothing_but_records():
    with File("work.txt", "my work\n") as work, File("new.txt") as new:
        said = answer("save work.txt", "y", "human", "easy")
        check("is no record" in said, said)
        check_equal(work.text(), "my work\n", "the file")
        for _ in range(2):
            check("saved" in answer("save new.txt", "y", "human", "easy"), "save")
        check(new.text().startswith("tahur record 1\n"), new.text())
        check("No such file" in answer("save nowhere/x.txt", "y", "human", "easy"), "nowhere")


@test
def save_and_load_want_a_name_and_the_others_none():
    for line in ["save", "load", "save   "]:
        check("FILE" in answer(line, "y", "human", "easy"), line)
    for line in ["hint 3", "quit now", "undo all"]:
        said = answer(line, "y", "human", "easy")
        check("stands alone" in said and line.split()[1] in said, said)


# ---- the end ----

SCRIPTS = [("cantstop", "1 2 hint 1 undo odds 1 1 resign board 1"), ("kittens", "1 odds 1 hint 2 1 undo 1"),
           ("y:size=4", "a1 hint undo b2 resign a2"), ("parchis", "1 hint 6 undo 9 moves")]


@test_each("input may end anywhere in", SCRIPTS)
def input_may_end_anywhere(game, script):
    lines = script.split()
    name = f"end-{game.split(':')[0]}.txt"
    with File(name) as record:
        for n in range(len(lines) + 1):
            for end in ["\n", ""] if n > 0 else [""]:
                out = played("\n".join(lines[:n]) + end, game, "human", "easy", "--seed=6",
                             f"--record={name}")
                if "has won" in out or "have won" in out:
                    continue
                check(out.endswith("\nthe game is stopped\n"), "ends with", repr(out[-200:]))
                check_equal(record.field("end"), "stopped", "end")


@test
def no_input_at_all_is_the_end_of_it():
    result = tahur.run("play", "y", "human", "easy")
    check_equal((result.status, result.err), (0, ""), "status")
    shell = subprocess.run(["sh", "-c", 'exec "$0" play y human easy <&-', tahur.path],
                           capture_output=True, timeout=TIME_LIMIT)
    check(shell.returncode == 0 and b"stopped" in shell.stdout, shell)


def start(*args):
    return subprocess.Popen([tahur.path, "play", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, cwd=tahur.directory.name)


def interrupt(process):
    """What a Control-C leads to. The input stays open until the program has ended: its end might be seen first."""
    process.send_signal(signal.SIGINT)
    process.wait(STOP_LIMIT)
    return tahur.finish(process)


def read_until(process, pattern):
    """Reads on until what has come fits this."""
    seen, end = b"", time.monotonic() + TIME_LIMIT
    while not re.search(pattern, seen, re.DOTALL):
        ready = select.select([process.stdout], [], [], max(0, end - time.monotonic()))[0]
        part = os.read(process.stdout.fileno(), 4096) if ready else b""
        if not part:
            process.kill()
            raise Failure(f"no {pattern} in {seen}")
        seen += part


@test
def control_c_ends_the_game_and_writes_its_record():
    with File("interrupted.txt") as record:
        process = start("y", "human", "easy", "--record=interrupted.txt")
        read_until(process, b"> $")
        process.stdin.write(b"e5\n")
        process.stdin.flush()
        read_until(process, b"you played e5.*> $")
        result = interrupt(process)
        check_equal((result.status, result.err), (130, ""), "status")
        check("the game is stopped" in result.out, result.out)
        check_equal(record.field("end"), "stopped", "end")
        check("1. seat 0: e5" in record.text(), record.text())


@test
def control_c_does_not_wait_for_a_bot():
    with File("hasty.txt") as record:
        process = start("y", "human", "mcts:time=600000,memory=64", "--record=hasty.txt")
        read_until(process, b"> $")
        process.stdin.write(b"e5\n")
        process.stdin.flush()
        wait_for_work(process, cpu_seconds_of(process.pid) + 0.3)  # only thinking takes that much
        result = interrupt(process)
        check_equal((result.status, result.err), (130, ""), "status")
        check_equal(record.field("end"), "stopped", "end")
        check("1. seat 0: e5" in record.text(), record.text())
        check("2. " not in record.text(), "an answer in haste is not played")


@test
def whoever_has_no_time_left_loses():
    with File("late.txt") as record:
        process = start("y", "human", "easy", "--clock=0.4", "--record=late.txt")
        result = tahur.finish(Waiting(process))
        check_equal((result.status, result.err), (0, ""), "status")
        check(result.out.endswith("you ran out of time: easy has won\n"), result.out)
        check_equal(record.field("end"), "time seat 0", "end")
        check_equal(record.field("result"), "0 1", "result")
        out = played("", "y", "mcts:iterations=5000", "random", "--clock=0.001", "--record=late.txt")
        check("ran out of time: random has won" in out, out)
        out = played("e5\n", "y", "human", "easy", "--clock", "1h+5m")
        check(re.search(r"\[(1:00:00|59:\d\d)\] > e5", out) and
              re.search(r"\[1:0[345]:\d\d\] > \n", out), out)


class Waiting:
    """A process whose input stays open while its output is read."""

    def __init__(self, process):
        self.process, self.kill = process, process.kill

    def communicate(self, timeout=None):
        self.process.wait(timeout)
        self.returncode = self.process.returncode
        self.process.stdin.close()
        return self.process.stdout.read(), self.process.stderr.read()


# ---- what is no input ----

STRANGE = [("letters", b"xyzzy"), ("a cell that is taken", b"a1\na1"), ("an empty word", b"''"),
           ("no UTF-8", b"\xff\xfe\x80"), ("zeros", b"\0\0\0"), ("a command with a zero", b"hint\0hint"),
           ("escape codes", b"\033[31m\033[2J"), ("a long line", b"9" * 5000), ("a mega byte", b"x" * 2 ** 20),
           ("a mega byte of zeros", b"\0" * 2 ** 20), ("numbers", b"0\n-1\n46\n99999999999999999999\n1.5"),
           ("a tab", b"\t"), ("carriage returns", b"hint\r"), ("a long name", b"save " + b"n" * 4000),
           ("a percent sign", b"%s%n%s"), ("codes in a name", b"save nowhere/\033[2J\nload \033[2J"), ("a line of 4095", b"y" * 4095), ("of 4096", b"y" * 4096)]


@test_each("survives", STRANGE)
def survives(_, given):
    for game in ["y", "kittens", "cantstop", "parchis"]:
        out = played(given + b"\nhelp\nquit\n", game, "human", "easy", "--seed=1")
        check("lists the commands" in out and "goes on with a game" in out, "no help in", out[-500:])
        check(out.endswith("the game is stopped\n"), out[-500:])
        check("\033" not in out and "\0" not in out, "what was typed is shown as it is")


@test
def a_long_line_is_one_line():
    for size in [4095, 4096, 5000, 2 ** 20]:
        out = played(b"x" * size + b"\nquit\n", "y", "human", "easy")
        check_equal(out.count("too long"), 1, f"sentences about {size} bytes")
        check_equal(out.count("> "), 2, "prompts")
    check("too long" not in played(b"x" * 4094 + b"\n", "y", "human", "easy"), "4094")


@test
def what_means_nothing_gets_one_sentence_with_the_nearest():
    for line, words in [("hnit", ["did you mean 'hint'"]), ("udno", ["did you mean 'undo'"]),
                        ("0", ["1 to 45"]), ("46", ["1 to 45"]), ("z9", ["z9"]), ("a0", ["a0"])]:
        said = answer(line, "y", "human", "easy").replace("\n  ", " ")
        check(said.count("\n") == 1 and all(word in said for word in words), line, said)
    said = answer("skip", "kittens", "human", "easy", before="skip\n", )
    check("possible" in said or "did you mean" in said, said)


MISTAKES = [
    ([], ["parchis human hard"]),
    (["chess", "human", "hard"], ["chess", "cantstop"]),
    (["parchis"], ["2 seats", "2 players"]),
    (["parchis", "human"], ["2 seats", "2 players", "human or a bot"]),
    (["cantstop:players=3", "human", "hard"], ["3 seats"]),
    (["cantstop", "human", "a", "b", "c", "d"], ["at most 5"]),
    (["y", "huma", "hard"], ["did you mean 'human'"]),
    (["y", "human", "hrad"], ["did you mean 'hard'"]),
    (["y", "human", "hard", "--clock", "5 minutes"], ["5m+3s"]),
    (["y", "human", "hard", "--clock", "0"], ["5m+3s"]),
    (["y", "human", "hard", "--hint", "oracle"], ["oracle", "hard"]),
    (["y", "human", "hard", "--seed", "-1"], ["--seed"]),
    (["y", "human", "hard", "--record", "nowhere/x"], ["nowhere/x"]),
    (["y", "human", "hard", "--load", "nowhere.txt"], ["nowhere.txt"]),
]


@test_each("play refuses", MISTAKES)
def refuses(args, words):
    result = play("", *args)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur play: .*\n", result.err), "not one line:", repr(result.err))
    check(all(word in result.err for word in words), f"the message has no {words}:", result.err)


# ---- narrow windows, no colour ----

@test_each("output keeps to the width of the window in",
           [("cantstop",), ("y",), ("kittens",), ("parchis",), ("cantstop:players=2",)])
def keeps_to_the_width(game):
    bots = ["easy"] * (3 if game == "cantstop" else 1)
    for columns in [40, 50, 80, 100]:
        out = played("1\nhelp\nodds\nhint\nmoves\nxyzzy\n1\nundo\nresign\n1\n1\n", game, "human", *bots,
                     "--seed=2", COLUMNS=str(columns))
        widest = max(out.split("\n"), key=len)
        check(len(widest) <= columns, f"wider than {columns}: {widest}")


# ---- nobody sees what the seat may not know ----

HIDDEN = """tahur record 1
game: kittens
rules: 1
seed: 5
seat 0: human
seat 1: %s
end: stopped
result: 0 0
moves:
draw; shuffle
draw; %s
draw; safe
draw; %s
skip
draw; bomb; %s
"""


@test_each("a person cannot tell worlds apart that differ in hidden things",
           [("v1",), ("hard",), ("human",)])
def worlds_look_the_same(bot):
    outputs = set()
    enter = "\n" if bot == "human" else ""
    commands = "board\nodds\nhint\nmoves\nhelp\n\nxyzzy\nbomb\ntop\n99\n"
    if bot != "human":  # it would go back to the other person
        commands += "undo\nodds\nhint\nundo\n"
    for number, hidden in enumerate([("safe", "safe", "top"), ("skip", "attack", "bottom"),
                                     ("defuse", "see-future", "middle")]):
        with File(f"world-{bot}-{number}.txt", HIDDEN % (bot, *hidden)) as file, \
                File(f"world-{bot}.txt") as same:
            os.rename(file.path, same.path)
            outputs.add(played(enter + commands, "--load", same.name, "--hint=mcts:iterations=300"))
    check_equal(len(outputs), 1, "different outputs")
    out = outputs.pop()
    check("hidden" in out and "perhaps as card" in out, out)
