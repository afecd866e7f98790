"""Sprt: a sequential test. It stops as soon as the games show which of two win shares is nearer to the truth.

Wald's sequential probability ratio test, generalised to rounds by the normal approximation that chess engines' testing
uses for pairs of games: with R rounds of mean share m and variance v

    LLR = R · (p1 - p0) · (2 m - p0 - p1) / (2 v)

and the test accepts p1 at LLR ≥ ln((1 - β) / α), p0 at LLR ≤ ln(β / (1 - α)), with α = β = 0.05: either wrong answer
comes in at most one test of twenty. v is the variance of the rounds so far and of four imagined ones half a point off
the mean, so that a few rounds that happen to be equal prove nothing; and nothing is decided before round 10. (In
simulations wide gaps are otherwise decided too early, 6 % of the tests wrongly; so it is 1 to 4 %.)
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from stammtisch.arena.shares import PointSums, RoundPoints
from stammtisch.core.errors import OptionError

ERROR = 0.05
FEWEST = 10  # rounds before a decision
IMAGINED = 4 * 0.5**2  # the imagined rounds' squares


@dataclass
class Sprt:
    """A sequential test: is the win share of a bot p0 or less, or p1 or more? One answer in twenty may be wrong."""

    p0: float
    """The lower share, above 0."""
    p1: float
    """The higher share, below 1."""
    sums: PointSums = field(default_factory=PointSums)
    """The rounds so far."""

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """A test from what people type: "0.5,0.55".

        Raises:
            OptionError: These are not two shares, the lower first.
        """
        try:
            p0, p1 = map(float, text.split(","))
        except ValueError:
            p0 = p1 = math.nan
        if not 0 < p0 < p1 < 1:
            raise OptionError(f"a test needs two win shares, the lower first, as in 0.5,0.55, not '{text}'")
        return cls(p0, p1)

    @property
    def bound(self) -> float:
        """The log likelihood ratio that decides, up or down."""
        return math.log((1 - ERROR) / ERROR)

    @property
    def llr(self) -> float:
        """The log likelihood ratio: above 0 it speaks for p1, below for p0."""
        if not self.sums.rounds:
            return 0.0
        variance = (self.sums.squares + IMAGINED) / self.sums.rounds
        distance = 2 * self.sums.share - self.p0 - self.p1
        return self.sums.rounds * (self.p1 - self.p0) * distance / (2 * variance)

    def add(self, round_points: RoundPoints) -> None:
        """Add one more round of the bot."""
        self.sums.add(round_points)

    @property
    def accepted(self) -> float | None:
        """The share that the test has settled on, if it has."""
        if self.sums.rounds < FEWEST or abs(self.llr) < self.bound:
            return None
        return self.p1 if self.llr > 0 else self.p0
