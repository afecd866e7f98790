"""`stammtisch odds zocken`: the figures, the page and the chart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch import load
from stammtisch.core.position import Position
from stammtisch.terminal.odds import show_odds
from tests.games.zocken.positions import given

Shown = pytest.CaptureFixture[str]


def test_a_turn_from_its_start(tmp_path: Path, capsys: Shown) -> None:
    show_odds(load("zocken"), None, as_json=True, plot=None)
    odds = json.loads(capsys.readouterr().out)
    assert list(odds) == ["expected_score", "best_p_above_50", "best_p_series", "distribution"]
    assert list(map(int, odds["distribution"])) == sorted(map(int, odds["distribution"]))
    show_odds(load("zocken"), None, as_json=False, plot=tmp_path / "odds.svg")
    page = capsys.readouterr().out
    assert page.startswith("Zocken\n\nA turn from its start")
    for line in ("expected score              91.66", "more than 50     74.7 %", "a series         80.0 %"):
        assert line in page
    assert "  ──── more than 50: 71.6 % ────\n    60 " in page
    assert all(len(line) <= 80 for line in page.splitlines())
    drawn = (tmp_path / "odds.svg").read_text()
    assert "<svg" in drawn


def page_of(position: Position, folder: Path, capsys: Shown) -> str:
    (folder / "position.json").write_text(json.dumps(position.to_json()))
    show_odds(position.game, folder / "position.json", as_json=False, plot=folder / "odds.png")
    return capsys.readouterr().out


def test_odds_of_a_position(tmp_path: Path, capsys: Shown) -> None:
    """While a die is to be placed, while the others bet, and while a die falls."""
    thrown = given("X/1-2-X-X-X-6-6/X", thrown=4, die="yellow", matches=2, bets=[])
    page = page_of(thrown, tmp_path, capsys)
    assert "The rest of this turn" in page
    for move in thrown.legal_moves:
        assert f"\n{move!s:8} " in page
    assert page.count("  best\n") == 1
    assert "bet                 " in page_of(given("X/1-2-X-X-X-6-X/X", matches=2), tmp_path, capsys)
    falling = page_of(given("X/1-2-X-4-X-6-X/X", matches=2, bets=[]).play("throw white"), tmp_path, capsys)
    assert "move" not in falling
    assert "game won" in page_of(given("X/1-2-X-X-X-6-X/X", matches=2, players=2), tmp_path, capsys)


def test_a_turn_that_is_decided(tmp_path: Path, capsys: Shown) -> None:
    page = page_of(given("X/1-2-X-4-5-6-6/X", thrown=3, matches=5, bets=[]), tmp_path, capsys)
    assert "100.0 % " + "█" * 40 in page
