"""The small grill: a game by the house's rules, and CFR finds its exact value. In short form: one turn."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from stammtisch.core.extras import is_installed
from tests.notebooks.conftest import Run

needs_open_spiel = pytest.mark.skipif(not is_installed("pyspiel"), reason="OpenSpiel is not installed")


@needs_open_spiel
def test_cfr_converges_to_the_exact_value(run: Run) -> None:
    names = run("small-grill", TURNS=1, ITERATIONS=64)
    assert names["exact"] == Fraction(17, 27)
    falling = names["exploitabilities"]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] < 1e-3
    assert abs(names["values"][-1] - names["exact"]) <= 2 * falling[-1] + 1e-9


@needs_open_spiel
def test_it_is_a_game_like_any_other(run: Run) -> None:
    """Its moves are those that it does not forbid, and a record of it is what happened."""
    game = run("small-grill", TURNS=1, ITERATIONS=1)["game"]
    for seed in range(50):
        match, rng = game.match(seed=seed), Random(seed)
        for _ in range(40):
            if match.is_over:
                break
            asked = [m for m in range(1, len(game.moves)) if not match.position.why_not(m)]
            assert [int(move) for move in match.legal_moves] == (asked or [0])
            match.play(rng.choice(match.legal_moves))
        assert sum(match.scores) <= 4
