"""GTP for the Game of Y: transcripts, whole games, and input that is no GTP."""
import os
import random
import subprocess
import tempfile
import threading

from harness import TIME_LIMIT, Result, as_text, check, check_equal, tahur, test, test_each
from training import SMALL, Folder, train

COMMANDS = ("protocol_version name version known_command list_commands boardsize clear_board play "
            "genmove undo showboard time_settings time_left final_score winner quit").split()


def talk(given, *args):
    """What the program makes of these bytes on its standard input."""
    done = subprocess.run([tahur.path, "gtp", *args], input=given, capture_output=True,
                          timeout=TIME_LIMIT, cwd=tahur.directory.name)
    return Result(done.returncode, as_text(done.stdout), as_text(done.stderr))


def answers(given, game="y:size=3", bot="random", *flags):
    """The answers to a text or bytes, without the empty line behind each."""
    result = talk(given if isinstance(given, bytes) else given.encode(), game, bot, *flags)
    check_equal((result.status, result.err), (0, ""), "exit status and standard error")
    parts = result.out.split("\n\n")
    check_equal(parts.pop(), "", "what is behind the last answer")
    for part in parts:
        check(part[0] in "=?" and " " in part.split("\n")[0], "no answer:", repr(part))
    return parts


def read_transcript(text):
    """Pairs of an input line, marked by '>', and its answer, the lines behind it."""
    pairs = []
    for line in text.strip("\n").split("\n"):
        if line.startswith(">"):
            pairs.append((line[2:], []))
        else:
            pairs[-1][1].append(line.rstrip())
    return [(line, "\n".join(answer)) for line, answer in pairs]


def check_transcript(text, game="y:size=3", bot="random"):
    """A line of the transcript without an answer gets none; nobody looks at spaces at the end."""
    pairs = read_transcript(text)
    wanted = [(line, answer) for line, answer in pairs if answer]
    got = answers("".join(f"{line}\n" for line, _ in pairs), game, bot)
    shown = ["\n".join(line.rstrip() for line in answer.split("\n")) for answer in got]
    for answer, (line, right) in zip(shown, wanted):
        check_equal(answer, right, f"answer to '{line}'")
    check_equal(len(shown), len(wanted), "answers")


# ---- transcripts ----

