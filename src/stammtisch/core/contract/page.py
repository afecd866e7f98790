"""Page: what a page shows of a game that follows from its rules, so that the page needs to know none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.core.contract.part import Part
from stammtisch.core.game import Move
from stammtisch.core.position import Position


class Page(Part):
    FILE = "page"

    def figures(self, position: Position) -> dict[str, Any]:
        """What the board shows besides the state."""
        return {}

    def drawn(self, before: Position, event: Sequence[int] | Move) -> dict[str, Any] | None:
        """How a run of outcomes, or a move, is drawn in a line of the log; None: its sentence says it."""
        return None


def figures(position: Position, names: Sequence[str]) -> dict[str, Any]:
    """For the game's own board; of a game without one, rows for a board that suits every game (see text.Row)."""
    page = position.game.part(Page)
    if page.defines("figures"):
        return page.figures(position)
    return {"rows": [row.to_json() for row in position.game.text.rows(position, names)]}
