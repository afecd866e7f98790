"""Puzzles: a move is worth what the turn gains on the average rival."""

from __future__ import annotations

from stammtisch.games.keeping.puzzles import is_small

__all__ = ["is_small"]

LEAD = 0.3
LEAD_PLAYED = 0.8
VARIANTS = ({"players": 2}, {"players": 3}, {"players": 4})
OFTEN = 0.8
KINDS = 4
WHOLE_GAME = False
PLAYS_ON = "one-turn"
