"""Invitations: who may take which seat. The links that carry the keys are told in docs/page.md."""

from __future__ import annotations

import hmac

from stammtisch.server.people.guests import hashed
from stammtisch.server.table.commands import Table


def may_sit(table: Table, number: int, guest: str, key: str | None) -> bool:
    """Whoever has the key of the seat, or whose seat it is. A seat that is kept for nobody is also open to the host, to
    whoever has the key of the table, and at a public table to everybody."""
    opened, reserved = table.opened, kept_for(table, number)
    wanted = opened.invites[number]
    if key and wanted and hmac.compare_digest(hashed(key), wanted):
        return True
    if guest in (reserved, table.seats[number].guest):
        return True
    if reserved:
        return False
    if opened.opening.public or guest == opened.host:
        return True
    return key is not None and opens_all(table, key)


def key_to_give(table: Table) -> str | None:
    """The key of the table for its host, as long as it admits anybody: at a rematch every seat is kept for somebody."""
    free = [number for number, seat in enumerate(table.seats) if seat.is_person and seat.guest is None]
    anybody = table.status == "waiting" and any(kept_for(table, number) is None for number in free)
    return table.key if anybody else None


def kept_for(table: Table, number: int) -> str | None:
    """The guest whose seat this is at a rematch; the first tables knew nothing of rematches."""
    return table.opened.reserved[number] if table.opened.reserved else None


def opens_all(table: Table, key: str) -> bool:
    """Is it the key of the table? At a table of a tournament every seat is one player's, and there is none."""
    return table.opened.place is None and hmac.compare_digest(hashed(key), hashed(table.key))
