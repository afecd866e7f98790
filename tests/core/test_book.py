"""Book: book.md in seven sections, with drawings between."""

from __future__ import annotations

import pytest

from stammtisch.core.book import KEYS, Book, Image
from stammtisch.core.contract.drawings import Drawing
from stammtisch.core.errors import BrokenGame
from stammtisch.core.translation import speaking
from tests.helpers import TOY, load

PAGE = """# A game

Words before the first section are left out.

## The aim
Win.
> a note for its authors

## The table
![A board, drawn](drawing:board)

Some words.

![Two dice](drawing:dice)
## Your turn
1. Roll.

## The end
It ends.

## A story
Ana rolls.

## Tips
- Win.

## Players
Two.
"""


def test_sections_by_their_order() -> None:
    book = Book(PAGE)
    assert tuple(section.key for section in book.sections) == KEYS
    assert book.sections[0].title == "The aim"
    assert book.sections[0].text == "Win."


def test_drawings_between_words() -> None:
    book = Book(PAGE)
    board, dice = Image("board", "A board, drawn"), Image("dice", "Two dice")
    assert list(book.sections[1].pieces()) == [board, "Some words.", dice]
    assert book.images == [board, dice]
    assert "## The table\n\n[A board, drawn]\n\nSome words.\n\n[Two dice]\n\n## Your turn\n\n1. Roll.\n" in book.plain


def test_a_book_that_is_not_whole_is_refused() -> None:
    with pytest.raises(BrokenGame, match=r"has 6 sections, but a book has seven: aim, table, turn"):
        Book(PAGE.replace("## Tips", "Tips"))


def test_a_game_may_have_no_book() -> None:
    with speaking("de"):
        assert load(TOY).book is None


def test_a_drawing_says_what_it_shows() -> None:
    svg = Drawing(100, 50, "<path/>").svg('A "board" & dice')
    assert svg.startswith(
        '<svg role="img" aria-label="A &quot;board&quot; &amp; dice" viewBox="0 0 100 50" width="140"'
    )
    assert svg.endswith("<path/></svg>")
