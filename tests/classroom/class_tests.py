"""tahur class: a class of twelve from the folder to the marks, interruptions, resubmissions, hostile zips, mistakes."""
import csv
import hashlib
import html.parser
import io
import json
import os
import signal
import stat
import struct
import subprocess
import tempfile
import zipfile

import submissions
from harness import (MPI_ENVIRONMENT, STOP_LIMIT, TIME_LIMIT, Failure, Program, Skip, check, check_equal, rank_ids,
                     read_json, tahur, test, test_each, wait_until)

GAME = submissions.GAME
QUICK = {"--levels": "easy,medium", "--games": "2", "--questions": "12", "--bot-cpu": "200", "--seed": "3", "--threads": "2"}


def can_sandbox():
    try:
        return subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "--unshare-user", "--disable-userns",
                               "true"], capture_output=True).returncode == 0
    except OSError:
        return False


SANDBOX = can_sandbox()
# Where it does not matter, bots run without a sandbox: also on machines that cannot make one.
TRUSTED = ["--trusted"]


class Course:
    """A folder with submissions, and one for results."""

    def __init__(self, files, game=GAME):
        self.files = files
        self.game = game

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.top = os.path.realpath(self.temporary.name)
        self.folder, self.out = self.path("submissions"), self.path("results")
        os.mkdir(self.folder)
        submissions.write(self.folder, self.files)
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.top, name)

    def arguments(self, *more):
        quick = [word for flag, value in QUICK.items() if flag not in more for word in (flag, value)]
        return ["class", self.game, self.folder, "--out", self.out, *quick, *more]

    def run(self, *more):
        return tahur.json(*self.arguments(*more))

    def saved(self):
        with open(os.path.join(self.out, "class.json"), encoding="utf-8") as file:
            return json.load(file)


def tree_of(folder):
    """Everything below a folder: modes, targets of links, contents."""
    found = {}
    for top, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(top, name)
            status = os.lstat(path)
            contents = open(path, "rb").read() if stat.S_ISREG(status.st_mode) else b""
            found[os.path.relpath(path, folder)] = (status.st_mode, status.st_mtime_ns, hashlib.sha256(contents).digest())
    return found


def by_name(result):
    return {one["name"]: one for one in result["submissions"]}


def good(name, rolls=1):
    return submissions.python(name, submissions.STOPS_EARLY.replace(">= 1", f">= {rolls}"))


# ---- the class of twelve ----

@test
def a_class_of_twelve_goes_from_the_folder_to_the_marks():
    if not SANDBOX:
        raise Skip("bubblewrap cannot make namespaces here")
    with Course(submissions.CLASS) as course:
        before = tree_of(course.folder)
        result = course.run("--marks", "10*easy + if(sound, 1, 0) + max(0, 5 - rank)")
        all_of = by_name(result)
        check_equal({name: one["status"] for name, one in all_of.items()}, submissions.STATUS, "status")
        check_equal(tree_of(course.folder), before, "the teacher's folder")
        check(not os.path.exists(course.path("results/new")) and not os.path.exists(course.path("results/build/new")),
              "written outside")
        check_equal(all_of["escape"]["check"]["version"], "nothing", "reached by escape")
        sentences = {"crash": "crash", "endless": "timeout", "illegal": "is no legal move", "slow": "timeout",
                     "garbage": "is no JSON", "forkbomb": "16 are allowed", "unbuilt": "failed with status 1"}
        for name, words in sentences.items():
            one = all_of[name]
            check(words in one["sentence"], name, one["sentence"])
            check_equal((one["levels"], one["league"], one["games"]), ([], None, []), name)
            check_equal(one["mark"], 0, f"the mark of {name}")
        check("KeyError: 'column'" in all_of["crash"]["check"]["wrong"][0]["stderr"], all_of["crash"]["check"])
        check("error" in all_of["unbuilt"]["build"]["log"], all_of["unbuilt"]["build"])
        check_equal(all_of["better"]["kind"], "make", "kind")
        check(all_of["better"]["build"]["ok"] and "chmod" in all_of["better"]["build"]["log"], "the log of make")
        check_equal(all_of["good"]["same_as"], ["copied"], "same_as")
        check_equal(all_of["good"]["levels"], all_of["copied"]["levels"], "results of the same contents")
        check(all_of["renamed"]["hash"] != all_of["good"]["hash"], "the hash of renamed")
        for name in ("good", "better", "copied", "renamed", "escape"):
            check_sound(course, all_of[name], result)
        check_equal(all_of["better"]["league"]["rank"], 1, "the rank of better")
        check_league(result)
        check_marks(course, result)
        check_equal(course.saved()["digest"], result["digest"], "class.json")
        check_report(course, result, "en")
        again = course.run()
        check_equal((again["played"], again["digest"]), (0, result["digest"]), "the second run")


