"""Clients that want to harm others: what they take is theirs, and the others go on. A client is an address: those of
127.0.0.0/8 stand for many."""
import json
import os
import socket
import stat
import sqlite3
import threading
import time
import urllib.parse

from harness import check, check_equal, cpu_seconds_of, test, test_each, wait_until
from service import API, Events, Game, Server, shared

HOSTILE, OTHER = "127.0.0.2", "127.0.0.3"


def connect(server, source, data=b""):
    s = socket.create_connection((server.host, server.port), timeout=60, source_address=(source, 0))
    if data:
        s.sendall(data)
    return s


def head(server, method, path, body=b""):
    return (f"{method} {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def is_closed(s):
    s.setblocking(False)
    try:
        return s.recv(4096) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def close_all(sockets):
    for s in sockets:
        s.close()


# ---- connections ----

@test_each("slow requests of two addresses keep no other out", [
    ("headers", b"GET /healthz HTTP/1.1\r\nHost: loc"),
    ("bodies", b"POST /api/v1/games HTTP/1.1\r\nHost: localhost:PORT\r\nContent-Type: application/json\r\n"
               b"Content-Length: 1000\r\n\r\n{")])
def slow_requests_of_two_addresses_keep_no_other_out(name, data):
    server = Server()
    data, held, ends = data.replace(b"PORT", str(server.port).encode()), [], threading.Event()

    def drip():  # never idle
        while not ends.wait(1):
            for s in list(held):
                try:
                    s.send(b" ")
                except OSError:
                    pass
    dripping = threading.Thread(target=drip)
    dripping.start()
    try:
        for source in (HOSTILE, OTHER):
            for _ in range(520):
                held.append(connect(server, source, data))
        # They may hold on for 60 seconds, all of their connections together: the answer comes before that.
        check_equal(server.request("GET", "/healthz", timeout=40).status, 200, "health")
        server.game("y", ("here", "random"), options={"size": 3}).play()
    finally:
        ends.set()
        dripping.join(60)
        close_all(held)
    server.end()


@test
def headers_have_ten_seconds():
    server = Server()
    slow = connect(server, HOSTILE, b"GET /healthz HTTP/1.1\r\n")
    begun = time.monotonic()
    try:
        while not is_closed(slow):  # a byte now and then: it is never idle
            check(time.monotonic() - begun < 40, "a connection whose headers do not end stays open")
            try:
                slow.send(b"X")
            except OSError:
                break
            time.sleep(0.5)
    finally:
        slow.close()
    server.end()


@test
def a_viewer_with_many_streams_keeps_no_player_and_no_other_viewer_out():
    server = Server()
    made = server.game("y", ("here", "link"))
    path = made.path("/events")
    many = []
    try:
        for _ in range(400):
            many.append(connect(server, HOSTILE, head(server, "GET", path)))
        for s in many:
            check(b" 200 " in s.recv(64), "a stream")
        full = connect(server, HOSTILE, head(server, "GET", path))
        many.append(full)
        check(b" 503 " in full.recv(64), "more than 400 viewers")
        streams = [Events(made, key) for key in (made.key, made.links[1], None)]  # the last is a viewer elsewhere
        for stream in streams:
            stream.wait(lambda e: e.states())
        check_equal(made.move("a1").status, 200, "a move")
        for stream in streams:
            stream.wait(lambda e: e.states()[-1]["total"] == 1)
            stream.close()
    finally:
        close_all(many)
    server.end()


@test
def a_key_has_eight_streams_and_the_newest_are_kept():
    server = Server()
    made = server.game("y", ("here", "here"))
    streams = [Events(made) for _ in range(10)]
    for stream in streams[:2]:
        stream.wait(lambda e: e.ended)
    check_equal(made.move("a1").status, 200, "a move")
    for stream in streams[2:]:
        stream.wait(lambda e: e.states() and e.states()[-1]["total"] == 1)
        stream.close()
    server.end()


# ---- work ----

def busy(server):
    health = server.get("/healthz").json
    return health["thinking"], health["waiting"]


@test
def a_long_question_gives_way_to_another_client():
    server = Server("--threads", "2")
    made = server.game("y", ("here", "easy"), options={"size": 19})
    small = server.game("y", ("here", "easy"), options={"size": 3})
    body = json.dumps({"key": made.key, "bot": "mcts:iterations=1000000"}).encode()
    asking = [connect(server, HOSTILE, head(server, "POST", made.path("/think"), body)) for _ in range(4)]
    try:
        wait_until(lambda: busy(server) == (1, 3), "no four questions")
        before = cpu_seconds_of(server.process.pid)
        check_equal(small.act("hint").status, 200, "a hint of another client")
        work = cpu_seconds_of(server.process.pid) - before
        check(busy(server)[1] >= 2, "it had to wait for more than one of them", busy(server))
        check(work < 5, f"{work} seconds of CPU time while it waited: the first question takes more than 10")
    finally:
        close_all(asking)
    server.end()


@test_each("a page of another site", [(site, path, status) for site in ("cross-site", "same-site") for path, status in (
    ("/play?position=x", 403), (f"{API}/catalog", 403), ("/status", 403), ("/", 200), ("/healthz", 200))]
    + [("same-origin", f"{API}/catalog", 200), ("none", f"{API}/catalog", 200)])
def a_page_of_another_site(site, path, status):
    answer = shared().get(path, headers={"Sec-Fetch-Site": site})
    if path != "/":  # without a page the path is not there
        check_equal(answer.status, status, answer.body[:200])
    else:
        check(answer.status in (200, 404), answer.status)
    if status == 403:
        check_equal(answer.json["code"] if "code" in answer.json else None, "forbidden-host", "code")


@test
def a_question_of_another_site_costs_nothing():
    server = Server()
    position = urllib.parse.quote(json.dumps({"size": 13, "turn": 0, "layout": "/".join("." * n for n in range(1, 14)),
                                              "players": ["B", "R"]}))
    before = cpu_seconds_of(server.process.pid)
    for _ in range(20):
        answer = server.get(f"/play?api_version=v1&bot_id=flat-mc:iterations=10000000&position={position}",
                            headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})
        check_equal(answer.status, 403, "status")
    check_equal(busy(server), (0, 0), "questions")
    check(cpu_seconds_of(server.process.pid) - before < 2, "CPU time")
    server.end()


