"""Contents: what a database file holds, and whether all of it is still as it was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from stammtisch.core.errors import StammtischError
from stammtisch.server.storage import connections
from stammtisch.server.storage.log import Row, audit
from stammtisch.server.storage.migrations import versions

NEVER = "-"
EVENTS = "SELECT table_id, seq, seat, cid, kind, payload, at, hash FROM event ORDER BY table_id, seq"


class ProgressBars:
    """A bar for each part of the work, on standard error, so that what is printed can be piped."""

    def __init__(self, *, quiet: bool = False) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        self._bars = Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet)

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._bars.stop()

    def part(self, title: str) -> ProgressBar:
        return ProgressBar(self._bars, title)


class ProgressBar:
    def __init__(self, bars: Progress, title: str) -> None:
        self._bars, self._task = bars, bars.add_task(title, total=None)

    def reach(self, done: int, total: int) -> None:
        self._bars.update(self._task, completed=done, total=total)


@dataclass(frozen=True)
class Contents:
    """What a database holds. `mark` is the time of its last event: all that was acknowledged before is in it."""

    version: str
    tables: int
    events: int
    guests: int
    mark: int | None
    bytes: int

    @property
    def mark_text(self) -> str:
        if self.mark is None:
            return NEVER
        return datetime.fromtimestamp(self.mark / 1000, UTC).isoformat(timespec="milliseconds")

    def __str__(self) -> str:
        return (
            f"{self.tables:,} tables, {self.events:,} events, {self.guests:,} guests, {self.bytes / 2**20:.1f} MiB; "
            f"mark {self.mark_text}"
        )


def examine(path: Path, bar: ProgressBars, *, called: Path | None = None) -> Contents:
    """Read all of a database that nobody else has open; raises StammtischError with the first thing that is wrong.

    `called`: the file that people know, if this is a copy of it.
    """
    try:
        with closing(connections.sqlite(path, ("PRAGMA query_only = ON", "PRAGMA trusted_schema = OFF"))) as connection:
            version = _version(connection, called or path)
            _whole(connection, called or path, path.stat().st_size, bar)
            (events,) = connection.execute("SELECT count(*) FROM event").fetchone()
            (guests,) = connection.execute("SELECT count(*) FROM guest").fetchone()
            tables, mark = _chains(connection, events, bar)
            return Contents(version, tables, events, guests, mark, path.stat().st_size)
    except sqlite3.Error as error:
        raise StammtischError(f"{called or path} is no database that can be read: {error}") from None


def _version(connection: sqlite3.Connection, path: Path) -> str:
    try:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        found = None
    if found is None:
        raise StammtischError(f"{path} is no database of Stammtisch: it has no version")
    if found[0] not in versions():
        raise StammtischError(f"{path} was made by a newer Stammtisch (its tables have version {found[0]})")
    return str(found[0])


def _whole(connection: sqlite3.Connection, path: Path, size: int, bar: ProgressBars) -> None:
    """SQLite's own check; it says nothing of how far it is, so the bar follows its steps."""
    part, steps = bar.part("pages and indexes"), 0
    expected = max(1, size // 4096)  # about; only the bar depends on it

    def step() -> int:
        nonlocal steps
        steps += 1
        part.reach(min(steps, expected), expected)
        return 0

    connection.set_progress_handler(step, 10_000)
    found = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(3)")]
    connection.set_progress_handler(None, 0)
    part.reach(expected, expected)
    if found != ["ok"]:
        raise StammtischError(f"{path} is damaged: {'; '.join(found)}")


def _chains(connection: sqlite3.Connection, events: int, bar: ProgressBars) -> tuple[int, int | None]:
    """Compute every hash of the log again. How many tables there are, and when the last event was."""
    part, mark, tables, done = bar.part("chains of the log"), None, 0, 0
    rows: Iterator[Row] = map(Row._make, connection.execute(EVENTS))
    for table, group in groupby(rows, key=itemgetter(0)):
        log = list(group)
        wrong = audit(log)
        if wrong:
            raise StammtischError(f"table {table}, event {wrong.seq}: {wrong.reason}")
        last = max(row.at for row in log)
        mark = last if mark is None else max(mark, last)
        tables, done = tables + 1, done + len(log)
        if tables % 64 == 0 or done == events:
            part.reach(done, events)
    return tables, mark
