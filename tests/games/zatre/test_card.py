"""Section 6: the score card."""

from __future__ import annotations

import pytest

from tests.games.zatre.cards import Scored, written
from tests.games.zatre.positions import card, given, lay

ROW: list[Scored] = [((1, 1, 1), 0)]
CROSS: Scored = ((0, 0, 0), 1)


def test_columns_fill_independently() -> None:
    """[Z6.1]"""
    position = written([((1, 0, 1), 0), ((0, 0, 1), 0), ((1, 0, 0), 0)])
    assert card(position) == ([1, 1], [], [4, 4], 0)
    assert position.scores[0] == 1 + 1 + 4 + 4


@pytest.mark.parametrize(("rows", "bonuses"), [(4, 12), (8, 28), (12, 48), (13, 54), (20, 96)])
def test_the_bonus_by_row(rows: int, bonuses: int) -> None:
    """[Z1.3] Rows 1–4 three, 5–8 four, 9–12 five, from row 13 on six."""
    assert written(ROW * rows).scores[0] == 7 * rows + bonuses


@pytest.mark.parametrize(
    ("turns", "double_incomplete", "points"),
    [
        ([((1, 1, 0), 1)], False, 3),
        ([((1, 1, 0), 1)], True, 6),
        ([((1, 1, 1), 1)], False, 20),
        ([((1, 1, 1), 1)], True, 20),
        ([*ROW, ((0, 0, 1), 2)], False, 20 + 4),
        ([*ROW, ((0, 0, 1), 2)], True, 20 + 8),
        ([CROSS, CROSS], True, 0),
    ],
)
def test_what_a_cross_doubles(turns: list[Scored], double_incomplete: bool, points: int) -> None:
    """[Z6.3] The row with its bonus, if it is complete; with double_incomplete any row."""
    assert written(turns, double_incomplete=double_incomplete).scores[0] == points


def test_a_turn_writes_one_box_a_column_and_all_its_crosses() -> None:
    """[Z6.2]"""
    after = lay(given("4@(7,7) 3@(7,8)", [4, 5]), "4@(6,8) 5@(8,8)")
    assert card(after) == ([], [], [4], 2)
    after = lay(given("6@(5,6) 6@(6,7) 5@(9,6)", [5, 5]), "5@(5,7) 5@(9,7)")
    assert card(after) == ([1], [4], [], 0)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_player_has_a_card_of_his_own(players: int) -> None:
    """[Z1.3] Filled to the last box that can be needed (see card.py), the cards do not touch."""
    needed = [0, 0, 82, 62, 50, 43, 37, 33, 30][players]
    assert 240 // players >= needed
    for p in range(players):
        position = written(ROW * needed, player=p, players=players)
        assert [score > 0 for score in position.scores] == [q == p for q in range(players)]
        assert card(position, p) == ([1] * needed, [2] * needed, [4] * needed, 0)
