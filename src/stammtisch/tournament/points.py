"""Points: what a place at a table of some size is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from stammtisch.tournament.presets import MEAN
from stammtisch.tournament.scheme import Scheme


def vector(scheme: Scheme, size: int) -> tuple[int, ...]:
    """The points for the places of a table [C1.2]; one that has shrunk counts as the smallest the scheme has [C3.4]."""
    if size in scheme.points:
        return scheme.points[size]
    return scheme.points[min(scheme.points)][:size]


def points(scheme: Scheme, places: Sequence[int], out: Sequence[bool] | None = None) -> list[Fraction]:
    """Points by seat. Who shares places gets those of the best of them, or their mean [C1.6]; who left, none [C3.6]."""
    row = vector(scheme, len(places))
    found = []
    for seat, place in enumerate(places):
        shared = row[place - 1 : place - 1 + places.count(place)]
        worth = Fraction(sum(shared), len(shared)) if scheme.sharing == MEAN else Fraction(shared[0])
        found.append(Fraction(0) if out and out[seat] else worth)
    return found
