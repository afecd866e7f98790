"""What the fields of a State say."""

from __future__ import annotations

from stammtisch.core.contract.fields import BySeat, amount, choice, counter, seat
from tests.toy.rules import DRAWING, ENDED, KINDS, NOTHING, SEATS

COLOURS = ("white", "red", "blue")

FIELDS = {
    "turns": counter("the number of the turn"),
    "player": seat("whose turn it is"),
    "phase": choice("0: drawing, 1: laying, 2: the game has ended", DRAWING, ENDED),
    "dealing": choice("1: the hands are still being drawn", 0, 1),
    "last": choice("the colour laid last; -1: none", NOTHING, KINDS - 1),
    "bag": amount("marbles not seen, by colour", 0, 4, hidden=True, labels=COLOURS),
    "held": amount("how many marbles each seat holds", 0, 9, by_seat=BySeat(SEATS)),
    "hand": amount("the marbles of each seat that are seen", 0, 4, hidden=True, labels=COLOURS, by_seat=BySeat(SEATS)),
    "table": amount("the marbles that each seat has laid", 0, 4, labels=COLOURS, by_seat=BySeat(SEATS)),
}

LOWEST_SCORE = -6  # both blue marbles
HIGHEST_SCORE = 10
