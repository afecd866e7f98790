"""What the fields of a State say, for programs that learn."""

from __future__ import annotations

from stammtisch.core.contract.fields import BySeat, choice, derived, seat
from stammtisch.games.heckmeck.rules import FACE_DOWN, HIGHEST, LOWEST, NO_TILE, TILES
from stammtisch.games.keeping.fields import TURN

NUMBERS = [str(number) for number in range(LOWEST, HIGHEST + 1)]

FIELDS = {
    **TURN,
    "lies": seat("where each tile lies: with a seat, on the grill (-1), or face down (-2)", FACE_DOWN, labels=NUMBERS),
    "highest": derived("the highest face-up tile of the grill"),
    "below": choice("the tile under each tile of a stack, from 0; -1: none", NO_TILE, TILES - 1, labels=NUMBERS),
    "top": choice("the top tile of each seat's stack, from 0; -1: none", NO_TILE, TILES - 1, by_seat=BySeat(7)),
}
