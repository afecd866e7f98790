"""What watchers of a table are told: news as each may see them, and who is connected."""

from __future__ import annotations

from stammtisch.server.live.live_table import LiveTable, told
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.protocol import wire
from stammtisch.server.storage.log import Row
from stammtisch.server.table.sentences import Step


def publish(live: LiveTable, rows: list[Row], steps: list[Step]) -> None:
    messages: dict[tuple[int | None, str | None], bytes] = {}
    table = live.table
    for watcher in live.watchers:
        seat, _ = key = watcher.seat, watcher.language
        if key not in messages:
            events, view = table.events(rows[0].seq - 1, seat, rows), table.view(seat)
            page = told(table, watcher, steps)
            news = wire.News(seq=table.seq, events=events, view=view, page=page, warming=live.warming)
            messages[key] = wire.packed(news)
        watcher.send_packed(messages[key])
    tell_presence(live)


def tell_presence(live: LiveTable, newcomer: Watcher | None = None) -> None:
    """To pages: who is connected, if that has changed; to a newcomer in any case."""
    here = live.here()
    changed, live.told_here = here != live.told_here, here
    for watcher in live.watchers:
        if watcher.language and (changed or watcher is newcomer):
            watcher.send(wire.Present(seats=here))
