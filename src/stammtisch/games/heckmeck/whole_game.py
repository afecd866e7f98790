"""Heckmeck solved to its end: on a grill of few tiles, or late in a game (see keeping/whole_game.py)."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.picture import state
from stammtisch.games.heckmeck.rules import FACE_DOWN, HIGHEST, LOWEST
from stammtisch.games.keeping.together import WEIGHS
from stammtisch.games.keeping.whole_game import Small, Solved

listed, regret, rivals = Small, Solved.regret, WEIGHS


def smaller(game: Game, numbers: Sequence[int]) -> Position:
    """All other tiles are out of the game, as if they had been turned face down [H4.2]."""
    wrong = [number for number in numbers if not LOWEST <= number <= HIGHEST]
    if wrong or not numbers:
        raise OptionError(f"the tiles are {LOWEST} to {HIGHEST}, not {wrong[0] if wrong else 'none'}")
    s = state(game.start()).copy()
    for t in range(len(s.lies)):
        if LOWEST + t not in numbers:
            s.lies[t] = FACE_DOWN
    s.highest = max(numbers) - LOWEST
    return Position(game, s)
