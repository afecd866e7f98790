"""Which tables play with the dice of a deal. As long as a deal has not closed, nobody but its players may see them."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store

MOST = 2000
"""Tables of one deal that are compared with each other."""


class DealtTable(NamedTuple):
    """A table of a deal."""

    table: str
    guest: str | None
    status: str
    summary: str
    """JSON text, as in TableSummary."""
    ended: int | None


def put_dealt(table: str, deal: str, guest: str | None, closes: int | None) -> Statement:
    """`guest`: whose one try it is. A second one is a Conflict."""
    return "INSERT INTO dealt (table_id, deal, guest, closes) VALUES (?, ?, ?, ?)", (table, deal, guest, closes)


def close_deal(deal: str, at: int) -> Statement:
    """Its seed is opened from now on."""
    return "UPDATE dealt SET closes = ? WHERE deal = ? AND closes IS NULL", (at, deal)


def forget_player(guest: str) -> Statement:
    return "UPDATE dealt SET guest = NULL WHERE guest = ?", (guest,)


def is_sealed(store: Store, table: str, now: int, guest: str | None = None) -> bool:
    """Does it play with the dice of a deal that has not closed, and has this guest no seat there?"""
    dealt, sitting = schema.dealt.c, schema.sitting.c
    with store.reading() as connection:
        row = connection.execute(sa.select(dealt.closes, dealt.guest).where(dealt.table_id == table)).first()
        if row is None or (row.closes is not None and now >= row.closes):
            return False
        if guest is None or guest == row.guest:
            return guest is None
        sits = sa.select(sitting.guest).where(sitting.table_id == table, sitting.guest == guest)
        return connection.scalar(sits) is None


def sealed_tables(now: int) -> sa.Select[tuple[str]]:
    """The tables of all deals that have not closed."""
    column = schema.dealt.c
    return sa.select(column.table_id).where(sa.or_(column.closes.is_(None), column.closes > now))


def table_of(store: Store, deal: str, guest: str) -> str | None:
    """Where a guest plays a deal, or has played it."""
    column = schema.dealt.c
    with store.reading() as connection:
        found: str | None = connection.scalar(
            sa.select(column.table_id).where(column.deal == deal, column.guest == guest)
        )
    return found


def tables_of(store: Store, deal: str) -> list[DealtTable]:
    """The tables of a deal, those that ended first before the others."""
    dealt, gathering = schema.dealt.c, schema.gathering.c
    wanted = (
        sa.select(dealt.table_id, dealt.guest, gathering.status, gathering.summary, gathering.ended)
        .join(schema.gathering, dealt.table_id == gathering.table_id)
        .where(dealt.deal == deal)
        .order_by(gathering.ended.is_(None), gathering.ended, dealt.table_id)
        .limit(MOST)
    )
    with store.reading() as connection:
        return [DealtTable(*row) for row in connection.execute(wanted)]


def count_ended(store: Store, deal: str, closes: int) -> int:
    """How many games of a deal have ended in time."""
    dealt, gathering = schema.dealt.c, schema.gathering.c
    wanted = (
        sa.select(sa.func.count())
        .select_from(schema.dealt.join(schema.gathering, dealt.table_id == gathering.table_id))
        .where(dealt.deal == deal, gathering.ended <= closes)
    )
    with store.reading() as connection:
        return int(connection.scalar(wanted) or 0)


def secret(store: Store, number: int) -> str | None:
    """One of the secrets in the table `cluster`."""
    column = schema.cluster.c
    with store.reading() as connection:
        found: str | None = connection.scalar(sa.select(column.secret).where(column.number == number))
    return found
