"""Tests of the environments as Gymnasium's and PettingZoo's, against the stand-ins in `standin`, with a Python that has
numpy: python3 tests/python/test_gymnasium.py EXTENSION PROGRAM"""
import contextlib
import copy
import io
import os
import pickle
import subprocess
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(1, os.path.join(HERE, "standin"))  # before tahur is imported, which looks for Gymnasium

from tap import ROOT, Failure, check, run

PATHS = [os.path.join(ROOT, "python"), os.path.join(HERE, "standin")]

import gymnasium
import numpy
import pettingzoo
import tahur
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit
from gymnasium.wrappers import vector as vector_wrappers
from pettingzoo.test import api_test
from sb3_contrib import MaskablePPO

warnings.simplefilter("ignore")  # of illegal actions, which the checkers send
IDS = ["tahur/CantStop-v0", "tahur/Y-v0", "tahur/Parchis-v0", "tahur/Kittens-v0"]


def refused(sentence, function, kind=ValueError):
    """The function raises this kind of error, and its words have the sentence in them."""
    try:
        function()
    except kind as error:
        check(sentence in str(error), f"wanted {sentence!r}, got {str(error)!r}")
    else:
        raise Failure(f"nothing was said where {sentence!r} was wanted")


def play(env, steps, seed=1):
    """So many steps of legal actions; how many games ended, and the last info of one."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    ends, last = 0, None
    for _ in range(steps):
        _, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated or truncated:
            ends, last = ends + 1, info
            _, info = env.reset()
    return ends, last


# ---- one game ----

def environments_pass_the_checker():
    for game, opponents in (("kittens", ["v2"]), ("kittens:deck=official", None), ("cantstop:players=3", ["easy"]),
                            ("y:size=4", ["greedy"]), ("parchis:rules=course", ["random"]), ("cantstop:players=1", None)):
        for illegal in ("lose", "random"):
            env = tahur.make(game, opponents, illegal=illegal)
            check(isinstance(env, gymnasium.Env) and isinstance(env, tahur.Env), type(env).__mro__)
            check(isinstance(env.observation_space, gymnasium.spaces.Box), env.observation_space)
            check(isinstance(env.action_space, gymnasium.spaces.Discrete), env.action_space)
            check_env(env)


def every_game_is_registered():
    check(sorted(gymnasium.registry) == sorted(IDS), list(gymnasium.registry))
    tahur.register()  # once more is nothing
    for name in IDS:
        env = gymnasium.make(name)
        check(env.spec.id == name and env.unwrapped.spec is env.spec, env.spec)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            check_env(env.unwrapped)
        check(out.getvalue(), "nothing was printed for a human")
        again = pickle.loads(pickle.dumps(copy.deepcopy(env.spec)))
        check(again == env.spec and again.make().observation_space == env.observation_space, again)
    env = gymnasium.make("tahur:tahur/Kittens-v0", game="kittens:rules=classic", opponents=["v1", "v2"], seat=1,
                         random_plies=2, illegal="raise", render_mode="ansi")
    _, info = env.reset(seed=3)
    check(info["seat"] == 1 and isinstance(env.render(), str), info)
    refused("is not legal in game 0", lambda: env.step(int(numpy.flatnonzero(info["action_mask"] == 0)[0])))


def wrappers_go_around_them():
    env = FlattenObservation(RecordEpisodeStatistics(TimeLimit(tahur.make("kittens", "v2"), 4)))
    ends, last = play(env, 300)
    check(ends > 60 and 1 <= last["episode"]["l"] <= 4 and last["episode"]["r"] in (-1, 0, 1), ends, last)
    env = gymnasium.make("tahur/Y-v0", game="y:size=4", max_episode_steps=3)
    ends, _ = play(env, 300)
    check(ends >= 100, ends)


def generators_are_gymnasiums():
    env = tahur.make("kittens:deck=official", "v2")
    env.reset(seed=numpy.int64(7))
    state = env.np_random.bit_generator.state
    env.reset(seed=7)
    check(env.np_random.bit_generator.state == state, "the generator is not of the seed")
    firsts = []
    for _ in range(2):  # whoever sets the generator determines the first game
        env = tahur.make("kittens:deck=official", "v2")
        env.np_random = numpy.random.default_rng(5)
        firsts.append([env.reset()[0] for _ in range(5)])
    check(all(numpy.array_equal(a, b) for a, b in zip(*firsts)), "the first seed is not drawn from np_random")
    refused("seed must be 0 to", lambda: env.reset(seed=-1))
    refused("reset has no option 'size'", lambda: env.reset(options={"size": 3}))


def masks_serve_samples_and_sb3():
    env = tahur.make("y:size=4", "greedy")
    _, info = env.reset(seed=1)
    check(info["action_mask"].dtype == numpy.int8 and env.action_masks().dtype == bool, info)
    check(env.get_wrapper_attr("action_masks")().sum() == info["action_mask"].sum(), "the masks differ")
    MaskablePPO("MlpPolicy", gymnasium.make("tahur/Parchis-v0", illegal="raise"), seed=1).learn(300)


def they_cannot_be_copied_and_can_be_closed_twice():
    for env in (tahur.make("kittens"), tahur.make_vec("kittens", 2), tahur.aec("kittens")):
        for function in (copy.copy, copy.deepcopy, pickle.dumps):
            refused("an environment cannot be copied or pickled", lambda: function(env), TypeError)
        env.close()
        env.close()
        refused("closed", env.reset)


# ---- many games ----

def vector_environments_are_gymnasiums():
    for mode, declared in (("same-step", AutoresetMode.SAME_STEP), ("next-step", AutoresetMode.NEXT_STEP),
                           (AutoresetMode.SAME_STEP, AutoresetMode.SAME_STEP),
                           (AutoresetMode.NEXT_STEP, AutoresetMode.NEXT_STEP)):
        env = tahur.make_vec("kittens", 6, "v2", autoreset=mode)
        check(isinstance(env, VectorEnv) and isinstance(env, tahur.VecEnv), type(env).__mro__)
        check(env.metadata["autoreset_mode"] is declared, env.metadata)
        check(env.single_action_space == gymnasium.spaces.Discrete(9), env.single_action_space)
        check(env.action_space.shape == (6,) and env.observation_space.shape == (6, 40), env.observation_space)
        observations, infos = env.reset(seed=[1, 2, 3, 4, 5, 6])
        for k in range(200):
            check(observations in env.observation_space, "step", k)
            actions = env.action_space.sample(tuple(infos["action_mask"]))
            check(actions in env.action_space, actions)
            observations, rewards, terminations, truncations, infos = env.step(actions)
            check(rewards.shape == terminations.shape == truncations.shape == (6,), rewards.shape)
            rows = vector_wrappers.infos_as_list(infos, 6)
            check(all(("final_obs" in row) == (terminations[g] and declared is AutoresetMode.SAME_STEP)
                      for g, row in enumerate(rows)), rows)
        env.step(env.action_space.sample())  # of which most are not legal
        env.close()
        check(env.closed, "it is not closed")
    refused("autoreset must be", lambda: tahur.make_vec("kittens", 2, autoreset=AutoresetMode.DISABLED))


def vector_environments_are_registered():
    env = gymnasium.make_vec("tahur/Kittens-v0", num_envs=3, opponents=["v2"], autoreset="next-step")
    check(env.spec.id == "tahur/Kittens-v0" and env.num_envs == 3, env.spec)
    env.reset(seed=1)
    state = env.np_random.bit_generator.state
    env.reset(seed=1)
    check(state == env.np_random.bit_generator.state and "position" not in vars(env), "the generator")


def episodes_are_the_same_in_both_modes():
    """As statistics see them: by steps and by rewards."""
    seen = []
    for mode in ("same-step", "next-step"):
        env = vector_wrappers.RecordEpisodeStatistics(tahur.make_vec("kittens", 1, "v2", autoreset=mode))
        env.reset(seed=4)
        games = env.env
        episodes, decisions, over = [], 0, False
        while len(episodes) < 40:
            actions = [0] if over and mode == "next-step" else games.sample(decisions)
            decisions += not (over and mode == "next-step")
            over = False
            _, _, terminations, _, infos = env.step(numpy.array(actions))
            if terminations[0]:
                over = True
                episodes.append((infos["episode"]["r"][0], infos["episode"]["l"][0]))
        seen.append(episodes)
    check(seen[0] == seen[1], seen)


# ---- an agent in every seat ----

def agents_pass_the_test():
    for game in ("kittens", "kittens:rules=classic", "cantstop:players=3", "cantstop:players=1", "y:size=4,pie=1",
                 "parchis"):
        env = tahur.aec(game, random_plies=1)
        check(isinstance(env, pettingzoo.AECEnv) and api_test(env, num_cycles=1000) == 5, game)
        env.close()
    cut = tahur.aec("y:size=9", max_turns=7)
    check(api_test(cut, num_cycles=20) == 5, "it is not cut off")


def agents_play_a_game():
    env = tahur.aec("kittens")
    refused("call reset before step", lambda: env.step(0))
    seen = []
    for _ in range(2):
        env.reset(seed=11)
        rewards, actions = {}, []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            rewards[agent] = rewards.get(agent, 0) + reward
            other = env.possible_agents[1 - env.possible_agents.index(agent)]
            check(terminated or not env.observe(other)["action_mask"].any(), "the other has a mask")
            action = None if terminated or truncated else int(numpy.flatnonzero(observation["action_mask"])[-1])
            actions.append(action)
            env.step(action)
        check(sorted(rewards.values()) == [-1, 1] and env.agents == [], rewards)
        refused("the game is over; call reset", lambda: env.step(None))
        seen.append(actions)
    check(seen[0] == seen[1] and seen[0][-2:] == [None, None], seen)


def agents_lose_by_illegal_actions_and_are_told_of_options():
    env = tahur.aec("kittens")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(7)
    check(env.rewards == {agent: -1.0, **{other: 1.0 for other in env.possible_agents if other != agent}}, env.rewards)
    refused("must be None", lambda: env.step(0))
    env = tahur.aec("kittens", illegal="raise")
    env.reset(seed=1)
    refused("is not legal", lambda: env.step(7))
    refused("the action must be a whole number", lambda: env.step(None), TypeError)
    env.reset(seed=1)
    position = env.unwrapped._env.position()
    env.reset(seed=2, options={"position": None})
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        env.reset(seed=1, options={"size": 3})
    check([str(w.message) for w in told] == ["reset has no option 'size'; the only one is 'position'"], told)
    check(env.unwrapped._env.position() == position, "an unknown option does something")
    refused("options must be a dictionary", lambda: env.reset(options=3), TypeError)


# ---- where they are not installed ----

def in_another_process(code, *paths):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd="/",
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([*paths, *PATHS])})
    check(done.returncode == 0, done.stderr)
    return done.stdout


def a_gymnasium_that_cannot_be_used_is_told_of():
    """One that is too old, or broken: the environments are tahur's own, and a warning says why."""
    told = in_another_process(
        "import warnings, gymnasium.vector\n"
        "del gymnasium.vector.AutoresetMode\n"
        "with warnings.catch_warnings(record=True) as told:\n"
        "    warnings.simplefilter('always')\n"
        "    import tahur\n"
        "env = tahur.make('kittens')\n"
        "print(isinstance(env, gymnasium.Env), len(told), told[0].message)")
    check(told == "False 1 the installed Gymnasium cannot be used (it is older than 1.1); environments are tahur's own\n",
          told)


def the_order_of_imports_does_not_matter():
    for first, second in (("gymnasium", "tahur"), ("tahur", "gymnasium")):
        told = in_another_process(f"import {first}\nimport {second}\nprint(gymnasium.make('tahur/Y-v0').spec.id)")
        check(told == "tahur/Y-v0\n", told)


TESTS = [environments_pass_the_checker, every_game_is_registered, wrappers_go_around_them, generators_are_gymnasiums,
         masks_serve_samples_and_sb3, they_cannot_be_copied_and_can_be_closed_twice,
         vector_environments_are_gymnasiums, vector_environments_are_registered, episodes_are_the_same_in_both_modes,
         agents_pass_the_test, agents_play_a_game, agents_lose_by_illegal_actions_and_are_told_of_options,
         a_gymnasium_that_cannot_be_used_is_told_of, the_order_of_imports_does_not_matter]


sys.exit(run(TESTS))
