"""Chance in games whose outcomes are not equally likely: each outcome gets as many lots as its `weight`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what is expected of the game

    def outcomes(s: Any, o: Any) -> int: ...
    def weight(s: Any, o: Any, m: int) -> int: ...


def spread(s: Any, o: Any) -> int:
    """At CHANCE: how many equally likely lots there are."""
    total = 0
    for m in range(outcomes(s, o)):
        total += weight(s, o, m)
    return total


def outcome(s: Any, o: Any, lot: int) -> int:
    """At CHANCE: the outcome that a lot stands for."""
    m = 0
    lot -= weight(s, o, m)
    while lot >= 0:
        m += 1
        lot -= weight(s, o, m)
    return m
