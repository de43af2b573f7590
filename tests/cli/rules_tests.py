"""tahur rules: the rules of every game, with its options, by a word, in any width."""
import os
import re
import subprocess

from documents import ROOT
from harness import TIME_LIMIT, check, check_equal, tahur, test, test_each

GAMES = ["cantstop", "y", "kittens", "parchis"]


def in_columns(columns, *args):
    done = subprocess.run([tahur.path, "rules", *args], capture_output=True, timeout=TIME_LIMIT, check=True,
                          env={**os.environ, "COLUMNS": str(columns)})
    return done.stdout.decode()


@test
def rules_without_a_game_list_the_games():
    text = tahur.text("rules")
    for game in GAMES:
        check(f"tahur rules {game} " in text, game, "is missing in", text)


@test_each("prints the rules of", [(game,) for game in GAMES])
def prints_rules(game):
    text = tahur.text("rules", game)
    with open(os.path.join(ROOT, "src", "games", game, "rules.md"), encoding="utf-8") as file:
        source = file.read()
    headings = re.findall(r"^## (The aim|Your turn)$", source, re.M)
    check_equal(re.findall(r"^(The aim|Your turn)$", text, re.M), headings, "headings")
    check(not re.search(r"[*{}]|##", text), "markup is left in", text)
    check("\033" not in text, "colour in a pipe")
    for columns in [40, 60, 80]:
        widest = max(in_columns(columns, game).split("\n"), key=len)
        check(len(widest) <= columns, f"wider than {columns}: {widest}")


@test
def rules_are_those_of_the_options():
    def text(game):
        return " ".join(tahur.text("rules", game).split())

    for game, there, not_there in [
            ("parchis", "Each colour has its own dice", "The two players take turns"),
            ("parchis", "- Lightning", "Passing with a 6 keeps the turn"),
            ("parchis:rules=course", "The two players take turns", "Each colour has its own dice"),
            ("parchis:rules=course", "Passing with a 6 keeps the turn", "for five turns, and the opponent"),
            ("parchis:items=0", "A 6 gives another turn", "Lightning"),
            ("kittens", "30 cards", "25 cards"), ("kittens:deck=seed25", "25 cards", "30 cards"),
            ("kittens:deck=official", "is dealt 7", "begin with a defuse, a skip"),
            ("kittens:rules=classic", "one action", "Before every draw"),
            ("cantstop", "or in just one of the two", "both sums have to move"),
            ("cantstop:forced=1", "both sums have to move", "or in just one of the two"),
            ("cantstop:players=1", "solitaire", "never block each other"),
            ("cantstop:rules=official", "markers of the others leave it.", "If all are closed"),
            ("cantstop:closed=1,columns=4", "leave it. If all are closed", "Several players"),
            ("cantstop:closed=1,columns=4,players=3", "markers of the others leave it.", "If all are closed"),
            ("cantstop:closed=1,columns=5,players=3", "leave it. If all are closed", "Several players"),
            ("cantstop:closed=1,columns=5,players=2", "markers of the others leave it.", "If all are closed"),
            ("cantstop:columns=5", "Several players", "If all are closed")]:
        said = re.sub(r"Variants .*", "", text(game))
        check(there in said, there, "is missing in", game, said)
        check(not_there not in said, not_there, "is in", game, said)


@test
def a_word_selects_what_mentions_it():
    check_equal(tahur.text("rules", "parchis", "BULLET"),
                "Special dice\n- Bullet: forty squares or more, to the first free one, past everything; it even\n"
                "  leaves home.\n", "bullet")
    check_equal(tahur.text("rules", "y", "resigning"),
                "Resigning\nYou may resign at your own turn; the other player wins.\n", "a heading")
    result = tahur.run("rules", "y", "castling")
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur rules: .*castling.*The aim, Your turn.*\n", result.err), result.err)


@test_each("rules refuses", [(["chess"], ["chess", "cantstop"]), (["parchis:rules=cours"], ["did you mean 'course'"]),
                             (["y", "a", "b"], ["'b' is too many"])])
def refuses(args, words):
    result = tahur.run("rules", *args)
    check_equal((result.status, result.out), (2, ""), "exit status and standard output")
    check(re.fullmatch(r"tahur rules: .*\n", result.err) and all(word in result.err for word in words), result.err)
