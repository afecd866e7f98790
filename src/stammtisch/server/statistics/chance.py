"""Chance: how often each outcome came, how often it should have, and whether a throw depends on the one before.

Dice and draws from a bag are counted alike. Before each outcome the rules give its probabilities pᵢ (of a bag they
change with every tile). Over all throws

    counted   Oᵢ      expected   Eᵢ = Σ pᵢ      covariance   V = Σ (diag p − p pᵀ)

and if the chances are as the rules say, (O − E)ᵀ V⁻ (O − E) is chi-square with rank V degrees of freedom for large
numbers. For dice this is Pearson's Σ (O − E)² / E to the last digit. It is right for bags too, where Pearson's is not:
differences to what is expected just then are a martingale, whatever was drawn before.

Serial correlation: with outcomes numbered 1, 2, …, let z be an outcome less its mean, by its deviation, both as
expected just then. Products of neighbours in a game have mean 0 and variance 1, so that r = Σ z z′ / pairs is within
±1.96 / √pairs in 95 of 100 cases.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from operator import add
from typing import Any

from stammtisch.server.statistics.gamma import chi_square_p, normal_p

FEWEST = 5.0
"""Of every outcome so many must be expected before the chi-square test means anything."""
Z = 1.959963984540054
"""95 of 100 cases of a normal variable are within ± this."""


@dataclass(frozen=True)
class Verdict:
    """The chi-square test, or the one of the correlation."""

    value: float
    freedom: int
    p: float


@dataclass
class Chance:
    """All outcomes of one kind of chance, summed up. `last` is for the game that is being counted."""

    counts: list[int]
    expected: list[float]
    covariance: list[list[float]]
    pairs: int = 0
    products: float = 0.0
    last: float | None = field(default=None, compare=False)

    @classmethod
    def of(cls, outcomes: int) -> Chance:
        return cls([0] * outcomes, [0.0] * outcomes, [[0.0] * outcomes for _ in range(outcomes)])

    def saw(self, outcome: int, shares: Sequence[float]) -> None:
        """An outcome that had these probabilities."""
        covariance, mean, deviation = _moments(tuple(shares))
        self.counts[outcome] += 1
        self.expected = list(map(add, self.expected, shares))
        self.covariance = [list(map(add, *rows)) for rows in zip(self.covariance, covariance, strict=True)]
        if deviation < 1e-6:  # there was only one way
            self.last = None
            return
        z = (outcome - mean) / deviation
        if self.last is not None:
            self.pairs += 1
            self.products += z * self.last
        self.last = z

    def add(self, other: Chance) -> None:
        """The sums of another game."""
        self.counts = list(map(add, self.counts, other.counts))
        self.expected = list(map(add, self.expected, other.expected))
        self.covariance = [list(map(add, *rows)) for rows in zip(self.covariance, other.covariance, strict=True)]
        self.pairs += other.pairs
        self.products += other.products

    @property
    def total(self) -> int:
        return sum(self.counts)

    def interval(self, outcome: int) -> tuple[float, float]:
        """Where the count of an outcome is in 95 of 100 cases."""
        half = Z * math.sqrt(max(0.0, self.covariance[outcome][outcome]))
        return max(0.0, self.expected[outcome] - half), self.expected[outcome] + half

    def chi_square(self) -> Verdict | None:
        """None as long as too few were counted."""
        if min(self.expected) < FEWEST:
            return None
        value, freedom = _by_covariance(
            [count - expected for count, expected in zip(self.counts, self.expected, strict=True)],
            [list(row) for row in self.covariance],
        )
        return Verdict(value, freedom, chi_square_p(value, freedom)) if freedom else None

    def correlation(self) -> Verdict | None:
        if self.pairs < 30:
            return None
        value = self.products / self.pairs
        return Verdict(value, self.pairs, normal_p(value * math.sqrt(self.pairs)))

    def to_json(self) -> str:
        kept: dict[str, Any] = asdict(self)
        del kept["last"]
        return json.dumps(kept)

    @classmethod
    def from_json(cls, text: str) -> Chance:
        return cls(**json.loads(text))


@lru_cache(maxsize=1000)
def _moments(shares: tuple[float, ...]) -> tuple[list[list[float]], float, float]:
    """Of one outcome with these probabilities: the covariance, and mean and deviation of its number."""
    covariance = [[(p if i == j else 0.0) - p * q for j, q in enumerate(shares)] for i, p in enumerate(shares)]
    mean = sum(i * p for i, p in enumerate(shares))
    return covariance, mean, math.sqrt(sum((i - mean) ** 2 * p for i, p in enumerate(shares)))


def _by_covariance(d: list[float], v: list[list[float]]) -> tuple[float, int]:
    """dᵀ V⁻ d and the rank of V, by elimination with the largest pivot first; both lists are used up."""
    rest = list(range(len(d)))
    least = 1e-9 * max(v[i][i] for i in rest)
    value, rank = 0.0, 0
    while rest:
        top = max(rest, key=lambda i: v[i][i])
        if v[top][top] <= least:
            break
        rest.remove(top)
        value += d[top] ** 2 / v[top][top]
        rank += 1
        for i in rest:
            share = v[i][top] / v[top][top]
            d[i] -= share * d[top]
            for j in rest:
                v[i][j] -= share * v[top][j]
    return value, rank
