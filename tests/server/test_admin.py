"""Administration: apart from play, with a token of its own; every action is in the audit, and no hand is seen."""

from __future__ import annotations

import asyncio
import base64
import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from stammtisch.client import Server
from stammtisch.server.operator.routes import router
from tests.ops.commands import stammtisch
from tests.server import api, operator_api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess
from tests.server.table_driver import TableDriver

ROUTES = [route for route in router.routes if isinstance(route, APIRoute)]
ACTIONS = ("close", "ban", "unban", "announce")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("admin"), "--admin-port", "0") as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def newcomer(server: ServerProcess, name: str = "Ann") -> tuple[str, str]:
    """A guest, and his token."""
    made = api.ask(server, "POST", "/api/guests", {"name": name}).json
    return made["guest"], made["token"]


def bodies(server: ServerProcess) -> dict[str, dict[str, object]]:
    """For each action something that can be done."""
    guest, token = newcomer(server)
    table, _ = api.table(server, token)
    return {
        "close": {"table": table, "reason": "a test"},
        "ban": {"guest": guest, "reason": "a test"},
        "unban": {"guest": guest},
        "announce": {"text": ""},
    }


def audit(server: ServerProcess) -> list[dict[str, object]]:
    found: list[dict[str, object]] = operator_api.look(server, "/api/admin/audit?limit=500").json
    return found


@contextmanager
def watch(server: ServerProcess, table: str, token: str | None) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": token}))
        yield line


@row(21)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_is_for_the_operator_only(server: ServerProcess, route: APIRoute) -> None:
    method, before = api.method_of(route), audit(server)
    _, player = newcomer(server)
    said = {**bodies(server)[route.path.rpartition("/")[2]], "who": "Eve"} if method == "POST" else None
    mine = operator_api.token(server)
    strangers = [
        None,
        operator_api.bearer(player),
        operator_api.bearer("x" * 43),
        operator_api.basic(player),
        "Bearer ",
        "Basic ",
        mine,
    ]
    if method == "POST":
        strangers += [operator_api.basic(mine), operator_api.bearer(mine).replace("Bearer", "Token")]
    for authorization in strangers:
        answer = operator_api.ask(server, method, route.path, said, authorization)
        assert answer.status == 401, (authorization, answer)
        assert answer.json["code"] == "not_signed_in"
        assert answer.headers["www-authenticate"].startswith("Basic ")
        assert mine.encode() not in answer.body
    assert audit(server) == before
    assert api.ask(server, method, route.path, said, token=mine).status in (404, 405), "not where players are"
    assert operator_api.ask(server, method, route.path, said, operator_api.bearer(mine)).status == 200
    if method == "GET":
        assert operator_api.ask(server, method, route.path, None, operator_api.basic(mine)).status == 200


@row(21)
def test_the_operators_token_is_worth_nothing_at_a_table(server: ServerProcess) -> None:
    mine = operator_api.token(server)
    opening = {"game": "heckmeck", "seats": [{}, {}]}
    assert api.ask(server, "POST", "/api/tables", opening, token=mine).status == 401
    table, _ = api.table(server, newcomer(server)[1])
    with watch(server, table, mine) as line:
        assert json.loads(line.recv(30))["code"] == "not_signed_in"


@row(21)
def test_every_action_has_its_row(server: ServerProcess) -> None:
    changing = {route.path.rpartition("/")[2] for route in ROUTES if api.method_of(route) != "GET"}
    assert changing == set(ACTIONS), "a new action must be in the audit"
    for what, said in bodies(server).items():
        before = audit(server)
        answer = operator_api.order(server, what, **said)
        assert answer.status == 200, answer
        newest, *others = audit(server)
        assert others == before
        whom, note = said.get("table") or said.get("guest") or "", said.get("reason") or said.get("text") or ""
        assert (newest["what"], newest["whom"], newest["note"], newest["who"]) == (what, whom, note, "Olga")
        assert newest["at"] == answer.json["at"]


