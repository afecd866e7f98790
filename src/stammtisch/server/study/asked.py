"""A table that somebody asks about: what is known of it without folding its log, and so without much work."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import sqlalchemy as sa

from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Row
from stammtisch.server.storage.store import Store


class Asked(NamedTuple):
    """All that an answer about a table depends on. If anything of its log changes, so does its last hash."""

    table: str
    status: str
    seq: int
    hash: str
    guest: str | None
    """Who asks, if he sits here; all others see the same."""

    @classmethod
    def of(cls, store: Store, table: str, guest: str | None = None) -> Asked:
        """A Refusal if there is no such table."""
        gathering, event, sitting = schema.gathering.c, schema.event.c, schema.sitting.c
        with store.reading() as connection:
            status = connection.scalar(sa.select(gathering.status).where(gathering.table_id == table))
            last = connection.execute(
                sa.select(event.seq, event.hash).where(event.table_id == table).order_by(event.seq.desc()).limit(1)
            ).first()
            if status is None or last is None:
                raise Refusal("no_table", "there is no such table")
            sits = guest and connection.scalar(
                sa.select(sitting.guest).where(sitting.table_id == table, sitting.guest == guest)
            )
        return cls(table, str(status), int(last.seq), str(last.hash), guest if sits else None)

    def over(self) -> Asked:
        """While a game goes on, others must not see all of it: it may have hidden hands."""
        if self.status != "over":
            raise Refusal("not_over", "the game is not over yet")
        return self

    def rows(self, database: str) -> list[Row]:
        """In a worker: its log, up to the event that is asked about."""
        return [row for row in reader(database).rows(self.table) if row.seq <= self.seq]


@lru_cache(maxsize=1)
def reader(database: str) -> Store:
    """In a worker: the database, only to be read."""
    return Store(database, server=False)
