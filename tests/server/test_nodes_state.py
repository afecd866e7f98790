"""What several nodes know besides tables: who somebody is, what the operator wants, what is done once, and limits."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from hashlib import sha256
from typing import LiteralString

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.server import api, operator_api, postgres
from tests.server.notice_endpoints import Web, web
from tests.server.server_process import ServerProcess
from tests.server.test_notices import add, begin

LEASE = "2"  # seconds
PASSWORD = "a worm in the kitchen"
PATIENCE = 30.0
NOTICES = ("--address", "https://house.example", "--notice-private", "--notice-after", "0")


LISTENING = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%FROM node ORDER BY name'"
"""Cuts the connections over which nodes hear each other; the last thing asked there is who they are."""


@pytest.fixture(scope="module")
def url(cluster: postgres.Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def hook() -> Iterator[Web]:
    with web() as found:
        yield found


@pytest.fixture(scope="module")
def nodes(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    with ExitStack() as stack:
        found = []
        for name in ("one", "two"):
            node = ("--database", url, "--node", name, "--node-address", "HERE", "--lease", LEASE, "--no-warm")
            settings = (*node, "--admin-port", "0", "--trusted-proxy", "127.0.0.1", *NOTICES)
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


def roles(url: str) -> dict[str, str]:
    """What one node does for all, and which."""
    with psycopg.connect(url) as database:
        query = "SELECT lease.name, node.name FROM lease JOIN node ON epoch = owner WHERE starts_with(lease.name, '!')"
        return dict(database.execute(query).fetchall())


def count(url: str, query: LiteralString, *values: str) -> int:
    with psycopg.connect(url) as database:
        return len(database.execute(query, values).fetchall())


def resigned(node: ServerProcess, players: list[ServerProcess]) -> str:
    """A game at one node that is over; its players come to others."""
    tokens = [api.guest(each, "Ann") for each in players]
    table = begin(node, *tokens)
    with api.enter(players[0], table, tokens[0]) as line:
        line.send(json.dumps({"type": "resign", "cid": "c" * 16}))
        assert any(json.loads(each)["type"] == "done" for each in line)
    return table


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


def test_notices_of_all_nodes_are_sent_once(nodes: list[ServerProcess], url: str, hook: Web) -> None:
    """Channels are made at one node, and games played at the other."""
    tables = {}
    for number in range(6):
        here, there = nodes[number % 2], nodes[1 - number % 2]
        ana = api.guest(there, "Ana")
        add(there, ana, url=f"json://{hook.host}/{number}")
        tables[f"/{number}"] = begin(here, ana, api.guest(here, "Ion"))
    until(lambda: len(hook.received) >= len(tables))
    found = {each.path: each.json["message"] for each in hook.received}
    assert all(table in found[path] for path, table in tables.items())
    until(lambda: not count(url, "SELECT 1 FROM notice WHERE due IS NOT NULL"))
    assert count(url, "SELECT 1 FROM notice WHERE tries = 1") == len(hook.received) == len(tables)


def test_all_nodes_sign_what_they_push_with_one_key(nodes: list[ServerProcess]) -> None:
    token = api.guest(nodes[0], "Ann")
    one, two = (api.ask(each, "GET", "/api/my/channels", token=token).json["push"] for each in nodes)
    assert one == two is not None


def test_games_of_all_nodes_are_counted(nodes: list[ServerProcess], url: str) -> None:
    for each in nodes:
        table = resigned(each, nodes)
        until(lambda: count(url, "SELECT 1 FROM counted WHERE table_id = %s", table) == 1)  # noqa: B023
    assert roles(url).keys() == {"!notices", "!statistics"}


def connections(node: ServerProcess, name: str) -> int:
    """Of somebody, as the operator sees them at this node."""
    (found,) = operator_api.look(node, f"/api/admin/guests?name={name}").json
    return int(found["sockets"])


def test_who_is_at_one_node_is_not_told_by_another_that_it_is_his_turn(nodes: list[ServerProcess], hook: Web) -> None:
    one, two = nodes
    lea, joe = api.guest(one, "Lea"), api.guest(one, "Joe")
    for name, token in (("lea", lea), ("joe", joe)):
        add(one, token, url=f"json://{hook.host}/{name}")
    elsewhere, _ = api.table(two, lea)
    hook.received.clear()
    with api.enter(two, elsewhere, lea):
        until(lambda: connections(one, "Lea") == 1)
        for token in (lea, joe):
            begin(one, token, api.guest(one, "Ion"))
        until(lambda: bool(hook.received))
        assert [each.path for each in hook.received] == ["/joe"]
    until(lambda: len(hook.received) == 2)
    assert hook.received[1].path == "/lea"


def test_wrong_tries_at_one_node_count_at_all(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    account(one, "Carla")
    address, another = "203.0.113.7", "203.0.113.8"
    for _ in range(5):
        assert log_in(one, "carla", "not this one", x_forwarded_for=address).status == 403
    until(lambda: log_in(two, "carla", x_forwarded_for=address).status == 429)
    assert log_in(two, "carla", x_forwarded_for=another).status == 201  # the control


def test_the_operator_sees_all_nodes_at_each(nodes: list[ServerProcess]) -> None:
    one, two = nodes
    token = api.guest(two, "Mia")
    table = begin(two, token, api.guest(two, "Ion"))
    with api.enter(two, table, token):
        for each in nodes:
            until(lambda: operator_api.metrics(each)['stammtisch_node_people{node="two"}'] == 1)  # noqa: B023
            figures = operator_api.metrics(each)
            assert figures['stammtisch_node_draining{node="one"}'] == 0
            assert figures['stammtisch_node_tables{node="two"}'] >= 1
            assert sum(name.startswith("stammtisch_node_info") for name in figures) == 2
            page = operator_api.look(each, "/admin").text
            assert all(f"<td>{other.address}</td>" in page for other in nodes)
        (shown,) = [each for each in operator_api.look(one, "/api/admin/tables").json if each["table"] == table]
        assert shown["node"] == "two"


def test_a_node_that_stops_says_so(nodes: list[ServerProcess], url: str) -> None:
    """Whatever stands in front sends nobody to it any more."""
    one, two = nodes
    with psycopg.connect(url) as database:
        database.execute("LOCK TABLE lease IN SHARE MODE")  # it cannot give away what it has
        stopping = threading.Thread(target=two.stop)
        stopping.start()
        until(lambda: api.ask(two, "GET", "/health").status == 503)
        assert api.ask(two, "GET", "/health").json["code"] == "elsewhere"
        figures = operator_api.metrics(one)
        database.rollback()
    stopping.join()
    assert api.ask(one, "GET", "/health").status == 200
    assert figures['stammtisch_node_draining{node="one"}'] == 0
    two.start()


def test_what_a_node_did_for_all_another_does_when_it_is_killed(
    nodes: list[ServerProcess], url: str, hook: Web
) -> None:
    killed, left = sorted(nodes, key=lambda each: roles(url)["!notices"] != ("one", "two")[nodes.index(each)])
    ana, ion = (api.guest(killed, name) for name in ("Ana", "Ion"))
    add(killed, ana, url=f"json://{hook.host}/killed")
    guest = api.ask(killed, "GET", "/api/me", token=ion).json["guest"]
    with psycopg.connect(url, autocommit=True) as database:  # it has begun to delete somebody
        database.execute("INSERT INTO leaving VALUES (%s, 0)", (guest,))
        owner = "SELECT epoch FROM node WHERE name = %s"
        name = roles(url)["!notices"]
        database.execute(f"INSERT INTO lease VALUES (%s, ({owner}))", (f"!leaving {guest}", name))
    hook.received.clear()
    killed.kill()
    assert count(url, "SELECT 1 FROM leaving") == 1
    table = begin(left, ana, api.guest(left, "Joe"))
    until(lambda: len(hook.received) == 1)
    assert table in hook.received[0].json["message"]
    counted = resigned(left, [left, left])
    until(lambda: count(url, "SELECT 1 FROM counted WHERE table_id = %s", counted) == 1)
    until(lambda: not count(url, "SELECT 1 FROM leaving"))
    assert count(url, "SELECT 1 FROM guest WHERE id = %s", guest) == 0
    assert len(set(roles(url).values())) == 1
    killed.start()
