"""Slow, silent, rude and many clients: the others do not notice."""
import json
import socket
import threading
import time

from harness import Failure, check, check_equal, cpu_seconds_of, test, wait_until
from service import API, Events, Server, replay, shared


SEND_BUFFER = 128 << 10  # LIMIT_SEND_BUFFER in src/serve/limits.h


def raw(server, data=b""):
    s = socket.create_connection((server.host, server.port), timeout=60)
    if data:
        s.sendall(data)
    return s


def check_well(server):
    """It answers before idle connections are dropped (after 30 seconds), which would make room."""
    check_equal(server.request("GET", "/healthz", timeout=20).status, 200, "health")


@test
def hundreds_of_silent_connections_harm_nobody():
    server = Server()
    silent = []
    try:
        for _ in range(400):
            silent.append(raw(server))
        check_well(server)
        made = server.game("y", ("here", "random"), options={"size": 3})
        made.play()
    finally:
        for s in silent:
            s.close()
    server.end()


@test
def one_address_has_its_limit_of_connections():
    server = Server()
    many = []
    try:
        for _ in range(700):
            try:
                many.append(raw(server))
            except OSError:
                break
        def turned_away():
            closed = 0
            for s in many:
                s.setblocking(False)
                try:
                    closed += s.recv(1) == b""
                except ConnectionError:
                    closed += 1
                except BlockingIOError:
                    pass
            return closed
        wait_until(lambda: turned_away() > 100, "too few were turned away", 20)
    finally:
        for s in many:
            s.close()


    def answers():
        try:
            return server.get("/healthz").status == 200
        except OSError:  # it has not noticed yet that they are gone
            return False
    wait_until(answers, "no answer when there is room again")
    server.end()


@test
def half_requests_and_rubbish_harm_nobody():
    server = shared()
    rubbish = [b"GET / HTTP/1.1\r\nHost: loc", b"POST /api/v1/games HTTP/1.1\r\nContent-Length: 100\r\n\r\n{",
               b"\x16\x03\x01\x02\x00\x01\x00", b"\r\n\r\n\r\n", b"GET\r\n\r\n", b"A" * 100000,
               b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 20000,
               b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
               b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
               b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
               b"GET /\x00\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n", bytes(range(256)) * 8]
    held = []
    for data in rubbish:
        try:
            held.append(raw(server, data))
        except OSError:
            pass
    check_well(server)
    for s in held:
        s.close()
    check_well(server)


