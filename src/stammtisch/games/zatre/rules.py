"""Zatre: the rules, paragraph by paragraph. Read it beside rules.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar

from stammtisch.core.options import BaseOptions, Value, between
from stammtisch.core.record import Record, row
from stammtisch.core.words import CHANCE, EVERYBODY, OVER, PASS

VERSION = 1

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

# [Z1.2] Tiles are of six kinds; kind k carries k + 1 pips.
KINDS = 6
TILES = 121
ONES = 21
OTHERS = 20

# [Z4.2, Z4.4]
TEN = 10
TWELVE = 12

MOST = 3  # [Z4.3] tiles laid in one turn
FULL = 2  # [Z4.7] tiles that a hand is filled up to
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

# Moves:  0     1     2 …
#         pass  done  lay:  2 + 225 * (pips - 1) + 15 * row + column
DONE = 1
LAY = 2
MOVES = LAY + KINDS * SIDE * SIDE

# At most 121 tiles are drawn and laid, so at most 121 turns are ended by `done` and 121 end with an extra tile; between
# two turns that lay something all players may pass. That makes less than 1,500 plies. Only the start has no bound:
# an opening is dealt again in about half of all cases [Z3.4]. Random play takes about 400 plies.
LENGTH = 10_000

# Phases
LOTS = 0  # drawing for the start [Z3.1]
DEALING = 1  # the first hands are drawn [Z3.2]
DRAWING = 2  # the player draws for his hand
LAYING = 3
ENDED = 4

# A seat's lot: the pips drawn, or
NOT_YET = 0  # he is still to draw in this round
OUT = -1  # somebody drew a higher one


class OpeningCap(IntEnum):
    """[Z3.3] What may not exceed 12 in the opening turn?"""

    TOTAL = 0
    PER_RUN = 1


class Opening(IntEnum):
    """[Z3.3, Z8.2] Must the opening make a run of 10 to 12, or is it free?"""

    TEN = 0
    FREE = 1


class Draw(IntEnum):
    """[Z8.3] Are tiles drawn at the end of a turn or at its beginning?"""

    AFTER = 0
    BEFORE = 1


@dataclass(frozen=True)
class Options(BaseOptions):
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {  # [Z8.1, Z8.2, Z8.3]
        "amigo": {"must_score": False, "opening_cap": "per_run", "opening": "free", "draw": "before"}
    }

    players: int = between(2, SEATS)
    must_score: bool = True
    opening_cap: OpeningCap = OpeningCap.TOTAL
    double_incomplete: bool = False
    opening: Opening = Opening.TEN
    draw: Draw = Draw.AFTER
    open_hands: bool = False


class State(Record):
    WIDE = ("turns", "laid", "last", "spot", "next")

    turns = 1  # the number of this turn in the game, from 1; an opening that is dealt again counts
    player = 0  # whose turn it is, or who draws
    starter = 0
    phase = LOTS
    opening = 1  # 1 until the first tiles lie on the board
    drawing = 0  # tiles still to be drawn in this phase
    dry = 0  # 1 if the bag was empty when this turn began [Z7.1]
    passes = 0  # passes in succession [Z7.1]
    left = TILES  # tiles in the bag; everybody can count them, whatever `hide` adds to `bag`
    bag = [ONES, OTHERS, OTHERS, OTHERS, OTHERS, OTHERS]  # tiles in the bag by kind
    lot = row(SEATS)  # each seat's lot [Z3.1]
    held = row(SEATS)  # how many tiles each seat holds
    hand = row(SEATS * KINDS)  # seat 0: 1s 2s … 6s, seat 1: 1s 2s … 6s, …

    # The board; and for every cell the sum of the tiles that a tile laid there would join, on its left and right
    # (beside[c]) and above and below (beside[ROOM + c]). Of a covered cell it is 0.
    board = [
        NO_CELL if not 1 <= c // DOWN <= SIDE or c % DOWN == SIDE or MAP[c // DOWN - 1][c % DOWN] == " " else EMPTY
        for c in range(ROOM)
    ]
    beside = row(2 * ROOM)

    # The cards
    box = row(COLUMNS * BOXES)  # see above
    filled = row(COLUMNS * SEATS)  # boxes filled: column 10: seat 0 … 7, column 11: seat 0 … 7, column 12: …
    crosses = row(SEATS)

    # The turn
    count = 0  # tiles laid in this turn
    laid = row(MOST)  # and the cells they lie on, in ascending order
    last = row(MOST)  # the cells covered by the turn before, 0 for none
    # When a turn begins, `find_duties` works out what makes a set of placements a legal turn [Z4.3]:
    fallback = 0  # 1: double cells may be covered without a cross [Z5.3]
    owed = 0  # 1: a run of 10 to 12 must be made [Z4.4]
    least = 0  # how many tiles must be laid
    most = 0  # how many may be laid; 0: none can be
    # The spots: the empty cells next to a tile on which at least a 1 fits, in ascending order; at first the centre.
    spots = 1
    spot = [CENTRE, *row(191)]
    next = row(MOST)  # scratch of `can_finish`: the candidate to be tried next as the n-th tile


def turn(s: State, o: Options) -> int:
    """Who is to move: a player, CHANCE or OVER."""
    if s.phase < LAYING:
        return CHANCE
    if s.phase == ENDED:
        return OVER
    return s.player


# ── 1, 2 Tiles and runs ──────────────────────────────────────────────────────────────────────────────────────────────


def outcomes(s: State, o: Options) -> int:
    """[Z1.2] Tiles are drawn one by one."""
    return KINDS


def weight(s: State, o: Options, m: int) -> int:
    """[Z1.2] A kind is as likely as it has tiles in the bag."""
    return s.bag[m]


def sees(s: State, o: Options) -> int:
    """[Z2.3] Only who draws a tile into his hand sees it; lots are open."""
    if s.phase == LOTS or o.open_hands:
        return EVERYBODY
    return s.player


def hide(s: State, o: Options, p: int) -> None:
    """[Z2.3] What seat p sees: the rivals' tiles might as well be in the bag; how many they hold stays known.

    What a rival has to do this turn would tell of his hand, so it is forgotten too. At the end hands are laid open.
    """
    if o.open_hands or s.phase == ENDED:
        return
    for q in range(o.players):
        if q != p:
            for k in range(KINDS):
                s.bag[k] += s.hand[q * KINDS + k]
                s.hand[q * KINDS + k] = 0
    if p != s.player:
        forget_duties(s)


def is_double(c: int) -> bool:
    """[Z1.1]"""
    return (DOUBLES[c >> 4] >> (c & 15)) & 1 == 1


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


# ── 3 Start ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def fill_bag(s: State) -> None:
    """[Z1.2] All tiles are in the bag."""
    s.left = TILES
    s.bag[0] = ONES
    for k in range(1, KINDS):
        s.bag[k] = OTHERS


def draw_lot(s: State, o: Options, k: int) -> None:
    """[Z3.1] The next seat that is still in draws its lot; after the last one the round is judged."""
    s.bag[k] -= 1
    s.left -= 1
    s.lot[s.player] = k + 1
    s.player = next_to_draw(s, o)
    if s.player == o.players:
        judge_lots(s, o)


def next_to_draw(s: State, o: Options) -> int:
    """The first seat that is still to draw its lot, or the number of players."""
    p = 0
    while p < o.players and s.lot[p] != NOT_YET:
        p += 1
    return p


def judge_lots(s: State, o: Options) -> None:
    """[Z3.1] The highest starts; tied players draw again."""
    highest = 0
    for p in range(o.players):
        highest = max(highest, s.lot[p])
    tied = 0
    for p in range(o.players):
        if s.lot[p] == highest:
            s.lot[p] = NOT_YET
            tied += 1
        else:
            s.lot[p] = OUT
    s.player = next_to_draw(s, o)
    if tied == 1:
        deal_hands(s, o, highest)
    elif s.left < tied:
        fill_bag(s)


def deal_hands(s: State, o: Options, highest: int) -> None:
    """[Z3.1, Z3.2] The starter is found: lots go back, and hands are drawn, his first."""
    for p in range(o.players):
        s.lot[p] = NOT_YET
    fill_bag(s)
    s.starter = s.player
    s.phase = DEALING
    s.drawing = MOST
    if o.opening == Opening.FREE:  # [Z8.2] he keeps his lot
        take_tile(s, highest - 1)


def take_tile(s: State, k: int) -> None:
    """A tile of kind k goes from the bag to the player's hand."""
    s.bag[k] -= 1
    s.left -= 1
    s.hand[s.player * KINDS + k] += 1
    s.held[s.player] += 1
    s.drawing -= 1


