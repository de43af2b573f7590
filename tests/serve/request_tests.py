"""Requests of every kind, and what is no request: each gets a status and a sentence."""
import json
import os
import re
import urllib.parse

from harness import check, check_equal, tahur, test, test_each
from service import API, shared


def check_refused(answer, status, code):
    check_equal(answer.status, status, f"status ({answer.body[:200]})")
    check_equal(answer.json["code"], code, f"code ({answer.json['error']})")
    has_key = ["arguments", "key"] if "key" in answer.json else []
    check_equal(sorted(answer.json), sorted(["code", "error", *has_key]), "fields")
    check(all(isinstance(a, str) for a in answer.json.get("arguments", [])), "arguments", answer.json)
    error = answer.json["error"]
    check(10 < len(error) < 400 and "\n" not in error, "one sentence", error)


@test
def the_catalogue_has_all_games_and_only_bots_that_are_offered():
    catalog = shared().get(f"{API}/catalog").json
    check_equal([g["name"] for g in catalog["games"]], ["cantstop", "y", "parchis", "kittens"], "games")
    for game in catalog["games"]:
        names = [b["name"] for b in game["bots"]]
        check({"easy", "medium", "hard", "random"} <= set(names), game["name"], names)
        check("exec" not in names and "lib" not in names, "programs are offered", names)
        for bot in names:
            answer = shared().post(f"{API}/games", {"game": game["name"], "players": [
                {"kind": "bot", "bot": bot}, {"kind": "here"}]})
            check_equal(answer.status, 201, f"{game['name']} with {bot}, which is offered: {answer.body[:200]}")
        answer = shared().post(f"{API}/games", {"game": game["name"], "players": [
            {"kind": "bot", "bot": "nobody"}, {"kind": "here"}]})
        check_refused(answer, 400, "bad-value")
        check_equal(answer.json["error"].split(": ")[1].split(", "), names, "those that there are")
        for bot in game["bots"]:
            for option in bot["options"]:
                check_equal(sorted(option), ["choices", "default", "help", "kind", "max", "min", "name"],
                            "fields of an option")
                check(option["kind"] != "text", "a file is offered", option)
                if option["name"] == "memory":
                    check(option["max"] <= 256 and option["default"] <= option["max"], option)
    check(catalog["limits"]["body"] == 65536, catalog["limits"])


def plain_words(rules):
    """A text of rules without its marks, in one line."""
    return " ".join(re.sub(r"^## |\*", "", rules, flags=re.M).split())


@test_each("the rules are those that the command prints", [
    (game,) for game in ["cantstop", "cantstop:rules=official", "cantstop:players=3,columns=5,closed=1", "y",
                         "parchis", "parchis:rules=course", "kittens:deck=official,bombs=2"]])
def the_rules_are_those_that_the_command_prints(game):
    name, _, options = game.partition(":")
    query = f"?options={urllib.parse.quote(options)}" if options else ""
    answer = shared().get(f"{API}/rules/{name}{query}")
    check_equal(answer.status, 200, f"status ({answer.body[:200]})")
    check_equal(sorted(answer.json), ["game", "rules", "title"], "fields")
    check_equal(plain_words(answer.json["rules"]), " ".join(tahur.text("rules", game).split()), game)
    check("{" not in answer.json["rules"], "a condition or a figure is left in", answer.json["rules"])


@test_each("the rules refuse", [(path, status, code) for path, status, code in [
    ("chess", 404, "no-such-path"), ("cantstop?options=rules=box", 400, "bad-value"),
    ("cantstop?options=colour=red", 400, "bad-value"), ("cantstop?options=%ff", 400, "bad-value"),
    (f"cantstop?options={'x' * 600}", 400, "bad-value"), ("y?options=size", 400, "bad-value")]])
def the_rules_refuse(path, status, code):
    check_refused(shared().get(f"{API}/rules/{path}"), status, code)


@test
def health_tells_what_is_under_way():
    health = shared().get("/healthz").json
    check(health["ok"] is True and health["games"] >= 0 and "waiting" in health, health)


