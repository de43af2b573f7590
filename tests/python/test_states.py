"""States through Python against the program, game by game (tap.py)."""
import copy
import json
import os
import pickle
import random
import subprocess
import sys
import tempfile

from tap import PROGRAM, SCALE, SPECS, check, play, program, refused, run, tahur

DEPTH = {"y": 3, "cantstop": 4, "kittens": 6, "parchis": 3}


def depth_of(spec):
    return DEPTH.get(spec.partition(":")[0], 4)


# ---- against the program ----

def perft_by_hand(state, depth):
    """The number of sequences, by single calls, and by children."""
    if depth == 0:
        return 1
    actions = state.legal()
    children = state.children()
    check([action for action, _ in children] == actions, actions)
    check(all(child == state.after(action) for action, child in children), "a child is not what comes after")
    return sum(perft_by_hand(child, depth - 1) for _, child in children)


def perft_is_that_of_the_program():
    for spec in SPECS:
        depth = depth_of(spec)
        counts = program("perft", spec, str(depth))["perft"]
        start = tahur.Game(spec).start()
        check([start.perft(d) for d in range(1, depth + 1)] == counts, spec, counts)
        check(start.perft(0) == 1, spec)
        by_hand = next(d for d in range(depth, 0, -1) if counts[d - 1] < 20000 or d == 1)
        check(perft_by_hand(start, by_hand) == counts[by_hand - 1], spec, by_hand)


def recorded(spec, seats, games):
    """Random games of the program, with every step."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games")
        subprocess.run([PROGRAM, "arena", spec, *["random"] * seats, "--games", str(games), "--record", path],
                       check=True, capture_output=True, timeout=300)
        return [program("replay", path, "--game", str(number)) for number in range(games)]


def games_of_the_program_are_the_same_in_python():
    for spec in SPECS:
        game = tahur.Game(spec)
        for record in recorded(spec, game.seats, game.seats):
            state = game.position(record["start"])
            for step in record["steps"]:
                mover = "chance" if state.mover == tahur.CHANCE else state.mover
                check(mover == step["seat"], spec, step)
                check(step["action"] in state.moves(), spec, step, state.moves())
                state.apply(step["action"])
                check(state.text == step["position"], spec, step, state.text)
            check(state.over and list(state.payoff) == record["result"], spec, state.payoff)


def shown(spec, state):
    """Compares a state with what the program shows of its position."""
    told = program("show", spec, state.text)
    mover = {tahur.CHANCE: "chance", tahur.OVER: None}.get(state.mover, state.mover)
    check(told["mover"] == mover, spec, told)
    check(told["position"] == state.text, spec, told)
    check(told["state"] == state.data._asdict() == json.loads(state.json()), spec, told)
    if state.mover >= 0:
        check(told["legal"] == state.moves(), spec, told["legal"], state.moves())


def positions_are_shown_the_same():
    for spec in SPECS:
        states, rng = [], random.Random(spec)
        play(tahur.Game(spec).start(), rng, lambda state: states.append(state.copy()))
        for state in [states[0], *rng.sample(states, min(len(states), 6)), states[-1]]:
            shown(spec, state)


# ---- properties ----

def agree(state):
    """All that a state says agrees with the rest of it."""
    game = state.game
    legal, moves = state.legal(), state.moves()
    check(legal == sorted(set(legal)) and len(moves) == len(legal), legal)
    check([state.move_text(action) for action in legal] == moves, moves)
    check([state.parse_move(move) for move in moves] == legal, moves)
    check(state.over == (state.mover == tahur.OVER) == (not legal) == (state.payoff is not None), state)
    check(not state.over or abs(sum(state.payoff) - 1) < 1e-12 and len(state.payoff) == state.seats, state.payoff)
    outcomes = state.outcomes()
    check(([action for action, _ in outcomes] == legal) == (state.mover == tahur.CHANCE or state.over), outcomes)
    if outcomes:
        weights = state.outcomes(weights=True)
        total = sum(weight for _, weight in weights)
        check(all(isinstance(weight, int) and weight / total == p for (_, weight), (_, p) in zip(weights, outcomes)))
        check(state.pick(0) == legal[0] and state.pick(2**64 - 1) == legal[-1], legal)
    check(state.data == json.loads(state.json()), state.json())
    check(game.position(state.text) == state, state.text)
    check(game.position(state.json()) == state == game.position(state.data), state.json())
    check(state.viewer is None and state.seats == game.seats, state.viewer)


def copies(state):
    """Copies are equal, and stay as they are."""
    others = [state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state)),
              eval(repr(state), {"tahur": tahur})]
    check(all(other == state and hash(other) == hash(state) and other.key == state.key for other in others), state)
    check(all(other is not state and other.text == state.text for other in others), state)
    check(len({state, *others}) == 1 and state in others, state)
    text = state.text
    for action, child in state.children():
        check(child != state and child == state.after(action), action)
        others[0].apply(action)
        others[0] = state.copy()
    check(state.text == text, "children change their parent")


def everything_agrees_in_random_games():
    for spec in SPECS:
        game, rng = tahur.Game(spec), random.Random(spec)
        for _ in range(max(1, round(3 * SCALE))):
            play(game.start(), rng, lambda state: agree(state) or copies(state))


def views(state):
    for seat in [*range(state.seats), tahur.STRANGER]:
        view = state.view(seat)
        if not state.game.facts.hidden:
            check(view == state and view.viewer is None, seat)
            continue
        check(view.viewer == seat and view.view(seat) == view, seat)
        check(state.game.position(view.json()) == view == state.game.position(view.text), view.json())
        check(pickle.loads(pickle.dumps(view)) == view, view.text)
        refused("a view", lambda: view.children())
        refused("a view", lambda: view.perft(2))
        refused("a view", lambda: view.playouts(2, 1))
        refused("not views", view.estimate)
        if seat == tahur.STRANGER:
            refused("there is no seat", lambda: view.guess(seat, 1))
            continue
        world = view.guess(seat, 12345)
        check(world.viewer is None and world.view(seat) == view, seat)
        check(world == state.guess(seat, 12345) == view.guess(seat=seat, seed=12345), seat)
        if seat == state.mover:
            check(view.legal() == state.legal() and view.moves() == state.moves(), seat)
            refused("a view", lambda: view.apply(view.legal()[0]))
        elif not state.over:
            refused("not that seat's decision", view.legal)
            refused("not that seat's decision", lambda: view.apply(0))


def views_hide_and_guesses_agree():
    for spec in SPECS:
        play(tahur.Game(spec).start(), random.Random(spec), views)


# ---- searching and learning ----

def values(state):
    game = state.game
    if game.weights:
        one, other = state.evaluate(0), state.evaluate(seat=1)
        check(one == -other and abs(one) <= tahur.SURE_VALUE, one, other)
        check(state.over == (abs(one) == tahur.SURE_VALUE) and one == state.evaluate(0, game.weights.values()), one)
    else:
        refused("has no evaluation", lambda: state.evaluate(0))
    try:
        estimate = state.estimate()
    except tahur.TahurError as error:
        check("has no estimate" in str(error), error)
    else:
        check(abs(sum(estimate) - 1) < 1e-6 and len(estimate) == state.seats, estimate)
        check(not state.over or estimate == state.payoff, estimate)


def values_agree_in_random_games():
    for spec in SPECS:
        play(tahur.Game(spec).start(), random.Random(spec), values)


def playouts_are_near_the_truth():
    """The state before the last decision: its playouts are the mean of its children's."""
    for spec in SPECS:
        game, states = tahur.Game(spec), []
        play(game.start(), random.Random(spec), lambda state: states.append(state.copy()))
        end = states[-1].playouts(5, 1)
        check(end.payoff == states[-1].payoff and end.sure_winner is None, end)
        for state in [states[0], states[-2]]:
            result = state.playouts(2000, 7)
            check(result == state.playouts(count=2000, seed=7) and result.count == 2000, result)
            check(abs(sum(result.payoff) - 1) < 1e-9 and all(0 <= p <= 1 for p in result.payoff), result)


