"""What several nodes know besides tables: who somebody is, what the operator wants, what is done once, and limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server import api, operator_api, postgres
from tests.server.server_process import ServerProcess

LEASE = "2"  # seconds
PASSWORD = "a worm in the kitchen"
PATIENCE = 30.0


LISTENING = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%FROM node ORDER BY name'"
"""Cuts the connections over which nodes hear each other; the last thing asked there is who they are."""


@pytest.fixture(scope="module")
def url(cluster: postgres.Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def nodes(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    with ExitStack() as stack:
        found = []
        for name in ("one", "two"):
            settings = ("--database", url, "--node", name, "--lease", LEASE, "--no-warm", "--admin-port", "0")
            found.append(stack.enter_context(ServerProcess(tmp_path_factory.mktemp(name), *settings)))
        yield found
        for each in found:
            assert '"level": "error"' not in each.log, each.log[-3000:]


def until(holds: Callable[[], bool]) -> None:
    """What one node tells comes to the other in a few milliseconds."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def me(server: ServerProcess, token: str) -> int:
    return api.ask(server, "GET", "/api/me", token=token).status


def known(nodes: list[ServerProcess], token: str) -> None:
    """All nodes keep in memory whose it is."""
    assert [me(each, token) for each in nodes] == [200] * len(nodes)


def account(server: ServerProcess, handle: str) -> str:
    token = api.guest(server, "Ann")
    made = api.ask(server, "POST", "/api/account", {"handle": handle, "password": PASSWORD}, token=token)
    assert made.status == 201, made.body
    return token


def log_in(server: ServerProcess, handle: str, password: str = PASSWORD, **more: str) -> api.Answer:
    return api.ask(server, "POST", "/api/sessions", {"handle": handle, "password": password}, **more)


def closed(line: ClientConnection) -> None:
    """A connection is closed, and not because the server stops or its table moves."""
    with suppress(ConnectionClosed):
        for _ in line:
            pass
    assert line.close_code == 1008


def test_who_logs_out_at_one_node_is_logged_out_at_all(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    token, other = api.guest(one, "Ann"), api.guest(one, "Ben")
    table, _ = api.table(two, token)
    known(nodes, token)
    known(nodes, other)
    with api.enter(two, table, token) as line, api.enter(one, table, token) as relayed:
        assert api.ask(one, "DELETE", "/api/sessions/mine", token=token).status == 200
        until(lambda: me(two, token) == 401)
        closed(line)
        closed(relayed)
    known(nodes, other)  # the control


def test_a_node_that_could_not_hear_forgets_what_it_knew(nodes: list[ServerProcess], url: str) -> None:
    one, two = nodes
    token, other = api.guest(one, "Ann"), api.guest(one, "Ben")
    table, _ = api.table(two, token)
    known(nodes, token)
    with api.enter(two, table, token) as line, psycopg.connect(url, autocommit=True) as database:
        database.execute("DELETE FROM session WHERE token_hash = %s", (sha256(token.encode()).hexdigest(),))
        assert me(two, token) == 200  # the control: nobody has told it
        assert len(database.execute(LISTENING).fetchall()) == len(nodes)
        closed(line)
    assert me(two, token) == 401
    known(nodes, other)


def test_a_new_password_ends_the_other_devices_at_all_nodes(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    phone = account(one, "Anna")
    desk = log_in(two, "anna").json["token"]
    known(nodes, phone)
    known(nodes, desk)
    new = {"old": PASSWORD, "new": "another worm entirely"}
    assert api.ask(one, "PUT", "/api/account/password", new, token=phone).status == 200
    until(lambda: me(two, desk) == 401)
    known(nodes, phone)
    assert [log_in(each, "anna").status for each in nodes] == [403, 403]
    assert log_in(two, "anna", new["new"]).status == 201


def test_who_is_deleted_at_one_node_is_gone_at_all(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    token = account(one, "Berta")
    table, _ = api.table(one, token, public=True)
    sitting = {"head": "ab" * 32}
    assert api.ask(one, "POST", f"/api/tables/{table}/seats/0", sitting, token=token).status == 200
    known(nodes, token)
    assert api.ask(two, "DELETE", "/api/me", {"password": PASSWORD}, token=token).status == 200
    until(lambda: me(one, token) == 401)
    assert log_in(one, "berta").status == 403
    assert "Ann" not in api.ask(one, "GET", f"/api/tables/{table}").text


def test_a_new_name_is_known_at_all_nodes(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    token = api.guest(one, "Before")
    known(nodes, token)
    api.ask(one, "PUT", "/api/me/name", {"name": "After"}, token=token)
    until(lambda: bool(api.ask(two, "GET", "/api/me", token=token).json["name"] == "After"))


def test_what_the_operator_says_at_one_node_holds_at_all(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    token = api.guest(two, "Rude")
    guest = api.ask(two, "GET", "/api/me", token=token).json["guest"]
    table, _ = api.table(two, token)
    known(nodes, token)
    with api.enter(two, table, token) as line:
        assert operator_api.order(one, "ban", guest=guest, reason="a test").status == 200
        closed(line)
    until(lambda: me(two, token) == 403)
    assert operator_api.order(two, "unban", guest=guest).status == 200
    until(lambda: me(one, token) == 200)
    for each, text in ((one, "We close at ten."), (two, "")):
        assert operator_api.order(each, "announce", text=text).status == 200
        for other in nodes:
            until(lambda: bool(api.ask(other, "GET", "/api/announcement").json["text"] == text))  # noqa: B023
