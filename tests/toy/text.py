"""Marbles in words."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.unit import POINTS
from tests.toy.rules import KINDS, State

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
    s = position.state
    assert isinstance(s, State)
    told = [_seat(position, s, p, name) for p, name in enumerate(names)]
    return "\n".join([*told, f"Bag and other hands: {_marbles(s.bag)}."])


def _seat(position: Position, s: State, p: int, name: str) -> str:
    hand, laid = (row[p * KINDS : (p + 1) * KINDS] for row in (s.hand, s.table))
    known = f" ({_marbles(hand)})" if any(hand) else ""
    return f"{name}: {POINTS.count(position.scores[p])}; {_marbles(laid)} on the table; {s.held[p]} in hand{known}."


def _marbles(row: Sequence[int]) -> str:
    return " ".join(f"{n} {COLOURS[kind]}" for kind, n in enumerate(row) if n) or "nothing"
