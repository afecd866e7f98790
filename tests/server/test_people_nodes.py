"""People at several nodes of a server: who is here, calls, looking for players, and the day's game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.examples import EXAMPLE
from tests.server import api, postgres
from tests.server.server_process import ServerProcess
from tests.server.test_people import Someone

WAIT = 20  # seconds that a question may wait for news at most


@pytest.fixture(scope="module")
def nodes(cluster: postgres.Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    settings = ("--database", cluster.new_database(), "--node-address", "HERE", "--no-warm")
    with ExitStack() as stack:
        yield [
            stack.enter_context(ServerProcess(tmp_path_factory.mktemp(name), *settings, "--node", name))
            for name in ("one", "two")
        ]


def test_somebody_at_another_node_is_here_and_hears_a_call(nodes: list[ServerProcess]) -> None:
    ana, ion = (Someone(node, name) for node, name in zip(nodes, ("Ana", "Ion"), strict=True))
    ana.follows(ion)
    table, key = ana.opens()
    with ThreadPoolExecutor() as threads:
        mark = ion.ask("GET", "/api/my/calls")["mark"]
        waiting = threads.submit(ion.ask, "GET", f"/api/my/calls?mark={mark}&wait={WAIT}")
        while not ana.people[ion.id]["here"]:
            assert waiting.running(), "nobody was told that he is here"
            time.sleep(0.05)
        ana.ask("POST", f"/api/people/{ion.id}/call", {"table": table, "key": key})
        (call,) = waiting.result()["calls"]
    assert (call["person"], call["table"], call["key"]) == (ana.id, table, key)
    ion.sits(table, 1, key)


def test_who_looks_for_players_at_different_nodes_meets(nodes: list[ServerProcess]) -> None:
    everybody = [Someone(node, f"Player {n}") for n in range(3) for node in nodes]
    wish = {"game": EXAMPLE, "players": len(everybody)}
    with ThreadPoolExecutor() as threads:
        found = list(threads.map(lambda each: each.ask("POST", "/api/seeks", wish), everybody))
    assert len({each["table"] for each in found}) == 1


def test_the_days_game_is_one_at_all_nodes(nodes: list[ServerProcess]) -> None:
    one, two = (api.ask(node, "GET", "/api/deals").json for node in nodes)
    assert [each["hash"] for each in one["today"]] == [each["hash"] for each in two["today"]]
    ana = Someone(nodes[0], "Ana")
    deal = f"/api/deals/{one['today'][0]['name']}"
    with ThreadPoolExecutor() as threads:
        begun = list(threads.map(lambda node: api.ask(node, "PUT", deal, token=ana.token), nodes * 3))
    assert {answer.status for answer in begun} == {200}
    assert len({answer.json["table"] for answer in begun}) == 1
