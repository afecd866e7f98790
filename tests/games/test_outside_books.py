"""The book of a game from outside: shown if it is whole, and if it is not, `stammtisch check` says what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.core.translation import speaking
from stammtisch.terminal.pages import whole_rules
from stammtisch.testing import parts
from tests import toy
from tests.installed_games import install

BOOK = """## The aim
Collect marbles.

## The table
![A bag of marbles](drawing:bag)

A bag.

## Your turn
1. Draw.
2. Look.
3. Choose.
4. Keep.
5. Rest.

## The end
An empty bag.

## A story
Ann draws.

## Tips
- Draw.
- Look.
- Win.

## Players
Two.
"""
DRAWINGS = """from stammtisch.core.contract.drawings import Drawing
DRAWINGS = {"bag": lambda: Drawing(20, 20, "<circle r='9'/>")}
"""


def written(packages: Path, name: str, **pages: str) -> None:
    """A package with the toy and these pages of its book."""
    folder = packages / f"{name}_game"
    folder.mkdir()
    for file in Path(toy.__file__).parent.glob("*.*"):
        (folder / file.name).write_text(file.read_text("utf-8").replace(toy.__name__, folder.name), "utf-8")
    (folder / "drawings.py").write_text(DRAWINGS, "utf-8")
    for page, text in pages.items():
        (folder / f"{page.replace('_', '.')}.md").write_text(text, "utf-8")
    install(packages, f"{name}-game", **{name: f"{name}_game"})


def test_a_book_that_is_whole(packages: Path) -> None:
    written(packages, "whole", book=BOOK, book_de=BOOK.replace("The aim", "Das Ziel"))
    game = games.load("whole")
    parts.check_book(game)
    assert "## The aim\n\nCollect marbles.\n\n## The table\n\n[A bag of marbles]\n" in whole_rules(game)
    with speaking("de"):
        assert whole_rules(game).startswith("# Marbles\n\n## Das Ziel\n")


@pytest.mark.parametrize(
    ("name", "right", "wrong", "why"),
    [
        ("steps", "5. Rest.\n", "", "the book in Deutsch has a turn of 4 steps, but it must be five"),
        ("tips", "- Win.", "- Win.\n- Win.", "the book in Deutsch has 4 tips, but they must be three"),
        ("unknown", "drawing:bag", "drawing:box", "shows 'box', which drawings.py does not have"),
        ("inline", "![A bag", "Look: ![A bag", "a drawing needs words and a line of its own"),
        ("empty", "An empty bag.", "", "the book in Deutsch says nothing under 'The end'"),
    ],
)
def test_what_a_book_lacks_is_said_in_every_language(
    packages: Path, name: str, right: str, wrong: str, why: str
) -> None:
    written(packages, name, book=BOOK, book_de=BOOK.replace(right, wrong))
    with pytest.raises(AssertionError, match=why):
        parts.check_book(games.load(name))


def test_drawings_without_a_book(packages: Path) -> None:
    written(packages, "drawn")
    with pytest.raises(AssertionError, match=r"drawings.py is there, but no book.md"):
        parts.check_book(games.load("drawn"))


def test_a_book_with_too_few_sections_is_named_as_a_fault(packages: Path) -> None:
    written(packages, "short", book=BOOK, book_fr=BOOK.replace("## Tips", "Tips"))
    assert "short" not in games.names()
    assert "its book.md has 6 sections, but a book has seven" in games.faults()["short"]
