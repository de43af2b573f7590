"""Training by self-play from outside, and the bot puct that plays what was learned."""
import csv
import json
import os
import re
import sqlite3
import struct
from contextlib import closing
from random import Random

from documents import ROOT
from harness import check, check_equal, tahur, test, test_each
from training import Folder, check_refused, read

FEW = ["--hidden=8", "--batch=8", "--warm-up=20", "--replay=200", "--iterations=4", "--considered=4",
       "--evaluate-every=20", "--evaluate-games=20", "--final-games=20"]


def selfplay(*args, game="y:size=3", games=40):
    return tahur.json("train", game, "--method=selfplay", f"--games={games}", *FEW, *args)


@test
def selfplay_reports_every_evaluation():
    result = selfplay("--seeds=2", "--seed=5")
    check_equal((result["method"], result["opponent"]), ("selfplay", "self"), "method and opponent")
    for key, value in {"hidden": [8], "iterations": 4, "considered": 4, "random_plies": 6, "reuse": 4}.items():
        check_equal(result["settings"][key], value, key)
    for run in result["seeds"]:
        check_equal([point["games"] for point in run["points"]], [20, 40], "evaluations")
        for point in run["points"]:
            check(point["policy_loss"] > 0 and point["value_loss"] > 0 and point["decisions"] > 0, point)
            check_equal(point["score"], point["against"]["random"]["win_share"], "score")


