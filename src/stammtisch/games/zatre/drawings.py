"""The drawings of Zatre's book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from stammtisch.core.contract.drawings import Drawing
from stammtisch.core.translation import say
from stammtisch.games.drawing import INK, PALE, WIDTH, WOOD, at, box, path, piece, right, words, wrong
from stammtisch.games.zatre.board import KINDS, MAP, SIDE, TEN, TWELVE
from stammtisch.games.zatre.card import COLUMNS, SEATS, bonus, first_box, row_points, rows
from stammtisch.games.zatre.rules import ONES, OTHERS, Options, State

RUNS = ((6, 4), (6, 5), (5, 4, 3), (6, 5, 2))
"""A 10, an 11, a 12, and a 13, which may not be made."""
CARD = ((1, 1, 2), (2, 4), (4, 8))
"""The columns of a filled-in card: 10, 11 and 12. Its first row has a cross."""
CROSSES = 1
LYING: Mapping[tuple[int, int], int] = {(7, 7): 6, (7, 8): 4}
"""The board in the turn that the book tells, by row and column."""
HAND, LAID, WHERE = (1, 2), 2, (7, 9)
"""The hand; the tile that is laid, and where it makes a 12."""
DOUBLE = "#d9a648"

CELL = 22
EDGES = (5, 49, 95, 141, 187, 247, 335)
"""Where the columns of a card begin, and where the last one ends: cross, 10, 11, 12, bonus, total."""


def board() -> Drawing:
    """All cells; the double ones have a colour and a cross."""
    cells = [
        at(5 + column * CELL, 5 + line * CELL, _cell(mark in "DC"))
        for line, marks in enumerate(MAP)
        for column, mark in enumerate(marks)
        if mark != " "
    ]
    return Drawing(WIDTH, SIDE * CELL + 10, "".join(cells))


def tiles() -> Drawing:
    """A tile of each kind, and how many there are of it."""
    kinds = [
        at(8 + k * 56, 3, _tile(k + 1, 40), words(20, 58, f"× {ONES if k == 0 else OTHERS}", 15)) for k in range(KINDS)
    ]
    return Drawing(WIDTH, 72, "".join(kinds))


def runs() -> Drawing:
    """Runs with their sums, each with its verdict."""
    return Drawing(WIDTH, 4 + 44 * len(RUNS), "".join(at(6, 4 + 44 * i, _run(pips)) for i, pips in enumerate(RUNS)))


def card() -> Drawing:
    """A score card after some turns, as card.py counts it."""
    return Drawing(WIDTH, 140, _card(written(CARD, CROSSES)))


def turn() -> Drawing:
    """The tiles on the board with the one that is laid, the hand, and what is written on the card."""
    lines, columns = range(6, 9), range(5, 12)
    cells = [
        at((column - columns[0]) * 34, (line - lines[0]) * 34, _square(line, column))
        for line in lines
        for column in columns
    ]
    hand = "".join(
        at(262 + 38 * i, 38, _tile(pips, 32), opacity=PALE if pips == LAID else 1) for i, pips in enumerate(HAND)
    )
    column = sum(LYING.values()) + LAID - TEN
    new = tuple((4,) if each == column else () for each in range(COLUMNS))
    return Drawing(WIDTH, 202, at(6, 4, *cells) + hand + at(0, 116, _card(written(new, 0))))


def written(columns: Iterable[tuple[int, ...]], crosses: int) -> State:
    """A state in which the first player's card is filled in like this."""
    s, o = State(), Options()
    for column, boxes in enumerate(columns):
        start = first_box(o, column, 0)
        s.box[start : start + len(boxes)] = boxes
        s.filled[column * SEATS] = len(boxes)
    s.crosses[0] = crosses
    return s


def _card(s: State) -> str:
    """The first player's card: as many rows as count anything, and the total."""
    heads = ("×", *range(TEN, TWELVE + 1), say("Bonus"), say("Total"))
    height, o = 26, Options()
    lines, total = [_line(heads, 12, font_weight=700)], 0
    for row in range(rows(s, 0)):
        boxes = [s.box[first_box(o, each, 0) + row] if s.filled[each * SEATS] > row else "" for each in range(COLUMNS)]
        complete, crossed, points = "" not in boxes, s.crosses[0] > row, row_points(s, o, 0, row)
        twice = f"{points // 2} × 2 = {points}" if crossed and complete else points
        lines.append(_line(("×" if crossed else "", *boxes, bonus(row) if complete else "", twice), 13))
        total += points
    lines.append(_line(("", "", "", "", "", total), 15, font_weight=700))
    grid = "".join(path(f"M5 {height * i}h330", stroke_width=1) for i in range(1, len(lines)))
    columns = "".join(path(f"M{x} 2v{height * len(lines) - 4}", stroke_width=1) for x in (EDGES[1], EDGES[4], EDGES[5]))
    return at(0, 4, *(at(0, height * i, line) for i, line in enumerate(lines)), grid, columns)


def _line(cells: Iterable[object], size: int, **attributes: object) -> str:
    middles = [(left + end) / 2 for left, end in pairwise(EDGES)]
    return "".join(words(x, 13, cell, size, **attributes) for x, cell in zip(middles, cells, strict=True) if cell)


def _run(pips: tuple[int, ...]) -> str:
    total = sum(pips)
    tiles = "".join(at(i * 38, 0, _tile(each, 36)) for i, each in enumerate(pips))
    sum_ = words(205, 18, f"{' + '.join(map(str, pips))} = {total}", 17)
    return tiles + sum_ + (right if total <= TWELVE else wrong)(310, 18)


def _square(line: int, column: int) -> str:
    """A cell of the board in the story, with its tile."""
    pips = LYING.get((line, column))
    if (line, column) == WHERE:
        frame = box(-1, -1, 34, 34, stroke="var(--accent, currentColor)", stroke_width=3)
        return at(0, 0, _tile(LAID, 32), frame)
    return _tile(pips, 32) if pips else _cell(MAP[line][column] in "DC", 32)


def _cell(double: bool, side: int = CELL - 2) -> str:
    cross = path(
        f"M{side * 0.3} {side * 0.3}l{side * 0.4} {side * 0.4}m0-{side * 0.4}l-{side * 0.4} {side * 0.4}", stroke=INK
    )
    cell = box(0, 0, side, side, fill=DOUBLE if double else "currentColor", fill_opacity=1 if double else 0.08)
    return cell + (cross if double else "")


def _tile(pips: int, side: int) -> str:
    return piece(side, side, WOOD, words(side / 2, side / 2 - 1, pips, side * 0.62, fill=INK))


DRAWINGS = {"board": board, "tiles": tiles, "runs": runs, "card": card, "turn": turn}
