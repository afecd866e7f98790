"""A plain solver of the throw-and-set-aside turn: dice set aside as they lie, throws as multisets of all six symbols,
moves as `forbids` allows them, prizes as the scores tell. Numbers are of any kind, also exact fractions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

from stammtisch.core.position import Position
from stammtisch.games.keeping import CHOOSING, DICE, KEEP, KEEPING, ROLL, SYMBOLS, THROWING

Kept = tuple[int, ...]
Number = Any
Stops = Callable[[Kept], Sequence[Number]]
"""What the player may stop for with these dice set aside."""


class PlainTurn:
    def __init__(self, stops: Stops, fail: Number, kind: Callable[[Fraction], Number]) -> None:
        self.fail = fail
        self.choosing: Callable[[Kept], Number] = cache(self._choosing)
        self._stops = stops
        self._chances = cache(lambda dice: [(throw, kind(chance)) for throw, chance in throws(dice)])

    def _choosing(self, kept: Kept) -> Number:
        """Dice have been set aside: throw on or stop."""
        options = list(self._stops(kept))
        if sum(kept) < DICE and not all(kept):
            options.append(self.throwing(kept))
        return max(options)

    def throwing(self, kept: Kept, lying: Kept = (0,) * SYMBOLS, falling: int | None = None) -> Number:
        falling = DICE - sum(kept) if falling is None else falling
        return sum(
            chance * self.keeping(kept, tuple(map(sum, zip(throw, lying, strict=True))))
            for throw, chance in self._chances(falling)
        )

    def keeping(self, kept: Kept, thrown: Kept) -> Number:
        options = [self.keep(kept, thrown, symbol) for symbol in range(SYMBOLS) if thrown[symbol] and not kept[symbol]]
        return max(options) if options else self.fail

    def keep(self, kept: Kept, thrown: Kept, symbol: int) -> Number:
        return self.choosing((*kept[:symbol], thrown[symbol], *kept[symbol + 1 :]))


@cache
def throws(dice: int) -> list[tuple[Kept, Fraction]]:
    """Every throw of so many dice, by how many show each symbol, with its chance."""
    found = []
    for throw in combinations_with_replacement(range(SYMBOLS), dice):
        counts = tuple(throw.count(symbol) for symbol in range(SYMBOLS))
        ways = factorial(dice)
        for count in counts:
            ways //= factorial(count)
        found.append((counts, Fraction(ways, SYMBOLS**dice)))
    return found


class PlainSolver:
    """A position's turn. `stolen` is how often counts what a rival loses; `worth(total, worm)`, if given, is another
    goal, with the stops that the rules allow."""

    def __init__(
        self,
        position: Position,
        stolen: Number = 1.0,
        worth: Callable[[int, bool], Number] | None = None,
        kind: Callable[[Fraction], Number] = float,
    ) -> None:
        self._rules, self._options = position.game.rules, position.game.options
        self._state: Any = position.state
        self._stolen = stolen
        self._worth = worth
        fail = self._gain(self._with((1,) + (0,) * (SYMBOLS - 1), KEEPING), 0) if worth is None else kind(Fraction(0))
        self.turn = PlainTurn(self._stops, fail, kind)

    def _with(self, kept: Kept, phase: int = CHOOSING) -> Any:
        s = self._state.copy()
        s.kept, s.dice, s.phase = list(kept), DICE - sum(kept), phase
        return s

    def _stops(self, kept: Kept) -> list[Number]:
        s = self._with(kept)
        ends = [m for m in range(1, self._rules.MOVES) if m != ROLL and not self._rules.forbids(s, self._options, m)]
        return [self._end(s, m) for m in ends]

    def _end(self, s: Any, move: int) -> Number:
        if self._worth is not None:
            return self._worth(self._rules.total(s), s.kept[-1] > 0)
        return self._gain(s, move)

    def _gain(self, before: Any, move: int) -> Number:
        """What the move does to the scores."""
        after = before.copy()
        self._rules.play(after, self._options, move)
        score = self._rules.score
        gains = [score(after, self._options, p) - score(before, self._options, p) for p in range(self._options.players)]
        own = gains.pop(before.player)
        return own - (self._stolen - 1) * sum(gains)

    def value(self) -> Number:
        s = self._state
        kept, thrown = tuple(s.kept), tuple(s.thrown)
        if s.phase == THROWING:
            return self.turn.throwing(kept, thrown, s.falling)
        return self.turn.keeping(kept, thrown) if s.phase == KEEPING else self.turn.choosing(kept)

    def move(self, move: int) -> Number:
        s = self._state
        if move == 0:
            return self.turn.fail
        if move == ROLL:
            return self.turn.throwing(tuple(s.kept))
        if move < ROLL:
            return self.turn.keep(tuple(s.kept), tuple(s.thrown), move - KEEP)
        return self._end(s, move)
