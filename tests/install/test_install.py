"""Tests of what `meson install` installs: python3 tests/install/test_install.py BUILD MESON

Everything is installed into an empty folder, as a package would be, and used from there: programs in
C and C++ are compiled against it, the documents are run."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing behind

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD, MESON = os.path.abspath(sys.argv[1]), sys.argv[2:]
C = ["cc", "-std=c17", "-Wall", "-Wextra", "-pedantic", "-Werror"]
CPP = ["c++", "-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror"]
TIME_LIMIT = 120


class Failure(Exception):
    """What a test found wrong, in words."""


def check(holds, *what):
    if not holds:
        raise Failure(" ".join(str(w) for w in what))


def text_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(command, **settings):
    """What a command that must succeed writes on standard output."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT,
                          stdin=subprocess.DEVNULL, **settings)
    check(done.returncode == 0, f"{command}: status {done.returncode}: {done.stderr}{done.stdout}")
    check(done.stderr == "", f"{command}: {done.stderr}")
    return done.stdout


class Installed:
    """An installation in a folder of its own, and an environment in which it is found."""

    def __init__(self, folder):
        self.folder = folder
        run([*MESON, "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", folder])
        self.prefix = os.path.dirname(os.path.dirname(self.find("tahur", "bin")))
        self.library = self.find("libtahur.so")
        self.headers = os.path.dirname(self.find("public.h"))
        self.package = os.path.dirname(self.find("vector.py", "tahur"))
        self.config = self.find("tahur.pc")
        # pkg-config under its own name, told that the prefix has moved.
        tools = os.path.join(folder, "tools")
        os.mkdir(tools)
        write(os.path.join(tools, "pkg-config"),
              f"#!/bin/sh\nexec {shutil.which('pkg-config')} '--define-variable=prefix={self.prefix}' \"$@\"\n")
        # And a Python that has numpy.
        write(os.path.join(tools, "python3"), f"#!/bin/sh\nexec '{os.environ['NUMPY_PYTHON']}' \"$@\"\n")
        for name in os.listdir(tools):
            os.chmod(os.path.join(tools, name), 0o755)
        self.environment = {
            **os.environ,
            "PATH": os.pathsep.join([tools, os.path.join(self.prefix, "bin"), os.environ["PATH"]]),
            "PKG_CONFIG_PATH": os.path.dirname(self.config),
            "LD_LIBRARY_PATH": os.path.dirname(self.library),
            "PYTHONPATH": os.path.dirname(self.package),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TAHUR_MODELS": os.path.dirname(self.find("kittens.model"))}
        self.room = os.path.join(folder, "room")
        os.mkdir(self.room)

    def find(self, name, folder=None):
        found = [os.path.join(at, name) for at, _, files in os.walk(self.folder) if name in files
                 and (folder is None or os.path.basename(at) == folder)]
        check(len(found) == 1, f"{name} is installed in {found}")
        return found[0]

    def run(self, command, **environment):
        return run(command, cwd=self.room, env={**self.environment, **environment})

    def flags(self):
        return self.run(["pkg-config", "--cflags", "--libs", "tahur"]).split()

    def build(self, compiler, source, program):
        self.run([*compiler, source, *self.flags(), "-o", program])
        return self.run([os.path.join(self.room, program)])

    def public_headers(self):
        return sorted(os.listdir(self.headers))


# ---- headers ----

def headers_are_all_and_only_the_public_ones(it):
    here = sorted(os.listdir(os.path.join(ROOT, "include", "tahur")))
    check(it.public_headers() == here, f"installed {it.public_headers()}, there are {here}")
    for name in here:
        for included in re.findall(r'#include ["<]([^">]*)', text_of(it.headers, name)):
            check("/" not in included or included[len("tahur/"):] in here,
                  f"{name} includes {included}, which is not installed")


def every_header_compiles_alone(it):
    for name in it.public_headers():
        for compiler, file in ((C, "alone.c"), (CPP, "alone.cpp")):
            write(os.path.join(it.room, file),
                  f"#include <tahur/{name}>\n#include <tahur/{name}>\nint alone;\n")
            it.run([*compiler, "-fsyntax-only", "-I", os.path.dirname(it.headers), file])


def declared(it):
    """The names that the headers declare TH_PUBLIC; and all others of functions, by mistake without."""
    names, others = set(), set()
    for header in it.public_headers():
        code = re.sub(r"/\*.*?\*/", "", text_of(it.headers, header), flags=re.S)
        names |= set(re.findall(r"^TH_PUBLIC [^;(]*?\b(th_\w+)\(", code, re.M))
        others |= set(re.findall(r"^(?!TH_PUBLIC|static|typedef|#)[a-z][^;({]*?\b(th_\w+)\([^{]*?\)[^{;]*;", code, re.M))
    return names, others


def exactly_what_is_declared_is_exported(it):
    names, others = declared(it)
    check(len(names) > 25, f"only {len(names)} names are declared")
    check(not others, f"declared, but not TH_PUBLIC: {sorted(others)}")
    lines = run(["nm", "-D", "--defined-only", it.library]).splitlines()
    exported = {line.split()[-1].partition("@")[0] for line in lines}
    check(exported == names, f"exported, not declared: {sorted(exported - names)}; "
                             f"declared, not exported: {sorted(names - exported)}")


def every_declared_function_is_called_with_bad_arguments(it):
    called = text_of(ROOT, "tests", "core", "test_misuse.c")
    missing = sorted(name for name in declared(it)[0] if name + "(" not in called)
    check(not missing, f"tests/core/test_misuse.c leaves out {missing}")


def the_library_has_a_version(it):
    told = run(["readelf", "-d", it.library])
    needed = set(re.findall(r"NEEDED.*\[(\w+)\.", told))
    check(needed <= {"libjansson", "libc", "libm", "libpthread"}, f"it needs {needed}")
    version = it.run(["pkg-config", "--modversion", "tahur"]).strip()
    check(f"[libtahur.so.{version.rpartition('.')[0]}]" in told, told)
    check(f'TH_VERSION "{version}"' in text_of(it.headers, "version.h"), f"version.h is not {version}")


def the_program_and_the_library_are_hardened(it):
    """Full RELRO, a position of its own, checked stacks and copies, and on x86 CET."""
    for file in (it.find("tahur", "bin"), it.library, it.find("_tahur.abi3.so")):
        head, segments, dynamic = (run(["readelf", "-W", option, file]) for option in ("-h", "-l", "-d"))
        symbols = run(["nm", "-D", file])
        check("DYN" in head, f"{file} is at a fixed address")
        check("GNU_RELRO" in segments and re.search(r"FLAGS.*(BIND_NOW|NOW)", dynamic), f"{file} has no full RELRO")
        check(re.search(r"GNU_STACK.* RW ", segments), f"{file} has an executable stack")
        check("__stack_chk_fail" in symbols, f"{file} has no checked stacks")
        check(re.search(r"__\w+_chk\b", symbols), f"{file} has no checked copies (FORTIFY)")
        if "X86-64" in head:  # the note in the file is there only if the C library was built for it, too
            with open(file, "rb") as code:
                check(code.read().count(b"\xf3\x0f\x1e\xfa") > 100, f"{file} has no CET: no endbr64 at its functions")


# ---- programs ----

EXAMPLE = os.path.join(ROOT, "examples", "library.c")


def the_example_runs_in_c(it):
    out = it.build(C, EXAMPLE, "example_c")
    version = it.run(["pkg-config", "--modversion", "tahur"]).strip()
    check(out.startswith(f"tahur {version}\n"), out)
    games = re.findall(r"^game (\d): player (\d) won from seat (\d)", out, re.M)
    check([int(number) for number, _, _ in games] == [0, 1, 2, 3], f"games come as {games}")
    check(all((int(player) - int(number)) % 2 == int(seat) for number, player, seat in games), games)
    shares = it.run(["tahur", "arena", "kittens", "v1", "v3", "--threads", "1"])
    check(re.search(r"^v1: 5\d\.\d % of 10000 games", out, re.M) and "digest" in shares, out, shares)


CPP_PROGRAM = """
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
#include <tahur/arena.h>
#include <tahur/player.h>
#include <tahur/registry.h>
#include <tahur/version.h>

static void tell(void *context, const th_arena_game *game) {
    auto *winners = static_cast<std::vector<int> *>(context);
    for (int seat = 0; seat < game->seats; seat++)
        if (game->payoff[seat] == 1) winners->push_back(game->player[seat]);
}

static std::vector<int> winners(int threads) {
    const char *const bots[] = {"random", "flat-mc:iterations=64"};
    th_error e;
    th_arena arena;
    th_arena_result result;
    th_flag stop{false};
    std::vector<int> all;
    if (!th_arena_read(&arena, "y:size=4", bots, 2, &e)) std::cout << e.text << std::endl;
    arena.games = 300;
    arena.threads = threads;
    arena.finished = tell;
    arena.stop = &stop;
    arena.context = &all;
    if (!th_arena_run(&arena, &result, &e)) std::cout << e.text << std::endl;
    std::size_t wins = 0;
    for (int winner : all) wins += winner == 1;
    if (wins != result.player[1].wins || all.size() != 300) std::cout << "counted wrong" << std::endl;
    stop = true;
    all.clear();
    if (!th_arena_run(&arena, &result, &e) || !result.stopped) std::cout << "not stopped" << std::endl;
    stop = false;
    all.clear();
    th_arena_run(&arena, &result, &e);
    return all;
}

static int mistakes() {
    th_error e;
    th_spec spec;
    th_arena arena;
    const char *const bots[] = {"easy", "hard"};
    int found = th_game_find("chess", &spec, &e) == nullptr;
    found += !th_arena_read(&arena, "cantstop", bots, 2, &e) && std::string(e.text).find("4 seats") < 400;
    found += !th_arena_read(&arena, "kittens:players=9", bots, 2, &e);
    const th_game *game = th_game_find("kittens", &spec, &e);
    found += th_player_new(game, &spec.options, "nobody", &e) == nullptr;
    found += th_player_new(game, &spec.options, "dqn:model=nowhere", &e) == nullptr;
    th_player_drop(nullptr);
    return found;
}

int main() {
    for (int i = 0; th_game_at(i) != nullptr; i++) std::cout << th_game_at(i)->name << std::endl;
    std::cout << (winners(1) == winners(3)) << mistakes() << th_version() << std::endl;
}
"""


def a_program_runs_in_cpp(it):
    write(os.path.join(it.room, "program.cpp"), CPP_PROGRAM)
    out = it.build(CPP, "program.cpp", "program_cpp")
    version = it.run(["pkg-config", "--modversion", "tahur"]).strip()
    check(re.fullmatch(rf"([a-z]+\n){{4,}}15{re.escape(version)}\n", out), out)


# Packages of others that documents use and the tests do not have.
STANDIN = os.path.join(ROOT, "tests", "python", "standin")


def follow(it, document):
    """Runs what a document says: its programs have names, its commands come with what they write. Programs with
    packages that are not there find stand-ins for them."""
    text = text_of(ROOT, "docs", document)
    parts = re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```|^    \$ ([^\n]*)\n((?:    (?!\$)[^\n]*\n)*)", text,
                       re.S | re.M)
    borrowing = set()
    for name, program, command, output in parts:
        if name:
            write(os.path.join(it.room, name), program)
            if re.search(r"\b(gymnasium|sb3_contrib|tahur\.aec)\b", program):
                borrowing.add(f"python3 {name}")
            continue
        path = {"PYTHONPATH": os.pathsep.join([it.environment["PYTHONPATH"], STANDIN])} if command in borrowing else {}
        out = it.run(["sh", "-c", command], **path)
        shown = re.sub(r"^    ", "", output, flags=re.M)
        check(out == shown, f"{command}: wrote {out!r}, the page says {shown!r}")
    return len(parts)


def the_document_does_what_it_says(it):
    check(follow(it, "library.md") >= 9, "there is less in it than there should be")


def the_page_about_environments_does_what_it_says(it):
    check(follow(it, "environments.md") == 19, "there is less or more in it than there should be")


# ---- where it is found ----

def told(it, path):
    """A path of the installation as it will be, without the folder that stands for the machine."""
    return os.path.join("/", os.path.relpath(path, it.folder))


def below(prefix, *pythons):
    """Where these interpreters look for packages in the prefix, folders included that are not there yet."""
    asked = "import site; print(*site.getsitepackages(), site.getusersitepackages(), sep='\\n')"
    folders = [f for python in pythons if shutil.which(python) for f in run([python, "-c", asked]).splitlines()]
    return [folder for folder in folders if folder.startswith(prefix + "/lib")]


def python_looks_where_the_package_is_installed(it):
    prefix = told(it, it.prefix)
    folder = os.path.dirname(told(it, it.package))
    looks = below(prefix, "python3", "/usr/bin/python3")
    check(folder in (looks or [f"{prefix}/lib/python3/site-packages"]), f"{folder}; Python looks in {looks}")


def put_package(it, prefix, folder):
    """The package in a folder, and the library in the prefix's lib for programs, as if they were installed there."""
    shutil.copytree(it.package, os.path.join(folder, "tahur"))
    for name in os.listdir(os.path.dirname(it.library)):
        if name.startswith("libtahur"):
            os.symlink(os.path.join(os.path.dirname(it.library), name), os.path.join(prefix, "lib", name))


def without_help(**more):
    """An environment in which nothing names the installation."""
    names = ("PKG_CONFIG_PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "TAHUR_MODELS")
    return {"PYTHONDONTWRITEBYTECODE": "1", **{k: v for k, v in os.environ.items() if k not in names}, **more}


IMPORT = "import tahur, tahur.library as l; print(l.__file__, l.lib._name)"


def a_prefix_that_python_looks_in_needs_no_variable(it):
    prefix = os.path.join(it.room, "venv")
    run([os.environ["NUMPY_PYTHON"], "-m", "venv", "--without-pip", "--system-site-packages", prefix])
    python = os.path.join(prefix, "bin", "python3")
    folder = run([os.path.join(ROOT, "tools", "python-folder"), prefix, "nobody", "/usr/bin/false", python]).strip()
    put_package(it, prefix, folder)
    out = run([python, "-c", IMPORT], cwd=it.room, env=without_help())
    check(all(path.startswith(prefix) for path in out.split()), out)


def the_page_tells_how_to_use_a_prefix_of_ones_own(it):
    """What is exported there is enough, here with what was installed linked to as if it had been set up so."""
    page = text_of(ROOT, "docs", "library.md")
    exports = re.findall(r"^    (export \w+=.*)$", page, re.M)
    check(len(exports) == 4 and '--prefix="$HOME/tahur" --libdir=lib\n' in page, exports)
    home = os.path.join(it.room, "home")
    prefix = os.path.join(home, "tahur")
    os.makedirs(os.path.join(prefix, "lib", "pkgconfig"))
    for name in ("bin", "include"):
        os.symlink(os.path.join(it.prefix, name), os.path.join(prefix, name))
    put_package(it, prefix, run([os.path.join(ROOT, "tools", "python-folder"), prefix, "python3"]).strip())
    config = re.sub(r"^prefix=.*", f"prefix={prefix}", text_of(it.config), flags=re.M)
    write(os.path.join(prefix, "lib", "pkgconfig", "tahur.pc"),
          re.sub(r"^libdir=.*", "libdir=${prefix}/lib", config, flags=re.M))
    name, program = re.search(r"^`(by_hand\.c)`:\n\n```c\n(.*?)^```", page, re.S | re.M).groups()
    write(os.path.join(it.room, name), program)

    def shell(lines, command):
        return run(["sh", "-ec", "\n".join([*lines, command])], cwd=it.room, env=without_help(HOME=home))

    plain, = re.findall(r"^    \$ (cc .* by_hand)$", page, re.M)
    linked, = re.findall(r"^    (cc .* -Wl,-rpath.* by_hand)$", page, re.M)
    for lines, command in ((exports, plain), ([e for e in exports if "LD_LIBRARY_PATH" not in e], linked)):
        out = shell(lines, f"{command}; ldd by_hand; ./by_hand; command -v tahur")
        check(f"=> {prefix}/lib/libtahur" in out and "payoffs: 1 and 0" in out and f"{prefix}/bin/tahur" in out, out)
    out = shell(exports, f"{os.environ['NUMPY_PYTHON']} -c '{IMPORT}'")
    check(all(path.startswith(prefix) for path in out.split()), out)


def on_debian_the_usual_prefix_is_looked_in(it):
    """So that nothing but ldconfig is needed there, as the page says."""
    if not os.path.exists("/etc/debian_version") or told(it, it.prefix) != "/usr/local":
        return
    folder = told(it, os.path.dirname(it.library))
    listed = subprocess.run(["/sbin/ldconfig", "-v", "-N", "-X"], capture_output=True, text=True)
    check(folder in listed.stdout + listed.stderr, f"ldconfig does not look in {folder}")
    check(f"{folder}/pkgconfig" in run(["pkg-config", "--variable", "pc_path", "pkg-config"]).strip().split(":"),
          f"pkg-config does not look in {folder}/pkgconfig")


def the_python_package_contains_the_library(it):
    out = it.run(["python3", "-c", IMPORT], LD_LIBRARY_PATH="")
    module, library = out.split()
    check(os.path.dirname(module) == it.package and library == os.path.join(it.package, "_tahur.abi3.so"), out)
    check({"_tahur.pyi", "py.typed"} <= set(os.listdir(it.package)), os.listdir(it.package))
    told = run(["readelf", "-d", library])
    needed = set(re.findall(r"NEEDED.*\[(\w+)\.", told))
    # SQLite is for the saved runs of contests.
    check(needed <= {"libjansson", "libsqlite3", "libc", "libm", "libpthread", "libdl"}, f"it needs {needed}")
    exported = {line.split()[-1].partition("@")[0] for line in run(["nm", "-D", "--defined-only", library]).splitlines()}
    check(exported == declared(it)[0] | {"PyInit__tahur"}, f"it exports {sorted(exported ^ declared(it)[0])}")


# ---- the program, its model and its pages ----

def the_program_runs_with_the_installed_models(it):
    check(it.run(["sh", "-c", "command -v tahur"]).strip() == os.path.join(it.prefix, "bin", "tahur"),
          "another tahur is found")
    for bot, model in [("dqn", "kittens.model"), ("puct", "puct-kittens.model")]:
        check('"digest"' in it.run(["tahur", "arena", "kittens", bot, "v2", "--games", "100", "--json"]))
        refused = subprocess.run([os.path.join(it.prefix, "bin", "tahur"), "arena", "kittens", bot],
                                 capture_output=True, text=True, env={**it.environment, "TAHUR_MODELS": "nowhere"})
        check(refused.returncode == 2 and f"nowhere/{model}" in refused.stderr, refused.stderr)


def rendered(it, name, section):
    page = it.find(name, section)
    shown = it.run(["groff", "-K", "utf8", "-man", "-ww", "-z", page])
    check(shown == "", shown)
    wide = it.run(["groff", "-K", "utf8", "-man", "-Tutf8", "-P", "-c", "-rLL=200n", page])
    return re.sub(".\b", "", wide)


def manual_pages_render(it):
    plain = rendered(it, "libtahur.3", "man3")
    missing = [n for n in re.findall(r"\b(th_\w+)\(", text_of(EXAMPLE)) if n not in plain
               and n not in ("th_rng_seeded", "th_rng_next")]
    check(not missing, f"libtahur.3 is without {missing}")
    commands = re.findall(r"tahur-(\S+)\(1\)", rendered(it, "tahur.1", "man1"))
    check(len(commands) > 20, commands)
    for command in commands:
        plain = rendered(it, f"tahur-{command}.1", "man1")
        options = re.findall(r"^  (--\S+)", it.run(["tahur", command, "--help"]), re.M)
        missing = [o for o in options if not re.search(rf"^ +{o}( |$)", plain, re.M)]
        check(options and not missing, f"tahur-{command}.1 is without {missing}")


def completion_is_installed(it):
    check("complete -o default -F _tahur tahur" in text_of(it.find("tahur.bash", "completions")), "bash")
    check(text_of(it.find("_tahur", "site-functions")).startswith("#compdef tahur\n"), "zsh")


TESTS = [headers_are_all_and_only_the_public_ones, every_header_compiles_alone,
         exactly_what_is_declared_is_exported,
         every_declared_function_is_called_with_bad_arguments, the_library_has_a_version,
         the_program_and_the_library_are_hardened, the_example_runs_in_c,
         a_program_runs_in_cpp, the_document_does_what_it_says,
         the_page_about_environments_does_what_it_says, the_python_package_contains_the_library,
         python_looks_where_the_package_is_installed, a_prefix_that_python_looks_in_needs_no_variable,
         the_page_tells_how_to_use_a_prefix_of_ones_own, on_debian_the_usual_prefix_is_looked_in,
         the_program_runs_with_the_installed_models, manual_pages_render,
         completion_is_installed]


def main():
    print(f"1..{len(TESTS)}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        it = Installed(folder)
        for number, test in enumerate(TESTS, 1):
            try:
                test(it)
                print(f"ok {number} - {test.__name__}", flush=True)
            except (Failure, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"not ok {number} - {test.__name__}")
                print("\n".join("# " + line for line in str(error).splitlines()), file=sys.stderr, flush=True)
    return 1 if failed else 0


sys.exit(main())
