"""The words and options of every game."""

from __future__ import annotations

import pytest

from stammtisch.core.options import plain
from stammtisch.testing import words
from tests.helpers import CASES, GAMES, OptionSet, case_id, load


@pytest.mark.parametrize("name", GAMES)
def test_a_game_introduces_itself(name: str) -> None:
    words.check_introduction(load(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_move_has_a_name_of_its_own_that_parses_back(name: str) -> None:
    words.check_move_names(load(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_outcome_has_a_name_of_its_own_that_parses_back(name: str) -> None:
    assert words.check_outcome_names(load(name)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_move_names_its_paragraph_and_the_legal_moves(name: str) -> None:
    game = load(name)
    assert game.text.WHY
    assert words.check_reasons(game) > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_explained(name: str) -> None:
    words.check_options(load(name))


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_options_are_read_as_they_are_written(name: str, options: OptionSet) -> None:
    game = load(name, options)
    assert {option: plain(getattr(game.options, option)) for option in options} == options
    words.check_options_read(game)


@pytest.mark.parametrize("name", GAMES)
def test_the_board_names_every_player(name: str) -> None:
    words.check_board(load(name))
