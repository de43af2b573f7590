"""Tests of the environments, with a Python that has numpy:
python3 tests/python/test_python.py EXTENSION PROGRAM"""
import contextlib
import copy
import gc
import io
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import warnings

from tap import EXTENSION, ROOT, Failure, check, run

import numpy
import tahur

GAMES = ["kittens", "kittens:rules=classic", "cantstop:players=3", "y:size=5", "parchis"]


def same(a, b):
    return numpy.array_equal(a, b) and a.dtype == b.dtype


def refused(sentence, function, kind=ValueError):
    """The function raises this kind of error, and its words have the sentence in them."""
    try:
        function()
    except kind as error:
        check(sentence in str(error), f"wanted {sentence!r}, got {str(error)!r}")
    else:
        raise Failure(f"nothing was said where {sentence!r} was wanted")


# ---- many games ----

def arrays_have_the_documented_shapes():
    for game in GAMES:
        for opponents in (["random"], []):
            env = tahur.make_vec(game, 6, opponents=opponents)
            observations, info = env.reset(seed=1)
            numbers, actions = observations.shape[1], env.masks.shape[1]
            seats = {"cantstop:players=3": 3}.get(game, 2)
            check(observations.shape == (6, numbers) == env.observation_space.shape, game)
            check(observations.dtype == numpy.float32 and env.masks.dtype == numpy.int8, game)
            check(env.rewards.shape == (6,) and env.seat_rewards.shape == (6, seats), game, env.rewards.shape)
            check(env.seats.dtype == numpy.int32 and env.terminated.dtype == bool, game)
            check(info["action_mask"] is env.masks and info["seat"] is env.seats, "copies were made")
            check(env.single_action_space.n == actions and len(set(env.observation_names())) == numbers, game)
            check(env.action_masks().dtype == bool and same(env.action_masks(), env.masks == 1), game)
            for name in ("observations", "masks", "rewards", "terminated", "truncated", "seats", "final_obs"):
                check(len(getattr(env, name)) == 6, name)


def steps_write_into_the_same_arrays():
    env = tahur.make_vec("kittens", 16, opponents=["v2"])
    first, _ = env.reset(seed=3)
    at, before = first.ctypes.data, first.copy()
    for step in range(20):
        told = env.step(env.sample(step))
        check(told[0] is first and first.ctypes.data == at and told[1] is env.rewards, "another array")
        check(told[2] is env.terminated and told[3] is env.truncated, "another array")
    check(not same(before, first), "nothing was written")
    again, _ = env.reset(seed=3)
    check(same(before, again), "the same seed begins otherwise")


