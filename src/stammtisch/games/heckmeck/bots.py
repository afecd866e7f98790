"""The bots of Heckmeck, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots import RandomBot
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.rules import STOP, TAKE
from stammtisch.games.keeping_bot import FirstBot, OneTurnBot


def prizes(view: Position) -> list[Move]:
    """The tiles that may be taken, the highest last; a theft, if there is one, is the highest."""
    return [move for move in view.legal_moves if TAKE <= move < STOP]


BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (RandomBot(), FirstBot(prizes), OneTurnBot())}
