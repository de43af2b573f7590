"""Who may talk to the service: hosts, origins, types, tokens; and the headers of every answer."""
import http.client
import os
import re
import socket
import subprocess
import tempfile

from harness import TIME_LIMIT, check, check_equal, tahur, test, test_each
from request_tests import check_refused
from service import API, Server, shared


@test_each("a host", [("localhost:PORT", 200), ("127.0.0.1:PORT", 200), ("[::1]:PORT", 200), ("LOCALHOST:PORT", 200),
                      ("evil.example", 403), ("evil.example:PORT", 403), ("localhost", 403), ("localhost:1", 403),
                      ("127.0.0.1.evil.example:PORT", 403), ("10.0.0.1:PORT", 403), ("", 403),
                      ("localhost:PORT:PORT", 403), ("localhost:PORTx", 403)])
def a_host(host, status):
    answer = shared().get(f"{API}/catalog", headers={"Host": host.replace("PORT", str(shared().port))})
    check_equal(answer.status, status, host)
    if status == 403:
        check_equal(answer.json["code"], "forbidden-host", "code")


@test
def a_request_without_a_host_is_refused():
    connection = http.client.HTTPConnection("127.0.0.1", shared().port, timeout=20)
    connection.putrequest("GET", "/healthz", skip_host=True)
    connection.endheaders()
    check(connection.getresponse().status in (400, 403), "without Host")
    connection.close()


@test_each("an origin", [("http://localhost:PORT", 400), ("http://evil.example", 403), ("null", 403), ("", 403),
                         ("http://localhost", 403), ("http://127.0.0.1:PORT", 403), ("file://", 403)])
def an_origin(origin, status):
    port = str(shared().port)
    answer = shared().post(f"{API}/games", b"{}", headers={"Host": f"localhost:{port}",
                                                          "Origin": origin.replace("PORT", port)})
    check_equal(answer.status, status, origin)


