"""Commit: many Writes in one transaction, in plain SQL that SQLite and PostgreSQL both understand."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from stammtisch.server.storage.faults import Damaged, is_damage, is_deadlock
from stammtisch.server.storage.leases import FENCE
from stammtisch.server.storage.log import START, Conflict, Connection, Fenced, Row, Statement, Write

CHUNKS = (128, 64, 32, 16, 8, 7, 6, 5, 4, 3, 2, 1)
"""Rows in one INSERT. Few sizes, so that each stays prepared. A row at a time would be as quick on its own, but the
thread gives the interpreter away at each statement and, with a busy event loop, waits for it again."""
FIRST_AND_LAST = tuple(Row(name, 1, None, None, "trial", "", 0, START) for name in ("!", "~"))
"""Rows that are never kept. In the order of the log they come before and after those of all tables."""
NAME = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
"""Of the table of the database that a statement changes."""


def commit(connection: Connection, writes: list[Write], epoch: int | None = None) -> dict[int, Exception]:
    """Commit all writes in one transaction, except those that are in conflict or meet damaged pages, which are returned
    by their number; an error if nothing can be written.

    `epoch`: of this node, if it is one of several; Fenced if it has been given up."""
    old = {
        i: Conflict("it is not this node's any more")
        for i, each in enumerate(writes)
        if each.epoch not in (None, epoch)
    }
    if old:
        return old | _renumbered(connection, writes, old, epoch)
    _begin(connection, epoch)
    try:
        for statement in _statements(writes):
            connection.execute(*statement)
        refused: dict[int, Exception] = {}
    except Exception as error:
        if not (isinstance(error, connection.IntegrityError) or is_damage(error) or is_deadlock(error)):
            raise
        connection.execute("ROLLBACK")
        if is_deadlock(error):  # with another node, which goes on
            return commit(connection, writes, epoch)
        refused = _begin_without_the_refused(connection, writes, epoch)
    connection.execute("COMMIT")
    return refused


def _begin(connection: Connection, epoch: int | None) -> None:
    """From here to the end of the transaction nobody can give this node up."""
    connection.execute("BEGIN")
    if epoch is not None:
        check_fence(connection, epoch)


def check_fence(connection: Connection, epoch: int) -> None:
    if connection.execute(FENCE, (epoch,)).fetchone() is None:
        raise Fenced("the other nodes have given this one up")


def _renumbered(
    connection: Connection, writes: list[Write], without: Container[int], epoch: int | None
) -> dict[int, Exception]:
    """Commit the others; what is refused of them has its number among all."""
    numbers = [i for i in range(len(writes)) if i not in without]
    refused = commit(connection, [writes[i] for i in numbers], epoch)
    return {numbers[i]: why for i, why in refused.items()}


def _begin_without_the_refused(connection: Connection, writes: list[Write], epoch: int | None) -> dict[int, Exception]:
    """Begin a transaction, and write one after the other, to see which are to be refused: that is rare."""
    damaged: dict[int, Exception] = {}
    while True:
        conflicts: dict[int, Exception] = {}
        _begin(connection, epoch)
        for i, write in enumerate(writes):
            if i in damaged:
                continue
            connection.execute("SAVEPOINT one")
            try:
                for sql, values in _statements([write]):
                    connection.execute(sql, values)
            except connection.IntegrityError as error:
                connection.execute("ROLLBACK TO SAVEPOINT one")
                conflicts[i] = Conflict(str(error))
            except Exception as error:
                if not is_damage(error):
                    raise
                # Nothing is committed of a transaction that met damage, and SQLite lets nothing more be written in it.
                connection.execute("ROLLBACK")
                _look_at_the_log(connection, error)
                damaged[i] = _damaged(write, sql, error)
                break
            connection.execute("RELEASE SAVEPOINT one")
        else:
            return conflicts | damaged


def _look_at_the_log(connection: Connection, damage: Exception) -> None:
    """Raise the damage if it is where the log of every table is written, so that nobody can go on."""
    for row in FIRST_AND_LAST:
        connection.execute("BEGIN")
        try:
            connection.execute(*_insertion([row]))
            return
        except Exception as error:
            if not is_damage(error):
                raise
        finally:
            connection.execute("ROLLBACK")
    raise damage


def _damaged(write: Write, sql: str, error: Exception) -> Damaged:
    found = NAME.search(sql)
    why = f"cannot be written to '{found[1] if found else sql}': {error}"
    if not write.rows:
        return Damaged(why)
    return Damaged(why, write.rows[0].table, write.rows[0].seq)


def _statements(writes: Sequence[Write]) -> Iterator[Statement]:
    rows = [row for write in writes for row in write.rows]
    start = 0
    for size in CHUNKS:
        while len(rows) - start >= size:
            yield _insertion(rows[start : start + size])
            start += size
    for write in writes:
        yield from write.also


def _insertion(rows: Sequence[Row]) -> Statement:
    return _INSERTS[len(rows)], [value for row in rows for value in row]


_INSERTS = {
    size: "INSERT INTO event (table_id, seq, seat, cid, kind, payload, at, hash) VALUES "
    + ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * size)
    for size in CHUNKS
}
