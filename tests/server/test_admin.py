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
from tests.server import knock, office
from tests.server.checklist import row
from tests.server.house import House
from tests.server.people import Company

ROUTES = [route for route in router.routes if isinstance(route, APIRoute)]
ACTIONS = ("close", "ban", "unban", "announce")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("admin"), "--admin-port", "0") as house:
        yield house
        assert '"level": "error"' not in house.log, house.log[-3000:]


def newcomer(house: House, name: str = "Ann") -> tuple[str, str]:
    """A guest, and his token."""
    made = knock.ask(house, "POST", "/api/guests", {"name": name}).json
    return made["guest"], made["token"]


def bodies(house: House) -> dict[str, dict[str, object]]:
    """For each action something that can be done."""
    guest, token = newcomer(house)
    table, _ = knock.table(house, token)
    return {
        "close": {"table": table, "reason": "a test"},
        "ban": {"guest": guest, "reason": "a test"},
        "unban": {"guest": guest},
        "announce": {"text": ""},
    }


def audit(house: House) -> list[dict[str, object]]:
    found: list[dict[str, object]] = office.look(house, "/api/admin/audit?limit=500").json
    return found


@contextmanager
def watch(house: House, table: str, token: str | None) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{house.port}/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": token}))
        yield line


@row(21)
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_is_for_the_operator_only(house: House, route: APIRoute) -> None:
    method, before = knock.method_of(route), audit(house)
    _, player = newcomer(house)
    said = {**bodies(house)[route.path.rpartition("/")[2]], "who": "Eve"} if method == "POST" else None
    mine = office.token(house)
    strangers = [None, office.bearer(player), office.bearer("x" * 43), office.basic(player), "Bearer ", "Basic ", mine]
    if method == "POST":
        strangers += [office.basic(mine), office.bearer(mine).replace("Bearer", "Token")]
    for authorization in strangers:
        answer = office.ask(house, method, route.path, said, authorization)
        assert answer.status == 401, (authorization, answer)
        assert answer.json["code"] == "not_signed_in"
        assert answer.headers["www-authenticate"].startswith("Basic ")
        assert mine.encode() not in answer.body
    assert audit(house) == before
    assert knock.ask(house, method, route.path, said, token=mine).status in (404, 405), "not where players are"
    assert office.ask(house, method, route.path, said, office.bearer(mine)).status == 200
    if method == "GET":
        assert office.ask(house, method, route.path, None, office.basic(mine)).status == 200


@row(21)
def test_the_operators_token_is_worth_nothing_at_a_table(house: House) -> None:
    mine = office.token(house)
    opening = {"game": "heckmeck", "seats": [{}, {}]}
    assert knock.ask(house, "POST", "/api/tables", opening, token=mine).status == 401
    table, _ = knock.table(house, newcomer(house)[1])
    with watch(house, table, mine) as line:
        assert json.loads(line.recv(30))["code"] == "not_signed_in"


@row(21)
def test_every_action_has_its_row(house: House) -> None:
    changing = {route.path.rpartition("/")[2] for route in ROUTES if knock.method_of(route) != "GET"}
    assert changing == set(ACTIONS), "a new action must be in the audit"
    for what, said in bodies(house).items():
        before = audit(house)
        answer = office.order(house, what, **said)
        assert answer.status == 200, answer
        newest, *others = audit(house)
        assert others == before
        whom, note = said.get("table") or said.get("guest") or "", said.get("reason") or said.get("text") or ""
        assert (newest["what"], newest["whom"], newest["note"], newest["who"]) == (what, whom, note, "Olga")
        assert newest["at"] == answer.json["at"]


