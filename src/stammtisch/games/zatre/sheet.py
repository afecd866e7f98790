"""The score sheet of Zatre as a tournament takes it: the final scores. They may be negative, and may be equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stammtisch.core.options import BaseOptions
from stammtisch.core.record import Record

MARK = ""  # equal scores share the place [Z7.3]
NEEDED = False


def fault(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """Any scores can be."""
    return ""


def doubt(names: Sequence[str], scores: Sequence[int], marks: Sequence[int], options: BaseOptions) -> str:
    """Any scores can stand beside each other."""
    return ""


def mark(state: Record, seat: int) -> int:
    return 0


def sample(players: int, below: Callable[[int], int], options: BaseOptions) -> list[tuple[int, int]]:
    return [(below(120) - 5, 0) for _ in range(players)]
