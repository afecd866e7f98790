"""The small grill in words."""

from __future__ import annotations

from small_grill.rules import LOWEST, ROLL, STOP, TAKE

TITLE = "A small grill"
LETTER = "S"
SUMMARY = "Heckmeck with two dice and three tiles."
OPTIONS = dict.fromkeys(("players", "steal", "lower", "flip_without_tile", "fast"), "as in Heckmeck")
WHY: dict[int, str] = {}
SYMBOLS = ("1", "2", "worm")


def move_name(m: int) -> str:
    if m < ROLL:
        return f"keep {SYMBOLS[m - 1]}" if m else "pass"
    return {ROLL: "roll", STOP: "stop"}.get(m) or f"take {LOWEST + m - TAKE}"


def outcome_name(m: int) -> str:
    return SYMBOLS[m]