def a_split_changes_nothing():
    def play(env, out):
        env.reset(seed=9)
        for step in range(60):
            env.step(env.sample(step))
            out.append([array.copy() for array in (env.observations, env.rewards, env.terminated, env.seats)])

    whole, parts = [], ([], [])
    play(tahur.make_vec("cantstop:players=3", 10, opponents=["easy", "hard"]), whole)
    envs = [tahur.make_vec("cantstop:players=3", n, opponents=["easy", "hard"], first=f) for n, f in ((4, 0), (6, 4))]
    threads = [threading.Thread(target=play, args=pair) for pair in zip(envs, parts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for step, arrays in enumerate(whole):
        for k, array in enumerate(arrays):
            check(same(array, numpy.concatenate([parts[0][step][k], parts[1][step][k]])), "step", step, "array", k)


def self_play_rewards_everybody():
    for game in GAMES:
        env = tahur.make_vec(game, 8)
        env.reset(seed=1)
        ends = 0
        for step in range(3000):
            acted = env.seats.copy()
            _, rewards, terminated, _, info = env.step(env.sample(step))
            of_seats = info["seat_rewards"]
            check(numpy.allclose(of_seats.sum(axis=1), 0), "rewards", of_seats)
            check(same((of_seats == 1).sum(axis=1) == 1, terminated), "one winner at each end, and nowhere else")
            check(same(rewards, of_seats[numpy.arange(8), acted]), "the reward is that of the seat that acted")
            ends += terminated.sum()
            if ends > 20:
                break
        check(ends > 0, game, "never ended")


def games_are_truncated():
    env = tahur.make_vec("y:size=9", 4, max_turns=10)
    env.reset(seed=1)
    for step in range(50):
        _, rewards, terminated, truncated, info = env.step(env.sample(step))
        check(truncated.all() == (step % 10 == 9) and not terminated.any() and not rewards.any(), "step", step)
        if truncated.all():
            check((info["final_obs"] != 0).any() and not same(info["final_obs"], env.observations), "no last look")
    counts = env.counts()
    check(counts == {"steps": 200, "episodes": 20, "truncated": 20, "faults": 0, "unasked": 0, "illegal": 0},
          counts)


def samples_are_legal_and_fair():
    env = tahur.make_vec("kittens", 300, opponents=["v1"])
    env.reset(seed=1)
    rows, taken = numpy.arange(300), numpy.zeros(9)
    for step in range(30):
        actions = env.sample(step)
        check(env.masks[rows, actions].all(), "not legal")
        taken += numpy.bincount(actions[env.masks[:, :3].all(axis=1) & (env.masks.sum(axis=1) == 3)], minlength=9)
        drawn = env.action_space.sample(env.masks)
        check(env.masks[rows, drawn].all() and drawn in env.action_space, "the space samples what is not legal")
        env.step(drawn)
    check(taken[3:].sum() == 0 and taken[:3].min() > 0.28 * taken.sum(), taken)


# ---- one game ----

def one_game_is_as_gymnasium_has_it():
    env = tahur.make("kittens:rules=classic", opponents=["v2"])
    observation, info = env.reset(seed=5)
    ends = 0
    for _ in range(200):
        check(observation in env.observation_space and observation.base is None, "no array of its own")
        action = env.action_space.sample(info["action_mask"])
        check(action in env.action_space and info["action_mask"][action] == 1, action)
        observation, reward, terminated, truncated, info = env.step(action)
        check(isinstance(reward, float) and terminated is (reward != 0) and truncated is False, reward, terminated)
        if terminated:
            check(reward in (1.0, -1.0) and not info["action_mask"].any(), reward, info)
            refused("the game is over; call reset", lambda: env.step(0))
            observation, info = env.reset()
            ends += 1
    check(ends > 20, ends, "games")
    env.close()
    refused("closed", env.reset)


def one_game_is_the_first_of_many():
    """Of the same seed and from the same episode on, which for one game follows from the seed."""
    env, many = tahur.make("kittens", opponents=["v2"]), tahur.make_vec("kittens", 3, opponents=["v2"])
    observation, info = env.reset(seed=8)
    many._reset_to(8, env._first)
    for step in range(100):
        check(same(observation, many.observations[0]) and info["seat"] == many.seats[0], "step", step)
        actions = many.sample(step)
        observation, reward, terminated, _, info = env.step(actions[0])
        many.step(actions)
        check(reward == many.rewards[0], "step", step)
        if terminated:
            check(same(observation, many.final_obs[0]), "what was seen last")
            observation, info = env.reset()


def play_to_the_end(env, info):
    terminated = truncated = False
    while not (terminated or truncated):
        acted = info["seat"]
        _, reward, terminated, truncated, info = env.step(int(numpy.flatnonzero(info["action_mask"])[0]))
    return acted, reward, info


def seats_rotate_however_games_are_left():
    """Played to their end, left at once or in the middle, or each with a seed of its own."""
    for game, opponents in (("kittens", ["v1", "v2"]), ("cantstop:players=3", ["easy"])):
        env = tahur.make(game, opponents)
        seats, n = [env.reset(seed=4)[1]["seat"]], env.num_seats
        for k in range(12):
            unasked = env.counts()["unasked"]
            if k % 3 == 0:
                play_to_the_end(env, env._info())
            elif k % 3 == 1:
                env.step(int(numpy.flatnonzero(env._info()["action_mask"])[0]))
            seats.append(env.reset()[1]["seat"])
            passed_over = env.counts()["unasked"] - unasked
            check(seats[-1] == (seats[-2] + 1 + passed_over) % n, passed_over, seats)
        of_seeds = [env.reset(seed=100 + i)[1]["seat"] for i in range(90)]
        check(all(of_seeds.count(seat) > 60 / n for seat in range(n)), of_seeds)
        again = tahur.make(game, opponents)
        check(of_seeds == [again.reset(seed=100 + i)[1]["seat"] for i in range(90)], "not of the seed")
        first = again.reset(seed=7)[0]
        again.reset()
        check(same(first, again.reset(seed=7)[0]) and same(first, env.reset(seed=7)[0]), "not of the seed")


def seeds_come_from_the_system_unless_given():
    def two(make):
        envs = [make() for _ in range(2)]
        return [[env.reset()[0].copy() for _ in range(6)] for env in envs]

    for make in (lambda: tahur.make("kittens:deck=official", ["v2"]),
                 lambda: tahur.make_vec("kittens:deck=official", 8, ["v2"])):
        a, b = two(make)
        check(not all(same(x, y) for x, y in zip(a, b)), "the same seed twice")  # some hands are dealt alike
    many, other = tahur.make_vec("kittens", 8, ["v2"]), tahur.make_vec("kittens", 8, ["v2"])
    many.reset(seed=2**64 - 1)
    check(same(many.reset()[0], other.reset(seed=0)[0]), "it goes on behind the last seed")


def the_reward_is_that_of_the_seat_that_acted():
    """In self-play: of 40 games some are won by each seat, with the last action their own or the other's."""
    env = tahur.make("kittens")
    seen = set()
    env.action_space.seed(2)
    for k in range(40):
        _, info = env.reset(seed=k)
        terminated = False
        while not terminated:
            acted = info["seat"]
            _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
            check(reward == info["seat_rewards"][acted], reward, info, acted)
        check(sorted(info["seat_rewards"]) == [-1, 1], info)
        seen.add((acted, reward))
    check({acted for acted, _ in seen} == {0, 1}, seen)


# ---- opponents at fault ----

def opponents_at_fault_are_told_of():
    """Once, with the first fault; and they can be counted."""
    for make in (lambda: tahur.make("kittens", ["exec:command=false"]),
                 lambda: tahur.make_vec("kittens", 3, ["exec:command=false"])):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            env = make()
            check(env.fault() == "" and env.counts()["faults"] == 0, env.fault())
            faults = 0
            for k in range(4):
                _, info = env.reset(seed=k)
                info = env.step(0 if isinstance(env, tahur.Env) else env.sample(k))[4]
                faults += int(numpy.sum(info["fault"]))
            check(faults > 0 and env.counts()["faults"] > 0, faults, env.counts())
        check(len(told) == 1 and told[0].category is RuntimeWarning, [str(w.message) for w in told])
        check(re.fullmatch(r"an opponent gave no legal answer and lost: exec:command=false in seat [01] of game \d, "
                           r"episode \d: crash, it ended, or could not be started", str(told[0].message)),
              told[0].message)
        check(isinstance(env, tahur.VecEnv) or env.counts()["steps"] == 4, env.counts())
        check("exec:command=false in seat" in env.fault(), env.fault())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = tahur.make_vec("kittens", 4, ["v2"])
        env.reset(seed=1)
        for k in range(50):
            check(not env.step(env.sample(k))[4]["fault"].any(), "v2 is at fault")
        check(env.fault() == "" and env.counts()["faults"] == 0, env.fault())


def what_was_seen_last_is_cleared():
    env = tahur.make_vec("kittens", 4, ["v2"])
    env.reset(seed=1)
    for k in range(40):
        env.step(env.sample(k))
    check(env.final_obs.any(axis=1).all(), "a game has not ended yet")
    env.reset(seed=1)
    check(not env.final_obs.any(), env.final_obs)


def observations_are_in_their_space():
    for game in [*GAMES, "kittens:deck=official", "kittens:deck=seed25", "cantstop:players=1", "y:size=9,pie=1",
                 "parchis:rules=course"]:
        env = tahur.make_vec(game, 16)
        env.reset(seed=1)
        beyond = 0
        for step in range(400):
            env.step(env.sample(step))
            check(env.observations in env.observation_space, game, step)
            check(env.observations[0] in env.single_observation_space, game, step)
            beyond = max(beyond, env.observations.max())
        check(numpy.all(env.final_obs >= env.observation_space.low), game)
        check(game != "kittens:deck=official" or beyond > 1.5, "the bound is not tried:", beyond)
    space = env.single_observation_space
    check(numpy.full(space.shape, numpy.nan, numpy.float32) not in space, "anything is")
    check(space.high + 1 not in space and space.low - 1 not in space, "anything is")


def one_seat_after_the_other():
    env = tahur.make("y:size=3")
    _, info = env.reset(seed=1)
    seats, terminated = [], False
    while not terminated:
        seats.append(info["seat"])
        _, reward, terminated, _, info = env.step(int(numpy.flatnonzero(info["action_mask"])[0]))
    check(seats == [k % 2 for k in range(len(seats))], seats)
    check(reward == 1.0 == info["seat_rewards"][seats[-1]] and info["seat_rewards"].sum() == 0, reward, info)


def games_can_be_looked_at():
    env = tahur.make("kittens", opponents=["v2"], seat=1, render_mode="ansi")
    env.reset(seed=1)
    check("seat 1 decides" in env.render() and "what seat 1 knows" in env.render(), env.render())
    check(env.action_name(0) == "draw" and env.action_name(5) == "", env.action_name(0))
    many = tahur.make_vec("kittens", 2)
    many.reset(seed=1)
    check(many.position(1).endswith("view 0") and "\x1b[" in many.render(1, colour=True), many.position(1))


# ---- beginnings, ends, actions ----

def games_begin_where_they_are_told_to():
    """At openings and after random plies; without them a deterministic opponent plays one and the same game."""
    def beginnings(seeds=40, **settings):
        env = tahur.make("y:size=4", "greedy", seat=0, **settings)
        return {env.reset(seed=seed) and env.position() for seed in range(seeds)}

    check(len(beginnings()) == 1, beginnings())
    check(len(beginnings(random_plies=2)) > 15, len(beginnings(random_plies=2)))
    lines = ["moves a1; b2", "moves c1; a2"]
    at_lines = beginnings(openings=lines)
    check(len(at_lines) == 2, at_lines)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("# two of them\n\n" + "\n".join(lines) + "\n")
        file.flush()
        check(beginnings(openings=file.name) == at_lines, "a file says otherwise")
        check(beginnings(openings=pathlib.Path(file.name)) == at_lines, "a path says otherwise")
    with tempfile.NamedTemporaryFile("w") as file:
        refused("has no openings", lambda: tahur.make("y", openings=file.name))
    position = sorted(at_lines)[0]
    check(beginnings(openings=[position]) == {position}, "a position is an opening")
    for env in (tahur.make("y:size=4", "greedy", seat=0), tahur.make_vec("y:size=4", 3, "greedy", seat=0)):
        env.reset(seed=1, options={"position": position})
        check(env.position() == position, env.position())
        env.reset(seed=1, options={"position": None})
        start = env.position()
        env.reset(seed=1, options={"position": position})
        env.reset(seed=1)
        check(env.position() == start, "the position is kept")
        refused("'nonsense'", lambda: env.reset(seed=1, options={"position": "nonsense"}))
        env.reset(seed=1)
        check(env.position() == start, "a refused position changes something")


def the_next_step_can_begin_a_game():
    """The same games in both modes, one step later at each end."""
    same_step, next_step = (tahur.make_vec("kittens", 1, "v2", autoreset=mode) for mode in ("same-step", "next-step"))
    check(same_step.metadata["autoreset_mode"] == "SameStep", same_step.metadata)
    check(next_step.metadata["autoreset_mode"] == "NextStep", next_step.metadata)
    check(tahur.make_vec("kittens", 1, autoreset="NextStep").autoreset == "next-step", "Gymnasium's word")
    same_step.reset(seed=5)
    next_step.reset(seed=5)
    ends = 0
    for k in range(200):
        action = same_step.sample(k).copy()
        _, reward, terminated, _, info = same_step.step(action)
        observed, other_reward, ended, _, other_info = next_step.step(action)
        check(same(reward, other_reward) and same(terminated, ended), "step", k)
        check(same(info["_final_obs"], terminated) and "final_obs" not in other_info, info)
        if terminated[0]:
            ends += 1
            check(same(observed, info["final_obs"]) and next_step.masks.all(), "the end is not seen")
            _, nothing, ended, _, _ = next_step.step([10**6])
            check(not nothing.any() and not ended.any(), "the next game begins with a reward")
        check(same(same_step.observations, next_step.observations), "step", k)
    check(ends > 20 and same_step.counts() == next_step.counts(), same_step.counts(), next_step.counts())


def illegal_actions_lose_or_are_replaced():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        env = tahur.make("kittens", "v2")
        for seed in range(3):
            before, info = env.reset(seed=seed)
            observation, reward, terminated, truncated, after = env.step(7)
            check((reward, terminated, truncated, after["illegal"]) == (-1.0, True, False, True), reward, after)
            check(same(before, observation) and after["seat"] == info["seat"], "something was done")
        check(env.counts()["illegal"] == 3 and env.counts()["faults"] == 0, env.counts())
    check([str(w.message) for w in told] == ["action 7 was not legal in game 0 and lost the game; choose by the action "
                                             "mask, or make the environment with illegal=\"raise\""], told)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runs = []
        for _ in range(2):
            many = tahur.make_vec("kittens", 50, "v2", illegal="random")
            many.reset(seed=3)
            for _ in range(20):
                many.step(numpy.full(50, 8))
            check(many.counts()["illegal"] > 500 and many.counts()["episodes"] > 50, many.counts())
            runs.append(many.observations.copy())
        check(same(*runs), "another seed was used")


def a_list_of_seeds_has_one_for_each_game():
    many, one = tahur.make_vec("kittens", 4, ["v1", "v2"]), tahur.make("kittens", ["v1", "v2"])
    seeds = [5, 9, 5, 2**64 - 1]
    for kind in (list, tuple, lambda seeds: numpy.array(seeds, numpy.uint64)):
        observations, info = many.reset(seed=kind(seeds))
        check(same(observations[0], observations[2]), "the same seed is another game")
        for game, seed in enumerate(seeds):
            observation, single = one.reset(seed=seed)
            check(same(observation, observations[game]) and info["seat"][game] == single["seat"], game)
    after = many.reset()[0].copy()
    check(same(after, many.reset(seed=[6, 10, 6, 0])[0]), "it goes on behind the last seeds")
    many.reset(seed=[1, None, 1, None])


def actions_are_those_that_exist():
    for game, actions in (("y:size=5", 15), ("y:size=5,pie=1", 16), ("parchis", 119), ("kittens", 9)):
        check(tahur.make(game).action_space.n == actions, game, tahur.make(game).action_space)
    env = tahur.make_vec("parchis", 1)
    yellow, blue = (env.game_action(1, seat) for seat in (0, 1))
    check(blue == yellow + 3 and env.own_action(blue, 1) == 1, yellow, blue)
    env.reset(seed=1)
    names = {int(env.seats[0]): env.action_name(int(env.masks[0].argmax()))}
    while len(names) < 2:
        env.step(env.sample(1))
        names.setdefault(int(env.seats[0]), env.action_name(int(env.masks[0].argmax())))
    check("yellow" in names[0] or "red" in names[0], names)
    check("blue" in names[1] or "green" in names[1], names)


def environments_cannot_be_copied():
    for env in (tahur.make("kittens"), tahur.make_vec("kittens", 2)):
        for function in (copy.copy, copy.deepcopy, pickle.dumps):
            refused("an environment cannot be copied or pickled", lambda: function(env), TypeError)


def returned_arrays_can_be_copies():
    env = tahur.make_vec("kittens", 8, "v2", copy=True)
    kept = [env.reset(seed=1)]
    kept += [env.step(env.sample(k)) for k in range(10)]
    values = [row[0].sum() for row in kept]
    check(len(set(values)) > 5, "they are the same memory", values)
    check(not numpy.shares_memory(kept[3][4]["action_mask"], env.masks), "info is not copied")
    info = env.step(env.sample(20))[4]
    info["mine"] = 1
    check("mine" not in env.step(env.sample(21))[4], "the dictionary is used again")
    check({name for name in info if not name.startswith("_")} ==
          {"action_mask", "seat", "seat_rewards", "fault", "illegal", "final_obs", "mine"}, info.keys())


def seats_can_be_observed():
    env = tahur.make("kittens", "v2")
    observation, info = env.reset(seed=1)
    check(same(env.observe(info["seat"]), observation) and env.observe(1 - info["seat"]) in env.observation_space, info)
    refused("seat must be 0 to 1", lambda: env.observe(2))


def the_last_picture_is_that_of_the_end():
    env = tahur.make("y:size=3", render_mode="ansi")
    _, info = env.reset(seed=1)
    check(isinstance(env.render(), str) and len(tahur.make_vec("y:size=3", 4).render()) == 4, "pictures")
    play_to_the_end(env, info)
    stones = env.render()
    env.reset()
    check(stones != env.render() and ("wins" in stones or "won" in stones), stones)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        env.render_mode = "human"
        env.reset(seed=1)
        env.step(0)
        check(env.render() is None, "a human wants no text")
    check(out.getvalue().count("\x1b[") > 3, out.getvalue())


# ---- mistakes ----

def mistakes_are_told_in_a_sentence():
    for sentence, kind, function in [
            ("there is no game 'chess'", ValueError, lambda: tahur.make("chess")),
            ("there is no bot for kittens called 'v9'", ValueError, lambda: tahur.make("kittens", ["v9"])),
            ("a text like", TypeError, lambda: tahur.make(7)),
            ("a text like", TypeError, lambda: tahur.make("kittens", [7])),
            ("a zero", ValueError, lambda: tahur.make("kittens\0")),
            ("num_envs must be 1 to 1048576, not 0", ValueError, lambda: tahur.make_vec("kittens", 0)),
            ("num_envs must be a whole number", TypeError, lambda: tahur.make_vec("kittens", 1.5)),
            ("first must be 0 to", ValueError, lambda: tahur.make_vec("kittens", 1, first=-1)),
            ("there is no seat 2", ValueError, lambda: tahur.make("kittens", ["v2"], seat=2)),
            ("every seat is the caller's", ValueError, lambda: tahur.make("kittens", seat=1)),
            ("no room for opponents", ValueError, lambda: tahur.make("cantstop:players=1", ["hard"])),
            ("0 to 16 opponents, not 17", ValueError, lambda: tahur.make("kittens", ["v2"] * 17)),
            ("render_mode must be", ValueError, lambda: tahur.make("kittens", render_mode="rgb_array")),
            ("must be reset", ValueError, lambda: tahur.make_vec("kittens", 2).step()),
            ("call reset before step", ValueError, lambda: tahur.make("kittens").step(0)),
            ("the number of a game must be 0 to 1", ValueError, lambda: tahur.make_vec("kittens", 2).render(2)),
            ("seed must be a whole number, not 1.5", TypeError, lambda: tahur.make_vec("kittens", 2).sample(1.5)),
            ("seed must be 0 to 18446744073709551615, not -1", ValueError,
             lambda: tahur.make_vec("kittens", 2).sample(-1)),
            ("not 18446744073709551617", ValueError, lambda: tahur.make_vec("kittens", 2).sample(2**64 + 1)),
            ("not -1", ValueError, lambda: tahur.make_vec("kittens", 2).reset(seed=-1)),
            ("not -1", ValueError, lambda: tahur.make("kittens").reset(seed=-1)),
            ("one seed for each of the 2 games, not 1", ValueError,
             lambda: tahur.make_vec("kittens", 2).reset(seed=[1])),
            ("seed must be a whole number, not 'a'", TypeError,
             lambda: tahur.make_vec("kittens", 2).reset(seed=[1, "a"])),
            ("reset has no option 'positon'; the only one is 'position'", ValueError,
             lambda: tahur.make("y").reset(options={"positon": "x"})),
            ("reset has no option 'reset_mask'", ValueError,
             lambda: tahur.make_vec("y", 2).reset(options={"reset_mask": [True, False]})),
            ("options must be a dictionary, not 7", TypeError, lambda: tahur.make("y").reset(options=7)),
            ("the position must be a text", TypeError, lambda: tahur.make("y").reset(options={"position": 7})),
            ("illegal must be \"raise\", \"lose\" or \"random\", not 'win'", ValueError,
             lambda: tahur.make("y", illegal="win")),
            ("autoreset must be \"same-step\" or \"next-step\", not 7", ValueError,
             lambda: tahur.make_vec("y", 2, autoreset=7)),
            ("render_mode of many games must be", ValueError, lambda: tahur.make_vec("y", 2, render_mode="human")),
            ("random_plies must be 0 to", ValueError, lambda: tahur.make("y", random_plies=-1)),
            ("an opening must be a text", TypeError, lambda: tahur.make("y", openings=[7])),
            ("opening 1: ", ValueError, lambda: tahur.make("y:size=4", openings=["moves a1", "moves a1; a1"])),
            ("No such file", FileNotFoundError, lambda: tahur.make("y", openings="/nowhere/openings")),
            ("tahur.aec needs pettingzoo", ImportError, lambda: tahur.aec("y")),
            ("action 190 of seat 0 is not among the actions here", ValueError,
             lambda: tahur.make("y:size=5").own_action(190))]:
        refused(sentence, function, kind)
    check(tahur.make("kittens", "v2").num_seats == 2, "one bot may be named without a list")


def illegal_actions_change_nothing():
    env = tahur.make_vec("kittens", 4, opponents=["v2"], illegal="raise")
    before = env.reset(seed=1)[0].copy()
    for wrong, actions in ((4, [0, 0, 4, 0]), (2**40, numpy.array([0, 0, 2**40, 0])), (10**12, [0, 0, 10**12, 0]),
                           (2**63, numpy.array([0, 0, 2**63, 0], numpy.uint64)), (-10**12, [0, 0, -10**12, -1]),
                           (-5, numpy.array([0, 0, -5, 0], numpy.int8))):
        refused(f"action {wrong} is not legal in game 2; legal are 0 (draw), 1 (skip), 2 (attack)",
                lambda: env.step(actions))
    env.actions[:] = [7, 0, 0, 0]
    refused("action 7 is not legal in game 0", env.step)
    one = tahur.make("kittens", illegal="raise")
    one.reset(seed=1)
    refused("the action must be 0 to 8, not 1000000000000", lambda: one.step(10**12))
    refused("action 7 is not legal in game 0", lambda: one.step(7))
    for actions in ([0, 0], 0, [[0, 0, 0, 0]], [0.0] * 4, [True] * 4, ["draw"] * 4):
        refused("actions must be 4 whole numbers", lambda: env.step(actions))
    check(same(before, env.observations) and env.counts()["steps"] == 0, "something happened")
    env.step([0, 1, 2, 0])


def closed_environments_say_so():
    with tahur.make_vec("kittens", 2) as env:
        env.reset(seed=1)
        kept = env.observations
    for function in (env.reset, env.step, env.counts, env.render, lambda: env.sample(1), env.observation_names):
        refused("the environment has been closed", function)
    env.close()
    del env
    gc.collect()
    check(kept.sum() != 0, "the arrays are ours")


def closing_waits_for_the_step_of_another_thread():
    """A step of many games takes long enough to be closed in its midst; the thread then hears of it."""
    for attempt in range(20):
        env = tahur.make_vec("kittens", 512, opponents=["v2"])
        env.reset(seed=attempt)
        stepping, heard = threading.Event(), []

        def play():
            try:
                for step in range(100000):
                    env.step(env.sample(step))
                    stepping.set()
            except ValueError as error:
                heard.append(str(error))

        thread = threading.Thread(target=play)
        thread.start()
        check(stepping.wait(60), "no step came to its end")
        env.close()
        thread.join(60)
        check(heard == ["the environment has been closed"], heard)


def threads_take_turns_in_one_environment():
    """Each step is whole: the counts are those of all steps together."""
    env = tahur.make_vec("kittens", 64, opponents=["v2"], illegal="raise")
    env.reset(seed=1)
    wrong = []

    def play(seed):
        for step in range(200):
            try:
                with_lock = env.position(), env.counts(), env.render(3), env.fault()
                check(all(part is not None for part in with_lock), with_lock)
                env.step(env.sample(seed + step))
            except ValueError as error:  # another thread has played since the sample
                if "not legal" not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=play, args=(1000 * i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    check(not wrong and not any(thread.is_alive() for thread in threads), wrong)
    env.close()


def an_interrupted_call_cannot_be_closed_from_within():
    env = tahur.make_vec("kittens", 2)
    with env._env:
        refused("in use by the call that was interrupted", env.close)
        refused("in use by the call that was interrupted", env.step)
    env.close()


def the_end_of_the_interpreter_waits_too():
    told = in_another_process("import threading, tahur\n"
                              "env = tahur.make_vec('kittens', 512, opponents=['v2'])\n"
                              "env.reset(seed=1)\n"
                              "begun = threading.Event()\n"
                              "def play():\n"
                              "    for step in range(10**6):\n"
                              "        env.step(env.sample(step))\n"
                              "        begun.set()\n"
                              "threading.excepthook = lambda _: None\n"
                              "threading.Thread(target=play, daemon=True).start()\n"
                              "begun.wait(60)\n"
                              "print('over')")
    check(told == "over\n", told)


def a_fork_has_a_copy():
    env = tahur.make_vec("kittens", 4, opponents=["v2"])
    env.reset(seed=1)
    programs = tahur.make_vec("y:size=3", 1, opponents=["exec:command=cat"])
    held = tahur.make_vec("kittens", 1)
    read, write = os.pipe()
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with held._env:
            entered.set()
            leave.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    entered.wait(60)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Python itself: there are threads
        child = os.fork()
    if child == 0:
        told = "nothing"
        try:
            told = str(env.step(env.sample(1))[0].sum())
            env.close()
            refused("of the process that was forked", lambda: programs.reset(seed=1))
            programs.close()
            refused("of the process that was forked", held.counts)
        except BaseException as error:
            told = repr(error)
        os.write(write, told.encode())
        os._exit(0)
    os.waitpid(child, 0)
    leave.set()
    thread.join(60)
    told = os.read(read, 1000).decode()
    os.close(read)
    os.close(write)
    check(told == str(env.step(env.sample(1))[0].sum()), told)


def attributes_cannot_be_replaced():
    many, one = tahur.make_vec("kittens", 2), tahur.make("kittens", ["v2"])
    for name in ("actions", "observations", "masks", "rewards", "seats", "terminated", "faults", "final_obs"):
        array = getattr(many, name)
        refused(f"{name} cannot be replaced: write into it, as in env.{name}[:] = …",
                lambda: setattr(many, name, array.copy()), AttributeError)
        refused(f"{name} cannot be replaced", lambda: delattr(many, name), AttributeError)
        check(getattr(many, name) is array, name, "was replaced")
    for env in (many, one):
        for name in ("num_envs", "num_seats", "action_space", "observation_space"):
            if hasattr(env, name):
                refused(f"{name} cannot be replaced", lambda: setattr(env, name, 1), AttributeError)
        refused("the environment has no attribute 'anything'", lambda: setattr(env, "anything", 1), AttributeError)
        env.spec = "mine"  # as those do who wrap it
    refused("no attribute 'action'; did you mean 'actions'?", lambda: setattr(many, "action", [0, 0]), AttributeError)
    many.reset(seed=1)
    many.actions[:] = many.sample(3)
    many.actions += 0 * many.actions  # writes into it, and sets it to itself
    many.step()
    one.render_mode = "ansi"
    refused("render_mode must be None", lambda: setattr(one, "render_mode", "loud"))


class Own(tahur.VecEnv):
    """A class of a user's, with something of its own."""

    def __init__(self):
        super().__init__("kittens", 2)
        self.mine = 1


def a_class_made_of_it_may_have_more():
    env = Own()
    env.mine = 2
    refused("actions cannot be replaced", lambda: setattr(env, "actions", [0, 0]), AttributeError)


def in_another_process(code, **environment):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd="/",
                          env={**os.environ, "PYTHONPATH": os.path.join(ROOT, "python"), **environment})
    return done.stdout + done.stderr.strip().splitlines()[-1] if done.returncode else done.stdout


def wrong_extensions_are_refused():
    told = in_another_process("import tahur", TAHUR_EXTENSION="/nowhere/_tahur.abi3.so")
    check(told.startswith("ImportError: the extension module of tahur cannot be loaded (there is no /nowhere"), told)
    check(told.endswith("name the file in TAHUR_EXTENSION"), told)
    told = in_another_process("import tahur", TAHUR_EXTENSION=os.path.join(ROOT, "README.md"))
    check("cannot be loaded (" in told and "README.md: " in told, told)
    told = in_another_process("import ctypes\nclass Old(ctypes.CDLL):\n"
                              "    def __getattr__(self, name):\n"
                              "        f = super().__getattr__(name)\n"
                              "        return (lambda: 99) if name == 'th_env_abi' else f\n"
                              "ctypes.CDLL = Old\nimport tahur")
    check("has environments of version 99, this package is for version 3" in told, told)


# ---- learning ----

def the_example_learns():
    """Random play wins half of the games; in a fifth of its usual steps the example must win nine of ten."""
    command = [sys.executable, os.path.join(ROOT, "examples", "learn.py"), "--steps", "300000"]
    out = subprocess.run(command, capture_output=True, text=True, timeout=240, check=True).stdout
    last = re.fullmatch(r"wins [\d.]+ % of 10,240 other games against v2, 95 % interval ([\d.]+) to ([\d.]+)",
                        out.splitlines()[-1])
    check(last and float(last.group(1)) > 90, out)
    check(len(re.findall(r"steps +[\d.]+ %", out)) == 20, out)


TESTS = [arrays_have_the_documented_shapes, steps_write_into_the_same_arrays, a_split_changes_nothing,
         self_play_rewards_everybody, games_are_truncated, samples_are_legal_and_fair,
         one_game_is_as_gymnasium_has_it, one_game_is_the_first_of_many, seats_rotate_however_games_are_left,
         seeds_come_from_the_system_unless_given, the_reward_is_that_of_the_seat_that_acted,
         opponents_at_fault_are_told_of, what_was_seen_last_is_cleared, observations_are_in_their_space,
         one_seat_after_the_other,
         games_can_be_looked_at, games_begin_where_they_are_told_to, the_next_step_can_begin_a_game,
         illegal_actions_lose_or_are_replaced, a_list_of_seeds_has_one_for_each_game, actions_are_those_that_exist,
         environments_cannot_be_copied, returned_arrays_can_be_copies, seats_can_be_observed,
         the_last_picture_is_that_of_the_end, mistakes_are_told_in_a_sentence, illegal_actions_change_nothing,
         closed_environments_say_so, closing_waits_for_the_step_of_another_thread,
         threads_take_turns_in_one_environment, an_interrupted_call_cannot_be_closed_from_within,
         the_end_of_the_interpreter_waits_too, a_fork_has_a_copy, attributes_cannot_be_replaced,
         a_class_made_of_it_may_have_more, wrong_extensions_are_refused, the_example_learns]


sys.exit(run(TESTS))
