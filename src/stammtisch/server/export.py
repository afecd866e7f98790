"""Export: everything that a server keeps about somebody, for himself. What others did is theirs and not in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from stammtisch.server.accounts import Account
from stammtisch.server.entries import Guest, Session
from stammtisch.server.leaving import tables_with
from stammtisch.server.log import Row
from stammtisch.server.store import Store

FORMAT = 1


def export(store: Store, guest: Guest, account: Account | None, sessions: Sequence[Session], at: int) -> dict[str, Any]:
    """Times are milliseconds since 1970. Tokens and passwords are not kept, only their hashes, which help nobody."""
    return {
        "stammtisch": FORMAT,
        "at": at,
        "guest": {"id": guest.id, "name": guest.name, "program": guest.bot, "created": guest.created},
        "account": account
        and {"handle": account.handle, "created": account.created, "password_changed": account.changed},
        "sessions": [{"created": each.created, "used": each.used, "device": each.device} for each in sessions],
        "tables": [_table(table, store.rows(table), guest.id) for table in tables_with(store, guest.id)],
    }


def _table(name: str, rows: Sequence[Row], guest: str) -> dict[str, Any]:
    """A table, as far as it is about him: what he did there and said, and how it ended."""
    found: dict[str, Any] = {"table": name, "seats": [], "events": []}
    seats: set[int] = set()
    for row in rows:
        payload = json.loads(row.payload)
        if row.kind == "opened":
            found |= {"game": payload["opening"]["game"], "options": payload["opening"]["options"], "opened": row.at}
            found["host"] = payload["host"] == guest
        elif row.kind == "sat":
            seats.discard(payload["seat"])
            if payload["guest"] == guest:
                seats.add(payload["seat"])
                found["seats"].append({"seat": payload["seat"], "name": payload["name"], "at": row.at})
        elif row.kind == "left":
            seats.discard(payload["seat"])
        elif row.kind == "result":
            found["result"] = payload
        if row.kind in OWN and row.seat in seats and row.cid:
            found["events"].append({"at": row.at, "kind": row.kind, **payload})
    return found


OWN = frozenset(("seat", "draft", "undo", "said", "asked", "answered", "resigned", "head"))
"""Kinds of events that somebody makes himself; what a bot does for him has no client's number."""
