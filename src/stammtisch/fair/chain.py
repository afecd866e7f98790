"""Chain: a player's contributions to the dice. Each element is the hash of the next; the head is published first.

    x(256) from the player's secret,  x(k - 1) = hash of x(k),  head = x(0)

Whoever knows the head can check x(1), then x(2) …, and cannot find any of them. The player can give no other ones.
Table, seat and the chain's number at that seat go into every hash, so one secret serves for all chains of a player.
"""

from __future__ import annotations

import secrets

from stammtisch.fair.hashing import digest

ELEMENTS = 256
RESERVE = 64
"""A new head is due before the last 64 elements, the next root before the last 64 secrets: nobody ever runs out."""


def fresh() -> bytes:
    """A new secret: for a player's chains, or the master secret of a table."""
    return secrets.token_bytes(32)


def before(table: str, seat: int, number: int, element: bytes) -> bytes:
    """The element before this one."""
    return digest("chain", table, seat, number, element)


class Chain:
    """A player's chain at a table; `number` counts his chains there from 0."""

    def __init__(self, secret: bytes, table: str, seat: int, number: int = 0) -> None:
        element = digest("tip", table, seat, number, secret)
        self._elements = [element]
        for _ in range(ELEMENTS):
            element = before(table, seat, number, element)
            self._elements.append(element)
        self._elements.reverse()

    @property
    def head(self) -> bytes:
        return self._elements[0]

    def element(self, k: int) -> bytes:
        """The k-th element, from 1. Give it only for an open throw that names this seat and this element."""
        if not 1 <= k <= ELEMENTS:
            raise IndexError(f"a chain has elements 1 to {ELEMENTS}, not {k}")
        return self._elements[k]
