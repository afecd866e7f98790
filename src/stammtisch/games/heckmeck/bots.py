"""The bots of Heckmeck: some to compare with, then the four levels."""

from __future__ import annotations

from stammtisch.bots import RandomBot, SearchBot, by_name, levels
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import STOP, TAKE
from stammtisch.games.keeping.bot import FirstBot, MasterBot, OneTurnBot, gains
from stammtisch.games.keeping.text import WORMS


def prizes(view: Position) -> list[Move]:
    """The tiles that may be taken, the highest last; a theft, if there is one, is the highest."""
    return [move for move in view.legal_moves if TAKE <= move < STOP]


BOTS = by_name(
    RandomBot(),
    FirstBot(prizes),
    SearchBot(),
    OneTurnBot(),
    *levels(gains, WORMS, beginner=0.75, regular=0.45, expert=0.25, master=MasterBot()),
)
