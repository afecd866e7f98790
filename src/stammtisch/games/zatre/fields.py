"""What the fields of a State say, for programs that learn."""

from __future__ import annotations

from stammtisch.core.contract.fields import BySeat, amount, choice, counter, derived, scratch, seat
from stammtisch.games.zatre.board import KINDS, NO_CELL, ROOM, SIDE, cell_at
from stammtisch.games.zatre.card import BOXES, COLUMNS, POINTS, SEATS, bonus
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.rules import ENDED, LOTS, ONES, OTHERS, OUT, TILES, Options

SQUARE = [cell_at(line, column) for line in range(SIDE) for column in range(SIDE)]
CELLS = ["none"] * ROOM
for _cell in SQUARE:
    CELLS[_cell] = f"row {_cell // 16 - 1}, column {_cell % 16}"
PIPS = [str(kind + 1) for kind in range(KINDS)]

# Three tiles lie in six runs at most: no row of a card counts more than six in each column and its bonus, all twice.
BEST_ROW = 2 * (2 * MOST * sum(POINTS) + bonus(BOXES))
ALL_PIPS = ONES + OTHERS * sum(range(2, KINDS + 1))


def most(o: Options) -> int:
    """As many such rows as a card has."""
    return BEST_ROW * (BOXES // o.players)


FIELDS = {
    "turns": counter("the number of the turn"),
    "player": seat("whose turn it is, or who draws"),
    "starter": seat("who began"),
    "phase": choice("0: drawing lots, 1: first hands, 2: drawing, 3: laying, 4: the game has ended", LOTS, ENDED),
    "opening": choice("1 until the first tiles lie on the board", 0, 1),
    "drawing": amount("tiles still to be drawn", 0, MOST),
    "dry": choice("1 if the bag was empty when this turn began", 0, 1),
    "passes": amount("passes in succession", 0, lambda o: o.players),
    "left": amount("tiles in the bag", 0, TILES),
    "bag": amount("tiles not seen: in the bag or in hidden hands, by pips", 0, OTHERS + 1, hidden=True, labels=PIPS),
    "lot": amount("each seat's lot; 0: not drawn yet, -1: out", OUT, KINDS, by_seat=BySeat(SEATS)),
    "held": amount("how many tiles each seat holds", 0, 121, by_seat=BySeat(SEATS)),
    "hand": amount(
        "the tiles of each seat that are seen, by pips", 0, OTHERS + 1, hidden=True, labels=PIPS, by_seat=BySeat(SEATS)
    ),
    "board": amount("what lies on each cell; 0: nothing, -1: it is no cell", NO_CELL, KINDS, only=SQUARE, labels=CELLS),
    "beside": derived("what a tile would join on each cell"),
    "box": amount(
        "the boxes of the cards, column by column, in each seat by seat", 0, 127, by_seat=BySeat(groups=COLUMNS)
    ),
    "filled": amount("boxes filled in each column", 0, 127, by_seat=BySeat(SEATS, COLUMNS)),
    "crosses": amount("crosses of each seat", 0, 127, by_seat=BySeat(SEATS)),
    "count": amount("tiles laid in this turn", 0, MOST),
    "laid": amount("the cells they lie on, in ascending order; 0: none", 0, ROOM - 1),
    "made": derived("1 if one of them made a run of 10 to 12"),
    "fallback": derived("1: double cells may be covered without a cross"),
    "owed": derived("what the turn must make"),
    "least": derived("how many tiles must be laid"),
    "most": derived("how many tiles may be laid"),
    "spots": derived("how many cells a tile can be laid on"),
    "spot": derived("those cells"),
    "next": scratch("what a search tries next"),
}

LOWEST_SCORE = -ALL_PIPS  # nothing on the card, and all tiles in hand
HIGHEST_SCORE = most
