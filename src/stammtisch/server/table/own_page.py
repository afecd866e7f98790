"""What a page shows of a game that follows from its rules, as plain JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch import games
from stammtisch.core.contract.page import Drawn, Page
from stammtisch.core.contract.shown import shown
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.turn import LastTurns


def figures(position: Position, names: Sequence[str], turns: LastTurns | None = None) -> dict[str, Any]:
    """For the game's own board; of a game without one, what a board that suits every game shows.

    Boards are folders of our page, so no game from outside has one, whatever its page.py says.
    """
    game = position.game
    page = game.part(Page)
    if games.is_ours(game.name) and page.defines("figures"):
        return dict(page.figures(position, turns))
    return dict(shown(position, names))


def drawn(before: Position, event: Sequence[int] | Move) -> Drawn | None:
    """How a run of outcomes, or a move, is drawn in a line of the log; None: its sentence says it."""
    return before.game.part(Page).drawn(before, event)
