"""Marbles in words."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position

TITLE = "Marbles"
LETTER = "U"
SUMMARY = "A toy for the tests."
COLOURS = ("white", "red", "blue")

OPTIONS = {
    "players": "Number of players",
    "hand": "how many marbles make a hand [U1.2]",
    "bag": "full or small [U1.1]",
    "repeat": "the same colour may be laid again [U2.2]",
}

WHY = {
    201: "there is no such marble in the hand",
    202: "the marble laid before has the same colour",
}


def move_name(m: int) -> str:
    return f"lay {COLOURS[m - 1]}" if m else "pass"


def outcome_name(m: int) -> str:
    return COLOURS[m]


def board(position: Position, names: Sequence[str]) -> str:
    return "\n".join(f"{name}: {score} points." for name, score in zip(names, position.scores, strict=True))
