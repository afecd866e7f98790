"""Counters: what the server counts while it works, in plain numbers: counting costs nothing. metrics.py shows them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds."""


class Histogram:
    """How long something took, each time: a histogram. One thread adds to it; any may read."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    @property
    def count(self) -> int:
        return sum(self.counts)

    def at_most(self) -> list[tuple[str, int]]:
        """How often it took at most so long, for every bound."""
        total, found = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            total += count
            found.append((bound, total))
        return found


@dataclass
class Counters:
    answers: Counter[str] = field(default_factory=Counter)
    """Commands over sockets, by the kind of their answer: `done` is acknowledged."""
    refusals: Counter[str] = field(default_factory=Counter)
    """By their codes: over sockets, over HTTP, at the door."""
    lag: Histogram = field(default_factory=Histogram)
    """How late the event loop is, looked at once a second."""
    late: float = 0.0
    """How late it was at the last look."""
