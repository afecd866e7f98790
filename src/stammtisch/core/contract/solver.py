"""Solver: exact chances of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stammtisch.core.contract.odds_table import OddsTable
from stammtisch.core.contract.part import Part
from stammtisch.core.position import Position


class Solver(Part):
    """solve.py: exact chances. `game.part(Solver)` gives it; it is false for a game without a solver.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.core.contract.solver import Solver
        >>> game = stammtisch.load("heckmeck")
        >>> solver = game.part(Solver)
        >>> bool(solver), round(solver.odds(game.start())["at_least"]["21"], 3)  # the chance of 21 or more in a turn
        (True, 0.893)
    """

    FILE = "solve"

    odds: Callable[[Position], dict[str, Any]]
    """Exact figures for a turn from here, as plain JSON."""

    def odds_here(self, position: Position) -> dict[str, Any] | None:
        """More about a position that was asked for; it is added as odds["here"]."""
        return None

    def odds_text(self, odds: dict[str, Any]) -> str | None:
        """The odds in words and bars; None: their figures say it."""
        return None

    def odds_tables(self, odds: dict[str, Any]) -> Sequence[OddsTable]:
        """The same figures as tables, for a page in any language; none: the page shows no odds of this game."""
        return ()

    odds_plot: Callable[[dict[str, Any], Any], None] | None = None
    """Draws the odds into a matplotlib figure; None: there is no chart."""