def check_sound(course, one, result):
    check_equal([level["games"] for level in one["levels"]], [2, 2], "games")
    for level in one["levels"]:
        check_equal([seat["games"] for seat in level["seats"]], [1, 1], "games by seat")
        check_equal(sum(seat["won"] for seat in level["seats"]), level["won"], "won by seat")
        check(level["interval"][0] <= level["share"] <= level["interval"][1], level)
    check_equal(one["league"]["games"], 2 * (len(result["league"]["names"]) - 1), "games in the league")
    check(one["time"]["timed"] > 0, one["time"])
    check(1 <= len(one["games"]) <= 3, one["games"])
    for game in one["games"]:
        shown = tahur.text("replay", os.path.join(course.out, game["file"]))
        check(one["name"] in shown and game["against"] in shown, shown[:300])


def check_league(result):
    names, cross = result["league"]["names"], result["league"]["cross"]
    for i in range(len(names)):
        check_equal(cross[i][i], None, "the diagonal")
        for j in range(i):
            check_equal(cross[i][j]["won"] + cross[j][i]["won"], cross[i][j]["games"], f"{names[i]} against {names[j]}")
    ranked = [one["league"]["rating"] for one in result["submissions"] if one["league"]]
    check_equal(ranked, sorted(ranked, reverse=True), "the order of submissions")


def check_marks(course, result):
    with open(os.path.join(course.out, "marks.csv"), encoding="utf-8", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    check_equal(len(rows), 12, "lines of marks.csv")
    for one in result["submissions"]:
        check(abs(float(rows[one["name"]]["mark"]) - one["mark"]) < 1e-9, one["name"], rows[one["name"]])
        if one["league"]:
            wanted = 10 * one["levels"][0]["share"] + 1 + max(0, 5 - one["league"]["rank"])
            check(abs(one["mark"] - wanted) < 1e-9, one["name"], one["mark"], wanted)


# ---- the report ----

class Page(html.parser.HTMLParser):
    """A page of the report: its links, ids, scripts, and its text without them."""

    def __init__(self, path):
        super().__init__()
        self.links, self.ids, self.scripts, self.outside, self.words = [], set(), 0, [], ""
        self.language, self.skipping = None, False
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        self.feed(self.source)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.links += [given["href"]] if "href" in given else []
        self.ids |= {given["id"]} if "id" in given else set()
        self.outside += [name for name in given if name in ("src", "srcset", "action") or name.startswith("on")]
        self.scripts += tag == "script" and "type" not in given
        self.language = given.get("lang", self.language) if tag == "html" else self.language
        self.skipping = tag in ("script", "style")

    def handle_endtag(self, tag):
        self.skipping = False

    def handle_data(self, data):
        self.words += "" if self.skipping else data


def pages_of(course):
    names = [name for name in ("index.html", "similarity.html") if os.path.exists(os.path.join(course.out, name))]
    names += [os.path.join("pages", name) for name in sorted(os.listdir(course.path("results/pages")))]
    return {name: Page(os.path.join(course.out, name)) for name in names}


def check_report(course, result, language):
    """Every link leads somewhere, nothing is fetched from elsewhere, and each submission has its page."""
    pages = pages_of(course)
    similar = {"similarity.html"} if (result["similarity"] or {"pairs": []})["pairs"] else set()
    check_equal(set(pages), {"index.html"} | similar | {one["page"] for one in result["submissions"]}, "pages")
    for name, page in pages.items():
        check_equal((page.language, page.outside, page.scripts), (language, [], int(name != "similarity.html")), name)
        for link in page.links:
            file, _, place = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), file)) if file else name
            check(":" not in link and not target.startswith(".."), name, link)
            check(os.path.exists(os.path.join(course.out, target)), name, link)
            check(not place or place in pages[target].ids, name, link)
    for one in result["submissions"]:
        check(one["name"] in pages["index.html"].words, "no", one["name"], "on the index")
        page = pages[one["page"]]
        check_equal({f"game-{i + 1}" for i in range(len(one["games"]))} - page.ids, set(), "games")
        check(one["build"] is None or one["build"]["log"].strip().split("\n")[0] in page.words, one["build"])
        for mistake in (one["review"] or {"mistakes": []})["mistakes"]:
            check(mistake["game"] in [game["id"] for game in one["games"]], mistake)
            check(mistake["grade"] in ("small", "bad", "blunder") and mistake["lost"] > 0, mistake)


STUMBLES = """
asked = 0


def choose(view, moves):
    global asked
    asked += 1
    if asked > 40:
        print("<b>Traceback</b>\\n    in choose", file=sys.stderr)
        sys.exit(3)
    return moves[0]
"""
NAMES = ["<script>alert(1)<!--", "\"quotes' & <b>", "x" * 240, "María José Ñandú", "line\nbreak\u202eback", "שלום"]


