"""Vectors: each environment is a match of its own, step by step. `python -m tests.soak.vectors` is the long form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import IllegalMove, OptionError
from stammtisch.fast import Simulator, Vector
from stammtisch.testing.vectors import InterpretedVector, compare, difference
from tests.helpers import GAMES, TOY, load, option_sets

COUNT = 3


@pytest.mark.parametrize("name", GAMES)
def test_a_vector_equals_matches(name: str) -> None:
    """Under the defaults, and under the set with the most players."""
    sets = option_sets(name)
    for options in (sets[0], max(sets, key=lambda each: int(str(each.get("players", 0))))):
        game = load(name, options)
        assert compare(Vector(game, COUNT, 5), InterpretedVector(game, COUNT, 5), 60) == "", options


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("rewards", ["shares", "margins"])
@pytest.mark.parametrize("limit", [None, 7])
def test_every_way_to_go_on_after_a_game(autoreset: str, rewards: str, limit: int | None) -> None:
    ways: dict[str, Any] = {"autoreset": autoreset, "rewards": rewards, "limit": limit}
    game = load(TOY, {"players": 3})
    assert compare(Vector(game, COUNT, 1, **ways), InterpretedVector(game, COUNT, 1, **ways), 40) == ""


def test_all_option_sets_of_the_toy() -> None:
    for options in option_sets(TOY):
        game = load(TOY, options)
        assert compare(Vector(game, COUNT, 9), InterpretedVector(game, COUNT, 9), 30) == "", options


@pytest.mark.parametrize("parallel", [True, False])
def test_a_rollout_makes_the_same_steps(parallel: bool) -> None:
    game = load(TOY)
    one, other = (Vector(game, 100, 2, parallel=parallel) for _ in range(2))
    games = 0
    for _ in range(30):
        one.step(one.sample())
        games += int(one.terminated.sum())
    done = other.rollout(30)
    assert difference(one, other) == ""
    assert (done.steps, done.games, done.cut) == (3000, games, 0)
    assert games > 0


def test_its_games_are_those_of_a_simulator() -> None:
    game = load(TOY)
    vector, batch = Vector(game, 50, 3, autoreset="disabled"), Simulator(game).batch(50, 3)
    won = np.zeros_like(vector.rewards)
    while (vector.players >= 0).any():
        vector.step(vector.sample())
        won += vector.rewards
    assert ((won > 0) == (batch.places == 1)).all()
    assert np.allclose(won.sum(axis=1), 1)
    assert vector.position(7).scores == batch.scores[7].tolist()


def test_an_illegal_action_harms_nobody_else() -> None:
    game = load(TOY)
    one, other = Vector(game, 4, 1), Vector(game, 4, 1)
    actions = one.sample().copy()
    wrong = actions.copy()
    wrong[1], wrong[2] = -7, 2**31 - 1
    before = [getattr(one, name)[1].copy() for name in ("masks", "observations", "players")]
    one.step(wrong)
    other.step(actions)
    assert one.illegal.tolist() == [False, True, True, False]
    assert one.lengths.tolist() == [1, 0, 0, 1]
    assert all(
        (getattr(one, n)[1] == b).all() for n, b in zip(("masks", "observations", "players"), before, strict=True)
    )
    assert (one.observations[[0, 3]] == other.observations[[0, 3]]).all()


def test_an_illegal_action_can_be_replaced_or_refused() -> None:
    game = load(TOY)
    vector = Vector(game, 4, 1, illegal="random")
    vector.step(np.full(4, 99))
    assert vector.illegal.all()
    assert vector.lengths.tolist() == [1, 1, 1, 1]
    vector = Vector(game, 4, 1, illegal="error")
    actions = vector.sample().copy()
    actions[2] = 0
    with pytest.raises(IllegalMove, match="action 0 is illegal in environment 2; legal there: "):
        vector.step(actions)
    assert vector.lengths.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (np.zeros(3, np.int32), r"must be a row of 4 whole numbers, not an array of shape \(3,\) and type int32"),
        (np.zeros((4, 1), np.int32), r"not an array of shape \(4, 1\)"),
        (np.zeros(4), "not an array of shape .* and type float64"),
    ],
)
def test_wrong_actions_are_refused_in_a_sentence(actions: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Vector(load(TOY), 4).step(actions)


def test_actions_of_any_whole_numbers() -> None:
    """Large numbers do not become legal ones by being cut."""
    game = load(TOY)
    for kind in (np.int8, np.uint8, np.int64, np.uint64):
        vector = Vector(game, 4, 1)
        vector.step(vector.sample().astype(kind))
        assert not vector.illegal.any()
    vector = Vector(game, 4, 1)
    vector.step(vector.sample().astype(np.int64) + 2**32)
    assert vector.illegal.all()


def test_wrong_arguments_are_refused() -> None:
    game = load(TOY)
    for wrong, words in (
        ({"count": 0}, "the number of environments must be a whole number from 1 to"),
        ({"autoreset": "later"}, "autoreset must be one of same_step, next_step, disabled, not 'later'"),
        ({"illegal": "pass"}, "illegal must be one of stands, random, error"),
        ({"rewards": "gold"}, "rewards must be one of shares, margins"),
        ({"limit": 0}, "the limit must be a whole number from 1 to"),
        ({"seed": -1}, "the seed must be a whole number from 0 to"),
    ):
        given: dict[str, Any] = {"count": 4, **wrong}
        with pytest.raises(OptionError, match=words):
            Vector(game, **given)
    vector = Vector(game, 4)
    for given in ({"seed": 1, "where": np.ones(4, np.bool_)}, {"where": np.ones(3, np.bool_)}, {"where": np.ones(4)}):
        with pytest.raises(OptionError):
            vector.reset(**given)
    with pytest.raises(OptionError, match="contiguous"):
        vector.sample(out=np.zeros(4, np.int64))


def test_seeds_go_on_after_the_last_one() -> None:
    game = load(TOY)
    first = SEEDS - 2
    vector = Vector(game, 4, first)
    assert vector.seeds.tolist() == [SEEDS - 2, SEEDS - 1, 0, 1]
    assert compare(vector, InterpretedVector(game, 4, first), 40) == ""
    assert vector.episodes.min() > 0
    assert len(set(vector.seeds.tolist())) == 4


def test_reset_of_some_leaves_the_others() -> None:
    vector = Vector(load(TOY), 4, 1)
    vector.rollout(3)
    before = vector.observations.copy()
    vector.reset(where=np.array([True, False, False, True]))
    assert vector.lengths.tolist() == [0, 3, 3, 0]
    assert vector.episodes.tolist() == [1, 0, 0, 1]
    assert (vector.observations[1:3] == before[1:3]).all()
    vector.reset(seed=1)
    assert difference(vector, Vector(load(TOY), 4, 1)) == "" or vector.episodes.tolist() == [0, 0, 0, 0]


def test_without_observations() -> None:
    vector = Vector(load(TOY), 4, 1, observations=False)
    vector.rollout(100)
    assert vector.observations.shape == (4, 0)
    assert vector.episodes.min() > 0
