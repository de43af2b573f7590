"""Whole games of each kind, and everything that can be done in one."""
import json
import math
import os
import threading
import time

from harness import check, check_equal, tahur, test, test_each
from request_tests import check_refused
from service import API, Events, Game, shared

GAMES = [("cantstop", {"players": 2}, ("here", "easy")), ("y", {"size": 5}, ("here", "easy")),
         ("parchis", {}, ("here", "easy")), ("kittens", {}, ("here", "easy")),
         ("cantstop", {}, ("here", "link", "easy", "medium")), ("y", {"size": 4, "pie": 1}, ("here", "here")),
         ("cantstop", {"players": 1}, ("here",))]


@test_each("a whole game", [(f"{game} {' '.join(players)}", game, options, players)
                            for game, options, players in GAMES])
def a_whole_game(name, game, options, players):
    made = shared().game(game, players, options=options, seed=3)
    choose = (lambda moves: "stop" if "stop" in moves else moves[-1])
    over = made.play(choose)
    check_equal(over["over"]["end"], "won", "end")
    check(abs(sum(over["over"]["result"]) - 1) < 1e-9, over["over"])
    check(over["turn"] is None and not over["asks"] and over["moves"] == [], "nothing is to be done")
    check(len(over["steps"]) == over["total"] and over["from"] == 0, "steps")
    # What the service calls the game is what the program replays, to the same end.
    record = made.get("/record", key=None)
    check_equal(record.status, 200, "record")
    file = f"served-{made.id}.txt"
    path = os.path.join(tahur.directory.name, file)
    with open(path, "wb") as out:
        out.write(record.body)
    try:
        replayed = tahur.json("replay", file, "--game", "0")
    finally:
        os.unlink(path)
    check(json.dumps(replayed).count("illegal") == 0, replayed)
    check_refused(made.move("a1"), 409, "not-now")


@test
def a_new_game_tells_everything():
    made = shared().game("cantstop", ({"kind": "here", "name": "Ana"}, {"kind": "link", "name": "Luis <b>"},
                                      {"kind": "bot", "bot": "max-rolls", "options": {"n": 3}}),
                         clock="5m+3s", pace=600)
    state = made.state
    check_equal(list(made.links), [1], "links")
    check_equal([p["kind"] for p in state["players"]], ["person", "person", "bot"], "kinds")
    check_equal([p["name"] for p in state["players"]], ["Ana", "Luis <b>", "max-rolls"], "names")
    check_equal(state["players"][2]["bot"], "max-rolls:n=3", "bot")
    check_equal([p["yours"] for p in state["players"]], [True, False, False], "yours")
    check(state["owner"] is True and state["seat"] == 0 and state["asks"] is True, state)
    check_equal(state["spec"], "cantstop:players=3", "spec")
    check(299 < state["clock"]["left"][0] <= 300 and state["clock"]["gain"] == 3, state["clock"])
    check_equal(state["clock"]["running"], None, "whose clock runs")
    check_equal(state["can"], {"undo": False, "resign": True, "switch": False, "hint": False, "think": False,
                               "record": True, "review": False, "agree": False, "grant": False}, "can")
    viewer = made.look(None)
    check(viewer["owner"] is False and viewer["seat"] is None and viewer["moves"] == [], "a viewer")
    check_equal([p["yours"] for p in viewer["players"]], [False] * 3, "yours of a viewer")
    other = made.look(made.links[1])
    check(other["seat"] == 1 and other["moves"] == [] and not other["owner"], "the other seat")
    check(len({made.id, made.key, made.links[1]}) == 3 and len(made.id) == len(made.key) == 22, "names")


@test
def names_that_cannot_be_seen_are_none():
    names = ["\u200b ", "\u202eeve \x07", " Ana ", ""]
    made = shared().game("cantstop", [{"kind": "here", "name": name} for name in names])
    check_equal([p["name"] for p in made.state["players"]], ["", "eve", "Ana", ""], "names")


@test
def the_same_seed_and_moves_are_the_same_game():
    ends = []
    for _ in range(2):
        made = shared().game("kittens", ("here", "v1"), seed=11)
        ends.append([s["text"] for s in made.play()["steps"]])
    check_equal(ends[0], ends[1], "steps")


