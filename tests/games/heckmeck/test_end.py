"""The end, scores and places: [H4.5], [H5.1] to [H5.3]."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch import load
from stammtisch.core.position import Position
from tests.games.heckmeck.positions import W, given, grill, legal
from tests.helpers import any_move


def standing(*stacks: list[int]) -> Position:
    return given([], stacks, players=max(2, len(stacks)))


def test_taking_the_last_tile_ends_the_game_at_once() -> None:
    """[H5.1] Seat 0 has had one turn more."""
    after = given([25], [[21], [22]], kept={W: 5}).play("take 25")
    assert after.is_over
    assert legal(after) == []
    assert after.scores == [3, 1]
    assert after.places == [1, 2]


def test_a_theft_does_not_end_the_game() -> None:
    """[H5.1]"""
    assert not given([36], [[], [25]], kept={W: 5}).play("take 25").is_over


@pytest.mark.parametrize(
    ("stacks", "options", "scores", "places"),
    [
        pytest.param([[24]], {"fast": "returned_down"}, [0, 0], [1, 1], id="returned_down"),
        pytest.param([], {"flip_without_tile": True}, [0, 0], [1, 1], id="flip_without_tile"),
        pytest.param([[24], [21]], {"fast": "returned_down"}, [0, 1], [2, 1], id="a rival has a tile"),
    ],
)
def test_a_failed_turn_can_end_the_game(
    stacks: list[list[int]], options: dict[str, object], scores: list[int], places: list[int]
) -> None:
    """[H4.5] If nobody owns a tile then, all share first place."""
    after = given([30], stacks, kept={W: 7}, thrown=[W], **options).play("pass")  # type: ignore[arg-type]
    assert after.is_over
    assert grill(after) == []
    assert after.scores == scores
    assert after.places == places


def test_section_4_is_carried_out_before_the_end_is_looked_for() -> None:
    """[H4.5] The returned tile is the only one face up for a moment; then it is turned all the same."""
    after = given([], [[24], [21]], kept={W: 7}, thrown=[W], fast="no_exception").play("pass")
    assert after.is_over
    after = given([], [[24], [21]], kept={W: 7}, thrown=[W]).play("pass")
    assert not after.is_over
    assert grill(after) == [24]


def test_most_worms_win() -> None:
    """[H5.2]"""
    position = standing([36], [21, 22, 23, 24, 25])
    assert position.scores == [4, 6]
    assert position.places == [2, 1]


def test_a_tie_is_broken_by_the_highest_single_tile_anywhere_in_the_stack() -> None:
    """[H5.2] The 30 lies at the bottom."""
    position = standing([30, 21], [29, 22], [25, 26])
    assert position.scores == [4, 4, 4]
    assert position.places == [1, 2, 3]


def test_players_without_any_tile_share_a_place() -> None:
    """[H5.2]"""
    assert standing([], [21], [], [22], []).places == [3, 2, 3, 1, 3]
    assert standing([], [], [], []).places == [1, 1, 1, 1]


def test_under_the_defaults_a_failed_turn_never_lowers_the_number_of_face_up_tiles() -> None:
    """[H5.3] Seen in a random match, seed 11."""
    rng, match = Random(11), load("heckmeck", players=3).match(seed=11)
    failed = 0
    for _ in range(600):
        before = match.position
        move = match.play(any_move(before, rng))
        if str(move) in ("pass", "stop"):
            failed += 1
            assert len(grill(match.position)) >= len(grill(before))
    assert failed > 50
