"""Seeks: people who look for others to play with. Those who wish the same meet at one table.

For each wish one table waits at a time, and the database sees to that: its name stands in a row that only one can add.
So two who ask at the same moment, at whatever node, are told the same table.
"""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from stammtisch.server.live.arrivals import Arrivals
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.people import follows
from stammtisch.server.protocol.people import Seek
from stammtisch.server.protocol.refusal import busy
from stammtisch.server.protocol.settings import Opening, SeatPlan
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import found_players, seek_players
from stammtisch.server.storage.log import Conflict, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter

LINES = 20
"""Tables that may wait for the same wish: people who have blocked each other do not meet."""
TRIES = 5
"""How often somebody else may be faster."""
RECENT = 60_000
"""Milliseconds since when somebody must have been connected, or nobody waits for him."""


class Seeks:
    def __init__(self, store: Store, writer: LogWriter, tables: TableRegistry, arrivals: Arrivals) -> None:
        self._store, self._writer, self._tables, self._arrivals = store, writer, tables, arrivals

    async def find(self, seek: Seek, guest: str, address: str | None) -> tuple[str, list[int]]:
        """The table of those who wish the same, and its free seats. It is opened if there is none."""
        for line in range(LINES):
            wish = f"{line} {seek.model_dump_json()}"
            for _ in range(TRIES):
                name = await asyncio.to_thread(self._waiting, wish)
                if name is None:
                    try:
                        name = await self._open(seek, wish, guest, address)
                    except Conflict:
                        continue  # somebody else was faster
                    return name, list(range(seek.players))
                free = await asyncio.to_thread(self._free, name, guest)
                if free is None:
                    await self._writer.write(Write(also=[found_players(name)]))
                elif free:
                    return name, free
                else:
                    break
        raise busy(60, "many look for the same")

    def _waiting(self, wish: str) -> str | None:
        with self._store.reading() as connection:
            return connection.scalar(sa.select(schema.seek.c.table_id).where(schema.seek.c.wish == wish))

    def _free(self, name: str, guest: str) -> list[int] | None:
        """The seats that somebody may take there; none, if he does not want to meet who sits there. None: nobody waits
        at this table any more."""
        summary = self._store.table_summary(name)
        if summary is None or summary.status != "waiting":
            return None
        sitting = self._sitting(name)
        if sitting and not any(self._arrivals.is_here(each, RECENT) for each in sitting):
            return None
        if guest not in sitting and follows.block_each_other(self._store, guest, sitting):
            return []
        seats = summary.shown["seats"]
        return [number for number, seat in enumerate(seats) if seat["free"]] or ([0] if guest in sitting else [])

    def _sitting(self, name: str) -> list[str]:
        sitting = schema.sitting.c
        with self._store.reading() as connection:
            return list(connection.scalars(sa.select(sitting.guest).where(sitting.table_id == name)))

    async def _open(self, seek: Seek, wish: str, guest: str, address: str | None) -> str:
        opening = Opening(
            game=seek.game, seats=[SeatPlan() for _ in range(seek.players)], public=True, clock=seek.clock
        )
        name, _ = await self._tables.open(
            opening,
            guest,
            address=address,
            seek="bots" if seek.bots else "people",
            also=lambda name: [seek_players(wish, name)],
        )
        return name
