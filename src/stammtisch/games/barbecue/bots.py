"""The bots of Barbecue, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from stammtisch.bots import RandomBot
from stammtisch.core.game import Bot, Move
from stammtisch.core.position import Position
from stammtisch.games.barbecue.rules import STOP
from stammtisch.games.keeping_bot import FirstBot, OneTurnBot


def prizes(view: Position) -> list[Move]:
    """Stopping, if it is a success."""
    valid = STOP in view.legal_moves and view.game.rules.is_valid(view.state, view.game.options)
    return [view.game.moves[STOP]] if valid else []


BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (RandomBot(), FirstBot(prizes), OneTurnBot())}
