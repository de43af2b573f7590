"""A bot that tries one way out of the sandbox: python3 attacker.py WAY [ARGUMENTS]. Says on standard error
ESCAPED with what it reached, or HELD, and ends. Not a test itself: sandbox_tests.py starts it."""
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
MS_RDONLY, MS_REMOUNT, MS_BIND, CLONE_NEWUSER = 1, 32, 4096, 0x10000000
MEGABYTE = 1 << 20


def escaped(*what):
    print("ESCAPED", *what, file=sys.stderr, flush=True)
    os._exit(7)


def tries(function, *what):
    """An attempt that must raise an error."""
    try:
        result = function()
    except (OSError, subprocess.SubprocessError):
        return
    escaped(*what, repr(result)[:200])


def read(path):
    with open(path, "rb") as file:
        return file.read(100000)


def remount():
    for place in ("/", "/usr", "/proc", "/dev", os.getcwd()):
        for flags in (MS_REMOUNT, MS_REMOUNT | MS_BIND):
            if LIBC.mount(b"none", place.encode(), None, flags, None) == 0:
                escaped("remounted", place)
        if LIBC.umount2(place.encode(), 0) == 0:
            escaped("unmounted", place)


def capabilities():
    with open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("Cap") and int(line.split()[1], 16) != 0:
                escaped(line)
            if line.startswith("NoNewPrivs") and line.split()[1] != "1":
                escaped(line)
            if line.startswith("Uid") and "0" in line.split():
                escaped(line)


def namespaces():
    if LIBC.unshare(CLONE_NEWUSER) == 0:
        escaped("a user namespace of its own")


def write_files():
    places = ["/", "/usr", "/usr/bin", "/etc", "/dev", "/proc", "/proc/self", "/bin", "/lib", os.getcwd(),
              os.path.dirname(os.path.abspath(__file__))]
    for place in places:
        tries(lambda: os.open(os.path.join(place, "attacked"), os.O_WRONLY | os.O_CREAT, 0o600), "wrote in", place)
    tries(lambda: os.open(os.path.abspath(__file__), os.O_WRONLY), "its own program")


def settings():
    """Opened and not written: the machine must survive a failed test."""
    found = 0
    for top, _, names in os.walk("/proc/sys"):
        for name in names:
            found += 1
            tries(lambda: os.open(os.path.join(top, name), os.O_WRONLY), "a setting of the system:", top, name)
    tries(lambda: os.open("/proc/sysrq-trigger", os.O_WRONLY), "sysrq")
    if found < 10:
        escaped("no settings were found")


def read_files(*paths):
    for path in paths:
        tries(lambda: read(path) if not os.path.isdir(path) else os.listdir(path), "read", path)


def environment():
    allowed = {"PATH", "HOME", "LANG", "PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE", "PYENV_ROOT", "PYENV_VERSION",
               "PYENV_DIR", "PYENV_HOOK_PATH", "_PYENV_SHIM_PATH"}
    if set(os.environ) - allowed:
        escaped(set(os.environ) - allowed)
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                content = read(f"/proc/{name}/environ")
            except OSError:
                continue
            if b"TAHUR_SECRET" in content:
                escaped("environment of", name)


def processes():
    for name in os.listdir("/proc"):
        if name.isdigit():
            line = read(f"/proc/{name}/cmdline")
            if b"tahur\0arena" in line or b"--seed" in line:
                escaped("the command line of", name, line)
    for pid in range(-1, 40000):
        if pid in (-1, 0, 1) or os.path.exists(f"/proc/{pid}"):
            continue
        tries(lambda: os.kill(pid, 0), "a signal to process", pid)
    if LIBC.ptrace(16, 1, 0, 0) == 0:  # PTRACE_ATTACH to the first process, which is bubblewrap
        escaped("ptrace")


def descriptors():
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue  # the one of the list itself
        if int(name) > 2 and "/proc" not in target:
            escaped("an open file", name, target)


def sockets(path, abstract, port):
    for address in (path, "\0" + abstract):
        with socket.socket(socket.AF_UNIX) as it:
            tries(lambda: it.connect(address), "a socket", repr(address))
    with socket.socket() as it:
        it.settimeout(5)
        tries(lambda: it.connect(("127.0.0.1", int(port))), "the network")


def fifo(path):
    tries(lambda: os.open(path, os.O_WRONLY | os.O_NONBLOCK), "a FIFO")


def fill(limit):
    """Files that are memory: not more than so many MB in all."""
    written, block = 0, b"x" * MEGABYTE
    for place in ("/dev/shm", "/tmp", "/dev", "/", "/run", "/var/tmp", os.getcwd()):
        for number in range(20):
            try:
                with open(os.path.join(place, f"fill{number}"), "wb", buffering=0) as file:
                    while file.write(block) == MEGABYTE:
                        written += 1
                        if written > int(limit):
                            escaped(written, "MB")
            except OSError:
                pass


def hidden_memory(limit):
    """Memory that no process maps: unnamed files and System V segments."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    kept, held, block = [], 0, b"x" * MEGABYTE
    for _ in range(64):
        try:
            fd = os.memfd_create("attack")
            kept.append(fd)
            while held <= int(limit):
                held += os.write(fd, block) // MEGABYTE
        except OSError:
            pass
        if LIBC.shmget(0, 64 * MEGABYTE, 0o1600) >= 0:
            held += 64
        if held > int(limit):
            escaped(held, "MB")


def device():
    tries(lambda: os.mknod("/tmp/disk", 0o600 | 0o060000, os.makedev(254, 0)), "a device")
    allowed = {"core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin", "stdout", "tty",
               "urandom", "zero", "console"}
    if set(os.listdir("/dev")) - allowed:
        escaped(set(os.listdir("/dev")) - allowed)


def program(*paths):
    for path in ("tahur", *paths):
        tries(lambda: subprocess.run([path, "--version"], capture_output=True, check=True).stdout, "ran", path)
    if any("tahur" in name for top in ("/usr/bin", "/usr/local/bin") if os.path.isdir(top)
           for name in os.listdir(top) if os.path.getsize(os.path.join(top, name)) > 0):
        escaped("the program lies there")


def many_processes():
    for _ in range(300):
        if os.fork() == 0:
            time.sleep(1000)
    time.sleep(1000)


def many_threads():
    import threading
    threading.stack_size(65536)
    for _ in range(2000):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    time.sleep(1000)


def group_memory():
    """Each process within the limit, all of them beyond."""
    for _ in range(3):
        if os.fork() == 0:
            break
    held = bytearray(os.urandom(1)) * (90 * MEGABYTE)
    time.sleep(1000)
    print(len(held))


def open_files():
    kept = []
    try:
        for _ in range(5000):
            kept.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        return
    escaped(len(kept), "open files")


WAYS = {way.__name__.replace("_", "-"): way for way in
        (remount, capabilities, namespaces, write_files, settings, read_files, environment, processes, descriptors,
         sockets, fifo, fill, hidden_memory, device, program, many_processes, many_threads, group_memory, open_files)}

if __name__ == "__main__":
    sys.stdin.readline()
    print(json.dumps({"name": "attacker", "version": "1"}), flush=True)
    sys.stdin.readline()
    WAYS[sys.argv[1]](*sys.argv[2:])
    print("HELD", file=sys.stderr, flush=True)
    os._exit(3)
