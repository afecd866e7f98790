"""The drawings that games of throwing and setting aside share: worms, dice with worms, rolls and what is kept."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.contract.drawings import Drawing
from stammtisch.games.drawing import PALE, WIDTH, WOOD, at, box, die, element, path, piece, scaled, words
from stammtisch.games.keeping import DICE, WORM

BODY = "M4.6 23.6C9.6 25.4 10.4 20.4 10.6 16.6C10.9 10.6 17.2 9.4 18.3 14.8C19 18.4 21.6 19.4 24 16.4L24.4 10.6"
SIDE = 32  # of a die
STEP = 35  # from die to die


def worm(x: float, y: float, width: float) -> str:
    """A roasted worm in a square of this width."""
    head = element("circle", cx=24.2, cy=9.4, r=6.6, fill="#e8873c", stroke="#5e2a0c", stroke_width=1.5)
    eyes = "".join(element("circle", cx=cx, cy=8.8, r=2, fill="#2b1d14") for cx in (21.7, 26.7))
    body = path(BODY, stroke="#5e2a0c", stroke_width=8) + path(BODY, stroke="#e07b30", stroke_width=5.4)
    return scaled(x, y + width / 16, width / 32, body, head, eyes)


def worms(count: int, side: float) -> str:
    """One to four worms in a square."""
    half = side / 2
    places = [(half / 2, half / 2)] if count == 1 else [(0, half / 2), (half, half / 2)] if count == 2 else []
    places = places or [(0, 0), (half, 0), (0 if count == 4 else half / 2, half), (half, half)][:count]
    return "".join(worm(x, y, half) for x, y in places)


def symbol(points: Sequence[int], kind: int, side: float = SIDE) -> str:
    """A die that shows a symbol: a worm, or as many pips as it has points."""
    if kind != WORM:
        return die(points[kind], side)
    return piece(side, side, "#fdf8ec", worm(side * 0.1, side * 0.08, side * 0.8))


def numbered(number: int, count: int, width: float, height: float) -> str:
    """A tile, or a place: its number, and below its worms."""
    side = min(width - 6, height * 0.55)
    lower = at((width - side) / 2, height * 0.42, worms(count, side))
    return piece(width, height, WOOD, words(width / 2, height * 0.23, number, height * 0.3, fill="#2b1d14"), lower)


def dice(points: Sequence[int]) -> Drawing:
    """The eight dice: how many there are, and their six symbols with what they count."""
    side, step = 44, 50
    faces = "".join(
        at(WIDTH - 6 * step + kind * step, 0, symbol(points, kind, side), words(side / 2, side + 16, points[kind], 15))
        for kind in range(6)
    )
    return Drawing(WIDTH, side + 28, words(18, side / 2, f"{DICE} ×", 18) + faces)


def roll(points: Sequence[int], faces: Sequence[int], kept: int, sum_so_far: int) -> str:
    """A row of dice: the kept ones in a frame, the others pale, and what has been set aside so far."""
    row = [
        at(place * STEP, 0, symbol(points, kind), opacity=1 if kind == kept else PALE)
        for place, kind in enumerate(faces)
    ]
    first, many = faces.index(kept), faces.count(kept)
    frame = box(first * STEP - 3, -3, many * STEP + 2, SIDE + 6, stroke_width=2, stroke="var(--accent, currentColor)")
    return frame + "".join(row) + words(WIDTH - 8, SIDE / 2, f"= {sum_so_far}", 16, text_anchor="end")


def kept(points: Sequence[int], kinds: Sequence[int]) -> str:
    """A row of dice that were set aside."""
    return "".join(at(place * STEP, 0, symbol(points, kind)) for place, kind in enumerate(kinds))
