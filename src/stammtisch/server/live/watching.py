"""What watchers of a table are told: news as each may see them, and who is connected."""

from __future__ import annotations

from typing import Any

from stammtisch.server.live.live_table import LiveTable, told
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.protocol import wire
from stammtisch.server.storage.log import Row
from stammtisch.server.table.events import are_for_all
from stammtisch.server.table.sentences import Step

PLACING = frozenset(("sat", "left"))
"""Kinds of rows after which somebody who is connected may have a seat, or none."""


def publish(live: LiveTable, rows: list[Row], steps: list[Step]) -> None:
    """Show what has happened to everybody, as he may see it."""
    news = _News(live, rows, steps)
    for watcher in live.watchers:
        watcher.send_packed(news.packed(watcher))
    if any(row.kind in PLACING for row in rows):
        tell_presence(live)


class _News:
    """The same news for all who watch. Whatever several of them see is made once, and written as JSON once."""

    def __init__(self, live: LiveTable, rows: list[Row], steps: list[Step]) -> None:
        self._live = live
        self._rows = rows
        self._steps = steps
        self._events: dict[int | None, wire.Encoded] = {}
        self._views: dict[int | None, wire.Encoded] = {}
        self._alike: dict[str, Any] = {}  # of all views
        self._packed: dict[tuple[int | None, str | None], bytes] = {}
        self._are_for_all = are_for_all(rows, over=live.table.is_over)

    def packed(self, watcher: Watcher) -> bytes:
        key = watcher.seat, watcher.language
        found = self._packed.get(key)
        if found is None:
            found = self._packed[key] = self._made(watcher)
        return found

    def _made(self, watcher: Watcher) -> bytes:
        table, seat = self._live.table, watcher.seat
        who = None if self._are_for_all else seat
        if who not in self._events:
            self._events[who] = wire.Encoded(wire.encoded(table.events(self._rows[0].seq - 1, who, self._rows)))
        if seat not in self._views:
            self._views[seat] = wire.Encoded(wire.encoded(table.view(seat, self._alike)))
        page = told(table, watcher, self._steps)
        return wire.encoded(
            {
                "type": "news",
                "seq": table.seq,
                "events": self._events[who],
                "view": self._views[seat],
                "page": page and wire.Encoded(wire.encoded_page(page)),
                "warming": self._live.warming,
            }
        )


def tell_presence(live: LiveTable, newcomer: Watcher | None = None) -> None:
    """To pages: who is connected, if that has changed; to a newcomer in any case."""
    here = live.here()
    changed, live.told_here = here != live.told_here, here
    for watcher in live.watchers:
        if watcher.language and (changed or watcher is newcomer):
            watcher.send(wire.Present(seats=here))
