"""Hidden hands: what others may not see changes nothing of what they are sent, and never leaves the server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from random import Random

import pytest

from stammtisch.client import Server, ServerError
from tests.server.checklist import row
from tests.server.server_process import ServerProcess
from tests.soak import hidden


@row(19)
@pytest.mark.no_cover
def test_other_tiles_in_a_hidden_hand_change_nothing_for_others() -> None:
    counts = hidden.run(2)
    assert counts.points > 100
    assert counts.drafts > 10
    assert counts.leaks == 0


@row(19)
@pytest.mark.parametrize("leak", hidden.CONTROLS)
def test_a_server_that_shows_too_much_is_found_out(leak: str) -> None:
    with hidden.leaking(*hidden.CONTROLS[leak]):
        assert hidden.run(1, seed=7, to_the_first_leak=True).leaks > 0


@row(16, 19)
def test_no_secret_of_a_hand_comes_to_another_socket_or_to_the_log(tmp_path: Path) -> None:
    """A real game of Zatre: what is in the database for one seat only, nobody else has heard of."""

    async def play(server: ServerProcess) -> list[str]:
        client = Server(server.address)
        people = [await client.guest(name) for name in ("Ann", "Ben")]
        table, invites = await people[0].open("zatre", ["person", "person"])
        async with (
            await people[0].sit(table, 0, invites[0]) as ann,
            await people[1].sit(table, 1, invites[1]) as ben,
            client.watch(table) as watch,
        ):
            rng, views = Random(1), []
            for _ in range(40):
                async with asyncio.timeout(60):
                    while not (ann.legal or ben.legal) or not ann.seq == ben.seq == watch.seq:
                        await asyncio.sleep(0.002)  # which of the three hears last is not known
                seat = ann if ann.legal else ben
                await seat.play(rng.choice(seat.legal))
                views.append((ann.view, ben.view, watch.view))
            for what in ("record.jsonl", "transcript.jsonl", "moment", "review"):
                with pytest.raises(ServerError, match="not over"):
                    await client.ask("GET", f"/api/tables/{table}/{what}")
            return [json.dumps([each.events, [view[i] for view in views]]) for i, each in enumerate((ann, ben, watch))]

    with ServerProcess(tmp_path) as server:
        heard = asyncio.run(play(server))
        with sqlite3.connect(tmp_path / "data" / "stammtisch.db") as database:
            rows = database.execute("SELECT seat, payload FROM event WHERE kind = 'show'").fetchall()
            masters = [master.hex() for (master,) in database.execute("SELECT master FROM dice")]
        assert len(rows) > 10
        for seat, payload in rows:
            secret = json.loads(payload)["secret"]
            assert [secret in each for each in heard] == [seat == 0, seat == 1, False]
            assert secret not in server.log
        for master in masters:
            assert all(master not in each for each in (*heard, server.log))


@row(19)
def test_who_leaves_a_seat_does_not_see_its_next_owners_hand(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        client = Server(server.address)
        ann, eve = await client.guest("Ann"), await client.guest("Eve")
        table, invites = await ann.open("zatre", ["person", "person", "person"])
        async with await ann.sit(table, 0, invites[0]) as host, await eve.sit(table, 1, invites[1]) as spy:
            await eve.leave(table)
            await host.send("start")  # a bot has the seat now
            await host.until(lambda: bool(host.legal) or host.seq > 25)
            await spy.until(lambda: spy.seq >= host.seq)
            kinds = [event["type"] for event in spy.events]
            assert "hidden" in kinds
            assert "show" not in kinds
            assert not spy.view["legal"]

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))
