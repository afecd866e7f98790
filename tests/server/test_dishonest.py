"""Dishonest servers against the Python client: every trick is noticed during the game, or convicted afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from stammtisch import games
from stammtisch.client import SeatConnection, Server
from stammtisch.client.following import Following
from stammtisch.fair import Code, Fault
from tests.examples import EXAMPLE, HIDDEN
from tests.server import dishonest
from tests.server.server_process import ServerProcess

MOVES = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with dishonest.server(tmp_path_factory.mktemp("dishonest")) as server:
        yield server


async def play(server: ServerProcess, name: str, game: str = EXAMPLE, *, trusting: bool = False) -> list[str]:
    """The victim plays a few moves against somebody who notices nothing; then he resigns, and looks at the whole.

    `trusting`: he compares nothing with what he saw. What he was warned of.
    """
    client = Server(server.address)
    victim, accomplice = await client.guest(name), await client.guest("Accomplice")
    table, invites = await victim.open(game, ["person", "person"])
    ann, ben = await victim.sit(table, 0), await accomplice.sit(table, 1, invites[1])
    for each in (ann, ben) if trusting else (ben,):
        each._following = Blind()
        each._check_header = lambda: None  # type: ignore[method-assign]  # a control: a client that does not look
    async with ann, ben:
        for _ in range(MOVES):
            await one_move(ann, ben)
        await ann.send("resign")
        if not trusting or name == dishonest.REWRITE:
            await ann.verify()
    return [alarm.code for alarm in ann.alarms]


async def one_move(ann: SeatConnection, ben: SeatConnection) -> None:
    """Whoever is to decide makes the first move there is, and both see it."""
    await ann.until(lambda: bool(ann.legal) or ann.view["turn"] == 1)
    mover = ann if ann.legal else ben
    await mover.until(lambda: bool(mover.legal))
    seq = await mover.play(mover.legal[0])
    await ann.until(lambda: ann.seq >= seq)
    await ben.until(lambda: ben.seq >= seq)


class Blind(Following):
    """Whoever looks at nothing."""

    def take(self, events: object, seat: object) -> None:
        pass

    def compare(self, view: object, seat: object) -> None:
        pass

    def verify(self, lines: object, seat: object) -> None:
        pass


def noticed(server: ServerProcess, name: str, game: str = EXAMPLE) -> Fault:
    with pytest.raises(Fault) as fault:
        asyncio.run(asyncio.wait_for(play(server, name, game), 20))
    return fault.value


@pytest.mark.parametrize("game", games.names())
def test_an_honest_table_raises_no_alarm(server: ServerProcess, game: str) -> None:
    """The control of all others: the same moves on the same server."""
    assert asyncio.run(asyncio.wait_for(play(server, dishonest.HONEST, game), 20)) == []


def test_who_leaves_in_the_middle_of_a_draft_accuses_nobody(server: ServerProcess) -> None:
    """The end brings lines, too; and what has been drafted is shown after it as before."""

    async def leave() -> None:
        client = Server(server.address)
        guest, other = await client.guest(dishonest.HONEST), await client.guest("Accomplice")
        table, invites = await guest.open(HIDDEN, ["person", "person"])
        async with await guest.sit(table, 0) as ann, await other.sit(table, 1, invites[1]) as ben:
            while not any(event["type"] == "draft" for event in ann.events):
                await one_move(ann, ben)
            await ann.send("resign")
            await ann.verify()

    asyncio.run(asyncio.wait_for(leave(), 20))


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


def test_a_throw_given_up_after_the_answer(server: ServerProcess) -> None:
    assert noticed(server, dishonest.WAIVE).code == Code.WAIVED


def test_a_header_of_another_game(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    assert noticed(server, dishonest.RULES).code == Code.OPENED
    monkeypatch.setattr(SeatConnection, "_check_opened", lambda _: None)  # the control: it would be played to its end
    assert noticed(server, dishonest.RULES).code == Code.RULES


def test_another_result(server: ServerProcess) -> None:
    assert noticed(server, dishonest.RESULT).code == Code.SHOWN


def test_a_transcript_that_proves_less(server: ServerProcess) -> None:
    assert noticed(server, dishonest.DOWNGRADE).code == Code.VERSION


def test_another_game_given_out_afterwards(server: ServerProcess) -> None:
    assert noticed(server, dishonest.REWRITE).code == Code.LOG


def test_away(server: ServerProcess) -> None:
    async def watch() -> None:
        guest = await Server(server.address).guest(dishonest.AWAY)
        table, _ = await guest.open(EXAMPLE, ["person", "beginner"])
        async with await guest.sit(table, 0) as ann:
            await ann.until(lambda: bool(ann.alarms))
            assert {alarm.code for alarm in ann.alarms} == {"away"}

    asyncio.run(asyncio.wait_for(watch(), 20))


@pytest.mark.parametrize(
    "name",
    [dishonest.NAMES, dishonest.VIEW, dishonest.DOWNGRADE, dishonest.REWRITE, dishonest.RULES, dishonest.RESULT],
)
def test_a_client_that_compares_nothing_notices_nothing(server: ServerProcess, name: str) -> None:
    """The control: without these checks each trick works."""
    assert asyncio.run(asyncio.wait_for(play(server, name, trusting=True), 20)) == []
