"""Luck and skill of every seat in a finished game, from its review, as figures that are kept for good."""

from __future__ import annotations

from dataclasses import dataclass

import stammtisch
from stammtisch.core.translation import ENGLISH, speaking
from stammtisch.server.statistics.mistakes import kind


@dataclass(frozen=True)
class LuckAndSkill:
    """Of one seat in one game."""

    unit: str
    """What is counted, in English: worms."""
    luck: float
    given_away: float
    decisions: int
    """Those in which there was a choice."""
    best: int
    """Those of them that gave nothing away."""
    mistakes: dict[str, tuple[int, float]]
    """By kind: how many, and what they gave away together."""


def luck_and_skill(record: str) -> list[LuckAndSkill]:
    """In a process of its own: the review of a game by seats."""
    from stammtisch.bots.analysis import SAME
    from stammtisch.bots.review import review  # it brings NumPy and Numba

    match = stammtisch.read(record).match
    with speaking(ENGLISH):
        found = review(match)
        by_seat = []
        for seat in range(match.game.players):
            chosen = [each for each in found.decisions if each.seat == seat and len(each.analysis.choices) > 1]
            mistakes: dict[str, tuple[int, float]] = {}
            for each in chosen:
                if each.loss >= SAME:
                    name = kind(str(each.move), str(each.analysis.best.move))
                    count, lost = mistakes.get(name, (0, 0.0))
                    mistakes[name] = count + 1, lost + each.loss
            best = sum(each.loss < SAME for each in chosen)
            by_seat.append(
                LuckAndSkill(found.unit, found.luck(seat), found.given_away(seat), len(chosen), best, mistakes)
            )
    return by_seat
