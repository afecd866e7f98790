"""The score card of Zatre, section 6 of the rules. Part of the rules, see rules.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stammtisch.games.zatre.board import ACROSS, DOWN, TEN, is_double, run, run_start, scores

if TYPE_CHECKING:  # what is expected of the rules
    from stammtisch.games.zatre.rules import Options, State

SEATS = 8

# [Z1.3, Z6.2] The point columns of the card: 10, 11, 12 are 0, 1, 2.
COLUMNS = 3
POINTS = (1, 2, 4)

# All cards lie in one row of boxes, column by column, and in a column player by player, each with 240 // players boxes:
#     box  column * 240  +  player * (240 // players)  +  row of the card
# That is enough. A player fills one box of a column in a turn, and only if he lays a tile. Say he lays in a turns. Up
# to three of his tiles, and one more for each turn in which he was blocked, may be left to lay when the bag is empty;
# so he had at least a - 3 turns before that, and each of his n - 1 rivals had a - 4, in each of which a tile was drawn
# or laid. Every tile is drawn once and laid once: a + (n - 1) * (a - 4) / 2 <= 121. For 2 … 8 players a is at most
#     82 62 50 43 37 33 30    and 240 // players is    120 80 60 48 40 34 30.
BOXES = 240


def write_card(s: State, o: Options) -> None:
    """[Z6.1, Z6.2] At most one box in each point column, and a cross for every double cell that earned one."""
    made = new_runs(s)
    for column in range(COLUMNS):
        runs = (made >> 3 * column) & 7
        if runs > 0:
            s.box[first_box(o, column, s.player) + s.filled[column * SEATS + s.player]] = runs * POINTS[column]
            s.filled[column * SEATS + s.player] += 1
    s.crosses[s.player] += new_crosses(s)


def first_box(o: Options, column: int, p: int) -> int:
    """Where a column of a player's card begins."""
    return column * BOXES + p * (BOXES // o.players)


def new_runs(s: State) -> int:
    """[Z4.5] The runs of 10, 11 and 12 that contain a tile laid in this turn, as tens + 8 * elevens + 64 * twelves.

    Each run counts once. Three tiles lie in at most six runs.
    """
    runs = 0
    for i in range(s.count):
        across = run(s, s.laid[i], ACROSS)
        if across >= TEN and is_first_in_run(s, i, ACROSS):
            runs += 1 << 3 * (across - TEN)
        down = run(s, s.laid[i], DOWN)
        if down >= TEN and is_first_in_run(s, i, DOWN):
            runs += 1 << 3 * (down - TEN)
    return runs


def is_first_in_run(s: State, i: int, step: int) -> bool:
    """No tile laid before the i-th one in this turn lies in the same run."""
    for j in range(i):
        if run_start(s, s.laid[j], step) == run_start(s, s.laid[i], step):
            return False
    return True


def new_crosses(s: State) -> int:
    """[Z5.1] The double cells covered in this turn that earn a cross."""
    crosses = 0
    for i in range(s.count):
        if is_double(s.laid[i]) and scores(s, s.laid[i]):
            crosses += 1
    return crosses


def bonus(card_row: int) -> int:
    """[Z1.3] Rows count from 0 here."""
    return min(3 + card_row // 4, 6)


def row_points(s: State, o: Options, p: int, card_row: int) -> int:
    """[Z6.3] What one row of a player's card counts."""
    points = 0
    complete = True
    for column in range(COLUMNS):
        if s.filled[column * SEATS + p] > card_row:
            points += s.box[first_box(o, column, p) + card_row]
        else:
            complete = False
    if complete:
        points += bonus(card_row)
    if s.crosses[p] > card_row and (complete or o.double_incomplete):
        points *= 2
    return points


def rows(s: State, p: int) -> int:
    """How many rows of a player's card count anything."""
    return max(s.filled[p], max(s.filled[SEATS + p], s.filled[2 * SEATS + p]))