# What it shows, the game, and what is said.
TRANSCRIPTS = [
    ("who is there", "y", """
> protocol_version
= 2
> name
= tahur random
> known_command genmove
= true
> known_command genmoves
= false
> known_command GENMOVE
= false
> quit
=
> name
"""),
    ("a game by hand", "y:size=3", """
> showboard
=
  3   .
  2  . .
  1 . . .
    a b c
player 0 (B) to move
> play b b2
=
> play W a1
=
> showboard
=
  3   .
  2  . B
  1 R . .
    a b c
player 0 (B) to move
> winner
= none
> final_score
? cannot score
> play BLACK A2
=
> play white C1
=
> play B b1
=
> winner
= black
> final_score
= B+
> showboard
=
  3   .
  2  B B
  1 R B R
    a b c
player 0 (B) has won
"""),
    ("the second player is white or red and can win", "y:size=2", """
> play black a2
=
> play r a1
=
> undo
=
> play RED b1
=
> undo
=
> undo
=
> play b a2
=
> play b a1
? illegal move: it is white's turn
> play w resign
=
> winner
= black
> undo
=
> winner
= none
> play w a1
=
> play b resign
=
> winner
= white
> final_score
= W+
"""),
    ("moves that are refused change nothing", "y:size=3", """
> play w a1
? illegal move: it is black's turn
> genmove w
? illegal move: it is black's turn
> play w resign
? illegal move: it is black's turn
> play b c2
? illegal move: 'c2' is no cell of this board: write an index from 0 to 5 or a1 to c1, swap or resign
> play b pass
? illegal move: 'pass' is no cell of this board: write an index from 0 to 5 or a1 to c1, swap or resign
> play b swap
? illegal move: swap is only for the second player's first move, with pie=1
> undo
? cannot undo
> play b a1
=
> play w a1
? illegal move: the cell a1 is taken
> play w swap
? illegal move: swap is only for the second player's first move, with pie=1
> genmove b
? illegal move: it is white's turn
> showboard
=
  3   .
  2  . .
  1 B . .
    a b c
player 1 (R) to move
"""),
    ("swap", "y:size=3,pie=1", """
> play b b2
=
> play w SWAP
=
> showboard
=
  3   .
  2  . R
  1 . . .
    a b c
player 0 (B) to move
> play w a1
? illegal move: it is black's turn
> undo
=
> showboard
=
  3   .
  2  . B
  1 . . .
    a b c
player 1 (R) to move, may swap
> play w swap
=
> play b a1
=
> play w swap
? illegal move: swap is only for the second player's first move, with pie=1
> boardsize 2
=
> play b a1
=
> play w swap
=
"""),
    # Drivers of Hex ask for moves until one is a resignation.
    ("after the end only the loser speaks, and resigns", "y:size=2", """
> play b a1
=
> play w b1
=
> play b a2
=
> play w b1
? illegal move: the game is over
> play b b1
? illegal move: the game is over
> play b resign
? illegal move: the game is over
> genmove b
? illegal move: the game is over
> genmove w
= resign
> play w resign
=
> winner
= black
> undo
=
> winner
= none
> play b a2
=
> clear_board
=
> winner
= none
> play b a2
=
"""),
    ("a seat with one move left", "y:size=2", """
> play b a1
=
> play w b1
=
> genmove b
= a2
> final_score
= B+
"""),
    ("sizes", "y:size=3", """
> play b a3
=
> boardsize 1
? unacceptable size
> boardsize 20
? unacceptable size
> boardsize -3
? unacceptable size
> boardsize 99999999999999999999999
? unacceptable size
> boardsize 4 5
? unacceptable size
> play w a3
? illegal move: the cell a3 is taken
> boardsize 2
=
> showboard
=
  2  .
  1 . .
    a b
player 0 (B) to move
> boardsize 19 19
=
> play b s1
=
> play w i9
=
> clear_board
=
> play b a19
=
"""),
    ("ids", "y:size=3", """
> 1 protocol_version
=1 2
> 0012 winner
=0012 none
> 2147483647 play b a1
=2147483647
> 7 play b a2
?7 illegal move: it is white's turn
> 8 nonsense
?8 unknown command
> 9 # nothing but an id
?9 syntax error
> 10 11 name
?10 unknown command
> 12name
? unknown command
> -1 name
? unknown command
"""),
    ("comments, spaces and case", "y:size=3", """
>
> # a comment
>    # another
>      \t
> \t 5 \t play   b\ta1 \t # and a move
=5
> winner#none
= none
> Winner
? unknown command
> LIST_COMMANDS
? unknown command
"""),
    ("times are understood", "y:size=3", """
> time_settings 300 60 25
=
> time_settings 0 0 0
=
> time_left b 120 0
=
> time_left White 2147483647 25
=
"""),
]


@test_each("gtp", TRANSCRIPTS)
def transcript_holds(_, game, text):
    check_transcript(text, game)


SYNTAX_ERRORS = """
protocol_version 2
name x
version x
known_command
known_command a b
list_commands x
boardsize
boardsize x
boardsize 3.5
boardsize 3x
boardsize -
boardsize 3 x
boardsize 3 3 3
clear_board now
play
play b
play b a1 a2
play green a1
play blac a1
play a1 b
genmove
genmove green
genmove b b
undo 1
showboard x
time_settings
time_settings 1 2
time_settings 1 2 3 4
time_settings 1 2 x
time_settings 1 -2 3
time_settings 1.5 2 3
time_settings 2147483648 0 0
time_left
time_left b 1
time_left 1 2 3
time_left b x 0
time_left b 0 x
time_left b 0 0 0
final_score x
winner b
quit now
""".split("\n")[1:-1]


