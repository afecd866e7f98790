"""A journal: something that is folded from its rows of the log, such as a table or a tournament.

Every change is a row with a number and a hash over the row before. New rows wait in `fresh`. They must be on disk
before anybody sees what they changed; if they cannot be written, what is in memory is thrown away and folded anew
(live/registry.py).
"""

from __future__ import annotations

from stammtisch.server.storage.faults import Damaged
from stammtisch.server.storage.log import START, Row, chained


class Journal:
    __slots__ = ("fresh", "hash", "name", "seq")

    def __init__(self, name: str) -> None:
        self.name = name
        self.seq = 0
        self.hash = START
        self.fresh: list[Row] = []

    def _check(self, row: Row) -> None:
        """Refuse a row of the log that is not as it was written."""
        _, seq, seat, cid, kind, payload, at, made = row
        if made != chained(self.hash, self.name, seq, seat, cid, kind, payload, at):
            raise Damaged("the row, or the one before it, is not as it was written", self.name, seq)

    def _next(self, kind: str, payload: str, at: int, seat: int | None = None, cid: str | None = None) -> Row:
        """The next row. It is not taken yet."""
        made = chained(self.hash, self.name, self.seq + 1, seat, cid, kind, payload, at)
        return Row(self.name, self.seq + 1, seat, cid, kind, payload, at, made)

    def _take(self, row: Row) -> None:
        """This row has happened."""
        self.seq, self.hash = row.seq, row.hash

    def taken_out(self) -> list[Row]:
        """The fresh rows, to be written now."""
        rows, self.fresh = self.fresh, []
        return rows
