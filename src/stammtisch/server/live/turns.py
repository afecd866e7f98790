"""Whose turn it is at somebody's tables, without a write for every move.

A table in use is asked. One that is put away cannot change: it is folded once in a thread, and what was seen of it is
kept with the number of its last event.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import TableSummary
from stammtisch.server.storage.store import Store
from stammtisch.server.table.snapshot import FORMAT, restored
from stammtisch.server.table.state import IDLE_TALK, TableState

if TYPE_CHECKING:
    from stammtisch.server.live.tables import TableRegistry

MOST = 50  # unfinished tables of one person that are looked at
FINISHED = 20  # tables of one person that are over and still listed
KEPT = 20_000  # tables whose status is remembered


@dataclass(frozen=True, slots=True)
class TurnStatus:
    """Whose turn it is at a table, and who sits there, without the game itself."""

    seq: int
    awaited: int | None
    """The seat that everybody waits for."""
    dice: bool
    """It is somebody else's throw: only the part of the awaited seat is missing."""
    turn: int
    """The number of the turn in the game."""
    since: int
    """When something last happened, in milliseconds."""
    guests: tuple[str | None, ...]
    """Who sits where."""
    rematch: str | None
    """The table where they meet again."""

    def seat_of(self, guest: str) -> int | None:
        return self.guests.index(guest) if guest in self.guests else None

    def awaits(self, guest: str) -> bool:
        return self.awaited is not None and self.guests[self.awaited] == guest


def turn_status(table: TableState, seq: int, since: int) -> TurnStatus:
    awaited = table.awaited
    position = table.play.position if table.play else None
    return TurnStatus(
        seq,
        awaited,
        position is not None and awaited is not None and position.is_chance and position.thrower != awaited,
        position.turns if position else 0,
        since,
        tuple(seat.guest for seat in table.seats),
        table.rematch,
    )


class Turns:
    def __init__(self, store: Store, tables: TableRegistry) -> None:
        self._store = store
        self._tables = tables
        self._asleep: dict[str, TurnStatus] = {}

    async def at(self, tables: Iterable[str]) -> Mapping[str, TurnStatus]:
        found, asleep = {}, []
        for name in tables:
            live = self._tables.in_use(name)
            if live is None:
                asleep.append(name)
                continue
            async with live.lock:  # what is being written may not come to be
                if not live.gone:
                    found[name] = turn_status(live.table, live.table.seq, live.table.changed)
                    continue
            asleep.append(name)
        return {**found, **await asyncio.to_thread(self._folded, asleep)} if asleep else found

    async def mine(self, guest: str) -> list[tuple[TableSummary, TurnStatus]]:
        """The tables of somebody, those that wait for him longest first, then the others, the latest first."""
        tables = await asyncio.to_thread(tables_of, self._store, guest)
        statuses = await self.at(each.table for each in tables)
        found = [(each, statuses[each.table]) for each in tables if each.table in statuses]
        return sorted(
            found, key=lambda pair: (not pair[1].awaits(guest), pair[1].since if pair[1].awaits(guest) else 0)
        )

    def _folded(self, tables: list[str]) -> dict[str, TurnStatus]:
        last = _last(self._store, tables)
        found = {}
        for name, seq in last.items():
            known = self._asleep.get(name)
            if known is None or known.seq != seq:
                _, snapshot, rows = self._store.recent(name, FORMAT)
                table = restored(TableState, name, b"", snapshot)
                at = next((row.at for row in reversed(rows) if row.kind not in IDLE_TALK), table.changed)
                known = turn_status(TableState.retraced(name, rows, table)[1], seq, at)
                if len(self._asleep) >= KEPT:
                    self._asleep.clear()
                self._asleep[name] = known
            found[name] = known
        return found


def tables_of(store: Store, guest: str) -> list[TableSummary]:
    """What can go on, and the last that are over. A game of a month ago that waits for him is among the first."""
    table, sitting = schema.gathering, schema.sitting.c
    mine = sa.select(table).join(schema.sitting, sitting.table_id == table.c.table_id).where(sitting.guest == guest)
    newest = (table.c.changed.desc(), table.c.table_id.desc())
    going = mine.where(table.c.ended.is_(None)).order_by(*newest).limit(MOST)
    over = mine.where(table.c.ended.is_not(None)).order_by(*newest).limit(FINISHED)
    with store.reading() as connection:
        return [TableSummary(*row) for query in (going, over) for row in connection.execute(query)]


def _last(store: Store, tables: list[str]) -> dict[str, int]:
    """The number of the last event of each table."""
    event = schema.event.c
    query = sa.select(event.table_id, sa.func.max(event.seq)).where(event.table_id.in_(tables)).group_by(event.table_id)
    with store.reading() as connection:
        return {str(row[0]): int(row[1]) for row in connection.execute(query)}
