"""Illegal moves: each is refused with the paragraph that forbids it."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import GameOver, IllegalMove, OutOfTurn
from stammtisch.core.position import Position
from stammtisch.games.heckmeck.text import WHY
from stammtisch.testing.ply import check_legal_moves
from tests.games.heckmeck.positions import W, given

THROWN = given(kept={W: 1}, thrown=[W, W, 1, 1, 2, 2, 3])
CHOOSING = given([21, 24, 25, 30], [[26], [22, 27], [28]], kept={W: 5}, players=3)

FORBIDDEN = [
    ("keep worm", THROWN, "H2.2"),  # set aside already
    ("keep 5", THROWN, "H2.2"),  # not thrown
    ("roll", THROWN, "H2.2"),
    ("take 21", THROWN, "H2.2"),
    ("stop", THROWN, "H2.2"),
    ("keep 1", CHOOSING, "H2.4"),
    ("roll", given(kept={W: 8}), "H2.5"),
    ("roll", given(kept={1: 1, 2: 1, 3: 1, 4: 1, 5: 1, W: 1}), "H2.5"),
    ("take 21", given(kept={5: 5}), "H3.1"),
    ("take 24", CHOOSING, "H3.2"),
    ("take 28", CHOOSING, "H3.3"),  # a rival's top, but not the total
    ("take 24", given([24], [[], [25]], kept={W: 5}, steal="forced"), "H3.3"),
    ("take 30", CHOOSING, "H3.4"),  # above the total
    ("take 21", given([21, 24], kept={W: 5}), "H3.4"),  # not the next lower
    ("take 36", given([35], [[], [36]], kept={W: 8}), "H3.3"),  # [H3.4] 37 to 40 never steal a 36
    ("take 26", CHOOSING, "H3.5"),  # one's own
    ("take 22", CHOOSING, "H3.5"),  # buried
    ("take 33", CHOOSING, "H3.5"),  # face down
    ("stop", CHOOSING, "H3.6"),
    ("stop", given([30], [[], [25]], kept={W: 5}), "H3.6"),
]


@pytest.mark.parametrize(
    ("move", "position", "paragraph"), FORBIDDEN, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_forbidden_move_names_its_paragraph(move: str, position: Position, paragraph: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert refused.value.paragraph == paragraph
    assert str(refused.value).startswith(f"{move} is not allowed, because ")
    assert f"[{paragraph}]" in str(refused.value)


@pytest.mark.parametrize(
    ("position", "tiles"),
    [
        (CHOOSING, {"take 25"}),  # [H3.2]
        (given([21, 24], kept={W: 5}), {"take 24"}),  # [H3.4]
        (given([24], [[], [25]], kept={W: 5}), {"take 24", "take 25"}),  # [H3.3]
    ],
    ids=["equal", "lower", "stolen"],
)
def test_what_is_not_forbidden_is_legal(position: Position, tiles: set[str]) -> None:
    check_legal_moves(position)
    assert {str(move) for move in position.legal_moves if str(move).startswith("take")} == tiles


def test_every_reason_is_met_above() -> None:
    assert {f"H{code // 100}.{code % 100}" for code in WHY} == {paragraph for _, _, paragraph in FORBIDDEN}


def test_pass_is_for_a_player_who_can_do_nothing_else() -> None:
    for position in (THROWN, CHOOSING):
        with pytest.raises(IllegalMove, match="you can pass only when you have no other move") as refused:
            position.play("pass")
        assert refused.value.paragraph == "H2.3"


def test_a_pass_is_legal_exactly_when_the_throw_shows_nothing_new() -> None:
    """[H2.3]"""
    assert [str(move) for move in given(kept={W: 7}, thrown=[W]).legal_moves] == ["pass"]


def test_out_of_turn_and_after_the_end() -> None:
    with pytest.raises(OutOfTurn, match="it is seat 0's turn, so seat 1 may not play 'roll'"):
        CHOOSING.play("roll", seat=1)
    over = given([25], kept={W: 5}).play("take 25")
    with pytest.raises(GameOver, match="comes too late"):
        over.play("roll")
