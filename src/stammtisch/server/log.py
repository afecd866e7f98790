"""(interface only; the storage branch has the real one)"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    table: str
    seq: int
    seat: int | None
    cid: str | None
    kind: str
    payload: str
    at: int
    hash: str
