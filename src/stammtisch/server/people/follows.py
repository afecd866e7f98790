"""Follows: whom somebody follows, from whom he wants to hear nothing, and whether others may see that he is here.

All of it is private to him but the last.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store

MOST = 200
"""People whom one may follow, and as many whom one may block."""
OWNED = (
    ("follow", "guest"), ("follow", "whom"), ("blocked", "guest"), ("blocked", "whom"), ("unseen", "guest"),
    ("call", "guest"), ("call", "caller"),
)  # fmt: skip
"""Tables, and the column with somebody's id: his rows go with him, and those of others that name him."""
OWN = (("follow", "guest"), ("blocked", "guest"), ("unseen", "guest"), ("call", "caller"))
"""Those that he made himself."""


class Followed(NamedTuple):
    guest: Guest
    hides: bool
    """He does not want this follower, or nobody, to see that he is here."""
    table: str | None
    game: str | None
    status: str | None
    """A public table of his that is not over."""


def follow(guest: str, whom: str, now: int) -> Statement:
    return _put("follow", guest, whom, now)


def unfollow(guest: str, whom: str) -> Statement:
    return "DELETE FROM follow WHERE guest = ? AND whom = ?", (guest, whom)


def block(guest: str, whom: str, now: int) -> list[Statement]:
    """Neither follows the other any more, and what was asked is answered."""
    return [
        _put("blocked", guest, whom, now),
        unfollow(guest, whom),
        ("DELETE FROM call WHERE guest = ? AND caller = ?", (guest, whom)),
    ]


def unblock(guest: str, whom: str) -> Statement:
    return "DELETE FROM blocked WHERE guest = ? AND whom = ?", (guest, whom)


def show(guest: str, *, seen: bool) -> Statement:
    if seen:
        return "DELETE FROM unseen WHERE guest = ?", (guest,)
    return "INSERT INTO unseen (guest) VALUES (?) ON CONFLICT (guest) DO NOTHING", (guest,)


def _put(table: str, guest: str, whom: str, now: int) -> Statement:
    added = f"INSERT INTO {table} (guest, whom, created) VALUES (?, ?, ?) ON CONFLICT (guest, whom) DO NOTHING"
    return added, (guest, whom, now)


def somebody(store: Store, guest: str, whom: str) -> Guest:
    """A Refusal if there is no such person, or it is whoever asks."""
    found = store.guest(whom) if whom != guest else None
    if found is None or not found.name:
        raise Refusal("no_person", "there is nobody with this id")
    return found


def check_room(store: Store, table: sa.Table, guest: str) -> None:
    """A Refusal, if somebody follows or blocks as many as he may."""
    count = sa.select(sa.func.count()).select_from(table).where(table.c.guest == guest)
    with store.reading() as connection:
        if (connection.scalar(count) or 0) >= MOST:
            raise Refusal("too_many", f"you can follow, or block, {MOST} people at most; let some of them go first")


def followed(store: Store, guest: str) -> list[Followed]:
    """All whom somebody follows."""
    follow, blocked, unseen = schema.follow.c, schema.blocked.c, schema.unseen.c
    hides = sa.or_(
        sa.exists().where(unseen.guest == schema.guest.c.id),
        sa.exists().where(blocked.guest == schema.guest.c.id, blocked.whom == guest),
    )
    query = sa.select(schema.guest, hides).join(schema.follow, follow.whom == schema.guest.c.id)
    query = query.where(follow.guest == guest).order_by(follow.created.desc())
    with store.reading() as connection:
        people = [(Guest(*row[:5]), bool(row[5])) for row in connection.execute(query)]
        tables = {row[0]: row[1:] for row in connection.execute(_public_tables([each.id for each, _ in people]))}
    return [Followed(each, hides, *(tables.get(each.id, (None,) * 3))) for each, hides in people]


def _public_tables(guests: list[str]) -> sa.Select[Any]:
    """The one where something has happened last comes last, and counts."""
    gathering, sitting = schema.gathering.c, schema.sitting.c
    query = sa.select(sitting.guest, gathering.table_id, gathering.game, gathering.status)
    query = query.join(schema.gathering, sitting.table_id == gathering.table_id)
    open_to_all = gathering.public & gathering.status.in_(("waiting", "playing"))
    return query.where(sitting.guest.in_(guests), open_to_all).order_by(gathering.changed)


def blocked_by(store: Store, guest: str) -> list[Guest]:
    query = sa.select(schema.guest).join(schema.blocked, schema.blocked.c.whom == schema.guest.c.id)
    with store.reading() as connection:
        return [Guest(*row) for row in connection.execute(query.where(schema.blocked.c.guest == guest))]


def block_each_other(store: Store, guest: str, others: list[str]) -> bool:
    """Does one of these want to hear nothing from somebody, or he from one of them?"""
    blocked = schema.blocked.c
    by_them = (blocked.whom == guest) & blocked.guest.in_(others)
    by_him = (blocked.guest == guest) & blocked.whom.in_(others)
    with store.reading() as connection:
        return connection.execute(sa.select(blocked.guest).where(by_them | by_him).limit(1)).first() is not None


def is_seen(store: Store, guest: str) -> bool:
    with store.reading() as connection:
        return connection.execute(sa.select(schema.unseen).where(schema.unseen.c.guest == guest)).first() is None


def sits_at(store: Store, guest: str, table: str) -> bool:
    sitting = schema.sitting.c
    with store.reading() as connection:
        query = sa.select(sitting.guest).where(sitting.guest == guest, sitting.table_id == table)
        return connection.execute(query).first() is not None


def at_table(store: Store, guest: str, seats: dict[str, int]) -> list[int]:
    """Which of these guests, by seat, somebody follows."""
    follow = schema.follow.c
    with store.reading() as connection:
        found = connection.scalars(sa.select(follow.whom).where(follow.guest == guest, follow.whom.in_(list(seats))))
        return sorted(seats[whom] for whom in found)
