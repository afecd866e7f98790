"""The ways in which a turn of Heckmeck can end, numbered. Rules Python, bound with the rules (see keeping/drive.py)."""

from __future__ import annotations

from stammtisch.games.heckmeck.rules import STOP, TAKE, TILES, Options, State
from stammtisch.games.keeping.drive import FAILED

ENDS = 1 + TILES


def end_of(s: State, o: Options, m: int) -> int:
    """How move m ends the turn: it fails, or wins a tile."""
    return 1 + m - TAKE if TAKE <= m < STOP else FAILED
