"""What each move of a position is worth: by the game's own advice, or else by a search."""

from __future__ import annotations

from stammtisch.core.contract.advice import SAME, Advice, Analysis, Choice, percent
from stammtisch.core.errors import GameOver
from stammtisch.core.extras import optional_imports
from stammtisch.core.position import Position

__all__ = ["SAME", "Analysis", "Choice", "analyse", "percent"]


def analyse(position: Position) -> Analysis:
    """What the player to move — at a throw: whose turn it is — can know of a position from what he may see of it."""
    if position.is_over:
        raise GameOver(f"the game is over: there is nothing left to choose; the final scores are {position.scores}")
    if position.viewer is None and not position.is_chance:
        position = position.view(position.turn)
    with optional_imports():
        return position.game.part(Advice).analyse(position)
