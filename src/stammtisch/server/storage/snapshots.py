"""Snapshots in the database: how a table stood after a row of its log. They are never the truth, and can be deleted.

One that was made by other code, or whose row is not as it was then, is not found; then the log is folded from its
beginning.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement


class Snapshot(NamedTuple):
    seq: int
    """The number of the row after which the table stood so."""
    body: str
    """JSON; table/snapshot.py makes and reads it."""


_snapshot, _event = schema.snapshot.c, schema.event.c
NEWEST = (
    sa.select(_snapshot.seq, _snapshot.body)
    .join(schema.event, sa.and_(_event.table_id == _snapshot.table_id, _event.seq == _snapshot.seq))
    .where(
        _snapshot.table_id == sa.bindparam("table"),
        _snapshot.seq <= sa.bindparam("most"),
        _snapshot.format == sa.bindparam("format"),
        _event.hash == _snapshot.hash,
    )
    .order_by(_snapshot.seq.desc())
    .limit(1)
)


def newest(connection: sa.Connection, table: str, format: str, most: int) -> Snapshot | None:
    """The last one up to row `most`."""
    found = connection.execute(NEWEST, {"table": table, "format": format, "most": most}).first()
    return Snapshot(*found) if found else None


def put_snapshot(table: str, hash: str, format: str, snapshot: Snapshot) -> Statement:
    return (
        "INSERT INTO snapshot (table_id, seq, hash, format, body) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (table_id, seq) DO UPDATE "
        "SET hash = excluded.hash, format = excluded.format, body = excluded.body",
        (table, snapshot.seq, hash, format, snapshot.body),
    )


def forget_snapshots(table: str) -> Statement:
    """They hold names, and what the log held when they were made."""
    return "DELETE FROM snapshot WHERE table_id = ?", (table,)
