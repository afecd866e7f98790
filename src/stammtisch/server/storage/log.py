"""The log: numbered rows, each with a hash over the one before. writer.py puts them on disk.

(table, seq)         is the primary key: of two writers that believe in the same table, one gets a Conflict
(table, seat, cid)   is unique: a message that was sent twice is written once
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeAlias

Statement: TypeAlias = tuple[str, Sequence[object]]
"""SQL with "?" for each value, and the values."""

START = "0" * 64
"""Stands for the hash before the first row of a table."""


class Row(NamedTuple):
    """A row of the log; its fields are the columns, in their order."""

    table: str
    seq: int
    seat: int | None
    cid: str | None
    kind: str
    payload: str
    """JSON text."""
    at: int
    """Milliseconds since the epoch."""
    hash: str
    """64 hexadecimal digits."""


def chained(
    previous: str, table: str, seq: int, seat: int | None, cid: str | None, kind: str, payload: str, at: int
) -> str:
    """The hash of a row: SHA-256 of the compact JSON list of the previous row's hash and this row's own fields."""
    who, what = "null" if seat is None else seat, "null" if cid is None else text(cid)
    fields = f'["{previous}",{text(table)},{seq},{who},{what},{text(kind)},{text(payload)},{at}]'
    return sha256(fields.encode()).hexdigest()


compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Compact JSON. Made once: json.dumps makes an encoder for every call."""
text = json.encoder.encode_basestring
"""A text as JSON, as `compact` writes it; an encoder takes longer for a row than its hash."""


@dataclass(frozen=True, slots=True)
class LogFault:
    """The first row of a table that is not as it was written."""

    seq: int
    reason: str


def audit(rows: Iterable[Row]) -> LogFault | None:
    """Compute the hashes of all rows of a table again. That rows are missing at the end cannot be seen."""
    previous = START
    for number, row in enumerate(rows, start=1):
        if row.seq != number:
            return LogFault(number, f"row {number} is missing; the next one is {row.seq}")
        if row.hash != chained(previous, row.table, row.seq, row.seat, row.cid, row.kind, row.payload, row.at):
            return LogFault(number, "the row or the one before it has been changed")
        previous = row.hash
    return None


class Connection(Protocol):
    """As much of a DB-API connection as the writer needs. It begins and ends transactions itself: autocommit is on."""

    @property
    def IntegrityError(self) -> type[Exception]: ...  # noqa: N802
    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Any: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Write:
    """What is written whole or not at all."""

    rows: Sequence[Row] = ()
    also: Sequence[Statement] = ()
    """Further statements of the same transaction."""
    then: Callable[[Connection], None] | None = None
    """Done on the writer's thread after the transaction, before anybody is told: what SQLite does outside of one."""
    epoch: int | None = None
    """Of the node's lease under which it was prepared (leases.py); under another it is a Conflict. None: there are no
    leases, or it needs none."""


class Conflict(Exception):
    """Another writer has written this (table, seq), or this (table, seat, cid) exists, or another node may have taken
    what it belongs to. Nothing of the Write was written."""


class Fenced(Exception):
    """The other nodes have given this one up: it may write nothing until it has registered anew."""
