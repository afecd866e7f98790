"""Connections: how SQLite and PostgreSQL are opened so that what is committed is on disk.

Every connection is in autocommit mode: whoever wants a transaction says BEGIN.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import psycopg

SQLITE = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with less, what is committed can be lost in a power cut
    "PRAGMA fullfsync = ON",  # on macOS: the same, for there it is else only in the memory of the disk
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
)
"""For every connection that writes."""

SQLITE_READER = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA wal_autocheckpoint = 0",  # only the writer does that
    "PRAGMA query_only = ON",
)

SQLITE_READER_OF_WHAT_IS_LEFT = (
    *SQLITE_READER,
    "PRAGMA writable_schema = ON",  # reads a file that is shorter than its header says; still nothing is written
)
"""For whoever looks beside a server, or instead of one."""

TRIAL = "PRAGMA user_version = 0"
"""Writes a page, with a commit of its own, and changes nothing."""
POSTGRES_TRIAL = "SELECT pg_logical_emit_message(true, 'stammtisch', 'does it work')"


def sqlite(path: Path, settings: Sequence[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        for setting in settings:
            connection.execute(setting).fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def write_anew(path: Path) -> None:
    """Write SQLite's own log again, byte for byte, before the database is opened.

    After a failed fsync the system can show pages that are not on disk, and it will not try them again. If a server
    was killed by that, what the next one adds behind such a page would be lost with it in a power cut.
    """
    whole = path.resolve()  # SQLite follows links, too
    log = whole.with_name(whole.name + "-wal")
    if log.exists():
        with log.open("r+b") as file:
            data = file.read()
            file.seek(0)
            file.write(data)
            file.flush()
            sync(file.fileno())


def create(path: Path) -> None:
    """Make an empty file that only its owner may read, for it will hold secrets; and be sure that it has its name."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    sync_folder(path.parent)


def sync(file: int) -> None:
    """Be sure that an open file is on disk. macOS means the memory of the disk by that, unless it is asked for more."""
    try:
        from fcntl import F_FULLFSYNC, fcntl
    except ImportError:
        os.fsync(file)
    else:
        fcntl(file, F_FULLFSYNC)


def sync_folder(folder: Path) -> None:
    """Be sure that the names in it are on disk. Windows opens no folders; NTFS keeps a journal of names by itself."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def fsync_ms(folder: Path, times: int = 15) -> float:
    """How long the disk takes to say that 4 KiB are safe, in milliseconds: the median."""
    path = folder / f".fsync-{os.getpid()}"
    took = []
    file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        for _ in range(times):
            os.write(file, b"\0" * 4096)
            start = time.perf_counter()
            sync(file)
            took.append(time.perf_counter() - start)
    finally:
        os.close(file)
        path.unlink()
    return median(took) * 1000


POSTGRES = (
    "SET idle_in_transaction_session_timeout = '2s'",  # whoever stops in the middle of one holds up the other nodes
    "SET tcp_keepalives_idle = 5",  # a machine that is gone: its lock goes with it
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
)
"""For the connection that writes."""
MINE = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ? AND backend_start = ?"
LOCK = "SELECT {}(1400918625, hashtext(current_schema()))"
"""Of a server, as long as its connection lasts: nobody else uses the database, or only nodes do."""


class Postgres:
    """A connection of psycopg that takes "?" for values, as SQLite does; so no text in a statement may have one."""

    def __init__(self, address: Mapping[str, Any]) -> None:
        import psycopg  # an extra

        self.IntegrityError = psycopg.IntegrityError
        self._connection: psycopg.Connection[Any] = psycopg.connect(**address, autocommit=True)
        row = self._connection.execute("SHOW synchronous_commit").fetchone()
        if row == ("off",):  # stricter settings than "on" stay
            self._connection.execute("SET synchronous_commit = on")
        for setting in POSTGRES:
            self.execute(setting)
        self.backend: tuple[Any, ...] | None = self.execute(MINE).fetchone()
        """The process that serves it, and when that began."""

    def end(self, backend: tuple[Any, ...], patience: float) -> None:
        """End the process of an earlier connection: what was sent on that could still arrive, and be committed."""
        limit = time.monotonic() + patience
        while self.execute(END, backend).fetchone():
            if time.monotonic() > limit:
                raise TimeoutError("an earlier connection to the database does not end")
            time.sleep(0.01)

    def lock(self, *, shared: bool) -> bool:
        """Have the database for this server alone, or for all its nodes; False: others have it otherwise."""
        function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
        return bool(self.execute(LOCK.format(function)).fetchone() == (True,))

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        return self._connection.execute(_percents(sql), values)

    def commit_ms(self, times: int = 15) -> float:
        """How long a commit takes that has something to write, in milliseconds: the median."""
        took = []
        for _ in range(times):
            start = time.perf_counter()
            self.execute("SELECT pg_logical_emit_message(true, 'stammtisch', 'how long')")
            took.append(time.perf_counter() - start)
        return median(took) * 1000

    def close(self) -> None:
        self._connection.close()


@lru_cache(maxsize=100)
def _percents(sql: str) -> bytes:
    return sql.replace("%", "%%").replace("?", "%s").encode()
