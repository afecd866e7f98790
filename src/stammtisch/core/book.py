"""A game's book.md: what a person reads to learn it, before the numbered paragraphs of rules.md.

It has seven sections, `## The aim` and so on, known by their order (KEYS), since their titles are translated. A drawing
is an image on a line of its own, `![what it shows](drawing:NAME)`; the words are for those who cannot see it. Lines
that begin with `> ` are notes for its authors and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from stammtisch.core.errors import BrokenGame

Key = Literal["aim", "table", "turn", "end", "story", "tips", "players"]
KEYS: tuple[Key, ...] = ("aim", "table", "turn", "end", "story", "tips", "players")
"""The sections of a book in their order: the aim, what is on the table, a turn in five steps, how the game ends, a turn
told as a story, three tips, and how many play, how old they are and how long it takes."""

_SECTION = re.compile(r"^## +(.+)$", re.MULTILINE)
_DRAWING = re.compile(r"^!\[(.+)\]\(drawing:(\w+)\)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Image:
    """Where a book has a drawing."""

    name: str
    """Its name among the DRAWINGS of the game's drawings.py."""
    label: str
    """What it shows, in words."""


@dataclass(frozen=True)
class BookSection:
    """A section of a book."""

    key: Key
    title: str
    """Its heading, in the language of the book."""
    text: str
    """What stands below its heading, in Markdown."""

    def pieces(self) -> Iterator[str | Image]:
        """Text in Markdown, and the images between, in their order."""
        end = 0
        for found in _DRAWING.finditer(self.text):
            yield from filter(None, [self.text[end : found.start()].strip()])
            yield Image(name=found[2], label=found[1])
            end = found.end()
        yield from filter(None, [self.text[end:].strip()])


class Book:
    """The book of a game in one language."""

    sections: tuple[BookSection, ...]
    """As many as KEYS, in that order."""

    def __init__(self, page: str) -> None:
        shown = "\n".join(line for line in page.splitlines() if not line.startswith(">"))
        _, *found = _SECTION.split(shown)  # title, text, title, text …
        titles, texts = found[::2], found[1::2]
        if len(titles) != len(KEYS):
            raise BrokenGame(f"its book.md has {len(titles)} sections, but a book has seven: {', '.join(KEYS)}")
        self.sections = tuple(
            BookSection(key, title.strip(), text.strip()) for key, title, text in zip(KEYS, titles, texts, strict=True)
        )

    @property
    def images(self) -> list[Image]:
        """All its images, in their order."""
        return [piece for section in self.sections for piece in section.pieces() if isinstance(piece, Image)]

    @property
    def plain(self) -> str:
        """The book in Markdown, with what its drawings show in words, in brackets."""
        return "\n\n".join(f"## {section.title}\n\n{_plain(section)}" for section in self.sections)


def _plain(section: BookSection) -> str:
    return "\n\n".join(f"[{piece.label}]" if isinstance(piece, Image) else piece for piece in section.pieces())
