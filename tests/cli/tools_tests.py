"""What ./run does before it starts the program: nothing, where nothing has changed. The tools it calls are replaced
by ones that only note how they were called."""
import os
import subprocess
import tempfile

from harness import TIME_LIMIT, check, check_equal, tahur, test

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NOTES = {
    "meson": 'echo "meson $1" >>"$NOTES"; [ "$1" != setup ] || { mkdir -p "$2"; touch "$2/build.ninja"; }',
    "ninja": 'echo "ninja $3" >>"$NOTES"',
    "dpkg-query": 'echo dpkg-query >>"$NOTES"; printf %s " gcc=installed  meson=installed "',
    "apt-get": 'echo "apt-get $*" >>"$NOTES"',
}


class Tools:
    """Stand-ins for the tools, first in the PATH."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        for name, script in NOTES.items():
            with open(os.path.join(self.folder.name, name), "w") as file:
                file.write("#!/bin/sh\n" + script + "\n")
                os.fchmod(file.fileno(), 0o755)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def calls(self, tool, *arguments):
        """What is called by a script of tools/, which must succeed."""
        notes = os.path.join(self.folder.name, "notes")
        open(notes, "w").close()
        done = subprocess.run([os.path.join(TOP, "tools", tool), *arguments], capture_output=True, text=True,
                              cwd=self.folder.name, timeout=TIME_LIMIT,
                              env={"PATH": f"{self.folder.name}:{os.environ['PATH']}", "NOTES": notes})
        check_equal(done.returncode, 0, done.stderr)
        with open(notes) as file:
            return file.read().splitlines()


@test
def a_build_is_configured_only_when_an_option_changes():
    with Tools() as tools:
        program = ["build", "b", "program", "-Dpage=enabled"]
        everything = ["build", "b", "all", "-Dtests=enabled", "-Dpage=enabled"]
        check_equal(tools.calls(*program), ["meson setup", "ninja program"], "new")
        check_equal(tools.calls(*program), ["ninja program"], "again")
        check_equal(tools.calls(*everything), ["meson configure", "ninja all"], "with tests")
        check_equal(tools.calls(*everything), ["ninja all"], "with tests, again")
        check_equal(tools.calls(*program), ["ninja program"], "without a word about tests")
        check_equal(tools.calls(*program[:-1], "-Dpage=disabled"), ["meson configure", "ninja program"], "changed")
        check_equal(tools.calls(*program), ["meson configure", "ninja program"], "changed back")
        check_equal(tools.calls(*everything), ["ninja all"], "with tests, which stayed")


@test
def packages_are_looked_up_at_once_and_installed_where_missing():
    with Tools() as tools:
        check_equal(tools.calls("install", "gcc", "meson"), ["dpkg-query"], "all there")
        calls = tools.calls("install", "gcc", "cc", "meson")
        check(len(calls) == 2 and calls[1].endswith(" cc"), calls)


@test
def run_builds_the_module_that_python_loads():
    with open(os.path.join(TOP, "run")) as file:
        check('"$here/build" program ' in file.read(), "./run builds another target")
    build = os.path.dirname(tahur.path)
    parts = subprocess.run(["ninja", "-C", build, "-t", "query", "program"], capture_output=True, text=True,
                           timeout=TIME_LIMIT, check=True).stdout
    check("_tahur.abi3.so" in parts, parts)
    check("libtahur.so" in parts, parts)  # or its links, which the configuration makes, lead nowhere
