"""Accounts at a real server: a guest who comes back on another device, and who may not."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import ServerProcess

PASSWORD = "a worm in the kitchen"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("accounts"), "--changes", "10000") as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def account(server: ServerProcess, handle: str, name: str = "Ann") -> str:
    """The token of a guest who has become an account."""
    token = api.guest(server, name)
    made = api.ask(server, "POST", "/api/account", {"handle": handle, "password": PASSWORD}, token=token)
    assert made.status == 201, made.body
    return token


def log_in(server: ServerProcess, handle: str, password: str = PASSWORD, **more: str) -> api.Answer:
    return api.ask(server, "POST", "/api/sessions", {"handle": handle, "password": password, **more})


def me(server: ServerProcess, token: str) -> Any:
    found = api.ask(server, "GET", "/api/me", token=token)
    return found.json if found.status == 200 else found.status


def test_a_guest_becomes_an_account_and_loses_nothing(server: ServerProcess) -> None:
    token = api.guest(server, "Änne")
    table, _ = api.table(server, token)
    sitting = {"head": "ab" * 32}
    assert api.ask(server, "POST", f"/api/tables/{table}/seats/0", sitting, token=token).status == 200
    before = me(server, token)
    assert before["handle"] is None
    made = api.ask(server, "POST", "/api/account", {"handle": "Aenne", "password": PASSWORD}, token=token)
    assert made.json == {**before, "handle": "Aenne"}  # the same guest, name and session
    second = log_in(server, "AENNE", device="a second\ndevice").json
    assert (second["guest"], second["name"]) == (before["guest"], "Änne")
    mine = [api.ask(server, "GET", "/api/my/tables", token=each).json for each in (token, second["token"])]
    assert mine[0] == mine[1]
    assert [each["table"] for each in mine[1]] == [table]
    with api.enter(server, table, second["token"]) as line:
        line.send(json.dumps({"type": "say", "cid": "c" * 16, "text": "hello"}))
        answers = [json.loads(line.recv(30)) for _ in range(2)]
        assert {each["type"] for each in answers} == {"news", "done"}
    devices = me(server, second["token"])["sessions"]
    assert sorted((each["device"], each["mine"]) for each in devices) == [("", False), ("a seconddevice", True)]
    assert PASSWORD not in server.log
    with sqlite3.connect(server.folder / "data" / "stammtisch.db") as database:
        everything = "\n".join(database.iterdump())
    assert "$argon2id$" in everything
    assert PASSWORD not in everything
    assert second["token"] not in everything


def test_a_new_name_is_for_tables_to_come(server: ServerProcess) -> None:
    token = api.guest(server, "Before")
    old, _ = api.table(server, token, public=True)
    api.ask(server, "POST", f"/api/tables/{old}/seats/0", {"head": "ab" * 32}, token=token)
    assert api.ask(server, "PUT", "/api/me/name", {"name": "  After  all "}, token=token).json["name"] == "After all"
    assert api.ask(server, "PUT", "/api/me/name", {"name": "bot x"}, token=token).json["code"] == "bad_name"
    new, _ = api.table(server, token, public=True)
    api.ask(server, "POST", f"/api/tables/{new}/seats/0", {"head": "ab" * 32}, token=token)
    names = [api.ask(server, "GET", f"/api/tables/{each}").json["view"]["seats"][0]["name"] for each in (old, new)]
    assert names == ["Before", "After all"]


# ── Sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@row(3)
def test_every_login_gives_a_new_secret(server: ServerProcess) -> None:
    token = account(server, "rotation")
    tokens = {token, *(log_in(server, "rotation").json["token"] for _ in range(3))}
    assert len(tokens) == 4
    assert all(len(each) == 43 for each in tokens)
    chosen = {"handle": "rotation", "password": PASSWORD, "token": token}
    assert api.ask(server, "POST", "/api/sessions", chosen).status == 422  # nobody chooses it
    shown = api.ask(server, "POST", "/api/sessions", {"handle": "rotation", "password": PASSWORD}, token=token)
    assert shown.json["token"] not in tokens  # nor keeps one that somebody else may know


def closed_with(line: Any) -> int | None:
    """How a connection is closed, whatever comes before; a test's own patience ends it."""
    try:
        while True:
            line.recv(30)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@row(3, 22)
@pytest.mark.parametrize("program", [False, True])
def test_a_token_that_was_given_back_is_good_for_nothing_and_its_sockets_close(
    server: ServerProcess, program: bool
) -> None:
    token = api.ask(server, "POST", "/api/guests", {"name": "Robo", "program": program}).json["token"]
    table, _ = api.table(server, token)
    with (
        api.enter(server, table, token) as first,
        api.enter(server, table, token) as second,
        api.enter(server, table) as watching,
    ):
        assert api.ask(server, "DELETE", "/api/sessions/mine", token=token).json == {"ended": 1}
        assert [closed_with(line) for line in (first, second)] == [1008, 1008]
        watching.send(json.dumps({"type": "start", "cid": "c" * 16}))
        assert json.loads(watching.recv(30))["code"] == "not_host"  # others stay
    assert me(server, token) == 401
    with pytest.raises(AssertionError), api.enter(server, table, token):
        pass


