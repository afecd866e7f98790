"""Dishonest servers against the Python client: every trick is noticed during the game, or convicted afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from stammtisch import games
from stammtisch.client import Server
from stammtisch.client.following import Following
from stammtisch.fair import Code, Fault
from tests.examples import EXAMPLE
from tests.server import dishonest
from tests.server.server_process import ServerProcess

MOVES = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with dishonest.server(tmp_path_factory.mktemp("dishonest")) as server:
        yield server


async def play(server: ServerProcess, name: str, game: str = EXAMPLE) -> None:
    """The victim plays a few moves against somebody who notices nothing; then he resigns, and looks at the whole."""
    client = Server(server.address)
    victim, accomplice = await client.guest(name), await client.guest("Accomplice")
    table, invites = await victim.open(game, ["person", "person"])
    ann, ben = await victim.sit(table, 0), await accomplice.sit(table, 1, invites[1])
    ben._following = Blind()
    async with ann, ben:
        for _ in range(MOVES):
            await ann.until(lambda: bool(ann.legal) or ann.view["turn"] == 1)
            mover = ann if ann.legal else ben
            await mover.until(lambda mover=mover: bool(mover.legal))  # type: ignore[misc]
            seq = await mover.play(mover.legal[0])
            for each in (ann, ben):
                await each.until(lambda each=each, seq=seq: each.seq >= seq)  # type: ignore[misc]
        await ann.send("resign")
        await ann.verify()


class Blind(Following):
    """Whoever looks at nothing."""

    def take(self, events: object) -> None:
        pass

    def compare(self, view: object, seat: object) -> None:
        pass


def noticed(server: ServerProcess, name: str, game: str = EXAMPLE) -> Fault:
    with pytest.raises(Fault) as fault:
        asyncio.run(asyncio.wait_for(play(server, name, game), 20))
    return fault.value


@pytest.mark.parametrize("game", games.names())
def test_an_honest_table_raises_no_alarm(server: ServerProcess, game: str) -> None:
    """The control of all others: the same moves on the same server."""
    asyncio.run(asyncio.wait_for(play(server, dishonest.HONEST, game), 20))


@pytest.mark.parametrize("game", games.names())
def test_false_names(server: ServerProcess, game: str) -> None:
    assert noticed(server, dishonest.NAMES, game).code == Code.RULES


@pytest.mark.parametrize("game", games.names())
def test_a_false_view(server: ServerProcess, game: str) -> None:
    assert noticed(server, dishonest.VIEW, game).code == Code.SHOWN


def test_no_head_for_the_victim(server: ServerProcess) -> None:
    assert noticed(server, dishonest.NULL_HEAD).code == Code.CONTRIBUTOR


def test_a_chain_of_the_server(server: ServerProcess) -> None:
    assert noticed(server, dishonest.CHAIN).code == Code.ELEMENT
