"""What a result brings, and the end: [B3.1] to [B6.3]."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from tests.games.barbecue.positions import REACH, empty_places, failed, given, plates_of, snail_places, state, stop


@pytest.mark.parametrize(("table", "gain"), [("carry_over", 3), ("even", 2), ("blocks", 2)])
def test_an_empty_place_takes_a_plate_and_gives_its_worms(table: str, gain: int) -> None:
    """[B3.1]"""
    after = stop(given(kept=REACH[29], worms=table))
    assert state(after).worms == [gain, 0, 0, 0, 0]
    assert plates_of(after, 0) == [29]


def test_a_victim_may_lose_all_he_has() -> None:
    """[B3.2, B3.6]"""
    after = stop(given({2: [36]}, kept=REACH[36], players=3))
    assert after.scores == [4, 0, 0]


def test_a_place_can_be_stolen_back() -> None:
    """[B3.2, B6.3] And back again: there is no upper bound on the number of turns."""
    owned = [4, 0]
    for turns in range(1, 20):
        player = turns % 2
        after = stop(given({1 - player: [36]}, owned=owned, player=player, kept=REACH[36], turns=turns))
        owned = state(after).worms[:2]
        assert owned[player] == 4
        assert not after.is_over


def test_an_emptied_place_can_be_used_again() -> None:
    """[B3.4]"""
    after = stop(given(snails=[33], kept=REACH[33]))
    assert 33 in empty_places(after)
    again = stop(given(caught=[1], kept=REACH[33]))
    assert plates_of(again, 0) == [33]


def test_the_supply_comes_before_the_grill() -> None:
    """[B4.1]"""
    after = stop(given(snails=[36], kept=REACH[41]))
    assert (snail_places(after), state(after).supply, state(after).snails[0]) == ([36], 10, 1)


def test_a_failed_player_loses_nothing() -> None:
    """[B5.1]"""
    position = given({0: [30]}, owned=[9, 2], caught=[2, 1])
    after = failed(position)
    assert after.scores == position.scores
    assert plates_of(after, 0) == [30]


def test_a_snail_may_push_off_the_failing_players_own_plate() -> None:
    """[B5.1, B5.2]"""
    double = [24, 25, 26, 27, 28, 29, 30]
    after = failed(given({0: [35], 1: double * 2}, snails=[23, 31, 32, 33, 34, 36], owned=[6, 30]))
    assert snail_places(after) == [23, 31, 32, 33, 34, 35, 36]
    assert plates_of(after, 0) == []
    assert state(after).worms[:2] == [6, 30]


def test_the_twelfth_snail_does_not_end_the_game() -> None:
    """[B5.3] The next failed turn does."""
    after = failed(given(caught=[6, 5]))
    assert not after.is_over
    assert (snail_places(after), state(after).supply) == ([36], 0)
    assert failed(after).is_over


def test_failed_turns_alone_end_the_game_with_the_thirteenth() -> None:
    """[B6.1, B6.3] In the middle of a round of five."""
    position = given(players=5)
    for number in range(1, 14):
        assert not position.is_over
        assert len(snail_places(position)) == number - 1
        position = failed(position)
    assert position.is_over
    assert position.places == [1] * 5


def standing(points: list[int], laid: dict[int, list[int]]) -> Position:
    return given(laid, owned=points, players=len(points))


@pytest.mark.parametrize(
    ("points", "laid", "places"),
    [
        pytest.param([5, 9, 7], {}, [3, 1, 2], id="points decide"),
        pytest.param([5, 5, 5], {0: [24], 1: [30, 25], 2: [29, 29]}, [3, 1, 2], id="then the highest plate"),
        pytest.param([5, 5, 5], {2: [23]}, [2, 2, 1], id="any plate before none"),
        pytest.param([5, 5, 5], {}, [1, 1, 1], id="without plates the place is shared"),
        pytest.param([4, 5, 5], {0: [36]}, [3, 1, 1], id="a plate counts only among equals"),
    ],
)
def test_places(points: list[int], laid: dict[int, list[int]], places: list[int]) -> None:
    """[B6.2]"""
    assert standing(points, laid).places == places
