"""Places of a finished game: who has won, and what share of the win each seat gets."""

from __future__ import annotations

from collections.abc import Sequence


def winners(places: Sequence[int]) -> list[int]:
    """The seats in first place; several can share it."""
    return [seat for seat, place in enumerate(places) if place == 1]


def win_shares(places: Sequence[int]) -> list[float]:
    """One win, shared out evenly among those in first place."""
    won = places.count(1)
    return [1 / won if place == 1 else 0.0 for place in places]
