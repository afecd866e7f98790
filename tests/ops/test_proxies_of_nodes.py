"""Two nodes behind nginx and Caddy as the manual has them: what is sent where, and that play goes on without one."""

from __future__ import annotations

import asyncio
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from stammtisch.client import Server
from tests.ops.cutting import cutting
from tests.ops.proxies import NAMES, proxy_of_nodes
from tests.server import postgres
from tests.server.server_process import ServerProcess, free_port
from tests.server.test_nodes import node, owner, played, seated

SECRET = "x-stammtisch-node"


@pytest.fixture(params=NAMES)
def proxy_name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return str(request.param)


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Cluster]:
    try:
        with postgres.running() as cluster:
            yield cluster
    except postgres.Unavailable as reason:
        pytest.skip(f"no PostgreSQL here: {reason}")


def ask(url: str, method: str = "GET", **headers: str) -> int:
    """The status of the answer."""
    body = None if method == "GET" else b"{}"
    request = urllib.request.Request(url, body, {"Content-Type": "application/json", **headers}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30, context=ssl.create_default_context()) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize(("method", "times"), [("GET", 2), ("POST", 1), ("PUT", 1), ("DELETE", 1)])
def test_only_what_changes_nothing_is_sent_again(proxy_name: str, method: str, times: int, tmp_path: Path) -> None:
    """Both nodes take a request and break off."""
    with cutting() as one, cutting() as two, proxy_of_nodes(proxy_name, (one.port, two.port), tmp_path) as address:
        assert ask(f"{address}/api/tables/{'0' * 32}", method, **{SECRET: "guessed"}) in (502, 503)
        assert (len(one.heads), len(two.heads)) in {(times - 1, 1), (1, times - 1)}
        assert all(each.startswith(method) for each in one.heads + two.heads)
        assert SECRET not in "".join(one.heads + two.heads).lower(), "only nodes may say that"


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_what_was_not_sent_yet_goes_to_the_other_node(proxy_name: str, method: str, tmp_path: Path) -> None:
    """One of them does not listen."""
    with cutting(answers=True) as one, proxy_of_nodes(proxy_name, (one.port, free_port()), tmp_path) as address:
        answers = [ask(f"{address}/api/tables/{number:0>32}", method) for number in range(6)]
    lost = int(proxy_name == "nginx" and method in ("PUT", "DELETE"))  # then it knows that this node is away
    assert answers.count(200) >= len(answers) - lost, answers


def test_what_nodes_ask_each_other_nobody_else_may(proxy_name: str, tmp_path: Path) -> None:
    with cutting(answers=True) as one, proxy_of_nodes(proxy_name, (one.port, one.port), tmp_path) as address:
        for path in ("/api/node/release", "/api//node/release", "/api/./node/release", "/api/%6eode/release"):
            assert ask(f"{address}{path}", "POST") == 404
        assert one.heads == []


def test_who_plays_at_a_table_is_brought_to_one_node(proxy_name: str, tmp_path: Path) -> None:
    with (
        cutting(answers=True) as one,
        cutting(answers=True) as two,
        proxy_of_nodes(proxy_name, (one.port, two.port), tmp_path) as address,
    ):
        for number in range(12):
            table = f"{number:0>32}"
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/seats/0", f"/ws/{table}?x=1"):
                assert ask(f"{address}{path}") == 200
    first, second = ({re.findall(r"\d{32}", head)[0] for head in each.heads} for each in (one, two))
    assert first
    assert second
    assert not first & second


def test_play_goes_on_when_the_node_of_a_table_is_killed(
    proxy_name: str, tmp_path: Path, cluster: postgres.Cluster
) -> None:
    url = cluster.new_database()

    async def play(nodes: list[ServerProcess], address: str) -> None:
        seats, table = await seated([address] * 3, "heckmeck")
        async with seats[0], seats[1], seats[2], Server(address).watch(table) as watch:
            playing = asyncio.ensure_future(played(seats, table, address, 3))
            await watch.until(lambda: watch.seq > 30)
            name = await asyncio.to_thread(owner, url, table)
            await asyncio.to_thread(next(each for each in nodes if each.folder.name == name).kill)
            await playing
            await watch.until(lambda: watch.is_over)
            assert all(each.connections > 1 for each in (*seats, watch))

    with ExitStack() as stack:
        nodes = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            nodes.append(stack.enter_context(node(name, url, tmp_path / name)))
        address = stack.enter_context(proxy_of_nodes(proxy_name, (nodes[0].port, nodes[1].port), tmp_path))
        asyncio.run(asyncio.wait_for(play(nodes, address), 180))
        for each in nodes:
            assert '"level": "error"' not in each.log
