"""Barbecue solved turn by turn: exact odds, and the best way to play one turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stammtisch.core.contract.odds_table import OddsTable
from stammtisch.core.position import Position
from stammtisch.games.barbecue.rules import LOWEST, State
from stammtisch.games.keeping.odds import before_turn, chances, draw, outcome, page, tables
from stammtisch.games.keeping.solved import Turn, solved

TOTALS = range(LOWEST, 48)


def turn(position: Position, stolen: float = 1.0) -> Turn:
    """The turn of a position, for one who wants points; failing is worth nothing. Worms that he takes from a rival
    count `stolen` times, for the rival loses what he wins."""
    return _turn(before_turn(position), stolen)


@lru_cache(16)
def _turn(position: Position, stolen: float) -> Turn:
    rules, o = position.game.rules, position.game.options

    def prize(s: State, m: int) -> float | None:
        if not rules.is_valid(s, o):
            return None  # [B2.3, B2.4]
        after = s.copy()
        rules.play(after, o, m)
        gains = [rules.score(after, o, p) - rules.score(s, o, p) for p in range(o.players)]
        gain = gains.pop(s.player)
        return gain - (stolen - 1) * sum(gains)

    return solved(position, prize, 0.0)


def odds(position: Position) -> dict[str, Any]:
    """The chance of a total with a worm, at least and exactly, each if that is all one wants."""
    return chances(turn(position), position, TOTALS)


def odds_here(position: Position) -> dict[str, Any]:
    """What the best policy for points can expect in this position, how its turn ends, and what each move is worth."""
    return outcome(turn(position), position, "expected_points")


def odds_text(odds: dict[str, Any]) -> str:
    return page(odds)


def odds_tables(odds: dict[str, Any]) -> list[OddsTable]:
    return tables(odds)


def odds_plot(odds: dict[str, Any], figure: Any) -> None:
    draw(odds, figure.subplots())
