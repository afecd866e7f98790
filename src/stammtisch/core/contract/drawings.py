"""Drawings: what a game's book.md shows, as SVG that is written into the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from stammtisch.core.contract.part import Part

SCALE = 1.4


@dataclass(frozen=True)
class Drawing:
    """A drawing. Its lines and letters have the colour of the text around it, `currentColor`, so that it can be read
    on a light page, on a dark one and on paper."""

    width: int
    """In units of its own, as is its height; on a page that is wide enough a unit is SCALE pixels."""
    height: int
    body: str
    """The elements of the SVG."""

    def svg(self, label: str) -> str:
        """The whole SVG; the label is for those who cannot see it."""
        return (
            f'<svg role="img" aria-label="{escape(label)}" viewBox="0 0 {self.width} {self.height}" '
            f'width="{round(self.width * SCALE)}" height="{round(self.height * SCALE)}">{self.body}</svg>'
        )


class Drawings(Part):
    """drawings.py: the drawings of book.md."""

    FILE = "drawings"

    DRAWINGS: Mapping[str, Callable[[], Drawing]] = {}
    """By the name that the book has for it: what draws it, with words in the language that is spoken."""