@test
def gtp_refuses_wrong_arguments_of_every_command():
    check_equal({line.split()[0] for line in SYNTAX_ERRORS}, set(COMMANDS), "commands tried")
    got = answers("\n".join(SYNTAX_ERRORS) + "\nshowboard\n")
    for line, answer in zip(SYNTAX_ERRORS, got):
        check_equal(answer, "? syntax error", line)
    check_equal(len(got), len(SYNTAX_ERRORS) + 1, "answers")
    check_equal(got[-1], answers("showboard")[0], "the board")


@test
def gtp_lists_the_commands_it_knows():
    lines = answers("list_commands")[0].removeprefix("= ").split("\n")
    check_equal(lines, COMMANDS, "commands")
    known = answers("".join(f"known_command {name}\n" for name in lines))
    check_equal(set(known), {"= true"}, "known")
    text = tahur.text("gtp", "--help")
    for name in lines:
        check(name in text, name, "is not on the help page")


@test
def gtp_tells_name_and_version():
    bot = "flat-mc:iterations=50"
    version = tahur.text("--version").split()[1]
    check_equal(answers("name\nversion", "y", bot), [f"= tahur {bot}", f"= {version}"], "answers")


# ---- whole games ----

def generated(given, *args):
    return [answer.removeprefix("= ") for answer in answers(given, *args)]


def game_to_the_end(*args, turns):
    """The moves of the bot against itself, and who won by the last answer."""
    asked = "".join(f"genmove {'bw'[i % 2]}\n" for i in range(turns))
    moves = generated("clear_board\n" + asked + "winner\nfinal_score\n", *args)[1:]
    winner, score = moves[-2:]
    over = [i for i, move in enumerate(moves) if move == "resign"][0]
    # Behind the end the loser resigns whenever it is asked, and the winner is refused.
    check_equal(set(moves[over:-2:2]), {"resign"}, "the loser's answers")
    check_equal(set(moves[over + 1:-2:2]), {"? illegal move: the game is over"}, "the winner's")
    return moves[:over], winner, score