@test_each("a type of a body", [("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("", 415),
                                ("application/jsonp", 415), ("application/json", 400),
                                ("application/json; charset=utf-8", 400), ("Application/JSON", 400)])
def a_type_of_a_body(kind, status):
    check_equal(shared().post(f"{API}/games", b"{}", headers={"Content-Type": kind}).status, status, kind)


@test
def every_answer_has_the_headers_that_keep_a_page_safe():
    for path in (f"{API}/catalog", "/healthz", "/nothing", "/"):
        headers = shared().get(path).headers
        check("default-src 'none'" in headers["Content-Security-Policy"], path)
        check("unsafe" not in headers["Content-Security-Policy"], path)
        check_equal(headers["X-Content-Type-Options"], "nosniff", path)
        check_equal(headers["Referrer-Policy"], "no-referrer", path)
        check_equal(headers["Cross-Origin-Resource-Policy"], "same-origin", path)
        check("Access-Control-Allow-Origin" not in headers, path)


@test
def with_a_token_nothing_is_told_without_it():
    server = Server("--token", "open-sesame")
    check(server.link.endswith("/?token=open-sesame"), server.link)
    check_refused(server.get(f"{API}/catalog"), 401, "token")
    check_equal(server.get("/").status, 200, "the page, which asks for it")
    check_equal(server.get("/status").json["code"], "token", "the service for course projects")
    check_refused(server.post("/", b"{}"), 401, "token")
    check_refused(server.post(f"{API}/games", b"{}"), 401, "token")
    check_equal(server.get("/healthz").status, 200, "health is told to everybody")
    for wrong in ("Bearer open-sesamE", "Bearer ", "open-sesame", "Bearer open-sesame2"):
        check_equal(server.get(f"{API}/catalog", headers={"Authorization": wrong}).status, 401, wrong)
    check_equal(server.get(f"{API}/catalog", headers={"Authorization": "Bearer open-sesame"}).status, 200, "bearer")
    wrong = server.get("/?token=wrong")
    check_equal((wrong.status, wrong.headers["Set-Cookie"]), (200, None), "a wrong link")
    welcome = server.get("/?token=open-sesame")
    check_equal((welcome.status, welcome.headers["Location"]), (303, "/"), "the link")
    cookie = welcome.headers["Set-Cookie"]
    check("HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie)
    pair = cookie.split(";")[0]
    check_equal(server.get(f"{API}/catalog", headers={"Cookie": f"a=b; {pair}; c=d"}).status, 200, "cookie")
    check_equal(server.get(f"{API}/catalog", headers={"Cookie": "tahur_token=x"}).status, 401, "wrong cookie")
    server.end()
    check("sesame" not in server.log_text(), "the token is in the log")


@test
def beyond_this_machine_a_token_is_needed_and_there_is_a_warning():
    server = Server("--listen", "0.0.0.0")
    token = re.search(r"\?token=([A-Za-z0-9_-]{22})$", server.link)
    check(token, server.link)
    check("warning" in server.log_text(), server.log_text())
    for link in (server.link, *server.more_links(f"http://{socket.gethostname()}:{server.port}/")):
        host = link.split("/")[2]
        path = link.split(host)[1]
        check_equal(server.get(path, headers={"Host": host}).status, 303, f"the link that was printed, {link}")
    check_equal(server.get(f"{API}/catalog").status, 401, "without the token")
    headers = {"Authorization": f"Bearer {token[1]}"}
    check_equal(server.get(f"{API}/catalog", headers=headers).status, 200, "with it")
    # A numeric address cannot be an attacker's DNS entry; a name can.
    headers["Host"] = f"192.168.7.7:{server.port}"
    check_equal(server.get(f"{API}/catalog", headers=headers).status, 200, "an address in numbers")
    headers["Host"] = f"evil.example:{server.port}"
    check_equal(server.get(f"{API}/catalog", headers=headers).status, 403, "a name")
    server.end()


@test
def names_that_were_given_are_right_with_any_port():
    server = Server("--host", "games.example,other.example")
    for host, status in (("games.example", 200), ("other.example:443", 200), ("more.example", 403)):
        check_equal(server.get("/healthz", headers={"Host": host}).status, status, host)
    server.end()


# Decoded, each would be a line of its own, or command a terminal.
FORGED = ["/%0a%1b[31mred", f"{API}/games/{'x' * 22}/x%0aFAKE%1b%5b31m", f"{API}/games/abcdef%0d%0aFAKE/%1b%5d0;t%07",
          f"{API}/games/{'x' * 22}%0aFAKE", "/%c2%9b31m%e2%80%a8FAKE%e2%80%ae", f"/{'x' * 117}%c3%b1%0aFAKE"]


@test
def the_log_has_a_line_a_request_and_no_secret():
    server = Server()
    game = server.game()
    game.look()
    game.act("resign", seat=0)
    server.get("/nothing?token=hello&key=" + game.key)
    for path in FORGED:
        server.get(path)
    server.request("GET%0a", "/%0aFAKE", headers={"Origin": "http://x%0aFAKE"})
    server.end()
    log = server.log_text()
    requests = [l for l in log.splitlines() if re.match(r"\S+Z 127.0.0.1 ", l)]
    check_equal(len(requests), 5 + len(FORGED), log)
    check_equal(len(log.splitlines()), len(requests) + 1, log)  # one more says that it ends
    check(game.key not in log and game.id not in log and "hello" not in log, log)
    check(not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", log), "a terminal can be written to by the log")


def unread_service():
    """A service that has written more log than a pipe and its own queue hold, which was not read."""
    server = Server(errors=subprocess.PIPE)
    connection = http.client.HTTPConnection(server.host, server.port, timeout=TIME_LIMIT)
    for _ in range(UNREAD):
        connection.request("GET", f"/{'x' * 100}")
        connection.getresponse().read()
    connection.close()
    return server


UNREAD = 4000


@test
def a_log_that_is_not_read_blocks_neither_answers_nor_the_end():
    server = unread_service()
    server.end()
    server.process.stderr.close()


@test
def a_log_that_is_read_again_says_how_many_lines_are_missing():
    server = unread_service()
    seen, missing = 0, 0
    while seen + missing < UNREAD:
        line = server.process.stderr.readline().decode()
        check(line, "the log ended")
        seen += " GET /xxx" in line
        dropped = re.search(r"(\d+) lines? of the log dropped", line)
        missing += int(dropped[1]) if dropped else 0
    check_equal((seen + missing, missing > 0), (UNREAD, True), "lines")
    server.end()
    server.process.stderr.close()


@test
def a_limit_of_file_sizes_is_a_failed_write():
    server = Server(before=["sh", "-c", 'ulimit -f 200; exec "$0" "$@"'])
    made = server.game("y", ("here", "here"))
    answers = [made.act("pace", pace=1)]
    while answers[-1].status == 200 and len(answers) < 2000:
        answers.append(made.act("pace", pace=len(answers) % 2))
    check_equal((answers[-1].status, answers[-1].json["code"]), (503, "full"), f"after {len(answers)} changes")
    answers.append(server.post(f"{API}/games", {"game": "y", "players": [{"kind": "here"}, {"kind": "here"}]}))
    check_equal(answers[-1].status, 503, "a new game")
    for answer in answers[-2:]:
        check(b"games.db" not in answer.body and server.folder.name.encode() not in answer.body,
              "the answer names the file", answer.body)
    check_equal(server.get("/healthz").status, 200, "it goes on")
    server.end()
    check("games.db cannot be written: " in server.log_text(), server.log_text())


@test
def a_pipe_is_no_file_of_games():
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(os.path.join(folder, "pipe"))
        result = tahur.run("serve", "--port", "0", "--data", os.path.join(folder, "pipe"))
        check(result.status == 2 and "no file of tahur serve" in result.err, result)


@test_each("it is not started", [("--token short", "8"), ("--listen nowhere.invalid", "no address"),
                                 ("--data /nowhere/at/all.db", "cannot be opened"), ("--port 70000", "65535"),
                                 ("--threads 0", "1"), ("here", "")])
def it_is_not_started(arguments, why):
    given = arguments.split()
    if "--data" not in given:
        given += ["--data", "never-made.db"]
    result = tahur.run("serve", *given)
    check(result.status == 2, result)
    check(why in result.err and len(result.err.splitlines()) == 1, result.err)


@test
def a_port_that_is_taken_is_told():
    result = tahur.run("serve", "--port", str(shared().port), "--data", "never-made.db")
    check(result.status == 2 and "in use" in result.err, result)


@test
def one_file_is_of_one_service():
    server = Server()
    result = tahur.run("serve", "--port", "0", "--data", server.data)
    check(result.status == 2 and "another tahur serve" in result.err, result)
    server.game()
    server.end()
    check_equal(os.stat(server.data).st_mode & 0o777, 0o600, "mode of the file")


@test
def another_file_is_not_touched():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "letter.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("Dear Ana, this is no database.\n" * 50)
        result = tahur.run("serve", "--port", "0", "--data", path)
        check(result.status == 2 and "no file of tahur serve" in result.err, result)
        check_equal(os.path.getsize(path), 31 * 50, "size")


@test
def the_usual_file_is_where_such_files_belong():
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen([tahur.path, "serve", "--port", "0"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env={**os.environ, "XDG_DATA_HOME": home})
        process.stdout.readline()
        process.terminate()
        check_equal(process.wait(30), 0, "exit status")
        process.stdout.close()
        check(os.path.exists(os.path.join(home, "tahur", "games.db")), os.listdir(home))
