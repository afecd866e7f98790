"""Throws: numbered, exactly as likely as their outcomes in any order, and played at once."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from random import Random

import pytest

import stammtisch
from stammtisch.core.bind import bind
from stammtisch.core.errors import IllegalMove, ParseError
from stammtisch.core.position import Position
from stammtisch.core.throw import Throw, count_of, number_of
from stammtisch.core.throws import count_multisets
from tests.helpers import GAMES, TOY, any_move, load, play_on

START = stammtisch.load("heckmeck").start()
BAG = load(TOY, {"bag": "small"}).start()  # 3 white, 2 red, 1 blue; two are drawn for the first hand


@pytest.mark.parametrize(("kinds", "size"), [(6, 1), (6, 8), (3, 2), (1, 5), (4, 0)])
def test_numbers_are_those_of_the_lexicographic_order(kinds: int, size: int) -> None:
    made = list(combinations_with_replacement(range(kinds), size))
    assert [number_of(kinds, each) for each in made] == list(range(len(made)))
    assert number_of(kinds, made[-1][::-1]) == len(made) - 1
    assert count_of(kinds, size) == count_multisets(kinds, size) == len(made)


def test_a_single_outcome_has_its_own_number() -> None:
    last = START.play_throw(0).play("keep 1")
    assert (last.exchangeable, last.throws) == (0, [])
    one = reduce(Position.play, ["1"] * 7, START)
    assert one.exchangeable == 1
    assert [(throw.number, int(*throw)) for throw, _ in one.throws] == [(m, m) for m in range(6)]


def test_dice() -> None:
    throw = START.throw(["2"] * 2 + ["1"] * 6)
    assert (throw.number, str(throw), len(throw)) == (6, "1 1 1 1 1 1 2 2", 8)
    assert dict(START.throws)[throw] == Fraction(28, 6**8)
    assert START.play_throw(throw) == reduce(Position.play, ["1", "2"] + ["1"] * 5 + ["2"], START)
    assert START.play_throw(6) == START.play_throw(throw)
    assert START.throw(throw) is throw


def test_a_bag() -> None:
    """Without replacement, and what there is no more cannot come: there is one blue marble [U1.1]."""
    assert [(str(throw), throw.number, chance) for throw, chance in BAG.throws] == [
        ("white white", 0, Fraction(3 * 2, 30)),
        ("white red", 1, Fraction(2 * 3 * 2, 30)),
        ("white blue", 2, Fraction(2 * 3 * 1, 30)),
        ("red red", 3, Fraction(2 * 1, 30)),
        ("red blue", 4, Fraction(2 * 2 * 1, 30)),
    ]
    assert str(BAG.throw(5)) == "blue blue"
    with pytest.raises(IllegalMove, match="blue blue cannot come now"):
        BAG.play_throw(5)


def test_what_is_no_throw() -> None:
    for wrong in (1287, -1, Throw(0, BAG.throws[0][0].outcomes)):
        with pytest.raises(ParseError, match="is no throw here; numbers go from 0 to 1286"):
            START.throw(wrong)
    with pytest.raises(ParseError, match="a throw has 8 outcomes here, not 2"):
        START.throw(["1", "worm"])
    thrown = START.play_throw(0)
    with pytest.raises(IllegalMove, match="nothing is thrown now: seat 0 may keep 1"):
        thrown.play_throw(0)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_stay_below_the_most(name: str) -> None:
    match = play_on(load(name).match(seed=3), any_move, Random(3), 60)
    for position in match.history:
        if position.is_chance:
            numbers = match.game.rules.count_throws(position.to_play_on(), match.game.options)
            assert position.throws[-1][0].number < numbers <= match.game.most_throws


def test_the_most_where_none_is_declared() -> None:
    """As many as outcomes, wherever the first one falls: here after a bet and a pick; none if nothing ever falls."""
    game = stammtisch.load("zocken")
    assert (game.rules.THROWS, game.most_throws) == (0, 6)
    game = load(TOY)
    game.rules = bind(game.module, replace={"THROWS": 0, "LENGTH": 0})
    assert game.most_throws == 3
    game = stammtisch.load("zocken")
    game.rules = type(game.rules)(**{**vars(game.rules), "LENGTH": 0})
    assert game.most_throws == 0
