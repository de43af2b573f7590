"""Help pages, lists of games and bots, the signature, and what is refused."""
import re
import shlex
import subprocess

from harness import TIME_LIMIT, check, check_equal, tahur, test, test_each
from mistakes import BAD_POSITIONS, BOTS, FAR_NAMES, MISTAKES, MONSTERS

# ---- help and lists ----

# Of all commands that play many games.
CONTEST = {"luck": "auto, the default", "seed": "default 1", "threads": "all cores if not given", "max-turns": "default 4000",
           "random-plies": "default 0", "openings": "", "on-fault": "default loss", "sandbox": "",
           "bot-cpu": "", "bot-clock": "", "bot-memory": "", "disqualify": "", "untrusted": "",
           "trusted": "", "iterations": "", "json": "", "help": ""}

# Command, and its options with the words that tell the default.
JUDGING = {"by": "default auto", "until": "", "control": "default auto", "seed": "default 1",
           "threads": "all cores if not given", "json": "", "help": ""}
HELP = [
    ("games", {"observation": "", "actions": "", "json": "", "help": ""}),
    ("rules", {"help": ""}),
    ("bots", {"json": "", "help": ""}),
    ("odds", {"active": "", "done": "", "columns": "default 3", "closed": "", "top": "", "json": "", "help": ""}),
    ("play", {"seed": "if not given", "clock": "5m+3s", "hint": "by default turn-optimal", "load": "", "record": "",
              "help": ""}),
    ("serve", {"port": "default 8080", "listen": "127.0.0.1", "data": "by default", "threads": "if not given",
               "token": "", "host": "", "keep": "if not given", "help": ""}),
    ("arena", {"games": "default 10000", "time": "", "save": "", "shard": "", "record": "", **CONTEST}),
    ("league", {"format": "by default free-for-all", "games": "default 1000", "time": "",
                "save": "", "shard": "", "record": "", **CONTEST}),
    ("compare", {"elo0": "default 0", "elo1": "default 10", "alpha": "default 0.05",
                 "beta": "default 0.05", "against": "", "games": "default 1000000", "time": "",
                 "save": "", "record": "", **CONTEST}),
    ("grade", {"against": "", "require": "default 0.5", "confidence": "default 0.95",
               "games": "default 100000", "time": "", "record": "", **CONTEST}),
    ("class", {"levels": "if not given", "marks": "", "out": "if not given", "games": "default 40",
               "league-games": "default 2", "opponents": "all if not given", "require": "default 0.5",
               "confidence": "default 0.95", "build-cpu": "default 60", "questions": "default 300",
               "seed": "if not given", "threads": "all cores if not given", "max-turns": "default 4000",
               "random-plies": "default 0", "bot-cpu": "default 1000", "bot-clock": "no limit if not given",
               "bot-memory": "default 1024", "disqualify": "never if not given", "similar": "default 0.4",
               "template": "", "common": "default 10", "trusted": "",
               "review-games": "default 3", "judge": "the game's own choice", "language": "default en",
               "json": "", "help": ""}),
    ("runs", {"json": "", "help": ""}),
    ("replay", {"game": "", "at": "", "steps": "", "json": "", "help": ""}),
    ("report", {"csv": "", "html": "", "record": "", "verify": "", "luck": "if not given", "json": "", "help": ""}),
    ("merge", {"into": "", "trust": "", "json": "", "help": ""}),
    ("solve", {"sides": "default 6", "shortest": "default 3", "forced": "",
               "threads": "all cores if not given", "csv": "", "bounds": "", "games": "default 400",
               "scenarios": "default 30", "paths": "default 20", "save": "", "estimate": "", "json": "", "help": ""}),
    ("gtp", {"seed": "default 1", "record": "", "help": ""}),
    ("speak", {"help": ""}),
    ("check-bot", {"questions": "default 300", "time": "5 times --bot-cpu", "start-time": "default 10000",
                   "bot-cpu": "", "bot-clock": "", "bot-memory": "", "sandbox": "", "seed": "default 1", "json": "", "help": ""}),
    ("ask", {"seed": "default 1", "json": "", "help": ""}),
    ("analyze", {"judge": "by default the game's own choice", "rollouts": "default 1000", **JUDGING}),
    ("review", {"game": "", "all": "", "html": "", "bot": "", "games": "default 50",
                "judge": "by default the game's own choice", "rollouts": "default 400", **JUDGING}),
    ("perft", {"json": "", "help": ""}),
    ("show", {"json": "", "help": ""}),
    ("train", {"method": "default dqn", "opponent": "by default the game's own choice", "games": "default 5000",
               "seed": "default 1", "seeds": "default 1", "threads": "all cores if not given",
               "out": "", "save": "", "resume": "", "slim": "", "hidden": "default 64,64",
               "batch": "default 64", "rate": "default 0.001", "rate-end": "default 0.0001",
               "rate-games": "if not given", "gamma": "default 1", "epsilon": "default 1",
               "epsilon-end": "default 0.05", "epsilon-games": "default 1000",
               "target-every": "default 500", "replay": "default 50000", "warm-up": "default 1000",
               "update-every": "default 1", "huber-delta": "default 1", "clip": "default 0",
               "iterations": "default 32", "considered": "default 8", "random-plies": "default 6", "reuse": "default 4",
               "accept": "default 0", "accept-every": "default 500", "accept-games": "default 100",
               "quick-share": "default 0", "quick-iterations": "default 8", "chance-nodes": "",
               "symmetries": "default all", "past-share": "default 0", "past-every": "default 500",
               "value-scale": "default 0.2", "lambda": "default 1", "choose": "default visits",
               "evaluate-every": "default 500", "evaluate-games": "default 2000",
               "evaluate-against": "by default the game's own choice", "final-games": "default 20000",
               "csv": "", "html": "", "json": "", "help": ""}),
    ("export", {"onnx": "", "help": ""}),
    ("completion", {"help": ""}),
    ("bench", {"threads": "default 2", "rounds": "default 5", "games": "if not given",
               "depth": "default 6",
               "json": "", "help": ""}),
]