def most_memory(server):
    """The largest address space that the service ever had, in MiB."""
    with open(f"/proc/{server.process.pid}/status") as file:
        return int(next(line for line in file if line.startswith("VmPeak")).split()[1]) >> 10


@test
def games_with_searching_bots_are_made_without_their_tables():
    if not os.path.exists("/proc/self/status"):
        return
    server = Server()
    server.game("parchis", ("here", "easy"))
    before = most_memory(server)
    server.game("parchis", ({"kind": "here"}, {"kind": "bot", "bot": "mcts", "options": {"memory": 256}}))
    more = most_memory(server) - before
    check(more < 128, f"{more} MiB more for a game in which a person moves first; the bot's tables have 256")
    server.end()


@test
def a_client_that_reads_much_waits_and_gets_it_all():
    server = Server()
    made = server.game("cantstop", ("always-continue",) * 4, seed=5)
    made.wait(lambda s: s["total"] > 1500)
    made.act("pace", paused=True)
    statuses, ends = [], threading.Event()

    def read(first):
        for step in range(first, 1500, 16):
            s = connect(server, HOSTILE, head(server, "GET", made.path(f"/at/{step}")).replace(
                b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            data = b""
            while part := s.recv(1 << 16):
                data += part
            s.close()
            statuses.append(int(data.split()[1]))

    def ask():  # another client, all the time
        while not ends.is_set():
            check_equal(server.get("/healthz").status, 200, "health")
    readers = [threading.Thread(target=read, args=(n,)) for n in range(0, 16, 4)]
    other = threading.Thread(target=ask)
    other.start()
    for t in readers:
        t.start()
    for t in readers:
        t.join(300)
    ends.set()
    other.join(60)
    check_equal((len(statuses), set(statuses)), (sum(len(range(n, 1500, 16)) for n in range(0, 16, 4)), {200}),
                "answers")
    server.end()


# ---- games ----

@test
def a_client_that_makes_games_without_end_keeps_no_other_from_it():
    server = Server()
    body = json.dumps({"game": "y", "options": {"size": 2}, "clock": "24h",
                       "players": [{"kind": "here"}, {"kind": "here"}]}).encode()
    s = connect(server, HOSTILE)
    statuses = []
    for _ in range(310):
        s.sendall(head(server, "POST", f"{API}/games", body))
        data = b""
        while b"\r\n\r\n" not in data:
            data += s.recv(1 << 16)
        top, rest = data.split(b"\r\n\r\n", 1)
        size = int(next(line for line in top.split(b"\r\n") if line.lower().startswith(b"content-length")).split(b":")[1])
        while len(rest) < size:
            rest += s.recv(1 << 16)
        statuses.append(int(top.split()[1]))
    s.close()
    check_equal((set(statuses[:300]), set(statuses[300:])), ({201}, {503}), "statuses of the one that makes many")
    server.game("y", ("here", "here")).play()
    server.end()


@test
def a_game_with_a_chosen_seed_says_so_to_everybody():
    made = shared().game("kittens", ("here", "link"), seed=7)
    for key in (made.key, made.links[1], None):
        check_equal(made.look(key)["seeded"], True, "seeded")
        check_equal(made.get("/at/0", key=key).json["seeded"], True, "seeded then")
    check_equal(shared().game("kittens", ("here", "link")).look(None)["seeded"], False, "without a seed")
    check_equal(shared().game("y", ("here", "link"), seed=7).look(None)["seeded"], False, "without luck")
    check_equal(made.act("resign", seat=0).status, 200, "resign")
    again = made.act("again").json
    check_equal(again["state"]["seeded"], False, "the next game has luck of its own")
    record = made.get("/record", key=None).body.decode()
    changed = {"end": "end: stopped", "result": "result: 0 0"}
    stopped = "\n".join(changed.get(line.split(":")[0], line) for line in record.split("\n"))
    answer = shared().post(f"{API}/games", {"record": stopped, "players": [{"kind": "here"}, {"kind": "link"}]})
    check_equal(answer.status, 201, answer.body)
    check_equal(Game(shared(), answer.json).look(None)["seeded"], True, "a record has a seed, and shows cards")


# ---- files and the log ----

@test
def a_games_file_that_others_can_read_becomes_private():
    server = Server()
    server.game("y", ("here", "here"))
    server.kill()
    for name in (server.data, server.data + "-wal"):
        os.chmod(name, 0o644)
    server.start()
    for name in (server.data, server.data + "-wal"):
        check_equal(oct(stat.S_IMODE(os.stat(name).st_mode)), "0o600", name)
    server.end()


@test
def games_are_kept_for_so_many_days():
    server = Server()
    old, young = server.game("y", ("here", "here")), server.game("y", ("here", "here"))
    server.end()
    base = sqlite3.connect(server.data)
    base.execute("UPDATE game SET changed = changed - 2 * 86400 WHERE id = ?", (old.id,))
    base.commit()
    base.close()
    server.start()
    check_equal((old.get().status, young.get().status), (200, 200), "without --keep")
    server.end()
    server.arguments = ("--keep", "1")
    server.start()
    wait_until(lambda: server.get("/healthz").json["games"] == 1, "the old game is still there")
    check_equal((old.get().status, young.get().status), (404, 200), "with --keep 1")
    server.end()


@test
def no_path_forges_a_line_or_a_field_of_the_log():
    server = Server()
    strange = "/x\n2026-01-01T00:00:00Z 1.2.3.4 GET /forged 200 1 0.1 ms\u202e\u200f\x1b[31m %"
    check_equal(server.get(urllib.parse.quote(strange)).status, 404, "status")
    server.end()
    lines = [line for line in server.log_text().split("\n") if "forged" in line]
    check_equal(len(lines), 1, lines)
    check_equal(len(lines[0].split(" ")), 8, f"fields of a line: {lines[0]}")
    check(lines[0].isascii() and lines[0].isprintable(), lines[0])
    check_equal(lines[0].split(" ")[4], "404", "the status")