@row(21)
def test_what_cannot_be_done_is_refused_without_a_row(house: House) -> None:
    before = audit(house)
    table, guest = "a" * 32, "b" * 32
    assert office.order(house, "close", table=table).json["code"] == "no_table"
    assert office.order(house, "ban", guest=guest).json["code"] == "no_guest"
    assert office.order(house, "announce", text="x" * 301).status == 422
    closed = bodies(house)["close"]
    assert office.order(house, "close", **closed).status == 200
    assert office.order(house, "close", **closed).json["code"] == "over"
    assert len(audit(house)) == len(before) + 1


@row(3, 21)
def test_the_token_is_secret_and_only_its_hash_is_known(house: House) -> None:
    path = house.folder / "data" / "admin.token"
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(base64.urlsafe_b64decode(office.token(house) + "=")) == 32
    secret = office.token(house).encode()
    assert all(secret not in file.read_bytes() for file in (house.folder / "data").iterdir() if file != path)
    assert secret.decode() not in house.log


@row(3, 21)
def test_a_banned_guest_is_out_at_once_and_stays_out(tmp_path: Path) -> None:
    with House(tmp_path, "--admin-port", "0") as house, ExitStack() as stack:
        (guest, token), (_, other) = newcomer(house), newcomer(house, "Ben")
        table, _ = knock.table(house, other)
        lines = [stack.enter_context(watch(house, table, token)) for _ in range(3)]
        friend = stack.enter_context(watch(house, table, other))
        for line in (*lines, friend):
            assert json.loads(line.recv(30))["type"] == "welcome"
        assert office.order(house, "ban", guest=guest, reason="rude").status == 200
        for line in lines:
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(30)
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008
        friend.ping().wait(30)  # who sat beside him is not disturbed
        for _ in range(2):
            assert knock.ask(house, "GET", "/api/my/tables", token=token).json["code"] == "banned"
            with watch(house, table, token) as line:
                assert json.loads(line.recv(30))["code"] == "banned"
            assert knock.ask(house, "GET", "/api/my/tables", token=other).status == 200
            house.restart()
        assert office.order(house, "unban", guest=guest).status == 200
        assert knock.ask(house, "GET", "/api/my/tables", token=token).status == 200
        with watch(house, table, token) as line:
            assert json.loads(line.recv(30))["type"] == "welcome"


@pytest.mark.parametrize("begun", [False, True])
def test_a_closed_table_is_over_for_everybody_and_stays_so(tmp_path: Path, begun: bool) -> None:
    async def play(house: House) -> tuple[str, str]:
        ann, ben = [await Server(house.address).guest(name) for name in ("Ann", "Ben")]
        table, invites = await ann.open("zatre", ["person", "person"])
        async with await ann.sit(table, 0) as seat:
            if begun:
                async with await ben.sit(table, 1, invites[1]) as other:
                    await seat.until(lambda: seat.view["turn"] in (0, 1))  # both have their tiles
                    assert (await asyncio.to_thread(office.order, house, "close", table=table)).status == 200
                    await other.until(lambda: other.view["status"] == "over")
            else:
                assert (await asyncio.to_thread(office.order, house, "close", table=table)).status == 200
            await seat.until(lambda: seat.view["status"] == "over")
            assert seat.view["result"]["reason"] == "closed"
            assert seat.view["result"]["places"] == [0, 0]
        return table, ann.token

    with House(tmp_path, "--admin-port", "0") as house:
        table, token = asyncio.run(asyncio.wait_for(play(house), 60))
        for _ in range(2):
            view = knock.ask(house, "GET", f"/api/tables/{table}", token=token).json["view"]
            assert view["status"] == "over"
            (listed,) = office.look(house, "/api/admin/tables?status=over").json
            assert listed["table"] == table
            story = knock.ask(house, "GET", f"/api/tables/{table}/story", token=token)
            assert "closed the table" in story.body.decode()
            downloads = {"record.jsonl", "record.txt", "transcript.jsonl", "moment"}
            answers = {each: knock.ask(house, "GET", f"/api/tables/{table}/{each}").status for each in downloads}
            assert all(status == 200 if begun else status in (200, 409) for status in answers.values()), answers
            house.restart()
        assert '"level": "error"' not in house.log