@test
def help_names_every_command():
    text = tahur.text("--help")
    for command, _ in HELP:
        check(re.search(rf"^  {command} ", text, re.M), command, "is missing in", text)


@test_each("help names every option with its default", HELP)
def help_is_complete(command, options):
    text = tahur.text(command, "--help")
    check(f"tahur {command}" in text, "the usage line is missing")
    entries = re.split(r"\n  --", text.split("Options:\n", 1)[1].split("\nExamples:")[0])
    entries[0] = entries[0].removeprefix("  --")
    found = {}
    for entry in entries:  # several methods of train have some options in common
        words = entry.split()
        found[words[0]] = " ".join([*found.get(words[0], "").split(), *words])
    check_equal(sorted(found), sorted(options), "options")
    for option, default in options.items():
        check(default in found[option], f"--{option} does not say '{default}':", found[option])


@test_each("help fits into 80 columns", [[command, "--help"] for command, _ in HELP] + [["--help"]])
def help_is_narrow(*words):
    for line in tahur.text(*words).splitlines():
        check(len(line) <= 80, "longer than 80 characters:", line)


@test
def help_is_the_same_as_h_and_comes_before_mistakes():
    check_equal(tahur.text("-h"), tahur.text("--help"), "tahur -h")
    check_equal(tahur.text("arena", "-h"), tahur.text("arena", "--help"), "tahur arena -h")
    check_equal(tahur.text("arena", "nonsense", "--help"), tahur.text("arena", "--help"), "help")


@test
def no_arguments_show_the_help():
    check_equal(tahur.text(), tahur.text("--help"), "tahur")


@test
def help_arena_is_arena_help():
    check_equal(tahur.text("help", "arena"), tahur.text("arena", "--help"), "tahur help arena")


@test
def version_shows_commit_and_features():
    text = tahur.text("--version")
    check(re.fullmatch(r"tahur \d+\.\d+\.\d+\ncommit (\w{7,40}|unknown), (gcc|clang) .*\nfeatures: (no )?MPI, (no )?page, "
                       r".*\n", text), "no version:", text)


@test_each("an old name of an option is accepted", [("--bot", "--judge", "hard"), ("--games", "--rollouts", "20")])
def an_old_name_of_an_option_is_accepted(old, now, value):
    ask = ["analyze", "cantstop:players=2", "--by", "rollouts", "--rollouts", "10", "--json"]
    ask = [word for word in ask if now != "--rollouts" or word not in ("--rollouts", "10")]
    check_equal(tahur.text(*ask, old, value), tahur.text(*ask, now, value), "the answer")


