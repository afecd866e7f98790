"""The walls of a real server: origins, sizes, headers, secrets. Each test names its rows of the checklist."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus

import pytest
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed

from stammtisch.server.http.guard import BODY
from stammtisch.server.people.guests import new_id, new_token
from stammtisch.server.process.app import ROUTERS, routes
from stammtisch.server.process.serve import ServeSettings, _greeting
from stammtisch.server.storage.store import Store
from tests.helpers import ROOT
from tests.server import api, checklist
from tests.server.checklist import row
from tests.server.server_process import ServerProcess

FRIEND = "https://play.example.org"
ROUTES = routes()
CHANGES = [route for route in ROUTES if route.methods != {"GET"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("walls"), "--origin", FRIEND) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


HARMLESS = {
    "status", "limit", "to", "table", "tournament", "seat", "what", "game", "language", "move", "since", "wait",
    "players", "person", "session", "channel", "before", "line", "throw", "puzzle", "mark", "deal",
}  # fmt: skip
"""What may stand in an address: nothing that gives anybody a right."""


def path_of(route: APIRoute) -> str:
    what = "entries.csv" if "{tournament}" in route.path else "record.txt"
    path = route.path.format(
        table="a" * 32,
        tournament="a" * 32,
        seat=0,
        what=what,
        game="zatre",
        person="0" * 32,
        session="0" * 16,
        channel="ab" * 16,
        puzzle="0" * 10,
        deal="2026-01-01-zatre",
    )
    asked = {"why": "?move=pass", "position_moved": "?game=zatre&move=pass", "position_why": "?game=zatre&move=pass"}
    return path + asked.get(route.name, "?game=zatre" if route.name.startswith("position") else "")


def test_every_row_has_a_test() -> None:
    assert set(checklist.tests()) == set(checklist.RULES)


# ── Origins and foreign pages ────────────────────────────────────────────────────────────────────────────────────────


def origins(port: int) -> dict[str, bool]:
    """Origins, and whether they are welcome."""
    return {
        f"http://127.0.0.1:{port}": True,
        f"https://127.0.0.1:{port}": True,  # a proxy in front speaks HTTPS
        FRIEND: True,
        "null": False,
        "": False,
        "http://127.0.0.1": False,
        f"http://127.0.0.1:{port + 1}": False,
        f"http://127.0.0.1:{port}0": False,
        f"http://127.0.0.1:{port}.evil.example": False,
        f"http://evil.example/127.0.0.1:{port}": False,
        f"http://127.0.0.1:{port}/": False,
        f"http://127.0.0.1:{port}@evil.example": False,
        f"http://evil.example@127.0.0.1:{port}": False,
        f"ftp://127.0.0.1:{port}": False,
        f"HTTP://127.0.0.1:{port}": False,
        "http://play.example.org": False,
        "https://play.example.org:8443": False,
        "https://play.example.org.evil.example": False,
        "https://evil-play.example.org": False,
        "https://[::1": False,
        "file://": False,
    }


@row(1)
def test_only_known_pages_may_open_a_socket_or_ask(server: ServerProcess) -> None:
    token = api.guest(server)
    for origin, welcome in origins(server.port).items():
        for extra in ([], [("Cookie", "session=1")], [("Authorization", f"Bearer {token}")]):
            head = api.upgrade(server, [("Origin", origin), *extra])
            assert (b" 101 " in head[:20], b" 403 " in head[:20]) == (welcome, not welcome), (origin, head)
        assert (api.ask(server, "GET", "/health", origin=origin).status == 200) == welcome, origin
        made = api.ask(server, "POST", "/api/guests", {"name": "Eve"}, origin=origin)
        assert made.status == (201 if welcome else 403), origin
    assert b" 101 " in api.upgrade(server)  # a program; it has no rights but by its secret
    ours = f"http://127.0.0.1:{server.port}"
    two = [("Origin", ours), ("Origin", "http://evil.example")]
    for pair in (two, two[::-1]):
        assert api.upgrade(server, pair)[:20].split()[1] in (b"400", b"403")
        lines = "\r\n".join(f"{name}: {value}" for name, value in [("Host", ours[7:]), *pair])
        assert b" 403 " in api.raw(server, f"GET /health HTTP/1.1\r\n{lines}\r\nConnection: close\r\n\r\n".encode())


@row(5)
@pytest.mark.parametrize("route", CHANGES, ids=lambda route: route.name)
def test_no_form_and_no_foreign_page_changes_anything(server: ServerProcess, route: APIRoute) -> None:
    token, path = api.guest(server), path_of(route)
    method = api.method_of(route)
    assert api.ask(server, method, path, {}, token=token, origin="http://evil.example").status == 403
    assert api.ask(server, method, path, {}, token=token, sec_fetch_site="cross-site").status in (403, 404, 422)
    if method == "POST":
        for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", None):
            answer = api.ask(server, method, path, b'{"name": "Eve"}', token=token, kind=kind)
            assert answer.status == 422, (kind, answer)
    known = {each for other in ROUTES if other.path_regex.match(path) for each in other.methods or ()}
    for other in {"GET", "POST", "PUT", "PATCH", "DELETE"} - known:
        assert api.ask(server, other, path, {}, token=token).status == 405, other


@row(5)
def test_there_is_no_ambient_authority(server: ServerProcess) -> None:
    """What a browser sends by itself, cookies and passwords, gives no rights; and we set none."""
    token = api.guest(server)
    for route in ROUTES:
        if "me" not in {each.name for each in route.dependant.dependencies if each.name}:
            continue
        method = api.method_of(route)
        for sent in ({"cookie": f"token={token}; session={token}"}, {"authorization": f"Basic {token}"}):
            answer = api.ask(server, method, path_of(route), {} if method == "POST" else None, **sent)
            assert answer.status in (401, 422), (route.path, answer)
            assert answer.status == 401 or re.search(rb"head|seats|game|title|cid|key|text|players", answer.body)
    assert "set-cookie" not in api.ask(server, "POST", "/api/guests", {"name": "Ann"}).headers
    assert b"set-cookie" not in api.upgrade(server).lower()


@row(2)
def test_nothing_listens_beyond_this_machine_unless_asked() -> None:
    assert ServeSettings().host == "127.0.0.1"


@row(2)
def test_who_listens_to_others_is_told_about_the_proxy(server: ServerProcess) -> None:
    store = Store(f"sqlite:///{server.folder}/greeting.db")
    try:

        class Kept:
            member = None

        kept = Kept()
        kept.store = store  # type: ignore[attr-defined]
        told = " ".join(_greeting(ServeSettings(host="0.0.0.0"), kept, "http://0.0.0.0:80"))  # type: ignore[arg-type]
        assert "HTTPS" in told
        assert "limits connections" in told
        assert "HTTPS" not in " ".join(_greeting(ServeSettings(), kept, "http://127.0.0.1:80"))  # type: ignore[arg-type]
    finally:
        store.close()


# ── Headers, sizes, compression ──────────────────────────────────────────────────────────────────────────────────────


def test_what_nobody_can_be_called_is_nowhere(server: ServerProcess) -> None:
    for path in ("/api/tables/x", "/api/tournaments/x", "/api/people/x/statistics", "/api/games/X/rules"):
        answer = api.ask(server, "GET", path)
        assert answer.status == 404, path
        assert json.loads(answer.body)["code"] == "not_found", path


@row(6)
def test_every_answer_has_the_headers(server: ServerProcess) -> None:
    answers = [
        api.ask(server, method, path_of(route)) for route in ROUTES for method in ("GET", "POST", "DELETE", "OPTIONS")
    ]
    answers += [
        api.ask(server, "GET", "/nowhere"),
        api.ask(server, "GET", "/ws"),
        api.ask(server, "POST", "/api/guests", b"[" * 1000),
        api.ask(server, "POST", "/api/guests", b" " * (BODY + 1)),
        api.ask(server, "GET", "/health", origin="http://evil.example"),
    ]
    assert {answer.status for answer in answers} >= {200, 401, 403, 404, 405, 413, 422}
    heads = [json.dumps(answer.headers).lower().encode() for answer in answers]
    heads += [api.upgrade(server, [("Origin", "null")]).lower(), api.raw(server, b"what?\r\n\r\n").lower()]
    for head in heads:
        assert b"default-src 'self'" in head, head
        for part in (b"object-src 'none'", b"base-uri 'none'", b"frame-ancestors 'none'", b"nosniff", b"no-store"):
            assert part in head
        assert b"no-referrer" in head
        assert b"cross-origin-opener-policy" in head
        assert b"unsafe-eval" not in head
        assert re.search(rb"script-src 'self';", head)
        assert b"uvicorn" not in head
        assert head.count(b"nosniff") == 1
    for answer in answers:
        if answer.body and answer.status >= 400:
            assert set(answer.json) == {"code", "reason"}, answer


@row(7)
def test_large_frames_bodies_and_heads_are_refused(server: ServerProcess) -> None:
    token = api.guest(server)
    name, _ = api.table(server, token)
    for frame in ("x" * (16 * 1024 + 1), b"x" * (16 * 1024 + 1), ["x" * 4096] * 5):
        with api.enter(server, name) as line:
            with suppress(ConnectionClosed):
                line.send(frame)
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(30)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
    with api.enter(server, name) as line:  # as large as it may be: read and refused
        line.send("x" * 16 * 1024)
        assert json.loads(line.recv(30))["code"] == "bad_message"
    assert api.ask(server, "POST", "/api/guests", b" " * (BODY + 1)).status == 413
    assert api.ask(server, "POST", "/api/guests", b" " * BODY).status == 422
    chunks = b"".join(b"4000\r\n" + b" " * 0x4000 + b"\r\n" for _ in range(5)) + b"0\r\n\r\n"
    head = f"POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
    head += "Connection: close\r\n"
    assert b" 413 " in api.raw(server, head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)[:20]
    assert b" 400 " in api.raw(server, head.encode() + b"X: " + b"x" * 20_000 + b"\r\n\r\n")[:20]
    assert b" 400 " in api.raw(server, head.encode() + b"X: x\r\n" * 4_000 + b"\r\n")[:20]
    assert b" 400 " in api.raw(server, head.encode() + b"X: " + b"x" * 20_000)[:20]  # and does not end
    assert b" 400 " in api.raw(server, b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n")[:20]
    wrong = api.raw(server, head.encode() + b"Content-Length: 1e9\r\n\r\n")
    assert wrong[:20].split()[1] in (b"400", b"413")


@row(8)
def test_sockets_are_not_compressed(server: ServerProcess) -> None:
    head = api.upgrade(server, [("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits")])
    assert b" 101 " in head[:20]
    assert b"sec-websocket-extensions" not in head.lower()


# ── Secrets and names ────────────────────────────────────────────────────────────────────────────────────────────────


@row(3)
def test_secrets_are_long_random_and_kept_as_hashes(server: ServerProcess) -> None:
    assert len({new_token() for _ in range(1000)}) == 1000
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", new_token())  # 32 bytes
    token = api.guest(server, "Hashed")
    _, invites = api.table(server, token)
    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        everything = "\n".join(database.iterdump())
    assert "Hashed" in everything
    for secret in (token, *invites):
        assert secret not in everything
    chosen = {"name": "Eve", "token": "a" * 43}
    assert api.ask(server, "POST", "/api/guests", chosen).status == 422  # nobody chooses his own


@row(4)
def test_no_secret_is_taken_from_an_address(server: ServerProcess) -> None:
    token = api.guest(server)
    for route in ROUTES:
        taken = {field.name for field in (*route.dependant.query_params, *route.dependant.path_params)}
        assert taken <= HARMLESS, route.path
    for query in (f"?token={token}", f"?authorization=Bearer%20{token}", f"?access_token={token}"):
        assert api.ask(server, "GET", f"/api/my/tables{query}").status == 422  # nothing unknown is taken
    assert b" 101 " in api.upgrade(server, path=f"/ws?token={token}")[:20]
    assert token not in server.log


@row(15)
def test_unknown_tables_tell_nothing_and_names_cannot_be_guessed(server: ServerProcess) -> None:
    assert re.fullmatch("[0-9a-f]{32}", new_id())
    assert len({new_id() for _ in range(1000)}) == 1000
    token = api.guest(server)
    private, _ = api.table(server, token)
    public, _ = api.table(server, token, public=True)
    listed = api.ask(server, "GET", "/api/tables?status=waiting&limit=100").body.decode()
    assert public in listed
    assert private not in listed
    answers = {
        (method, api.ask(server, method, path.format(name), body, token=token).body)
        for name in (new_id(), "a" * 8, "0" * 32, "-_-_-_-_-")
        for method, path, body in (
            ("GET", "/api/tables/{}", None),
            ("GET", "/api/tables/{}/record.txt", None),
            ("POST", "/api/tables/{}/seats/0", {"head": "ab" * 32}),
            ("DELETE", "/api/tables/{}/seats/mine", None),
        )
    }
    assert answers == {(m, b'{"code":"no_table","reason":"there is no such table"}') for m in ("GET", "POST", "DELETE")}


@row(16)
def test_secrets_of_seats_are_shown_to_nobody(server: ServerProcess) -> None:
    ann, ben = api.guest(server, "Ann"), api.guest(server, "Ben")
    name, invites = api.table(server, ann, public=True)
    with api.enter(server, name) as spectator, api.enter(server, name, ben) as guest:
        for seat, token in enumerate((ann, ben)):
            sat = api.ask(
                server,
                "POST",
                f"/api/tables/{name}/seats/{seat}",
                {"head": f"{seat}b" * 32, "invite": invites[seat]},
                token=token,
            )
            assert sat.status == 200, sat
        with api.enter(server, name, ann) as host:
            lines = [host, spectator, guest]
            heard = "".join(str(line.recv(30)) for line in lines[1:] for _ in range(2))
            host.send(json.dumps({"type": "resign", "cid": "c" * 16}))
            heard += str(host.recv(30)) + str(host.recv(30))
    for path in ("", "/transcript.jsonl", "/record.jsonl", "/record.txt"):
        got = api.ask(server, "GET", f"/api/tables/{name}{path}")
        assert got.status in (200, 409)
        heard += got.body.decode()
    heard += api.ask(server, "GET", "/api/tables?status=over").body.decode()
    heard += api.ask(server, "GET", "/api/my/tables", token=ben).body.decode()
    assert "Ann" in heard
    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        ids = [each for (each,) in database.execute("SELECT id FROM guest")]
        (master,) = database.execute("SELECT master FROM dice WHERE table_id = ?", (name,)).fetchone()
    for secret in (ann, ben, *invites, *ids, master.hex()):
        assert secret not in heard
        assert secret not in server.log


# ── Errors and logs ──────────────────────────────────────────────────────────────────────────────────────────────────


@row(20)
def test_errors_tell_a_code_and_a_sentence(server: ServerProcess) -> None:
    token = api.guest(server)
    quote = "'; DROP TABLE event; --"
    answers = [
        api.ask(server, "GET", f"/api/tables/{quote.replace(' ', '%20')}"),
        api.ask(server, "GET", "/api/tables/..%2f..%2fetc%2fpasswd"),
        api.ask(server, "GET", "/api/tables?status=%27&limit=x"),
        api.ask(server, "GET", f"/api/tables/{'a' * 32}/secrets.txt"),
        api.ask(server, "POST", "/api/guests", {"name": quote * 9}),
        api.ask(server, "POST", "/api/guests", b"\xff\xfe"),
        api.ask(server, "POST", "/api/guests", b"[" * 60_000),
        api.ask(server, "POST", "/api/guests", b'{"name": ' + b"9" * 5000 + b"}"),
        api.ask(server, "POST", "/api/tables", {"game": "chess", "seats": [{}, {}]}, token=token),
        api.ask(
            server, "POST", "/api/tables", {"game": "zatre", "seats": [{}] * 8, "options": {quote: 1}}, token=token
        ),
        api.ask(server, "GET", "/api/my/tables", authorization="Bearer " + "\xe4" * 40),
        *(api.ask(server, "GET", f"/{page}") for page in ("docs", "redoc", "openapi.json", "metrics", "debug", ".env")),
    ]
    for answer in answers:
        assert 400 <= answer.status < 500, answer
        assert set(answer.json) == {"code", "reason"}
        for word in ("Traceback", "File ", str(ROOT), "site-packages", ".py", "SELECT", "sqlite", "pydantic"):
            assert word not in answer.body.decode(), answer
    assert {answer.status for answer in answers[-6:]} == {HTTPStatus.NOT_FOUND}


@row(9, 20)
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"name": ', "no JSON; it goes wrong at character 10"),
        (b"name=Ann", "no JSON; it goes wrong at character 1"),
        (b'{"name": "Ann", "name": "Ben"}', "a field is there twice"),
        (b'{"name": "\\ud800"}', "a character that is none: JSON is UTF-8, without halves of characters"),
        (b'{"name": "\xff"}', "a character that is none: JSON is UTF-8, without halves of characters"),
        (b'{"name": ' + b"[" * 30_000, "lists or objects within each other, too many"),
        (b'{"name": NaN}', "a number that is none, or too large"),
        (b'{"name": ' + b"9" * 5000 + b"}", "a number that is none, or too large"),
    ],
)
def test_a_body_that_is_no_json_is_told_where(server: ServerProcess, body: bytes, reason: str) -> None:
    answer = api.ask(server, "POST", "/api/guests", body)
    assert answer.status == 422
    assert answer.json == {"code": "bad_request", "reason": f"the body: {reason}"}


@row(24)
def test_the_log_has_no_payloads_and_cannot_be_forged(server: ServerProcess) -> None:
    token = api.guest(server, "Secretive")
    forged = '{"at": "2026-01-01", "level": "critical", "what": "forged"}'
    name, _ = api.table(server, token)
    api.raw(server, b"GET /\r\n" + forged.encode() + b"\r\n HTTP/1.1\r\n\r\n")
    api.ask(server, "GET", f"/api/tables/%0d%0a{forged.replace(' ', '%20')}")
    api.ask(server, "POST", "/api/guests", {"name": f"x\r\n{forged}"})
    api.upgrade(server, [("Origin", "http://evil.example")], path=f"/ws?x=%0d%0a{token}")
    with api.enter(server, name, token) as line:
        line.send(f"\r\n{forged}\r\n{token}")
        assert json.loads(line.recv(30))["code"] == "bad_message"
        line.send(json.dumps({"type": "say", "cid": "c" * 16, "text": f"whisper\r\n{forged}"}))
        assert "not_seated" in str(line.recv(30))
    for text in (token, "forged", "whisper", "Secretive", "evil.example"):
        assert text not in server.log
    for line_of_log in server.log.splitlines():
        if line_of_log.startswith("{"):
            assert {"at", "level", "from", "what"} <= set(json.loads(line_of_log))


@row(10)
def test_every_route_is_known_here() -> None:
    """A new route needs a row in test_matrix, and a look at this file."""
    assert len(ROUTES) == sum(len(router.routes) for router in ROUTERS)
