"""Turns of real positions: their values against the plain solver and against playing them in the engine."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

import pytest

from stammtisch import GameOver, Position, load
from stammtisch.games.keeping import CHOOSING, KEEPING, THROWING
from stammtisch.games.keeping.solved import Turn
from stammtisch.games.keeping.text import state
from tests.games.heckmeck.positions import W, given
from tests.games.keeping.plain_solver import PlainSolver
from tests.games.keeping.play import play_turns
from tests.games.keeping.positions import GAMES, random_position
from tests.helpers import ROOT

pytestmark = pytest.mark.no_cover

FEW = 30
"""`python -m tests.soak.turns` takes a thousand."""


def turn(position: Position, stolen: float = 1.0) -> Turn:
    solved: Turn = import_module(f"stammtisch.games.{position.game.name}.solve").turn(position, stolen)
    return solved


def among(totals: Sequence[int]) -> Callable[[int, bool], float]:
    """The goal of one who wants one of these totals, with a worm."""
    return lambda total, worm: float(worm and total in totals)


def compare(position: Position, stolen: Fraction, kind: Any) -> float:
    """The greatest difference between both solvers in what the position and its moves are worth."""
    mine, plain = turn(position, float(stolen)), PlainSolver(position, kind(stolen), kind=kind)
    differences = [abs(mine.value(position) - plain.value())]
    differences += [abs(value - plain.move(move)) for move, value in mine.moves(position).items()]
    return float(max(differences))


@pytest.mark.parametrize("name", GAMES)
def test_values_of_random_positions(name: str) -> None:
    rng = Random(2)
    met = set()
    for _ in range(FEW):
        position = random_position(name, rng)
        met.add(state(position).phase)
        assert compare(position, rng.choice([Fraction(1), Fraction(3, 2), Fraction(2)]), float) < 1e-9, position
    assert met == {THROWING, KEEPING, CHOOSING}


def test_values_in_exact_fractions() -> None:
    rng = Random(3)
    for name in ("heckmeck", "barbecue", "heckmeck", "barbecue", "heckmeck"):
        assert compare(random_position(name, rng), Fraction(4, 3), Fraction) < 1e-12


@pytest.mark.parametrize("name", GAMES)
def test_chances_of_totals(name: str) -> None:
    rng = Random(4)
    for _ in range(3):
        position = random_position(name, rng)
        odds = import_module(f"stammtisch.games.{name}.solve").odds(position)
        for total in rng.sample(sorted(map(int, odds["exactly"])), 2):
            for which, wanted in (("at_least", range(total, 49)), ("exactly", [total])):
                plain = PlainSolver(position, worth=among(wanted))
                assert odds[which][str(total)] == pytest.approx(plain.value(), abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_an_outlook_has_the_value_of_its_move(name: str) -> None:
    rng = Random(5)
    for _ in range(FEW):
        position = random_position(name, rng)
        solved = turn(position)
        for move, value in [(None, solved.value(position)), *solved.moves(position).items()]:
            ahead = solved.outlook(position, move)
            assert ahead.fail + sum(ahead.totals.values()) == pytest.approx(1, abs=1e-9)
            if move is None or move < 8:  # what ends the turn may take another tile than the best
                gain = sum(chance * solved.goal.ends[1, total] for total, chance in ahead.totals.items())
                assert gain + ahead.fail * solved.goal.fail == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_play_in_the_engine_gains_what_was_promised(name: str) -> None:
    rng = Random(6)
    for position in [load(name).start(), random_position(name, rng)]:
        solved = turn(position)
        played = play_turns(solved, position, 1500, rng)
        assert abs(played.gain - solved.value(position)) <= 4 * played.gain_error
        fail = solved.outlook(position).fail
        assert abs(played.fail - fail) <= 4 * (fail * (1 - fail) / 1500) ** 0.5


def test_each_moment_of_a_turn_has_the_same_solution() -> None:
    before = given(stacks=[[], [21]], grill=[24, 28], kept={W: 2})
    assert turn(before) is turn(before.play("roll")) is turn(before.view(0))


def test_a_turn_by_hand() -> None:
    """One die left: 26 now, or one of five other faces for 27 to 31."""
    position = given(grill=[25, 29, 31], stacks=[[24], [26]], kept={W: 4, 3: 2}, thrown=[1, 4])
    solved = turn(position, stolen=2.0)
    values = {str(move): value for move, value in solved.moves(position).items()}
    # keep 1: 27 takes 25, or throws one die: 2 → 29 (3 worms), 4 → 31 (3), 5 → 32 (3), 1, 3 and worm fail (−1)
    assert values["keep 1"] == pytest.approx(max(2, (3 * 3 - 3) / 6))
    # keep 4: 30 takes 29
    assert values["keep 4"] == 3
    stealing = given(grill=[25, 29, 31], stacks=[[24], [26]], kept={W: 4, 3: 2})
    assert {str(m): v for m, v in solved.moves(stealing).items()} == pytest.approx(
        {"roll": solved.value(stealing.play("roll")), "take 25": 2, "take 26": 4}
    )


def test_a_finished_game_has_no_turn() -> None:
    position = given(grill=[21], kept={W: 4, 1: 3}).play("take 21")
    with pytest.raises(GameOver, match="there is no turn to look into"):
        turn(position)


def test_the_page_about_it_is_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "solving.md"), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed
