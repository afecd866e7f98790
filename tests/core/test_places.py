"""Who has won."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.places import win_shares, winners
from tests.helpers import GAMES, greedy_move, load, play_on


def test_the_first_place_can_be_shared() -> None:
    assert winners([2, 1, 3]) == [1]
    assert winners([1, 3, 1]) == [0, 2]
    assert win_shares([1, 3, 1]) == [0.5, 0.0, 0.5]
    assert win_shares([2, 1]) == [0.0, 1.0]


@pytest.mark.parametrize("name", GAMES)
def test_nobody_has_won_before_the_end(name: str) -> None:
    game = load(name)
    assert game.start().winners == []
    match = play_on(game.match(seed=1), greedy_move, Random(1), game.rules.LENGTH)
    assert match.winners == match.position.winners == [p for p in range(game.players) if match.places[p] == 1] != []
