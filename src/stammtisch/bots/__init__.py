"""Bots that know no particular game; a game's own are in its folder's bots.py."""

from stammtisch.bots.external import ExternalBot
from stammtisch.bots.luck import luck
from stammtisch.bots.named import bot_named, is_external
from stammtisch.bots.program import Limits, excerpt, kill_all
from stammtisch.bots.random_bot import RandomBot

__all__ = ["ExternalBot", "Limits", "RandomBot", "bot_named", "excerpt", "is_external", "kill_all", "luck"]