@test
def hard_of_cant_stop_is_the_strong_bot_that_people_are_promised():
    catalog = shared().get(f"{API}/catalog").json
    bots = {b["name"]: b for b in next(g for g in catalog["games"] if g["name"] == "cantstop")["bots"]}
    check_equal(bots["hard"]["stands_for"], "turn-optimal", "what the catalogue says that it stands for")
    check_equal(bots["hard"]["tells"], bots["turn-optimal"]["tells"], "what it tells")

    def moves(bot):
        made = [shared().game("cantstop", ("here", bot), options={"players": 2}, seed=seed) for seed in range(3)]
        return [[step["move"] for step in one.play()["steps"]] for one in made]

    hard = moves("hard")
    check_equal(hard, moves("turn-optimal"), "the moves of hard")
    check(hard != moves("risk-stop"), "these seeds tell the two bots apart", hard)
    made = shared().game("cantstop", ("here", "hard"), options={"players": 2})
    seat = made.state["players"][1]
    check_equal((seat["name"], seat["bot"]), ("hard", "turn-optimal"), "the player in the state message")
    thoughts = shared().game("cantstop", ("here",), options={"players": 1}).act("think", bot="hard").json
    check_equal(thoughts["bot"], "turn-optimal", "who has thought")


@test
def contests_keep_the_fast_hard_of_cant_stop():
    known = {bot["bot"]: bot for bot in tahur.json("bots", "cantstop")["bots"]}
    check_equal(known["hard"]["stands_for"], "risk-stop", "what hard stands for in contests")


@test
def without_a_seed_games_differ_and_a_running_record_does_not_tell_the_luck_to_come():
    rolls = set()
    for _ in range(4):
        made = shared().game("cantstop", ("here", "here"))
        rolls.add(made.state["steps"][0]["move"])
        check(b"seed" not in made.get("/record").body, "the seed is told")
    check(len(rolls) > 1, rolls)


@test
def undo_goes_back_to_ones_own_decision_and_luck_stays():
    made = shared().game("cantstop", ("here", "easy"), seed=4)
    first = made.state
    check_refused(made.act("undo", version=first["version"]), 409, "not-now")
    made.move(first["moves"][0])
    after = made.wait_turn()
    check(after["can"]["undo"], after["can"])
    back = made.act("undo", version=after["version"]).json
    check_equal((back["state"], back["moves"]), (first["state"], first["moves"]), "the state before")
    check(back["version"] > after["version"], "a version never comes again")
    made.move(first["moves"][0])
    check_equal(made.wait_turn()["state"], after["state"], "the same again")
    check_refused(made.act("undo", version=first["version"]), 409, "not-now")
    check_refused(made.act("undo", None, version=made.look()["version"]), 403, "not-yours")


@test
def undo_takes_back_the_time_that_a_decision_brought():
    made = shared().game("y", ("here", "here"), options={"size": 5}, clock="20+5")
    for _ in range(3):
        made.move("a1")
        state = made.act("undo", version=made.look()["version"]).json
    check(18 < state["clock"]["left"][0] <= 20, state["clock"])
    made = shared().game("y", ("here", "random"), options={"size": 5}, clock="20+5")
    made.move("a1")
    state = made.act("undo", version=made.wait_turn()["version"]).json
    check(all(15 < left <= 20 for left in state["clock"]["left"]), state["clock"])
    made = shared().game("y", ("here", "random"), options={"size": 5}, clock="20+5", pace=10000)
    made.move("a1")
    made.wait(lambda s: s["clock"]["left"][1] > 20)  # it has decided, and waits for its time
    state = made.act("undo", version=made.look()["version"]).json
    check(all(15 < left <= 20 for left in state["clock"]["left"]), state["clock"])


@test
def undo_brings_back_a_game_that_was_lost():
    made = shared().game("y", ("here", "random"), options={"size": 2})
    over = made.play()
    check(over["can"]["undo"], over)
    back = made.act("undo", version=over["version"]).json
    check(back["over"] is None and back["asks"], back)


