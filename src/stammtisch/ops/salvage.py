"""Salvage: what can still be read of a damaged database, in a new one. The damaged one is not touched.

Logs are copied whole or not at all: a table whose chain of hashes is broken is left out, and named.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from stammtisch.core.errors import StammtischError
from stammtisch.ops.backup import DATABASE, beside
from stammtisch.ops.chains import Chains, check
from stammtisch.ops.contents import Contents, ProgressBars, examine
from stammtisch.server.storage import connections, schema
from stammtisch.server.storage.faults import is_damage
from stammtisch.server.storage.lock import Lock
from stammtisch.server.storage.store import Store

LOGS = (schema.event, schema.dice)
NAMED = ("table_id", "tournament_id")
"""Columns that name a log."""


def salvage(target: Path, data: Path, bar: ProgressBars) -> tuple[Contents, Chains]:
    """Make a new database of what can be read; what it holds, and what was found."""
    source = data / DATABASE
    if target.exists():
        raise StammtischError(f"there is a file {target} already; give the new database a name of its own")
    if not source.exists():
        raise StammtischError(f"there is no database {source}")
    lock = Lock(source)  # no server may be running
    try:
        with beside(target) as copy:
            found = _checked(source, bar)
            _fill(copy, source, found)
            contents = examine(copy, bar, called=target)
    except sqlite3.Error as error:
        raise StammtischError(f"cannot copy {source} to {target}: {error}") from None
    finally:
        lock.release()
    return contents, found


def _checked(source: Path, bar: ProgressBars) -> Chains:
    try:
        old = Store(f"sqlite:///{source}", server=False)
    except StammtischError as error:
        why = getattr(error.__cause__, "orig", None)
        if why and not is_damage(why):  # that can pass
            raise
        raise StammtischError(f"nothing can be read of {source} ({why or error}): restore a backup") from None
    try:
        return check(old, bar)
    finally:
        old.close()


def _fill(target: Path, source: Path, found: Chains) -> None:
    Store(f"sqlite:///{target}").close()
    with (
        closing(connections.sqlite(source, connections.SQLITE_READER_OF_WHAT_IS_LEFT)) as damaged,
        closing(connections.sqlite(target, ("PRAGMA journal_mode = DELETE",))) as new,
    ):
        new.execute("BEGIN")
        for table in schema.metadata.sorted_tables:
            _copy(table, damaged, new, found)
        _without_the_lost(new)
        new.execute("COMMIT")


def _copy(table: sa.Table, damaged: sqlite3.Connection, new: sqlite3.Connection, found: Chains) -> None:
    """All rows of a table that can be reached from its beginning or from its end."""
    columns = ", ".join(table.columns.keys())
    insert = f"INSERT OR IGNORE INTO {table.name} ({columns}) VALUES ({', '.join('?' * len(table.columns))})"
    if table in LOGS:
        for name in found.sound:
            query = f"SELECT {columns} FROM {table.name} WHERE table_id = ?"
            new.executemany(insert, damaged.execute(query, (name,)))
        return
    keys = [column.name for column in table.primary_key.columns]
    for order in ("", "DESC"):
        by = ", ".join(f"{key} {order}" for key in keys)
        fault: list[str] = []
        new.executemany(insert, _readable(damaged, f"SELECT {columns} FROM {table.name} ORDER BY {by}", fault))
        if not fault:
            return
    found.unread.append(f"the table {table.name} cannot be read in whole: {fault[0]}")


def _readable(damaged: sqlite3.Connection, query: str, fault: list[str]) -> Iterator[tuple[object, ...]]:
    try:
        yield from damaged.execute(query)
    except sqlite3.DatabaseError as error:
        fault.append(str(error))


def _without_the_lost(new: sqlite3.Connection) -> None:
    """Take away what belongs to a log that is not there."""
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            if column.name in NAMED and table not in LOGS:
                new.execute(f"DELETE FROM {table.name} WHERE {column.name} NOT IN (SELECT table_id FROM event)")
