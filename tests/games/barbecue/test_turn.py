"""Components and the dice: [B1.1] to [B2.4]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stammtisch import load
from stammtisch.core.constants import CHANCE
from tests.games.barbecue.positions import ALL, REACH, empty_places, given, plates_of, snail_places, state, stop
from tests.games.keeping.laid_dice import W, dice_left, legal, throw, total

TEN = [25, 26, 27, 28, 29] * 2


@pytest.mark.parametrize(
    ("table", "worms"),
    [
        ("carry_over", [1] * 2 + [2] * 4 + [3] * 4 + [4] * 4),
        ("even", [1] * 3 + [2] * 4 + [3] * 4 + [4] * 3),
        ("blocks", [1] * 4 + [2] * 4 + [3] * 4 + [4] * 2),
    ],
)
def test_the_worms_of_the_places(table: str, worms: list[int]) -> None:
    """[B1.1]"""
    game = load("barbecue", worms=table)
    assert [game.rules.worms_at(game.options, g) for g in range(14)] == worms
    assert empty_places(game.start()) == list(ALL)


def test_six_symbols_equally_likely() -> None:
    """[B1.2]"""
    assert [(str(symbol), chance) for symbol, chance in load("barbecue").start().outcomes] == [
        (symbol, Fraction(1, 6)) for symbol in ("1", "2", "3", "4", "6", "worm")
    ]


def test_the_greatest_total_with_a_worm() -> None:
    """[B1.2]"""
    position = given(kept={6: 7, W: 1})
    assert total(position) == 47
    assert state(stop(position)).snails[0] == 1


def test_a_worm_counts_five() -> None:
    """[B1.2]"""
    assert total(given(kept={W: 8})) == 40


def test_the_start() -> None:
    """[B1.3, B1.5]"""
    start = load("barbecue").start()
    assert start.turn == CHANCE
    assert (state(start).supply, state(start).player, dice_left(start)) == (12, 0, 8)
    assert start.scores == [0, 0]


@pytest.mark.parametrize("players", range(2, 6))
def test_play_goes_clockwise_from_seat_0(players: int) -> None:
    """[B1.5]"""
    position = load("barbecue", players=players).start()
    for number in range(2 * players):
        position = throw(position, *[1] * 8).play("keep 1")
        assert position.turn == number % players
        position = position.play("stop")


def test_without_plates_a_result_that_needs_one_is_not_valid() -> None:
    """[B1.4] An empty place, a rival's plate and one's own single plate need one."""
    for laid in ({0: TEN}, {0: TEN, 1: [23]}, {0: [23, *TEN[1:]]}):
        assert legal(given(laid, kept=REACH[23])) == ["roll", "stop"]
        assert legal(given(laid, kept=REACH[23], plates="ten_then_fail")) == ["roll"]


def test_nine_plates_leave_one() -> None:
    """[B1.4]"""
    after = stop(given({0: TEN[1:]}, kept=REACH[23], plates="ten_then_fail"))
    assert len(plates_of(after, 0)) == 10


def test_only_ones_own_plates_count() -> None:
    """[B1.4]"""
    assert "stop" in legal(given({1: TEN}, kept=REACH[23], plates="ten_then_fail"))


def test_snails_and_totals_above_36_need_no_plate() -> None:
    """[B1.4]"""
    assert "stop" in legal(given({0: TEN}, snails=[23], kept=REACH[23], plates="ten_then_fail"))
    assert "stop" in legal(given({0: TEN}, kept=REACH[41], plates="ten_then_fail"))


def test_a_used_up_turn_without_a_plate_fails() -> None:
    """[B1.4, B2.4]"""
    position = given({0: TEN}, kept={W: 1, 6: 1, 1: 1, 2: 2, 4: 1}, thrown=[3, 6], plates="ten_then_fail")
    position = position.play("keep 3")
    assert total(position) == 23
    assert legal(position) == ["stop"]
    assert snail_places(stop(position)) == [36]


def test_by_default_plates_never_run_out() -> None:
    """[B1.4]"""
    assert len(plates_of(stop(given({0: TEN}, kept=REACH[23])), 0)) == 11


def test_a_throw_without_a_new_symbol_fails() -> None:
    """[B2.1] Whatever was collected."""
    position = given(kept={W: 3, 6: 3}, thrown=[6, W])
    assert legal(position) == ["pass"]
    assert snail_places(position.play("pass")) == [36]


@pytest.mark.parametrize(
    "kept", [{6: 5}, {W: 2, 6: 2}, {W: 4}], ids=["30 without a worm", "22 with worms", "20 with worms"]
)
def test_an_invalid_result_must_be_thrown_on(kept: dict[int | str, int]) -> None:
    """[B2.2, B2.3]"""
    assert legal(given(kept=kept)) == ["roll"]
    position = given(kept=kept, deliberate_fail=True)
    assert legal(position) == ["roll", "stop"]
    assert snail_places(stop(position)) == [36]


@pytest.mark.parametrize("points", [23, 28, 29, 30, 33, 36, 41])
def test_a_valid_result_can_be_stopped_on(points: int) -> None:
    """[B2.2] The option changes nothing: stopping is a success."""
    for option in (False, True):
        position = given(kept=REACH[points], deliberate_fail=option)
        assert total(position) == points
        assert legal(position) == ["roll", "stop"]
        after = stop(position)
        assert after.scores[0] > 0
        assert snail_places(after) == []


def test_a_second_plate_can_be_declined_when_no_die_is_left() -> None:
    """[B2.4, B3.3]"""
    position = given({0: [29]}, kept={6: 3, W: 2, 1: 1}, second_plate="may")
    assert legal(position) == ["roll", "stop", "decline"]
    used_up = given({0: [29]}, kept={W: 5, 1: 2, 2: 1}, second_plate="may")
    assert legal(used_up) == ["stop", "decline"]
    assert state(used_up.play("decline")).player == 1


def test_without_a_plate_there_is_none_to_decline() -> None:
    """[B1.4, B3.3]"""
    laid = {0: [29, 30, 31, 32, 33, 34, 34, 35, 35, 36]}
    with_dice = given(laid, kept=REACH[29], second_plate="may", plates="ten_then_fail")
    assert legal(with_dice) == ["roll"]
    used_up = given(laid, kept={W: 5, 1: 2, 2: 1}, second_plate="may", plates="ten_then_fail")
    assert legal(used_up) == ["stop"]


def test_all_six_symbols_end_the_turn() -> None:
    """[B2.4] Two dice are left over, but there is nothing new they could show."""
    position = given(kept={1: 1, 2: 1, 3: 1, 4: 1, 6: 1}, thrown=[W, 1, 1]).play("keep worm")
    assert (total(position), dice_left(position)) == (21, 2)
    assert legal(position) == ["stop"]
    assert snail_places(stop(position)) == [36]


def test_a_turn_that_ends_on_a_valid_result_succeeds() -> None:
    """[B2.3, B2.4]"""
    position = given(kept={W: 6, 1: 1}, thrown=[2]).play("keep 2")
    assert legal(position) == ["stop"]
    assert plates_of(stop(position), 0) == [33]