@row(3)
def test_logging_out_elsewhere(server: ServerProcess) -> None:
    first = account(server, "elsewhere")
    second, third = (log_in(server, "elsewhere").json["token"] for _ in range(2))
    others = api.guest(server)
    table, _ = api.table(server, first)
    names = {token: next(each["session"] for each in me(server, token)["sessions"] if each["mine"])
             for token in (first, second, third, others)}  # fmt: skip
    assert api.ask(server, "DELETE", f"/api/sessions/{names[others]}", token=first).status == 404  # not one's own
    with api.enter(server, table, second) as line, api.enter(server, table, third) as other:
        assert api.ask(server, "DELETE", f"/api/sessions/{names[second]}", token=first).json == {"ended": 1}
        assert closed_with(line) == 1008
        assert me(server, second) == 401
        assert api.ask(server, "DELETE", "/api/sessions", token=first).json == {"ended": 1}
        assert closed_with(other) == 1008
    assert me(server, third) == 401
    assert [each["mine"] for each in me(server, first)["sessions"]] == [True]
    assert me(server, others)["name"] == "Ann"


@row(3, 18)
def test_a_new_password_ends_all_other_sessions(server: ServerProcess) -> None:
    first = account(server, "changing")
    second = log_in(server, "changing").json["token"]
    table, _ = api.table(server, first)
    path, new = "/api/account/password", "another worm entirely"
    assert api.ask(server, "PUT", path, {"old": "not this", "new": new}, token=first).json["code"] == "wrong_password"
    assert api.ask(server, "PUT", path, {"old": PASSWORD, "new": "short"}, token=first).json["code"] == "weak_password"
    with api.enter(server, table, second) as line:
        assert api.ask(server, "PUT", path, {"old": PASSWORD, "new": new}, token=first).status == 200
        assert closed_with(line) == 1008
    assert me(server, second) == 401
    assert me(server, first)["handle"] == "changing"
    assert log_in(server, "changing").status == 403
    assert log_in(server, "changing", new).status == 201


@row(3)
def test_sessions_outlive_the_server(server: ServerProcess) -> None:
    token = account(server, "restarted")
    gone = log_in(server, "restarted").json["token"]
    api.ask(server, "DELETE", "/api/sessions/mine", token=gone)
    server.restart()
    assert me(server, token)["handle"] == "restarted"
    assert me(server, gone) == 401


# ── Handles and passwords ────────────────────────────────────────────────────────────────────────────────────────────


@row(17)
def test_a_handle_is_there_once_and_nothing_looks_like_it(server: ServerProcess) -> None:
    account(server, "Morning")
    for handle in ("Morning", "mORNING", "m0rning", "Mornlng", "Mom1ng", "rnorning"):
        answer = api.ask(
            server, "POST", "/api/account", {"handle": handle, "password": PASSWORD}, token=api.guest(server)
        )
        assert answer.json["code"] == "handle_taken", handle
    taken = api.guest(server)
    twice = [
        api.ask(server, "POST", "/api/account", {"handle": f"twice-{n}", "password": PASSWORD}, token=taken)
        for n in range(2)
    ]
    assert [each.status for each in twice] == [201, 409]
    assert twice[1].json["code"] == "has_account"


@row(18)
def test_nothing_tells_whether_a_handle_exists(server: ServerProcess) -> None:
    account(server, "existing")
    known, unknown = log_in(server, "existing", "wrong worm"), log_in(server, "missing1", "wrong worm")
    assert (known.status, known.body) == (unknown.status, unknown.body) == (403, known.body)
    headers = [{**each.headers, "date": ""} for each in (known, unknown)]
    assert headers[0] == headers[1]


@row(18)
def test_an_account_is_locked_after_five_wrong_tries_whether_it_exists_or_not(server: ServerProcess) -> None:
    token = account(server, "locked")
    account(server, "not-locked")
    for handle in ("locked", "no-such"):
        codes = [log_in(server, handle, f"wrong worm {n}").json["code"] for n in range(7)]
        assert codes == ["wrong_password"] * 5 + ["too_many"] * 2
    assert log_in(server, "locked").json["code"] == "too_many"  # the right one too: it might be the next guess
    change = {"old": PASSWORD, "new": "another worm entirely"}
    assert api.ask(server, "PUT", "/api/account/password", change, token=token).status == 429  # no other way to guess
    assert api.ask(server, "DELETE", "/api/me", {"password": PASSWORD}, token=token).status == 429
    assert me(server, token)["handle"] == "locked"  # whoever is logged in stays so
    assert log_in(server, "not-locked").status == 201  # and others can
