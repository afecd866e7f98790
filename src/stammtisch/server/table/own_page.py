"""Each game's own page.py: what a page shows of it that follows from its rules. A game may have none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stammtisch.core.contract.page import Page, figures
from stammtisch.core.game import Move
from stammtisch.core.position import Position

__all__ = ["drawn", "figures"]


def drawn(before: Position, event: Sequence[int] | Move) -> dict[str, Any] | None:
    """How a run of outcomes, or a move, is drawn in a line of the log; None: its sentence says it."""
    return before.game.part(Page).drawn(before, event)
