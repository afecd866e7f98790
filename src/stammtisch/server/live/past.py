"""What has happened at a table, read from its log, and how the table stood before each event."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stammtisch.core.translation import ENGLISH, speaking
from stammtisch.server.storage.log import Row
from stammtisch.server.storage.store import Store
from stammtisch.server.table.sentences import Step, told
from stammtisch.server.table.snapshot import FORMAT, restored
from stammtisch.server.table.state import TableState

log = logging.getLogger("stammtisch.tables")


def past(store: Store, name: str, since: int, until: int | None = None, *, steps: bool) -> tuple[list[Row], list[Step]]:
    """The rows of a table after `since`, as far as `until`. If they are to be told, also how the table stood before
    each: the game is played again from the last snapshot before them, so that takes a thread or a worker."""
    if not steps:
        return store.rows(name, since, None if until is None else until - since), []
    _, snapshot, rows = store.recent(name, FORMAT, since, until)
    found = TableState.retraced(name, rows, restored(TableState, name, b"", snapshot))[0]
    return [row for row in rows if row.seq > since], [step for step in found if step.row.seq > since]


@dataclass(slots=True)
class Missed:
    """What somebody who comes to a table has missed, as the table is when he comes."""

    table: TableState
    seq: int
    """The last event."""
    since: int
    """The last that he knows."""
    seat: int | None
    over: bool
    language: str | None
    rows: Sequence[Row] | None = None
    """None: they are not read, for the table remembers them."""
    words: Sequence[Mapping[str, Any]] = ()

    @classmethod
    def of(cls, table: TableState, since: int, seat: int | None, language: str | None) -> Missed:
        return cls(table, table.seq, since, seat, table.is_over, language)

    @property
    def must_be_read(self) -> bool:
        return self.since < self.seq and (self.language is not None or not self.table.remembers(self.since))

    def is_still_all(self, table: TableState) -> bool:
        """Has nothing happened there meanwhile?"""
        return self.table is table and self.seq == table.seq

    def read(self, store: Store) -> Missed:
        """From the log: that takes a thread, and the table may change meanwhile."""
        name, in_words = self.table.name, self.language is not None
        self.rows, steps = past(store, name, self.since, self.seq, steps=in_words)
        try:
            with speaking(self.language or ENGLISH):
                self.words = told(steps, self.seat, over=self.over)
        except Exception:  # a mistake in words must not keep anybody from his game
            log.exception("a table could not be told", extra={"table": name})
        return self
