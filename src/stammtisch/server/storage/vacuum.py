"""Vacuum: takes what was deleted from an SQLite database out of its files as well.

SQLite keeps deleted rows until their space is needed, and leaves copies between rows that it moves from page to page:
`secure_delete` overwrites the first, but not the second. So the file is written anew (VACUUM), and SQLite's own log is
emptied. The writer can do nothing else meanwhile: about a second for 100 MB. So it is done for all who wait for it
together, and at most once an hour. It needs room for a second copy of the file, which is looked for before; if there is
none, or it fails, the operator is told and it is tried again an hour later. Nothing else depends on it.

PostgreSQL does this by itself (autovacuum), as far as its operator lets it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import Any

from stammtisch.server.storage.faults import Damaged, NoStorage, is_damage
from stammtisch.server.storage.log import Connection, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter

log = logging.getLogger("stammtisch.vacuum")
EVERY = 3600.0
SPARE = 2**24
"""Bytes that stay free for those who play meanwhile."""
TRIES, PAUSE = 100, 0.1
"""How often the log is emptied until no reader is in the way, and the seconds between."""


class Vacuum:
    def __init__(self, store: Store, writer: LogWriter) -> None:
        self._store = store
        self._writer = writer
        self._waiting: set[str] = set()
        self._at = 0.0  # not before
        self.fault: str | None = None
        """Why it failed the last time."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._later = False  # a task waits for the next try

    async def soon(self, guests: Iterable[str]) -> None:
        """These are gone from all tables: sweep, then take their marks away. Waits for it if that is now; where it
        fails, it does not wait for the next try."""
        self._waiting.update(guests)
        if self._waiting and time.monotonic() >= self._at:
            await asyncio.shield(self._task(self._try()))
        if self._waiting and not self._later:
            self._later = True
            self._task(self._try_later())

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _try_later(self) -> None:
        while self._waiting:
            await asyncio.sleep(max(0.0, self._at - time.monotonic()))
            await self._try()
        self._later = False

    async def _try(self) -> None:
        if time.monotonic() < self._at:
            return  # another task was quicker
        self._at = time.monotonic() + (EVERY if self._store.path else 0.0)
        gone = frozenset(self._waiting)
        try:
            self.fault = await self._sweep()
            if self.fault is None:
                marks = [("DELETE FROM leaving WHERE guest = ?", (guest,)) for guest in gone]
                await self._writer.write(Write(also=marks))
                self._waiting -= gone
        except (NoStorage, Damaged) as error:
            self.fault = str(error)
        if self.fault:
            log.warning(
                "%d deleted people are out of the database, but traces of them may be in unused parts of its file "
                "until it is written anew; that failed (%s) and is tried again in an hour",
                len(gone),
                self.fault,
            )

    async def _sweep(self) -> str | None:
        """Write the file anew and empty its log; why that could not be done."""
        path = self._store.path
        if path is None:
            return None
        if missing := await asyncio.to_thread(lacking, path):
            return missing
        found: list[str | None] = []
        busy: list[int] = []

        def empty(connection: Connection) -> None:
            connection.execute("PRAGMA busy_timeout = 50")  # nobody's move waits long for a reader
            busy.append(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
            connection.execute("PRAGMA busy_timeout = 5000")

        await self._writer.write(Write(then=lambda connection: found.append(vacuum(connection))))
        for _ in range(TRIES):
            await self._writer.write(Write(then=empty))
            if not busy[-1]:
                return found[0]
            await asyncio.sleep(PAUSE)
        return "others read the database all the time"


def vacuum(connection: Connection) -> str | None:
    """Write the file anew; why it cannot be: there is no room, or it is damaged. Then nothing has changed."""
    try:
        connection.execute("VACUUM")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL and not is_damage(error):
            raise  # the writer must open the database anew
        return str(error)
    return None


def lacking(path: Path) -> str | None:
    """Is there room for a second copy, and for SQLite's log of it? What is missing."""
    size = path.stat().st_size
    for folder, needed in ((path.resolve().parent, 2 * size), (_temporary(), size)):
        free = shutil.disk_usage(folder).free
        if free < needed + SPARE:
            return f"{folder} has {free / 2**20:,.0f} MiB free, and {(needed + SPARE) / 2**20:,.0f} are needed"
    return None


def _temporary() -> Path:
    """Where SQLite makes the copy: as its own documentation has it."""
    if os.name == "nt":
        return Path(tempfile.gettempdir())
    named = (os.environ.get("SQLITE_TMPDIR"), os.environ.get("TMPDIR"), "/var/tmp", "/usr/tmp", "/tmp")
    return next((Path(each) for each in named if each and os.access(each, os.W_OK | os.X_OK)), Path())