@test
def every_bot_of_the_catalogue_plays():
    catalog = shared().get(f"{API}/catalog").json
    for game in catalog["games"]:
        for bot in game["bots"]:
            if bot["name"] in ("minimax", "alphabeta", "hard") and game["name"] == "y":
                continue  # slow on its own board, and tried on a smaller one below
            options = {"size": 4} if game["name"] == "y" else {}
            made = shared().game(game["name"], ("here", bot["name"]), options=options)
            state = made.wait_turn()
            check(state["asks"], game["name"], bot["name"])
            made.move(state["moves"][0])
            made.act("pace", pace=0, paused=True)


MANY = "[" * 5000 + "]" * 5000
WRONG_BODIES = [
    ("nothing", b"", "bad-json"),
    ("no JSON", b"hello", "bad-json"),
    ("half an object", b'{"game": "y"', "bad-json"),
    ("two objects", b"{}{}", "bad-json"),
    ("a list", b"[1, 2]", "bad-json"),
    ("a number", b"7", "bad-json"),
    ("brackets without end", MANY.encode(), "bad-json"),
    ("brackets in an object", ('{"game": ' + MANY + "}").encode(), "bad-json"),
    ("a huge number", b'{"game": "y", "players": [], "seed": 99999999999999999999999999}', "bad-json"),
    ("a huge exponent", b'{"game": "y", "players": [], "seed": 1e999}', "bad-json"),
    ("bytes that are no UTF-8", b'{"game": "\xff\xfe"}', "bad-json"),
    ("a field twice", b'{"game": "y", "game": "y", "players": []}', "bad-json"),
    ("a zero in a text", b'{"game": "y\\u0000", "players": []}', "bad-json"),
    ("an empty object", b"{}", "bad-value"),
    ("a game that is none", b'{"game": "chess", "players": []}', "bad-value"),
    ("a game as a number", b'{"game": 7, "players": []}', "bad-value"),
    ("a game with options in its name", b'{"game": "y:size=5", "players": []}', "bad-value"),
    ("no players", b'{"game": "y"}', "bad-value"),
    ("players as an object", b'{"game": "y", "players": {}}', "bad-value"),
    ("too few players", b'{"game": "y", "players": [{"kind": "here"}]}', "bad-value"),
    ("a player as a word", b'{"game": "y", "players": ["here", "here"]}', "bad-value"),
    ("a player of no kind", b'{"game": "y", "players": [{}, {}]}', "bad-value"),
    ("a player of another kind", b'{"game": "y", "players": [{"kind": "cat"}, {"kind": "here"}]}', "bad-value"),
    ("a bot without its name", b'{"game": "y", "players": [{"kind": "bot"}, {"kind": "here"}]}', "bad-value"),
    ("a bot that is none", b'{"game": "y", "players": [{"kind": "bot", "bot": "x"}, {"kind": "here"}]}',
     "bad-value"),
    ("a person with a bot", b'{"game": "y", "players": [{"kind": "here", "bot": "easy"}, {"kind": "here"}]}',
     "bad-value"),
    ("another program", b'{"game": "y", "players": [{"kind": "bot", "bot": "exec", "options": '
     b'{"command": "id"}}, {"kind": "here"}]}', "bad-value"),
    ("another program in a name", b'{"game": "y", "players": [{"kind": "bot", "bot": "exec:command=id"}, '
     b'{"kind": "here"}]}', "bad-value"),
    ("a file of a model", b'{"game": "kittens", "players": [{"kind": "bot", "bot": "dqn", "options": '
     b'{"model": "/etc/passwd"}}, {"kind": "here"}]}', "bad-value"),
    ("too much memory", b'{"game": "y", "players": [{"kind": "bot", "bot": "mcts", "options": '
     b'{"memory": 100000}}, {"kind": "here"}]}', "bad-value"),
    ("an option that is none", b'{"game": "y", "options": {"colour": 3}, "players": []}', "bad-value"),
    ("an option out of range", b'{"game": "y", "options": {"size": 100}, "players": []}', "bad-value"),
    ("an option as a list", b'{"game": "y", "options": {"size": [5]}, "players": []}', "bad-value"),
    ("an option with a comma", b'{"game": "y", "options": {"size": "5,pie=1"}, "players": []}', "bad-value"),
    ("a negative seed", b'{"game": "y", "players": [{"kind": "here"}, {"kind": "here"}], "seed": -1}',
     "bad-value"),
    ("a seed with a point", b'{"game": "y", "players": [{"kind": "here"}, {"kind": "here"}], "seed": 1.5}',
     "bad-value"),
    ("a pace too slow", b'{"game": "y", "players": [{"kind": "here"}, {"kind": "here"}], "pace": 10001}',
     "bad-value"),
    ("a clock that is none", b'{"game": "y", "players": [{"kind": "here"}, {"kind": "here"}], "clock": "x"}',
     "bad-value"),
    ("a name too long", json.dumps({"game": "y", "players": [{"kind": "here", "name": "x" * 65},
                                                             {"kind": "here"}]}).encode(), "bad-value"),
    ("a field that is none", b'{"game": "y", "players": [], "colour": 3}', "bad-value"),
    ("a record that is none", b'{"record": "hello"}', "bad-value"),
    ("an empty record", b'{"record": ""}', "bad-value"),
    ("a game and a record", b'{"game": "y", "record": "tahur record 1"}', "bad-value"),
    ("a record with a wrong step",
     json.dumps({"record": "tahur record 1\ngame: y:size=3\nrules: 1\nseat 0: human\nseat 1: human\n"
                           "end: stopped\nmoves:\nz9"}).encode(), "bad-value"),
    ("a record with a program",
     json.dumps({"record": "tahur record 1\ngame: y:size=3\nrules: 1\nseat 0: exec:command=id\n"
                           "seat 1: human\nend: stopped\nmoves:\na1"}).encode(), "bad-value"),
]


