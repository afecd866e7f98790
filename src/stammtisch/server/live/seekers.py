"""Seekers: who waits at a table for anybody to play with leaves it when he is gone, and does not wait for ever.

Nobody presses a button for this: closing the page is enough.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from stammtisch.server.live.live_table import LiveTable

log = logging.getLogger("stammtisch.seeks")

GONE = 8.0
"""Seconds without a connection, then somebody's seat is free again. A page that is loaded anew is back before."""
FILLED = 60.0
"""Seconds after which bots sit down, where that was wished."""


class Seekers:
    gone = GONE
    filled = FILLED

    def __init__(self, leave: Callable[[str, str], Awaitable[None]], start: Callable[[str], Awaitable[None]]) -> None:
        """What is done with a table and a guest who is gone, and with a table that has waited long enough."""
        self._leave, self._start = leave, start
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, live: LiveTable) -> None:
        """Somebody has sat down, has lost his connection, or the table was read."""
        if live.table.status != "waiting" or not live.table.opened.seek:
            return
        loop = asyncio.get_running_loop()
        for number, seat in enumerate(live.table.seats):
            if seat.guest and not live.is_here(number):
                loop.call_later(self.gone, self._look, live, seat.guest)
        if live.table.opened.seek == "bots" and live.filling is None and live.table.people:
            live.filling = loop.call_later(self.filled, self._fill, live)

    def _look(self, live: LiveTable, guest: str) -> None:
        seat = live.table.seat_of(guest)
        if live.gone or live.table.status != "waiting" or seat is None or live.is_here(seat):
            return
        self._run(self._leave(live.table.name, guest), live)

    def _fill(self, live: LiveTable) -> None:
        live.filling = None
        if not live.gone and live.table.status == "waiting" and live.table.people:
            self._run(self._start(live.table.name), live)

    def _run(self, work: Awaitable[None], live: LiveTable) -> None:
        task = asyncio.ensure_future(self._logged(work, live.table.name))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    async def _logged(work: Awaitable[None] | Coroutine[Any, Any, None], table: str) -> None:
        try:
            await work
        except Exception as why:  # somebody was faster, or another node has the table now
            log.info("a table of people who look for others stays as it is: %s", why, extra={"table": table})

    def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