def deal_tile(s: State, o: Options, k: int) -> None:
    """[Z3.2] First hands: the starter draws three, then everybody else two, clockwise. [Z8.3] Or nobody else."""
    take_tile(s, k)
    if s.drawing > 0:
        return
    s.player = following(s, o)
    if s.player == s.starter or o.draw == Draw.BEFORE:
        s.player = s.starter
        begin_laying(s, o)
    else:
        s.drawing = FULL


def deal_again(s: State, o: Options) -> None:
    """[Z3.4] No opening is possible: everything goes back, and lots are drawn again."""
    for p in range(o.players):
        s.held[p] = 0
        for k in range(KINDS):
            s.hand[p * KINDS + k] = 0
    fill_bag(s)
    s.turns += 1
    s.player = 0
    s.starter = 0
    s.phase = LOTS


def following(s: State, o: Options) -> int:
    """The next seat clockwise."""
    return 0 if s.player + 1 == o.players else s.player + 1


# ── 4, 5 What the player to move may do ──────────────────────────────────────────────────────────────────────────────


def cell_at(line: int, column: int) -> int:
    """The cell in a line (row of the board) and column, both from 0."""
    return DOWN * (line + 1) + column


def cell_of(m: int) -> int:
    """The cell on which move m lays a tile."""
    square = (m - LAY) % (SIDE * SIDE)
    return cell_at(square // SIDE, square % SIDE)


def pips_of(m: int) -> int:
    """The pips of the tile that move m lays."""
    return 1 + (m - LAY) // (SIDE * SIDE)


def lay_move(c: int, pips: int) -> int:
    """The move that lays a tile with so many pips on cell c."""
    return LAY + SIDE * SIDE * (pips - 1) + SIDE * (c // DOWN - 1) + c % DOWN


def forbids(s: State, o: Options, m: int) -> int:
    """0 if the player to move may make this move, else the paragraph that forbids it (402 is [Z4.2])."""
    if m == DONE:
        if is_legal_turn(s):
            return 0
        return 303 if s.opening else 403  # [Z3.3, Z4.3]
    return forbids_tile(s, o, cell_of(m), pips_of(m))


def forbids_tile(s: State, o: Options, c: int, pips: int) -> int:
    """May the player lay a tile with so many pips on cell c? 0, or the paragraph that forbids it."""
    if s.board[c] == NO_CELL:
        return 101  # [Z1.1]
    if s.board[c] != EMPTY or s.hand[s.player * KINDS + pips - 1] == 0:
        return 401  # [Z4.1]
    if not is_beside_tile(s, c):
        return 303 if s.opening else 401  # [Z3.3, Z4.1]
    if longer_run(s, c) + pips > TWELVE:
        return 402  # [Z4.2]
    if pips > pips_allowed(s, o):
        return 303  # [Z3.3] opening_cap
    if s.count < s.most and lies_in_turn(s, o, c, pips):
        return 0
    if s.opening:
        return 303  # [Z3.3]
    if longer_run(s, c) + pips < TEN:  # in none of the legal turns: the likely reason
        if is_double(c) and not s.fallback:
            return 502  # [Z5.2]
        if s.owed:
            return 404  # [Z4.4]
    return 403  # [Z4.3]


def moves(s: State, o: Options, out: list[int]) -> int:
    """All legal moves in ascending order, found faster than by asking `forbids` for each; how many there are."""
    count = 0
    if is_legal_turn(s):
        out[0] = DONE
        count = 1
    if s.count < s.most:
        for k in range(KINDS):
            if s.hand[s.player * KINDS + k] > 0:
                for i in range(s.spots):
                    if forbids_tile(s, o, s.spot[i], k + 1) == 0:
                        out[count] = lay_move(s.spot[i], k + 1)
                        count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


def is_beside_tile(s: State, c: int) -> bool:
    """[Z4.1] Cell c borders on a tile; [Z3.3] the very first tile goes to the centre."""
    if s.opening and s.count == 0:
        return c == CENTRE
    return s.beside[c] > 0 or s.beside[ROOM + c] > 0


def pips_allowed(s: State, o: Options) -> int:
    """[Z3.3] With opening_cap `total` all tiles of the opening sum to at most 12; otherwise there is no such limit."""
    if not s.opening or o.opening == Opening.FREE or o.opening_cap == OpeningCap.PER_RUN:
        return KINDS
    pips = TWELVE
    for i in range(s.count):
        pips -= s.board[s.laid[i]]
    return pips


def is_legal_turn(s: State) -> bool:
    """[Z4.3] Are the tiles laid so far a legal turn?"""
    return s.least <= s.count and s.count > 0 and not owes_score(s) and owes_cross(s) == NO_CELL


def owes_score(s: State) -> bool:
    """[Z4.4] A run of 10 to 12 is still to be made."""
    if not s.owed:
        return False
    for i in range(s.count):
        if scores(s, s.laid[i]):
            return False
    return True


def owes_cross(s: State) -> int:
    """[Z5.2] A double cell that was covered and has not earned its cross yet, or NO_CELL."""
    if not s.fallback:
        for i in range(s.count):
            if is_double(s.laid[i]) and not scores(s, s.laid[i]):
                return s.laid[i]
    return NO_CELL


def lies_in_turn(s: State, o: Options, c: int, pips: int) -> bool:
    """[Z4.3] Does this placement lie, together with those already made, in a legal turn?

    Mostly that is seen without a search: as the last tile it must leave nothing owed; and a tile changes nothing
    outside its row and its column, so that another one there can follow as if this one were not laid.
    """
    if s.least == s.most and owes_cross(s) == NO_CELL and pips >= least_pips(s, c, False):
        scoring = owes_score(s) and longer_run(s, c) + pips < TEN
        if s.count + 1 == s.most:
            return not scoring
        if s.count + 2 == s.most and can_follow(s, c, pips, scoring):
            return True
    put(s, c, pips)
    found = is_part_of_turn(s, o)
    take_back(s)
    return found


def can_follow(s: State, c: int, pips: int, scoring: bool) -> bool:
    """After this tile on cell c, is there a last one for another row and column? `scoring`: it has to score."""
    s.hand[s.player * KINDS + pips - 1] -= 1
    found = False
    for i in range(s.spots):
        d = s.spot[i]
        if not in_line(c, d) and holds(s, least_pips(s, d, scoring), TWELVE - longer_run(s, d)):
            found = True
            break
    s.hand[s.player * KINDS + pips - 1] += 1
    return found


def longer_run(s: State, c: int) -> int:
    """The sum that a tile on the empty cell c would join, across or down, whichever is more."""
    return max(s.beside[c], s.beside[ROOM + c])


def least_pips(s: State, c: int, scoring: bool) -> int:
    """How many pips must a tile on cell c have, if it is the last one? A 10 is needed to score and on a double cell."""
    if scoring or (is_double(c) and not s.fallback):
        return max(1, TEN - longer_run(s, c))  # [Z4.4, Z5.2]
    return 1


def holds(s: State, low: int, high: int) -> bool:
    """Does the player hold a tile with at least `low` and at most `high` pips?"""
    for pips in range(low, min(high, KINDS) + 1):
        if s.hand[s.player * KINDS + pips - 1] > 0:
            return True
    return False


def is_part_of_turn(s: State, o: Options) -> bool:
    """[Z4.3] Do the tiles laid so far lie in a legal turn, alone or with more tiles?"""
    if is_legal_turn(s):
        return True
    for size in range(max(s.least, s.count + 1), s.most + 1):
        if can_finish(s, o, size - s.count):
            return True
    return False


# Looking for turns. Sums only grow, so a run above 12 is never mended and a cross once earned is never lost: a search
# lays tiles one after the other wherever they fit, and only at the last one it asks what this turn still owes.


def can_finish(s: State, o: Options, tiles: int) -> bool:
    """Can exactly so many more tiles (one to three) be laid, so that nothing is owed in the end?

    Backtracking: the n-th tile goes to its next candidate until there is none left, then the one before is moved on.
    All tiles are taken back afterwards.
    """
    first = s.count
    last = first + tiles - 1
    found = False
    while not found:
        if s.count == last:
            found = can_end(s, o)
            stuck = not found
        else:
            stuck = not put_next(s, o)
        if stuck:
            if s.count == first:
                break
            take_back(s)
    while s.count > first:
        take_back(s)
    for i in range(MOST):
        s.next[i] = 0
    return found


def put_next(s: State, o: Options) -> bool:
    """Lay the next tile on its next candidate, cell by cell and kind by kind; False if there is none left."""
    n = s.count
    while s.next[n] < KINDS * (s.spots + 4 * n):
        c = candidate(s, s.next[n] // KINDS)
        pips = 1 + s.next[n] % KINDS
        s.next[n] += 1
        if s.hand[s.player * KINDS + pips - 1] > 0 and s.board[c] == EMPTY and longer_run(s, c) + pips <= TWELVE:
            if pips <= pips_allowed(s, o):
                put(s, c, pips)
                return True
    s.next[n] = 0
    return False


def candidate(s: State, i: int) -> int:
    """The cells on which a tile may be laid: the spots, then the four neighbours of each tile laid this turn."""
    if i < s.spots:
        return s.spot[i]
    i -= s.spots
    c = s.laid[i >> 2]
    i &= 3
    if i == 0:
        return c - DOWN
    if i == 1:
        return c - ACROSS
    return c + ACROSS if i == 2 else c + DOWN


def can_end(s: State, o: Options) -> bool:
    """Can one more tile be laid, the last of this turn, so that nothing is owed in the end?"""
    scoring = owes_score(s)
    crossless = owes_cross(s)
    allowed = pips_allowed(s, o)
    for i in range(s.spots + 4 * s.count):
        c = candidate(s, i)
        if s.board[c] == EMPTY and (crossless == NO_CELL or in_line(c, crossless)):
            low = least_pips(s, c, scoring)
            high = min(allowed, TWELVE - longer_run(s, c))
            if holds(s, low, high) and (crossless == NO_CELL or settles(s, c, low, high)):
                return True
    return False


def in_line(c: int, d: int) -> bool:
    """Do cells c and d lie in the same row or column?"""
    return c >> 4 == d >> 4 or c & 15 == d & 15


def settles(s: State, c: int, low: int, high: int) -> bool:
    """[Z5.1] Would such a tile on cell c earn the crosses that those already laid have not earned yet?

    The one with the most pips will, if any: it makes the highest sums.
    """
    pips = high
    while not holds(s, pips, pips):
        pips -= 1
    put(s, c, pips)
    settled = owes_cross(s) == NO_CELL
    take_back(s)
    return settled


def find_duties(s: State, o: Options) -> None:
    """[Z4.3] The order of duties: what makes a set of placements a legal turn. Found once, when a turn begins."""
    s.fallback = 0
    s.owed = 0
    s.least = 1
    s.most = min(s.held[s.player], MOST)
    if s.opening:
        find_opening(s, o)
        return
    if not is_part_of_turn(s, o):
        s.fallback = 1  # [Z5.3] no turn obeys 5.2
    if o.must_score:
        s.owed = 1
        if not is_part_of_turn(s, o):
            s.owed = 0  # [Z4.4] no turn scores
    while s.most > 0 and not can_finish(s, o, s.most):
        s.most -= 1
    s.least = s.most  # of those that remain, the ones that lay the most tiles
    if s.most == 0:
        forget_duties(s)  # [Z4.6] blocked


def find_opening(s: State, o: Options) -> None:
    """[Z3.3] Two or three tiles that make a run of 10 to 12; [Z8.2] or all three. Restriction 5.2 does not apply."""
    s.fallback = 1
    s.least = MOST
    if o.opening == Opening.TEN:
        s.least = 2
        s.owed = 1
    if not is_part_of_turn(s, o):
        forget_duties(s)  # [Z3.4]


def forget_duties(s: State) -> None:
    """Nothing can be laid, or nobody is to lay."""
    s.fallback = 0
    s.owed = 0
    s.least = 0
    s.most = 0


# ── 4 A turn ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def play(s: State, o: Options, m: int) -> None:
    """Make move m, or draw a tile of kind m."""
    if s.phase == LOTS:
        draw_lot(s, o, m)
    elif s.phase == DEALING:
        deal_tile(s, o, m)
    elif s.phase == DRAWING:
        draw_tile(s, o, m)
    elif m == PASS:
        end_blocked_turn(s, o)
    elif m == DONE:
        end_turn(s, o)
    else:
        lay(s, cell_of(m), pips_of(m))


def begin_turn(s: State, o: Options) -> None:
    """The player draws, if this is done before the turn [Z8.3], and lays."""
    s.dry = 1 if s.left == 0 else 0
    if o.draw == Draw.BEFORE:
        wanted = FULL - s.held[s.player]
        if wanted <= 0:
            find_duties(s, o)
            wanted = 1 if s.most == 0 else 0
        if draw_tiles(s, wanted):
            forget_duties(s)
            return
    begin_laying(s, o)


def begin_laying(s: State, o: Options) -> None:
    s.phase = LAYING
    find_duties(s, o)


def lay(s: State, c: int, pips: int) -> None:
    """[Z4.1] The order in which tiles were laid does not matter, so it is not kept."""
    put(s, c, pips)
    i = s.count - 1
    while i > 0 and s.laid[i - 1] > c:
        s.laid[i] = s.laid[i - 1]
        i -= 1
    s.laid[i] = c
    find_spots(s, c)


def end_turn(s: State, o: Options) -> None:
    """[Z4.8] Write the score and the crosses, check for a dead board, then draw [Z4.7]."""
    write_card(s, o)
    for i in range(MOST):
        s.last[i] = s.laid[i]
        s.laid[i] = 0
    s.count = 0
    s.opening = 0
    s.passes = 0
    forget_duties(s)
    if s.spots == 0:
        s.phase = ENDED  # [Z7.2]
    elif o.draw == Draw.BEFORE or not draw_tiles(s, FULL - s.held[s.player]):
        next_turn(s, o)


def end_blocked_turn(s: State, o: Options) -> None:
    """[Z4.6] Nothing can be laid: an extra tile, or a pass [Z7.1]. [Z3.4] In the opening everything is redrawn."""
    if s.opening:
        deal_again(s, o)
        return
    for i in range(MOST):
        s.last[i] = 0
    s.passes = s.passes + 1 if s.dry else 0
    if s.passes == o.players:
        s.phase = ENDED  # [Z7.1]
    elif o.draw == Draw.BEFORE or not draw_tiles(s, 1):
        next_turn(s, o)


def draw_tiles(s: State, wanted: int) -> bool:
    """So many tiles will be drawn, or what there is; False if that is none."""
    s.drawing = max(0, min(wanted, s.left))
    if s.drawing > 0:
        s.phase = DRAWING
    return s.drawing > 0


def draw_tile(s: State, o: Options, k: int) -> None:
    """[Z4.6, Z4.7] One tile for the hand; after the last one the turn is over — [Z8.3] or the tiles are laid."""
    take_tile(s, k)
    if s.drawing == 0:
        if o.draw == Draw.BEFORE:
            begin_laying(s, o)
        else:
            next_turn(s, o)


def next_turn(s: State, o: Options) -> None:
    """[Z4.8] The next player clockwise."""
    s.turns += 1
    s.player = following(s, o)
    begin_turn(s, o)


def find_spots(s: State, c: int) -> None:
    """[Z7.2] A tile was laid on cell c: its neighbours may be new spots, and where no 1 fits any more there is none."""
    spots = 0
    for i in range(s.spots):
        if is_open(s, s.spot[i]):
            s.spot[spots] = s.spot[i]
            spots += 1
    for i in range(spots, s.spots):
        s.spot[i] = 0
    s.spots = spots
    add_spot(s, c - DOWN)
    add_spot(s, c - ACROSS)
    add_spot(s, c + ACROSS)
    add_spot(s, c + DOWN)


def is_open(s: State, c: int) -> bool:
    """At least a 1 fits on cell c."""
    return s.board[c] == EMPTY and longer_run(s, c) < TWELVE


def add_spot(s: State, c: int) -> None:
    """Cell c becomes a spot, if it is open and not yet one; spots stay in ascending order."""
    if not is_open(s, c):
        return
    i = s.spots
    while i > 0 and s.spot[i - 1] > c:
        i -= 1
    if i > 0 and s.spot[i - 1] == c:
        return
    for j in range(s.spots - i):
        s.spot[s.spots - j] = s.spot[s.spots - j - 1]
    s.spot[i] = c
    s.spots += 1


# ── 6 The card ───────────────────────────────────────────────────────────────────────────────────────────────────────


def write_card(s: State, o: Options) -> None:
    """[Z6.1, Z6.2] At most one box in each point column, and a cross for every double cell that earned one."""
    for column in range(COLUMNS):
        runs = new_runs(s, TEN + column)
        if runs > 0:
            s.box[first_box(o, column, s.player) + s.filled[column * SEATS + s.player]] = runs * POINTS[column]
            s.filled[column * SEATS + s.player] += 1
    s.crosses[s.player] += new_crosses(s)


def first_box(o: Options, column: int, p: int) -> int:
    """Where a column of a player's card begins."""
    return column * BOXES + p * (BOXES // o.players)


def new_runs(s: State, pips: int) -> int:
    """[Z4.5] How many runs with this sum contain a tile laid in this turn? Each counts once."""
    runs = 0
    for i in range(s.count):
        c = s.laid[i]
        if run(s, c, ACROSS) == pips and is_first_in_run(s, i, ACROSS):
            runs += 1
        if run(s, c, DOWN) == pips and is_first_in_run(s, i, DOWN):
            runs += 1
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


# ── 7 End ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def score(s: State, o: Options, p: int) -> int:
    """[Z7.3] The card's total; at the end the pips left in hand are taken off."""
    points = 0
    for card_row in range(rows(s, p)):
        points += row_points(s, o, p, card_row)
    if s.phase == ENDED:
        for k in range(KINDS):
            points -= (k + 1) * s.hand[p * KINDS + k]
    return points


def place(s: State, o: Options, p: int) -> int:
    """[Z7.3] A player's place, from 1: the highest score wins, equal scores share the place."""
    ahead = 0
    mine = score(s, o, p)
    for q in range(o.players):
        if score(s, o, q) > mine:
            ahead += 1
    return ahead + 1
