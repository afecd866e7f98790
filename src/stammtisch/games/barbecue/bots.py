"""The bots of Barbecue: some to compare with, then the four levels."""

from __future__ import annotations

from stammtisch.bots import RandomBot, SearchBot, by_name, levels
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.unit import POINTS
from stammtisch.games.barbecue.rules import STOP
from stammtisch.games.keeping.bot import FirstBot, MasterBot, OneTurnBot, gains


def prizes(view: Position) -> list[Move]:
    """Stopping, if it is a success."""
    valid = STOP in view.legal_moves and view.game.rules.is_valid(view.state, view.game.options)
    return [view.game.moves[STOP]] if valid else []


BOTS = by_name(
    RandomBot(),
    FirstBot(prizes),
    SearchBot(),
    OneTurnBot(),
    *levels(gains, POINTS, beginner=1.0, regular=0.55, expert=0.25, master=MasterBot()),
)
