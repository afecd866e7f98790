"""Backups: a copy that is whole, of one moment, taken while a server is running; and the way back.

A copy is written beside its place, read again from its first to its last event, put on disk, and only then given its
name: whatever has that name is good.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from stammtisch.core.errors import StammtischError
from stammtisch.ops.contents import Contents, ProgressBars, examine
from stammtisch.server.storage import connections
from stammtisch.server.storage.faults import is_damage
from stammtisch.server.storage.lock import Lock
from stammtisch.server.storage.store import remedy

DATABASE = "stammtisch.db"
PAGES = 2000  # copied at a time, between two steps of the bar
POSTGRES = (
    "PostgreSQL has a tool of its own that is consistent while a server is running: "
    "pg_dump --format=custom --file=FILE URL, and pg_restore --clean --dbname=URL FILE for the way back"
)


def back_up(data: Path, target: Path, bar: ProgressBars) -> tuple[Path, Contents]:
    """Copy the database of a data folder. A folder as target gets a file named after the moment."""
    source = data / DATABASE
    if not source.exists():
        raise StammtischError(f"there is no database {source}")
    if target.is_dir():
        target /= f"stammtisch-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
    if target.exists():
        raise StammtischError(f"there is a file {target} already; a backup does not replace another")
    with beside(target) as copy:
        _copy(source, copy, bar)
        try:
            contents = examine(copy, bar, called=source)
        except StammtischError as error:
            raise StammtischError(f"no backup was made: {error}. {remedy(data)}") from None
    return target, contents


def restore(file: Path, data: Path, bar: ProgressBars, *, replace: bool = False) -> tuple[Path | None, Contents]:
    """Put a backup in the place of a data folder's database. What was there is kept under another name, which is
    returned."""
    if not file.is_file():
        raise StammtischError(f"there is no backup {file}")
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StammtischError(f"cannot make the folder {data}: {error.strerror}") from None
    place = data / DATABASE
    lock = Lock(place)  # refuses while a server is running, and keeps one from starting
    try:
        if place.exists() and not replace:
            raise StammtischError(f"there is a database {place} already; --replace puts the backup in its place")
        kept = None
        with beside(place) as copy:
            shutil.copyfile(file, copy)
            contents = examine(copy, bar, called=file)
            if place.exists():
                kept = _set_aside(place)
    finally:
        lock.release()
    return kept, contents


def _copy(source: Path, copy: Path, bar: ProgressBars) -> None:
    part = bar.part("copy")
    try:
        with (
            closing(connections.sqlite(source, connections.SQLITE_READER)) as live,
            closing(connections.sqlite(copy, ())) as made,
        ):
            # Without a transaction of ours every commit of the server would make the copy begin anew.
            live.execute("BEGIN")
            live.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            live.backup(made, pages=PAGES, progress=lambda _, left, total: part.reach(total - left, total))
            made.execute("PRAGMA journal_mode = DELETE").fetchall()  # one file, that can be carried anywhere
    except sqlite3.Error as error:
        what_helps = f". {remedy(source.parent)}" if is_damage(error) else ""
        raise StammtischError(f"cannot copy {source}: {error}{what_helps}") from None


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A file that only its owner may read, which gets the name of the target if all goes well."""
    copy = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        connections.create(copy)
        yield copy
        with copy.open("r+b") as file:  # Windows syncs only what may be written
            connections.sync(file.fileno())
        copy.replace(target)
        connections.sync_folder(target.parent)
    except OSError as error:
        raise StammtischError(f"cannot write {target}: {error.strerror}") from None
    finally:
        for left in (copy, *(copy.with_name(copy.name + end) for end in ("-journal", "-wal", "-shm", ".lock"))):
            left.unlink(missing_ok=True)


def _set_aside(place: Path) -> Path:
    """Give the old database a second name. Its own log must not stay: SQLite would write it into the new one."""
    with suppress(sqlite3.Error):  # a damaged one goes as it is
        connections.sqlite(place, connections.SQLITE).close()  # the last to close puts the log into the file
    kept = place.with_name(f"{place.name}.until-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    os.link(place, kept)
    for end in ("-wal", "-shm"):
        own = place.with_name(place.name + end)
        if own.exists():
            own.replace(kept.with_name(kept.name + end))
    connections.sync_folder(place.parent)
    return kept
