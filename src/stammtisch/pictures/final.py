"""The final position of a game as a picture to share: who has won, the scores, and the board as it lies."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from stammtisch.core.extras import optional_imports
from stammtisch.core.position import Position
from stammtisch.core.translation import listed, printed, say
from stammtisch.pictures.cells import CELL, LINE, PAPER, Cells, lines_of
from stammtisch.pictures.fonts import fitted, length, runs, write

with optional_imports():
    from PIL import Image, ImageDraw

SIZE = (1200, 630)
"""What messengers show whole."""
GROUND, SURFACE, INK, SOFT, BRASS = "#21160f", "#33231a", "#f6efe2", "#d3bfa3", "#d9a648"
EDGE, BAND, LINE_HIGH = 40, 76, 64
"""Pixels: beside everything, the band with the game's title, a row of players."""
ABREAST = 4
LARGEST = 1.5  # of a cell
COLOURS = 256


@dataclass(frozen=True)
class Ending:
    """How a game has ended: whoever gave up has another place than the position says."""

    position: Position
    names: Sequence[str]
    scores: Sequence[int]
    places: Sequence[int]
    """0: nobody has a place, for the game was broken off."""


def final_picture(ending: Ending) -> bytes:
    """A PNG, with words in the language that is spoken."""
    position, names = ending.position, ending.names
    game = position.game
    image = Image.new("RGB", SIZE, GROUND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, SIZE[0], BAND), fill=game.about.COLOUR[0])
    house = length("Stammtisch", "vollkorn", 30)
    title, size = fitted(game.title, "vollkorn", 42, SIZE[0] - 3 * EDGE - house, 700)
    write(pen, EDGE, BAND / 2, title, "vollkorn", size, "#ffffff", 700)
    write(pen, SIZE[0] - EDGE - house, BAND / 2, "Stammtisch", "vollkorn", 30, "#ffffff")
    heading, size = fitted(_winners(ending), "vollkorn", 46, SIZE[0] - 2 * EDGE, 700)
    write(pen, EDGE, BAND + 44, heading, "vollkorn", size, BRASS, 700)
    top = _players(pen, ending, BAND + 84)
    _board(pen, position, names, top + 12)
    out = io.BytesIO()
    image.quantize(COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _winners(ending: Ending) -> str:
    best = [name for name, place in zip(ending.names, ending.places, strict=True) if place == 1]
    if len(best) == 1:
        return say("{name} has won", name=best[0])
    return say("{names} share first place", names=listed(best)) if best else say("The game is over.")


def _players(pen: Any, ending: Ending, top: float) -> float:
    """Each with place and score, the winner first; how far down they reach."""
    places = ending.places
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    across = min(ABREAST, len(order))
    width = (SIZE[0] - 2 * EDGE - (across - 1) * 12) / across
    for number, seat in enumerate(order):
        left, above = EDGE + number % across * (width + 12), top + number // across * LINE_HIGH
        middle, best = above + 26, places[seat] == 1
        pen.rounded_rectangle((left, above, left + width, above + 52), 26, SURFACE, BRASS if best else None, 3)
        pen.ellipse((left + 8, above + 8, left + 44, above + 44), fill=BRASS if best else GROUND)
        place = str(places[seat] or "–")
        write(pen, left + 26 - length(place, "inter", 22) / 2, middle, place, "inter", 22, GROUND if best else SOFT)
        score = printed(str(ending.scores[seat]))
        right = left + width - 22 - length(score, "inter", 26, 700)
        write(pen, right, middle, score, "inter", 26, BRASS if best else INK, 700)
        name, size = fitted(ending.names[seat], "inter", 25, right - left - 66)
        write(pen, left + 56, middle, name, "inter", size, INK)
    return top + -(-len(order) // across) * LINE_HIGH


def _board(pen: Any, position: Position, names: Sequence[str], top: float) -> None:
    """As the game draws it in a terminal; in words, where it draws nothing."""
    width, height = SIZE[0] - 2 * EDGE, SIZE[1] - EDGE / 2 - top
    pen.rounded_rectangle((EDGE / 2, top, SIZE[0] - EDGE / 2, SIZE[1] - EDGE / 2), 18, fill=PAPER)
    text = position.game.text
    if not text.defines("picture"):
        _rows(pen, position, names, top, height)
        return
    lines = lines_of(text.picture(position, names))
    across = max(
        sum(len(part.text.rstrip()) if part is line[-1] else len(part.text) for part in line) for line in lines
    )
    scale = min(LARGEST, width / (across * CELL), (height - 24) / (len(lines) * LINE))
    left = (SIZE[0] - across * CELL * scale) / 2
    Cells(pen, runs, scale).draw(lines, left, top + (height - len(lines) * LINE * scale) / 2)


def _rows(pen: Any, position: Position, names: Sequence[str], top: float, height: float) -> None:
    text, size = position.game.text, 22
    said = [
        f"{row.label}: {', '.join(row.cells)}" if row.label else " ".join(row.cells)
        for row in text.rows(position, names)
    ]
    lines = [line for each in said for line in wrap(each, 88)]
    for number, line in enumerate(lines[: int((height - 24) / 32)]):
        write(pen, EDGE, top + 28 + number * 32, line, "inter", size, INK, 400)
