"""A failed turn: [H4.1] to [H4.5]."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from tests.games.heckmeck.positions import W, face_down, given, grill, legal, stack


def failed(on_grill: list[int], *stacks: list[int], **options: object) -> Position:
    position = given(on_grill, stacks, kept={W: 7}, thrown=[W], **options)  # type: ignore[arg-type]
    assert legal(position) == ["pass"]
    return position.play("pass")


def test_only_the_top_tile_goes_back() -> None:
    """[H4.1]"""
    after = failed([33], [22, 27, 25])
    assert stack(after, 0) == [22, 27]
    assert 25 in grill(after)


def test_the_tile_turned_stays_out_of_the_game() -> None:
    """[H4.2] It is in no stack, and no total takes it."""
    after = failed([31, 33], [25])
    assert 33 in face_down(after)
    assert legal(given(grill(after), kept={W: 5, 4: 2})) == ["roll", "take 31"]


def test_a_single_tile_on_the_grill_is_turned_if_it_is_higher() -> None:
    """[H4.2]"""
    assert grill(failed([30], [25])) == [25]
    assert grill(failed([30], [35])) == [30, 35]


@pytest.mark.parametrize("fast", ["off", "returned_down", "no_exception", "returned_only"])
def test_fast_concerns_only_a_player_who_returns_a_tile(fast: str) -> None:
    """[H4.3, H4.5]"""
    assert grill(failed([31, 33, 34], [], [21], fast=fast)) == [31, 33, 34]
    assert grill(failed([31, 33, 34], [], [21], fast=fast, flip_without_tile=True)) == [31, 33]


@pytest.mark.parametrize(
    ("fast", "left"),
    [
        ("off", [27, 31, 33]),
        ("returned_down", [31, 33]),
        ("no_exception", [27, 31, 33]),
        ("returned_only", [31, 33, 34]),
    ],
)
def test_flip_without_tile_concerns_only_a_player_who_has_none(fast: str, left: list[int]) -> None:
    """[H4.5]"""
    for flip in (False, True):
        assert grill(failed([31, 33, 34], [27], fast=fast, flip_without_tile=flip)) == left


def test_returned_only_turns_no_other_tile_and_never_ends_the_game() -> None:
    """[H4.4, H4.5]"""
    after = failed([36], [21], fast="returned_only")
    assert (grill(after), after.is_over) == ([36], False)
    assert 21 in face_down(after)


def test_returned_down_turns_only_a_higher_tile() -> None:
    """[H4.4]"""
    assert grill(failed([28, 29], [30], fast="returned_down")) == [28, 29]
    assert grill(failed([28, 31], [30], fast="returned_down")) == [28]


def test_a_failed_turn_goes_to_the_next_player() -> None:
    """[H1.3]"""
    after = failed([28, 29], [30])
    assert after.is_chance
    assert after.state.to_json()["player"] == 1
