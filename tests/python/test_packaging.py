"""The wheel that pip builds, in virtual environments without a network:
python3 tests/python/test_packaging.py PYTHON-WITH-VENV"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PYTHON = sys.argv[1]
TIME_LIMIT = 1800  # the library is compiled

USE = """
import tahur, pickle
game = tahur.Game("parchis:rules=course")
state = game.start()
state.apply(state.moves()[0])
assert pickle.loads(pickle.dumps(state)) == state and state.perft(2) > 0
print(tahur.__file__, tahur.__version__)
try:
    import numpy
except ImportError:
    raise SystemExit
env = tahur.make("kittens", opponents=["dqn"])
env.reset(seed=1)
print("dqn plays")
"""


class Failure(Exception):
    """What a test found wrong, in words."""


def check(holds, *what):
    if not holds:
        raise Failure(" ".join(str(w) for w in what))


def run(*command, **more):
    """What a command that must succeed writes on standard output."""
    names = ("PYTHONPATH", "PYTHONHOME", "TAHUR_MODELS", "TAHUR_EXTENSION", "LD_PRELOAD")
    environment = {k: v for k, v in os.environ.items() if k not in names}
    # Without network, and without a proxy or a folder of wheels that a machine may have.
    environment.update({"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": os.devnull,
                        "PIP_NO_CACHE_DIR": "1", "PYTHONDONTWRITEBYTECODE": "1", **more})
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment, cwd="/")
    check(done.returncode == 0, f"{command}: status {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def copy_source(folder):
    """The files that the repository has, without builds: pip leaves nothing behind in the source tree."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           capture_output=True, text=True)
    if names.returncode != 0:  # no repository, as in an archive of the source
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns("build*", "node_modules", ".mesonpy*"))
        return
    for name in filter(None, names.stdout.split("\0")):
        path = os.path.join(ROOT, name)
        if os.path.isfile(path):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copy2(path, os.path.join(folder, name))


def virtual_environment(folder, *options):
    run(PYTHON, "-m", "venv", *options, folder)
    return os.path.join(folder, "bin", "python")


def pip_makes_a_wheel(room):
    python = virtual_environment(os.path.join(room, "builder"))
    copy_source(os.path.join(room, "source"))
    run(python, "-m", "pip", "wheel", os.path.join(room, "source"), "--no-deps", "--wheel-dir",
        os.path.join(room, "wheels"))
    wheel, = os.listdir(os.path.join(room, "wheels"))
    version = re.search(r'TH_VERSION "(.*)"', open(os.path.join(ROOT, "include/tahur/version.h")).read()).group(1)
    check(re.fullmatch(rf"tahur-{re.escape(version)}-cp39-abi3-linux_\w+\.whl", wheel), wheel)
    with zipfile.ZipFile(os.path.join(room, "wheels", wheel)) as file:
        names = {name for name in file.namelist() if name.startswith("tahur/")}
        check(b"Tag: cp39-abi3-" in file.read(f"tahur-{version}.dist-info/WHEEL"), "WHEEL has another tag")
    here = {f"tahur/{name}" for name in os.listdir(os.path.join(ROOT, "python", "tahur")) if name != "__pycache__"}
    check(names == here | {"tahur/_tahur.abi3.so", "tahur/models/kittens.model", "tahur/models/puct-kittens.model"},
          sorted(names))
    # What was built is all that is needed.
    shutil.rmtree(os.path.join(room, "source"))


def the_wheel_is_all_that_is_needed(room):
    wheel = os.path.join(room, "wheels", *os.listdir(os.path.join(room, "wheels")))
    for name, options in (("plain", []), ("arrays", ["--system-site-packages"])):
        folder = os.path.join(room, name)
        python = virtual_environment(folder, *options)
        run(python, "-m", "pip", "install", "--no-deps", wheel)
        out = run(python, "-c", USE).split()
        check(out[0].startswith(folder), out)
        check(out[2:] == (["dqn", "plays"] if options else []), out)


def main():
    print("1..2")
    failed = 0
    with tempfile.TemporaryDirectory() as room:
        for number, test in enumerate((pip_makes_a_wheel, the_wheel_is_all_that_is_needed), 1):
            try:
                test(room)
                print(f"ok {number} - {test.__name__}", flush=True)
            except Exception as error:
                failed += 1
                print(f"not ok {number} - {test.__name__}")
                print("\n".join("# " + line for line in (str(error) or repr(error)).splitlines()), file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
