"""The toy game in words."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns
from tests.terminal.lots.rules import State

TITLE = "Lots"
LETTER = "L"
SUMMARY = "Draw and lay."
OPTIONS = {"players": "Number of players"}
WHY = {101: "the field is taken"}


def move_name(m: int) -> str:
    return f"lay {(m - 1) // 10} {(m - 1) % 10}" if m else "pass"


def outcome_name(m: int) -> str:
    return f"lot{m}"


def _hand(position: Position, p: int) -> str:
    assert isinstance(position.state, State)
    hand = position.state.hand[p]
    return "nothing" if hand == -1 else "a secret" if hand == -2 else f"lot{hand}"


def board(position: Position, names: Sequence[str]) -> str:
    return "\n".join(f"{name} holds {_hand(position, p)}." for p, name in enumerate(names))


def picture(position: Position, names: Sequence[str], turns: LastTurns) -> str:
    return board(position, names)


def leads_to(position: Position, move: int, names: Sequence[str]) -> str:
    return f"lays {_hand(position, position.turn)}"


def tell(before: Position, move: int, names: Sequence[str]) -> str:
    return f"{names[before.turn]} did {move_name(move)}."


def tell_chance(before: Position, drawn: Sequence[int], names: Sequence[str]) -> str:
    return f"{names[before.audience]} drew {' '.join(outcome_name(m) for m in drawn)}."


def applies(position: Position) -> list[str]:
    return ["1.1"]
