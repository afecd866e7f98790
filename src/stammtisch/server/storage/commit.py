"""Commit: many Writes in one transaction, in plain SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.server.storage.log import Connection, Row, Write

CHUNKS = (128, 64, 32, 16, 8, 7, 6, 5, 4, 3, 2, 1)
"""Rows in one INSERT. Few sizes, so that each stays prepared. A row at a time would be as quick on its own, but the
thread gives the interpreter away at each statement and, with a busy event loop, waits for it again."""


def commit(connection: Connection, writes: list[Write]) -> dict[int, Exception]:
    """Commit all writes in one transaction, except those in conflict, which are returned by their number."""
    conflicts: dict[int, Exception] = {}
    connection.execute("BEGIN")
    try:
        _apply(connection, writes)
    except connection.IntegrityError:
        connection.execute("ROLLBACK")
        connection.execute("BEGIN")
        for i, write in enumerate(writes):  # rare; so one after the other, to see which it is
            connection.execute("SAVEPOINT one")
            try:
                _apply(connection, [write])
            except connection.IntegrityError as error:
                connection.execute("ROLLBACK TO SAVEPOINT one")
                conflicts[i] = error
            connection.execute("RELEASE SAVEPOINT one")
    connection.execute("COMMIT")
    return conflicts


def _apply(connection: Connection, writes: Sequence[Write]) -> None:
    rows = [row for write in writes for row in write.rows]
    start = 0
    for size in CHUNKS:
        while len(rows) - start >= size:
            _insert(connection, rows[start : start + size])
            start += size
    for write in writes:
        for statement in write.also:
            connection.execute(*statement)


def _insert(connection: Connection, rows: Sequence[Row]) -> None:
    connection.execute(_INSERTS[len(rows)], [value for row in rows for value in row])


_INSERTS = {
    size: "INSERT INTO event (table_id, seq, seat, cid, kind, payload, at, hash) VALUES "
    + ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * size)
    for size in CHUNKS
}
