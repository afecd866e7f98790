"""The bots of Barbecue, weakest first."""

from __future__ import annotations

from stammtisch.bots import RandomBot, by_name, levels
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.barbecue.rules import STOP
from stammtisch.games.keeping_bot import FirstBot, MasterBot, OneTurnBot, gains


def prizes(view: Position) -> list[Move]:
    """Stopping, if it is a success."""
    valid = STOP in view.legal_moves and view.game.rules.is_valid(view.state, view.game.options)
    return [view.game.moves[STOP]] if valid else []


*_graded, _master = levels(gains, "points", beginner=4.0, regular=1.5, expert=0.6, master=MasterBot())
BOTS = by_name(RandomBot(), FirstBot(prizes), *_graded, OneTurnBot(), _master)
