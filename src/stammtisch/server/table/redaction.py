"""Redaction: a table's log without somebody. His name becomes a neutral one, and what he said is gone.

The hashes of the rows are made anew from there on. They protect the log against damage and against two writers; they
were never meant to protect it against its owner, who must forget people who ask for it. Moves, dice and results stay:
they are the others' game too. The transcript of the dice has no names in it, so it verifies as before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stammtisch.server.storage.log import START, Row, Statement, chained, compact
from stammtisch.server.table.sentences import GONE
from stammtisch.server.table.state import PERSON

SILENCE = "…"

Payload = dict[str, Any]


@dataclass
class DeletedGuest:
    """Whose traces are looked for, and what is known of him while a log is read."""

    guest: str
    name: str = GONE
    """What he is called from now on, at this table."""
    seats: set[int] = field(default_factory=set)
    """Where he sits."""


def _sat(payload: Payload, row: Row, who: DeletedGuest) -> None:
    who.seats.discard(payload["seat"])
    if payload["guest"] == who.guest:
        who.seats.add(payload["seat"])
        payload["name"] = who.name
        payload.pop("avatar", None)


def _left(payload: Payload, row: Row, who: DeletedGuest) -> None:
    who.seats.discard(payload["seat"])


def _said(payload: Payload, row: Row, who: DeletedGuest) -> None:
    if payload["seat"] in who.seats:
        payload["text"] = SILENCE


def _fair(payload: Payload, row: Row, who: DeletedGuest) -> None:
    """Headers from before there were accounts had names in them. The dice of such a game cannot be verified then."""
    for seat in who.seats:
        payload["seats"][seat] = PERSON


KINDS: Mapping[str, Callable[[Payload, Row, DeletedGuest], None]] = {
    "sat": _sat,
    "left": _left,
    "fair": _fair,
    "said": _said,
}
"""How each kind of row that can tell of somebody forgets him. All other kinds know seats only."""


def redacted(rows: Sequence[Row], guest: str) -> tuple[list[Row], DeletedGuest]:
    """The rows that change, and where he sits at the end. A row that was damaged before stays so for all to see."""
    taken = {name for row in rows if row.kind == "sat" and (name := _other(row, guest))}
    name, count = GONE, 1
    while name in taken:
        count += 1
        name = f"{GONE} {count}"
    who = DeletedGuest(guest, name)
    return changed(rows, lambda row: _without(row, who)), who


def changed(rows: Sequence[Row], without: Callable[[Row], str]) -> list[Row]:
    """The rows that are not as they were when each has its payload anew, with their hashes."""
    found = []
    old = new = START
    for row in rows:
        text = without(row)
        whole = row.hash == chained(old, *row[:-1])
        old, new = row.hash, chained(new, *row._replace(payload=text)[:-1]) if whole else row.hash
        if (text, new) != (row.payload, row.hash):
            found.append(row._replace(payload=text, hash=new))
    return found


def rewrite(rows: Sequence[Row]) -> list[Statement]:
    """Put these rows in the place of what stands there."""
    change = "UPDATE event SET payload = ?, hash = ? WHERE table_id = ? AND seq = ?"
    return [(change, (row.payload, row.hash, row.table, row.seq)) for row in rows]


def summary(text: str, who: DeletedGuest) -> str:
    """What lists show of a table, without him."""
    found = json.loads(text)
    for seat in who.seats:
        found["seats"][seat] |= {"name": who.name, "avatar": ""}
    return json.dumps(found, ensure_ascii=False)


def _without(row: Row, who: DeletedGuest) -> str:
    """The row's payload; letter by letter as it was, if it tells nothing of him."""
    if row.kind not in KINDS:
        return row.payload
    payload = json.loads(row.payload)
    KINDS[row.kind](payload, row, who)
    return row.payload if payload == json.loads(row.payload) else compact(payload)


def _other(row: Row, guest: str) -> str | None:
    payload = json.loads(row.payload)
    return None if payload["guest"] == guest else payload["name"]
