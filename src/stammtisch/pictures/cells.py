"""Cells: what a game's `picture` shows in a terminal, drawn as pixels, cell by cell.

Blocks and symbols are drawn here, since fonts lack some of them.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from math import cos, pi, sin
from typing import Any

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

Colour = tuple[int, int, int]
Box = tuple[float, float, float, float]

COLUMNS = 84
CELL, LINE, LETTERS = 11, 24, 19
"""Pixels at scale 1: how wide and high a cell is, and its letters."""
PAPER: Colour = (30, 27, 25)
INK: Colour = (236, 231, 224)
MISSING = {"−": "-", "–": "-", "‹": "<", "›": ">", "…": "."}
"""What stands for letters that the font lacks."""
SMALL = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))

Runs = Callable[[str, int], Iterable[tuple[str, Any]]]
"""The parts of a word, each with its font, with letters of a size."""


def lines_of(markup: str) -> list[list[Segment]]:
    """The lines of a terminal of COLUMNS columns."""
    console = Console(width=COLUMNS, color_system="truecolor", file=io.StringIO(), force_terminal=True)
    return console.render_lines(Text.from_markup(markup), console.options, pad=False)


class Cells:
    def __init__(self, pen: Any, runs: Runs, scale: float = 1.0) -> None:
        self._pen, self._runs, self._scale = pen, runs, scale

    def draw(self, lines: list[list[Segment]], left: float, top: float) -> None:
        for row, line in enumerate(lines):
            self._draw_line(line, left, top + row * LINE * self._scale)

    def _draw_line(self, line: list[Segment], left: float, top: float) -> None:
        column = 0
        for text, style, *_ in line:
            ink, paper = _colours(style)
            if paper is not None:
                self._pen.rectangle(self._box(left, column, top, len(text)), fill=paper)
            column = self._draw_text(text, left, column, top, ink)

    def _draw_text(self, text: str, left: float, column: int, top: float, ink: Colour) -> int:
        """Words stand in the middle of their cells, since their letters are not all equally wide."""
        word = ""
        for letter in f"{text} ":
            if _is_drawn_as_letter(letter):
                word += MISSING.get(letter, letter)
            else:
                if word:
                    box = self._box(left, column - len(word), top, len(word))
                    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
                    self._write(*middle, word, self._fitting(word), ink)
                    word = ""
                self._draw_symbol(letter, self._box(left, column, top, 1), ink)
            column += 1
        return column - 1

    def _box(self, left: float, column: int, top: float, cells: int) -> Box:
        cell, line = CELL * self._scale, LINE * self._scale
        return (left + column * cell, top, left + (column + cells) * cell - 1, top + line - 1)

    def _fitting(self, word: str) -> int:
        """The size of its letters: smaller where a word would not fit into its cells."""
        size = round(LETTERS * self._scale)
        while size > 8 and self._length(word, size) > len(word) * CELL * self._scale:
            size -= 1
        return size

    def _length(self, word: str, size: int) -> float:
        return float(sum(font.getlength(part) for part, font in self._runs(word, size)))

    def _write(self, x: float, y: float, word: str, size: int, ink: Colour) -> None:
        """Around this point."""
        x -= self._length(word, size) / 2
        for part, font in self._runs(word, size):
            self._pen.text((x, y), part, fill=ink, font=font, anchor="lm")
            x += font.getlength(part)

    def _draw_symbol(self, symbol: str, box: Box, ink: Colour) -> None:
        left, top, right, bottom = box
        pen, u = self._pen, self._scale
        x, y = (left + right) / 2, (top + bottom) / 2
        r = CELL * 0.5 * u
        if symbol == "▄":
            pen.rectangle((left, top + (bottom - top) // 2 + 1, right, bottom), fill=ink)
        elif symbol == "▀":
            pen.rectangle((left, top, right, top + (bottom - top) // 2), fill=ink)
        elif symbol == "█":
            pen.rectangle(box, fill=ink)
        elif symbol == "~":
            pen.arc((left - 1, y - 4 * u, x + 1, y + 4 * u), 180, 360, fill=ink, width=round(3 * u))
            pen.arc((x - 1, y - 4 * u, right + 1, y + 4 * u), 0, 180, fill=ink, width=round(3 * u))
        elif symbol == "▒":
            pen.rectangle((left + 2 * u, top + 5 * u, right - 2 * u, bottom - 5 * u), outline=ink)
        elif symbol == "▮":
            pen.rectangle((x - r + 1, y - 8 * u, x + r - 1, y + 8 * u), fill=ink)
        elif symbol == "■":
            pen.rectangle((x - r + 1, y - r + 1, x + r - 1, y + r - 1), fill=ink)
        elif symbol in "●○":
            pen.ellipse(
                (x - r, y - r, x + r, y + r), fill=ink if symbol == "●" else None, outline=ink, width=round(2 * u)
            )
        elif symbol == "★":
            tips = [(x + q * sin(k * pi / 5), y - q * cos(k * pi / 5)) for k, q in enumerate((r + 2 * u, r / 2) * 5)]
            pen.polygon(tips, fill=ink)
        elif symbol in "▲△":
            pen.polygon([(x - r, y + r), (x + r, y + r), (x, y - r)], fill=ink)
        elif symbol in "▶▸":
            pen.polygon([(x - r, y - r), (x + r, y), (x - r, y + r)], fill=ink)
        elif symbol in "♦◆":
            pen.polygon([(x, y - r - 2 * u), (x + r, y), (x, y + r + 2 * u), (x - r, y)], fill=ink)
        elif symbol == "♥":
            pen.ellipse((x - r, y - r, x, y), fill=ink)
            pen.ellipse((x, y - r, x + r, y), fill=ink)
            pen.polygon([(x - r, y - r / 3), (x + r, y - r / 3), (x, y + r + 1)], fill=ink)
        elif symbol == "♣":
            for dx, dy in ((0, -0.9), (-0.9, 0.3), (0.9, 0.3)):
                pen.ellipse(
                    (x + dx * r * 0.6 - 3 * u, y + dy * r - 3, x + dx * r * 0.6 + 3 * u, y + dy * r + 3), fill=ink
                )
            pen.line((x, y, x, y + r + 2 * u), fill=ink, width=round(2 * u))
        elif symbol == "·":
            pen.ellipse((x - u, y - u, x + u, y + u), fill=ink)
        elif symbol == "×":
            pen.line((x - 4 * u, y - 4 * u, x + 4 * u, y + 4 * u), fill=ink, width=round(2 * u))
            pen.line((x - 4 * u, y + 4 * u, x + 4 * u, y - 4 * u), fill=ink, width=round(2 * u))
        elif symbol in SMALL:
            self._write(x, y - 3 * u, SMALL[symbol], round((LETTERS - 7) * u), ink)
        elif not symbol.isspace():
            self._write(x, y, symbol, round(LETTERS * u), ink)


def _is_drawn_as_letter(letter: str) -> bool:
    return (letter.isascii() and letter.isprintable() and letter not in " ~") or letter.isalpha() or letter in MISSING


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
