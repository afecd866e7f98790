"""The bots of Heckmeck, weakest first."""

from __future__ import annotations

from stammtisch.bots import RandomBot, by_name, levels
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import STOP, TAKE
from stammtisch.games.keeping_bot import FirstBot, MasterBot, OneTurnBot, gains


def prizes(view: Position) -> list[Move]:
    """The tiles that may be taken, the highest last; a theft, if there is one, is the highest."""
    return [move for move in view.legal_moves if TAKE <= move < STOP]


*_graded, _master = levels(gains, "worms", beginner=2.0, regular=0.8, expert=0.3, master=MasterBot())
BOTS = by_name(RandomBot(), FirstBot(prizes), *_graded, OneTurnBot(), _master)
