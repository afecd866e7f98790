"""Bots, hints and compiled play for games of version 1 of Zocken and Zatre."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import games
from stammtisch.bots import analyse, decision_seed
from stammtisch.fast import Simulator
from stammtisch.testing.compiled import first_difference
from tests.versions.test_samples import GAMES, old_and_new


@pytest.mark.parametrize("game", GAMES)
def test_bots_and_hints(game: str) -> None:
    """They need nothing but what the newer rules need, and decide alike."""
    old, new = old_and_new(game, 7)
    for count in range(0, len(old.events), len(old.events) // 8):
        before, after = old.history[count], new.history[count]
        if before.turn < 0:
            continue
        views, seed = [each.view(each.turn) for each in (before, after)], decision_seed(old)
        for name in (old.game.bots.keys() - {"search"}) | {"beginner"}:
            assert len({str(view.game.bots[name].choose(view, seed)) for view in views}) == 1
        one, other = map(analyse, views)
        assert [(str(each.move), each.value) for each in one.choices] == [
            (str(each.move), each.value) for each in other.choices
        ]


def test_compiled_play_of_older_rules_repeats_interpreted_play() -> None:
    simulator = Simulator(games.load("zocken", {"rounds": 1}, 1), parallel=False)
    for seed in range(5):
        assert first_difference(simulator, seed, 200) == ""
    final: Any = simulator.play(1)[0].state
    assert final.last_thrower == 1