@test
def the_report_is_written_in_both_languages_and_keeps_names_as_text():
    files = {f"{name}.py": good(str(i), 1 + i) for i, name in enumerate(NAMES)}
    files["stumbles.py"] = submissions.python("stumbles", STUMBLES)
    files["unbuilt/bot.c"] = submissions.BROKEN_C
    with Course(files) as course:
        with open(os.path.join(course.folder.encode(), b"bytes\xff\xfe.c"), "w") as file:
            file.write(submissions.BROKEN_C)
        result = course.run(*TRUSTED, "--levels", "easy")
        check_report(course, result, "en")
        for page in pages_of(course).values():
            check("<script>alert(1)" not in page.source and "\u202e" not in page.source, page.source[:200])
        stumbles = by_name(result)["stumbles"]
        check("<b>Traceback</b>\n    in choose" in Page(os.path.join(course.out, stumbles["page"])).words, stumbles)
        english = result["submissions"]
        result = course.run(*TRUSTED, "--levels", "easy", "--language", "es")
        check_report(course, result, "es")
        check("Clasificación" in pages_of(course)["index.html"].words, "the Spanish index")
        check_equal(result["submissions"], english, "the second run")
        os.remove(os.path.join(course.folder, "stumbles.py"))
        check_report(course, course.run(*TRUSTED, "--levels", "easy"), "en")


def reviews_in(course):
    import sqlite3
    with sqlite3.connect(os.path.join(course.out, "class.db")) as database:
        return database.execute("SELECT key, findings FROM reviewed ORDER BY key").fetchall()


@test
def reviews_are_kept_and_can_be_chosen():
    with Course(BUSY) as course:
        none = course.run(*TRUSTED, "--review-games", "0")
        check_equal([one["review"] for one in none["submissions"]], [None] * 3, "reviews")
        check_equal((none["settings"]["judge"], reviews_in(course)), (None, []), "nothing is judged")
        one_game = course.run(*TRUSTED, "--review-games", "1")
        check_equal([one["review"]["games"] for one in one_game["submissions"]], [1] * 3, "games")
        first = reviews_in(course)
        anna = by_name(one_game)["anna"]
        check(anna["review"]["decisions"] > 0 and anna["review"]["lost"] >= 0, anna["review"])
        course.run(*TRUSTED, "--review-games", "1", "--threads", "1")
        check_equal(reviews_in(course), first, "the same reviews")
        course.run(*TRUSTED, "--review-games", "1", "--judge", "mcts:iterations=20")
        check(len(reviews_in(course)) > len(first), "another judge, other reviews")
        judged = course.saved()["settings"]["judge"]
        check("mcts:iterations=20" in judged, judged)


# ---- interruptions ----

BUSY = {"anna/bot.py": good("anna"), "bert.py": good("bert", 2), "carla/bot.py": good("carla", 3)}
LONG = ["--games", "30", "--league-games", "20"]


def games_in(course):
    """Games that the database has; it is read while it is written."""
    path = os.path.join(course.out, "class.db")
    if not os.path.exists(path):
        return 0
    import sqlite3
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            return database.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.Error:
        return 0


@test_each("a run goes on where it was stopped", [("SIGINT", signal.SIGINT, 130), ("SIGTERM", signal.SIGTERM, 143),
                                                  ("SIGKILL", signal.SIGKILL, -9)])
def goes_on(_, number, status):
    with Course(BUSY) as course, Course(BUSY) as whole:
        process = tahur.start(*course.arguments(*TRUSTED, *LONG, "--json"))
        wait_until(lambda: games_in(course) >= 10 or process.poll() is not None, "it plays nothing")
        process.send_signal(number)
        ended = Program.finish(process)
        check_equal(ended.status, status, "exit status")
        if number != signal.SIGKILL:
            stopped = json.loads(ended.out)
            check(not stopped["complete"] and 0 < stopped["games"], stopped["games"])
        kept = games_in(course)
        check(kept >= 10, kept, "games are kept")
        result = course.run(*TRUSTED, *LONG)
        check(result["complete"], "complete")
        check_equal(result["played"], result["games"] - kept, "games played by the second run")
        check_equal(whole.run(*TRUSTED, *LONG, "--threads", "1")["digest"], result["digest"], "digest")


# ---- resubmissions ----

