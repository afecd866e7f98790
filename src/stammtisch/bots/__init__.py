"""Bots that know no particular game; a game's own are in its folder's bots.py."""

from stammtisch.bots.random_bot import RandomBot

__all__ = ["RandomBot"]
