"""Zatre set up by hand: the board, the hands and the cards. What is left is in the bag."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stammtisch.core.contract.setup import Control, Group
from stammtisch.core.translation import say
from stammtisch.games.zatre.board import (
    ACROSS,
    CENTRE,
    DOWN,
    EMPTY,
    KINDS,
    NO_CELL,
    ROOM,
    SIDE,
    TEN,
    TWELVE,
    cell_at,
    run,
)
from stammtisch.games.zatre.card import BOXES, COLUMNS, POINTS, SEATS, first_box
from stammtisch.games.zatre.check import derive, doubles_covered
from stammtisch.games.zatre.duties import MOST
from stammtisch.games.zatre.rules import DRAWING, FULL, LAYING, LOTS, ONES, OTHERS, Options, State

if TYPE_CHECKING:
    from stammtisch.core.game import Game

MORE_ROWS = 4  # of a card, below those that are filled
MOST_RUNS = 6  # in a box: three tiles lie in no more
MOST_CROSSES = 40


def groups(game: Game, s: State, names: Sequence[str]) -> list[Group]:
    phases = [(LAYING, say("tiles are laid")), (DRAWING, say("tiles are drawn"))]
    if s.phase < DRAWING:  # that cannot be chosen, but the game may be there
        phases.append((s.phase, say("lots are drawn") if s.phase == LOTS else say("the first hands are drawn")))
    pips = [(EMPTY, say("empty")), *((kind, str(kind)) for kind in range(1, KINDS + 1))]
    crosses = [Control(f"crosses.{p}", name, s.crosses[p]) for p, name in enumerate(names)]
    turn, phase = say("Whose turn it is"), say("What comes next")
    return [
        Group(turn, [Control("player", turn, s.player)], list(enumerate(names))),
        Group(phase, [Control("phase", phase, min(s.phase, LAYING))], phases),
        Group(say("The board"), [_cell(s, at) for at in range(SIDE * SIDE)], pips, columns=SIDE, paint=True),
        *(_hand(s, p, name) for p, name in enumerate(names)),
        *(_card(game, s, p, name) for p, name in enumerate(names)),
        Group(say("Crosses"), crosses, high=MOST_CROSSES),
    ]


def _cell(s: State, at: int) -> Control:
    line, column = divmod(at, SIDE)
    cell = cell_at(line, column)
    return Control(f"board.{cell}", "" if s.board[cell] == NO_CELL else f"{line},{column}", max(EMPTY, s.board[cell]))


def _hand(s: State, p: int, name: str) -> Group:
    tiles = [Control(f"hand.{p * KINDS + k}", str(k + 1), s.hand[p * KINDS + k]) for k in range(KINDS)]
    return Group(say("Tiles in hand, by pips: {name}", name=name), tiles, high=OTHERS + 1)


def _rows(game: Game, s: State, p: int) -> int:
    """How many rows of a card are shown."""
    filled = max(s.filled[column * SEATS + p] for column in range(COLUMNS))
    return min(BOXES // game.players, filled + MORE_ROWS)


def _card(game: Game, s: State, p: int, name: str) -> Group:
    boxes = [
        Control(f"box.{p}.{column}.{row}", say("row {row}, {runs}s", row=row + 1, runs=TEN + column),
                _runs(game, s, p, column, row))
        for row in range(_rows(game, s, p)) for column in range(COLUMNS)
    ]  # fmt: skip
    return Group(say("Runs on the card, in each row of 10, 11 and 12: {name}", name=name), boxes, high=MOST_RUNS,
                 columns=COLUMNS)  # fmt: skip


def _runs(game: Game, s: State, p: int, column: int, row: int) -> int:
    """How many runs a box counts; 0: it is empty."""
    return s.box[first_box(_options(game), column, p) + row] // POINTS[column]


def _options(game: Game) -> Options:
    assert isinstance(game.options, Options)
    return game.options


def apply(game: Game, s: State, chosen: Mapping[str, int]) -> None:
    s.player = chosen.get("player", s.player)
    for c in range(ROOM):
        s.board[c] = chosen.get(f"board.{c}", s.board[c])
    for p in range(game.players):
        for i in range(p * KINDS, (p + 1) * KINDS):
            s.hand[i] = chosen.get(f"hand.{i}", s.hand[i])
        s.held[p] = sum(s.hand[p * KINDS : (p + 1) * KINDS])
        s.crosses[p] = chosen.get(f"crosses.{p}", s.crosses[p])
        _apply_card(game, s, p, chosen)
    for k in range(KINDS):
        s.bag[k] = (ONES if k == 0 else OTHERS) - sum(s.hand[k::KINDS]) - s.board.count(k + 1)
    s.left = sum(s.bag)
    _begin(game, s, chosen.get("phase", DRAWING if s.phase == DRAWING else LAYING))


def _apply_card(game: Game, s: State, p: int, chosen: Mapping[str, int]) -> None:
    """Boxes are filled from the top, so there are no gaps."""
    rows = _rows(game, s, p)
    for column in range(COLUMNS):
        runs = [chosen.get(f"box.{p}.{column}.{row}", _runs(game, s, p, column, row)) for row in range(rows)]
        filled = [each for each in runs if each]
        first = first_box(_options(game), column, p)
        for row in range(rows):
            s.box[first + row] = filled[row] * POINTS[column] if row < len(filled) else 0
        s.filled[column * SEATS + p] = len(filled)


def _begin(game: Game, s: State, phase: int) -> None:
    """The turn has only begun: whatever lies on the board was laid before it."""
    s.phase = phase
    s.lot = [0] * SEATS
    s.count = s.made = s.passes = s.drawing = 0
    s.laid = [0] * MOST
    s.opening = int(max(s.board) == EMPTY)
    s.dry = int(s.left == 0)
    derive(s)
    game.rules.forget_duties(s)
    if phase == DRAWING:
        s.drawing = max(1, min(s.left, FULL - s.held[s.player]))
    elif not _board_fault(s):
        game.rules.find_duties(s, game.options)


def fault(game: Game, s: State, names: Sequence[str]) -> str:
    for k in range(KINDS):
        if s.bag[k] < 0:
            there = ONES if k == 0 else OTHERS
            return say("There are {n} tiles of {pips}, but {given} lie on the board and in hands.",
                       n=there, pips=k + 1, given=there - s.bag[k])  # fmt: skip
    if wrong := _board_fault(s):
        return wrong
    if s.phase == DRAWING and s.left == 0:
        return say("The bag is empty, so nothing can be drawn.")
    if (crosses := sum(s.crosses)) > (covered := doubles_covered(s)):
        return say("Tiles lie on {n} double cells, so there cannot be {given} crosses.", n=covered, given=crosses)
    return ""


def _board_fault(s: State) -> str:
    if max(s.board) > EMPTY and s.board[CENTRE] == EMPTY:
        return say("The first tile lies on the middle of the board, {cell}.", cell=_named(CENTRE))
    for c in range(ROOM):
        if s.board[c] > EMPTY and (most := max(run(s, c, ACROSS), run(s, c, DOWN))) > TWELVE:
            return say("No run has more than {most} pips, but there is one of {n} through {cell}.",
                       most=TWELVE, n=most, cell=_named(c))  # fmt: skip
    return ""


def _named(c: int) -> str:
    """A cell as the board names it."""
    return f"{c // DOWN - 1},{c % DOWN}"
