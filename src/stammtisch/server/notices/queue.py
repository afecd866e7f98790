"""The queue of notices, in the database: what is to be told by which channel, and what has been.

A notice is one of (channel, table, kind, mark), so nothing is told twice: the mark of a turn is its number, that of an
end its event. Before a message goes out its notices are put off (`take`), and marked when it has gone (`done`). If the
server dies between these two, they go out once more: at least once, and twice only then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import sqlalchemy as sa

from stammtisch.server.notices.channels import Channel
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
PAUSES = (MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR)
"""After a failure; after the last one it is given up."""
LEASE = 5 * MINUTE
"""How long a message may be under way before it is believed lost."""
KEPT = 30 * DAY


@dataclass(frozen=True, slots=True)
class Notice:
    """The fields are the columns, in their order."""

    channel: str
    table: str
    kind: str
    """What a channel can want; or "confirm", or "test"."""
    mark: int
    guest: str
    target: str
    created: int
    due: int | None
    """None: it was sent, or nobody needs it any more."""
    tries: int = 0
    sent: int | None = None

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.channel, self.table, self.kind, self.mark


def notice(channel: Channel, kind: str, now: int, table: str = "", mark: int | None = None) -> Notice:
    return Notice(channel.id, table, kind, now if mark is None else mark, channel.guest, channel.target, now, now)


def add(notices: Iterable[Notice]) -> list[Statement]:
    """What is there already stays as it is."""
    return [
        (
            "INSERT INTO notice (channel, table_id, kind, mark, guest, target, created, due, tries, sent)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (channel, table_id, kind, mark) DO NOTHING",
            astuple(each),
        )
        for each in notices
    ]


def _where(sets: str, values: Sequence[object], notices: Iterable[Notice]) -> list[Statement]:
    sql = f"UPDATE notice SET {sets} WHERE channel = ? AND table_id = ? AND kind = ? AND mark = ?"
    return [(sql, (*values, *each.key)) for each in notices]


def take(notices: Sequence[Notice], now: int) -> list[Statement]:
    return _where("due = ?, tries = tries + 1", (now + LEASE,), notices)


def done(notices: Sequence[Notice], now: int) -> list[Statement]:
    return _where("due = NULL, sent = ?", (now,), notices)


def failed(notices: Sequence[Notice], now: int) -> list[Statement]:
    """Try them again later, or never."""
    pauses = ((each, PAUSES[each.tries] if each.tries < len(PAUSES) else None) for each in notices)
    return [line for each, pause in pauses for line in _where("due = ?", (pause and now + pause,), [each])]


def drop(notices: Sequence[Notice]) -> list[Statement]:
    return _where("due = NULL", (), notices)


def forget_old(now: int) -> Statement:
    return "DELETE FROM notice WHERE created < ? AND due IS NULL", (now - KEPT,)


def due(store: Store, now: int) -> list[Notice]:
    column = schema.notice.c
    query = sa.select(schema.notice).where(column.due <= now).order_by(column.created).limit(1000)
    with store.reading() as connection:
        return [Notice(*row) for row in connection.execute(query)]


def messages(store: Store, since: int, *, guest: str | None = None, target: str | None = None) -> int:
    """How many messages somebody, or an address, was sent. What went out together has the same moment."""
    column = schema.notice.c
    query = sa.select(sa.func.count(sa.distinct(column.sent))).where(column.sent >= since)
    return _count(store, query, guest, target)


def wishes(store: Store, since: int, *, guest: str | None = None, target: str | None = None) -> int:
    """How many confirmations and tests were asked for, sent or not: nobody can queue a flood."""
    column = schema.notice.c
    asked = column.kind.in_(("confirm", "test"))
    return _count(store, sa.select(sa.func.count()).where(asked, column.created >= since), guest, target)


def confirmations(store: Store, since: int) -> int:
    """How many confirmations anybody has asked for."""
    column = schema.notice.c
    query = sa.select(sa.func.count()).where(column.kind == "confirm", column.created >= since)
    with store.reading() as connection:
        return int(connection.scalar(query) or 0)


def _count(store: Store, query: sa.Select[Any], guest: str | None, target: str | None) -> int:
    column = schema.notice.c
    query = query.where(column.guest == guest) if guest is not None else query.where(column.target == target)
    with store.reading() as connection:
        return int(connection.scalar(query) or 0)
