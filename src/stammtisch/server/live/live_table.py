"""A table in use: with a lock, and those who watch it. What lists and pages show of it is made here."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from stammtisch.server.live.registry import Live
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.storage.entities import TableSummary, put_sitting, put_table_summary
from stammtisch.server.storage.log import Row, Statement
from stammtisch.server.table.commands import Table
from stammtisch.server.table.page import page
from stammtisch.server.table.sentences import Step

LINGER = 60.0
"""Seconds for which a table counts as watched after it was opened, or after the last connection was lost."""

SEATING = frozenset(("sat", "left"))
LISTED = SEATING | {"opened", "fair", "result"}
"""Kinds of rows that change who sits at a table, and what lists show of it."""

log = logging.getLogger("stammtisch.tables")


class LiveTable(Live[Table]):
    """A table in use."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.watchers: set[Watcher] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about = 0
        """The last event that this thought depends on."""
        self.timer: asyncio.TimerHandle | None = None
        self.left: dict[int, float] = {}
        """When the last connection of a seat was lost, by the loop's clock."""
        self.alone: float | None = None
        """Since when nobody watches it, by the loop's clock; None: nobody has since it was loaded."""
        self.rest: tuple[int, float] | None = None
        """After which event no bot may think, and until when: there is too much to do, or all have failed."""
        self.filling: asyncio.TimerHandle | None = None
        """When bots sit down with those who look for others to play with."""
        self.stuck = 0
        """The event after which no bot has found a move."""
        self.warming = False
        """The last bot that thought was not ready, and a simpler one played for it."""
        self.told_here: list[int] = []
        """The seats that were connected when it was last told."""

    @property
    def table(self) -> Table:
        return self.journal

    @property
    def is_watched(self) -> bool:
        """Does or did somebody watch just now? In a tournament, people wait for the result of every table."""
        if self.watchers or self.table.opened.place:
            return True
        return self.alone is not None and asyncio.get_running_loop().time() - self.alone < LINGER

    def is_here(self, seat: int) -> bool:
        return any(watcher.seat == seat for watcher in self.watchers)

    def here(self) -> list[int]:
        """The seats that are connected."""
        return sorted({watcher.seat for watcher in self.watchers if watcher.seat is not None})


def told(table: Table, watcher: Watcher, steps: list[Step]) -> dict[str, Any] | None:
    """Words, if they are wanted. A mistake in them must not stop a game: it goes on without."""
    if watcher.language is None:
        return None
    try:
        return page(table, watcher.seat, watcher.language, steps)
    except Exception:
        log.exception("a table could not be told", extra={"table": table.name})
        return None


def changes_lists(rows: list[Row]) -> bool:
    """Do lists show something else of a table after these rows?"""
    return any(row.kind in LISTED for row in rows)


def indexed(table: Table, rows: list[Row]) -> list[Statement]:
    """What lists of tables show. The log is the truth; this is brought up to date with it."""
    if not changes_lists(rows):
        return []
    opening, at = table.opened.opening, rows[-1].at
    entry = TableSummary(
        table.name,
        opening.game,
        len(table.seats),
        opening.public,
        table.status,
        at,
        at,
        at if table.is_over else None,
        table.needs_care,
        json.dumps(table.summary(), ensure_ascii=False),
    )
    sitting = put_sitting(table.name, [seat.guest for seat in table.seats if seat.guest])
    return [put_table_summary(entry), *(sitting if any(row.kind in SEATING for row in rows) else [])]
