"""Every paragraph of every rules page is cited by a test, and every citation is a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from stammtisch.core.game import Game
from stammtisch.core.rulebook import Rulebook
from stammtisch.core.translation import LANGUAGES
from tests.helpers import GAMES, ROOT, load

_BRACKETS = re.compile(r"\[([A-Z]\d+\.\d+(?:, [A-Z]\d+\.\d+)*)\]")
_FIGURES = re.compile(r"`[^`]*`|\d+")


def citations(text: str) -> Iterator[str]:
    """What stands in brackets: one paragraph, or several with commas."""
    for brackets in _BRACKETS.findall(text):
        yield from brackets.split(", ")


@cache
def cited() -> dict[str, set[str]]:
    """Every citation in code and tests, with the files it stands in."""
    found: dict[str, set[str]] = {}
    for folder in ("src", "tests", "bench"):
        for path in (ROOT / folder).rglob("*.py"):
            if path != Path(__file__):
                for name in citations(path.read_text("utf-8")):
                    found.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    return found


def test_citations_are_found_alone_and_together() -> None:
    assert list(citations("# [H3.4] and [H1.1, H12.10], but not [3.4], [h3.4], H3.4 or list[0.5]")) == [
        "H3.4",
        "H1.1",
        "H12.10",
    ]


@pytest.mark.parametrize("game", [load(name) for name in GAMES], ids=GAMES)
def test_every_paragraph_is_cited_by_a_test(game: Game) -> None:
    tested = {name for name, files in cited().items() if any(file.startswith("tests") for file in files)}
    missing = [name for name in (f"{game.text.LETTER}{number}" for number in game.rulebook) if name not in tested]
    assert len(game.rulebook) > 5
    assert not missing, f"no test cites {', '.join(missing)}"


@pytest.mark.parametrize("game", [load(name) for name in GAMES], ids=GAMES)
def test_every_citation_is_a_paragraph(game: Game) -> None:
    wrong = {
        name: files
        for name, files in cited().items()
        if name.startswith(game.text.LETTER) and not game.rulebook.cited(name)
    }
    assert not wrong, f"rules.md of {game.name} has no such paragraphs: {wrong}"


def test_every_game_has_a_letter_of_its_own() -> None:
    letters = [load(name).text.LETTER for name in GAMES]
    assert len(set(letters)) == len(letters)


TRANSLATED = sorted(path for folder in ("src", "tests") for path in (ROOT / folder).rglob("rules.*.md"))


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parent.name} {path.suffixes[0][1:]}")
def test_translated_rules_have_the_same_paragraphs(path: Path) -> None:
    translated, english = (Rulebook("X", each.read_text("utf-8")) for each in (path, path.with_name("rules.md")))
    assert path.suffixes[0][1:] in LANGUAGES
    assert list(translated) == list(english)
    assert list(translated.sections) == list(english.sections)
    assert figures(translated) == figures(english)


def figures(book: Rulebook) -> dict[str, list[str]]:
    """Figures and quoted names, paragraph by paragraph, and at the end those of every row of the examples."""
    rows: dict[str, str] = {}
    for line in book.page.splitlines():
        if re.match(r"\| [A-Z]\d", line):
            name = line.split("|")[1].strip()
            rows[name] = rows.get(name, "") + line  # an example may have rows in several tables
    return {number: sorted(_FIGURES.findall(text)) for number, text in {**book, **rows}.items()}


TOURNAMENT = Rulebook("C", (ROOT / "docs" / "tournament.md").read_text("utf-8"))


def test_every_paragraph_of_the_tournament_has_a_test() -> None:
    tested = {name for name, files in cited().items() if any(file.startswith("tests/tournament/") for file in files)}
    missing = [f"C{number}" for number in TOURNAMENT if f"C{number}" not in tested]
    assert len(TOURNAMENT) > 20
    assert not missing, f"no test of tournaments cites {', '.join(missing)}"


def test_every_citation_of_the_tournament_is_a_paragraph() -> None:
    wrong = {name: files for name, files in cited().items() if name[0] == "C" and not TOURNAMENT.cited(name)}
    assert not wrong, f"docs/tournament.md has no such paragraphs: {wrong}"
