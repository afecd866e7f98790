"""RandomBot: plays any game by random moves."""

from __future__ import annotations

from stammtisch.core.dice import draw
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say


class RandomBot:
    """Plays any game: every legal move is as likely as any other."""

    name = "random"
    """What people type to have it play."""
    instant = True
    """It needs nothing compiled."""

    @property
    def about(self) -> str:
        """How it plays, in a sentence of the language that is spoken."""
        return say("plays a random legal move")

    def choose(self, view: Position, seed: int) -> Move:
        """A legal move; the same view and seed give the same."""
        return view.legal_moves[draw(seed, 0, 0, len(view.legal_moves))]
