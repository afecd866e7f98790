"""Puzzles: a move is worth what the turn gains on the average rival."""

from __future__ import annotations

LEAD = 0.3
VARIANTS = ({"players": 2}, {"players": 3}, {"players": 4})
KINDS = 4
WHOLE_GAME = False
POSITIONS = 20_000
PLAYS_ON = "one-turn"
