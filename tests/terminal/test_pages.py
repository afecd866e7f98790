"""Pages to read."""

from __future__ import annotations

import stammtisch
from tests.terminal.conftest import Run


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
