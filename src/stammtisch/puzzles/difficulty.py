"""How hard a puzzle is: how often each level of the game's bots finds the move, as a rating.

A level counts as a player with a fixed rating (RATINGS). The rating of a puzzle is the one at which these players would
solve it as often, all together, as the levels do.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from stammtisch.bots.levels import BEGINNER, EXPERT, REGULAR
from stammtisch.core.position import Position

RATINGS = {BEGINNER: 20.0, REGULAR: 25.0, EXPERT: 30.0}
"""Each level as a solver of puzzles, on the scale of rating.py, where everybody begins with 25."""
SCALE = 5.9
"""So much more makes it e times as likely to solve one rather than not: √2 · 25/6, as in rating.py."""
TRIES = 64
LOWEST, HIGHEST = 5.0, 45.0


def found_by(view: Position, best: Sequence[str], tries: int = TRIES) -> dict[str, float]:
    """How often each level makes one of these moves."""
    bots = view.game.bots
    return {
        level: sum(str(bots[level].choose(view, seed)) in best for seed in range(tries)) / tries for level in RATINGS
    }


def rating(found: dict[str, float]) -> float:
    """The rating of a puzzle that the levels find so often."""
    low, high = LOWEST, HIGHEST
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(1 / (1 + exp((middle - RATINGS[level]) / SCALE)) for level in found)
        low, high = (middle, high) if expected > sum(found.values()) else (low, middle)
    return round((low + high) / 2, 1)
