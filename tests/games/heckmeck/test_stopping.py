"""What a total takes: [H3.1] to [H3.7], with both readings of each option."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from stammtisch.core.position import Position
from tests.games.heckmeck.positions import Symbol, W, given, grill, legal, stack, total

# Dice set aside for a total, with at least one worm.
REACH: dict[int, Mapping[Symbol, int]] = {
    20: {W: 4},
    21: {W: 4, 1: 1},
    24: {W: 4, 4: 1},
    25: {W: 5},
    26: {W: 5, 1: 1},
    36: {W: 7, 1: 1},
    37: {W: 7, 2: 1},
    38: {W: 7, 3: 1},
    39: {W: 7, 4: 1},
    40: {W: 8},
}


def stopping(points: int, on_grill: list[int], *stacks: list[int], **options: object) -> list[str]:
    """The moves that end the turn with this total."""
    position = given(on_grill, stacks, kept=REACH[points], **options)  # type: ignore[arg-type]
    assert total(position) == points
    return [move for move in legal(position) if move != "roll"]


def test_nothing_without_a_worm() -> None:
    """[H3.1]"""
    assert legal(given(kept={5: 5})) == ["roll", "stop"]


@pytest.mark.parametrize("lower", ["next", "any"])
@pytest.mark.parametrize("steal", ["optional", "forced"])
def test_the_equal_tile_of_the_grill_is_no_choice(lower: str, steal: str) -> None:
    """[H3.2]"""
    assert stopping(25, [21, 24, 25, 26], lower=lower, steal=steal) == ["take 25"]


def test_theft_is_optional_if_the_grill_offers_a_tile() -> None:
    """[H3.3]"""
    assert stopping(25, [21, 24, 30], [], [25]) == ["take 24", "take 25"]
    assert stopping(25, [21, 24, 30], [], [25], lower="any") == ["take 21", "take 24", "take 25"]


def test_a_theft_is_the_only_way_if_the_grill_offers_none() -> None:
    """[H3.3]"""
    assert stopping(25, [26, 30], [], [25]) == ["take 25"]
    assert stopping(25, [26, 30], [], [25], lower="any") == ["take 25"]


@pytest.mark.parametrize("lower", ["next", "any"])
def test_a_theft_can_be_forced(lower: str) -> None:
    """[H3.3]"""
    assert stopping(25, [21, 24, 30], [], [25], lower=lower, steal="forced") == ["take 25"]


@pytest.mark.parametrize("steal", ["optional", "forced"])
def test_a_lower_tile_of_the_grill(steal: str) -> None:
    """[H3.4]"""
    assert stopping(25, [21, 22, 24, 30], steal=steal) == ["take 24"]
    assert stopping(25, [21, 22, 24, 30], steal=steal, lower="any") == ["take 21", "take 22", "take 24"]


@pytest.mark.parametrize("points", [37, 38, 39, 40])
def test_a_total_above_36_takes_from_the_grill_and_never_steals_a_36(points: int) -> None:
    """[H3.4]"""
    for steal in ("optional", "forced"):
        assert stopping(points, [21, 35], [], [36], steal=steal) == ["take 35"]
        assert stopping(points, [21, 35], [], [36], steal=steal, lower="any") == ["take 21", "take 35"]
    assert stopping(points, [21, 36]) == ["take 36"]
    assert stopping(points, [21, 36], lower="any") == ["take 21", "take 36"]


def test_a_36_is_stolen_with_exactly_36() -> None:
    """[H3.3]"""
    assert stopping(36, [21, 35], [], [36]) == ["take 35", "take 36"]


def test_own_buried_and_face_down_tiles_never_count() -> None:
    """[H3.5] The 25 is one's own top, buried at oneself, buried at a rival, face down."""
    for stacks in ([[25]], [[25, 22]], [[], [25, 22]], []):
        assert stopping(25, [26, 30], *stacks) == ["stop"]
        assert stopping(25, [21, 30], *stacks) == ["take 21"]


def test_stopping_with_nothing_to_take_is_legal_and_fails() -> None:
    """[H3.6]"""
    position = given([26, 30], [[28]], kept={W: 4})
    assert legal(position) == ["roll", "stop"]
    after = position.play("stop")
    assert grill(after) == [26, 28]


def test_while_something_can_be_taken_stopping_means_taking_it() -> None:
    """[H3.6] Also when only a theft is possible."""
    assert "stop" not in stopping(25, [21, 30])
    assert "stop" not in stopping(25, [30], [], [25])


def test_a_total_below_21_takes_nothing() -> None:
    """[H3.6]"""
    assert stopping(20, [21, 22]) == ["stop"]


def test_a_stolen_tile_uncovers_the_one_below() -> None:
    """[H3.7] The robbed player's next tile is the new target; the thief's old top is safe."""
    after = given([30], [[22], [21, 25]], kept=REACH[25]).play("take 25")
    assert (stack(after, 0), stack(after, 1)) == ([22, 25], [21])

    def thief(points: int) -> Position:
        return given([30], [[22, 25], [21]], kept=REACH[points], player=2, players=3)

    assert legal(thief(21)) == ["roll", "take 21"]
    assert legal(thief(25)) == ["roll", "take 25"]
    assert legal(thief(24)) == ["roll", "stop"]
