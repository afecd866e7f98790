"""A snapshot: how a table stands, as text. A long log is folded from the last one on, not from its beginning.

What is in it follows from the log and can be made again. The dealer is not in it: nobody who only looks on needs him,
and he is made from the lines of the transcript when somebody plays (`TableState.deal`). The position of the game is not
in it either: it is played again from the moves that count, which are as many as a game has, however long its log is.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TypeVar

from stammtisch import __version__
from stammtisch.server.protocol.settings import Opened
from stammtisch.server.storage.log import compact
from stammtisch.server.storage.snapshots import Snapshot
from stammtisch.server.table.clocks import Clocks
from stammtisch.server.table.play import Play
from stammtisch.server.table.state import Seat, TableState

EVERY = 200
"""After so many rows another one is made."""
FORMAT = f"2 {__version__}"
"""Changes with what is in a snapshot, and with every version of the program: the same rows may fold differently."""

PLAIN = (
    "seq", "hash", "begun", "decisive", "changed", "names", "result", "rematch", "asked",
    "_asked_in", "_laid", "headed", "signs", "log", "_giver", "_number", "_used", "_reached",
)  # fmt: skip
"""Fields of a table that are JSON as they are."""

T = TypeVar("T", bound=TableState)


def is_due(before: int, now: int) -> bool:
    """Is a snapshot due when the number of rows grows so?"""
    return before // EVERY != now // EVERY


def taken(table: TableState) -> Snapshot:
    """How a table stands."""
    body = {
        "plain": {name: getattr(table, name) for name in PLAIN},
        "opened": table.opened.model_dump(mode="json"),
        "seats": [asdict(seat) for seat in table.seats],
        "play": table.play.to_json() if table.play else None,
        "clocks": table.clocks.memory(),
        "stood_in": sorted(table.stood_in),
        "hinted": sorted(table.hinted),
        "keys": [[seat, number, key] for seat, (number, key) in table.keys.items()],
        "sealed": sorted(table.sealed),
        "hidden": [[number, names] for number, names in table.hidden.items()],
    }
    return Snapshot(table.seq, compact(body))


def restored(kind: type[T], name: str, master: bytes, snapshot: Snapshot | None) -> T:
    """The table as it stood then; without a snapshot, one that is not open yet."""
    table = kind(name, master)
    if snapshot is None:
        return table
    body = json.loads(snapshot.body)
    for field in PLAIN:
        setattr(table, field, body["plain"][field])
    table.take_opened(Opened.model_validate(body["opened"]))
    table.seats = [Seat(**seat) for seat in body["seats"]]
    table.stood_in = frozenset(body["stood_in"])
    table.hinted = frozenset(body["hinted"])
    table.keys = {seat: (number, key) for seat, number, key in body["keys"]}
    table.sealed = frozenset(body["sealed"])
    table.hidden.update((number, tuple(names)) for number, names in body["hidden"])
    if body["play"]:
        table.play = Play.from_json(table.game, body["play"])
        table.clocks = Clocks(table.opened.opening.clock, len(table.seats))
        table.clocks.remember(body["clocks"])
    return table
