"""People who wait for anybody: bots take the free seats where that was wished, and nobody waits for who has gone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

from stammtisch.fair import Chain
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.protocol.settings import Opening, SeatPlan
from stammtisch.server.storage.store import Store
from tests.examples import EXAMPLE
from tests.server.test_registry import PEOPLE, with_tables

SOON = 0.1  # seconds
NEVER = 100.0


async def waiting(tables: TableRegistry, seek: Literal["people", "bots"]) -> LiveTable:
    """A table at which one of two seats is taken."""
    opening = Opening(game=EXAMPLE, seats=[SeatPlan(), SeatPlan()], public=True)
    name, _ = await tables.open(opening, PEOPLE[0].id, seek=seek)
    await tables.sit(name, 0, PEOPLE[0], Chain(bytes(32), name, 0).head.hex(), None)
    return await tables.live(name)


def test_after_a_while_bots_take_the_free_seats_if_that_was_wished(tmp_path: Path) -> None:
    async def play(store: Store, tables: TableRegistry) -> None:
        tables.seekers.gone, tables.seekers.filled = NEVER, SOON
        wished, not_wished = [await waiting(tables, seek) for seek in ("bots", "people")]
        async with asyncio.timeout(30):
            while wished.table.status == "waiting":
                await asyncio.sleep(SOON)
        assert [seat.kind for seat in wished.table.seats] == ["person", "bot"]
        assert not_wished.table.status == "waiting"

    with_tables(tmp_path, play)


def test_who_is_not_connected_leaves_the_seat_to_others(tmp_path: Path) -> None:
    async def play(store: Store, tables: TableRegistry) -> None:
        tables.seekers.gone, tables.seekers.filled = SOON, NEVER
        live = await waiting(tables, "people")
        async with asyncio.timeout(30):
            while live.table.seat_of(PEOPLE[0].id) is not None:
                await asyncio.sleep(SOON)
        assert live.table.status == "waiting"

    with_tables(tmp_path, play)
