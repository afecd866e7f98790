"""Puzzles of games with throw-and-set-aside turns: a move is worth what the turn gains on the average rival."""

from __future__ import annotations

from stammtisch.core.position import Position
from stammtisch.games.keeping.text import state

MOST = 6  # dice; with all eight there are ten times as many positions


def is_small(view: Position) -> bool:
    """Can everything be looked at that can still be thrown in this turn?"""
    return state(view).dice <= MOST
