"""The toy game's bots."""

from __future__ import annotations

from stammtisch.bots import RandomBot

BOTS = {"random": RandomBot()}
