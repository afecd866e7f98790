"""Puzzles of Zatre: the value of a move is the lead at the end of the game, so the game is played on to its end.

The analysis estimates what the cards will count in the end after two rounds more. Here nothing is estimated: everybody
makes the turn that is best for his own card until the game is over, and the rules count the points.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.game import Move
from stammtisch.core.position import Position

LEAD = 3.0
VARIANTS = ({"players": 2}, {"players": 3}, {"players": 2}, {"players": 4})


def play_on(view: Position, move: Move, seed: int, games: int) -> Sequence[Sequence[int]]:
    from stammtisch.games.zatre.thinker import final_scores

    return final_scores(view, move, seed, games)
