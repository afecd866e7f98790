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
from tests.terminal.conftest import Run, Terminal


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"stammtisch {stammtisch.__version__}\n"


def test_help_lists_what_the_game_has(run: Run) -> None:
    page = " ".join(run("play", "heckmeck", "--help").stdout.split())
    for words in ("--steal optional|forced", "--flip-without-tile off|on", "[default: next]", "random, first"):
        assert words in page


def test_rules(run: Run) -> None:
    page = run("rules", "heckmeck").stdout
    assert page == stammtisch.load("heckmeck").rulebook.page + "\n"
    assert run("rules", "heckmeck", "H3.5").stdout.startswith("3.5 His own top tile")
    assert run("rules", "heckmeck", "5").stdout.count("\n5.") == 2


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
        page = game.rulebook.page
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
        "Where the source leaves something open", "1.2 121 tiles in a bag", '"D.....D.D.....D"', "dead board"
    )
    assert "`" not in page
    assert "**" not in page
    assert screen.status() == 0
