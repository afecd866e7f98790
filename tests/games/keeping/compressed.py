"""The turn solved in straightforward, memoised Python: what the compiled solver's speed is measured against."""

from __future__ import annotations

from functools import cache

from stammtisch.games.keeping import DICE, SYMBOLS, WORM
from stammtisch.games.keeping.solve import Goal
from tests.games.keeping.plain_solver import throws

ALL = (1 << SYMBOLS) - 1


class CompressedTurn:
    """States are the set of symbols used, the dice left and the total; throws are multisets of all symbols."""

    def __init__(self, points: tuple[int, ...], goal: Goal) -> None:
        self._points = points
        self._ends, self._allowed, self._fail = goal.ends.tolist(), goal.allowed.tolist(), float(goal.fail)
        self._choosing = cache(self._choose)
        self._chances = [[(throw, float(chance)) for throw, chance in throws(dice)] for dice in range(DICE + 1)]

    def value(self) -> float:
        return self._throw(0, DICE, 0)

    def _choose(self, used: int, dice: int, total: int) -> float:
        worm = used >> WORM
        if dice == 0 or used == ALL:
            return float(self._ends[worm][total])
        thrown = self._throw(used, dice, total)
        return max(thrown, self._ends[worm][total]) if self._allowed[worm][total] else thrown

    def _throw(self, used: int, dice: int, total: int) -> float:
        mean = 0.0
        for throw, chance in self._chances[dice]:
            best = None
            for symbol in range(SYMBOLS):
                n = throw[symbol]
                if n and not used >> symbol & 1:
                    value = self._choosing(used | 1 << symbol, dice - n, total + n * self._points[symbol])
                    if best is None or value > best:
                        best = value
            mean += chance * (self._fail if best is None else best)
        return mean