@row(21)
def test_what_cannot_be_done_is_refused_without_a_row(server: ServerProcess) -> None:
    before = audit(server)
    table, guest = "a" * 32, "b" * 32
    assert operator_api.order(server, "close", table=table).json["code"] == "no_table"
    assert operator_api.order(server, "ban", guest=guest).json["code"] == "no_guest"
    assert operator_api.order(server, "announce", text="x" * 301).status == 422
    closed = bodies(server)["close"]
    assert operator_api.order(server, "close", **closed).status == 200
    assert operator_api.order(server, "close", **closed).json["code"] == "over"
    assert len(audit(server)) == len(before) + 1


@row(3, 21)
def test_the_token_is_secret_and_only_its_hash_is_known(server: ServerProcess) -> None:
    path = server.folder / "data" / "admin.token"
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(base64.urlsafe_b64decode(operator_api.token(server) + "=")) == 32
    secret = operator_api.token(server).encode()
    assert all(secret not in file.read_bytes() for file in (server.folder / "data").iterdir() if file != path)
    assert secret.decode() not in server.log


@row(3, 21)
def test_a_banned_guest_is_out_at_once_and_stays_out(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--admin-port", "0") as server, ExitStack() as stack:
        (guest, token), (_, other) = newcomer(server), newcomer(server, "Ben")
        table, _ = api.table(server, other)
        lines = [stack.enter_context(watch(server, table, token)) for _ in range(3)]
        friend = stack.enter_context(watch(server, table, other))
        for line in (*lines, friend):
            assert json.loads(line.recv(30))["type"] == "welcome"
        assert operator_api.order(server, "ban", guest=guest, reason="rude").status == 200
        for line in lines:
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(30)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008
        friend.ping().wait(30)  # who sat beside him is not disturbed
        for _ in range(2):
            assert api.ask(server, "GET", "/api/my/tables", token=token).json["code"] == "banned"
            with watch(server, table, token) as line:
                assert json.loads(line.recv(30))["code"] == "banned"
            assert api.ask(server, "GET", "/api/my/tables", token=other).status == 200
            server.restart()
        assert operator_api.order(server, "unban", guest=guest).status == 200
        assert api.ask(server, "GET", "/api/my/tables", token=token).status == 200
        with watch(server, table, token) as line:
            assert json.loads(line.recv(30))["type"] == "welcome"


@pytest.mark.parametrize("begun", [False, True])
def test_a_closed_table_is_over_for_everybody_and_stays_so(tmp_path: Path, begun: bool) -> None:
    async def play(server: ServerProcess) -> tuple[str, str]:
        ann, ben = [await Server(server.address).guest(name) for name in ("Ann", "Ben")]
        table, invites = await ann.open("zatre", ["person", "person"])
        async with await ann.sit(table, 0) as seat:
            if begun:
                async with await ben.sit(table, 1, invites[1]) as other:
                    await seat.until(lambda: seat.view["turn"] in (0, 1))  # both have their tiles
                    assert (await asyncio.to_thread(operator_api.order, server, "close", table=table)).status == 200
                    await other.until(lambda: other.view["status"] == "over")
            else:
                assert (await asyncio.to_thread(operator_api.order, server, "close", table=table)).status == 200
            await seat.until(lambda: seat.view["status"] == "over")
            assert seat.view["result"]["reason"] == "closed"
            assert seat.view["result"]["places"] == [0, 0]
        return table, ann.token

    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        table, token = asyncio.run(asyncio.wait_for(play(server), 60))
        for _ in range(2):
            view = api.ask(server, "GET", f"/api/tables/{table}", token=token).json["view"]
            assert view["status"] == "over"
            (listed,) = operator_api.look(server, "/api/admin/tables?status=over").json
            assert listed["table"] == table
            story = api.ask(server, "GET", f"/api/tables/{table}/story", token=token)
            assert "closed the table" in story.body.decode()
            downloads = {"record.jsonl", "record.txt", "transcript.jsonl", "moment"}
            answers = {each: api.ask(server, "GET", f"/api/tables/{table}/{each}").status for each in downloads}
            assert all(status == 200 if begun else status in (200, 409) for status in answers.values()), answers
            server.restart()
        assert '"level": "error"' not in server.log


def test_a_closed_table_folds_to_itself() -> None:
    driver = TableDriver("zatre").sit_all().play_on(3, steps=20)
    driver.table.close(driver.now)
    driver.written()
    assert driver.folded().view(0) == driver.table.view(0)
    assert driver.table.result == {
        "scores": driver.table.playing.position.scores,
        "places": [0, 0],
        "reason": "closed",
    }


@row(19, 21)
def test_the_operator_sees_no_hand_and_no_secret(server: ServerProcess) -> None:
    async def play() -> tuple[list[str], str]:
        ann, ben = [await Server(server.address).guest(name) for name in ("Ann", "Ben")]
        table, invites = await ann.open("zatre", ["person", "person"])
        async with await ann.sit(table, 0) as seat, await ben.sit(table, 1, invites[1]):
            await seat.until(lambda: seat.view["turn"] in (0, 1))  # both have their tiles
            paths = [route.path for route in ROUTES if api.method_of(route) == "GET"]
            shown = [await asyncio.to_thread(operator_api.look, server, path) for path in paths]
        return [each.body.decode() for each in shown], table

    texts, table = asyncio.run(asyncio.wait_for(play(), 60))
    assert any(table in text for text in texts)
    with closing(sqlite3.connect(server.folder / "data" / "stammtisch.db")) as connection:
        (master,) = connection.execute("SELECT master FROM dice WHERE table_id = ?", (table,)).fetchone()
        hashes = [each for (each,) in connection.execute("SELECT token_hash FROM session")]
    secrets = [master.hex(), base64.b64encode(master).decode(), *hashes, '"state"', '"view"', "invite", '"hash"']
    for text in texts:
        assert [each for each in secrets if each in text] == []


@row(6, 21)
def test_the_page_is_plain_and_safe(server: ServerProcess) -> None:
    async def play() -> str:
        ann = await Server(server.address).guest("<b>Ann</b>")
        table, _ = await ann.open("heckmeck", ["person", "beginner"])
        async with await ann.sit(table, 0) as seat:
            await seat.my_turn()
            await asyncio.to_thread(operator_api.order, server, "announce", text="<script>alert(1)</script> & more")
            page = await asyncio.to_thread(operator_api.look, server, "/admin")
        assert "default-src 'self'" in page.headers["content-security-policy"]
        return page.body.decode()

    page = asyncio.run(asyncio.wait_for(play(), 60))
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page
    assert "style=" not in page
    assert 'http-equiv="refresh"' in page


def test_an_announcement_is_for_everybody_and_survives(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        assert api.ask(server, "GET", "/api/announcement").json == {
            "text": "",
            "since": 0,
            "notices": False,
            "pictures": True,
        }
        assert operator_api.order(server, "announce", text="We stop\x00 at\n ten.").status == 200
        server.restart()
        assert api.ask(server, "GET", "/api/announcement").json["text"] == "We stop at ten."
        assert operator_api.order(server, "announce", text="").status == 200
        assert api.ask(server, "GET", "/api/announcement").json["text"] == ""


def test_admin_commands(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--admin-port", "0") as server:
        data = ("--data", server.folder / "data")
        guest, token = newcomer(server, "Ann")
        table, _ = api.table(server, token)
        orders = [("ban", guest, "--reason", "rude"), ("unban", guest), ("announce", "Hello"), ("close", table)]
        for each in orders:
            done = stammtisch("admin", *each, *data)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        rows = stammtisch("admin", "audit", *data).stdout.splitlines()
        assert [what for line in rows for what in ACTIONS if f" {what} " in line] == [
            "close",
            "announce",
            "unban",
            "ban",
        ]
        assert guest in stammtisch("admin", "guests", "an", *data).stdout
        assert table in stammtisch("admin", "tables", "--status", "over", *data).stdout
        wrong = stammtisch("admin", "ban", "nobody", *data)
        assert (wrong.returncode, wrong.stderr) == (2, "there is no such guest\n")
    wrong = stammtisch("admin", "audit", "--data", tmp_path / "elsewhere")
    assert wrong.returncode == 2
    assert "--admin-port" in wrong.stderr


def test_without_being_asked_nobody_listens(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        assert not (server.folder / "data" / "admin.address").exists()
        assert "operator" not in server.log


def test_a_port_that_is_taken_is_told(server: ServerProcess, tmp_path: Path) -> None:
    port = operator_api.address(server).rpartition(":")[2]
    told = stammtisch("serve", "--port", 0, "--data", tmp_path, "--admin-port", port)
    assert told.returncode == 2
    assert f"port {port}" in told.stderr
