"""A game's rules.md as numbered paragraphs: what `rules`, `?` and error messages quote.

Sections are `## 3 Stopping`, paragraphs begin with `3.4 `; lines of a paragraph that follow are indented. Lines that
begin with `> ` are notes for implementers and are left out. `## 6 Worked examples` and the like have no paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_SECTION = re.compile(r"## (\d+) (.+)")
_PARAGRAPH = re.compile(r"(\d+)\.(\d+) (.+)")


class Rulebook(Mapping[str, str]):
    """The rules of a game: a mapping from the number of a paragraph, "3.4", to its text, in the order of the page."""

    letter: str
    """What stands before the numbers where they are cited: "H", as in [H3.4]."""
    page: str
    """The whole page, in Markdown."""
    sections: dict[str, str]
    """The title of each section by its number."""

    def __init__(self, letter: str, page: str) -> None:
        self.letter = letter
        self.page = "\n".join(line for line in page.splitlines() if not line.startswith(">"))
        self.sections = {}
        self._texts: dict[str, str] = {}
        current = ""
        for line in self.page.splitlines():
            if section := _SECTION.match(line):
                self.sections[section[1]] = section[2]
                current = ""
            elif paragraph := _PARAGRAPH.match(line):
                current = f"{paragraph[1]}.{paragraph[2]}"
                self._texts[current] = paragraph[3]
            elif current and line.startswith("    "):
                self._texts[current] += " " + line.strip()
            else:
                current = ""

    def __getitem__(self, number: str) -> str:
        return self._texts[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def name(self, code: int) -> str:
        """What `forbids` returned, as people cite it: 304 → "H3.4"."""
        return f"{self.letter}{code // 100}.{code % 100}"

    def cited(self, name: str) -> str:
        """A paragraph's number from what people type: "3.4", "H3.4" or "[h3.4]"; "" if there is none."""
        number = name.strip(" []").upper().removeprefix(self.letter.upper())
        return number if number in self._texts else ""
