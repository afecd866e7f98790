"""Zatre: the rules, paragraph by paragraph. Read it beside rules.md.

The board stands in board.py (sections 1 and 2), the order of duties in duties.py (4.3), the score card in card.py
(section 6); they are bound together with this file (`USES`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from math import comb
from typing import ClassVar

from stammtisch.core.constants import CHANCE, EVERYBODY, OVER, PASS
from stammtisch.core.options import BaseOptions, Value, between
from stammtisch.core.record import Record, row
from stammtisch.games.zatre import board, card, duties
from stammtisch.games.zatre.board import (
    CENTRE,
    DOWN,
    EMPTY,
    KINDS,
    MAP,
    NO_CELL,
    ROOM,
    SIDE,
    TEN,
    TWELVE,
    cell_at,
    find_all_spots,
    find_spots,
    is_double,
    longer_run,
    put,
    take_back,
)
from stammtisch.games.zatre.card import BOXES, COLUMNS, SEATS, row_points, rows, write_card
from stammtisch.games.zatre.duties import (
    MOST,
    find_duties,
    forget_duties,
    is_beside_tile,
    is_legal_turn,
    is_part_of_turn,
    lies_in_turn,
    pips_allowed,
)

VERSION = 2
USES = (board, duties, card)

# [Z1.2]
TILES = 121
ONES = 21
OTHERS = 20

FULL = 2  # [Z4.7] tiles that a hand is filled up to

# Moves:  0     1     2 …
#         pass  done  lay:  2 + 225 * (pips - 1) + 15 * row + column
DONE = 1
LAY = 2
MOVES = LAY + KINDS * SIDE * SIDE

# At most 121 tiles are drawn and laid, so at most 121 turns are ended by `done` and 121 end with an extra tile; between
# two turns that lay something all players may pass. That makes less than 1,500 plies. Only the start has no bound: four
# openings in ten are dealt again [Z3.4]. Random play takes about 310 plies.
LENGTH = 10_000

THROWS = comb(MOST + KINDS - 1, MOST)  # sets of tiles for a hand: no more than three are drawn at once [Z3.2]

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


class Lay(IntEnum):
    """[Z4.3] Is any number of tiles a turn, or must as many be laid as can be?"""

    FREE = 0
    MOST = 1


class LowRuns(IntEnum):
    """[Z4.3] May a turn that scores make runs below 10 as well?"""

    BESIDE = 0
    NEVER = 1


class OpeningSum(IntEnum):
    """[Z3.3] What must make 10 to 12 in the opening: a run, or all tiles laid?"""

    RUN = 0
    PIPS = 1


@dataclass(frozen=True)
class Options(BaseOptions):
    PRESETS: ClassVar[Mapping[str, Mapping[str, Value]]] = {  # [Z8.1, Z8.2, Z8.3]
        "amigo": {"must_score": False, "opening_cap": "per_run", "opening": "free", "draw": "before", "lay": "most"}
    }

    players: int = between(2, SEATS)
    must_score: bool = True
    opening_cap: OpeningCap = OpeningCap.TOTAL
    double_incomplete: bool = False
    opening: Opening = Opening.TEN
    draw: Draw = Draw.AFTER
    open_hands: bool = False
    lay: Lay = Lay.FREE
    low_runs: LowRuns = LowRuns.BESIDE
    opening_sum: OpeningSum = OpeningSum.RUN


class State(Record):
    WIDE: ClassVar[tuple[str, ...]] = ("turns", "laid", "spot", "next")

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
    box = row(COLUMNS * BOXES)  # how they lie, and why they suffice, stands in card.py
    filled = row(COLUMNS * SEATS)  # boxes filled: column 10: seat 0 … 7, column 11: seat 0 … 7, column 12: …
    crosses = row(SEATS)

    # The turn
    count = 0  # tiles laid in this turn
    laid = row(MOST)  # and the cells they lie on, in ascending order
    made = 0  # 1 if one of them made a run of 10 to 12
    # When a turn begins, `find_duties` works out what makes a set of placements a legal turn [Z4.3]:
    fallback = 0  # 1: double cells may be covered without a cross [Z5.3]
    owed = 0  # what must be made: A_RUN, ONLY_RUNS or PIPS [Z3.3, Z4.3, Z4.4]
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


# ── 1, 2 Tiles and hands ─────────────────────────────────────────────────────────────────────────────────────────────


def outcomes(s: State, o: Options) -> int:
    """[Z1.2] Tiles are drawn one by one."""
    return KINDS


def weight(s: State, o: Options, m: int) -> int:
    """[Z1.2] A kind is as likely as it has tiles in the bag."""
    return s.bag[m]


def exchangeable(s: State, o: Options) -> int:
    """In which order tiles come into a hand does not matter. Lots do not come into one hand [Z3.1]."""
    return 1 if s.phase == LOTS else s.drawing


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


def unseen(s: State, o: Options, p: int) -> int:
    """Of a view of seat p: how many tiles the next hidden one may be. If only duties are missing, there is one lot."""
    if next_hidden(s, o) < o.players:
        tiles = 0
        for k in range(KINDS):
            tiles += s.bag[k]
        return tiles
    return 1 if s.count > 0 and s.most == 0 else 0


def deal(s: State, o: Options, p: int, lot: int) -> None:
    """The next hidden tile comes from the bag. After the last one it is known what the player to move has to do."""
    q = next_hidden(s, o)
    if q < o.players:
        k = 0
        lot -= s.bag[k]
        while lot >= 0:
            k += 1
            lot -= s.bag[k]
        s.bag[k] -= 1
        s.hand[q * KINDS + k] += 1
    if s.phase == LAYING and s.player != p and next_hidden(s, o) == o.players:
        recall_duties(s, o)


def next_hidden(s: State, o: Options) -> int:
    """The first seat that holds more tiles than are seen, or the number of players."""
    for q in range(o.players):
        tiles = s.held[q]
        for k in range(KINDS):
            tiles -= s.hand[q * KINDS + k]
        if tiles > 0:
            return q
    return o.players


def recall_duties(s: State, o: Options) -> None:
    """Find the duties of a turn in which tiles were laid already: as they were when it began.

    What lies was laid by the rules. If a hand that was dealt by lot would have had other duties, it may end as it lies.
    """
    cells = s.laid[0], s.laid[1], s.laid[2]
    pips = s.board[cells[0]], s.board[cells[1]], s.board[cells[2]]
    count = s.count
    while s.count > 0:
        take_back(s)
    s.made = 0  # `lay` does not count
    find_all_spots(s)
    find_duties(s, o)
    for i in range(count):
        lay(s, cells[i], pips[i])
    if count > 0 and not is_part_of_turn(s, o):
        s.fallback = 1
        s.owed = 0
        s.least = count
        s.most = count


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
    """The player lays; [Z8.3] or he draws first."""
    s.dry = 1 if s.left == 0 else 0
    if o.draw == Draw.AFTER or not draw_tiles(s, tiles_before_turn(s, o)):
        begin_laying(s, o)


def tiles_before_turn(s: State, o: Options) -> int:
    """[Z8.3] How many tiles a player draws at the start of his turn: up to two, or one more if he is blocked."""
    if s.held[s.player] < FULL:
        return FULL - s.held[s.player]
    find_duties(s, o)
    blocked = s.most == 0
    forget_duties(s)
    return 1 if blocked else 0


def begin_laying(s: State, o: Options) -> None:
    """The hand is known: so is what makes a legal turn."""
    s.phase = LAYING
    find_duties(s, o)


def lay(s: State, c: int, pips: int) -> None:
    """[Z4.1] The order in which tiles were laid does not matter, so it is not kept."""
    put(s, c, pips)
    s.made = min(s.made, 1)
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
        s.laid[i] = 0
    s.count = 0
    s.made = 0
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
