"""Components and the turn: [H1.1] to [H2.6]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch import load
from stammtisch.core.constants import CHANCE
from tests.games.heckmeck.positions import W, dice_left, given, grill, legal, throw, total


def test_forty_worms_on_sixteen_tiles() -> None:
    """[H1.1]"""
    worms = load("heckmeck").rules.worms
    assert [worms(t) for t in range(16)] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    assert sum(worms(t) for t in range(16)) == 40
    assert grill(load("heckmeck").start()) == list(range(21, 37))


def test_six_symbols_equally_likely() -> None:
    """[H1.2]"""
    outcomes = load("heckmeck").start().outcomes
    assert [(str(symbol), chance) for symbol, chance in outcomes] == [
        (symbol, Fraction(1, 6)) for symbol in ("1", "2", "3", "4", "5", "worm")
    ]


def test_a_worm_and_a_five_are_different_symbols() -> None:
    """[H1.2]"""
    position = throw(given(), 5, 5, 5, 5, W, W, W, W)
    assert legal(position) == ["keep 5", "keep worm"]
    assert total(position.play("keep 5")) == total(position.play("keep worm")) == 20


@pytest.mark.parametrize("players", range(2, 8))
def test_play_goes_clockwise_from_seat_0(players: int) -> None:
    """[H1.3]"""
    position = load("heckmeck", players=players).start()
    for number in range(2 * players):
        position = throw(position, *[1] * 8).play("keep 1")
        assert position.turn == number % players
        position = position.play("stop")


def test_the_first_throw_is_compulsory_and_has_all_eight_dice() -> None:
    """[H2.1]"""
    start = load("heckmeck").start()
    assert start.turn == CHANCE
    assert dice_left(start) == 8
    for _ in range(7):
        start = start.play("3")
        assert start.is_chance
    assert start.play("3").turn == 0


def test_the_turn_ends_when_all_dice_are_set_aside() -> None:
    """[H2.5]"""
    position = throw(given(), *[W] * 8).play("keep worm")
    assert legal(position) == ["take 36"]


def test_the_turn_ends_when_all_symbols_are_set_aside() -> None:
    """[H2.5] Two dice are left over, but there is nothing new they could show."""
    position = given(kept={1: 1, 2: 1, 3: 1, 4: 1, 5: 1}, thrown=[W, 1, 1]).play("keep worm")
    assert dice_left(position) == 2
    assert total(position) == 20
    assert legal(position) == ["stop"]


def test_the_choice_between_theft_and_grill_comes_also_after_a_used_up_turn() -> None:
    """[H2.5, H3.3]"""
    position = given([22, 26], [[], [24]], kept={W: 2, 4: 3}, thrown=[1, 1, 1]).play("keep 1")
    assert total(position) == 25
    position = given([22, 26], [[], [25]], kept={W: 2, 4: 3}, thrown=[1, 1, 1]).play("keep 1")
    assert legal(position) == ["take 22", "take 25"]


def test_the_greatest_total_is_40() -> None:
    """[H2.6]"""
    assert total(given(kept={W: 8})) == total(given(kept={5: 4, W: 4})) == 40
