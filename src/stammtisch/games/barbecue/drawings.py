"""The drawings of Barbecue's book."""

from __future__ import annotations

from stammtisch.core.contract.drawings import Drawing
from stammtisch.games.barbecue.rules import CARRY_OVER, LOWEST, PLACES, POINTS
from stammtisch.games.drawing import INK, WIDTH, arrow, at, box, element, path, words
from stammtisch.games.keeping import WORM
from stammtisch.games.keeping import drawing as keeping

KEPT = (4, 4, WORM, WORM, 3, 1, 1)
"""What is set aside in the turn that the book tells; it makes 30, whose place is empty."""
MADE = 30
GREEN, YELLOW = "#4c9a52", "#e3b23c"  # plates of two players


def grill() -> Drawing:
    """All places, seven in a row. One holds a plate, one two of the same player, the highest a snail."""
    lying = {26: _plate(GREEN), 29: _plate(GREEN, -5) + _plate(GREEN, 5), 34: _plate(YELLOW), 36: _snail()}
    places = [
        at(p % 7 * 48 + 3, p // 7 * 96 + 2, _place(LOWEST + p), at(22, 80, lying.get(LOWEST + p, "")))
        for p in range(PLACES)
    ]
    return Drawing(WIDTH, 194, "".join(places))


def dice() -> Drawing:
    return keeping.dice(POINTS)


def turn() -> Drawing:
    """The dice set aside with what they make so far, the die that is left, and below what they bring."""
    sums = [sum(POINTS[kind] for kind in KEPT[: i + 1]) for i in range(len(KEPT))]
    last = [i for i in range(len(KEPT)) if KEPT[i + 1 : i + 2] != KEPT[i : i + 1]]
    below = "".join(words(i * keeping.STEP + 16, keeping.SIDE + 14, sums[i], 14) for i in last)
    left = box(7 * keeping.STEP + 1, 1, 30, 30, stroke_dasharray="4 3")
    served = arrow(230, 62, dy=12) + at(208, 80, _place(MADE), at(22, 80, _plate(GREEN)))
    gained = arrow(260, 112, dx=18) + at(290, 90, keeping.worms(CARRY_OVER[MADE - LOWEST], 44))
    return Drawing(WIDTH, 176, at(4, 4, keeping.kept(POINTS, KEPT), below, left) + served + gained)


def _place(number: int) -> str:
    return keeping.numbered(number, CARRY_OVER[number - LOWEST], 44, 62)


def _plate(colour: str, dx: int = 0) -> str:
    rim = element("circle", cx=dx, cy=0, r=11, fill=colour, stroke=INK)
    return rim + element("circle", cx=dx, cy=0, r=6.5, fill="none", stroke="#fffaf0", stroke_width=1.5)


def _snail() -> str:
    body = path("M-13 8h24q4 0 2-4q-6 0-9-2q-2-6-6-8M5-4l1-5M9-3l3-4", fill="#e3c07c", stroke=INK, stroke_width=1.5)
    shell = element("circle", cx=-4, cy=0, r=8.5, fill="#9c6bbf", stroke=INK, stroke_width=1.5)
    return body + shell + path("M-9 3q6 4 9-1q1-5-4-6q-5 1-3 4q2 1 3-1", stroke="#fbeeff", stroke_width=1.8)


DRAWINGS = {"grill": grill, "dice": dice, "turn": turn}
