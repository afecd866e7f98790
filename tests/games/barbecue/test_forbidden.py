"""Illegal moves: each is refused with the paragraph that forbids it."""

from __future__ import annotations

import pytest

from stammtisch.core.errors import GameOver, IllegalMove
from stammtisch.core.position import Position
from stammtisch.games.barbecue.text import WHY
from tests.games.barbecue.positions import REACH, failed, given
from tests.games.keeping.laid_dice import W

THROWN = given(kept={W: 1}, thrown=[W, W, 1, 1, 2, 2, 3])
CHOOSING = given(kept=REACH[29])

FORBIDDEN = [
    ("keep worm", THROWN, "B2.1"),  # set aside already
    ("keep 6", THROWN, "B2.1"),  # not thrown
    ("roll", THROWN, "B2.1"),
    ("stop", THROWN, "B2.1"),
    ("keep 1", CHOOSING, "B2.1"),
    ("stop", given(kept={6: 5}), "B2.3"),  # no worm
    ("stop", given(kept=REACH[22]), "B2.3"),  # too low
    ("stop", given({1: [29, 29]}, kept=REACH[29]), "B2.3"),  # closed
    ("stop", given({1: [29, 29], 0: [30, 31, 32, 33, 34] * 2}, kept=REACH[29], plates="ten_then_fail"), "B2.3"),
    ("stop", given({0: [30, 31, 32, 33, 34] * 2}, kept=REACH[29], plates="ten_then_fail"), "B1.4"),
    ("decline", THROWN, "B2.1"),
    ("decline", given({0: [29]}, kept=REACH[29]), "B3.3"),  # by default a second plate must be added
    ("decline", given({1: [29]}, kept=REACH[29], second_plate="may"), "B3.3"),
    ("roll", given(kept={W: 8}), "B2.4"),
    ("roll", given(kept={1: 1, 2: 1, 3: 1, 4: 1, 6: 1, W: 1}), "B2.4"),
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


def test_every_reason_is_met_above() -> None:
    assert {f"B{code // 100}.{code % 100}" for code in WHY} == {paragraph for _, _, paragraph in FORBIDDEN}


def test_pass_is_for_a_player_who_can_do_nothing_else() -> None:
    for position in (THROWN, CHOOSING):
        with pytest.raises(IllegalMove, match="you can pass only when you have no other move"):
            position.play("pass")


def test_nothing_after_the_end() -> None:
    with pytest.raises(GameOver, match="comes too late"):
        failed(given(caught=[12])).play("roll")
