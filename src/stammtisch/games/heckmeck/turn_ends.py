"""The ways in which a turn of Heckmeck can end, numbered. Rules Python, bound with the rules (see keeping/drive.py)."""

from __future__ import annotations

from stammtisch.games.heckmeck.rules import GRILL, STOP, TAKE, TILES, Options, State
from stammtisch.games.keeping.drive import FAILED

ENDS = 1 + TILES


def end_of(s: State, o: Options, m: int) -> int:
    """How move m ends the turn: it fails, or wins a tile."""
    return 1 + m - TAKE if TAKE <= m < STOP else FAILED


def wins(s: State, o: Options, m: int) -> bool:
    """Does move m take a tile?"""
    return TAKE <= m < STOP


def robs(s: State, o: Options, m: int) -> bool:
    """Is the tile that move m takes a rival's?"""
    return s.lies[m - TAKE] != GRILL