# The words of a command line, the last of which is to be completed; and some of what completes it.
COMPLETED = [("tahur le", "league"), ("tahur arena ca", "cantstop"), ("tahur arena cantstop ri", "risk-stop"),
             ("tahur arena cantstop:players=2 easy ri", "risk-stop"), ("tahur play kittens human v", "v1 v2 v3"),
             ("tahur analyze y --by ", "auto search rollouts exact"), ("tahur league y --for", "--format"),
             ("tahur bench --th", "--threads"), ("tahur rules par", "parchis"), ("tahur --v", "--version")]


@test_each("bash completes", COMPLETED)
def bash_completes(line, words):
    script = tahur.text("completion", "bash") + (
        f"COMP_WORDS=({' '.join(shlex.quote(w) for w in line.split(' '))}); COMP_CWORD={line.count(' ')}; _tahur\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\"\n")
    done = subprocess.run(["bash", "-u", "-c", script], capture_output=True, text=True, timeout=TIME_LIMIT, check=True)
    check_equal(done.stdout.split(), words.split(), "words")


@test
def zsh_reads_its_completion():
    done = subprocess.run(["zsh", "-n"], input=tahur.text("completion", "zsh"), capture_output=True, text=True,
                          timeout=TIME_LIMIT, check=False)
    check_equal((done.returncode, done.stderr), (0, ""), "zsh -n")


@test
def there_is_no_completion_for_other_shells():
    done = tahur.run("completion", "fish")
    check_equal(done.status, 2, "status")
    check("bash and zsh, not for 'fish'" in done.err, done.err)


@test_each("a whole number may be written", [("20000",), ("20k",), ("20K",), ("2e4",), ("20,000",), ("20_000",), ("0.02M",)])
def whole_numbers(text):
    check_equal(tahur.json("arena", "cantstop", "easy", "--games", text)["games"], 20000, "games")
    if "," not in text:
        bots = tahur.json("arena", "y:size=2", f"mcts:iterations={text}", "random", "--games=1", "--threads=1")["bots"]
        check_equal(bots[0]["bot"], f"mcts:iterations={text}", "bot")


@test
def games_lists_the_games_with_their_options():
    game = tahur.json("games")["games"][0]
    check_equal(game["game"], "cantstop", "game")
    check_equal((game["min_players"], game["max_players"]), (1, 4), "players")
    facts = {name: [tahur.json("games", name)[fact] for fact in ("chance", "hidden_information", "draws", "longest_game")]
             for name in ("cantstop", "y", "kittens", "parchis")}
    check_equal(facts, {"cantstop": [True, False, True, None], "y": [False, False, False, 191],
                        "kittens": [True, True, False, 960], "parchis": [False, False, False, None]}, "facts")
    check_equal([o["name"] for o in game["options"]], ["players", "rules", "forced", "closed", "blocking", "columns"], "options")
    text = tahur.text("games")
    for word in ["cantstop", "players", "from 1 to 4; default 4", "forced", "0 or 1; default 0"]:
        check(word in text, word, "is missing in", text)


@test_each("games tells all of one game", [
    ("cantstop:players=2", "cantstop", 59, 79, 79, "column_7_own", "6+8"),
    ("y:size=5", "y", 33, 192, 16, "cell_b3_own", "b3"),
    ("y:size=5,pie=1", "y", 33, 192, 17, "swap_ahead", "swap"),
    ("parchis", "parchis", 437, 221, 221, "own1_0_way", "6 yellow 2"),
    ("kittens", "kittens", 40, 9, 9, "own_defuse", "draw"),
])
def games_tells_all_of_one_game(spec, name, numbers, actions, listed, number, action):
    told = tahur.json("games", spec, "--observation", "--actions")
    check_equal((told["game"], told["spec"]), (name, spec), "game")
    check_equal((told["observation_count"], told["action_count"]), (numbers, actions), "counts")
    check_equal([row["at"] for row in told["observation"]], list(range(numbers)), "numbers")
    check(number in [row["name"] for row in told["observation"]], number, "is missing")
    check_equal(len(told["actions"]), listed, "actions")
    check(action in [row["text"] for row in told["actions"]], action, "is missing")
    page, text = tahur.text("games", spec), tahur.text("games", spec, "--observation", "--actions")
    for word in [f"{numbers} numbers", f"0 to {actions - 1}", told["title"], told["observation_layout"]]:
        check(word in page, word, "is missing in", page)
    for row in told["observation"]:
        check(row["meaning"] in text, row["meaning"], "is missing in", text)
    for row in told["actions"]:
        check(f"{row['action']}  {row['text']}\n" in text, row, "is missing in", text)
    check("observation" not in tahur.json("games", spec), "what was not asked for")


