"""Advice for Heckmeck, in worms. A stolen tile counts more than its worms, for a rival loses them."""

from __future__ import annotations

from stammtisch.bots import Analysis
from stammtisch.core.position import Position
from stammtisch.games.keeping.advice import advise


def analyse(view: Position) -> Analysis:
    return advise(view, "worms", "to get a tile")
