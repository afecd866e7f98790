"""Compiled play repeats interpreted play: every ply, under every option value and all pairs of them."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.fast import Simulator
from stammtisch.testing.compiled import facts, first_difference, interpreted
from tests.helpers import CASES, GAMES, OptionSet, case_id, load, option_sets

GAMES_PER_GAME = 200
PLIES = 400  # compared in most games; a few are compared to their end


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_compiled_equals_interpreted_after_every_ply(name: str, options: OptionSet) -> None:
    simulator = Simulator(load(name, options), parallel=False)
    cases = len(option_sets(name))
    for seed in range(1 + GAMES_PER_GAME // cases):
        assert first_difference(simulator, seed, PLIES) == ""


@pytest.mark.parametrize("name", GAMES)
def test_compiled_whole_games_equal_interpreted_ones(name: str) -> None:
    simulator = Simulator(load(name), parallel=False)
    for seed in range(3):
        assert first_difference(simulator, seed, simulator.game.rules.LENGTH) == ""


@pytest.mark.parametrize("name", GAMES)
def test_out_of_bounds_is_looked_for_and_not_found(name: str) -> None:
    simulator = Simulator(load(name), parallel=False, boundscheck=True)
    for seed in range(3):
        assert first_difference(simulator, seed, PLIES) == ""


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_is_many_single_games(name: str) -> None:
    game = load(name)
    batch = Simulator(game).batch(5, seed=100)
    assert len(batch) == 5
    for i in range(5):
        position, plies = Simulator(game, parallel=False).play(100 + i)
        assert position.scores == list(batch.scores[i])
        assert position.places == list(batch.places[i])
        assert plies == batch.plies[i]
        assert position.is_over == batch.finished[i]
        assert facts(position.state) == list(interpreted(game, 100 + i, game.rules.LENGTH)[-1])


def test_a_limit_stops_a_game_and_says_so() -> None:
    batch = Simulator(load("heckmeck"), parallel=False).batch(3, limit=10)
    assert list(batch.plies) == [10, 10, 10]
    assert not batch.finished.any()


def test_a_game_that_ends_with_the_last_ply_allowed_is_finished() -> None:
    simulator = Simulator(load("heckmeck"), parallel=False)
    whole = simulator.batch(1)
    assert simulator.batch(1, limit=int(whole.plies[0])).finished[0]
    assert not simulator.batch(1, limit=int(whole.plies[0]) - 1).finished[0]


def test_play_from_a_position() -> None:
    match = load("heckmeck").match(seed=3)
    match.play(match.legal_moves[-1])
    simulator = Simulator(match.game, parallel=False)
    final, plies = simulator.play(5, start=match.position)
    assert final.is_over
    assert plies == simulator.batch(1, seed=5, start=match.position).plies[0]
    assert np.array_equal(simulator.trace(5, 1, start=match.position)[0]["kept"], match.position.state.key()[6])
