"""Pages to read."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console

import stammtisch
from stammtisch.core.game import Game
from stammtisch.core.translation import LANGUAGES, speaking
from stammtisch.terminal import rules_page
from stammtisch.terminal.pages import whole_rules
from tests.helpers import TOY, load
from tests.terminal.conftest import Run, Terminal


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"stammtisch {stammtisch.__version__}\n"


def test_help_lists_what_the_game_has(run: Run) -> None:
    page = " ".join(run("play", "heckmeck", "--help").stdout.split())
    for words in ("--steal optional|forced", "--flip-without-tile off|on", "[default: next]", "random, first"):
        assert words in page


def test_rules(run: Run) -> None:
    page, game = run("rules", "heckmeck").stdout, stammtisch.load("heckmeck")
    assert game.book
    book, numbered = page.split("\n# The rules in numbered paragraphs\n")
    assert book == f"# {game.title}\n\n{game.book.plain}\n"
    assert numbered == game.rulebook.page.partition("\n")[2] + "\n"
    assert run("rules", "heckmeck", "H3.5").stdout.startswith("3.5 His own top tile")
    assert run("rules", "heckmeck", "5").stdout.count("\n5.") == 2


def test_rules_in_a_language(run: Run) -> None:
    """The one that is asked for, or that of the environment; a language that nobody has translated into is English."""
    german, english = "3.5 Der eigene oberste Stein", "3.5 His own top tile"
    told = {
        ("--language", "de"): {"LC_ALL": "fr_FR.UTF-8"},
        (): {"LC_ALL": "", "LANG": "de_AT.UTF-8"},
        ("--plain",): {"LC_ALL": "de_DE", "LANG": "fr_FR.UTF-8"},
    }
    for flags, environment in told.items():
        assert run("rules", "heckmeck", "3.5", *flags, environment=environment).stdout.startswith(german)
    for environment in ({"LC_ALL": "it_IT.UTF-8"}, {"LC_ALL": "C.UTF-8", "LANG": "de_DE"}):
        assert run("rules", "heckmeck", "3.5", environment=environment).stdout.startswith(english)
    refused = run("rules", "heckmeck", "--language", "it")
    assert refused.returncode == 2
    assert "'en', 'de', 'fr'" in refused.stderr


def test_a_game_without_a_book_shows_its_paragraphs_alone() -> None:
    game = load(TOY)
    assert whole_rules(game) == game.rulebook.page


def test_catalogue(run: Run) -> None:
    page = run("catalogue").stdout
    for game in stammtisch.catalogue():
        assert f"{game.name} — {game.title}" in page
    assert "steal: optional* forced" in page
    assert "bot beginner: stops too early, for fear of losing what lies there; overlooks" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", stammtisch.catalogue(), ids=lambda game: str(game.name))
def test_rules_in_colour_have_every_word(game: Game, language: str) -> None:
    with speaking(language):
        page = whole_rules(game)
    console = Console(file=StringIO(), width=100, highlight=False)
    for part in rules_page.parts(page):
        console.print(part)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    written = re.sub(r"^```\w*|\|(-+\|)+|^#+ |\|", " ", page, flags=re.MULTILINE).translate(
        {ord("*"): "", ord("`"): ""}
    )
    assert sorted(written.split()) == sorted(re.sub("[|─]", " ", shown).split())


def test_rules_on_a_terminal(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("rules", "zatre")
    page = screen.see(
        "[The tiles: twenty-one 1s",
        "The rules in numbered paragraphs",
        "Where the source leaves something open",
        "1.2 121 tiles in a bag",
        '"D.....D.D.....D"',
        "dead board",
    )
    assert "`" not in page
    assert "**" not in page
    assert screen.status() == 0