@test
def selfplay_writes_curves_and_pages():
    with Folder() as path:
        selfplay("--seeds=2", f"--csv={path('curve.csv')}", f"--html={path('page.html')}")
        with open(path("curve.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        page = read(path("page.html")).decode()
    check_equal([(row["seed"], row["games"]) for row in rows],
                [("1", "20"), ("1", "40"), ("2", "20"), ("2", "40")], "rows")
    check(all(float(row["policy_loss"]) > 0 and float(row["value_loss"]) >= 0 for row in rows), rows)
    for word in ["<polyline", "selfplay", "considered", "reuse"]:
        check(word in page, word, "is missing in the page")


@test
def selfplay_writes_the_same_files_whatever_the_threads():
    with Folder() as path:
        selfplay("--seeds=3", "--threads=1", f"--out={path('a.model')}")
        selfplay("--seeds=3", "--threads=3", f"--out={path('b.model')}")
        for seed in [1, 2, 3]:
            check(read(path(f"a-{seed}.model")) == read(path(f"b-{seed}.model")), "seed", seed)
        check(read(path("a-1.model")) != read(path("a-2.model")), "two seeds give one file")


@test_each("half and half gives the file of the whole:", [
    ("y:size=3",), ("cantstop:players=3",), ("kittens",),
    ("y:size=3", "--accept=0.5", "--accept-every=7", "--accept-games=4", "--symmetries=none"),
    ("cantstop:players=2", "--past-share=0.5", "--past-every=4"),
    ("cantstop:players=2", "--chance-nodes", "--lambda=0.9", "--value-scale=1", "--choose=values", "--quick-share=0.5",
     "--quick-iterations=2")])
def selfplay_goes_on_bit_for_bit(game, *flags):
    with Folder() as path:
        selfplay("--rate-games=40", f"--out={path('whole.model')}", *flags, game=game)
        selfplay("--rate-games=40", f"--out={path('half.model')}", *flags, game=game, games=20)
        tahur.json("train", game, "--method=selfplay", "--games=20", f"--resume={path('half.model')}",
                   f"--out={path('both.model')}", *FEW[-3:])
        check(read(path("whole.model")) == read(path("both.model")), "the files differ")


@test
def a_saved_selfplay_goes_on_by_its_command():
    with Folder() as path:
        flags = ["--seeds=2", f"--save={path('run.db')}"]
        first, again = selfplay(*flags), selfplay(*flags)
        for run in first["seeds"] + again["seeds"]:
            run.pop("train_seconds"), run.pop("evaluate_seconds")
        check_equal(again, first, "told again")


@test
def a_run_saved_before_there_were_symmetries_goes_on():
    """Its settings have neither symmetries nor older selves."""
    with Folder() as path:
        for name, flags, wanted in [("old", ["--symmetries=none"], []), ("new", [], ["symmetries"]),
                                    ("past", ["--past-share=0.5"], ["past-every", "past-share", "symmetries"])]:
            selfplay(*flags, f"--save={path(f'{name}.db')}")
            with closing(sqlite3.connect(path(f"{name}.db"))) as db:
                names = {row[0] for row in db.execute("select name from setting")}
            check_equal(sorted(names & {"symmetries", "past-share", "past-every"}), wanted, name)
        selfplay("--symmetries=none", f"--save={path('old.db')}")
        check_refused(["train", "y:size=3", "--method=selfplay", "--games=40", *FEW, f"--save={path('old.db')}"], "symmetries")


@test
def what_selfplay_learned_is_played():
    with Folder() as path:
        model, slim = path("y.model"), path("slim.model")
        result = tahur.json("train", "y:size=4", "--method=selfplay", "--games=600", "--hidden=32", "--warm-up=200",
                            "--iterations=16", "--rate=0.003", "--evaluate-every=300", "--evaluate-games=200",
                            "--final-games=400", f"--out={model}")
        share = result["seeds"][0]["final"]["random"]["win_share"]
        check(share > 0.9, "wins only", share)
        bot = f"puct:model={model},iterations=16"
        played = [tahur.json("arena", "y:size=4", bot, "random", "--games=200", f"--threads={n}") for n in [1, 2]]
        check(played[0]["bots"][0]["win_share"] > 0.9, played[0]["bots"][0])
        check_equal(played[0]["digest"], played[1]["digest"], "digest")
        tahur.text("ask", "y:size=4", f"puct:model={model},time=5,memory=16,exploration=0.5")
        check_refused(["arena", "y:size=5", bot, "random"], "does not fit", "23 numbers", "33")
        check_refused(["arena", "cantstop", bot], "is refused", "y:size=4")
        check_refused(["arena", "y:size=4", f"dqn:model={model}", "random"], "of kind “selfplay”, not of kind “dqn”")
        check_refused(["train", "y:size=4", f"--resume={model}"], "of kind “selfplay”, not of kind “dqn”")
        check('"values" (N, 194)' in tahur.text("export", model, f"--onnx={path('y.onnx')}"), "export")
        tahur.json("train", "y:size=4", "--method=selfplay", "--games=20", *FEW, "--slim", f"--out={slim}")
        check(len(read(slim)) < 10000, "a slim file of", len(read(slim)), "bytes")
        check_refused(["train", "y:size=4", "--method=selfplay", f"--resume={slim}"], "network alone")


@test
def chance_events_can_be_weighted():
    with Folder() as path:
        model = path("dice.model")
        result = selfplay("--chance-nodes", "--lambda=0.5", f"--out={model}", game="cantstop:players=2", games=20)
        for key, value in {"chance_nodes": True, "lambda": 0.5, "choose": "visits", "quick_share": 0,
                           "accept": 0, "value_scale": 0.2, "reuse": 4, "symmetries": True, "past_share": 0,
                           "past_every": 500}.items():
            check_equal(result["settings"][key], value, key)
        bot = f"puct:model={model},iterations=40,chance-nodes=1,choose=values,value-scale=0.5"
        played = [tahur.json("arena", "cantstop:players=2", bot, "random", "--games=4", f"--threads={n}") for n in [1, 2]]
        check_equal(played[0]["digest"], played[1]["digest"], "digest")
        selfplay(f"--out={path('cat.model')}", game="kittens", games=20)
        check_refused(["arena", "kittens", f"puct:model={path('cat.model')},chance-nodes=1"], "something is hidden")
        check_refused(["train", "y", "--method=selfplay", "--chance-nodes"], "there is no chance in it")


@test_each("a training without an update is reported", [
    (["--method=selfplay", "--iterations=2"],), (["--method=dqn"],)])
def a_training_without_an_update_is_reported(flags):
    call = ["train", "y:size=3", *flags, "--games=4", "--evaluate-games=2", "--final-games=2"]
    sentence = re.compile(r"seed 1: no update was made, so the network is random: \d+ decisions are fewer than --warm-up 1000;")
    check(sentence.search(" ".join(tahur.text(*call).split())), "no sentence")
    check_equal(tahur.json(*call)["seeds"][0]["updates"], 0, "updates")
    check("no update" not in tahur.text(*call, "--warm-up=1", "--batch=1"), "reported with updates")
    if "--method=selfplay" in flags:
        text = tahur.text(*call, "--warm-up=1", "--reuse=0")
        check("so the network is random\n" in text and "fewer" not in text, text)


@test_each("a model plays by the rules that it was trained for", [
    (["--method=selfplay", "--iterations=2"], "puct:iterations=2,"), (["--method=dqn"], "dqn:")])
def a_model_plays_by_its_rules(method, bot):
    games = ["--games=4", "--hidden=4", "--warm-up=1", "--batch=4", "--evaluate-games=2", "--final-games=2"]
    with Folder() as path:
        for name, rules in [("plain", ""), ("official", ",rules=official")]:
            tahur.json("train", f"cantstop:players=2{rules}", *method, *games, f"--out={path(name)}")
        plain, official = (f"{bot}model={path(name)}" for name in ["plain", "official"])
        for rules, player in [("", plain), (",rules=seed", plain), (",forced=1", plain), (",rules=official", official),
                              (",rules=bga", official), (",rules=official,forced=0", official)]:
            tahur.json("arena", f"cantstop:players=2{rules}", player, "random", "--games=2")
        for rules, player, words in [(",rules=official", plain, ["closed=0", "closed=1"]),
                                     (",blocking=jump", plain, ["blocking=none", "blocking=jump"]),
                                     (",columns=5", plain, ["columns=3", "columns=5"]),
                                     ("", official, ["closed=1", "closed=0"])]:
            check_refused(["arena", f"cantstop:players=2{rules}", player, "random"],
                          "does not fit", f"it was trained with {words[0]}, not with {words[1]}")


@test
def seats_are_part_of_a_model():
    with Folder() as path:
        selfplay(f"--out={path('three.model')}", game="cantstop:players=3")
        bot = f"puct:model={path('three.model')},iterations=4"
        played = tahur.json("arena", "cantstop:players=3", bot, "random", "random", "--games=30")
        check_equal(sum(one["wins"] for one in played["bots"]), 30, "games")
        check_refused(["arena", "cantstop:players=2", bot, "random"], "does not fit")


@test
def a_network_for_kittens_comes_with_the_program():
    few, model, another = ["puct:iterations=16", *(os.path.join(ROOT, "models", name)
                                                   for name in ("puct-kittens.model", "kittens.model"))]
    played = [tahur.json("arena", "kittens", few, "dqn", "--games=600", f"--threads={n}") for n in [1, 2]]
    check(played[0]["bots"][0]["win_share"] > 0.52, "wins only", played[0]["bots"][0])
    check_equal(played[0]["digest"], played[1]["digest"], "digest")
    named = tahur.json("arena", "kittens", f"{few},model={model}", "dqn", "--games=600")
    check_equal(named["digest"], played[0]["digest"], "digest with the file named")
    check(len(read(model)) < 200000, "a large file")
    check_refused(["arena", "kittens", f"puct:model={another}", "v2"], "is refused", "not of kind “selfplay”")


@test_each("the network that comes with the program plays", [
    ("kittens:rules=classic",), ("kittens:deck=official",), ("kittens:deck=seed25,bombs=2",)])
def the_network_plays_with_options(game):
    played = tahur.json("arena", game, "puct:iterations=4", "random", "--games=40")
    check_equal((sum(one["wins"] for one in played["bots"]), played["bots"][0]["faults"]), (40, 0), "games and faults")


def mix2(a, b):
    """The hash of docs/learning.md."""
    def mix(x):
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
        return x ^ x >> 31
    return mix(mix(a + GOLDEN & MASK) ^ (b * GOLDEN & MASK))


MASK, GOLDEN = (1 << 64) - 1, 0x9E3779B97F4A7C15


def model_bytes(game, layout, sizes, parameters):
    """A model file, by docs/learning.md alone."""
    def text(words):
        return struct.pack("<I", len(words)) + words.encode()
    body = b"".join([text(game), text(layout), text("{}"), text("selfplay"), b"\1",
                     struct.pack(f"<{len(sizes) + 1}I", len(sizes) - 1, *sizes),
                     struct.pack(f"<{len(parameters)}f", *parameters), b"\0"])
    data = b"\x89tahur\r\n" + struct.pack("<IQ", 2, 20 + len(body) + 8) + body
    checksum = len(data)
    for i in range(0, len(data), 8):
        checksum = mix2(checksum, int.from_bytes(data[i:i + 8], "little"))
    return data + struct.pack("<Q", checksum)


@test
def a_few_lines_of_python_write_a_model_that_plays():
    """A network without hidden layers that prefers action 4, the middle of a side."""
    layout = tahur.json("games", "y:size=3", "--observation")["observation_layout"]
    inputs, outputs = 15, 192 + 2
    biases = [0.0] * outputs
    biases[4] = 5.0
    with Folder() as path:
        data = model_bytes("y:size=3", layout, [inputs, outputs], [0.0] * (inputs * outputs) + biases)
        with open(path("own.model"), "wb") as file:
            file.write(data)
        answer = tahur.json("ask", "y:size=3", f"puct:model={path('own.model')},iterations=4")
        check_equal(answer["action"], "b1", "the answer")
        with open(path("bad.model"), "wb") as file:
            file.write(data[:-1])
        check_refused(["ask", "y:size=3", f"puct:model={path('bad.model')}"], "bad.model")


def onnx_fields(data):
    """The fields of a message of Protocol Buffers: {number: [values]}; a value is a number, or bytes."""
    found, at = {}, 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value
    while at < len(data):
        key = varint()
        value = varint()
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        found.setdefault(key >> 3, []).append(value)
    return found


def onnx_run(data, observation):
    """The values that an ONNX file of Gemm and Relu gives; the field numbers are those of onnx.proto."""
    graph = onnx_fields(onnx_fields(data)[7][0])
    known = {onnx_fields(graph[11][0])[1][0]: observation}
    for tensor in map(onnx_fields, graph[5]):
        shape, numbers = tensor[1], struct.unpack(f"<{len(tensor[9][0]) // 4}f", tensor[9][0])
        known[tensor[8][0]] = [numbers[i:i + shape[-1]] for i in range(0, len(numbers), shape[-1])]
    for node in map(onnx_fields, graph[1]):
        inputs = [known[name] for name in node[1]]
        if node[4] == [b"Gemm"]:
            values, weights, (biases,) = inputs
            known[node[2][0]] = [bias + sum(x * row[o] for x, row in zip(values, weights)) for o, bias in enumerate(biases)]
        else:
            check_equal(node[4], [b"Relu"], "the operator")
            known[node[2][0]] = [max(0, x) for x in inputs[0]]
    return known[onnx_fields(graph[12][0])[1][0]]


@test
def an_exported_network_says_what_the_program_plays():
    """Of networks of two hidden layers, written by hand and learned, in positions on the way through a game: the ONNX file
    has the weights of the model, and the legal action with the largest logit is the one that one iteration finds."""
    layout = tahur.json("games", "y:size=3", "--observation")["observation_layout"]
    sizes, random = [15, 7, 5, 192 + 2], Random(1)
    count = sum((a + 1) * b for a, b in zip(sizes, sizes[1:]))
    weights = [random.uniform(-1, 1) for _ in range(count)]
    cells = {one["text"]: one["action"] for one in tahur.json("games", "y:size=3", "--actions")["actions"]}
    with Folder() as path:
        with open(path("hand.model"), "wb") as file:
            file.write(model_bytes("y:size=3", layout, sizes, weights))
        selfplay("--slim", f"--out={path('learned.model')}")
        for name in ["hand", "learned"]:
            model, file = path(f"{name}.model"), path(f"{name}.onnx")
            check('"values" (N, 194)' in tahur.text("export", model, f"--onnx={file}"), "export")
            data = read(file)
            if name == "hand":
                check(struct.pack(f"<{7 * 15}f", *weights[:7 * 15]) in data, "the weights are others")
            for stones in ["......", "B.....", ".B..R.", "BR..B.", "R.B.BR"]:
                turn = stones.count("B") - stones.count("R")
                own, other = ("RB" if turn else "BR")
                seen = [*(float(cell == own) for cell in stones), *(float(cell == other) for cell in stones), 1.0, 0.0, 0.0]
                logits = onnx_run(data, seen)
                check_equal(len(logits), 194, "outputs")
                best = max((cell for cell in range(6) if stones[cell] == "."), key=lambda cell: logits[cell])
                rows = f"{stones[0]}/{stones[1:3]}/{stones[3:]}"
                yen = json.dumps({"size": 3, "turn": turn, "players": ["B", "R"], "layout": rows})
                answer = tahur.json("ask", "y:size=3", f"puct:model={model},iterations=1", yen)
                check_equal(cells[answer["action"]], best, f"the answer to {rows}")


@test_each("refuses", [
    ("train y:size=3 --method selfplay --opponent random", ["--opponent", "plays all seats itself"]),
    ("train cantstop:players=1 --method selfplay", ["alone", "two seats or more"]),
    ("train y:size=3 --method selfplay --gamma 0.9", ["--gamma cannot be given with --method selfplay"]),
    ("train y:size=3 --iterations 5", ["--iterations cannot be given with --method dqn"]),
    ("train y:size=3 --method selfplay --iterations 0", ["--iterations", "from 1 to 100000"]),
    ("train y:size=3 --method selfplay --symmetries some", ["--symmetries", "all", "none"]),
    ("train y:size=3 --method selfplay --past-share 1.5", ["--past-share", "from 0 to 1"]),
    ("train y:size=3 --method selfplay --past-every 0", ["--past-every", "from 1 to"]),
    ("train y:size=3 --method selfplay --past-every 9", ["--past-every is for --past-share"]),
    ("train y:size=3 --method selfplay --accept-every 9", ["--accept-every is for --accept"]),
    ("train y:size=3 --method selfplay --accept-games 9 --accept 0", ["--accept-games is for --accept"]),
    ("train y:size=3 --method selfplay --quick-iterations 2", ["--quick-iterations is for --quick-share"]),
    ("train y:size=3 --method selfplay --hidden 0", ["--hidden", "from 1 to 4096"]),
    ("train y:size=3 --method selfplay --replay 99999999", ["replay", "gigabyte"]),
    ("train y:size=3 --method selfplay --resume models/kittens.model", ["models/kittens.model"]),
    ("arena y puct random", ["no model for y comes with the program", "puct:model=FILE"]),
    ("arena y puct:model=nowhere.model random", ["nowhere.model", "cannot be read"]),
    ("arena y puct:modle=x random", ["did you mean 'model'"]),
])
def selfplay_refuses(call, words):
    check_refused(call.split(), *words)