@test
def only_what_changed_is_played_again():
    with Course(BUSY) as course:
        first = course.run(*TRUSTED)
        total = 3 * 2 * 2 + 2 * (5 * 4 // 2)  # against two levels, and a league of three and the two levels
        check_equal((first["games"], first["played"]), (total, total), "games")
        submissions.write(course.folder, {"bert.py": good("bert", 4)})
        second = course.run(*TRUSTED)
        check_equal((second["games"], second["played"]), (total, 2 * 2 + 2 * 4), "games of bert only")
        submissions.write(course.folder, {"bert.py": good("bert", 2)})
        third = course.run(*TRUSTED)
        check_equal((third["played"], third["digest"]), (0, first["digest"]), "the first version again")
        more = course.run(*TRUSTED, "--games", "4")
        check_equal(more["played"], 3 * 2 * 2, "more games against levels")
        check_equal(course.run(*TRUSTED, "--marks", "easy")["played"], 0, "another formula")
        check_equal(course.run(*TRUSTED, "--bot-cpu", "300")["played"], total, "other limits")
        os.remove(os.path.join(course.folder, "bert.py"))
        check_equal(course.run(*TRUSTED)["played"], 0, "one who leaves")
        submissions.write(course.folder, {"dora.py": good("dora", 2)})
        joined = by_name(course.run(*TRUSTED))
        check_equal(joined["dora"]["levels"], by_name(third)["bert"]["levels"], "the same contents under another name")


@test
def with_opponents_each_meets_so_many():
    names = [f"student{i}" for i in range(9)]
    with Course({f"{name}.py": good(name, 1 + i % 3) for i, name in enumerate(names)}) as course:
        result = course.run(*TRUSTED, "--opponents", "4", "--league-games", "2", "--levels", "easy")
        league = result["league"]
        for i, name in enumerate(league["names"]):
            met = [other for j, other in enumerate(league["names"]) if league["cross"][i][j]]
            check_equal(len([other for other in met if other != "easy"]), 9 if name == "easy" else 4, name)
            check(name == "easy" or "easy" in met, name)


# ---- hostile zips ----

def zip_of(*entries):
    """A zip of (name, contents, mode) entries, names as they are."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents, mode in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = mode << 16
            archive.writestr(info, contents)
    return out.getvalue()


def nested(depth):
    data = zip_of(("bot.py", good("deep"), 0o100644))
    for _ in range(depth):
        data = zip_of(("inner.zip", data, 0o100644))
    return data


def lying():
    """A bomb whose headers say that it is small."""
    data = bytearray(zip_of(("bot.py", b"#" * (80 << 20), 0o100644)))
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.index(mark) + offset
        data[place:place + 4] = struct.pack("<I", 100)
    return bytes(data)


REGULAR, LINK = 0o100644, 0o120777
HOSTILE = {
    "bomb": (zip_of(("bot.py", b"#" * (80 << 20), REGULAR)), "refused", "more than 32 MB"),
    "bombs": (zip_of(*((f"{i}.py", b"#" * (20 << 20), REGULAR) for i in range(5))), "refused", "more than 64 MB"),
    "liar": (lying(), "refused", ""),
    "traversal": (zip_of(("../../evil", "x", REGULAR)), "refused", "leads out of its folder"),
    "inside": (zip_of(("a/../../../evil", "x", REGULAR)), "refused", "leads out of its folder"),
    "absolute": (zip_of(("/tmp/tahur-evil", "x", REGULAR)), "refused", "absolute path"),
    "link": (zip_of(("data", "/etc/passwd", LINK), ("bot.py", good("x"), REGULAR)), "refused", "a link, 'data'"),
    "through": (zip_of(("d", "/tmp", LINK), ("d/evil", "x", REGULAR)), "refused", "a link, 'd'"),
    "fifo": (zip_of(("bot.py", "", 0o010644)), "unsound", "does not answer hello"),
    "many": (zip_of(*((f"{i}", "", REGULAR) for i in range(2500))), "refused", "more than 2000 files"),
    "deep": (zip_of(("d/" * 20 + "bot.py", "", REGULAR)), "refused", "more than 12 levels"),
    "long": (zip_of(("x" * 250, "", REGULAR)), "refused", "more than 200 bytes"),
    "twice": (zip_of(("bot.py", "1", REGULAR), ("./bot.py", "2", REGULAR)), "refused", "'bot.py' twice"),
    "both": (zip_of(("bot.py", "1", REGULAR), ("bot.py/x", "2", REGULAR)), "refused", "a file and a folder"),
    "noise": (b"this is not a zip at all", "refused", "cannot be unpacked"),
    "cut": (zip_of(("bot.py", os.urandom(5000), REGULAR))[:3000], "refused", "cannot be unpacked"),
    "empty": (zip_of(), "unbuilt", "there is no bot.py"),
    "matryoshka": (nested(3), "sound", ""),
    "endless": (nested(8), "unbuilt", "there is no bot.py"),
    "mac": (zip_of(("__MACOSX/._bot.py", "x", REGULAR), ("my bot/bot.py", good("mac"), REGULAR)), "sound", ""),
    "ñandú; rm -rf $HOME": (zip_of(("ñandú/bot.py", good("x"), REGULAR)), "sound", ""),
}


@test
def hostile_zips_are_refused_with_a_sentence():
    with Course({f"{name}.zip": data for name, (data, _, _) in HOSTILE.items()}) as course:
        all_of = by_name(course.run(*TRUSTED, "--levels", "easy"))
        check_equal(sorted(all_of), sorted(HOSTILE), "names")
        for name, (_, status, words) in HOSTILE.items():
            check_equal(all_of[name]["status"], status, f"{name} ({all_of[name]['sentence']})")
            check(words in all_of[name]["sentence"], name, all_of[name]["sentence"])
        left = sorted(os.listdir(course.top))
        check_equal(left, ["results", "submissions"], "files beside the results")
        check(not os.path.exists("/tmp/tahur-evil"), "an absolute path was written")
        check(not any(name.startswith(".") for name in os.listdir(course.path("results/build"))), "copies are left")


# ---- builds ----

BUILDS = {
    "loops": ({"Makefile": "all:\n\twhile :; do :; done\n"}, " more than "),
    "fills": ({"Makefile": "all:\n\tdd if=/dev/zero of=a bs=1M count=60; for i in 1 2 3 4 5 6 7; do cp a b$$i; done; "
                           "sleep 5\n"}, "256 MB"),
    "forks": ({"Makefile": "all:\n\tfor i in $$(seq 100); do sleep 5 & done; wait\n"}, "64 are allowed"),
    "nothing": ({"Makefile": "all:\n\ttrue\n"}, "make has not made a program"),
    "outside": ({"Makefile": "all:\n\techo here >../../stolen\n"}, None),
    "lines": ({"command": "python3 bot.py\nrm -rf x\n"}, "more than one line"),
    "blank": ({"command": "\n"}, "is empty"),
    "bytes": ({"command": b"python3 \xff\xfe.py\n"}, "cannot be printed"),
    "shouts": ({"Makefile": b"all:\n\t@printf '\\377\\033[2J\\000ok\\n'; exit 3\n"}, "failed with status 2"),
    "swaps": ({"Makefile": "all:\n\trm -f .build.log; ln -s /etc/passwd .build.log; false\n"}, "failed with status 2"),
}


@test
def builds_have_limits():
    if not SANDBOX:
        raise Skip("bubblewrap cannot make namespaces here")
    files = {f"{name}/{path}": text for name, (contents, _) in BUILDS.items() for path, text in contents.items()}
    with Course(files) as course:
        all_of = by_name(course.run("--levels", "easy", "--build-cpu", "2"))
        for name, (_, words) in BUILDS.items():
            check_equal(all_of[name]["status"], "unbuilt", name)
            check(words is None or words in all_of[name]["sentence"], name, all_of[name]["sentence"])
        check(not os.path.exists(course.path("results/stolen")), "written outside of its folder")
        check_equal(all_of["swaps"]["build"]["log"], "", "the log of one that replaces it")
        check("??[2J?ok" in all_of["shouts"]["build"]["log"], all_of["shouts"]["build"]["log"])


@test
def every_kind_of_submission_is_recognised():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "any.c")) as file:
        any_c = file.read()
    script = "#!/usr/bin/env python3\n" + good("script")
    files = {"c/bot.c": any_c, "single.c": any_c, "python/bot.py": good("python"), "told/command": "python3 main.py\n",
             "told/main.py": good("told"), "script/play": script, "alone": script,
             "made/Makefile": "bot: x.c\n\tcc -o bot x.c\n", "made/x.c": any_c, "notes.txt": "nothing", "marks.csv": "x"}
    with Course(files) as course:
        result = course.run(*TRUSTED, "--levels", "easy")
        kinds = {name: one["kind"] for name, one in by_name(result).items()}
        check_equal(kinds, {"c": "c", "single": "c", "python": "python", "told": "command", "script": "executable",
                            "alone": "executable", "made": "make"}, "kinds")
        check(all(one["status"] == "sound" for one in result["submissions"]), result["submissions"])
        check_equal(result["ignored"], ["marks.csv", "notes.txt"], "ignored")


# ---- disqualification and limits ----

HOSTILE_BOT = os.path.join(os.path.dirname(tahur.path), "tests", "hostile")
# The first two are wrong in one game of four, and sound in the check with this seed.
SOMETIMES = {f"{name}/command": f"exec '{HOSTILE_BOT}' sometimes # {name}\n" for name in ("anna", "bert")}
FAULTY = {**SOMETIMES, **{f"{name}/command": f"exec '{HOSTILE_BOT}' nothing # {name}\n" for name in ("carla", "dora")}}
OUT = [*TRUSTED, "--levels", "random", "--games", "8", "--league-games", "6", "--random-plies", "1", "--questions", "1",
       "--bot-cpu", "100000", "--similar", "0"]


@test
def who_is_out_forfeits_the_rest():
    with Course(FAULTY, "y:size=3") as course, Course(FAULTY, "y:size=3") as other:
        result = course.run(*OUT, "--disqualify", "3", "--threads", "3", "--marks", "disqualified")
        all_of = by_name(result)
        check_equal(result["settings"]["disqualify"], 3, "the setting")
        check(result["complete"], "complete")
        for name, one in all_of.items():
            wrong = f"{name}/command" in SOMETIMES
            check_equal(one["mark"], int(wrong), f"disqualified, of {name}")
            check_equal(one["disqualified"] is not None, wrong, name)
            check_equal(one["forfeits"] > 0, wrong, f"forfeits of {name}")
            check_equal(one["status"], "sound", one["sentence"])
            check_equal(one["levels"][0]["games"], 8, "games that count against the level")
            if wrong:
                check_equal(sum(fault["count"] for fault in one["faults"]), one["disqualified"], f"faults of {name}")
                check(3 <= one["disqualified"] <= 4, one["disqualified"])
        with open(os.path.join(course.out, "marks.csv"), encoding="utf-8", newline="") as file:
            check_equal({row["name"]: row["disqualified"] for row in csv.DictReader(file)},
                        {"anna": "1", "bert": "1", "carla": "0", "dora": "0"}, "marks.csv")
        again = other.run(*OUT, "--disqualify", "3", "--threads", "1")
        check_equal((again["digest"], again["games"]), (result["digest"], result["games"]), "on one thread")
        shown = tahur.text(*other.arguments(*OUT, "--disqualify", "3"))
        check("anna is out after" in shown and "which were not played" in shown, shown)
        # Without the flag the rest is played; with it, these games do not count, and nothing is played.
        whole = other.run(*OUT)
        check(whole["games"] > result["games"] and whole["played"] > 0, whole["games"], whole["played"])
        check(all(one["disqualified"] is None and one["forfeits"] == 0 for one in whole["submissions"]), whole["submissions"])
        back = other.run(*OUT, "--disqualify", "3")
        check_equal((back["played"], back["digest"]), (0, result["digest"]), "with the flag again")


@test
def a_game_has_a_clock():
    with Course({"slow/bot.py": submissions.python("slow", submissions.BURNS.replace("1.0", "0.2"))}) as course:
        quick = [*TRUSTED, "--levels", "easy", "--questions", "2", "--bot-cpu", "5000"]
        result = course.run(*quick, "--bot-clock", "0.1")
        check_equal(result["settings"]["limits"]["clock"], 100, "the limit")
        (one,) = result["submissions"]
        check_equal(one["status"], "unsound", "status")
        check("0.1 s of CPU time for the whole game" in one["sentence"], one["sentence"])


# ---- ranks ----

def has_mpi():
    try:
        linked = subprocess.run(["ldd", tahur.path], capture_output=True, text=True).stdout
        return "libmpi" in linked and subprocess.run(["mpirun", "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


MPI = has_mpi()


def on_ranks(ranks, *arguments):
    return ["mpirun", "--oversubscribe", "-n", str(ranks), tahur.path, *arguments]


def start_ranks(command, **streams):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=tahur.directory.name, env=MPI_ENVIRONMENT, **streams)


@test
def any_number_of_ranks_gives_the_same_class():
    if not MPI:
        raise Skip("there is no MPI")
    with Course(FAULTY, "y:size=3") as course:
        wanted = course.run(*OUT, "--disqualify", "3")
        for ranks in (1, 2, 3):
            with Course(FAULTY, "y:size=3") as other:
                for played in (True, False):
                    done = start_ranks(on_ranks(ranks, *other.arguments(*OUT, "--disqualify", "3", "--json")))
                    out, err = done.communicate(timeout=TIME_LIMIT)
                    check_equal(done.returncode, 0, err.decode())
                    result = read_json(out.decode())
                    for member in ("digest", "games", "complete", "league"):
                        check_equal(result[member], wanted[member], f"{member} on {ranks} ranks")
                    check_equal(result["played"] > 0, played, "played")
                    for one, same in zip(result["submissions"], wanted["submissions"]):
                        for member in ("name", "levels", "league", "faults", "disqualified", "games"):
                            check_equal(one[member], same[member], f"{member} of {one['name']} on {ranks} ranks")


@test_each("a signal to a rank stops a class, and it goes on", [("the first", 0), ("the second", 1)])
def signal_to_rank(_, target):
    if not MPI:
        raise Skip("there is no MPI")
    long = [*OUT[:OUT.index("--games")], *OUT[OUT.index("--games") + 2:], "--games", "4000", "--json"]
    with Course(FAULTY, "y:size=3") as course:
        process = start_ranks(["mpirun", "--oversubscribe", "--mca", "odls_base_sigkill_timeout", "10", "-n", "3", tahur.path,
                               *course.arguments(*long)])
        try:
            wait_until(lambda: games_in(course) >= 4 or process.poll() is not None, "it plays nothing")
            os.kill(rank_ids(process.pid)[target], signal.SIGTERM)
            out, err = process.communicate(timeout=STOP_LIMIT)
        except subprocess.TimeoutExpired:
            raise Failure("the job still runs")
        finally:
            process.kill()
        check_equal(process.returncode, 143, err.decode())
        stopped = read_json(next(line for line in out.decode().splitlines() if line.startswith("{")) + "\n")
        check(not stopped["complete"] and stopped["games"] > 0, stopped["games"])
        kept = games_in(course)
        check(kept >= stopped["games"], kept, stopped["games"])
        result = course.run(*OUT)
        check(result["complete"], "complete")
        with Course(FAULTY, "y:size=3") as whole:
            check_equal(result["digest"], whole.run(*OUT)["digest"], "digest")


@test
def a_rank_that_cannot_play_ends_the_class_with_a_sentence():
    if not MPI or not SANDBOX:
        raise Skip("there is no MPI, or bubblewrap cannot make namespaces here")
    with Course({"anna.py": good("anna")}) as course:
        command = course.arguments("--levels", "easy", "--json")
        process = start_ranks(["mpirun", "--oversubscribe", "-n", "1", tahur.path, *command,
                               ":", "-n", "1", "env", "PATH=/none", tahur.path, *command])
        out, err = process.communicate(timeout=TIME_LIMIT)
        check_equal(process.returncode, 1, err.decode())
        check("rank 1: " in err.decode() and not out, err.decode())


# ---- copies ----

def pairs_of(result):
    return {(pair["a"], pair["b"]): pair for pair in result["similarity"]["pairs"]}


@test
def copies_are_in_the_results():
    latin = "# Señora\n".encode("latin-1")
    original, renamed = (submissions.python("one", text).encode() for text in (submissions.STOPS_LATE, submissions.STOPS_LATE.replace(
        "view", "state").replace("moves", "options")))
    files = {"anna/bot.py": original, "bert.zip": submissions.zipped({"src/bot.py": latin + renamed, "src/x.txt": "x"}),
             "same1/play": b"#!/bin/sh\nexit 1\n", "same2/play": b"#!/bin/sh\nexit 1\n", "eva/bot.py": original,
             "other/bot.c": "int main(void) { return 1; }\n", "bad.zip": "no zip"}
    kit = {"kit/bot.py": submissions.FRAME.format(name="x", helpers="def choose(view, moves):\n    return moves[0]\n")}
    with Course(files) as course:
        submissions.write(course.top, kit)
        result = course.run(*TRUSTED, "--levels", "easy", "--questions", "1")
        similar, pairs = result["similarity"], pairs_of(result)
        check_equal((similar["threshold"], similar["template"], similar["common"]), (0.4, None, 10), "settings")
        check_equal([(one["name"], one["files"], one["left_out"]) for one in similar["submissions"]],
                    [("anna", 1, 0), ("bert", 1, 0), ("eva", 1, 0), ("other", 1, 0), ("same1", 0, 0), ("same2", 0, 0)],
                    "submissions")
        check_equal(sorted(pairs), [("anna", "bert"), ("anna", "eva"), ("bert", "eva"), ("same1", "same2")], "pairs")
        for same in (("anna", "eva"), ("same1", "same2")):
            check_equal((pairs[same]["share"], pairs[same]["share_a"], pairs[same]["passages"]), (1, 1, []), same)
        copy = pairs["anna", "bert"]["passages"][0]
        check_equal((copy["file_a"], copy["file_b"]), ("bot.py", "bot.py"), "files")
        first, last = copy["lines_a"]
        lines = original.decode().splitlines(keepends=True)
        check_equal(copy["text_a"], "".join(lines[first - 1:last]), "text_a")
        check("options" in copy["text_b"] and "\t" not in copy["text_b"], copy["text_b"])
        back = pairs["bert", "eva"]["passages"][0]
        check_equal((back["lines_a"], back["text_a"]), (copy["lines_b"], copy["text_b"]), "the pair the other way round")
        shown = tahur.text(*course.arguments(*TRUSTED, "--levels", "easy", "--questions", "1"))
        check("anna and bert are alike: " in shown and "same1 and same2 are alike" not in shown, shown)
        few = course.run(*TRUSTED, "--levels", "easy", "--questions", "1", "--template", course.path("kit"), "--similar", "0.9")
        check_equal(few["similarity"]["template"], course.path("kit"), "template")
        check(pairs_of(few)["anna", "bert"]["share"] > 0.9, pairs_of(few))
        shorter = pairs_of(few)["anna", "bert"]["passages"]
        check(sum(one["tokens"] for one in shorter) < sum(one["tokens"] for one in pairs["anna", "bert"]["passages"]), shorter)
        check_equal(course.run(*TRUSTED, "--levels", "easy", "--questions", "1", "--similar", "0")["similarity"], None, "off")


@test
def one_submission_is_compared_with_nothing():
    with Course({"anna.py": good("anna"), "bad.zip": "no zip"}) as course:
        check_equal(course.run(*TRUSTED, "--levels", "easy")["similarity"], None, "similarity")


@test
def long_passages_are_cut():
    lines = "".join(f"value_{i} = compute({i}, [{i}, {i + 1}], mode=\"ñ{'x' * 20}\")\n" for i in range(300))
    with Course({"anna/bot.py": lines, "bert/bot.py": "import os\n" + lines, "huge/data.py": "x = 1\n" * 800000}) as course:
        result = course.run(*TRUSTED, "--levels", "easy", "--questions", "1")
        check_equal([one["left_out"] for one in result["similarity"]["submissions"]], [0, 0, 1], "left out")
        (passage,) = pairs_of(result)["anna", "bert"]["passages"]
        text = passage["text_a"]
        check(3000 < len(text.encode()) <= 4000 and text.endswith("\n") and lines.startswith(text), len(text))


# ---- mistakes ----

@test_each("mistakes are one sentence", [
    (["nogame", "IN"], 2, "nogame"),
    ([GAME, "IN/none"], 2, "there is no folder"),
    ([GAME, "IN/none", "--out", "OUT"], 2, "cannot be read"),
    ([GAME, "IN/anna.py", "--out", "OUT"], 2, "is not a folder"),
    ([GAME, "EMPTY", "--out", "OUT"], 2, "has no submissions"),
    ([GAME, "IN", "--out", "IN/results"], 2, "inside of the folder of submissions"),
    ([GAME, "IN", "--out", "OUT/none/deeper"], 2, "cannot be made"),
    ([GAME, "IN", "--out", ""], 2, "--out is empty"),
    ([GAME, "IN", "--out", "OUT", "--levels", "nobody"], 2, "nobody"),
    ([GAME, "IN", "--out", "OUT", "--levels", ""], 2, "names no level"),
    ([GAME, "IN", "--out", "OUT", "--levels", "easy,easy"], 2, "easy twice"),
    ([GAME, "IN", "--out", "OUT", "--levels", "exec:command=true"], 2, "takes bots of this program"),
    ([GAME, "IN", "--out", "OUT", "--marks", "levle1"], 2, "at character 1: there is no variable 'levle1'; did you mean"),
    ([GAME, "IN", "--out", "OUT", "--levels", "easy", "--marks", "xyzzyx"], 2,
     "there is no variable 'xyzzyx'; there are beaten, levels, passes, built, sound, rank, submissions, rating, share, faults, "
     "disqualified, easy, easy.low, easy.high, easy.beaten, easy.first, easy.second"),
    ([GAME, "IN", "--out", "OUT", "--marks", "@nofile"], 2, "nofile"),
    ([GAME, "IN", "--out", "OUT", "--template", "nofile"], 2, "nofile cannot be read"),
    ([GAME, "IN", "--out", "OUT", "--template", "EMPTY"], 2, "contains no source files"),
    ([GAME, "IN", "--out", "OUT", "--similar", "2"], 2, "--similar"),
    ([GAME, "IN", "--out", "OUT", "--seed", "x"], 2, "--seed takes"),
    ([GAME, "IN", "--out", "OUT", "--games", "0"], 2, "--games"),
    ([GAME, "IN", "--out", "OUT", "--language", "fr"], 2, "--language"),
    ([GAME, "IN", "--out", "OUT", "--judge", "nobody"], 2, "nobody"),
    ([GAME, "IN", "--out", "OUT", "--judge", "exec:command=true"], 2, "--judge takes a bot of this program"),
    (["cantstop:players=1", "IN", "--out", "OUT"], 2, "one seat"),
])
def mistakes(arguments, status, words):
    with Course({"anna.py": good("anna")}) as course:
        os.mkdir(course.path("empty"))
        places = {"IN": course.folder, "OUT": course.out, "EMPTY": course.path("empty")}
        given = [next((a.replace(word, place, 1) for word, place in places.items() if a.startswith(word)), a)
                 for a in arguments]
        result = tahur.run("class", *given, "--trusted")
        check_equal(result.status, status, f"exit status ({result.err})")
        check(words in result.err and result.err.count("\n") == 1, result.err)
        check_equal(result.out, "", "standard output")
        check_equal(os.listdir(course.folder), ["anna.py"], "the folder of submissions")


@test
def a_foreign_database_is_left_alone():
    with Course({"anna.py": good("anna")}) as course:
        os.mkdir(course.out)
        with open(os.path.join(course.out, "class.db"), "w") as file:
            file.write("precious data of someone else, and quite a lot of it\n" * 10)
        before = tree_of(course.out)["class.db"]
        result = tahur.run(*course.arguments(*TRUSTED))
        check_equal(result.status, 2, "exit status")
        check("is not the database of a class" in result.err, result.err)
        check_equal(tree_of(course.out)["class.db"], before, "the file")


@test
def the_table_names_what_is_wrong():
    files = {"anna.py": good("anna"), "bert/bot.c": "int main(void) { return x; }\n", "=cmd()": "#!/bin/sh\n"}
    with Course(files) as course:
        shown = tahur.text(*course.arguments(*TRUSTED, "--marks", "1/(1 - sound)", "--levels", "easy"))
        check("bert is unbuilt: the build (cc " in shown, shown)
        check("the formula has no finite value for anna" in shown, shown)
        check("rounded" not in shown, shown)
        with open(os.path.join(course.out, "marks.csv"), encoding="utf-8") as file:
            marks = file.read()
        check("\"'=cmd()\"" in marks, "a name that a spreadsheet takes for a formula")
        check("the build (cc " in marks, "why bert is unbuilt")
        odd = tahur.text(*course.arguments(*TRUSTED, "--levels", "easy", "--games", "3", "--league-games", "1"))
        check("--games 3 is rounded up to 4" in odd and "--league-games 1 is rounded up to 2" in odd, odd)