@test_each("a body is refused", WRONG_BODIES)
def a_body_is_refused(name, body, code):
    check_refused(shared().post(f"{API}/games", body), 400, code)


ONE = "A" * 22
WRONG_PATHS = [
    ("GET", "/nothing", 404, "no-such-path"),
    ("GET", "/api/v1", 404, "no-such-path"),
    ("GET", "/api/v2/catalog", 404, "no-such-path"),
    ("GET", "/api/v1/catalog/", 404, "no-such-path"),
    ("GET", "/api/v1/games/", 404, "no-such-path"),
    ("GET", "/../etc/passwd", 404, "no-such-path"),
    ("GET", "/%2e%2e/%2e%2e/etc/passwd", 404, "no-such-path"),
    ("GET", "/" + "x" * 4000, 404, "no-such-path"),
    ("GET", f"{API}/games/{ONE}", 404, "no-such-game"),
    ("GET", f"{API}/games/{ONE}/events", 404, "no-such-game"),
    ("GET", f"{API}/games/short", 404, "no-such-game"),
    ("GET", f"{API}/games/%27%20OR%201=1%20--", 404, "no-such-game"),
    ("GET", f"{API}/games/{ONE}x", 404, "no-such-path"),
    ("GET", f"{API}/games/{ONE}/at/x", 404, "no-such-path"),
    ("GET", f"{API}/games/{ONE}/at/99999999999999999999999", 404, "no-such-path"),
    ("GET", f"{API}/games/{ONE}/at/-1", 404, "no-such-path"),
    ("POST", f"{API}/games/{ONE}/undo", 404, "no-such-game"),
    ("GET", f"{API}/games", 405, "not-allowed"),
    ("POST", f"{API}/catalog", 405, "not-allowed"),
    ("PUT", f"{API}/games", 405, "not-allowed"),
    ("DELETE", f"{API}/games/{ONE}", 405, "not-allowed"),
    ("GET", f"{API}/games/{ONE}/move", 405, "not-allowed"),
    ("PATCH", "/healthz", 405, "not-allowed"),
    ("OPTIONS", f"{API}/games", 405, "not-allowed"),
    ("NONSENSE", f"{API}/games", 405, "not-allowed"),
]


@test_each("a path is refused", [(f"{m} {p}", m, p, s, c) for m, p, s, c in WRONG_PATHS])
def a_path_is_refused(name, method, path, status, code):
    body = b'{"version": 1}' if method == "POST" else None
    answer = shared().request(method, path, body)
    check_refused(answer, status, code)
    check_equal(answer.headers["Cache-Control"], "no-store", "Cache-Control")
    if status == 405:
        check(answer.headers["Allow"] in ("GET", "POST"), answer.headers["Allow"])


@test
def a_key_that_is_none_opens_nothing():
    game = shared().game()
    for key in (ONE, "", "x", game.key[:-1], game.key + "A", "%00"):
        check_refused(game.get(key=key or "%20"), 403, "no-such-key")
        check_refused(game.act("undo", key or " ", version=1), 403, "no-such-key")


