"""Dishonest servers against the Python client: every trick is noticed during the game, or convicted afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from stammtisch.client import SeatConnection, Server
from stammtisch.fair import Code, Fault
from tests.server import dishonest
from tests.server.server_process import ServerProcess

MOVES = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with dishonest.server(tmp_path_factory.mktemp("dishonest")) as server:
        yield server


async def play(server: ServerProcess, name: str, game: str = "heckmeck") -> SeatConnection:
    """The victim plays a few moves against somebody who notices nothing."""
    client = Server(server.address)
    victim, accomplice = await client.guest(name), await client.guest("Accomplice")
    table, invites = await victim.open(game, ["person", "person"])
    ann, ben = await victim.sit(table, 0), await accomplice.sit(table, 1, invites[1])
    ben._following.compare = lambda *_: None  # type: ignore[method-assign]
    ben._following.take = lambda *_: None  # type: ignore[method-assign]
    async with ann, ben:
        for _ in range(MOVES):
            await ann.until(lambda: bool(ann.legal) or bool(ben.legal) or ann.is_over)
            mover = ann if ann.legal else ben
            await mover.until(lambda mover=mover: bool(mover.legal))  # type: ignore[misc]
            await mover.play(mover.legal[0])
            await asyncio.gather(*(each.until(lambda each=each: each.seq >= mover.seq) for each in (ann, ben)))  # type: ignore[misc]
    return ann


def noticed(server: ServerProcess, name: str) -> Fault:
    with pytest.raises(Fault) as fault:
        asyncio.run(asyncio.wait_for(play(server, name), 60))
    return fault.value


def test_an_honest_table_raises_no_alarm(server: ServerProcess) -> None:
    """The control of all others: the same moves on the same server."""
    asyncio.run(asyncio.wait_for(play(server, dishonest.HONEST), 60))


def test_false_names(server: ServerProcess) -> None:
    assert noticed(server, dishonest.NAMES).code == Code.RULES


def test_a_false_view(server: ServerProcess) -> None:
    assert noticed(server, dishonest.VIEW).code == Code.SHOWN


def test_away(server: ServerProcess) -> None:
    assert noticed(server, dishonest.AWAY).code == Code.AWAY
