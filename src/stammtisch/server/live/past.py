"""What has happened at a table, read from its log: pages of events, and how the table stood before each of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from stammtisch.core.translation import ENGLISH, speaking
from stammtisch.server.protocol.http import EventPage
from stammtisch.server.storage.log import Row
from stammtisch.server.storage.store import Store
from stammtisch.server.table.events import view_event
from stammtisch.server.table.sentences import Step, told
from stammtisch.server.table.snapshot import FORMAT, restored
from stammtisch.server.table.state import TableState

if TYPE_CHECKING:
    from stammtisch.server.live.tables import TableRegistry


def past(store: Store, name: str, since: int, until: int | None = None, *, steps: bool) -> tuple[list[Row], list[Step]]:
    """The rows of a table after `since`, as far as `until`. If they are to be told, also how the table stood before
    each: the game is played again from the last snapshot before them, so that takes a thread."""
    if not steps:
        return store.rows(name, since, None if until is None else until - since), []
    _, snapshot, rows = store.recent(name, FORMAT, since, until)
    found = TableState.retraced(name, rows, restored(TableState, name, b"", snapshot))[0]
    return [row for row in rows if row.seq > since], [step for step in found if step.row.seq > since]


async def event_page(
    tables: TableRegistry, name: str, guest: str | None, since: int, limit: int, language: str | None
) -> EventPage:
    """A page of what has happened at a table, as this guest may see it."""
    async with tables.held(name) as live:
        seat, over, last = live.table.seat_of(guest), live.table.is_over, live.table.seq
    until = since + limit
    # One row more: what an event was may depend on the one after it.
    rows, steps = await asyncio.to_thread(past, tables.store, name, since, until + 1, steps=language is not None)
    with speaking(language or ENGLISH):
        words = told(steps, seat, over=over)
    return EventPage(
        seq=last,
        events=[view_event(row, seat, over=over) for row in rows if row.seq <= until],
        told=[each for each in words if each["seq"] <= until],
    )
