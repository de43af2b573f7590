"""Bots in shared libraries: the document is run, the example plays, every library that cannot be used
gets its sentence, and what libraries see does not change unnoticed."""
import hashlib
import json
import os
import re
import subprocess
import tempfile
import threading

from compiling import compile_library, write_library
from documents import ROOT, document, example, follow
from harness import check, check_equal, tahur, test, test_each


kept, lock = tempfile.TemporaryDirectory(), threading.Lock()


def careful():
    """The library of the example, compiled once for all tests."""
    library = os.path.join(kept.name, "careful.so")
    with lock:
        return library if os.path.exists(library) else compile_library(kept.name, example("careful.c"), "careful.so")


def sound():
    """A library with nothing wrong."""
    library = os.path.join(kept.name, "bot.so")
    with lock:
        return library if os.path.exists(library) else write_library(kept.name, SOUND)


@test
def write_a_library_bot_does_what_it_says():
    parts = re.findall(r"```c\n(.*?)```|^    \$ ([^\n]*)$", document("write-a-library-bot.md"), re.S | re.M)
    commands = 0
    with tempfile.TemporaryDirectory() as directory:
        for name in ["include", "examples"]:
            os.symlink(os.path.join(ROOT, name), os.path.join(directory, name))
        for code, command in parts:
            if code:
                with open(os.path.join(directory, "my_bot.c"), "w", encoding="utf-8") as file:
                    file.write(code)
                continue
            follow(command, directory)
            commands += 1
    check(commands >= 8 and len(parts) >= commands + 2, commands, "commands of", len(parts), "parts")


# ---- the example ----

@test
def the_example_needs_nothing_of_tahur():
    with open(example("careful.c"), encoding="utf-8") as file:
        check(len(file.readlines()) < 60, "it is too long")
    symbols = subprocess.run(["nm", "-D", careful()], capture_output=True, text=True, check=True).stdout
    names = [line.split()[-1] for line in symbols.splitlines()]
    check_equal([name for name in names if re.match(r"th_|tahur", name)], ["tahur_bot_library"], "names")


@test_each("the example plays, the same on any number of threads", [
    ("y:size=4", "0.7"), ("kittens", "0.55"), ("cantstop:players=2", "0.6"), ("parchis", "0")])
def the_example_plays(game, least):
    games, each = ("2", "1") if game == "parchis" else ("40", "8")
    told = [tahur.json("arena", game, f"lib:file={careful()},options=games={each}", "random", "--games", games,
                       "--threads", n) for n in ["1", "2", "5"]]
    check_equal(len({one["digest"] for one in told}), 1, "digests")
    check(told[0]["bots"][0]["win_share"] >= float(least), told[0]["bots"][0])


@test
def a_library_is_a_bot_in_every_command():
    with tempfile.TemporaryDirectory() as directory:
        bot = f"lib:file={careful()}"
        run, games = os.path.join(directory, "run.db"), os.path.join(directory, "games")
        league = ["league", "y:size=3", bot, bot + ",options=games=3", "random", "--games", "12", "--save", run]
        first = tahur.json(*league, "--record", games)
        check_equal(tahur.json(*league)["digest"], first["digest"], "the digest of the run that goes on")
        check_equal(tahur.run("replay", games).status, 0, "status of replay")
        for call in [["ask", "y:size=3", bot], ["analyze", "y:size=3", "--bot", bot, "--games", "20"],
                     ["compare", "y:size=3", bot, "random", "--games", "20"],
                     ["arena", "y:size=3", bot, "random", "--games", "2", "--on-fault", "restart"],
                     ["check-bot", "y:size=3", f"'{tahur.path}' speak y:size=3 {bot}", "--questions", "20",
                      "--time", "100000", "--start-time", "100000"]]:
            result = tahur.run(*call)
            check_equal((result.status, result.err), (0, ""), f"status and errors of {call}")


