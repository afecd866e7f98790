"""The score sheet of Zocken as it is filled in at a table: totals in fives, within what turns and bets can bring.
Equal totals share the place [K6.1].
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.core.options import BaseOptions
from stammtisch.core.translation import printed, say
from stammtisch.games.zocken.rules import Options

WORST, BEST = -140, 330  # points of a turn [K4.3]
LOST, WON = -20, BEST // 2  # by a bet [K5.2]


def fault(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """A sentence that says why this cannot be the end of a game, or ""."""
    low, high = _range(len(names), options)
    for name, score in zip(names, scores, strict=True):
        if score % 5:
            return say("{name} cannot have {score} points: all totals are multiples of 5.", name=name, score=score)
        if not low <= score <= high:
            return say(
                "{name} cannot have {score} points: it must be from {low} to {high}.",
                name=name,
                score=printed(str(score)),
                low=printed(str(low)),
                high=high,
            )
    return ""


def _range(players: int, options: BaseOptions) -> tuple[int, int]:
    """The least and the most that own turns and bets on all others can give."""
    assert isinstance(options, Options)
    return options.rounds * (WORST + LOST * (players - 1)), options.rounds * (BEST + WON * (players - 1))


def sample(players: int, below: Callable[[int], int], options: BaseOptions) -> list[tuple[int, int]]:
    return [(5 * below(100) - 50, 0) for _ in range(players)]
