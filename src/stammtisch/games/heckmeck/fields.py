"""What the fields of a State say, for programs that learn."""

from __future__ import annotations

from stammtisch.core.contract.fields import BySeat, choice, derived, seat
from stammtisch.games.heckmeck.rules import FACE_DOWN, HIGHEST, LOWEST, NO_TILE, TILES, worms
from stammtisch.games.keeping.fields import turn_fields

NUMBERS = [str(number) for number in range(LOWEST, HIGHEST + 1)]

FIELDS = {
    **turn_fields(("1", "2", "3", "4", "5", "worm")),
    "lies": seat("where each tile lies: with a seat, on the grill (-1), or face down (-2)", FACE_DOWN, labels=NUMBERS),
    "highest": derived("the highest face-up tile of the grill"),
    "below": choice("the tile under each tile of a stack, from 0; -1: none", NO_TILE, TILES - 1, labels=NUMBERS),
    "top": choice("the top tile of each seat's stack, from 0; -1: none", NO_TILE, TILES - 1, by_seat=BySeat(7)),
}

LOWEST_SCORE = 0
HIGHEST_SCORE = sum(worms(t) for t in range(TILES))  # one seat has all tiles
