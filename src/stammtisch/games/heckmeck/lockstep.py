"""Heckmeck in lock step: many games at once (see keeping/together.py)."""

from stammtisch.games.keeping.together import BOTS, play

__all__ = ["BOTS", "play"]
