"""Barbecue solved to its end: on a grill of few places, or late in a game (see keeping/whole_game.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.games.barbecue.picture import state
from stammtisch.games.barbecue.rules import HIGHEST, LOWEST, PLACES, SNAILS, Options, worms_at
from stammtisch.games.keeping.together import WEIGHS
from stammtisch.games.keeping.whole_game import Small, Solved

listed, regret, rivals = Small, Solved.regret, WEIGHS


def smaller(game: Game, numbers: Sequence[int]) -> Position:
    """All other places have two plates [B3.5], in turn of one player and of the other, who are level in worms; and
    there are as many snails as places are left, or one more, so that the others can be shared evenly."""
    wrong = [number for number in numbers if not LOWEST <= number <= HIGHEST]
    if wrong or not numbers:
        raise OptionError(f"the places are {LOWEST} to {HIGHEST}, not {wrong[0] if wrong else 'none'}")
    s, options = state(game.start()).copy(), cast(Options, game.options)
    closed = [g for g in range(PLACES) if LOWEST + g not in numbers]
    brought = [0, 0]
    for i, g in enumerate(closed):
        s.holds[g], s.plates[g] = i % 2, 2
        brought[i % 2] += 2 * worms_at(options, g)
    s.supply = min(SNAILS, len(set(numbers)) + len(set(numbers)) % 2)
    for p in range(2):
        s.worms[p] = max(brought)
        s.snails[p] = (SNAILS - s.supply) // 2
    return Position(game, s)
