"""Advice for Barbecue, in points. What is taken from a rival counts more, for he loses it."""

from __future__ import annotations

from stammtisch.bots import Analysis
from stammtisch.core.position import Position
from stammtisch.games.keeping.advice import advise


def analyse(view: Position) -> Analysis:
    return advise(view, "points", "to succeed")
