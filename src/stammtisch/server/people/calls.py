"""Calls: somebody calls somebody else to a table. Nobody is flooded: of a pair one call stands, a new one must wait."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import sqlalchemy as sa

from stammtisch.server.protocol.refusal import busy
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.log import Statement
from stammtisch.server.storage.store import Store

AGAIN = 60_000
"""Milliseconds until somebody may call the same person again."""
DECLINED = 600_000
"""The same if that one has answered."""
LASTS = 600_000
"""After so long nobody is told of a call any more."""
KEPT = 86_400_000
MOST = 10
"""Calls that somebody is shown at once."""
TOLD = "call"
"""The topic of what nodes tell each other: who is to look at his calls."""


class Call(NamedTuple):
    caller: Guest
    table: str
    key: str
    game: str
    created: int


def put(guest: str, caller: str, table: str, key: str, now: int) -> list[Statement]:
    """It takes the place of an earlier one; those that are a day old go."""
    return [
        ("DELETE FROM call WHERE created < ?", (now - KEPT,)),
        (
            "INSERT INTO call (guest, caller, table_id, key, created, answered) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (guest, caller) DO UPDATE SET table_id = excluded.table_id, key = excluded.key,"
            " created = excluded.created, answered = excluded.answered",
            (guest, caller, table, key, now, False),
        ),
    ]


def answer(guest: str, caller: str) -> Statement:
    return "UPDATE call SET answered = ? WHERE guest = ? AND caller = ?", (True, guest, caller)


def check_pause(store: Store, guest: str, caller: str, now: int) -> None:
    """A Refusal, if somebody has called the same person a moment ago."""
    call = schema.call.c
    with store.reading() as connection:
        last = connection.execute(
            sa.select(call.created, call.answered).where(call.guest == guest, call.caller == caller)
        ).first()
    wait = last.created + (DECLINED if last.answered else AGAIN) - now if last else 0
    if wait > 0:
        raise busy(wait / 1000, "you have called this person already")


def standing(store: Store, guest: str, now: int) -> list[Call]:
    """Those that somebody has not answered, to tables that still wait; the latest first."""
    call, gathering = schema.call.c, schema.gathering.c
    query = sa.select(schema.guest, call.table_id, call.key, gathering.game, call.created.label("called"))
    query = query.join(schema.call, call.caller == schema.guest.c.id)
    query = query.join(schema.gathering, gathering.table_id == call.table_id)
    query = query.where(call.guest == guest, sa.not_(call.answered), call.created > now - LASTS)
    query = query.where(gathering.status == "waiting").order_by(call.created.desc()).limit(MOST)
    with store.reading() as connection:
        return [Call(Guest(*row[:5]), *row[5:]) for row in connection.execute(query)]


def mark(calls: list[Call]) -> str:
    """Names exactly these calls."""
    text = " ".join(f"{each.caller.id} {each.table} {each.created}" for each in calls)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
