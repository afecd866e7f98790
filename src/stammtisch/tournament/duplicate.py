"""Duplicate: the tables of a round have the same dice, so a seat is compared with the same seat at the others [C4]."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from stammtisch.tournament.state import Table

WHOLE = 100
"""Matchpoints of who did better than all others."""


def lead(table: Table, seat: int) -> Fraction | None:
    """The score of a seat less the mean of the others' at its table; None: he has left the game [C3.6]."""
    line = table.result[seat]
    if line.out:
        return None
    others = [each.score for each in table.result if each is not line]
    return line.score - (Fraction(sum(others), len(others)) if others else Fraction(0))


def matchpoints(table: Table, tables: Sequence[Table]) -> list[Fraction]:
    """By seat, from 0 to 100: how many of the other tables of the round it did better at, ties half [C4.3]. Tables are
    compared that have a result and as many seats; where there is none, everybody gets half."""
    size = len(table.result)
    others = [each for each in tables if each is not table and len(each.result) == size]
    found = []
    for seat in range(size):
        mine = lead(table, seat)
        if mine is None:
            found.append(Fraction(0))
            continue
        theirs = [lead(each, seat) for each in others]
        halves = sum(2 if each is None or mine > each else int(mine == each) for each in theirs)
        found.append(WHOLE * (Fraction(halves, 2 * len(others)) if others else Fraction(1, 2)))
    return found
