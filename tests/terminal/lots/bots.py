"""The toy game's bots."""

from __future__ import annotations

from stammtisch.bots import RandomBot, by_name

BOTS = by_name(RandomBot())