def the_last_move_is_found():
    """One ply before the end, solve knows what each move comes to."""
    states = []
    play(tahur.Game("y:size=5").start(), random.Random(4), lambda state: states.append(state.copy()))
    last = states[-2]
    exact = dict(last.solve())
    check(list(exact) == last.legal() and set(exact.values()) <= {0.0, 1.0}, exact)
    for action, child in last.children():
        check(not child.over or exact[action] == child.payoff[last.mover], action, exact)
    check(tahur.Game("y:size=19").start().solve() is None, "solved the empty board of 19")
    refused("has no solver", lambda: tahur.Game("kittens").start().solve())


def resignations_are_kept():
    game = tahur.Game("y:size=4")
    state = game.position(game.start().text, ["a1", "b2"])
    state.apply("resign")
    check(state.over and state.payoff == (0, 1), state.payoff)
    check(pickle.loads(pickle.dumps(state)) == state and state != game.position(state.text), state)


# ---- arrays ----

def arrays_agree_with_single_calls():
    numpy = __import__("numpy")
    for spec in SPECS:
        game, states = tahur.Game(spec), []
        play(game.start(), random.Random(spec), lambda state: states.append(state.copy()))
        turns = [state for state in states if state.mover >= 0]
        masks = game.masks(states)
        check(masks.dtype == numpy.int8 and masks.shape == (len(states), game.actions), masks.shape)
        for row, state in zip(masks, states):
            check(list(row.nonzero()[0]) == (state.legal() if state.mover >= 0 else []), state)
        if game.facts.observations:
            seen = game.observe(turns)
            check(seen.dtype == numpy.float32 and seen.shape == (len(turns), game.facts.observations), seen.shape)
            check(all((row == state.observe(state.mover)).all() for row, state in zip(seen, turns)), spec)
            check((game.observe(turns, seats=[s.mover for s in turns]) == seen).all(), spec)
            views = [state.view(state.mover) for state in turns]
            check((game.observe(views) == seen).all(), "a view is observed otherwise")
            check(turns[0].observe(0).flags.writeable, "an observation cannot be changed")
        if game.weights:
            values = game.evaluate(states, 1)
            check(values.dtype == numpy.int32 and list(values) == [s.evaluate(1) for s in states], values)
            refused(f"no seat is in turn in state {len(states) - 1}", lambda: game.evaluate(states))
        rates = game.playouts(iter(states[-3:]), 50, 9)
        check(rates.shape == (min(3, len(states)), game.seats) and list(rates[-1]) == list(states[-1].payoff), rates)
        check((rates == game.playouts(states[-3:], count=50, seed=9)).all(), "playouts vary")
        check(game.masks([]).shape == (0, game.actions), "no states")
    estimates = tahur.Game("cantstop").estimate([tahur.Game("cantstop").start()] * 2)
    check([tuple(row) for row in estimates] == [tahur.Game("cantstop").start().estimate()] * 2, estimates)