@test
def the_key_of_one_game_is_none_of_another():
    first, second = shared().game(), shared().game()
    check_refused(second.act("resign", first.key, seat=0), 403, "no-such-key")
    check_refused(second.get(key=first.key), 403, "no-such-key")


@test
def moves_are_refused_without_a_key_out_of_turn_of_old_versions_and_against_the_rules():
    game = shared().game("y", ("here", "link"), options={"size": 4})
    version = game.state["version"]
    check_refused(game.move("a1", key=None), 403, "not-yours")
    check_refused(game.move("a1", key=game.links[1]), 403, "not-yours")
    check_refused(game.move("z9"), 422, "illegal-move")
    check_refused(game.move("a1 and more"), 422, "illegal-move")
    check_refused(game.move("x" * 3000), 422, "illegal-move")
    check_refused(game.move(""), 422, "illegal-move")
    check_refused(game.move("a1", version=version + 1), 409, "not-now")
    check_refused(game.move("a1", version=-1), 409, "not-now")
    check_equal(game.move("a1", version=version).status, 200, "a good move")
    check_refused(game.move("a1", version=version), 409, "not-now")  # a double click
    check_refused(game.move("a2"), 403, "not-yours")  # the other's turn
    check_refused(game.move("a1", key=game.links[1]), 422, "illegal-move")  # taken


WRONG_ACTS = [("move", {}), ("move", {"version": "1", "move": "a1"}), ("move", {"version": 1, "move": 7}),
              ("move", {"version": 1}), ("move", {"version": 1.0, "move": "a1"}), ("undo", {}),
              ("resign", {}), ("resign", {"seat": "0"}), ("resign", {"seat": 9}), ("resign", {"seat": -1}),
              ("pace", {"pace": "fast"}), ("pace", {"pace": -1}), ("pace", {"pace": 100000}),
              ("pace", {"paused": 1}), ("switch", {"seat": 1}), ("hint", {"bot": 7}),
              ("think", {"bot": 7}), ("think", {"bot": "exec:command=id"}), ("think", {"step": "x"})]


@test_each("fields are checked", [(f"{what} {json.dumps(fields)}", what, fields) for what, fields in WRONG_ACTS])
def fields_are_checked(name, what, fields):
    check_refused(shared().game("y", options={"size": 4}).act(what, **fields), 400, "bad-value")


@test
def only_whoever_made_the_game_sets_its_pace_and_switches_seats():
    game = shared().game("y", ("here", "link"), options={"size": 4})
    for key in (None, game.links[1]):
        check_refused(game.act("pace", key, pace=5), 403, "not-yours")
        check_refused(game.act("switch", key), 403, "not-yours")
    check_refused(game.act("switch"), 409, "not-now")  # another person would be moved
    check_refused(game.act("again", None), 403, "not-yours")
    check_refused(game.act("again", game.links[1]), 409, "not-now")


@test
def a_body_is_limited():
    server = shared()
    game = server.game()
    long = {"key": game.key, "version": 1, "move": "x" * 70000}
    check_refused(server.post(game.path("/move"), long), 413, "too-large")
    check_refused(server.post(f"{API}/games", {"game": "y", "players": [], "clock": "x" * 70000}), 413,
                  "too-large")
    check_refused(server.post(f"{API}/games", b"x" * 1100000), 413, "too-large")
    check_refused(server.post(f"{API}/games", {"record": "\n" * 30000}), 400, "bad-value")
    huge = {"Content-Length": str(1 << 40)}  # is not waited for
    check_refused(server.post(f"{API}/games", b"{}", headers=huge), 413, "too-large")


@test
def a_chunked_body_is_limited_too():
    server = shared()

    def parts():
        for _ in range(200):
            yield b" " * 10000

    answer = server.request("POST", f"{API}/games", parts(), {"Transfer-Encoding": "chunked",
                                                              "Content-Type": "application/json"})
    check_refused(answer, 413, "too-large")


