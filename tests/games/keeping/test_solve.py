"""The compiled solver: published figures, any goal against the plain solver, batches, and no failing on purpose."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from stammtisch import load
from stammtisch.games.heckmeck.rules import STOP
from stammtisch.games.keeping import DICE, SYMBOLS, WORM
from stammtisch.games.keeping.solve import Goal, outlook, roll, solve, solve_many
from stammtisch.games.keeping.solved import solved
from stammtisch.games.keeping.table import USED_UP, Table, table
from tests.games.heckmeck.positions import W, given
from tests.games.keeping.plain_solver import Kept, PlainTurn
from tests.games.keeping.positions import GAMES

START = (0,) * SYMBOLS


def points(name: str) -> tuple[int, ...]:
    return tuple(load(name).rules.POINTS)


def plain(points: tuple[int, ...], goal: Goal) -> PlainTurn:
    """The plain solver for the same goal."""

    def stops(kept: Kept) -> list[float]:
        end = int(kept[WORM] > 0), sum(n * each for n, each in zip(kept, points, strict=True))
        used_up = sum(kept) == DICE or all(kept)
        return [goal.ends[end]] if used_up or goal.allowed[end] else []

    return PlainTurn(stops, goal.fail, float)


def random_goal(states: Table, rng: Any) -> Goal:
    """Anything: failing may be better than most ends, and stopping is allowed here and there."""
    ends = rng.random((2, states.totals))
    return Goal(ends, rng.random(ends.shape) < rng.random(), float(rng.random()))


def worms() -> Goal:
    """The full grill, owning nothing."""
    ends = np.zeros((2, 41))
    ends[1, 21:] = [min(1 + (total - 21) // 4, 4) for total in range(21, 41)]
    return Goal(ends, np.ones(ends.shape, np.bool_), 0.0)


def test_the_table_has_the_size_that_counting_gives() -> None:
    states = table(points("heckmeck"))
    assert len(states.keys) == 1939
    assert int((states.graph.throw != USED_UP).sum()) == 1287
    assert len(table(points("barbecue")).keys) == 2234


@pytest.mark.parametrize("name", GAMES)
def test_the_chances_of_every_throw_add_up(name: str) -> None:
    graph = table(points(name)).graph
    sums = np.add.reduceat(graph.nodes["chance"], graph.begin[:-1].astype(np.int64)) + graph.blank
    np.testing.assert_allclose(sums, 1, rtol=1e-14)


def test_published_figures() -> None:
    states = table(points("heckmeck"))
    assert f"{solve(states, worms())[-1]:.6f}" == "1.644730"
    ends = np.zeros((2, 41))
    ends[1, 21:] = 1
    assert f"{solve(states, Goal(ends, worms().allowed, 0.0))[-1]:.6f}" == "0.893027"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_any_goal_as_the_plain_solver(name: str, seed: int) -> None:
    states = table(points(name))
    goal = random_goal(states, np.random.default_rng(seed))
    values = solve(states, goal)
    other = plain(points(name), goal)
    assert values[-1] == pytest.approx(other.throwing(START), abs=1e-9)
    rng = Random(seed)
    for kept in rng.sample(sorted(states.open.values()), 20):
        i = states.index[_key(states, kept)]
        assert values[i] == pytest.approx(other.choosing(kept), abs=1e-9)
        assert roll(states, goal, values, i) == pytest.approx(other.throwing(kept), abs=1e-9)


def _key(states: Table, kept: Kept) -> tuple[int, int, int]:
    used = sum(1 << symbol for symbol in range(SYMBOLS) if kept[symbol])
    return used, DICE - sum(kept), sum(n * each for n, each in zip(kept, states.points, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_as_single_solves(name: str) -> None:
    states = table(points(name))
    rng = np.random.default_rng(0)
    goals = [random_goal(states, rng) for _ in range(20)]
    batch = Goal(
        np.stack([goal.ends for goal in goals], 2),
        np.stack([goal.allowed for goal in goals], 2),
        np.array([goal.fail for goal in goals]),
    )
    values = solve_many(states, batch)
    rough = solve_many(states, Goal(*(array.astype(np.float32) for array in (batch.ends, batch.allowed, batch.fail))))
    assert (values.dtype, rough.dtype) == (np.float64, np.float32)
    for b, goal in enumerate(goals):
        assert np.array_equal(values[:, b], solve(states, goal)), "a batch in float64 is exact to the last bit"
        np.testing.assert_allclose(rough[:, b], values[:, b], atol=1e-5)


@pytest.mark.parametrize("name", GAMES)
def test_an_outlook_has_the_value_that_was_promised(name: str) -> None:
    states = table(points(name))
    for seed in range(10):
        goal = random_goal(states, np.random.default_rng(seed))
        values = solve(states, goal)
        reach = np.zeros(len(values))
        reach[-1] = 1.0
        ends, nothing_new = outlook(states, goal, values, reach)
        assert ends.sum() + nothing_new == pytest.approx(1, abs=1e-12)
        assert (ends * goal.ends).sum() + nothing_new * goal.fail == pytest.approx(values[-1], abs=1e-12)


def test_nobody_can_fail_on_purpose_while_something_can_be_taken() -> None:
    """Where taking is worse than failing, the value is that of the better of the two evils, never that of failing."""
    position = given(grill=[21], kept={W: 4, 1: 3})  # 23 with one die left: take 21, or throw it
    turn = solved(position, lambda _, m: -1.0 if m < STOP else None, fail=0.0)
    moves = {str(move): value for move, value in turn.moves(position).items()}
    assert moves["take 21"] == -1
    assert moves["roll"] == pytest.approx(-4 / 6)  # 2, 3, 4 and 5 must be set aside, and then 21 must be taken
    assert turn.value(position) == moves["roll"]
    kept = given(grill=[21], kept={W: 4, 1: 3}, thrown=[2])
    assert {str(move): value for move, value in turn.moves(kept).items()} == {"keep 2": -1}
