"""Score cards of Zatre, written turn by turn without a board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stammtisch.core.position import Position
from stammtisch.games.zatre.card import POINTS, SEATS
from tests.games.zatre.positions import given, state

Scored = tuple[tuple[int, int, int], int]
"""What a turn made: (tens, elevens, twelves), crosses."""


def written(turns: Iterable[Scored], player: int = 0, **options: Any) -> Position:
    """A position in which these turns stand on a player's card, as section 6 says."""
    position = given("6@(7,7) 6@(7,8)", [1], **options)
    s, rules, o = state(position).copy(), position.game.rules, position.game.options
    for runs, crosses in turns:
        for column, number in enumerate(runs):
            if number:
                filled = s.filled[column * SEATS + player]
                s.box[rules.first_box(o, column, player) + filled] = number * POINTS[column]
                s.filled[column * SEATS + player] += 1
        s.crosses[player] += crosses
    return Position.unchecked(position.game, s)
