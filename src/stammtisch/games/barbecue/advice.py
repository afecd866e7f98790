"""Advice for Barbecue, in points. What is taken from a rival counts more, for he loses it."""

from __future__ import annotations

from stammtisch.bots import Analysis
from stammtisch.core.position import Position
from stammtisch.core.translation import to_say
from stammtisch.core.unit import POINTS
from stammtisch.games.keeping.advice import advise

ABOUT = to_say("Points that this turn gains on the average opponent; exact, for best play of the turn.")


def analyse(view: Position) -> Analysis:
    return advise(view, POINTS, to_say("{chance} to succeed, {amount} expected"))
