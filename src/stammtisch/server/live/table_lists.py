"""Lists of public tables. A thousand tables are looked at for a list that is fair (fairness.py), so it is made again
only when one of them has changed, however often it is asked for."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from stammtisch.server.live.fairness import LOOKED_AT, fairly
from stammtisch.server.live.quotas import Quotas
from stammtisch.server.storage.entities import TableSummary
from stammtisch.server.storage.store import Store

LONGEST = 100
AGE = 1.0
"""Seconds for which a list is kept among several nodes: of what changes at the others nobody is told."""

Listed = tuple[str, dict[str, Any]]
"""Whose table it is, and how lists show it."""


class TableLists:
    def __init__(self, store: Store, quotas: Quotas, *, alone: bool = True) -> None:
        """`alone`: no other node changes tables."""
        self._store = store
        self._quotas = quotas
        self._alone = alone
        self._at = 0.0
        self._changes = 0
        self._made: dict[str, tuple[int, list[Listed]]] = {}  # by status, with the changes until then
        self._making = asyncio.Lock()

    def change(self) -> None:
        """What lists show of a table is another, and on disk."""
        self._changes += 1

    async def latest(self, status: str, limit: int) -> list[dict[str, Any]]:
        """Those where something has happened most recently, LONGEST at most."""
        async with self._making:
            if not self._alone and time.monotonic() - self._at > AGE:
                self._at = time.monotonic()
                self.change()
            changes, found = self._made.get(status, (-1, []))
            if changes != self._changes:
                changes = self._changes
                found = await asyncio.to_thread(self._read, status)
                self._made[status] = changes, found
        return [shown for _, shown in fairly(found, lambda each: each[0], limit)]

    def _read(self, status: str) -> list[Listed]:
        tables = [each for each in self._store.tables(status=status, limit=LOOKED_AT) if not _is_left(each)]
        return fairly([(self._whose(each), listed(each)) for each in tables], lambda each: each[0], LONGEST)

    def _whose(self, summary: TableSummary) -> str:
        """Who opened it, as far as is known: of one from before the last start only the host's name, if he sits."""
        if found := self._quotas.opener(summary.table):
            return found
        shown = json.loads(summary.summary)
        host = shown.get("host")
        return "" if host is None else str(shown["seats"][host]["name"])


def _is_left(summary: TableSummary) -> bool:
    """Whoever looked for others to play with here has gone."""
    shown = summary.shown
    people = [seat for seat in shown["seats"] if seat["kind"] == "person"]
    return bool(shown.get("seek")) and summary.status == "waiting" and all(seat["free"] for seat in people)


def listed(summary: TableSummary) -> dict[str, Any]:
    """A table as lists show it."""
    return {
        "table": summary.table,
        "game": summary.game,
        "players": summary.players,
        "status": summary.status,
        "changed": summary.changed,
        "host": None,  # unless the summary knows it
        **json.loads(summary.summary),
    }
