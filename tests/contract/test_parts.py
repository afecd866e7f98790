"""What the house asks of every game besides its rules (core/contract), of those that say it and one that does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stammtisch.core.contract.advice import Advice
from stammtisch.core.contract.lesson import LessonFile
from stammtisch.core.contract.page import Page
from stammtisch.core.contract.setup import Setup
from stammtisch.core.contract.solver import Solver
from stammtisch.core.contract.strategy import Strategy
from stammtisch.core.game import Game
from stammtisch.testing import parts, setting_up
from tests.helpers import GAMES, TOY, load


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "check",
    [
        parts.check_about,
        parts.check_text,
        parts.check_page,
        parts.check_sheet,
        parts.check_schemes,
        parts.check_lesson,
        parts.check_book,
        parts.check_bots,
        setting_up.check_setup,
        pytest.param(parts.check_advice, marks=pytest.mark.no_cover),
        pytest.param(parts.check_odds, marks=pytest.mark.no_cover),
    ],
)
def test_a_part_keeps_its_contract(name: str, check: Callable[[Game], None]) -> None:
    check(load(name))


@pytest.mark.parametrize("name", GAMES)
def test_all_games_here_have_all_parts_but_the_toy(name: str, tmp_path: Path) -> None:
    """What a strategy says and shows is the site's business."""
    game = load(name)
    for part in (Advice, LessonFile, Page, Setup, Solver, Strategy):
        assert bool(game.part(part)) == (name != TOY)
    strategy = game.part(Strategy)
    assert strategy or strategy.strategy(tmp_path) == ""
