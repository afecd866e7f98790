"""Several nodes on one PostgreSQL: people at different nodes play at one table, whatever becomes of the nodes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import psycopg
import pytest

from stammtisch import verify
from stammtisch.client import SeatConnection, Server
from stammtisch.core.errors import OptionError
from stammtisch.server.nodes.member import Member, NodeSettings
from stammtisch.server.nodes.node import Leaving
from stammtisch.server.people.guests import new_id
from stammtisch.server.process.serve import ServeSettings, node_settings
from stammtisch.server.storage.store import Store
from tests.server import api, postgres
from tests.server.front import front
from tests.server.server_process import COMMAND, ServerProcess
from tests.server.test_play import decide

LEASE = "2"  # seconds
NODES = ("one", "two", "three")


@pytest.fixture(scope="module")
def url(cluster: postgres.Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def nodes(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    with ExitStack() as stack:
        yield [stack.enter_context(node(name, url, tmp_path_factory.mktemp(name))) for name in NODES]


def node(name: str, url: str, folder: Path) -> ServerProcess:
    return ServerProcess(folder, "--database", url, "--node", name, "--lease", LEASE, "--no-warm")


async def seated(addresses: list[str], game: str) -> tuple[list[SeatConnection], str]:
    """A table for a person at each address, and one for a bot."""
    people = [await Server(address).guest(f"Person {i}") for i, address in enumerate(addresses)]
    table, invites = await people[0].open(game, ["person"] * len(people) + ["beginner"])
    return [await each.sit(table, seat, invites[seat]) for seat, each in enumerate(people)], table


async def played(seats: list[SeatConnection], table: str, address: str, seed: int) -> None:
    """To the end; all saw the same, and the dice are right."""
    print("seed", seed)
    await asyncio.gather(*(decide(each, Random(seed + i)) for i, each in enumerate(seats)))
    for each in seats:
        await each.until(lambda each=each: each.is_over)  # type: ignore[misc]  # mypy knows no default of a lambda
    assert all(each.view["result"] == seats[0].view["result"] for each in seats)
    verify(await Server(address).fetch("GET", f"/api/tables/{table}/transcript.jsonl"))


def owner(url: str, table: str) -> str:
    """The name of the node that has a table."""
    sql = "SELECT node.name FROM node JOIN lease ON lease.owner = node.epoch WHERE lease.name = %s"
    with psycopg.connect(url) as connection:
        (found,) = connection.execute(sql, (table,)).fetchone() or ("",)
    return str(found)


def test_a_table_is_where_the_first_comes_to_it(nodes: list[ServerProcess], url: str) -> None:
    """So a proxy that chooses by the table brings people where it is; who comes elsewhere later is passed on."""

    async def come() -> None:
        ann = await Server(nodes[0].address).guest("Ann")
        table, _ = await ann.open("heckmeck", ["person", "person"])
        assert owner(url, table) == "one"
        async with Server(nodes[1].address).watch(table) as first, Server(nodes[2].address).watch(table) as second:
            assert owner(url, table) == "two"
            async with await ann.sit(table, 0) as seat:
                await seat.send("say", text="hello")
                for each in (first, second):
                    await each.until(lambda each=each: each.seq == seat.seq)  # type: ignore[misc]  # mypy knows no default of a lambda
            assert owner(url, table) == "two"

    asyncio.run(asyncio.wait_for(come(), 60))


def test_people_at_three_nodes_play_at_one_table(nodes: list[ServerProcess]) -> None:
    async def play() -> None:
        seats, table = await seated([each.address for each in nodes], "heckmeck")
        async with seats[0], seats[1], seats[2], Server(nodes[1].address).watch(table) as watch:
            await played(seats, table, nodes[2].address, 1)
            await watch.until(lambda: watch.is_over)

    asyncio.run(asyncio.wait_for(play(), 180))


@pytest.mark.parametrize("way", ["killed", "stopped"])
def test_who_plays_goes_on_when_the_node_of_his_table_is_gone(nodes: list[ServerProcess], url: str, way: str) -> None:
    """Through whatever stands in front. A node that is asked to stop hands its tables over."""

    async def play() -> ServerProcess:
        async with front(nodes) as address:
            seats, table = await seated([nodes[0].address, address, address], "barbecue")
            for each in seats:
                each.move_to(address)
            async with seats[0], seats[1], seats[2]:
                playing = asyncio.ensure_future(played(seats, table, nodes[1].address, 2))
                await seats[1].until(lambda: seats[1].seq > 30)
                gone = nodes[NODES.index(await asyncio.to_thread(owner, url, table))]
                if way == "killed":
                    await asyncio.to_thread(gone.kill)
                else:
                    assert await asyncio.to_thread(gone.stop) == 0
                await playing
                assert all(each.connections > 1 for each in seats)
                return gone

    asyncio.run(asyncio.wait_for(play(), 180)).start()
    for each in nodes:
        assert '"level": "error"' not in each.log


def test_a_request_that_no_node_can_take_or_pass_on_is_refused(
    nodes: list[ServerProcess], cluster: postgres.Cluster
) -> None:
    cluster.stop()
    try:
        for each in nodes:
            answer = api.ask(each, "GET", f"/api/tables/{new_id()}")
            assert (answer.status, answer.json["code"]) == (503, "no_storage")
    finally:
        cluster.start()
    for each in nodes:
        while not each.answers():
            time.sleep(0.1)
        assert '"level": "error"' not in each.log


def test_a_second_node_of_the_same_name_and_a_server_alone_are_refused(
    nodes: list[ServerProcess], url: str, tmp_path: Path
) -> None:
    for arguments, why in (
        ([], "start all that share it with --node NAME"),
        (["--node", "two", "--lease", LEASE], f"there is a node 'two' already, at {nodes[1].address}"),
    ):
        command = ["serve", "--port", "0", "--no-warm", "--database", url, *arguments]
        found = subprocess.run(
            [sys.executable, "-c", COMMAND, *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (found.returncode, found.stdout) == (2, "")
        assert why in " ".join(found.stderr.split())


def test_what_a_node_is_about_to_give_is_not_taken_again(cluster: postgres.Cluster) -> None:
    """Whoever was at a table that moves comes again at once, perhaps to the node that had it."""

    async def take() -> None:
        with closing(Store(cluster.new_database(), node=True)) as store:
            writer = store.writer(failed=lambda _: None, epoch=lambda: member.epoch)
            settings = NodeSettings("one", "http://127.0.0.1:9")
            member = Member(store, writer, settings, lost=lambda: None, in_use=lambda: ("here", "there"))
            writer.start()
            await member.start()
            for name in ("here", "there"):
                await member.take(name)
            member.refuse({"there"})
            with pytest.raises(Leaving):
                await member.take("there")
            assert (member.keeps("here"), member.keeps("there")) == (True, False)
            await member.drain()
            with pytest.raises(Leaving):
                await member.take("here")
            assert not member.keeps("here")
            await asyncio.to_thread(writer.stop)
            await member.stop()

    asyncio.run(take())


def test_settings_that_make_no_node_are_told() -> None:
    url = "postgresql://localhost/x"
    for settings, why in (
        (ServeSettings(node="four"), "--node needs --database postgresql://"),
        (ServeSettings(database=url, node="a b"), "--node takes a name of up to 40"),
        (ServeSettings(database=url, node_address="http://x"), "it needs --node NAME"),
        (
            ServeSettings(database=url, node="four", node_address="x"),
            "--node-address takes http://HOST:PORT, and not x",
        ),
    ):
        with pytest.raises(OptionError, match=why):
            node_settings(settings, 8080)
    made = node_settings(ServeSettings(database=url, node="four", address="https://play.example.org/"), 8080)
    assert made is not None
    assert made.address == "https://play.example.org"
    made = node_settings(ServeSettings(database=url, node="four"), 8080)
    assert made is not None
    assert made.address == "http://127.0.0.1:8080"
