#!/usr/bin/env python3
"""bench/ranks.py [GAMES]: games a second on threads and on the ranks of an MPI job, and what the first
rank spends on a game and on a span: how many cores one dealing rank can keep busy. Needs build/tahur
and mpirun."""
import json
import os
import subprocess
import sys
import tempfile

TAHUR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "build", "tahur")
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
RUN = ["arena", "cantstop", "easy", "medium", "hard", "glenn-aloi"]
SPAN = 256  # games at most that a rank is dealt at once


def play(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    lines = [line for line in done.stdout.decode().splitlines() if line.startswith("{")]
    return json.loads(lines[0]), done.stderr.decode()


def on_threads(threads, *flags):
    return play([TAHUR, *RUN, *flags, f"--threads={threads}", "--json"])[0]


def on_ranks(ranks, *flags):
    """The result, and the seconds of processor time that the first rank had."""
    arguments = " ".join([TAHUR, *RUN, *flags, "--json"])
    first = ["-n", "1", "bash", "-c", f"TIMEFORMAT='spent %U %S'; time {arguments}"]
    others = [":", "-n", str(ranks - 1), TAHUR, *RUN, *flags, "--json"]
    result, err = play(["mpirun", "--oversubscribe", *first, *others])
    spent = [line.split()[1:] for line in err.splitlines() if line.startswith("spent")][0]
    return result, sum(float(word) for word in spent)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    flag = f"--games={games}"
    begun = on_ranks(2, "--games=4")[1]  # what MPI costs the first rank to begin and end
    digests = set()
    for threads in (1, 2):
        result = on_threads(threads, flag)
        digests.add(result["digest"])
        print(f"{threads} thread{'s' if threads > 1 else ''}: {games / result['seconds']:,.0f} games/s")
    for saved in (False, True):
        for ranks in (2, 3):
            with tempfile.TemporaryDirectory() as folder:
                more = [f"--save={folder}/run.db"] if saved else []
                result, spent = on_ranks(ranks, flag, *more)
            digests.add(result["digest"])
            a_game = max(spent - begun, 0) / games
            print(f"{ranks} ranks ({ranks - 1} play{'s' if ranks == 2 else ''}){', saved' if saved else ''}: "
                  f"{games / result['seconds']:,.0f} games/s; the first rank spends "
                  f"{1e6 * a_game:.2f} µs a game, {1e6 * SPAN * a_game:.0f} µs a span of {SPAN} games: "
                  f"at most {1 / a_game:,.0f} games/s, and 1,000 cores are busy if a game takes "
                  f"{1e3 * 1000 * a_game:.1f} ms or more")
    print("the same digest everywhere" if len(digests) == 1 else f"DIFFERENT DIGESTS: {digests}")
    sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
