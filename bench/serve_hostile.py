"""Load on the service with hostile clients: python3 bench/serve_hostile.py [PATH_TO_TAHUR] [SECONDS] [KIND…]

The load of serve_load.py (200 viewers, 50 games, people who move), and next to it 20 hostile clients of each kind, or of
the kinds that are named. Every client has an address of its own in 127.0.0.0/8, since the service shares its means by
address. The hostile ones run with the lowest priority: they stand for other machines, which would not take the CPU of
this one. Reports the share of people's moves under 50 ms, lost events, and what the hostile clients were answered. Only
the standard library, and Linux, where all of 127.0.0.0/8 is this machine."""
import collections
import json
import multiprocessing
import os
import queue
import socket
import sys
import threading
import time

import serve_load

CLIENTS = 20
API = serve_load.API


class Hostile:
    """One hostile client; its answers are counted by status."""

    def __init__(self, port, address, games, long_game, counts):
        self.port, self.address, self.games, self.long_game, self.counts = port, address, games, long_game, counts

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=(self.address, 0))

    def send(self, s, method, path, body=None, headers=""):
        data = json.dumps(body).encode() if body is not None else b""
        s.sendall((f"{method} {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Type: application/json\r\n"
                   f"Content-Length: {len(data)}\r\nConnection: close\r\n{headers}\r\n").encode() + data)

    def ask(self, method, path, body=None, headers=""):
        with self.connect() as s:
            self.send(s, method, path, body, headers)
            start = s.recv(1 << 18)
            status = start.split()[1].decode() if start else "closed"
            while start and s.recv(1 << 18):
                pass
        self.counts[status] += 1


def make_games_with_searching_bots(client):
    bot = {"kind": "bot", "bot": "mcts", "options": {"memory": 256, "iterations": 1000000}}
    client.ask("POST", f"{API}/games", {"game": "parchis", "clock": "24h", "players": [{"kind": "here"}, bot]})


def read_a_long_game(client):
    client.ask("GET", f"{API}/games/{client.long_game['id']}")


def read_a_long_game_step_by_step(client):
    client.step = getattr(client, "step", 0) + 37
    client.ask("GET", f"{API}/games/{client.long_game['id']}/at/{client.step % client.long_game['total']}")


def ask_what_takes_long(client):
    game = client.games[1]  # bots alone: everybody may ask
    client.ask("POST", f"{API}/games/{game['id']}/think", {"bot": "mcts:iterations=1000000", "step": 0})


def hold(client, count, use):
    """Opens so many connections, uses them, and closes them."""
    held = []
    try:
        for _ in range(count):
            held.append(client.connect())
        use(held)
    finally:
        client.counts["held"] += len(held)
        for s in held:
            s.close()


def send_slow_headers(client):
    def drip(held):
        for _ in range(8):
            for s in held:
                s.send(b"GET / HTTP/1.1\r\nX")
            time.sleep(1)
    hold(client, 60, drip)


def open_streams_and_do_not_read(client):
    def watch(held):
        for i, s in enumerate(held):
            client.send(s, "GET", f"{API}/games/{client.games[i % 2]['id']}/events")
        time.sleep(5)
    hold(client, 40, watch)


def ask_from_another_site(client):
    position = '{"size":13,"turn":0,"players":["B","R"],"layout":"%s"}' % "/".join("." * n for n in range(1, 14))
    client.ask("GET", "/play?api_version=v1&bot_id=mcts_bot&position=" + position.replace('"', "%22"),
               headers="Sec-Fetch-Site: cross-site\r\n")


def send_rubbish(client):
    with client.connect() as s:
        s.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n" + b"{[" * 20000)
        client.counts["rubbish"] += 1


KINDS = [make_games_with_searching_bots, read_a_long_game, read_a_long_game_step_by_step, ask_what_takes_long,
         send_slow_headers, open_streams_and_do_not_read, ask_from_another_site, send_rubbish]


def attack(number, port, games, long_game, ends, results):
    """A process with the clients of one kind."""
    os.nice(19)
    counts = collections.Counter()

    def run(client):
        while not ends.is_set():
            try:
                KINDS[number](client)
            except (OSError, IndexError):
                counts["error"] += 1
                time.sleep(0.05)
    threads = [threading.Thread(target=run, daemon=True, args=(
        Hostile(port, f"127.{100 + number}.0.{n + 1}", games, long_game, counts),)) for n in range(CLIENTS)]
    for t in threads:
        t.start()
    ends.wait()
    results.put((KINDS[number].__name__, dict(counts)))


def make_long_game(port):
    """Can't Stop between bots that never stop: it goes on for as long as a game may."""
    once = serve_load.Person(port, None)
    _, made = once.ask("POST", f"{API}/games", {"game": "cantstop", "options": {"players": 4}, "players": [
        {"kind": "bot", "bot": "always-continue"}] * 4})
    while True:
        _, state = once.ask("GET", f"{API}/games/{made['id']}")
        if state["over"] or state["total"] > 3900:
            break
        time.sleep(0.2)
    once.ask("POST", f"{API}/games/{made['id']}/pace", {"key": made["key"], "paused": True})
    return {"id": made["id"], "total": state["total"]}


def run(port, seconds, kinds):
    long_game, games = make_long_game(port), serve_load.make_games(port)
    ends, results = multiprocessing.Event(), multiprocessing.Queue()
    hostile = [multiprocessing.Process(target=attack, daemon=True, args=(n, port, games, long_game, ends, results))
               for n, kind in enumerate(KINDS) if not kinds or kind.__name__ in kinds]
    for process in hostile:
        process.start()
    time.sleep(2)
    good = serve_load.play(port, seconds, games, lambda n: (f"127.2.{n // 200}.{n % 200 + 1}", 0))
    ends.set()
    for _ in hostile:
        try:
            name, counts = results.get(timeout=10)
        except queue.Empty:  # the machine is so busy that they have no time for it
            print("some hostile clients did not report in time")
            break
        print(f"{CLIENTS} clients {name.replace('_', ' ')}: "
              + ", ".join(f"{n} times {what}" for what, n in sorted(counts.items())))
    for process in hostile:
        process.terminate()
    return good


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/tahur"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30
    sys.exit(0 if serve_load.with_service(program, lambda port: run(port, seconds, sys.argv[3:])) else 1)


if __name__ == "__main__":
    main()
