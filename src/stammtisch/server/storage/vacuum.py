"""Vacuum: takes what was deleted from an SQLite database out of its files as well.

SQLite keeps deleted rows until their space is needed, and leaves copies between rows that it moves from page to page:
`secure_delete` overwrites the first, but not the second. So the file is written anew (VACUUM), and SQLite's own log is
emptied. The writer can do nothing else meanwhile: about a second for 100 MB. So it is done for all who wait for it
together, and at most once an hour.

PostgreSQL does this by itself (autovacuum), as far as its operator lets it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable

from stammtisch.server.storage.log import Connection, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter

log = logging.getLogger("stammtisch.vacuum")
EVERY = 3600.0
TRIES, PAUSE = 100, 0.1
"""How often the log is emptied until no reader is in the way, and the seconds between."""


class Vacuum:
    def __init__(self, store: Store, writer: LogWriter) -> None:
        self._store = store
        self._writer = writer
        self._waiting: set[str] = set()
        self._at = 0.0  # not before
        self._task: asyncio.Task[None] | None = None

    async def soon(self, guests: Iterable[str]) -> None:
        """These are gone from all tables: sweep, then take their marks away. Waits for it if that is now."""
        self._waiting.update(guests)
        if not self._waiting:
            return
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._sweep_all())
        if time.monotonic() >= self._at:
            await asyncio.shield(self._task)

    def close(self) -> None:
        if self._task:
            self._task.cancel()

    async def _sweep_all(self) -> None:
        while self._waiting:
            await asyncio.sleep(max(0.0, self._at - time.monotonic()))
            gone = frozenset(self._waiting)
            self._at = time.monotonic() + EVERY
            if not self._store.path or await self._sweep():
                marks = [("DELETE FROM leaving WHERE guest = ?", (guest,)) for guest in gone]
                await self._writer.write(Write(also=marks))
                self._waiting -= gone
            else:
                log.warning("the database is read all the time and could not be swept; it is tried again in an hour")

    async def _sweep(self) -> bool:
        await self._writer.write(Write(then=lambda connection: connection.execute("VACUUM")))
        swept = False

        def empty(connection: Connection) -> None:
            nonlocal swept
            connection.execute("PRAGMA busy_timeout = 50")  # nobody's move waits long for a reader
            swept = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
            connection.execute("PRAGMA busy_timeout = 5000")

        for _ in range(TRIES):
            await self._writer.write(Write(then=empty))
            if swept:
                break
            await asyncio.sleep(PAUSE)
        return swept
