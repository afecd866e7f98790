"""Fonts: the page's own, which have all letters of its languages. A file has one script; a text is drawn in runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, TypeAlias

from stammtisch.core.extras import optional_imports

with optional_imports():
    from PIL import ImageFont

Family: TypeAlias = Literal["inter", "vollkorn"]
ASSETS = Path(__file__).parents[1] / "page" / "assets"
SCRIPTS = ((0x0000, "latin"), (0x0100, "latin-ext"), (0x0370, "greek"), (0x0400, "cyrillic"), (0x0460, "cyrillic-ext"),
           (0x0530, "latin"), (0x1E00, "latin-ext"), (0x1F00, "latin"))  # fmt: skip
"""Where the letters of a file begin."""


def runs(text: str, size: int, family: Family = "inter", weight: int = 600) -> Iterator[tuple[str, Any]]:
    """The parts of a text, each with its font."""
    for script, letters in groupby(text, key=_script):
        yield "".join(letters), _font(family, script, size, weight)


def length(text: str, family: Family, size: int, weight: int = 600) -> float:
    return float(sum(font.getlength(part) for part, font in runs(text, size, family, weight)))


def fitted(text: str, family: Family, size: int, width: float, weight: int = 600) -> tuple[str, int]:
    """The text and the size at which it fits: smaller, and in the end cut off."""
    least = size * 4 // 5
    while size > least and length(text, family, size, weight) > width:
        size -= 1
    if length(text, family, size, weight) <= width:
        return text, size
    while text and length(f"{text}…", family, size, weight) > width:
        text = text[:-1]
    return f"{text}…", size


def write(pen: Any, x: float, y: float, text: str, family: Family, size: int, fill: Any, weight: int = 600) -> None:
    """From x on, around the line y."""
    for part, font in runs(text, size, family, weight):
        pen.text((x, y), part, fill=fill, font=font, anchor="lm")
        x += font.getlength(part)


def _script(letter: str) -> str:
    return next(script for first, script in reversed(SCRIPTS) if ord(letter) >= first)


@cache
def _font(family: Family, script: str, size: int, weight: int) -> Any:
    """Where the page has not been built, Pillow's own font."""
    found = next(iter(sorted(ASSETS.glob(f"{family}-{script}-wght-normal-*.woff2"))), None)
    if found is None:
        return ImageFont.load_default(size)
    font = ImageFont.truetype(found, size)
    font.set_variation_by_axes([weight])
    return font
