"""Puzzles of Zocken: a move is worth the points of this turn, to its thrower or to who bets on it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

LEAD = 12.0
VARIANTS = ({"players": 2}, {"players": 3}, {"players": 4})
KINDS = 4
WHOLE_GAME = False
POSITIONS = 16_000  # three dice are left; with four there are twenty times as many
PLAYS_ON = "exact"


def worth(gained: Sequence[int], seat: int) -> Fraction:
    """Its own points: the thrower plays for the score of the turn, whatever others have bet."""
    return Fraction(gained[seat])
