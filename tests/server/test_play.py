"""People and bots play over real sockets with a real server, which is killed and started again between moves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import stammtisch
from stammtisch import games
from stammtisch.client import Guest, Refused, SeatConnection, Server, ServerError
from stammtisch.fair import verify
from tests.server import api
from tests.server.checklist import row
from tests.server.postgres import Cluster
from tests.server.server_process import ServerProcess

KILLS = 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as server:
        yield server


async def decide(seat: SeatConnection, rng: Random) -> None:
    """Play quickly to the end: take what can be taken, finish what can be finished."""
    while await seat.my_turn():
        ends = [move for move in seat.legal if move.split()[0] in ("take", "stop", "done")]
        try:
            await seat.play(rng.choice(ends or seat.legal))
        except Refused as refused:
            if refused.code not in ("stale", "not_your_turn"):
                raise


async def seated(server: ServerProcess, game: str, *seats: str) -> tuple[list[Guest], list[SeatConnection], str]:
    client = Server(server.address)
    people = [await client.guest(f"Person {p}") for p, seat in enumerate(seats) if seat == "person"]
    table, invites = await people[0].open(game, seats)
    numbers = [p for p, seat in enumerate(seats) if seat == "person"]
    sitting = [await person.sit(table, number, invites[number]) for person, number in zip(people, numbers, strict=True)]
    return people, sitting, table


@pytest.mark.parametrize("game", games.names())
def test_a_game_survives_kills(tmp_path: Path, game: str) -> None:
    """Two people in this process and a bot; the server is killed while they play (the long form: tests.soak.chaos)."""

    async def play(server: ServerProcess) -> None:
        _, (ann, ben), table = await seated(server, game, "person", "person", "beginner")
        async with ann, ben, Server(server.address).watch(table) as watch:
            playing = asyncio.gather(decide(ann, Random(1)), decide(ben, Random(2)))
            for _ in range(KILLS):
                seen = watch.seq
                await watch.until(lambda seen=seen: watch.seq > seen + 20 or watch.is_over)  # type: ignore[misc]  # mypy knows no default of a lambda
                await asyncio.to_thread(server.restart)
            await playing
            await watch.until(lambda: watch.is_over)
            assert ann.view["result"] == ben.view["result"] == watch.view["result"]
            assert ann.connections > KILLS
        transcript = await Server(server.address).fetch("GET", f"/api/tables/{table}/transcript.jsonl")
        verify(transcript)
        record = await Server(server.address).fetch("GET", f"/api/tables/{table}/record.jsonl")
        assert stammtisch.read(record.decode()).match.scores == watch.view["result"]["scores"]

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))
        assert '"level": "error"' not in server.log


@row(11)
def test_a_second_tab_a_second_device_and_a_rematch(server: ServerProcess) -> None:
    async def play() -> None:
        (a, b), (ann, ben), table = await seated(server, "barbecue", "person", "person")
        async with ann, ben:
            await ann.my_turn()
            again = Guest(a.server, a.id, a.token, a.secret).seat(table)  # another device that knows the secrets
            async with again:
                assert again.legal == ann.legal
                await again.play(again.legal[0])
                await ann.until(lambda: ann.seq == again.seq)
            await ben.send("say", text="take your time")
            await ann.until(lambda: ann.events[-1]["type"] == "said")
            await ann.send("resign")
            await ben.until(lambda: ben.is_over)
            assert ben.view["result"]["places"] == [2, 1]
            with pytest.raises(Refused, match="the game is over"):
                await ben.play("roll")
            await ben.send("rematch")
            await ann.until(lambda: ann.view["rematch"] is not None)
        new = ann.view["rematch"]
        for guest, kept in ((a, 1), (b, 0)):
            mine = api.ask(server, "GET", f"/api/tables/{new}/seats/mine", token=guest.token)
            assert mine.json == {"table": new, "seat": kept}
        with pytest.raises(ServerError, match="needs its invitation"):
            await a.sit(new, 0)  # the seats are rotated: this one is Ben's
        async with await a.sit(new, 1) as first, await b.sit(new, 0) as second:
            await second.my_turn()
            assert first.view["status"] == "playing"
        assert {each["table"] for each in await a.tables()} >= {table, new}

    asyncio.run(play())


def test_a_game_goes_on_at_another_device_and_back(server: ServerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each device has a secret of its own, and the one that is needed begins a chain."""
    # On a busy machine nobody is to be thought gone.
    monkeypatch.setattr("stammtisch.client.seat_connection.PATIENCE", 3.0)

    async def play() -> None:
        (a, _), (ann, ben), table = await seated(server, "heckmeck", "person", "person")
        await a.keep("second-device", "a worm in the kitchen")
        phone = await a.server.log_in("second-device", "a worm in the kitchen", "phone")

        async def throws(seat: SeatConnection, count: int) -> None:
            before = seat.dice.throws
            deciding = asyncio.ensure_future(decide(seat, Random(1)))
            await seat.until(lambda: seat.is_over or seat.dice.throws >= before + count)
            deciding.cancel()

        async with ben:
            others = asyncio.ensure_future(decide(ben, Random(2)))
            async with ann:
                await throws(ann, 3)
            async with phone.seat(table) as second:  # the first is closed, and a throw may wait for its chain
                await throws(second, 6)
                assert second.dice.report.heads >= 1
                async with a.seat(table) as first:  # both at once
                    heads = first.dice.report.heads
                    await asyncio.gather(throws(first, 6), throws(second, 6))
                    assert first.dice.report.heads == heads  # no quarrel about whose chain it is
            async with a.seat(table) as first:
                await throws(first, 6)
                await first.send("resign")
            others.cancel()
        report, _ = verify(await a.server.fetch("GET", f"/api/tables/{table}/transcript.jsonl"))
        assert report.heads == 2  # one for each time that the other device was needed

    asyncio.run(play())


