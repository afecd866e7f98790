"""A move that is refused is told with the numbers at hand."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from tests.games.heckmeck.positions import W, given
from tests.helpers import check_refusal

THROWN = given(kept={W: 1}, thrown=[W, W, 1, 1, 2, 2, 3])
CHOOSING = given([21, 24, 25, 30], [[26], [22, 27], [28]], kept={W: 5}, players=3)

REFUSED = [
    ("keep worm", THROWN, "H2.2", "you have already set aside worms in this turn"),
    ("keep 5", THROWN, "H2.2", "you rolled no 5"),
    ("roll", THROWN, "H2.2", "you must first set aside one of the symbols you rolled: 1, 2 or 3"),
    ("take 21", THROWN, "H2.2", "you must first set aside one of the symbols you rolled: 1, 2 or 3"),
    ("stop", THROWN, "H2.2", "you must first set aside one of the symbols you rolled: 1, 2 or 3"),
    ("keep 1", CHOOSING, "H2.4", "you have just set aside a symbol: now roll again or stop"),
    ("keep 1", given(kept={W: 8}), "H2.4", "all eight dice are set aside"),
    ("keep worm", given(kept={W: 7}, thrown=[W]), "H2.2", "you have already set aside worms in this turn"),
    ("roll", given(kept={W: 7}, thrown=[W]), "H2.2", "you rolled no new symbol, so the turn has failed"),
    ("roll", given(kept={W: 8}), "H2.5", "all eight dice are set aside"),
    ("roll", given(kept={1: 1, 2: 1, 3: 1, 4: 1, 5: 1, W: 1}), "H2.5", "all six symbols are set aside"),
    ("take 21", given(kept={5: 5}), "H3.1", "you have not set aside a worm, and without one you cannot take anything"),
    ("take 24", CHOOSING, "H3.2", "the tile with your total of 25 is on the grill, so you must take it"),
    (
        "take 28",
        CHOOSING,
        "H3.3",
        "you need exactly 28 to steal it, and your total is 25",
    ),
    (
        "take 24",
        given([24], [[], [25]], kept={W: 5}, steal="forced"),
        "H3.3",
        "your total of 25 matches an opponent's top tile, and in this game you must steal it",
    ),
    ("take 30", CHOOSING, "H3.4", "your total of 25 is less than 30"),
    (
        "take 21",
        given([21, 24], kept={W: 5}),
        "H3.4",
        "with a total of 25 you take the highest lower tile on the grill: 24",
    ),
    (
        "take 36",
        given([35], [[], [36]], kept={W: 8}),
        "H3.3",
        "you need exactly 36 to steal it, and your total is 40",
    ),
    ("take 26", CHOOSING, "H3.5", "26 is in your own stack"),
    ("take 22", CHOOSING, "H3.5", "22 is covered by another tile"),
    ("take 33", CHOOSING, "H3.5", "33 is face down and out of the game"),
    ("stop", CHOOSING, "H3.6", "you can take 25, and stopping means taking a tile"),
    ("stop", given([30], [[], [25]], kept={W: 5}), "H3.6", "you can take 25, and stopping means taking a tile"),
    (
        "stop",
        given([22, 24], [[], [25]], kept={W: 5}),
        "H3.6",
        "you can take 24 or 25, and stopping means taking a tile",
    ),
    ("pass", THROWN, "H2.3", "you can pass only when you have no other move"),
    ("pass", CHOOSING, "H2.3", "you can pass only when you have no other move"),
]


@pytest.mark.parametrize(
    ("move", "position", "paragraph", "reason"), REFUSED, ids=[f"{row[0]}: {row[3]}" for row in REFUSED]
)
def test_a_refusal_says_why_here(move: str, position: Position, paragraph: str, reason: str) -> None:
    check_refusal(move, position, paragraph, reason)
