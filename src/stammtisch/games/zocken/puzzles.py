"""Puzzles of Zocken: a move is worth the points of this turn, to its thrower or to who bets on it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from stammtisch.core.position import Position
from stammtisch.games.zocken.facts import state
from stammtisch.games.zocken.rules import DICE, PLACING

LEAD = 2.5
LEAD_PLAYED = 12.0
VARIANTS = ({"players": 2}, {"players": 3}, {"players": 4})
OFTEN = 0.8
KINDS = 4
TWO_MOVES = 0.7  # bets, and the last two dice
WHOLE_GAME = False
PLAYS_ON = "exact"

FEW = 3  # dice that are still to be thrown; with each more there are twenty times as many positions


def is_small(view: Position) -> bool:
    s = state(view)
    return DICE - s.placed - (s.phase == PLACING) <= FEW


def worth(gained: Sequence[int], seat: int) -> Fraction:
    """Its own points: the thrower plays for the score of the turn, whatever others have bet."""
    return Fraction(gained[seat])
