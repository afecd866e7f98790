"""A move that is refused is told with the numbers at hand."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from tests.games.zatre.positions import SIXES, given, lay
from tests.helpers import check_refusal

LINE = "6@(7,7) 4@(7,8)"

REFUSED = [
    ("lay 1 0,0", given(LINE, [1, 2]), "Z1.1", "the board has no cell there"),
    ("lay 6 7,8", given((), [6, 6, 1]), "Z3.3", "the first tile goes on the centre, 7,7"),
    ("done", given((), [6, 6, 1]), "Z3.3", "the opening has two or three tiles; so far it has 0"),
    (
        "done",
        lay(given((), [4, 5, 3]), "4@(7,7) 5@(7,8)", done=False),
        "Z3.3",
        "your highest run is 9: an opening needs a run of 10 to 12",
    ),
    (
        "done",
        lay(given((), [4, 5, 3], preset="amigo"), "4@(7,7) 5@(7,8)", done=False),
        "Z3.3",
        "the opening has three tiles; so far it has 2",
    ),
    ("lay 4 8,8", lay(given((), [6, 4, 3]), "6@(7,7)", done=False), "Z3.3", "8,8 is not next to a tile"),
    (
        "lay 1 7,7",
        given((), [1, 6, 6]),
        "Z3.3",
        "with it the opening could make no run of 10, 11 or 12; you can lay 6 at 7,7 and 6 at 6,7",
    ),
    (
        "lay 3 7,9",
        lay(given((), [6, 4, 3]), "6@(7,7) 4@(7,8)", done=False),
        "Z4.2",
        "it would make a run of 13, and no run may exceed 12",
    ),
    (
        "lay 3 6,7",
        lay(given((), [6, 4, 3]), "6@(7,7) 4@(7,8)", done=False),
        "Z3.3",
        "the tiles of the opening may add up to at most 12, and these make 13",
    ),
    ("lay 3 7,9", given(LINE, [1, 2]), "Z4.1", "you have no 3; your tiles are 1 2"),
    ("lay 1 7,8", given(LINE, [1, 2]), "Z4.1", "there is a 4 already"),
    ("lay 1 9,9", given(LINE, [1, 2]), "Z4.1", "9,9 is not next to a tile"),
    ("lay 3 7,9", given(LINE, [1, 3]), "Z4.2", "it would make a run of 13, and no run may exceed 12"),
    ("done", given(LINE, [1, 2]), "Z4.3", "you have laid no tile yet; you can lay 1 at 6,7 and 2 at 7,6"),
    (
        "done",
        lay(given(LINE, [1, 2], lay="most"), "1@(7,9)", done=False),
        "Z4.3",
        "you can lay more tiles, so you must: 2 at 6,7",
    ),
    (
        "done",
        lay(given((), [3, 5, 4], opening_sum="pips"), "3@(7,7) 5@(7,8)", done=False),
        "Z3.3",
        "your tiles add up to 8: an opening needs 10 to 12",
    ),
    (
        "lay 2 7,7",
        given((), [2, 6, 6], opening_sum="pips"),
        "Z3.3",
        "with it the opening could not add up to 10, 11 or 12; you can lay 6 at 7,7 and 6 at 6,7",
    ),
    (
        "done",
        lay(given("6@(7,7) 2@(7,8) 3@(7,9) 5@(8,7)", [4, 5, 4], low_runs="never"), "5@(8,8)", done=False),
        "Z4.3",
        "this turn still has a run below 10, and you can score without one: lay 4 at 6,8",
    ),
    (
        "lay 1 6,7",
        given(LINE, [1, 2], low_runs="never"),
        "Z4.4",
        "you can score without a run below 10, so you must: for example with 1 at 7,6",
    ),
    (
        "lay 4 5,6",
        lay(given("6@(6,6) 6@(6,7) 4@(7,7) 5@(7,8)", [4, 4]), "4@(5,6)", done=False),
        "Z4.1",
        "there is a 4 already",
    ),
    (
        "lay 4 5,5",
        lay(given("6@(6,6) 6@(6,7) 4@(7,7) 5@(7,8)", [4, 4]), "4@(5,6)", done=False),
        "Z5.2",
        "the double cell 5,5 needs a run of 10, 11 or 12 through it, and this makes 8",
    ),
    (
        "lay 1 6,7",
        given("6@(7,7) 3@(7,8)", [1]),
        "Z4.4",
        "you can make a run of 10, 11 or 12, so you must: for example with 1 at 7,6",
    ),
    (
        "lay 1 8,8",
        given(LINE, [1]),
        "Z5.2",
        "the double cell 8,8 needs a run of 10, 11 or 12 through it, and this makes 5",
    ),
    (
        "lay 6 8,8",
        given("6@(7,7) 6@(7,8) 6@(8,7)", [6, 1], lay="most"),
        "Z4.3",
        "no legal turn has this tile there; you can lay 6 at 6,8 and 1 at 6,9",
    ),
    (
        "done",
        lay(given("4@(7,7) 3@(7,8)", [5, 2]), "5@(8,8)", done=False),
        "Z4.3",
        "you have made no run of 10, 11 or 12 yet, but you can: lay 2 at 6,8",
    ),
    (
        "done",
        lay(given("4@(7,7) 3@(7,8)", [5, 2], must_score=False), "5@(8,8)", done=False),
        "Z4.3",
        "the double cell 8,8 still lacks its cross: lay 2 at 6,8",
    ),
    (
        "lay 1 8,9",
        lay(given("4@(7,7) 3@(7,8)", [1, 1, 1, 1], must_score=False), "1@(7,9) 1@(7,10) 1@(7,11)", done=False),
        "Z4.3",
        "you have laid 3 tiles, and no more may follow in this turn",
    ),
    ("done", given(SIXES, [6]), "Z4.3", "none of your tiles can be laid"),
    ("lay 6 7,6", given(SIXES, [6]), "Z4.2", "it would make a run of 18, and no run may exceed 12"),
    ("pass", given(LINE, [1, 2]), "Z7.1", "you can pass only when you have no other move"),
    ("pass", given((), [6, 6, 1]), "Z3.4", "you can pass only when you have no other move"),
    ("pass", given((), [6, 6, 1], preset="amigo"), "Z8.2", "you can pass only when you have no other move"),
]


@pytest.mark.parametrize(
    ("move", "position", "paragraph", "reason"), REFUSED, ids=[f"{row[0]}: {row[3]}" for row in REFUSED]
)
def test_a_refusal_says_why_here(move: str, position: Position, paragraph: str, reason: str) -> None:
    check_refusal(move, position, paragraph, reason)