@test
def bots_lists_every_bot():
    listed = [bot["bot"] for bot in tahur.json("bots", "cantstop")["bots"]]
    check_equal(sorted(listed), sorted(BOTS), "bots")
    named = re.findall(r"^(\S+):", tahur.text("bots", "cantstop"), re.MULTILINE)
    check_equal(named, listed, "bots of the text")


@test
def bots_tells_range_and_default_of_every_option():
    blocks = re.split(r"^(?=\S)", tahur.text("bots", "cantstop"), flags=re.MULTILINE)
    text = {block.split(":")[0]: " ".join(block.split()) for block in blocks if block}
    options = 0
    for bot in tahur.json("bots", "cantstop")["bots"]:
        for o in bot.get("options", []):
            # An option of a chosen move policy has its default there: the help names it.
            default = f"; default {o['default']}" if o["default"] is not None else ""
            accepts = f" {o['accepts']}" if o["accepts"] != o["help"] else ""  # of a text, its help tells
            entry = f"{o['name']} {o['help']}{accepts}{default}"
            check(entry in text[bot["bot"]], f"{bot['bot']}: the text has no '{entry}'")
            check(default or re.search(r"by default|instead|must be given", o["help"]), entry, "has no default")
            check(not accepts or re.search(r" from \S+ to \S+$| or ", o["accepts"]), entry, "has no range")
            options += 1
    check(options > 50, "only", options, "options")


@test
def bots_short_names_say_what_they_stand_for():
    bots = tahur.json("bots", "cantstop")["bots"]
    stands_for = {bot["bot"]: bot.get("stands_for") for bot in bots}
    for name in ["easy", "medium", "hard"]:
        short = tahur.json("arena", "cantstop", name, "--games", "4")
        long = tahur.json("arena", "cantstop", stands_for[name], "--games", "4")
        check_equal(short["digest"], long["digest"], f"digest of {name}")


@test
def bots_that_state_a_time_a_move_have_a_fixed_effort_a_move():
    """A depth takes a hundred times longer in one position than in another; a number of nodes or iterations does not."""
    stated = [bot for game in tahur.json("games")["games"] for bot in tahur.json("bots", game["game"])["bots"]
              if "stands_for" in bot and "of a second a move" in bot["summary"]]
    check(stated, "no short name states a time")
    for bot in stated:
        check(re.search(r"[:,](nodes|iterations)=\d+", bot["stands_for"]), bot["bot"], "is", bot["stands_for"])


# ---- bench (takes long, so it runs beside the many short ones below) ----

@test
def bench_gives_the_same_signature_twice():
    first, second = [tahur.json("bench", "--rounds", "1", "--games", "400", "--depth", "2") for _ in range(2)]
    check(re.fullmatch("[0-9a-f]{16}", first["signature"]), first["signature"], "is no signature")
    check_equal(second["signature"], first["signature"], "signature")
    check_equal([game["signature"] for game in second["games"]],
                [game["signature"] for game in first["games"]], "signatures of the games")
    for game in first["games"]:
        for rate in ["games_per_second", "games_per_second_threads", "ratio"]:
            check(game[rate] > 0, rate, game[rate])


# ---- what is refused ----

@test_each("refuses", MISTAKES)
def refuses(arguments, words):
    check_refused(shlex.split(arguments), words)


@test_each("refuses the position", BAD_POSITIONS)
def refuses_the_position(position, words):
    check_refused(["show", "cantstop:players=2", position], words)


@test_each("refuses", MONSTERS)
def refuses_the_monster(arguments, words):
    check_refused(arguments, words)


@test_each("guesses no name that is not near", FAR_NAMES)
def guesses_no_name_that_is_not_near(arguments):
    result = tahur.run(*arguments)
    check_equal(result.status, 2, "exit status")
    check("did you mean" not in result.err, result.err)


def check_refused(arguments, words):
    """Exit status 2, nothing on standard output, one line that says what would be right."""
    result = tahur.run(*arguments)
    check(result.status == 2, f"exit status {result.status}, wanted 2; stderr: {result.err}")
    check_equal(result.out, "", "standard output")
    lines = result.err.split("\n")
    check(len(lines) == 2 and lines[1] == "", "not exactly one line:", result.err)
    check(re.match(r"tahur( [\w-]+)?: ", result.err), "does not begin with the program:", result.err)
    missing = [word for word in words if word not in result.err]
    check(not missing, "the message has no", missing, "\n" + result.err)
