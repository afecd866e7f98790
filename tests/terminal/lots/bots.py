"""The toy game's bots."""

from __future__ import annotations

from stammtisch.bots import searching_bots

BOTS = searching_bots()
