"""Pages of events: what has happened at a table, as a seat, or a spectator, may see it."""

from __future__ import annotations

from stammtisch.core.translation import speaking
from stammtisch.server.live.past import past
from stammtisch.server.protocol import wire
from stammtisch.server.storage.store import Store
from stammtisch.server.study.asked import reader
from stammtisch.server.table.events import view_event
from stammtisch.server.table.sentences import told


def plain(store: Store, table: str, seat: int | None, since: int, until: int, *, over: bool) -> bytes:
    """The events after `since`, as far as `until`, for `page`."""
    rows = store.rows(table, since, until - since)
    return wire.encoded({"events": [view_event(row, seat, over=over) for row in rows], "told": []})


def in_words(
    database: str, table: str, seat: int | None, since: int, until: int, last: int, over: bool, language: str
) -> tuple[bytes, ...]:
    """In a worker: the same, also in words. What an event was may depend on the one after it: `last` is the last one
    that is looked at. Rows that are written stay as they are, so this can be kept."""
    rows, steps = past(reader(database), table, since, last, steps=True)
    with speaking(language):
        words = [each for each in told(steps, seat, over=over) if each["seq"] <= until]
    events = [view_event(row, seat, over=over) for row in rows if row.seq <= until]
    return (wire.encoded({"events": events, "told": words}),)


def page(last: int, events: bytes) -> bytes:
    """An EventPage, as JSON. `last`: the last event of the table."""
    return b'{"seq":%d,%s' % (last, events[1:])
