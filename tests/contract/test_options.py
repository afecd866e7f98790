"""The options of every game: covered, explained, written and read."""

from __future__ import annotations

from itertools import combinations

import pytest

from stammtisch.core.options import plain, show
from tests.helpers import CASES, GAMES, OptionSet, case_id, few, load, option_sets, pairwise


@pytest.mark.parametrize("name", GAMES)
def test_option_sets_cover_all_pairs_of_values(name: str) -> None:
    choices = {option: few(values) for option, values in load(name).options.choices().items()}
    sets = option_sets(name)
    for one, other in combinations(choices, 2):
        met = {(chosen[one], chosen[other]) for chosen in sets}
        assert met >= {(plain(v), plain(w)) for v in choices[one] for w in choices[other]}
    assert sets[0] == load(name).options.to_json()


def test_a_cover_is_much_smaller_than_all_combinations() -> None:
    choices = {str(i): [0, 1, 2] for i in range(6)}
    assert len(pairwise(choices)) < 30 < 3**6


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_explained(name: str) -> None:
    game = load(name)
    assert list(game.text.OPTIONS) == list(game.options.choices())
    assert all(game.text.OPTIONS.values())


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_options_are_read_as_they_are_written(name: str, options: OptionSet) -> None:
    game = load(name, options)
    assert game.options.to_json() == options
    assert load(name, {key: show(value) for key, value in options.items()}) == game
    assert load(name, game.options.numbers() | {k: v for k, v in options.items() if isinstance(v, bool)}) == game


@pytest.mark.parametrize("name", GAMES)
def test_presets_are_possible(name: str) -> None:
    game = load(name)
    for preset, values in game.options.PRESETS.items():
        assert load(name, {"preset": preset}) == load(name, dict(values))
