"""The score sheet of Zatre: the final scores. They may be negative; equal ones share the place [Z7.3]."""

from __future__ import annotations

from collections.abc import Callable

from stammtisch.core.options import BaseOptions


def sample(players: int, below: Callable[[int], int], options: BaseOptions) -> list[tuple[int, int]]:
    return [(below(120) - 5, 0) for _ in range(players)]
