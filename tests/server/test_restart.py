"""A server that is stopped, killed and started again: clients resume, and what nobody waits for goes on by itself."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest

from stammtisch.client import SeatConnection, Server, ServerError
from tests.server import postgres
from tests.server.server_process import ServerProcess


async def seats(server: ServerProcess, tables: int) -> list[SeatConnection]:
    client = Server(server.address)
    found = []
    for _ in range(tables):
        pair = [await client.guest("Ann"), await client.guest("Ben")]
        table, invites = await pair[0].open("barbecue", ["person", "person"])
        found += [await guest.sit(table, p, invites[p]) for p, guest in enumerate(pair)]
    return found


async def listed(server: ServerProcess, status: str) -> set[str]:
    """Tables by the index alone: asking for it wakes none of them."""
    return {each["table"] for each in await Server(server.address).ask("GET", f"/api/tables?status={status}")}


async def until_listed(server: ServerProcess, status: str, tables: set[str]) -> None:
    while not tables <= await listed(server, status):
        await asyncio.sleep(0.1)


def test_a_clean_stop_with_open_sockets_and_the_way_back(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        sitting = await seats(server, 5)
        async with AsyncExitStack() as stack:
            for seat in sitting:
                await stack.enter_async_context(seat)
            await asyncio.gather(*(seat.my_turn() for seat in sitting[::2]))
            seen = [seat.seq for seat in sitting]
            assert await asyncio.to_thread(server.stop) == 0
            await asyncio.to_thread(server.start)
            await asyncio.gather(*(seat.play(seat.legal[0]) for seat in sitting[::2]))
            for seat, before in zip(sitting, seen, strict=True):
                await seat.until(lambda seat=seat, before=before: seat.seq > before)  # type: ignore[misc]  # mypy knows no default of a lambda
                assert seat.connections == 2
            held = server.sockets
        while server.sockets > held - len(sitting):  # every socket that was left is closed here, too
            await asyncio.sleep(0.05)

    with ServerProcess(tmp_path) as server:
        asyncio.run(asyncio.wait_for(play(server), 180))
        assert '"level": "error"' not in server.log


def test_clocks_go_on_after_a_kill_and_bots_when_somebody_watches(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        client = Server(server.address)
        ann, ben = await client.guest("Ann"), await client.guest("Ben")
        bots, _ = await ann.open("zatre", ["beginner", "beginner"], public=True)
        timed, invites = await ann.open(
            "barbecue", ["person", "person"], public=True, clock={"kind": "game", "seconds": 5}
        )
        await ann.sit(timed, 0)
        await ben.sit(timed, 1, invites[1])
        await until_listed(server, "playing", {timed})
        assert timed not in await listed(server, "over")
        await asyncio.to_thread(server.restart)
        await until_listed(server, "over", {timed})
        assert bots not in await listed(server, "over"), "nobody has watched them"
        async with client.watch(bots) as watched:
            before = watched.seq
            await watched.until(lambda: watched.seq > before)
        view = (await client.ask("GET", f"/api/tables/{timed}"))["view"]
        assert view["result"]["reason"] == "resigned"
        assert sum(seat["resigned"] for seat in view["seats"]) == 1

    with ServerProcess(tmp_path) as server:
        asyncio.run(asyncio.wait_for(play(server), 180))
        assert '"level": "error"' not in server.log


def test_dice_fall_although_only_the_connection_that_writes_was_lost(tmp_path: Path, cluster: postgres.Cluster) -> None:
    """The log can be read meanwhile. A client's part of a throw is refused then to nobody: it is sent again."""
    writer = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"

    async def play(server: ServerProcess) -> None:
        ann, ben = await seats(server, 1)
        with psycopg.connect(cluster.url) as connection:
            connection.execute(writer)
        with pytest.raises(ServerError):
            await Server(server.address).guest("Eve")  # now it is noticed
        async with ann, ben:
            await ann.until(lambda: bool(ann.legal or ben.legal))

    with ServerProcess(tmp_path, "--database", cluster.new_database(), "--no-warm") as server:
        asyncio.run(asyncio.wait_for(play(server), 60))
        assert '"level": "error"' not in server.log