@test_each("gtp plays whole games, every move told to another one", [
    ("y:size=2", "random"), ("y:size=5", "random"), ("y:size=5", "flat-mc:iterations=100"),
    ("y:size=9,pie=1", "flat-mc:iterations=200"), ("y:size=19", "random"),
])
def whole_games(game, bot):
    size = int(game.split("size=")[1].split(",")[0])
    moves, winner, score = game_to_the_end(game, bot, turns=size * (size + 1) // 2 + 3)
    check_equal(len(set(moves)), len(moves), "different moves")
    check_equal(winner, "white" if len(moves) % 2 == 0 else "black", "the last to move won")
    check_equal(score, {"black": "B+", "white": "W+"}[winner], "score")
    told = "".join(f"play {'bw'[i % 2]} {move}\nwinner\n" for i, move in enumerate(moves))
    referee = generated(told, game, "random")
    check_equal(set(referee[0::2]), {""}, "answers to the moves")
    check_equal(referee[1::2], ["none"] * (len(moves) - 1) + [winner], "winners")


@test
def gtp_moves_depend_on_the_seed_and_the_number_of_the_game():
    asked = "genmove b\ngenmove w\ngenmove b\nclear_board\n" * 2
    first = generated(asked, "y:size=19")
    check_equal(generated(asked, "y:size=19"), first, "the same again")
    check_equal(generated(asked, "y:size=19", "random", "--seed", "1"), first, "seed 1")
    other = generated(asked, "y:size=19", "random", "--seed", "2")
    check(other != first, "another seed is the same")
    check(first[:3] != first[4:7], "the next game is the same")


@test
def gtp_undo_takes_every_move_back():
    dice = random.Random(5)
    lines, n = [], 4
    cells = [f"{'abcd'[c]}{n - r}" for r in range(n) for c in range(r + 1)]
    dice.shuffle(cells)
    for i, cell in enumerate(cells[:6]):
        lines += ["showboard", f"play {'bw'[i % 2]} {cell}"]
    got = answers("\n".join(lines + ["undo", "showboard"] * 6 + ["undo"]), f"y:size={n}")
    check("? " not in "".join(got[:12]), "a move was refused:", got)
    shown = got[0:12:2]
    check_equal(got[13:24:2], shown[::-1], "the boards on the way back")
    check_equal(got[24], "? cannot undo", "at the start")


@test
def gtp_undo_takes_back_what_the_bot_played():
    got = answers("genmove b\nundo\nshowboard\ngenmove b\ngenmove w\nundo\nundo\nshowboard\n"
                  "genmove b\n", "y:size=4", "flat-mc:iterations=100")
    check_equal(got[7], got[2], "the empty board")
    check(all(got[i][0] == "=" for i in range(9)), "something was refused:", got)


# ---- how it is said ----

@test
def gtp_keeps_the_space_of_an_empty_answer():
    check_equal(talk(b"clear_board\n7 clear_board\n", "y", "random").out, "= \n\n=7 \n\n", "output")


@test
def gtp_answers_before_the_next_command_comes():
    process = subprocess.Popen([tahur.path, "gtp", "y", "random"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, cwd=tahur.directory.name)
    limit = threading.Timer(TIME_LIMIT, process.kill)  # or waiting for an answer might not end
    limit.start()
    try:
        for number in range(3):
            process.stdin.write(b"%d winner\n" % number)
            process.stdin.flush()
            check_equal(process.stdout.readline(), b"=%d none\n" % number, "answer")
            check_equal(process.stdout.readline(), b"\n", "the line behind it")
        process.stdin.write(b"quit\n")
        process.stdin.flush()
        check_equal(process.stdout.read(), b"= \n\n", "the last answer")
        check_equal(process.wait(TIME_LIMIT), 0, "exit status")
    finally:
        limit.cancel()
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


@test
def gtp_ends_with_the_input():
    check_equal(answers(""), [], "no input")
    check_equal(answers("\n\n"), [], "empty lines")
    check_equal(answers("winner"), ["= none"], "no end of the line")
    check_equal(answers("winner\n# the end"), ["= none"], "a comment without end")
    check_equal(answers("quit"), ["= "], "quit without end of the line")
    check_equal(answers("quit\nwinner\n"), ["= "], "commands behind quit")


# ---- what is no GTP ----

GARBAGE = [
    ("control characters are dropped", b"wi\x00n\x01\x7fn\x1ber\r\n", ["= none"]),
    ("carriage returns", b"winner\r\n\r\n2 winner\r\n", ["= none", "=2 none"]),
    ("bytes above", b"\xff\xfe winner\n\xc3\xa4\nwinner\n",
     ["? unknown command", "? unknown command", "= none"]),
    ("a strange move", b"play b \xff\n",
     ["? illegal move: '?' is no cell of this board: write an index from 0 to 5 or a1 to c1, swap "
      "or resign"]),
    ("a format", b"play b %s%n\n%s%n\n",
     ["? illegal move: '%s%n' is no cell of this board: write an index from 0 to 5 or a1 to c1, "
      "swap or resign", "? unknown command"]),
    ("a long word", b"x" * 1000000 + b"\nwinner\n", ["? syntax error", "= none"]),
    ("many words", b"3 play" + b" b" * 100000 + b"\nwinner\n", ["?3 syntax error", "= none"]),
    ("a long id", b"1" * 100000 + b"\nwinner\n", ["? syntax error", "= none"]),
    ("an id that is no int", b"12345678901 winner\n", ["? unknown command"]),
    ("a long comment", b"winner #" + b" x" * 500000 + b"\nwinner\n", ["= none", "= none"]),
    ("many spaces", b" " * 500000 + b"5" + b"\t" * 500000 + b"winner" + b" " * 500000,
     ["=5 none"]),
    ("many zero bytes", b"\0" * 500000 + b"winner\n", ["= none"]),
    ("an endless line", b"winner " * 100000, ["? syntax error"]),
]


@test_each("gtp survives", GARBAGE)
def survives(_, given, wanted):
    check_equal(answers(given), wanted, "answers")


@test
def gtp_survives_random_bytes():
    dice = random.Random(2)
    words = [name.encode() for name in COMMANDS if name != "quit"]
    words += b"b w r a1 b1 a2 swap resign 2 3 19 20 -1 7 # \t \0 \xff".split(b" ")
    for _ in range(20):
        noise = dice.randbytes(2000)
        lines = b"\n".join(b" ".join(dice.choices(words, k=dice.randint(1, 4)))
                           for _ in range(500))
        answers(noise + b"\n" + lines + noise, dice.choice(["y:size=2", "y:size=5,pie=1"]))


# ---- the command line ----

# Arguments, and words that the message must have. The exit status of all is 2.
WRONG_CALLS = [
    ("cantstop random", ["game y", "y:size=9", "cantstop"]),
    ("chess random", ["'chess'", "y"]),
    ("y", ["GAME BOT"]),
    ("y random random", ["'random'", "too many"]),
    ("y randam", ["'randam'", "did you mean 'random'"]),
    ("y:size=20 random", ["size", "'20'", "from 2 to 19"]),
    ("y flat-mc:iterations=0", ["iterations", "'0'"]),
    ("y random --seed x", ["--seed", "'x'"]),
    ("y random --seeds 1", ["'--seeds'", "did you mean '--seed'"]),
]


@test_each("gtp refuses to start with", WRONG_CALLS)
def refuses_to_start(arguments, words):
    result = talk(b"name\n", *arguments.split())
    check_equal((result.status, result.out), (2, ""), "exit status and output")
    check(result.err.startswith("tahur gtp: ") and result.err.count("\n") == 1, result.err)
    for word in words:
        check(word in result.err, f"'{word}' is missing in", result.err)


# A bot that tells its first move by the size of the board it was told of.
SIZED = '''
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        game = message["game"]
        print(json.dumps({"name": "sized", "version": "1"}), flush=True)
    elif message["type"] == "choose":
        move = "b1" if game == "y:size=5" else "a1"
        print(json.dumps({"id": message["id"], "move": move}), flush=True)
    elif message["type"] == "quit":
        break
'''


@test
def a_program_is_told_the_board_it_plays_on():
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "sized.py")
        with open(file, "w") as out:
            out.write(SIZED)
        bot = f"exec:command=python3 {file}"
        check_equal(answers("boardsize 5\ngenmove b\n", "y:size=3", bot)[1], "= b1", "of size 5")
        check_equal(answers("genmove b\n", "y:size=3", bot)[0], "= a1", "of size 3")


@test
def a_network_of_another_board_is_refused_with_its_reason():
    with Folder() as folder:
        model, games = folder("y3.model"), folder("y3.games")
        train(*SMALL, "--opponent=random", f"--out={model}", game="y:size=3", games=20)
        refused = talk(b"genmove b\n", "y:size=4", f"dqn:model={model}")
        check_equal((refused.status, refused.out), (2, ""), "status and output")
        check("a model for “y:size=3” does not fit this game" in refused.err, refused.err)
        said = answers("genmove b\nboardsize 4\nshowboard\nboardsize 3\ngenmove b\n", "y:size=3",
                       f"dqn:model={model}", "--record", games)
        check(said[1].startswith("? unacceptable size: a model for “y:size=3” does not fit this game"), said[1])
        check("to move" in said[2] and "4" not in said[2].split("player")[0], "it is another board:", said[2])
        check(said[0].startswith("= ") and said[4] == said[0], said)
        check_equal(len(tahur.json("replay", games)["records"]), 2, "games that are recorded")
