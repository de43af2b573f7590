"""A service under test, and those who talk to it. Only the standard library, as any client might."""
import atexit
import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time

from harness import TIME_LIMIT, Failure, check, check_equal, tahur

API = "/api/v1"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """A process of its own on a free port of this machine, with a folder of its own."""

    def __init__(self, *arguments, folder=None, host="127.0.0.1", before=(), errors=None):
        """`before`: a command that runs it; `errors`: where standard error goes instead of the log."""
        self.folder = folder or tempfile.TemporaryDirectory()
        self.data = os.path.join(self.folder.name, "games.db")
        self.arguments, self.host, self.before, self.errors = arguments, host, before, errors
        self.made = 0  # requests for new games
        self.games_of_one = None  # from one address; None: all
        self.start()
        atexit.register(self.end)

    def start(self):
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        self.process = subprocess.Popen(
            [*self.before, tahur.path, "serve", "--port", "0", "--data", self.data, *self.arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors or self.log, cwd=self.folder.name)
        self.link = self.process.stdout.readline().decode().strip()
        if not self.link:
            raise Failure(f"the service did not start: {self.log_text()[-500:]}")
        self.port = int(self.link.split("//")[1].split("/")[0].rsplit(":", 1)[1])

    def more_links(self, last):
        """The links after the first, up to the one that begins with this text."""
        links = [self.link]
        while not links[-1].startswith(last):
            links.append(self.process.stdout.readline().decode().strip())
            check(links[-1], f"no link begins with {last}: {links}")
        return links[1:]

    def log_text(self):
        with open(os.path.join(self.folder.name, "log"), encoding="utf-8") as file:
            return file.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def end(self):
        """Ends it as an administrator would; it must end well, and soon."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                status = self.process.wait(TIME_LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise Failure("the service does not end when it is told to")
            check_equal(status, 0, "exit status of the service")
        self.process.stdout.close()
        self.log.close()

    # ---- requests ----

    def request(self, method, path, body=None, headers=None, timeout=TIME_LIMIT):
        """One request on a connection of its own. `body` may be bytes, or something for JSON."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=timeout, source_address=self.source(path))
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body, headers,
                               encode_chunked="Transfer-Encoding" in headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def source(self, path):
        """The address of the client; None: the usual one."""
        if path != f"{API}/games" or self.games_of_one is None:
            return None
        self.made += 1
        return (f"127.0.1.{1 + self.made // self.games_of_one}", 0)

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, body, **more):
        return self.request("POST", path, body, **more)

    def game(self, game="y", players=("here", "easy"), **more):
        """A new game; a player is here, link, or the name of a bot."""
        people = [{"kind": p} if p in ("here", "link") else {"kind": "bot", "bot": p} if isinstance(p, str)
                  else p for p in players]
        answer = self.post(f"{API}/games", {"game": game, "players": people, **more})
        check_equal(answer.status, 201, f"status of a new game ({answer.body[:200]})")
        return Game(self, answer.json)


class Game:
    """A game as one client sees it, by the key of its owner."""

    def __init__(self, server, made, key=None):
        self.server, self.id = server, made["id"]
        self.key = key or made["key"]
        self.links = {link["seat"]: link["key"] for link in made.get("links", [])}
        self.state = made["state"]

    def path(self, rest=""):
        return f"{API}/games/{self.id}{rest}"

    def get(self, rest="", key="own"):
        key = self.key if key == "own" else key
        return self.server.get(self.path(rest) + (f"?key={key}" if key else ""))

    def look(self, key="own"):
        answer = self.get(key=key)
        check_equal(answer.status, 200, f"status ({answer.body[:200]})")
        return answer.json

    def act(self, what, key="own", **fields):
        body = {**({"key": self.key} if key == "own" else {"key": key} if key else {}), **fields}
        return self.server.post(self.path(f"/{what}"), body)

    def move(self, move, version=None, key="own"):
        return self.act("move", key, version=self.look(None)["version"] if version is None else version,
                        move=move)

    def wait(self, holds, key="own", seconds=60):
        """The first state for which this holds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.look(key)
            if holds(state):
                return state
            time.sleep(0.01)
        raise Failure(f"it did not come to that within {seconds} seconds: {json.dumps(state)[:600]}")

    def wait_turn(self, key="own"):
        return self.wait(lambda s: s["moves"] or s["over"], key)

    def play(self, choose=lambda moves: moves[0], most=2000):
        """Plays to the end, with all keys that there are; returns the last state."""
        keys = [self.key, *self.links.values()]
        for _ in range(most):
            state = self.wait(lambda s: s["asks"] or s["over"])
            if state["over"]:
                return state
            for key in keys:
                seen = self.look(key)
                if seen["moves"]:
                    answer = self.act("move", key, version=seen["version"], move=choose(seen["moves"]))
                    check(answer.status in (200, 409), f"a move: {answer.status} {answer.body[:200]}")
                    break
        raise Failure(f"not over after {most} moves")


class Events:
    """The stream of a game, read by a thread of its own."""

    def __init__(self, game, key="own"):
        key = game.key if key == "own" else key
        self.connection = http.client.HTTPConnection(game.server.host, game.server.port, timeout=TIME_LIMIT)
        self.connection.request("GET", game.path("/events") + (f"?key={key}" if key else ""))
        self.response = self.connection.getresponse()
        check_equal(self.response.status, 200, "status of the stream")
        self.bytes, self.events, self.comments = b"", [], 0
        self.ended = False
        self.more = threading.Condition()
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        name = None
        try:
            while line := self.response.readline():
                self.bytes += line
                with self.more:
                    if line.startswith(b":"):
                        self.comments += 1
                    elif line.startswith(b"event: "):
                        name = line[7:].strip().decode()
                    elif line.startswith(b"data: "):
                        self.events.append((name, json.loads(line[6:])))
                    self.more.notify_all()
        except (OSError, ValueError, http.client.HTTPException, AttributeError):
            pass
        with self.more:
            self.ended = True
            self.more.notify_all()

    def states(self):
        return [data for name, data in self.events if name == "state"]

    def wait(self, holds, seconds=60):
        with self.more:
            if not self.more.wait_for(lambda: holds(self) or self.ended, seconds) or not holds(self):
                raise Failure(f"the stream did not come to that: {len(self.events)} events, "
                              f"ended: {self.ended}")

    def wait_over(self):
        self.wait(lambda e: e.states() and e.states()[-1]["over"])

    def close(self):
        try:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass
        self.thread.join(10)
        self.connection.close()


def replay(states):
    """The steps that a client has who follows the rule of docs/api.md; checks that it never has a gap."""
    steps = []
    for state in states:
        check(state["from"] <= len(steps), f"steps are missing: from {state['from']}, has {len(steps)}")
        steps = steps[:state["from"]] + state["steps"]
        check_equal(len(steps), state["total"], "number of steps")
    return steps


class Shared:
    """The one service that most tests share."""

    def __init__(self):
        self.server, self.lock = None, threading.Lock()

    def __call__(self):
        with self.lock:
            if self.server is None:
                self.server = Server("--threads", "2")
                self.server.games_of_one = 200  # all tests make more a minute than one client may
            return self.server

    def end(self):
        if self.server is not None:
            self.server.end()


shared = Shared()
