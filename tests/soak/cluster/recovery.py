"""Recovery: how long nobody was answered at the tables that a fault was about."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.soak.cluster.players import Acknowledged


def first_after(acknowledged: Sequence[Acknowledged], since: float) -> float | None:
    """Seconds to the acknowledgement of the first command that was given after this."""
    number = bisect_left(acknowledged, since, key=lambda each: each.given)
    return None if number == len(acknowledged) else acknowledged[number].at - since


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that so many are not above."""
    return sorted(values)[max(0, math.ceil(part * len(values)) - 1)]


@dataclass
class Recoveries:
    """Seconds, by the kind of fault."""

    faults: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, kind: str, seconds: Sequence[float]) -> None:
        self.faults[kind] += 1
        self.seconds[kind] += seconds

    @property
    def all(self) -> list[float]:
        return [each for found in self.seconds.values() for each in found]