def test_undo_and_watching(server: ServerProcess) -> None:
    async def play() -> None:
        _, (ann, ben), table = await seated(server, "heckmeck", "person", "person")
        async with ann, ben, Server(server.address).watch(table) as watch:
            await ann.my_turn()
            legal = list(ann.legal)
            await ann.play(legal[0])
            await ann.send("undo", seq=ann.seq)
            assert ann.legal == legal
            await watch.until(lambda: watch.seq == ann.seq)
            assert watch.view["legal"] == []
            assert watch.view["state"] == ann.view["state"]
            with pytest.raises(Refused, match="it is not your turn"):
                await ben.play(legal[0])
            with pytest.raises(Refused, match=r"H2\.2"):
                await ann.play("roll")

    asyncio.run(play())


def test_a_bot_takes_over_and_gives_the_seat_back(server: ServerProcess) -> None:
    async def play() -> None:
        client = Server(server.address)
        a, b = await client.guest("Ann"), await client.guest("Ben")
        table, invites = await a.open("heckmeck", ["person", "person"], takeover=5)
        async with await a.sit(table, 0) as ann:
            async with await b.sit(table, 1, invites[1]) as ben:
                await ben.until(lambda: ben.view["status"] == "playing")
            playing = asyncio.create_task(decide(ann, Random(3)))  # Ben is gone
            await ann.until(lambda: ann.view["seats"][1]["away"])
            async with b.seat(table) as ben:
                if not ben.is_over:
                    await ben.send("back")
                    await ann.until(lambda: not ann.view["seats"][1]["away"] or ann.is_over)
            playing.cancel()

    asyncio.run(play())


def test_health_and_a_clean_stop(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:

        async def ask() -> dict[str, object]:
            found: dict[str, object] = await Server(server.address).ask("GET", "/health")
            return found

        assert asyncio.run(ask())["status"] == "ok"
        assert server.stop() == 0
        for line in server.log.splitlines():
            assert not line.startswith("{") or json.loads(line)["level"] in ("info", "warning")


def test_the_same_with_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    """One game on the other database, with a kill."""

    async def play(server: ServerProcess) -> None:
        _, (ann, ben), table = await seated(server, "barbecue", "person", "person")
        async with ann, ben:
            playing = asyncio.gather(decide(ann, Random(1)), decide(ben, Random(2)))
            await ann.until(lambda: ann.seq > 20)
            await asyncio.to_thread(server.restart)
            await playing
        verify(await Server(server.address).fetch("GET", f"/api/tables/{table}/transcript.jsonl"))
        assert (await asyncio.to_thread(api.review, server, table))["unit"] == "points"

    with ServerProcess(tmp_path, "--database", cluster.new_database()) as server:
        asyncio.run(play(server))
        assert "PostgreSQL" in server.log