@test
def a_viewer_that_does_not_read_is_caught_up_with_one_whole_state():
    server = Server()
    made = server.game("cantstop", ("always-continue",) * 4, seed=5, pace=10000)  # never over
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(60)
    slow.connect((server.host, server.port))
    slow.sendall(f"GET {made.path('/events')} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
    quick = Events(made, None)
    quick.wait(lambda e: e.states())
    # Every change is a new state. It takes more of them than the buffers of a connection hold, however
    # many the service puts into one message; and less than the 30 seconds after which it would hang up.
    end = time.monotonic() + 25
    changes = 0
    while len(quick.bytes) < 4 * SEND_BUFFER and time.monotonic() < end:
        changes += 1
        made.act("pace", pace=10000 - changes % 2)
    made.act("pace", paused=True)
    check_well(server)
    quick.wait(lambda e: e.states()[-1]["paused"])
    check(len(quick.bytes) >= 4 * SEND_BUFFER, f"{changes} changes made {len(quick.bytes)} bytes")
    # Now it reads: what it has been sent leads without a gap to the newest state.
    received, wanted = b"", made.look(None)["version"]
    end = time.monotonic() + 30
    slow.settimeout(1)
    while time.monotonic() < end and not (f'"version":{wanted},'.encode() in received
                                          and received.endswith(b"\n\n\r\n")):
        try:
            part = slow.recv(65536)
        except TimeoutError:
            continue
        if not part:
            break
        received += part
    slow.close()
    body = unchunk(received.split(b"\r\n\r\n", 1)[1])
    states = [json.loads(line[6:]) for line in body.split(b"\n") if line.startswith(b"data: ") and line.endswith(b"}")]
    check(states and states[-1]["version"] == wanted, "the newest state did not come", len(states))
    replay(states)
    check(len(body) < len(quick.bytes), f"{len(body)} of {len(quick.bytes)} bytes were sent")
    jumps = [(old, new) for old, new in zip(states, states[1:]) if new["version"] - old["version"] > 32]
    check_equal(len(jumps), 1, "times that it was caught up")
    check_equal(jumps[0][1]["from"], 0, "the first step of the state that it was caught up with")
    replay(quick.states())
    quick.close()
    server.end()


def unchunk(data):
    out = b""
    while data:
        size, _, rest = data.partition(b"\r\n")
        try:
            n = int(size, 16)
        except ValueError:
            break
        out += rest[:n]
        data = rest[n + 2:]
    return out


@test
def a_client_that_goes_away_while_we_think_harms_nobody():
    server = Server("--threads", "1")
    made = server.game("y", ("here", "easy"), options={"size": 11})
    body = json.dumps({"key": made.key, "bot": "mcts:time=200"}).encode()
    for _ in range(6):
        s = raw(server, (f"POST {made.path('/think')} HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
                         f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body)
        s.close()
    check_well(server)
    check_equal(made.act("think", bot="mcts:time=50").status, 200, "what a bot thinks")
    server.end()


@test
def bots_move_while_one_asks_and_asks_and_who_hangs_up_takes_the_question_back():
    server = Server("--threads", "2")
    made = server.game("y", ("here", "easy"), options={"size": 13})
    body = json.dumps({"key": made.key, "bot": "mcts:iterations=1000000"}).encode()
    asking = [raw(server, (f"POST {made.path('/think')} HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
                           f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body)
              for _ in range(6)]
    at_work = lambda: (lambda h: (h["thinking"], h["waiting"]))(server.get("/healthz").json)
    wait_until(lambda: at_work() == (1, 5), "no six questions")
    game = server.game("y", ("random", "random"), options={"size": 5})
    game.wait(lambda s: s["over"])
    check_equal(at_work(), (1, 5), "questions at work and waiting when the game is over")
    before = cpu_seconds_of(server.process.pid)
    for s in asking:
        s.close()
    wait_until(lambda: at_work() == (0, 0), "no client waits, and it thinks on")
    work = cpu_seconds_of(server.process.pid) - before
    check(work < 2, f"{work} seconds of work for clients that have gone; their answers take 5")
    server.end()


@test
def more_questions_than_there_is_room_for_are_refused():
    server = Server("--threads", "1")
    made = server.game("y", ("here", "easy"), options={"size": 13})
    statuses = []
    threads = [threading.Thread(target=lambda: statuses.append(made.act("think", bot="mcts:time=300").status)) for _ in range(24)]
    for t in threads:
        t.start()
    check_well(server)
    for t in threads:
        t.join(120)
    check(statuses.count(503) > 0 and statuses.count(200) > 0, statuses)
    check(set(statuses) == {200, 503}, statuses)
    server.end()


@test
def a_person_is_answered_at_once_while_bots_think():
    server = Server("--threads", "2")
    busy = [server.game("y", ({"kind": "bot", "bot": "mcts", "options": {"iterations": 1000000}},) * 2,
                        options={"size": 11}) for _ in range(6)]
    made = server.game("y", ("here", "here"), options={"size": 11})
    before = sum(game.look(None)["total"] for game in busy)
    for _ in range(30):
        state = made.look()
        check_equal(made.move(state["moves"][0], state["version"]).status, 200, "a move")
    # If people waited for bots, 30 moves would see 30 of theirs.
    moves = sum(game.look(None)["total"] for game in busy) - before
    check(moves < 15, f"{moves} moves of bots while a person made 30")
    for game in busy:
        game.act("pace", paused=True)
    server.end()


@test
def many_games_at_once_each_get_their_turn():
    server = Server("--threads", "1")
    games = [server.game("y", ({"kind": "bot", "bot": "mcts", "options": {"time": 30}},) * 2,
                         options={"size": 19}) for _ in range(8)]
    totals = lambda: [made.look(None)["total"] for made in games]
    # The first games may be far ahead when the last is made: what counts is what they do from then on. The games go on
    # while they are looked at, so each is looked at twice: between the two rounds there is a moment of which both ends
    # are known.
    first = totals(), totals()
    for made, total in zip(games, first[1]):
        made.wait(lambda s: s["total"] >= total + 3)
    last = totals(), totals()
    least = [b - a for a, b in zip(first[1], last[0])]
    most = [b - a for a, b in zip(first[0], last[1])]
    check(max(least) - min(most) <= 4, first, last)
    for made in games:
        made.act("pace", paused=True)
    server.end()


@test
def whoever_makes_games_without_end_is_stopped():
    server = Server()
    body = {"game": "y", "options": {"size": 2}, "players": [{"kind": "here"}, {"kind": "here"}]}
    statuses = [server.post(f"{API}/games", body).status for _ in range(320)]
    check_equal((statuses[:300], set(statuses[300:])), ([201] * 300, {503}), "statuses")
    check_well(server)
    server.end()


@test
def viewers_of_one_game_are_limited():
    server = Server()
    made = server.game("y", ("here", "here"))
    connections, last = [], None
    for _ in range(402):
        s = raw(server, f"GET {made.path('/events')} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
        connections.append(s)
    last = connections[-1].recv(12)
    check(b"503" in last, last)
    check_equal(made.move("a1").status, 200, "a move that 400 hear of")
    for s in connections:
        s.close()
    check_well(server)
    server.end()
