"""A move that is refused is told with the numbers at hand."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from tests.games.barbecue.positions import REACH, given
from tests.games.keeping.laid_dice import W
from tests.helpers import check_refusal

THROWN = given(kept={W: 1}, thrown=[W, W, 1, 1, 2, 2, 3])
CHOOSING = given(kept=REACH[29])

REFUSED = [
    ("keep worm", THROWN, "B2.1", "you have already set aside worms in this turn"),
    ("keep 6", THROWN, "B2.1", "you rolled no 6"),
    ("roll", THROWN, "B2.1", "you must first set aside one of the symbols you rolled: 1, 2 or 3"),
    ("stop", THROWN, "B2.1", "you must first set aside one of the symbols you rolled: 1, 2 or 3"),
    ("keep 1", CHOOSING, "B2.1", "you have just set aside a symbol: now roll again or stop"),
    ("stop", given(kept={6: 5}), "B2.3", "you have not set aside a worm, and without one you cannot stop"),
    ("stop", given(kept={4: 4}), "B2.3", "you have not set aside a worm, and your total of 16 is less than 23"),
    ("stop", given(kept=REACH[22]), "B2.3", "your total of 22 is less than 23, the lowest place"),
    ("stop", given({1: [29, 29]}, kept=REACH[29]), "B2.3", "place 29 is closed: two plates are on it"),
    (
        "stop",
        given({1: [29, 29], 0: [30, 31, 32, 33, 34] * 2}, kept=REACH[29], plates="ten_then_fail"),
        "B2.3",
        "place 29 is closed: two plates are on it",
    ),
    (
        "stop",
        given({0: [30, 31, 32, 33, 34] * 2}, kept=REACH[29], plates="ten_then_fail"),
        "B1.4",
        "all ten of your plates are on the grill, and place 29 needs one",
    ),
    ("roll", given(kept={W: 8}), "B2.4", "all eight dice are set aside"),
    ("roll", given(kept={1: 1, 2: 1, 3: 1, 4: 1, 6: 1, W: 1}), "B2.4", "all six symbols are set aside"),
    ("stop", given(kept={W: 7}, thrown=[W]), "B2.1", "you rolled no new symbol, so the turn has failed"),
    (
        "decline",
        CHOOSING,
        "B3.3",
        "you can only decline a second plate on your own, and only in a game where it is optional",
    ),
    ("decline", THROWN, "B2.1", "you must first set aside one of the symbols you rolled: 1, 2 or 3"),
    ("pass", THROWN, "B2.1", "you can pass only when you have no other move"),
    ("pass", CHOOSING, "B2.1", "you can pass only when you have no other move"),
]


@pytest.mark.parametrize(
    ("move", "position", "paragraph", "reason"), REFUSED, ids=[f"{row[0]}: {row[3]}" for row in REFUSED]
)
def test_a_refusal_says_why_here(move: str, position: Position, paragraph: str, reason: str) -> None:
    check_refusal(move, position, paragraph, reason)
