"""tahur similar: copies in a folder of submissions."""
import os
import tempfile

from harness import check, check_equal, tahur, test, test_each

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples")


def read(name):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return file.read()


FOLDER = tempfile.TemporaryDirectory()


def at(path):
    return os.path.join(FOLDER.name, path)


def write(path, text):
    path = at(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


@test
def finds_a_copy_with_other_names_in_another_file():
    first = read("first.py")
    write("copies/ana/bot.py", first)
    write("copies/luis/lib/main.py", "\n\n" + first.replace("message", "m").replace("reply", "r"))
    write("copies/eva.py", read("cautious.py"))
    write("copies/binary/bot.py", b"\0\1\2" * 1000)
    write("copies/empty/notes.txt", "nothing")
    write("copies/readme.txt", "no submission")
    found = tahur.json("similar", at("copies"))
    check_equal([s["name"] for s in found["submissions"]], ["ana", "binary", "empty", "eva.py", "luis"], "submissions")
    check_equal([s["left_out"] for s in found["submissions"]], [0, 1, 0, 0, 0], "left out")
    check_equal([(p["a"], p["b"], p["share"]) for p in found["pairs"]], [("ana", "luis", 1.0)], "pairs")
    for passage in found["pairs"][0]["passages"]:
        check_equal((passage["file_a"], passage["file_b"]), ("bot.py", "lib/main.py"), "files")
        check_equal([line + 2 for line in passage["lines_a"]], passage["lines_b"], "lines")
    text = tahur.text("similar", at("copies"))
    for words in ["ana and luis: 100 %", "bot.py", "lib/main.py", "empty has no source files", "binary has 1 file that", "1 pair "]:
        check(words in text, words, "is not in", text)


@test
def leaves_the_template_out():
    write("same/a.py", read("first.py"))
    write("same/b.py", read("first.py"))
    write("kit/first.py", read("first.py"))
    for template in ["kit", "kit/first.py"]:
        check_equal(tahur.json("similar", at("same"), f"--template={at(template)}")["pairs"], [], template)
    check_equal(len(tahur.json("similar", at("same"))["pairs"]), 1, "pairs without template")


@test
def leaves_out_what_many_have():
    for i in range(4):
        write(f"many/{i}.py", read("first.py"))
    check_equal(len(tahur.json("similar", at("many"))["pairs"]), 6, "pairs")
    check_equal(len(tahur.json("similar", at("many"), "--common=3")["pairs"]), 0, "pairs of common code")


@test
def does_not_follow_links_nor_read_packages():
    write("links/a/bot.py", read("first.py"))
    write("links/b/node_modules/x/bot.js", "x = 1")
    os.symlink("../a", at("links/b/loop"))
    files = {s["name"]: s["files"] for s in tahur.json("similar", at("links"))["submissions"]}
    check_equal(files, {"a": 1, "b": 0}, "files")


@test
def a_name_cannot_write_to_the_terminal():
    write("names/\x1b[31mred/bot.py", read("first.py"))
    check("\x1b" not in tahur.text("similar", at("names")), "a control character was printed")


@test_each("refuses", [(["nowhere"], "nowhere"), (["--threshold=2", "."], "threshold"), ([], "FOLDER"),
                       (["@hollow"], "no submissions"), (["@full", "--template=nowhere"], "nowhere"),
                       (["@full", "--template=@hollow"], "no source files")])
def refuses(args, word):
    os.makedirs(at("hollow"), exist_ok=True)
    write("full/a.py", "x = 1")
    result = tahur.run("similar", *(arg.replace("@", at("")) for arg in args))
    check_equal(result.status, 2, "exit status")
    check(word in result.err and result.err.count("\n") == 1, result.err)