@test
def a_game_without_end_is_ended():
    made = shared().game("cantstop", ("always-continue", "always-continue"), seed=1)
    limit = shared().get(f"{API}/catalog").json["limits"]["steps"]
    over = made.wait(lambda s: s["over"])
    check(over["over"]["end"] == "unfinished" and over["total"] == limit <= 4000, over["over"], over["total"])
    check_equal(made.get(f"/at/{limit // 2}").json["total"], limit // 2, "in the middle")


@test
def resigning_ends_the_game():
    made = shared().game("parchis", ("here", "easy"))
    check_refused(made.act("resign", seat=1), 403, "not-yours")
    check_refused(made.act("resign", None, seat=0), 403, "not-yours")
    over = made.act("resign", seat=0).json
    check_equal(over["over"], {"end": "resigned", "seat": 0, "fault": None, "result": [0.0, 1.0]}, "over")
    check_refused(made.act("resign", seat=0), 409, "not-now")


@test
def switching_moves_everybody_one_seat_on():
    made = shared().game("kittens", ("here", "v2"), seed=2)
    hand = made.state["state"]["hands"][0]
    state = made.act("switch").json
    check_equal([p["kind"] for p in state["players"]], ["bot", "person"], "kinds")
    check_equal(state["seat"], 1, "seat")
    state = made.wait_turn()
    check(state["turn"] == 1 and state["total"] > 0, "the bot has moved")
    state = made.act("switch").json
    check_equal((state["seat"], state["state"]["hands"][0]), (0, hand), "back again")
    check(not any(not step["chance"] for step in state["steps"]), "what the bot played is not the person's", state["steps"])
    state = made.move(state["moves"][0]).json
    check(not state["can"]["switch"], "what a person has played stays the person's")
    check_refused(made.act("switch"), 409, "not-now")


@test
def again_is_the_same_with_other_luck_and_the_same_keys():
    made = shared().game("y", ("here", "link"), options={"size": 3}, clock="2m")
    made.act("resign", seat=0)
    answer = made.act("again", made.links[1])
    check_equal(answer.status, 201, answer.body[:200])
    check_equal(made.look(None)["next"], answer.json["id"], "next")
    following = Game(shared(), {**answer.json, "links": []}, made.key)
    state = following.look()
    check(state["owner"] and state["seat"] == 0 and state["over"] is None and state["total"] == 0, state)
    check(following.look(made.links[1])["seat"] == 1, "the other seat")
    check(state["clock"]["left"][0] > 100, "a whole clock")
    check_equal(made.act("again").json["id"], following.id, "there is one next game")


@test
def steps_can_be_looked_at_one_by_one():
    made = shared().game("y", ("here", "here"), options={"size": 4})
    for _ in range(4):
        made.move(made.look()["moves"][0])
    states = [made.get(f"/at/{n}").json for n in range(5)]
    check_equal([s["total"] for s in states], [0, 1, 2, 3, 4], "totals")
    check_equal([len(s["steps"]) for s in states], [0, 1, 2, 3, 4], "steps")
    check_equal(states[4]["state"], made.look()["state"], "the last one is now")
    check(all(not any(s["can"].values()) and s["moves"] == [] for s in states), "nothing can be done there")
    check_equal(made.get("/at/5").status, 404, "behind the end")


@test
def a_record_can_be_loaded_and_gone_on_with():
    made = shared().game("y", ("here", "here"), options={"size": 4})
    for move in ("a1", "b2"):
        made.move(move)
    record = made.get("/record").body.decode()
    loaded = shared().post(f"{API}/games", {"record": record})
    check_equal(loaded.status, 201, loaded.body[:300])
    state = loaded.json["state"]
    check(state["total"] == 2 and state["asks"] and len(state["moves"]) > 2, state)
    other = shared().post(f"{API}/games", {"record": record, "players": [
        {"kind": "bot", "bot": "random"}, {"kind": "here"}]})
    check_equal([p["kind"] for p in other.json["state"]["players"]], ["bot", "person"], "players")


@test
def a_finished_record_is_there_to_be_looked_at():
    text = tahur.text("arena", "kittens", "v1", "v2", "--games", "2", "--seed", "3", "--record", "/dev/stdout")
    record = "tahur record 1" + text.split("tahur record 1")[1]
    record = record[:record.index("\n\n")] if "\n\n" in record else record
    loaded = shared().post(f"{API}/games", {"record": record})
    check_equal(loaded.status, 201, loaded.body[:400])
    state = loaded.json["state"]
    check(state["over"] and state["can"]["review"] and not state["can"]["undo"], state["over"])
    check_equal(state["state"]["view"], None, "all is seen")


@test
def a_clock_that_runs_out_ends_the_game_though_nobody_moves():
    made = shared().game("y", ("here", "easy"), options={"size": 4}, clock="0.4")
    over = made.wait(lambda s: s["over"], seconds=20)
    check_equal((over["over"]["end"], over["over"]["seat"]), ("time", 0), "end")
    check_equal(over["over"]["result"], [0.0, 1.0], "result")


@test
def a_decision_brings_time_back():
    made = shared().game("y", ("here", "here"), options={"size": 4}, clock="60+30")
    state = made.move("a1").json
    check(80 < state["clock"]["left"][0] <= 90 and state["clock"]["running"] == 1, state["clock"])


@test
def bots_wait_for_their_pace_and_a_pause_halts_them():
    made = shared().game("cantstop", ("medium", "medium"), pace=120, seed=1)
    begun = time.monotonic()
    made.wait(lambda s: sum(not step["chance"] for step in s["steps"]) >= 4)
    check(time.monotonic() - begun > 0.3, "too fast")
    made.act("pace", paused=True)
    total = made.look()["total"]
    time.sleep(0.4)
    check_equal(made.look()["total"], total, "steps in a pause")
    state = made.act("pace", pace=0, paused=False).json
    check(state["pace"] == 0 and state["paused"] is False, state["pace"])
    made.wait(lambda s: s["over"])


@test
def a_hint_is_a_legal_move_and_changes_nothing():
    for game in ("cantstop", "kittens", "parchis"):
        made = shared().game(game, ("here", "easy"))
        hint = made.act("hint").json
        check(hint["move"] in made.state["moves"], hint)
        check(hint["chance"] is None or 0 <= hint["chance"] <= 1, hint)
        check_equal(made.look()["version"], made.state["version"], "version")


@test
def hints_and_thoughts_agree_where_perfect_play_is_known():
    made = shared().game("y", ("here", "here"), options={"size": 4}, hints=True)
    for move in ("b2", "a1", "c2"):
        made.move(move)
        thoughts, hint = made.act("think").json, made.act("hint").json
        check_equal((thoughts["by"], thoughts["best"]), ("exact", hint["move"]), f"best after {move}, and a hint")
        check_equal(hint["chance"], thoughts["moves"][0]["value"], "chance")
    check(not any(move["value"] for move in thoughts["moves"]), "the last position is lost", thoughts["moves"])


@test
def what_a_bot_thinks_is_told_of_every_legal_move():
    for game, options in (("cantstop", {}), ("kittens", {}), ("parchis", {}), ("y", {"size": 5})):
        made = shared().game(game, ("here", "easy"), options=options)
        thoughts = made.act("think").json
        check_equal(sorted(m["move"] for m in thoughts["moves"]), sorted(made.state["moves"]), "moves")
        check_equal((thoughts["seat"], thoughts["step"]), (0, made.state["total"]), "seat and step")
        check(thoughts["best"] in made.state["moves"] and thoughts["by"] in ("search", "rollouts", "exact"), thoughts)
        for move in thoughts["moves"]:
            check_equal(sorted(move), ["error", "line", "move", "own", "value"], "fields")
            check(move["value"] is None or 0 <= move["value"] <= 1, move)
    check_equal(made.act("think", bot="mcts:iterations=100").json["bot"], "mcts:iterations=100,memory=256", "bot")
    check_refused(made.act("think", step=99), 400, "bad-value")
    check_refused(made.act("think", bot="nobody"), 400, "bad-value")
    check_refused(made.act("think", bot="mcts:memory=9999"), 400, "bad-value")
    made.act("resign", seat=0)
    check_equal(made.act("think", None, step=0).status, 200, "when it is over everybody may ask")
    made = shared().game("y", ("here", "easy"), options={"size": 2})
    check_refused(made.act("think", step=made.play()["total"]), 409, "not-now")


@test
def hint_thoughts_and_review_have_the_same_numbers():
    for game, options in (("y", {"size": 8}), ("cantstop", {"players": 2})):
        made = shared().game(game, ("here", "here"), options=options, hints=True, seed=3)
        for _ in range(3):
            thoughts, hint = made.act("think").json, made.act("hint").json
            check(thoughts["complete"], "complete")
            best = thoughts["moves"][0]
            check_equal((hint["move"], hint["chance"]), (best["move"], best["value"]), "a hint and the thoughts")
            made.move(made.wait_turn()["moves"][-1])
            made.wait_turn()
        made.act("resign", seat=0)
        review = made.act("review").json
        for step in (s for s in review["steps"][:3] if s["kind"] == "decision"):
            thoughts = made.act("think", step=step["step"] - 1).json
            values = {m["move"]: m["value"] for m in thoughts["moves"]}
            check_equal(step["chances"]["best"], max(v for v in values.values() if v is not None), "the best")
            if values[step["action"]] is not None:
                check_equal(step["chances"]["played"], values[step["action"]], "what was played")
        for player in review["players"]:
            own = [s["loss"] for s in review["steps"] if s["seat"] == player["seat"] and s["kind"] in ("decision", "given-up")]
            check(abs(sum(own) - player["errors"]) < 1e-9, "the errors of", player)
            accuracy = sum(math.exp(-5 * loss) for loss in own) / len(own) if own else None
            check(accuracy is None or abs(accuracy - player["accuracy"]) < 1e-9, "the accuracy of", player)


@test
def thoughts_are_there_while_bots_play():
    made = shared().game("y", ("easy", "easy"), options={"size": 5}, pace=10000)
    made.act("pace", paused=True)
    state = made.look(None)
    check(state["can"]["think"] and not state["can"]["hint"], state["can"])
    check_equal(made.act("think", None).json["seat"], state["turn"], "whose moves")


@test
def a_line_is_shown_and_a_record_goes_on_from_any_step():
    made = shared().game("y", ("here", "here"), options={"size": 4})
    for move in ("b2", "a1", "c2"):
        made.move(move)
    shown = made.act("line", None, step=1, moves=["a2", "c1"]).json
    check_equal((shown["total"], [s["move"] for s in shown["steps"]]), (3, ["b2", "a2", "c1"]), "the line")
    check_equal(made.look()["total"], 3, "the game")
    check_refused(made.act("line", None, step=1, moves=["b2"]), 422, "illegal-move")
    check_refused(made.act("line", None, step=1, moves=[7]), 422, "illegal-move")
    check_refused(made.act("line", None, step=4, moves=[]), 400, "bad-value")
    check_refused(made.act("line", None, step=0, moves=["a1"] * 65), 400, "bad-value")
    check_equal(shared().game("kittens", ("here", "here")).act("line", None, step=0, moves=[]).status, 409, "hidden cards")
    made.act("resign", seat=0)
    record = made.get("/record", key=None).body.decode()
    players = [{"kind": "here"}, {"kind": "bot", "bot": "easy"}]
    again = shared().post(f"{API}/games", {"record": record, "step": 2, "players": players}).json["state"]
    check_equal((again["total"], again["over"], again["turn"]), (2, None, 0), "it goes on")
    check_refused(shared().post(f"{API}/games", {"record": record, "step": 9, "players": players}), 400, "bad-value")
    check_refused(shared().post(f"{API}/games", {"game": "y", "step": 0, "players": players}), 400, "bad-value")


@test
def a_review_is_made_once_told_to_all_and_kept():
    made = shared().game("cantstop", ("here", "easy"), seed=3)
    check_refused(made.act("review"), 409, "not-now")
    over = made.play(lambda moves: "stop" if "stop" in moves else moves[0])
    check(over["can"]["review"], over["can"])
    stream = Events(made, None)
    stream.wait(lambda e: e.states())
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(made.act("review", None))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    check_equal([a.status for a in answers], [200] * 3, "statuses")
    check(answers[0].body == answers[1].body == answers[2].body, "the same review for all")
    check_equal(made.act("review").body, answers[0].body, "and again")
    review = answers[0].json
    check_equal(review["game"], "cantstop:players=2", "game")
    check(len(review["players"]) == 2, review["players"])
    stream.wait(lambda e: e.events[-1] == ("review", {"done": over["total"], "of": over["total"]}))
    stream.close()
