"""The board of Zatre: cells, runs, and tiles that are put down and taken back. Part of the rules, see rules.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import State

# [Z1.1] The board: blank is no cell, D and C (the centre) are double cells.
MAP = (
    "    ..D D..    ",
    " D...........D ",
    " .D.........D. ",
    " ..D.......D.. ",
    "....D.....D....",
    ".....D...D.....",
    "D.....D.D.....D",
    " ......C...... ",
    "D.....D.D.....D",
    ".....D...D.....",
    "....D.....D....",
    " ..D.......D.. ",
    " .D.........D. ",
    " D...........D ",
    "    ..D D..    ",
)
SIDE = 15

# A cell is a number, 16 * (row + 1) + column:
#
#            0    1  …   14 |  15        There is no cell in column 15, nor above and below the board. So the four
#     row 0  16   17 …   30 |  31        neighbours of a cell are always c - 16, c - 1, c + 1, c + 16, and a run
#     row 1  32   33 …   46 |  47        that leaves the board on one side never comes in again on the other.
#      …
#     row 14 240 241 …  254 | 255
#            256  …              271
ACROSS = 1  # a step to the right
DOWN = 16  # a step down
ROOM = 17 * DOWN
CENTRE = DOWN * 8 + 7

# What lies on a cell: a tile 1 … 6, or
EMPTY = 0
NO_CELL = -1

# Bit c % 16 of DOUBLES[c // 16] says whether cell c is a double cell.
DOUBLES = (0, *(sum(1 << column for column, mark in enumerate(line) if mark in "DC") for line in MAP), 0)

KINDS = 6  # [Z1.2] of tiles; kind k carries k + 1 pips

# [Z4.2, Z4.4]
TEN = 10
TWELVE = 12


def cell_at(line: int, column: int) -> int:
    """The cell in a line (row of the board) and column, both from 0."""
    return DOWN * (line + 1) + column


def is_double(c: int) -> bool:
    """[Z1.1]"""
    return (DOUBLES[c >> 4] >> (c & 15)) & 1 == 1


def in_line(c: int, d: int) -> bool:
    """Do cells c and d lie in the same row or column?"""
    return c >> 4 == d >> 4 or c & 15 == d & 15


def run(s: State, c: int, step: int) -> int:
    """[Z2.1] The sum of the run through the tile on cell c, across or down; a tile alone counts its own pips."""
    pips = 0
    at = c
    while s.board[at] > EMPTY:
        pips += s.board[at]
        at += step
    at = c - step
    while s.board[at] > EMPTY:
        pips += s.board[at]
        at -= step
    return pips


def run_start(s: State, c: int, step: int) -> int:
    """The first cell of the run through cell c."""
    while s.board[c - step] > EMPTY:
        c -= step
    return c


def scores(s: State, c: int) -> bool:
    """[Z4.4, Z5.1] One of the two runs through the tile on cell c is a 10, 11 or 12. (No run is ever above.)"""
    return run(s, c, ACROSS) >= TEN or run(s, c, DOWN) >= TEN


def longer_run(s: State, c: int) -> int:
    """The sum that a tile on the empty cell c would join, across or down, whichever is more."""
    return max(s.beside[c], s.beside[ROOM + c])


def join(s: State, c: int, pips: int, step: int, side: int, sign: int) -> None:
    """A tile on cell c joins the tiles before and behind it: the cells at both ends of the run now border on it all.

    `step` and `side` say across or down, sign -1 that the tile is taken away again.
    """
    before = 0
    start = c - step
    while s.board[start] > EMPTY:
        before += s.board[start]
        start -= step
    behind = 0
    end = c + step
    while s.board[end] > EMPTY:
        behind += s.board[end]
        end += step
    s.beside[side + start] += sign * (pips + behind)
    s.beside[side + end] += sign * (pips + before)
    s.beside[side + c] = before + behind if sign < 0 else 0


def put(s: State, c: int, pips: int) -> None:
    """A tile goes from the player's hand to cell c."""
    if longer_run(s, c) + pips >= TEN:
        s.made += 1
    s.hand[s.player * KINDS + pips - 1] -= 1
    s.held[s.player] -= 1
    s.board[c] = pips
    join(s, c, pips, ACROSS, 0, 1)
    join(s, c, pips, DOWN, ROOM, 1)
    s.laid[s.count] = c
    s.count += 1


def take_back(s: State) -> None:
    """Undo the last `put`."""
    s.count -= 1
    c = s.laid[s.count]
    s.laid[s.count] = 0
    pips = s.board[c]
    join(s, c, pips, ACROSS, 0, -1)
    join(s, c, pips, DOWN, ROOM, -1)
    s.board[c] = EMPTY
    s.held[s.player] += 1
    s.hand[s.player * KINDS + pips - 1] += 1
    if longer_run(s, c) + pips >= TEN:
        s.made -= 1


# The spots: the empty cells next to a tile on which at least a 1 fits, in ascending order. `lay` keeps them up to date:
# before a tile is put down its neighbours become spots, and after that those are dropped on which no 1 fits any more.


def add_spots_around(s: State, c: int) -> None:
    """A tile is about to be laid on cell c: its neighbours that border on no tile yet become spots."""
    add_spot(s, c - DOWN)
    add_spot(s, c - ACROSS)
    add_spot(s, c + ACROSS)
    add_spot(s, c + DOWN)


def drop_spots(s: State) -> None:
    """[Z7.2] Forget the spots that are covered or on which no 1 fits any more."""
    spots = 0
    for i in range(s.spots):
        c = s.spot[i]
        joined = longer_run(s, c)  # 0 if a tile lies there
        s.spot[spots] = c
        spots += (joined > 0) & (joined < TWELVE)
    for i in range(spots, s.spots):
        s.spot[i] = 0
    s.spots = spots


def find_all_spots(s: State) -> None:
    """The spots of this board, from nothing: at first the centre."""
    for i in range(s.spots):
        s.spot[i] = 0
    s.spots = 0
    if s.opening:
        s.spot[0] = CENTRE
        s.spots = 1
        return
    for c in range(DOWN, ROOM - DOWN):
        if s.board[c] == EMPTY and 0 < longer_run(s, c) < TWELVE:
            s.spot[s.spots] = c
            s.spots += 1


def add_spot(s: State, c: int) -> None:
    """Cell c becomes a spot, if it is a cell that borders on no tile yet; spots stay in ascending order."""
    if s.board[c] != EMPTY or longer_run(s, c) > 0 or (s.opening and c == CENTRE):
        return
    i = s.spots
    while i > 0 and s.spot[i - 1] > c:
        s.spot[i] = s.spot[i - 1]
        i -= 1
    s.spot[i] = c
    s.spots += 1
