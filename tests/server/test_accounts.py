"""Accounts at a real server: a guest who comes back on another device, and who may not."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server import knock
from tests.server.checklist import row
from tests.server.house import House

PASSWORD = "a worm in the kitchen"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("accounts"), "--changes", "10000") as house:
        yield house
        assert '"level": "error"' not in house.log, house.log[-3000:]


def account(house: House, handle: str, name: str = "Ann") -> str:
    """The token of a guest who has become an account."""
    token = knock.guest(house, name)
    made = knock.ask(house, "POST", "/api/account", {"handle": handle, "password": PASSWORD}, token=token)
    assert made.status == 201, made.body
    return token


def log_in(house: House, handle: str, password: str = PASSWORD, **more: str) -> knock.Answer:
    return knock.ask(house, "POST", "/api/sessions", {"handle": handle, "password": password, **more})


def me(house: House, token: str) -> Any:
    found = knock.ask(house, "GET", "/api/me", token=token)
    return found.json if found.status == 200 else found.status


def test_a_guest_becomes_an_account_and_loses_nothing(house: House) -> None:
    token = knock.guest(house, "Änne")
    table, _ = knock.table(house, token)
    sitting = {"head": "ab" * 32}
    assert knock.ask(house, "POST", f"/api/tables/{table}/seats/0", sitting, token=token).status == 200
    before = me(house, token)
    assert before["handle"] is None
    made = knock.ask(house, "POST", "/api/account", {"handle": "Aenne", "password": PASSWORD}, token=token)
    assert made.json == {**before, "handle": "Aenne"}  # the same guest, name and session
    second = log_in(house, "AENNE", device="a second\ndevice").json
    assert (second["guest"], second["name"]) == (before["guest"], "Änne")
    mine = [knock.ask(house, "GET", "/api/my/tables", token=each).json for each in (token, second["token"])]
    assert mine[0] == mine[1]
    assert [each["table"] for each in mine[1]] == [table]
    with knock.enter(house, table, second["token"]) as line:
        line.send(json.dumps({"type": "say", "cid": "c" * 16, "text": "hello"}))
        answers = [json.loads(line.recv(30)) for _ in range(2)]
        assert {each["type"] for each in answers} == {"news", "done"}
    devices = me(house, second["token"])["sessions"]
    assert sorted((each["device"], each["mine"]) for each in devices) == [("", False), ("a seconddevice", True)]
    assert PASSWORD not in house.log
    with sqlite3.connect(house.folder / "data" / "stammtisch.db") as database:
        everything = "\n".join(database.iterdump())
    assert "$argon2id$" in everything
    assert PASSWORD not in everything
    assert second["token"] not in everything


def test_a_new_name_is_for_tables_to_come(house: House) -> None:
    token = knock.guest(house, "Before")
    old, _ = knock.table(house, token, public=True)
    knock.ask(house, "POST", f"/api/tables/{old}/seats/0", {"head": "ab" * 32}, token=token)
    assert knock.ask(house, "PUT", "/api/me/name", {"name": "  After  all "}, token=token).json["name"] == "After all"
    assert knock.ask(house, "PUT", "/api/me/name", {"name": "bot x"}, token=token).json["code"] == "bad_name"
    new, _ = knock.table(house, token, public=True)
    knock.ask(house, "POST", f"/api/tables/{new}/seats/0", {"head": "ab" * 32}, token=token)
    names = [knock.ask(house, "GET", f"/api/tables/{each}").json["view"]["seats"][0]["name"] for each in (old, new)]
    assert names == ["Before", "After all"]


# ── Sessions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@row(3)
def test_every_login_gives_a_new_secret(house: House) -> None:
    token = account(house, "rotation")
    tokens = {token, *(log_in(house, "rotation").json["token"] for _ in range(3))}
    assert len(tokens) == 4
    assert all(len(each) == 43 for each in tokens)
    chosen = {"handle": "rotation", "password": PASSWORD, "token": token}
    assert knock.ask(house, "POST", "/api/sessions", chosen).status == 422  # nobody chooses it
    shown = knock.ask(house, "POST", "/api/sessions", {"handle": "rotation", "password": PASSWORD}, token=token)
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
def test_a_token_that_was_given_back_is_good_for_nothing_and_its_sockets_close(house: House, program: bool) -> None:
    token = knock.ask(house, "POST", "/api/guests", {"name": "Robo", "program": program}).json["token"]
    table, _ = knock.table(house, token)
    with (
        knock.enter(house, table, token) as first,
        knock.enter(house, table, token) as second,
        knock.enter(house, table) as watching,
    ):
        assert knock.ask(house, "DELETE", "/api/sessions/mine", token=token).json == {"ended": 1}
        assert [closed_with(line) for line in (first, second)] == [1008, 1008]
        watching.send(json.dumps({"type": "start", "cid": "c" * 16}))
        assert json.loads(watching.recv(30))["code"] == "not_host"  # others stay
    assert me(house, token) == 401
    with pytest.raises(AssertionError), knock.enter(house, table, token):
        pass


@row(3)
def test_logging_out_elsewhere(house: House) -> None:
    first = account(house, "elsewhere")
    second, third = (log_in(house, "elsewhere").json["token"] for _ in range(2))
    others = knock.guest(house)
    table, _ = knock.table(house, first)
    names = {token: next(each["session"] for each in me(house, token)["sessions"] if each["mine"])
             for token in (first, second, third, others)}  # fmt: skip
    assert knock.ask(house, "DELETE", f"/api/sessions/{names[others]}", token=first).status == 404  # not one's own
    with knock.enter(house, table, second) as line, knock.enter(house, table, third) as other:
        assert knock.ask(house, "DELETE", f"/api/sessions/{names[second]}", token=first).json == {"ended": 1}
        assert closed_with(line) == 1008
        assert me(house, second) == 401
        assert knock.ask(house, "DELETE", "/api/sessions", token=first).json == {"ended": 1}
        assert closed_with(other) == 1008
    assert me(house, third) == 401
    assert [each["mine"] for each in me(house, first)["sessions"]] == [True]
    assert me(house, others)["name"] == "Ann"


@row(3, 18)
def test_a_new_password_ends_all_other_sessions(house: House) -> None:
    first = account(house, "changing")
    second = log_in(house, "changing").json["token"]
    table, _ = knock.table(house, first)
    path, new = "/api/account/password", "another worm entirely"
    assert knock.ask(house, "PUT", path, {"old": "not this", "new": new}, token=first).json["code"] == "wrong_password"
    assert knock.ask(house, "PUT", path, {"old": PASSWORD, "new": "short"}, token=first).json["code"] == "weak_password"
    with knock.enter(house, table, second) as line:
        assert knock.ask(house, "PUT", path, {"old": PASSWORD, "new": new}, token=first).status == 200
        assert closed_with(line) == 1008
    assert me(house, second) == 401
    assert me(house, first)["handle"] == "changing"
    assert log_in(house, "changing").status == 403
    assert log_in(house, "changing", new).status == 201


@row(3)
def test_sessions_outlive_the_server(house: House) -> None:
    token = account(house, "restarted")
    gone = log_in(house, "restarted").json["token"]
    knock.ask(house, "DELETE", "/api/sessions/mine", token=gone)
    house.restart()
    assert me(house, token)["handle"] == "restarted"
    assert me(house, gone) == 401


# ── Handles and passwords ────────────────────────────────────────────────────────────────────────────────────────────


@row(17)
def test_a_handle_is_there_once_and_nothing_looks_like_it(house: House) -> None:
    account(house, "Morning")
    for handle in ("Morning", "mORNING", "m0rning", "Mornlng", "Mom1ng", "rnorning"):
        answer = knock.ask(
            house, "POST", "/api/account", {"handle": handle, "password": PASSWORD}, token=knock.guest(house)
        )
        assert answer.json["code"] == "handle_taken", handle
    taken = knock.guest(house)
    twice = [
        knock.ask(house, "POST", "/api/account", {"handle": f"twice-{n}", "password": PASSWORD}, token=taken)
        for n in range(2)
    ]
    assert [each.status for each in twice] == [201, 409]
    assert twice[1].json["code"] == "has_account"


@row(18)
def test_nothing_tells_whether_a_handle_exists(house: House) -> None:
    account(house, "existing")
    known, unknown = log_in(house, "existing", "wrong worm"), log_in(house, "missing1", "wrong worm")
    assert (known.status, known.body) == (unknown.status, unknown.body) == (403, known.body)
    headers = [{**each.headers, "date": ""} for each in (known, unknown)]
    assert headers[0] == headers[1]


@row(18)
def test_an_account_is_locked_after_five_wrong_tries_whether_it_exists_or_not(house: House) -> None:
    token = account(house, "locked")
    account(house, "not-locked")
    for handle in ("locked", "no-such"):
        codes = [log_in(house, handle, f"wrong worm {n}").json["code"] for n in range(7)]
        assert codes == ["wrong_password"] * 5 + ["too_many"] * 2
    assert log_in(house, "locked").json["code"] == "too_many"  # the right one too: it might be the next guess
    change = {"old": PASSWORD, "new": "another worm entirely"}
    assert knock.ask(house, "PUT", "/api/account/password", change, token=token).status == 429  # no other way to guess
    assert knock.ask(house, "DELETE", "/api/me", {"password": PASSWORD}, token=token).status == 429
    assert me(house, token)["handle"] == "locked"  # whoever is logged in stays so
    assert log_in(house, "not-locked").status == 201  # and others can
