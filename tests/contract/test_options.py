"""The option sets of every game."""

from __future__ import annotations

from itertools import combinations

import pytest

from stammtisch.core.options import plain
from stammtisch.testing.option_sets import few, pairwise
from tests.helpers import GAMES, load, option_sets


@pytest.mark.parametrize("name", GAMES)
def test_option_sets_cover_all_pairs_of_values(name: str) -> None:
    choices = {option: few(values) for option, values in load(name).options.choices().items()}
    sets = option_sets(name)
    for one, other in combinations(choices, 2):
        met = {(chosen[one], chosen[other]) for chosen in sets}
        assert met >= {(plain(v), plain(w)) for v in choices[one] for w in choices[other]}
    assert sets[0] == {option: plain(getattr(load(name).options, option)) for option in choices}


def test_a_cover_is_much_smaller_than_all_combinations() -> None:
    choices = {str(i): [0, 1, 2] for i in range(6)}
    assert len(pairwise(choices)) < 30 < 3**6


@pytest.mark.parametrize("name", GAMES)
def test_presets_are_possible(name: str) -> None:
    game = load(name)
    for preset, values in game.options.PRESETS.items():
        assert load(name, {"preset": preset}) == load(name, dict(values))
