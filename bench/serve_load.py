"""Load on the service: python3 bench/serve_load.py [PATH_TO_TAHUR] [SECONDS]

A service of its own on this machine; from this second process 200 viewers watch 50 games at once. In
half of the games bots that think play each other, in the other half a person plays a bot that thinks,
and every person's move is timed from the request to its answer. In the end every viewer's steps are held
against the game: no event may be lost. Only the standard library; one thread reads all streams."""
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
import http.client

VIEWERS, GAMES = 200, 50
API = "/api/v1"


class Viewer:
    """A stream, read as it comes."""

    def __init__(self, port, game, source=None):
        self.game, self.raw, self.text, self.head = game, b"", b"", False
        self.steps, self.version, self.lost, self.events, self.whole = [], 0, 0, 0, 0
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=source)
        self.socket.sendall(f"GET {API}/games/{game['id']}/events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
        self.socket.setblocking(False)

    def read(self):
        self.raw += self.socket.recv(1 << 18)
        if not self.head:
            if b"\r\n\r\n" not in self.raw:
                return
            self.raw, self.head = self.raw.split(b"\r\n\r\n", 1)[1], True
        while b"\r\n" in self.raw:  # chunks
            size, rest = self.raw.split(b"\r\n", 1)
            n = int(size, 16)
            if len(rest) < n + 2:
                break
            self.text, self.raw = self.text + rest[:n], rest[n + 2:]
        while b"\n\n" in self.text:  # events
            event, self.text = self.text.split(b"\n\n", 1)
            for line in event.split(b"\n"):
                if line.startswith(b"data: "):
                    self.take(json.loads(line[6:]))

    def take(self, state):
        if "steps" not in state:
            return
        self.events += 1
        self.whole += state["from"] == 0 and len(self.steps) > 1
        self.lost += state["from"] > len(self.steps) or state["version"] <= self.version
        self.steps = self.steps[:state["from"]] + state["steps"]
        self.lost += len(self.steps) != state["total"]
        self.version = state["version"]


class Person:
    """Plays the first legal move as soon as it may; a new question every 100 ms."""

    def __init__(self, port, game, source=None):
        self.game = game
        self.connection = http.client.HTTPConnection("127.0.0.1", port, source_address=source)
        self.times = []

    def ask(self, method, path, body=None):
        """As browsers do: an idle connection that the service has closed is opened again."""
        for attempt in (1, 2):
            try:
                self.connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
                answer = self.connection.getresponse()
                return answer.status, json.loads(answer.read())
            except (http.client.RemoteDisconnected, ConnectionError):
                self.connection.close()
                if attempt == 2:
                    raise

    def turn(self):
        path = f"{API}/games/{self.game['id']}"
        _, state = self.ask("GET", f"{path}?key={self.game['key']}")
        if state["moves"]:
            begun = time.perf_counter()
            status, _ = self.ask("POST", f"{path}/move", {"key": self.game["key"], "version": state["version"],
                                                         "move": state["moves"][0]})
            self.times.append(time.perf_counter() - begun)
            assert status == 200, status
        elif state["over"]:
            self.ask("POST", f"{path}/undo", {"key": self.game["key"], "version": state["version"]})


def read_all(selector, seconds):
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for key, _ in selector.select(left):
            key.data.read()


def make_games(port):
    thinker = {"kind": "bot", "bot": "mcts", "options": {"time": 100}}
    once = Person(port, None)
    games = []
    for i in range(GAMES):
        status, made = once.ask("POST", f"{API}/games", {
            "game": "y", "options": {"size": 11}, "players": [thinker if i % 2 else {"kind": "here"}, thinker]})
        assert status == 201, made
        games.append(made)
    return games


def play(port, seconds, games, source=lambda n: None):
    """`source`: the address of a client by its number; None: that of this machine."""
    once = Person(port, None)
    viewers = [Viewer(port, games[i % GAMES], source(i)) for i in range(VIEWERS)]
    selector = selectors.DefaultSelector()
    for viewer in viewers:
        selector.register(viewer.socket, selectors.EVENT_READ, viewer)
    people = [Person(port, game, source(VIEWERS + i)) for i, game in enumerate(games[::2])]
    end, place = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        people[place % len(people)].turn()
        place += 1
        read_all(selector, 0.004)
    for game in games:
        once.ask("POST", f"{API}/games/{game['id']}/pace", {"key": game["key"], "paused": True})
    read_all(selector, 2)
    lost = sum(v.lost for v in viewers)
    for viewer in viewers:
        _, state = once.ask("GET", f"{API}/games/{viewer.game['id']}")
        lost += viewer.steps != state["steps"] or viewer.version != state["version"]
    times = sorted(t for p in people for t in p.times)
    steps = sum(len(v.steps) for v in viewers[:GAMES])
    events = sum(v.events for v in viewers)
    print(f"{VIEWERS} viewers, {GAMES} games, {seconds} seconds: {steps} steps, {events} events sent, "
          f"{lost} lost, {sum(v.whole for v in viewers)} times a whole state for a slow viewer")
    within = sum(t < 0.05 for t in times) / len(times)
    print(f"{len(times)} moves of people: {100 * within:.2f} % under 50 ms, median {1000 * times[len(times) // 2]:.1f} ms, "
          f"99 % within {1000 * times[int(len(times) * 0.99)]:.1f} ms, worst {1000 * times[-1]:.1f} ms")
    return lost == 0 and times[int(len(times) * 0.99)] < 0.05


def with_service(program, use):
    """What `use` returns for the port of a service of its own."""
    with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "log"), "wb") as log:
        service = subprocess.Popen([program, "serve", "--port", "0", "--data", os.path.join(folder, "games.db")],
                                   stdout=subprocess.PIPE, stderr=log)
        try:
            return use(int(service.stdout.readline().decode().rsplit(":", 1)[1].strip("/\n")))
        finally:
            service.terminate()
            service.wait()


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "build/tahur"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20
    sys.exit(0 if with_service(program, lambda port: play(port, seconds, make_games(port))) else 1)


if __name__ == "__main__":
    main()
