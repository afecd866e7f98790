"""Report: what was found in a transcript, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Report:
    """What was found in a transcript, in numbers."""

    throws: int = 0
    """Throws that fell."""
    draws: int = 0
    """Dice and tiles in them."""
    hidden: int = 0
    """Throws that only one seat could see at first."""
    waived: int = 0
    """Throws that were given up, for their contributor did not answer."""
    alone: int = 0
    """Throws to which nobody but the server contributed."""
    roots: int = 1
    """Trees of the server's secrets."""
    heads: int = 0
    """Chains of players that were begun after the header."""
    moves: int = 0
    """Moves."""
    undone: int = 0
    """Moves and throws that were taken back."""
    taken_back: int = 0
    """How often somebody took back more than moves of his own: throws, or moves of others."""
    away: int = 0
    """How often a seat was marked away."""
