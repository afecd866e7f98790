"""Rereading: what other nodes tell has changed is read again from the database, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from stammtisch.server.storage.faults import NoStorage

log = logging.getLogger("stammtisch.nodes")

PAUSE = 1.0
"""Seconds until something is tried again that could not be read."""
MOST = 1000
"""Things that wait to be read; for more than these everything is read."""


class Rereading:
    """`node.hear(TOPIC, Rereading(read).hear)`: `read` gets what was told, or None if all of it is to be read."""

    def __init__(self, read: Callable[[str | None], Awaitable[None]]) -> None:
        self._read = read
        self._waiting: dict[str | None, None] = {}
        self._task: asyncio.Task[None] | None = None

    def hear(self, told: str | None) -> None:
        if told is None or len(self._waiting) >= MOST:
            self._waiting = {None: None}
        elif None not in self._waiting:
            self._waiting[told] = None
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        while self._waiting:
            told = next(iter(self._waiting))
            del self._waiting[told]
            try:
                await self._read(told)
            except NoStorage:  # it has been told
                self.hear(told)
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("what other nodes have changed could not be read")
