"""Timeouts of honest bots on a busy machine: python3 bench/exec_load.py [PATH_TO_TAHUR] [GAMES]

Eight games at once between bots that use 60 % of their CPU time for every move, by default 2,000 games of Y. With
two cores that is a load of 8. No game may be lost by a timeout; exit status 1 if one is."""
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TAHUR = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "tahur"))
GAMES = sys.argv[2] if len(sys.argv) > 2 else "2000"
CPU = 50  # milliseconds a move
BOT = f"""
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"name": "worker", "version": "1"}}), flush=True)
    if message["type"] == "choose":
        end = time.process_time() + 0.6 * {CPU} / 1000
        while time.process_time() < end:
            pass
        print(json.dumps({{"id": message["id"], "move": message["moves"][0]}}), flush=True)
"""


def main():
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "worker.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(BOT)
        bot = f"exec:cpu={CPU},start-time=100000,command=exec {sys.executable} {path}"
        begun = time.monotonic()
        process = subprocess.Popen([TAHUR, "arena", "y:size=2", bot, bot, "--games", GAMES, "--threads", "8", "--json"],
                                   stdout=subprocess.PIPE)
        loads = []
        while process.poll() is None:
            loads.append(os.getloadavg()[0])
            time.sleep(1)
        told = json.loads(process.stdout.read())
    faults = sum(bot["faults"] for bot in told["bots"])
    print(f"{GAMES} games in {time.monotonic() - begun:.0f} s, load up to {max(loads):.1f}: {faults} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
