"""Tokens of bots from outside: what they are good for, and where they are kept."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("tokens")) as server:
        yield server


def program(server: ServerProcess) -> str:
    made = api.ask(server, "POST", "/api/guests", {"name": "Robo", "program": True})
    assert made.status == 201
    return str(made.json["token"])


def sit(server: ServerProcess, table: str, seat: int, token: str, invite: str | None) -> int:
    sitting = {"head": "ab" * 32, "invite": invite}
    return api.ask(server, "POST", f"/api/tables/{table}/seats/{seat}", sitting, token=token).status


def say(server: ServerProcess, table: str, token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The welcome at a table, and the answer to a word."""
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": token}))
        welcome = json.loads(line.recv(30))
        line.send(json.dumps({"type": "say", "cid": "c" * 16, "text": "hello"}))
        while (answer := json.loads(line.recv(30)))["type"] == "news":
            pass
        return welcome, answer


@row(22)
def test_a_token_of_a_bot_is_shown_once_and_kept_as_a_hash(server: ServerProcess) -> None:
    token = program(server)
    table, invites = api.table(server, api.guest(server, "Host"))
    assert sit(server, table, 0, token, invites[0]) == 200
    shown = [api.ask(server, "GET", path, token=token) for path in ("/api/my/tables", f"/api/tables/{table}")]
    assert [each.status for each in shown] == [200, 200]
    welcome, _ = say(server, table, token)
    assert token not in str(shown) + str(welcome)
    assert token not in server.log
    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        kept = "\n".join(database.iterdump())
    assert hashlib.sha256(token.encode()).hexdigest() in kept
    for file in Path(server.folder).rglob("*"):  # SQLite's own log is among them
        assert not file.is_file() or token.encode() not in file.read_bytes()


@row(22)
def test_a_token_of_a_bot_is_good_for_its_own_seat_and_no_longer_than_that(server: ServerProcess) -> None:
    token = program(server)
    table, invites = api.table(server, api.guest(server, "Host"))
    other, _ = api.table(server, api.guest(server, "Host"))
    assert sit(server, table, 0, token, None) == 403  # like anybody else it needs an invitation
    assert sit(server, table, 0, token, invites[1]) == 403  # and the one to this seat
    assert sit(server, table, 0, token, invites[0]) == 200
    welcome, answer = say(server, table, token)
    assert answer["type"] == "done"
    assert welcome["view"]["seats"][0]["kind"] == "program"  # everybody sees what sits there
    watching, refused = say(server, other, token)
    assert watching["seat"] is None
    assert refused["code"] == "not_seated"
    assert api.ask(server, "DELETE", f"/api/tables/{table}/seats/mine", token=token).status == 200
    left, late = say(server, table, token)
    assert left["seat"] is None
    assert late["code"] == "not_seated"