@test
def check_bot_tells_how_a_library_is_checked():
    result = tahur.run("check-bot", "y:size=3", "lib:file=a.so")
    check_equal((result.status, result.out), (2, ""), "status and output")
    check("tahur check-bot y:size=3 'tahur speak y:size=3 lib:file=a.so'" in result.err, result.err)


# ---- libraries that cannot be used ----

SOUND = """
#include "tahur/bot_library.h"
#include <stdio.h>
static char self;
static bool plays(const struct th_game *game) { return game != NULL; }
static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    (void)game, (void)o, (void)e;
    return &self;
}
static int choose(void *mine, const struct th_ask *ask) {
    return mine == &self ? (int)th_rng_below(ask->rng, (uint32_t)ask->n) : -1;
}
const char *const words[] = {"a", "b", NULL};
static const struct th_option options[] = {
    {"word", TH_CHOICE, 0, 0, "b", words, "a word"},
    {"number", TH_INTEGER, 1, 9, "1", NULL, "a number"},
    {"rest", TH_REST, 0, 0, NULL, NULL, "the rest"},
    {0},
};
static const struct th_bot_kind bot = {
    .name = "odd", .summary = "is odd", .options = options, .plays = plays, .make = make, .choose = choose,
};
TH_BOT_LIBRARY(bot)
"""
FUNCTION = "const struct th_bot_library *tahur_bot_library(void) { %s }"
TABLE = FUNCTION % ("static const struct th_bot_library table = {%s, TH_BOT_LIBRARY_SIZES, %s}; return &table;")
MANY = "".join('{"n%d", TH_SWITCH, 0, 1, "0", NULL, "one of many"},' % i for i in range(33))

# What is wrong, what stands instead of what in the sound one, and what is said.
HOSTILE = [
    ("no function", "TH_BOT_LIBRARY(bot)", "const struct th_bot_kind *b = &bot;",
     "it has no function tahur_bot_library, which TH_BOT_LIBRARY(…) of tahur/bot_library.h makes"),
    ("no table", "TH_BOT_LIBRARY(bot)", "const void *b = &bot;" + FUNCTION % "return NULL;",
     "its tahur_bot_library returns NULL"),
    ("another version", "TH_BOT_LIBRARY(bot)", TABLE % ("77", "&bot"),
     "it was made for version 77 of libraries, and this is version 9"),
    ("another version, and nothing behind it", "TH_BOT_LIBRARY(bot)", "const void *b = &bot;" + FUNCTION % (
        "static const uint32_t abi = 1; return (const void *)&abi;"), "it was made for version 1"),
    ("other sizes", "TH_BOT_LIBRARY(bot)", (TABLE % ("TH_BOT_LIBRARY_ABI", "&bot")).replace(
        "TH_BOT_LIBRARY_SIZES", "{4, 4, 4, 4, 4, 4}"), "its structs have other sizes"),
    ("no bot", "TH_BOT_LIBRARY(bot)", "const void *b = &bot;" + TABLE % ("TH_BOT_LIBRARY_ABI", "NULL"),
     "it has no bot: its kind is NULL"),
    ("no name", '.name = "odd",', "", "its bot has no 'name', which is NULL"),
    ("no summary", '.summary = "is odd",', "", "its bot has no 'summary', which is NULL"),
    ("no make", ".make = make,", ".know = (void *)make,", "its bot has no 'make', which is NULL"),
    ("no choose", ".choose = choose,", ".know = (void *)choose,", "its bot has no 'choose', which is NULL"),
    ("a name of two words", '"odd"', '"very odd"', "must be 1 to 63 letters"),
    ("a name with a colon", '"odd"', '"odd:n=3"', "must be 1 to 63 letters"),
    ("an empty name", '"odd"', '""', "must be 1 to 63 letters"),
    ("a long name", '"odd"', '"%s"' % ("x" * 64), "must be 1 to 63 letters"),
    ("many options", '{"word"', MANY + '{"word"', "its table of options has no end, or more than 32"),
    ("no help", '"a number"', "NULL", "its option 'number' has no help"),
    ("an unknown kind of option", "TH_INTEGER", "(enum th_option_kind)9", "its option 'number' is of no kind"),
    ("no choices", 'words, "a word"', 'NULL, "a word"', "its option 'word' has no choices"),
    ("a rest that is not the last", "TH_INTEGER", "TH_REST", "its option 'number' takes the rest of a spec, but"),
    ("a default out of range", '1, 9, "1"', '1, 9, "10"', "its option 'number' has a default that it does not take"),
    ("a default that is no choice", '"b", words', '"c", words', "its option 'word' has a default"),
    ("something missing", "return &self;", "extern int nobody_has_this(void); return nobody_has_this() ? &self : 0;",
     "something that it needs is missing"),
    ("another game", "return game != NULL", "return game == NULL", "odd, the bot in the library, does not play y"),
    ("a bot that cannot be made", "return &self;", "return NULL;", "cannot be made: it does not say why"),
    ("a bot that says why", "return &self;", 'snprintf(e->text, sizeof e->text, "to\\nday \\001 no"); return NULL;',
     "odd, the bot in the library, cannot be made: to?day ? no"),
    ("a reason without end", "return &self;", "memset(e->text, 'x', sizeof e->text); return NULL;",
     "cannot be made: xxxx"),
]


