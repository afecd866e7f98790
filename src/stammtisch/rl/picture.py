"""Picture: the board in colour as pixels, for `render_mode="rgb_array"`.

It is what the terminal shows, each game's own `picture`, drawn cell by cell. Pillow brings the letters; blocks and
symbols are drawn here, since its font has none.
"""

from __future__ import annotations

import io
from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from stammtisch.core.extras import optional_imports
from stammtisch.core.position import Position
from stammtisch.core.translation import ENGLISH, speaking

with optional_imports():
    from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]

COLUMNS = 84
CELL, LINE = 11, 24  # pixels
HEADER = 40
LETTERS = 19  # pixels
PAPER: Colour = (30, 27, 25)
INK: Colour = (236, 231, 224)
MISSING = {"−": "-", "–": "-", "‹": "<", "›": ">", "…": "."}
"""What stands for letters that the font lacks."""
SMALL = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))


def picture(view: Position) -> NDArray[np.uint8]:
    """The board as its viewer sees it: rows of pixels, each red, green, blue. All pictures of a game have one size."""
    game = view.game
    with speaking(ENGLISH):
        names = [f"seat {p}" for p in range(game.players)]
        markup = game.text.picture(view, names)
        heading = f"{game.title}   turn {view.turns}" if not view.is_over else f"{game.title}   the game is over"
    lines = _lines(markup)
    rows = max(17, 10 + game.players)
    image = Image.new("RGB", (COLUMNS * CELL, HEADER + rows * LINE), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, COLUMNS * CELL, HEADER - 8), fill=game.about.COLOUR[0])
    pen.text((CELL, (HEADER - 8) / 2), heading, fill=(255, 255, 255), font=_font(LETTERS), anchor="lm")
    for row, line in enumerate(lines[:rows]):
        _draw_line(pen, line, HEADER + row * LINE)
    return np.array(image, np.uint8)


def _lines(markup: str) -> list[list[Segment]]:
    console = Console(width=COLUMNS, color_system="truecolor", file=io.StringIO(), force_terminal=True)
    return console.render_lines(Text.from_markup(markup), console.options, pad=False)


def _draw_line(pen: Any, line: list[Segment], top: int) -> None:
    column = 0
    for text, style, *_ in line:
        ink, paper = _colours(style)
        if paper is not None:
            pen.rectangle(_box(column, top, len(text)), fill=paper)
        column = _draw_text(pen, text, column, top, ink)


def _draw_text(pen: Any, text: str, column: int, top: int, ink: Colour) -> int:
    """Words stand in the middle of their cells, since their letters are not all equally wide."""
    word = ""
    for letter in f"{text} ":
        if _is_drawn_as_letter(letter):
            word += MISSING.get(letter, letter)
        else:
            if word:
                left, above, right, below = _box(column - len(word), top, len(word))
                pen.text(((left + right) / 2, (above + below) / 2), word, fill=ink, font=_fitting(word), anchor="mm")
                word = ""
            _draw_symbol(pen, letter, _box(column, top, 1), ink)
        column += 1
    return column - 1


def _is_drawn_as_letter(letter: str) -> bool:
    return (letter.isascii() and letter.isprintable() and letter not in " ~") or letter.isalpha() or letter in MISSING


def _box(column: int, top: int, cells: int) -> Box:
    return (column * CELL, top, (column + cells) * CELL - 1, top + LINE - 1)


def _fitting(word: str) -> Any:
    """The letters, smaller where a word would not fit into its cells."""
    size = LETTERS
    while size > 8 and _font(size).getlength(word) > len(word) * CELL:
        size -= 1
    return _font(size)


def _draw_symbol(pen: Any, symbol: str, box: Box, ink: Colour) -> None:
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    r = CELL * 0.5
    if symbol == "▄":
        pen.rectangle((left, top + LINE // 2, right, bottom), fill=ink)
    elif symbol == "▀":
        pen.rectangle((left, top, right, top + LINE // 2 - 1), fill=ink)
    elif symbol == "█":
        pen.rectangle(box, fill=ink)
    elif symbol == "~":
        pen.arc((left - 1, y - 4, x + 1, y + 4), 180, 360, fill=ink, width=3)
        pen.arc((x - 1, y - 4, right + 1, y + 4), 0, 180, fill=ink, width=3)
    elif symbol == "▒":
        pen.rectangle((left + 2, top + 5, right - 2, bottom - 5), outline=ink)
    elif symbol == "▮":
        pen.rectangle((x - r + 1, y - 8, x + r - 1, y + 8), fill=ink)
    elif symbol == "■":
        pen.rectangle((x - r + 1, y - r + 1, x + r - 1, y + r - 1), fill=ink)
    elif symbol in "●○":
        pen.ellipse((x - r, y - r, x + r, y + r), fill=ink if symbol == "●" else None, outline=ink, width=2)
    elif symbol == "★":
        tips = [(x + q * sin(k * pi / 5), y - q * cos(k * pi / 5)) for k, q in enumerate((r + 2, r / 2) * 5)]
        pen.polygon(tips, fill=ink)
    elif symbol in "▲△":
        pen.polygon([(x - r, y + r), (x + r, y + r), (x, y - r)], fill=ink)
    elif symbol in "▶▸":
        pen.polygon([(x - r, y - r), (x + r, y), (x - r, y + r)], fill=ink)
    elif symbol in "♦◆":
        pen.polygon([(x, y - r - 2), (x + r, y), (x, y + r + 2), (x - r, y)], fill=ink)
    elif symbol == "♥":
        pen.ellipse((x - r, y - r, x, y), fill=ink)
        pen.ellipse((x, y - r, x + r, y), fill=ink)
        pen.polygon([(x - r, y - r / 3), (x + r, y - r / 3), (x, y + r + 1)], fill=ink)
    elif symbol == "♣":
        for dx, dy in ((0, -0.9), (-0.9, 0.3), (0.9, 0.3)):
            pen.ellipse((x + dx * r * 0.6 - 3, y + dy * r - 3, x + dx * r * 0.6 + 3, y + dy * r + 3), fill=ink)
        pen.line((x, y, x, y + r + 2), fill=ink, width=2)
    elif symbol == "·":
        pen.ellipse((x - 1, y - 1, x + 1, y + 1), fill=ink)
    elif symbol == "×":
        pen.line((x - 4, y - 4, x + 4, y + 4), fill=ink, width=2)
        pen.line((x - 4, y + 4, x + 4, y - 4), fill=ink, width=2)
    elif symbol in SMALL:
        pen.text((x, y - 3), SMALL[symbol], fill=ink, font=_font(LETTERS - 7), anchor="mm")
    elif not symbol.isspace():
        pen.text((x, y), symbol, fill=ink, font=_font(LETTERS), anchor="mm")


def _colours(style: Style | None) -> tuple[Colour, Colour | None]:
    """Ink, and the paper if it is another."""
    if style is None:
        return INK, None
    ink: Colour = style.color.get_truecolor() if style.color and not style.color.is_default else INK
    paper: Colour | None = style.bgcolor.get_truecolor() if style.bgcolor else None
    if style.reverse:
        ink, paper = paper or PAPER, ink
    if style.dim:
        ink = _dimmed(ink, paper or PAPER)
    return ink, paper


def _dimmed(ink: Colour, paper: Colour) -> Colour:
    """Nearer to the paper."""
    red, green, blue = ((2 * a + 3 * b) // 5 for a, b in zip(ink, paper, strict=True))
    return red, green, blue


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)
