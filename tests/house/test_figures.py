"""The types of what boards get are those of the games' models, and who has figures has a board."""

from __future__ import annotations

import pytest
from tools import figures

from stammtisch import games
from stammtisch.core.contract.page import Page
from tests.helpers import ROOT

BOARDS = ROOT / "web" / "src" / "boards"


def test_what_is_committed_is_what_the_models_give() -> None:
    made = figures.files()
    for path, text in made.items():
        assert path.read_text("utf-8") == text, f"run `make types` for {path.relative_to(ROOT)}"
    assert set(BOARDS.glob("*/figures.ts")) == set(made)


@pytest.mark.parametrize("name", games.names())
def test_a_game_of_ours_has_figures_if_it_has_a_board(name: str) -> None:
    """Its own board would not understand the figures for any game, nor the board for any game its own figures."""
    has_board = (BOARDS / name / "Board.svelte").exists()
    assert games.load(name).part(Page).defines("figures") == has_board
    assert (BOARDS / name / "figures.ts").exists() == has_board