def wrong_lists_are_refused():
    y, kittens = tahur.Game("y"), tahur.Game("kittens")
    refused("state 1 is of kittens, and the game is y", lambda: y.masks([y.start(), kittens.start()]))
    refused("a State is needed", lambda: y.masks([y.start(), None]), TypeError)
    refused("not iterable", lambda: y.masks(5), TypeError)
    refused("there are 1 seats for 2 states", lambda: y.evaluate([y.start()] * 2, [0]))
    refused("a seat must be 0 to 1", lambda: y.evaluate([y.start()], [2]))
    refused("a seat must be 0 to 1", lambda: y.evaluate([y.start()], 10**30))
    refused("state 0: y has no estimate", lambda: y.estimate([y.start()]))
    refused("not with views", lambda: kittens.playouts([kittens.start().view(0)], 5, 5))
    refused("state 0: the position is what seat 1 knows", lambda: kittens.masks([kittens.start().view(1)]))
    refused("another seat knows", lambda: kittens.observe([kittens.start().view(1)]))
    refused("must be 1 to", lambda: y.playouts([], 0, 0))


# ---- games ----

def games_say_what_they_are():
    for spec in SPECS:
        game = tahur.Game(spec)
        check(game == tahur.Game(game.spec) == pickle.loads(pickle.dumps(game)) == copy.deepcopy(game), game)
        check(hash(game) == hash(tahur.Game(game.spec)) and eval(repr(game), {"tahur": tahur}) == game, game)
        check(game.name == spec.partition(":")[0] and game.title and game.summary and game.rules_version, game)
        check(game.start().game is not None and game.start().game == game and game.seats == game.start().seats, game)
        check(game.facts.actions == game.actions and game.facts["hidden"] in (True, False), game.facts)
        check(len(game.observation_names) == game.facts.observations, game.observation_names)
    check(tahur.Game("parchis") != tahur.Game("parchis:rules=course") and tahur.Game("y") != "y", "games are equal")
    check(tahur.Game("y:size=11").options == {"size": 11, "pie": False}, tahur.Game("y:size=11").options)
    check(tahur.Game("y:size=4").start() != tahur.Game("y:size=4,pie=1").start(), "options are part of a state")


def fields_are_a_mapping():
    for spec in SPECS:
        game = tahur.Game(spec)
        data = game.start().data
        fields = data._asdict()
        check(data.keys() == list(fields), spec)  # no items(): that is a field of Parchís
        check(all(data.get(name) == value for name, value in fields.items()), spec)
        check(data.get("no such field") is None and data.get("no such field", 3) == 3, spec)
        for position in (data, dict(data), fields):  # also with Data inside of a dict
            check(game.position(position) == game.start(), spec)
        refused("at least 1 argument", lambda: data.get(), TypeError)


def pictures_and_words():
    for spec in SPECS:
        state = play(tahur.Game(spec).start(), random.Random(1), lambda state: None)
        check(str(state) and "\x1b" not in str(state), spec)
        start = tahur.Game(spec).start()
        if str(start).strip() != start.text:
            check(start.draw() == str(start), spec)
            check(max(map(len, start.draw(columns=40).splitlines())) <= 40, spec)
            check("\x1b" in start.draw(colour=True) and "\x1b" not in start.draw(False, 0, 0), spec)
            check(all(isinstance(start.describe(move), str) for move in start.moves()), spec)


sys.exit(run([perft_is_that_of_the_program, games_of_the_program_are_the_same_in_python, positions_are_shown_the_same,
              everything_agrees_in_random_games, views_hide_and_guesses_agree, values_agree_in_random_games,
              playouts_are_near_the_truth, the_last_move_is_found, resignations_are_kept,
              arrays_agree_with_single_calls, wrong_lists_are_refused, games_say_what_they_are,
              fields_are_a_mapping, pictures_and_words]))
