"""Advice for Heckmeck, in worms. A stolen tile counts more than its worms, for a rival loses them."""

from __future__ import annotations

from stammtisch.bots import Analysis
from stammtisch.core.position import Position
from stammtisch.core.translation import to_say
from stammtisch.games.keeping.advice import advise
from stammtisch.games.keeping.text import WORMS

ABOUT = to_say("Worms that this turn gains on the average opponent; exact, for best play of the turn.")


def analyse(view: Position) -> Analysis:
    return advise(view, WORMS, to_say("{chance} to get a tile, {amount} expected"))
