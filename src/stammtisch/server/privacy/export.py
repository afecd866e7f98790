"""Export: everything that a server keeps about somebody, for himself. What others did is theirs and not in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from stammtisch.server.notices import channels
from stammtisch.server.people import follows
from stammtisch.server.people.accounts import Account
from stammtisch.server.privacy.deletion import tables_with
from stammtisch.server.puzzles import answers
from stammtisch.server.statistics import statements
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import Guest, Session
from stammtisch.server.storage.log import Row
from stammtisch.server.storage.store import Store
from stammtisch.server.study.asked import reader
from stammtisch.server.tournaments import index

FORMAT = 1


def exported(
    database: str, guest: Guest, account: Account | None, sessions: Sequence[Session], at: int
) -> tuple[bytes, ...]:
    """In a worker, for it reads the whole log."""
    found = export(reader(database), guest, account, sessions, at)
    return (json.dumps(found, ensure_ascii=False, indent=1).encode(),)


def export(store: Store, guest: Guest, account: Account | None, sessions: Sequence[Session], at: int) -> dict[str, Any]:
    """Times are milliseconds since 1970. Tokens and passwords are not kept, only their hashes, which help nobody."""
    return {
        "stammtisch": FORMAT,
        "at": at,
        "guest": {
            "id": guest.id,
            "name": guest.name,
            "program": guest.bot,
            "created": guest.created,
            "avatar": guest.avatar,
        },
        "account": account
        and {"handle": account.handle, "created": account.created, "password_changed": account.changed},
        "sessions": [{"created": each.created, "used": each.used, "device": each.device} for each in sessions],
        "tables": [_table(table, store.rows(table), guest.id) for table in tables_with(store, guest.id)],
        "tournaments": [_tournament(name, store.rows(name), guest.id) for name in index.with_guest(store, guest.id)],
        "statistics": {table: _own(store, table, column, guest.id) for table, column in statements.OWNED},
        "puzzles": {table: _own(store, table, column, guest.id) for table, column in answers.OWNED},
        "deals": _own(store, "dealt", "guest", guest.id),
        "people": {table: _own(store, table, column, guest.id) for table, column in follows.OWN},
        "notices": {table: _own(store, table, column, guest.id) for table, column in channels.OWNED},
    }


SECRET = frozenset(("address", "token", "target", "key"))
"""Columns that let somebody write to him, stop that, or sit down at a table: whoever has got
hold of his device need not get these too."""


def _own(store: Store, table: str, column: str, guest: str) -> list[dict[str, Any]]:
    """His rows of a table."""
    found = schema.metadata.tables[table]
    names = [each.name for each in found.columns if each.name not in SECRET]
    query = sa.select(*(found.c[name] for name in names)).where(found.c[column] == guest)
    return [dict(zip(names, row, strict=True)) for row in store.fetch(query)]


def _tournament(name: str, rows: Sequence[Row], guest: str) -> dict[str, Any]:
    """A tournament, as far as it is about him: what he did there, and which player he is."""
    payloads = [json.loads(row.payload) for row in rows]
    mine = [each for each in payloads if each["guest"] == guest]
    return {
        "tournament": name,
        "title": payloads[0]["event"]["title"],
        "runs": payloads[0]["guest"] == guest,
        "player": next((each[key] for each in mine for key in ("own", "player") if key in each), None),
        "events": [each["event"] for each in mine if "event" in each],
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
                found["seats"][-1] |= {"avatar": payload["avatar"]} if "avatar" in payload else {}
        elif row.kind == "left":
            seats.discard(payload["seat"])
        elif row.kind == "result":
            found["result"] = payload
        if row.kind in OWN and row.seat in seats and row.cid:
            found["events"].append({"at": row.at, "kind": row.kind, **payload})
    return found


OWN = frozenset(("seat", "draft", "undo", "said", "asked", "answered", "resigned", "head", "seal"))
"""Kinds of events that somebody makes himself; what a bot does for him has no client's number."""
