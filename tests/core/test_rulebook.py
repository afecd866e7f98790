"""Rulebook: rules.md as numbered paragraphs."""

from __future__ import annotations

import pytest

from stammtisch.core.rulebook import Rulebook
from stammtisch.core.translation import speaking
from tests.helpers import TOY, load

PAGE = """# A game

Words before the first paragraph, with a number 1.1 in them.

## 1 Things
1.1 A first paragraph
    that goes on.
> note for implementers
    an indented line that belongs to nothing? It belongs to 1.1, for the note is left out.
1.2 A second one.

    An indented line after a gap belongs to nothing.

## 12 Later
12.10 The last.
"""


def test_paragraphs_and_sections() -> None:
    book = Rulebook("X", PAGE)
    assert list(book) == ["1.1", "1.2", "12.10"]
    assert len(book) == 3
    assert book["1.1"].startswith("A first paragraph that goes on.")
    assert book["1.2"] == "A second one."
    assert book.sections == {"1": "Things", "12": "Later"}
    assert "note" not in book.page.replace("the note is", "")


def test_codes_and_citations() -> None:
    book = Rulebook("X", PAGE)
    assert book.name(101) == "X1.1"
    assert book.name(1210) == "X12.10"
    for typed in ("1.1", "X1.1", "[x1.1]", " x1.1 "):
        assert book.cited(typed) == "1.1"
    for wrong in ("", "X", "1.3", "Y1.1", "[X9.9]"):
        assert book.cited(wrong) == ""
    with pytest.raises(KeyError):
        book["9.9"]


def test_a_game_s_rulebook_leaves_notes_out() -> None:
    assert load(TOY).rulebook["3.2"].endswith("share a place.")
    assert "note" not in load(TOY).rulebook.page


def test_rules_in_a_language_and_in_english_without_a_translation() -> None:
    game = load(TOY)
    english = game.rulebook["1.2"]
    with speaking("de"):
        assert game.rulebook["1.2"] == "Vor dem ersten Zug zieht jeder eine oder zwei Murmeln, die nur er sehen darf."
    with speaking("cs"):
        assert game.rulebook["1.2"] == english
