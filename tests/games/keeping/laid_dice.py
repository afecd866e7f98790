"""What the tests of Heckmeck and Barbecue share: dice set up as at a table, symbols as people say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stammtisch.core.position import Position
from stammtisch.games.keeping import CHOOSING, DICE, KEEPING, THROWING
from stammtisch.games.keeping.text import state

if TYPE_CHECKING:
    from stammtisch.games.keeping import State

Symbol = int | str
W = "worm"


def lay_dice(s: State, symbols: Sequence[str], kept: Mapping[Symbol, int] | None, thrown: Sequence[Symbol]) -> None:
    """With dice thrown one of them must be kept; with dice set aside the player chooses to throw or stop; with neither
    the first throw is to come."""
    for symbol, count in (kept or {}).items():
        s.kept[symbols.index(str(symbol))] = count
    for symbol in thrown:
        s.thrown[symbols.index(str(symbol))] += 1
    s.dice = DICE - sum(s.kept)
    assert len(thrown) in (0, s.dice), "all dice that are not set aside are thrown"
    s.falling = 0 if thrown or kept else DICE
    s.phase = KEEPING if thrown else CHOOSING if kept else THROWING


def throw(position: Position, *symbols: Symbol) -> Position:
    """Throw these dice — after the move `roll`, unless they are already falling."""
    if not position.is_chance:
        position = position.play("roll")
    for symbol in symbols:
        position = position.play(str(symbol))
    assert not position.is_chance, "dice are missing"
    return position


def legal(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves]


def total(position: Position) -> int:
    return int(position.game.rules.total(position.state))


def dice_left(position: Position) -> int:
    return state(position).dice
