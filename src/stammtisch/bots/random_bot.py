"""RandomBot: plays any game by random moves."""

from __future__ import annotations

from stammtisch.core.dice import draw
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say


class RandomBot:
    """Every legal move is as likely as any other."""

    name = "random"
    instant = True  # it needs nothing compiled, see bots/precompile.py

    @property
    def about(self) -> str:
        return say("plays a random legal move")

    def choose(self, view: Position, seed: int) -> Move:
        return view.legal_moves[draw(seed, 0, 0, len(view.legal_moves))]