@test
def course_projects_find_the_bots_of_y():
    server = shared()
    yen = {"size": 3, "turn": 0, "players": ["B", "R"], "layout": "./../..."}
    check_equal(server.get("/status").body, b"OK", "status")
    for bot in ("random_bot", "mcts_bot", "flat-mc:iterations=500"):
        answer = server.post(f"/v1/ybot/choose/{bot}", yen)
        check_equal(answer.status, 200, answer.body)
        coords = answer.json["coords"]
        check_equal((answer.json["api_version"], sum(coords.values())), ("v1", 2), "version and coordinates")
    query = urllib.parse.urlencode({"position": json.dumps(yen), "bot_id": "random_bot", "api_version": "v1"})
    check("coords" in server.get(f"/play?{query}").json, "play")
    check_equal(server.get("/play").status, 400, "without a position")
    check_equal(server.post("/v1/ybot/choose/nobody", yen).status, 404, "an unknown bot")
    check_equal(server.post("/v1/ybot/choose/exec:command=id", yen).status, 404, "another program")
    check_equal(server.post("/v1/ybot/choose/dqn", yen).status, 404, "a bot that is nothing without a file")
    chosen = {server.post("/v1/ybot/choose/random_bot", {**yen, "size": 9, "layout": "/".join(
        "." * row for row in range(1, 10))}).body for _ in range(8)}
    check(len(chosen) > 1, "random_bot always chooses the same", chosen)
    check_equal(server.post("/v1/ybot/choose/random_bot", b"hello").status, 400, "no position")
    full = {**yen, "layout": "B/BB/BRR"}
    check(server.post("/v1/ybot/choose/random_bot", full).status in (400, 409), "a finished game")


@test
def course_projects_hear_of_mistakes_in_their_own_words():
    server = shared()
    yen = {"size": 3, "turn": 0, "players": ["B", "R"], "layout": "./../..."}
    for answer, status in ((server.post("/v1/ybot/choose/nobody", yen), 404), (server.post("/v1/ybot/nothing", yen), 404),
                           (server.get("/v1/ybot/choose/random_bot"), 405), (server.post("/status", yen), 405),
                           (server.post("/v1/ybot/choose/random_bot", yen, headers={"Content-Type": "text/plain"}), 415),
                           (server.post("/v1/ybot/choose/flat-mc:iterations=99999999", yen), 400),
                           (server.post("/v1/ybot/choose/flat-mc:nothing=1", yen), 400)):
        check_equal((answer.status, sorted(answer.json)), (status, ["code", "message"]), answer.body)


@test
def a_person_who_comes_to_no_place_gets_the_page():
    person = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
    for path in ("/nonsense", "/favicon.nothing", "/v2/x"):
        answer = shared().get(path, headers=person)
        check_equal((answer.status, answer.body), (404, shared().get("/").body), path)
        check(answer.headers["Content-Type"].startswith("text/html"), answer.headers["Content-Type"])
        check_equal(shared().get(path).json["code"], "no-such-path", f"{path}, to a program")
    check_refused(shared().get(f"{API}/nonsense", headers=person), 404, "no-such-path")
    check_equal(shared().get("/status", headers=person).body, b"OK", "what is there")


def names_in(example):
    return set(re.findall(r'"(\w+)"(?=:|, "|\})', example))


def names_of(value):
    """All field names of a value, however deep; but not those of a game's own state and events."""
    if isinstance(value, list):
        return set().union(*map(names_of, value))
    if not isinstance(value, dict):
        return set()
    return set(value) | set().union(*(names_of(v) for n, v in value.items() if n not in ("state", "extra", "events")))


@test
def the_examples_of_the_manual_have_the_fields_that_there_are():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "api.md")
    with open(path, encoding="utf-8") as file:
        manual = file.read()

    def example(title):
        """The first indented block after a heading."""
        lines = manual.split(f"### {title}\n")[1].split("\n    ", 1)[1].split("\n\n")[0]
        return lines

    made = shared().game("kittens", ("here", "easy"))
    made.move("draw")
    state = made.wait_turn()
    shown = example("The state message")
    check_equal(names_of(state) - names_in(shown), set(), "fields that the manual does not show")
    known = names_of(state) | {"bot"}
    check_equal(set(re.findall(r'"(\w+)":', shown)) - known, set(), "fields that are not there")
    thoughts = made.act("think").json
    check_equal(names_of(thoughts), set(re.findall(r'"(\w+)":', example("`POST /games/ID/think`"))), "think")
    catalog = shared().get(f"{API}/catalog").json
    shown = set(re.findall(r'"(\w+)":', example("`GET /catalog`")))
    check_equal(shown - names_of(catalog), set(), "fields of the catalogue")
