"""Heckmeck solved turn by turn: exact odds, and the best way to play one turn."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stammtisch.core.contract.odds_table import OddsRow, OddsTable
from stammtisch.core.position import Position
from stammtisch.core.translation import printed, say
from stammtisch.games.heckmeck.picture import state
from stammtisch.games.heckmeck.rules import GRILL, LOWEST, NO_TILE, STOP, TAKE, State
from stammtisch.games.keeping.odds import before_turn, chances, draw, outcome, page, tables
from stammtisch.games.keeping.solved import Turn, solved
from stammtisch.games.keeping.text import WORMS

TOTALS = range(LOWEST, 41)
STAKES = range(5)  # worms that the player's own top tile can show; 0: he has none


def turn(position: Position, stolen: float = 1.0) -> Turn:
    """The turn of a position, for one who wants worms. Failing costs his top tile [H4.1]; a tile that he steals counts
    its worms `stolen` times, for a rival loses what he wins."""
    return _turn(before_turn(position), stolen)


@lru_cache(16)
def _turn(position: Position, stolen: float) -> Turn:
    worms = position.game.rules.worms
    s = state(position)
    own = s.top[s.player]

    def prize(s: State, m: int) -> float | None:
        if m == STOP:
            return None  # [H3.6]
        won = worms(m - TAKE)
        lost = 0 if s.lies[m - TAKE] == GRILL else won
        return float(won + (stolen - 1) * lost)

    return solved(position, prize, 0.0 if own == NO_TILE else -float(worms(own)))


def odds(position: Position) -> dict[str, Any]:
    """The chance of a total with a worm, at least and exactly, each if that is all one wants; and the worms that the
    best policy can expect, by the worms that failing costs."""
    here = turn(position)
    return {
        **chances(here, position, TOTALS),
        "expected_worms": {str(stake): here.with_failure(-float(stake)).value(position) for stake in STAKES},
    }


def odds_here(position: Position) -> dict[str, Any]:
    """What the best policy for worms can expect in this position, how its turn ends, and what each move is worth."""
    return outcome(turn(position), position, "expected_worms")


def odds_text(odds: dict[str, Any]) -> str:
    lines = ["Expected worms of one turn, if failing costs", ""]
    lines += [f"  {WORMS.count(int(stake)):7}   {value:9.6f}" for stake, value in odds["expected_worms"].items()]
    return page(odds, "\n".join(lines))


def odds_tables(odds: dict[str, Any]) -> list[OddsTable]:
    stakes = odds["expected_worms"]
    rows = [OddsRow(WORMS.count(int(stake)), (printed(f"{value:.2f}"),)) for stake, value in stakes.items()]
    title = say("Worms that the turn brings on average, by what failing costs")
    return [*tables(odds), OddsTable(title, (say("Failing costs"), say("On average")), rows)]


def odds_plot(odds: dict[str, Any], figure: Any) -> None:
    chart, worms = figure.subplots(1, 2, width_ratios=(3, 1))
    draw(odds, chart)
    stakes = odds["expected_worms"]
    bars = worms.bar(list(stakes), list(stakes.values()), color="#a8320a")
    worms.bar_label(bars, fmt="%.2f", padding=2, fontsize=8)
    worms.axhline(0, color="#2b1a10", linewidth=0.8)
    worms.set_title("expected worms of one turn")
    worms.set_xlabel("worms that failing costs")
    worms.spines[["top", "right"]].set_visible(False)
    worms.margins(y=0.1)
