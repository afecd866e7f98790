"""Ratings of bots, computed from the rounds in their order; a win share against a fixed table says more."""

from __future__ import annotations

from collections.abc import Iterable

from stammtisch.arena.results import Round
from stammtisch.rating import START, Rating, rated

__all__ = ["Rating", "ratings"]


def ratings(rounds: Iterable[Round], bots: int) -> list[Rating]:
    found: dict[int, Rating] = {}
    for played in rounds:
        for game in played.games:
            found.update(rated(found, game.seats, game.places))
    return [found.get(bot, START) for bot in range(bots)]
