"""What players are called in a position that nobody plays: in lessons, and where positions are analysed."""

from __future__ import annotations

from stammtisch.core.translation import say

NAMES = ("Ana", "Ion", "Eva", "Leo", "Mia", "Tom", "Ida", "Max")


def seat_names(players: int, you: int | None = None) -> list[str]:
    """A name for each seat. The one whose eyes these are is "You", and the others begin with Ana."""
    if you is None or not 0 <= you < players:
        return [_name(seat) for seat in range(players)]
    others = [_name(number) for number in range(players - 1)]
    return [*others[:you], say("You"), *others[you:]]


def _name(number: int) -> str:
    return NAMES[number] if number < len(NAMES) else f"{NAMES[number % len(NAMES)]} {number // len(NAMES) + 1}"
