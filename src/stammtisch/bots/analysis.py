"""What each move of a position is worth: by the game's own advice, or else by a search."""

from __future__ import annotations

from stammtisch.bots import search
from stammtisch.core.contract.advice import SAME, Advice, Analysis, Choice, percent
from stammtisch.core.errors import GameOver
from stammtisch.core.extras import optional_imports
from stammtisch.core.position import Position

__all__ = ["SAME", "Analysis", "Choice", "analyse", "percent"]


def analyse(position: Position) -> Analysis:
    """What the player to move can know of a position; the same as `stammtisch.analyse`."""
    if position.is_over:
        raise GameOver(f"the game is over: there is nothing left to choose; the final scores are {position.scores}")
    if position.viewer is None and not position.is_chance:
        position = position.view(position.turn)
    with optional_imports():
        own = position.game.part(Advice)
        return own.analyse(position) if own else search.analyse(position)