def test_a_closed_table_folds_to_itself() -> None:
    company = Company("zatre").sit_all().play_on(3, steps=20)
    company.table.close(company.now)
    company.written()
    assert company.folded().view(0) == company.table.view(0)
    assert company.table.result == {
        "scores": company.table.playing.position.scores,
        "places": [0, 0],
        "reason": "closed",
    }


@row(19, 21)
def test_the_operator_sees_no_hand_and_no_secret(house: House) -> None:
    async def play() -> tuple[list[str], str]:
        ann, ben = [await Server(house.address).guest(name) for name in ("Ann", "Ben")]
        table, invites = await ann.open("zatre", ["person", "person"])
        async with await ann.sit(table, 0) as seat, await ben.sit(table, 1, invites[1]):
            await seat.until(lambda: seat.view["turn"] in (0, 1))  # both have their tiles
            paths = [route.path for route in ROUTES if knock.method_of(route) == "GET"]
            shown = [await asyncio.to_thread(office.look, house, path) for path in paths]
        return [each.body.decode() for each in shown], table

    texts, table = asyncio.run(asyncio.wait_for(play(), 60))
    assert any(table in text for text in texts)
    with closing(sqlite3.connect(house.folder / "data" / "stammtisch.db")) as connection:
        (master,) = connection.execute("SELECT master FROM dice WHERE table_id = ?", (table,)).fetchone()
        hashes = [each for (each,) in connection.execute("SELECT token_hash FROM session")]
    secrets = [master.hex(), base64.b64encode(master).decode(), *hashes, '"state"', '"view"', "invite", '"hash"']
    for text in texts:
        assert [each for each in secrets if each in text] == []


@row(6, 21)
def test_the_page_is_plain_and_safe(house: House) -> None:
    async def play() -> str:
        ann = await Server(house.address).guest("<b>Ann</b>")
        table, _ = await ann.open("heckmeck", ["person", "beginner"])
        async with await ann.sit(table, 0) as seat:
            await seat.my_turn()
            await asyncio.to_thread(office.order, house, "announce", text="<script>alert(1)</script> & more")
            page = await asyncio.to_thread(office.look, house, "/admin")
        assert "default-src 'self'" in page.headers["content-security-policy"]
        return page.body.decode()

    page = asyncio.run(asyncio.wait_for(play(), 60))
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "&lt;script&gt;alert(1)" in page
    assert "<script" not in page
    assert "style=" not in page
    assert 'http-equiv="refresh"' in page


def test_an_announcement_is_for_everybody_and_survives(tmp_path: Path) -> None:
    with House(tmp_path, "--admin-port", "0") as house:
        assert knock.ask(house, "GET", "/api/announcement").json == {"text": "", "since": 0, "notices": False}
        assert office.order(house, "announce", text="We stop\x00 at\n ten.").status == 200
        house.restart()
        assert knock.ask(house, "GET", "/api/announcement").json["text"] == "We stop at ten."
        assert office.order(house, "announce", text="").status == 200
        assert knock.ask(house, "GET", "/api/announcement").json["text"] == ""


def test_the_commands(tmp_path: Path) -> None:
    with House(tmp_path, "--admin-port", "0") as house:
        data = ("--data", house.folder / "data")
        guest, token = newcomer(house, "Ann")
        table, _ = knock.table(house, token)
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
    with House(tmp_path) as house:
        assert not (house.folder / "data" / "admin.address").exists()
        assert "operator" not in house.log


def test_a_port_that_is_taken_is_told(house: House, tmp_path: Path) -> None:
    port = office.address(house).rpartition(":")[2]
    told = stammtisch("serve", "--port", 0, "--data", tmp_path, "--admin-port", port)
    assert told.returncode == 2
    assert f"port {port}" in told.stderr
