"""The drawings of Zocken's book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stammtisch.core.contract.drawings import Drawing
from stammtisch.core.translation import printed
from stammtisch.games.drawing import GOOD, INK, WIDTH, arrow, at, box, die, element, path, right, scaled, words, wrong
from stammtisch.games.zocken.rules import DICE, END, PENALTY, ROW, SLOTS, STAKE

# Red, orange, yellow, green, blue, violet and white: a die and its pips, and the symbol in a square of 24 [K1.2].
COLOURS = (
    ("#c9252b", "#fff6ee", "M12 21Q2 13.6 2 8.6Q2 4.4 7 3.4q3.5 0 5 3.3q1.5-3.3 5-3.3q5 1 5 5.2q0 5-10 12.4z"),
    ("#f08a24", "#2a1500", "M12 2.5L22.5 21h-21z"),
    ("#ffd531", "#2a1f00", "M12 2.5a9.5 9.5 0 1 1 0 19a9.5 9.5 0 0 1 0-19z"),
    ("#1f7a3b", "#f3ffec", "M12 1.5a5 5 0 0 1 5 7a5 5 0 1 1-3 8q0 3 2 6H8q2-3 2-6a5 5 0 1 1-3-8a5 5 0 0 1 5-7z"),
    ("#2364c8", "#f0f6ff", "M3 3h18v18H3z"),
    ("#7d3cb5", "#fbf2ff", "M12 1l9.5 11L12 23L2.5 12z"),
    ("#fbf7ee", "#2b1d14", "M12 2a10 10 0 1 1 0 20a10 10 0 0 1 0-20zm0 5.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9z"),
)  # fmt: skip

Dice = Mapping[int, tuple[int, int]]
"""Slot → the colour and the face of the die on it. Slots 0 and 8 are the ends."""
RISING: Dice = {0: (5, 1), 1: (0, 1), 2: (2, 2), 4: (1, 4), 5: (4, 4), 6: (3, 5), 7: (6, 6)}
FALLING: Dice = {1: (0, 6), 2: (1, 5), 3: (4, 5), 5: (3, 3), 6: (2, 2), 7: (6, 1), 8: (5, 1)}
BROKEN: Dice = {1: (0, 2), 3: (2, 3), 4: (3, 5), 6: (5, 4)}
"""A series that rises, one that falls, and one in which the last die does not fit."""
STORY: Dice = {1: (3, 5), 2: (1, 5), 3: (2, 4), 4: (0, 3), 5: (4, 3)}
"""The row in the turn that the book tells. The violet die is next: a 4 fits nowhere, a 2 fits on three spaces."""
NEXT, TOO_HIGH, GOOD_ONE = 5, 4, 2
FREE = (6, 7, 8)
"""Where the 2 may go."""

SIDE, STEP = 34, 37


def board() -> Drawing:
    """The row with its two ends, and below the penalty space and the one for bets."""
    bets = box(166, 62, 170, 44) + at(192, 72, _pawn("#c9252b")) + at(214, 72, _pawn("#2364c8"))
    return Drawing(
        WIDTH, 112, at(4, 6, _row({})) + at(4, 62, _penalty(150, 44)) + bets + words(290, 84, f"> {STAKE}", 18)
    )


def series() -> Drawing:
    """A series that rises, one that falls, and one that breaks; each with its verdict below."""
    rows = [at(4, 6 + 66 * number, _row(dice)) for number, dice in enumerate((RISING, FALLING, BROKEN))]
    signs = [_slope(6, 58, -1) + right(330, 54), _slope(6, 124, 1) + right(330, 120)]
    last = max(BROKEN) * STEP + 4 + SIDE / 2
    return Drawing(WIDTH, 196, "".join(rows + signs) + wrong(last, 186) + wrong(330, 186))


def turn() -> Drawing:
    """The story: above, a 4 that must go to the penalty space; below, a 2 with the spaces it may go on."""
    too_high = at(4, 0, _die(NEXT, TOO_HIGH)) + arrow(44, 15, dx=90) + at(150, -3, _penalty(90, 36))
    fits = at(4, 0, _die(NEXT, GOOD_ONE)) + path("M44 15h196v-12m-5 6l5-6l5 6")
    return Drawing(
        WIDTH, 186, at(4, 4, _row(STORY)) + at(0, 50, too_high) + at(4, 106, _row(STORY, FREE)) + at(0, 150, fits)
    )


def _penalty(width: int, height: int) -> str:
    return box(0, 0, width, height) + words(width / 2, height / 2, _points(PENALTY), 17)


def _row(dice: Dice, free: Sequence[int] = ()) -> str:
    """The nine slots with what lies on them; free ones have a frame."""
    return "".join(at(slot * STEP, 0, _slot(slot, dice.get(slot), slot in free)) for slot in range(SLOTS))


def _slot(slot: int, lying: tuple[int, int] | None, free: bool) -> str:
    if lying:
        return _space(slot) + at(3, 3, _die(*lying))
    frame = box(-1, -1, SIDE + 2, SIDE + 2, stroke=GOOD, stroke_width=3.5) if free else ""
    return _space(slot) + _sign(slot) + frame


def _space(slot: int) -> str:
    if not 0 <= slot - ROW < DICE:
        return box(0, 0, SIDE, SIDE, stroke_dasharray="3 3")
    return box(0, 0, SIDE, SIDE, fill=COLOURS[slot - ROW][0], fill_opacity=0.3)


def _sign(slot: int) -> str:
    """What stands on an empty slot: its colour's symbol, or what a die there costs."""
    if not 0 <= slot - ROW < DICE:
        return words(SIDE / 2, SIDE / 2, _points(END), 13)
    fill, _, symbol = COLOURS[slot - ROW]
    drawn = element("path", d=symbol, fill=fill, fill_rule="evenodd", stroke=INK, stroke_width=1.3)
    return scaled(7, 7, (SIDE - 14) / 24, drawn)


def _die(colour: int, face: int) -> str:
    return die(face, SIDE - 6, *COLOURS[colour][:2])


def _pawn(colour: str) -> str:
    body = "M10 0a6 6 0 0 1 3 11q1 6 5 12H2q4-6 5-12A6 6 0 0 1 10 0z"
    return element("path", d=body, fill=colour, stroke=INK)


def _slope(x: int, y: int, up: int) -> str:
    """An arrow that rises or falls to the right."""
    return path(f"M{x} {y - 4 - 5 * up}l28 {10 * up}" + ("l-8-2m8 2l-5 6" if up < 0 else "l-5-6m5 6l-8 2"))


def _points(points: int) -> str:
    return printed(str(points))


DRAWINGS = {"board": board, "series": series, "turn": turn}
