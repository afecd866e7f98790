"""What every position of Zatre has in form, in whatever way it came about; see core/position_reading.py.

What lies on the board says which cells are next to a tile and what a tile would join there: `derive` works that out, so
a position's text leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from stammtisch.core.game import bound
from stammtisch.games.zatre import rules
from stammtisch.games.zatre.board import ACROSS, CENTRE, DOWN, EMPTY, KINDS, ROOM, TEN, TWELVE, is_double, run
from stammtisch.games.zatre.card import BOXES, COLUMNS, POINTS, SEATS, first_box
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.rules import (
    DEALING,
    DRAWING,
    ENDED,
    LAYING,
    LOTS,
    ONES,
    OTHERS,
    OUT,
    Options,
    State,
)

DERIVED = ("beside", "spots", "spot")


def derive(s: State) -> None:
    """Work out the derived fields from the board."""
    s.beside = [_line(s, c, ACROSS) for c in range(ROOM)] + [_line(s, c, DOWN) for c in range(ROOM)]
    spots = [c for c in range(ROOM) if s.board[c] == EMPTY and 0 < max(s.beside[c], s.beside[ROOM + c]) < TWELVE]
    if max(s.board) == EMPTY:
        spots = [CENTRE]
    s.spots = len(spots)
    s.spot = spots + [0] * (len(s.spot) - len(spots))


def _line(s: State, c: int, step: int) -> int:
    """What a tile on cell c would join, across or down; 0 if one lies there already."""
    if s.board[c] > EMPTY:
        return 0
    pips = 0
    for way in (-step, step):
        at = c + way
        while 0 <= at < ROOM and s.board[at] > EMPTY:
            pips += s.board[at]
            at += way
    return pips


def check(s: State, o: Options) -> Iterator[str]:
    """A sentence for each thing that is wrong."""
    if not LOTS <= s.phase <= ENDED:
        yield f"phase is {s.phase}, but phases are {LOTS} to {ENDED}"
        return
    if not 0 <= s.starter < o.players:
        yield f"starter is {s.starter}, but the seats are 0 to {o.players - 1}"
    for c, at_first in enumerate(State.board):
        if not (EMPTY <= s.board[c] <= KINDS if at_first == EMPTY else s.board[c] == at_first):
            yield f"board has {s.board[c]} on cell {c}, which cannot lie there"
            return
    yield from _check_tiles(s, o)
    yield from _check_board(s)
    yield from _check_cards(s, o)
    yield from _check_laid(s, o)
    yield from _check_course(s, o)


def _check_tiles(s: State, o: Options) -> Iterator[str]:
    """[Z1.2] Each tile is in the bag, in a hand or on the board; while lots are drawn, in the bag or a lot."""
    for p in range(SEATS):
        held = sum(s.hand[p * KINDS : (p + 1) * KINDS])
        if min(s.hand[p * KINDS : (p + 1) * KINDS]) < 0 or s.held[p] != held:
            yield f"held gives seat {p} {s.held[p]} tiles, but hand gives it {held}"
        if p >= o.players and (held or s.lot[p]):
            yield f"hand or lot gives seat {p} a tile, but the seats are 0 to {o.players - 1}"
        if not OUT <= s.lot[p] <= KINDS or (s.lot[p] and s.phase != LOTS):
            yield f"lot gives seat {p} {s.lot[p]}, which cannot be in phase {s.phase}"
    if s.left != sum(s.bag):
        yield f"left is {s.left}, but bag has {sum(s.bag)} tiles"
    for k in range(KINDS):
        there = ONES if k == 0 else OTHERS
        hands, lying = sum(s.hand[k::KINDS]), s.board.count(k + 1)
        found = s.bag[k] + hands + lying
        if s.bag[k] < 0 or (found > there - s.lot.count(k + 1) if s.phase == LOTS else found != there):
            yield (
                f"bag, hand and board make {s.bag[k]} + {hands} + {lying} tiles with {k + 1} pips, "
                f"but there are {there}"
            )
    if s.phase == LOTS and (any(s.held) or max(s.board) > EMPTY):
        yield "hand and board must be empty while lots are drawn"


def _check_board(s: State) -> Iterator[str]:
    """[Z4.2] No run above twelve, and what follows from the board as it is written down."""
    for c in range(ROOM):
        if s.board[c] > EMPTY and (most := max(run(s, c, ACROSS), run(s, c, DOWN))) > TWELVE:
            yield f"board has a run of {most} through cell {c}, but no run is above {TWELVE}"
            return
    if max(s.board) > EMPTY and s.board[CENTRE] == EMPTY:
        yield f"board has tiles, but none on the centre, cell {CENTRE}, where the first one goes"
    right = s.copy()
    derive(right)
    for name in DERIVED:
        if getattr(s, name) != getattr(right, name):
            yield f"{name} does not follow from board"
    if any(s.next):
        yield "next must be all 0 between moves"


def doubles_covered(s: State) -> int:
    """The double cells on which tiles lie: there are never more crosses [Z5.1]."""
    return sum(1 for c in range(ROOM) if s.board[c] > EMPTY and is_double(c))


def _check_cards(s: State, o: Options) -> Iterator[str]:
    boxes = [0] * len(s.box)
    for p in range(SEATS):
        for column in range(COLUMNS):
            filled = s.filled[column * SEATS + p]
            if not 0 <= filled <= (BOXES // o.players if p < o.players else 0):
                yield f"filled has {filled} boxes in column {TEN + column} of seat {p}, which cannot be"
                return
            first = first_box(o, column, p)
            for box in range(first, first + filled):
                boxes[box] = s.box[box]
                if s.box[box] <= 0 or s.box[box] % POINTS[column]:
                    yield f"box has {s.box[box]} in column {TEN + column}, where runs count {POINTS[column]} each"
    if s.box != boxes:
        yield "box has something that filled does not count"
    doubles = doubles_covered(s)
    if min(s.crosses) < 0 or any(s.crosses[o.players :]) or sum(s.crosses) > doubles:
        yield f"crosses is {list(s.crosses)}, but {doubles} double cells are covered"


def _check_course(s: State, o: Options) -> Iterator[str]:
    """How far the game and the turn have come."""
    drawing = s.phase in (DEALING, DRAWING)
    if not (1 <= s.drawing <= max(MOST, s.left) if drawing else s.drawing == 0) or s.drawing > s.left:
        yield f"drawing is {s.drawing}, which does not go with phase {s.phase} and {s.left} tiles left"
    if s.dry not in (0, 1) or (s.dry and s.left):
        yield f"dry is {s.dry}, but {s.left} tiles are left in the bag"
    if not 0 <= s.passes <= o.players or (s.passes == o.players and s.phase != ENDED):
        yield f"passes is {s.passes}, but the game is over when all {o.players} pass in succession"
    before = len([c for c in s.board if c > EMPTY]) - s.count
    if s.opening not in (0, 1) or (s.opening == 1) != (before == 0):
        yield f"opening is {s.opening}, but {before} tiles lie on the board from turns before"


def _check_laid(s: State, o: Options) -> Iterator[str]:
    """The tiles laid in this turn, and what the turn owes."""
    if not 0 <= s.count <= (MOST if s.phase == LAYING else 0):
        yield f"count is {s.count}, but at most {MOST} tiles are laid in a turn, and none in any other phase"
        return
    laid = list(s.laid[: s.count])
    if (
        laid != sorted(set(laid))
        or any(s.laid[s.count :])
        or any(not 0 <= c < ROOM or s.board[c] <= EMPTY for c in laid)
    ):
        yield f"laid is {list(s.laid)}, but it must name the cells of {s.count} tiles on the board, then 0"
        return
    made = int(any(run(s, c, step) >= TEN for c in laid for step in (ACROSS, DOWN)))
    if s.made != made:
        yield f"made is {s.made}, but by board and laid it is {made}"
    right = s.copy()
    if s.phase != LAYING:
        bound(rules).forget_duties(right)
    elif s.count == 0:
        bound(rules).find_duties(right, o)
    else:
        bound(rules).recall_duties(right, o)
    for name in ("fallback", "owed", "least", "most"):
        if getattr(s, name) != getattr(right, name):
            yield f"{name} is {getattr(s, name)}, but for this hand and board it is {getattr(right, name)}"
