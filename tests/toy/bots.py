"""The bots of Marbles: what a game has that brings no thinker of its own."""

from __future__ import annotations

from stammtisch.bots import searching_bots

BOTS = searching_bots()