@test_each("a library is refused for", HOSTILE)
def library_is_refused(_, old, new, sentence):
    check_equal(SOUND.count(old), 1, "places to change")
    with tempfile.TemporaryDirectory() as directory:
        library = write_library(directory, SOUND.replace(old, new))
        result = tahur.run("arena", "y:size=3", f"lib:file={library}", "random")
    check_equal((result.status, result.out), (2, ""), "status and output")
    check(sentence in result.err and result.err.count("\n") == 1, repr(sentence), "is missing in", result.err)


@test_each("a file is refused that is", [
    ("missing", "{}/none.so", "cannot be read: No such file or directory"), ("a folder", "{}", "is no file"),
    ("a device", "/dev/zero", "is no file"), ("a pipe", "{}/pipe", "is no file"),
    ("empty", "{}/empty.so", "it is no library of this machine"),
    ("a text", "{}/text.so", "it is no library of this machine"),
    ("half a library", "{}/half.so", "it is not complete: it ends before its last part"),
    ("not named", "", "lib needs a file, as in lib:file=./my_bot.so")])
def file_is_refused(_, path, sentence):
    with tempfile.TemporaryDirectory() as directory:
        with open(sound(), "rb") as file:
            library = file.read()
        for name, data in [("empty", b""), ("text", b"no library\n" * 99), ("half", library[:len(library) // 3])]:
            with open(os.path.join(directory, name + ".so"), "wb") as file:
                file.write(data)
        os.mkfifo(os.path.join(directory, "pipe"))
        result = tahur.run("arena", "y:size=3", "lib:file=" + path.format(directory), "random")
    check_equal((result.status, result.out), (2, ""), "status and output")
    check(sentence in result.err and result.err.count("\n") == 1, repr(sentence), "is missing in", result.err)


@test_each("options of a library are read strictly", [
    ("number=10", "odd: number cannot be '10'; it takes a whole number from 1 to 9"),
    ("word=c", "odd: word cannot be 'c'; it takes a or b"), ("x", "odd: 'x' is no option; write key=value"),
    ("numbr=3", "odd has no option 'numbr'; did you mean 'number'? It takes: word, number, rest"),
    ("number=1,number=2", "odd: number is given twice"), ("rest=a,b=c,number=99", None), ("", None),
    ("number=9,word=a", None)])
def options_are_read(options, sentence):
    result = tahur.run("arena", "y:size=3", f"lib:file={sound()},options={options}", "random", "--games", "2")
    check_equal(result.status, 0 if sentence is None else 2, "status")
    check((sentence or "") in result.err, repr(sentence), "is missing in", result.err)


@test_each("an answer that is no legal move is a lost game:", [("ask->n",), ("-1",), ("-2",), ("-100",), ("1 << 30",)])
def answer_is_illegal(answer):
    text = SOUND.replace("return mine ==", f"if (ask->n > 2) return {answer};\n    return mine ==")
    with tempfile.TemporaryDirectory() as directory:
        bot = f"lib:file={write_library(directory, text)}"
        result = tahur.run("arena", "y:size=3", bot, "random", "--games", "6", "--threads", "2", "--json")
    told = json.loads(result.out)
    check_equal((result.status, told["bots"][0]["faults"], told["bots"][0]["wins"]), (0, 6, 0), "status, faults, wins")
    check("illegal, 6 times; the first: its answer " in result.err, result.err)


@test
def a_crash_of_a_library_that_speaks_is_a_fault():
    text = SOUND.replace("return mine ==", "if (ask->n > 2) _Exit(9);\n    return mine ==").replace(
        "<stdio.h>", "<stdlib.h>")
    with tempfile.TemporaryDirectory() as directory:
        bot = f"lib:file={write_library(directory, text)}"
        speaks = f"exec:time=100000,start-time=100000,command='{tahur.path}' speak y:size=3 {bot}"
        result = tahur.run("arena", "y:size=3", speaks, "random", "--games", "2", "--json")
    check_equal((result.status, json.loads(result.out)["bots"][0]["faults"]), (0, 2), "status and faults")
    check("crash, 2 times; the first: it exited with status 9" in result.err, result.err)


# ---- everything is handed on ----

# Writes down what it is told. It plays Y up to size 4.
TOLD = SOUND.replace('{"rest", TH_REST,', '{"log", TH_REST,').replace(
    "return &self;", """snprintf(path, sizeof path, "%s", th_options_text(o, "log"));
    return &self;""").replace("    (void)game, (void)o, (void)e;\n", "    (void)game, (void)e;\n").replace(
    "static char self;", """static char self, path[999];
static void note(const char *what, double a, double b) {
    FILE *log = fopen(path, "a");
    fprintf(log, "%s %g %g\\n", what, a, b);
    fclose(log);
}
static double size(const struct th_options *o) { return (double)th_options_number(o, "size"); }
static bool accepts(const void *mine, const struct th_options *o, struct th_error *e) {
    if (mine == &self && size(o) <= 4) return true;
    snprintf(e->text, sizeof e->text, "a board of %g is too large for me", size(o));
    return false;
}
static void know(void *mine, const struct th_options *o) { note("know", mine == &self, size(o)); }
static void begin(void *mine, const struct th_state *view, int seat) { note("begin", mine == &self && view, seat); }
static void end(void *mine, const double payoff[]) { note("end", mine == &self ? payoff[0] : -1, payoff[1]); }
static void drop(void *mine) { note("drop", mine == &self, 0); }
""").replace(".make = make,", ".make = make, .accepts = accepts, .know = know, .begin = begin, .end = end, .drop = drop,")


@test
def a_library_is_told_everything():
    with tempfile.TemporaryDirectory() as directory:
        log = os.path.join(directory, "log")
        bot = f"lib:file={write_library(directory, TOLD)},options=log={log}"
        told = tahur.json("arena", "y:size=3", bot, "random", "--games", "2", "--threads", "1")
        with open(log, encoding="utf-8") as file:
            lines = file.read().splitlines()
    wins = told["bots"][0]["wins"]
    check_equal(lines[0], "know 1 3", "the first line")
    check_equal(sorted(line for line in lines if line.startswith("begin")), ["begin 1 0", "begin 1 1"], "its seats")
    ends = [tuple(line.split()[1:]) for line in lines if line.startswith("end")]
    seats = [int(line.split()[2]) for line in lines if line.startswith("begin")]
    check_equal(sum(float(end[seat]) for end, seat in zip(ends, seats)), wins, "what it was told to have won")
    check_equal((len(ends), lines[-1]), (2, "drop 1 0"), "ends, and the last line")


@test_each("a library's word on the options of the game is asked for in", [
    ["arena", "y:size=5", "{}", "random"], ["ask", "y:size=5", "{}"], ["speak", "y:size=5", "{}"],
    ["gtp", "y:size=5", "{}"], ["analyze", "y:size=5", "--bot", "{}"]])
def a_library_may_refuse_options(*call):
    with tempfile.TemporaryDirectory() as directory:
        bot = f"lib:file={write_library(directory, TOLD)},options=log={directory}/log"
        result = tahur.run(*[word.format(bot) for word in call])
    check_equal((result.status, result.out), (2, ""), "status and output")
    check("odd, the bot in the library, does not play this game: a board of 5 is too large for me" in result.err and
          result.err.count("\n") == 1, result.err)


@test_each("a library's thoughts are handed on, if they can be chances", [
    ("0.25", 0.25), ("7", None), ("-1", None), ("NAN", None)])
def thoughts_are_handed_on(value, chance):
    thinking = SOUND.replace("<stdio.h>", "<stdio.h>\n#include <math.h>").replace("return mine ==", f"""
    if (ask->thoughts != NULL) {{
        ask->thoughts->depth = 2;
        for (int i = 0; i < ask->n; i++)
            ask->thoughts->of[i] = (struct th_thought){{.value = {value}, .error = 0, .own = NAN, .line_n = 3,
                .line = {{ask->legal[i], ask->legal[(i + 1) % ask->n], 4711}}}};
    }}
    return mine ==""")
    with tempfile.TemporaryDirectory() as directory:
        bot = f"lib:file={write_library(directory, thinking)}"
        result = tahur.run("analyze", "y:size=3", "--by", "search", "--bot", bot, "--json")
        rolled = tahur.json("analyze", "y:size=3", "--by", "auto", "--games", "20", "--bot", bot)
    check_equal(rolled["by"], "rollouts", "what is done if nobody asks for thoughts")
    if chance is None:
        check_equal((result.status, result.out), (1, ""), "status and output")
        check("lib gives no chances of winning" in result.err, result.err)
        return
    moves = json.loads(result.out)["moves"]
    check_equal({move["value"] for move in moves}, {chance}, "values")
    check(all(len(move["line"].split(";")) == 1 and move["line"] for move in moves), "lines of one reply, not", moves)


# ---- what libraries see ----

# Of each version of libraries, what it has of structs, enums and constants.
SEEN = {1: "4ebb538bef48da40", 2: "3cb4663f72bf094d", 3: "0c0e96cbdfe08da5", 4: "481c814b09a1847a",
        5: "2a60e441824e8578", 6: "2e103d4e991311d9", 7: "f82a06d98d36bb4d", 8: "f671f55f9616d8e8",
        9: "854a20104675181e"}


@test
def what_libraries_see_has_its_version():
    declarations = []
    for name in ["error.h", "fields.h", "option.h", "rng.h", "types.h", "analysis.h", "learning.h", "metrics.h",
                 "screen.h", "search.h", "game.h", "bot.h", "bot_library.h"]:
        with open(os.path.join(ROOT, "include", "tahur", name), encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
        declarations += re.findall(r"^(?:struct|enum)[\w ]*\{.*?\};|^typedef [^;]*;", text, re.S | re.M)
        declarations += re.findall(r"^#define +TH_\w+ +[\w()]+ *$", text, re.M)
    words = " ".join(" ".join(declarations).split())
    check("struct th_ask {" in words and "TH_LEGAL_MAX 512" in words, words)
    abi = int(re.search(r"TH_BOT_LIBRARY_ABI (\d+)", words).group(1))
    digest = hashlib.sha256(words.encode()).hexdigest()[:16]
    check_equal(digest, SEEN.get(abi), "what libraries see has changed: count TH_BOT_LIBRARY_ABI up (unless no "
                "program with this version has been given away), and write it into SEEN of library_tests.py")
