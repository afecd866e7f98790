"""Section 4: laying, blocked turns, refills — and drawing before the turn [Z8.3]."""

from __future__ import annotations

import pytest

from stammtisch.games.zatre.turns import legal_turns
from tests.games.zatre.positions import SIXES, card, given, hand, lay, legal, state, tiles

LINE = "6@(7,7) 4@(7,8)"


def test_a_refill_goes_up_to_two() -> None:
    """[Z4.7]"""
    after = lay(given(LINE, [1, 1], [[2, 2]]), "1@(7,9) 1@(7,10)")
    assert (state(after).drawing, after.audience) == (2, 0)
    after = after.play("3").play("4")
    assert hand(after, 0) == [3, 4]
    assert after.turn == 1


def test_who_holds_two_draws_none() -> None:
    """[Z4.7]"""
    after = lay(given("1@(7,7)", [1, 1, 1, 1, 1], [[1, 1]], must_score=False), "1@(7,8) 1@(7,9) 1@(7,10)")
    assert hand(after, 0) == [1, 1]
    assert after.turn == 1


def test_a_short_bag_gives_what_there_is() -> None:
    """[Z4.7]"""
    after = lay(given(LINE, [1, 1], [[2, 2]], bag=[5]), "1@(7,9) 1@(7,10)").play("5")
    assert hand(after, 0) == [5]
    assert after.turn == 1
    assert state(after).dry == 1


def test_a_blocked_player_draws_one_more() -> None:
    """[Z4.6] And plays his next turn with three, or four, five …"""
    position = given(SIXES, [2, 6], [[2, 6]])
    for number in (3, 4):
        for seat in (0, 1):
            assert position.turn == seat
            assert legal(position) == ["pass"]
            position = position.play("pass")
            assert (position.is_chance, position.audience, state(position).drawing) == (True, seat, 1)
            position = position.play("6")
            assert len(hand(position, seat)) == number


def test_at_most_three_tiles_are_laid() -> None:
    """[Z4.3] Also from a larger hand."""
    position = given("1@(7,7)", [1, 1, 1, 1, 1], must_score=False)
    assert {len(turn) for turn in legal_turns(position)} == {1, 2, 3}
    position = given("1@(7,7)", [1, 1, 1, 1, 1], must_score=False, lay="most")
    assert {len(turn) for turn in legal_turns(position)} == {3}


def test_a_larger_hand_may_choose_its_tiles() -> None:
    """[Z4.3]"""
    turns = legal_turns(given("6@(7,7) 5@(7,8)", [1, 2, 3, 4]))
    assert {pips for turn in turns for pips, _, _ in turn} == {1, 2, 3, 4}


def test_a_longer_run_scores_again() -> None:
    """[Z4.5] A 1 that lengthens an old 10 scores the 11; the 10 stays with whoever made it."""
    position = lay(given("6@(7,7)", [4], [[1]], bag=[]), "4@(7,8)")
    assert card(position, 0) == ([1], [], [], 0)
    position = lay(position, "1@(7,9)")
    assert (card(position, 0), card(position, 1)) == (([1], [], [], 0), ([], [2], [], 0))


def test_an_old_run_does_not_score_again() -> None:
    """[Z2.2, Z4.5] Only runs with a new tile count."""
    after = lay(given("6@(7,7) 6@(7,8) 4@(9,8)", [2], must_score=False), "2@(9,7)")
    assert card(after) == ([], [], [], 0)


def test_one_tile_may_score_in_both_directions() -> None:
    """[Z4.5]"""
    assert card(lay(given("6@(5,6) 5@(6,7)", [5]), "5@(5,7)")) == ([1], [2], [], 0)


def test_a_double_cell_gives_one_cross_for_two_runs() -> None:
    """[Z5.1]"""
    assert card(lay(given("6@(6,7) 6@(7,8)", [4], must_score=False), "4@(7,7)")) == ([2], [], [], 1)


def test_a_covered_double_cell_earns_no_cross_later() -> None:
    """[Z5.1] (8,8) was covered without a cross."""
    assert card(lay(given("4@(7,8) 5@(8,8)", [3]), "3@(9,8)")) == ([], [], [4], 0)


def test_must_score_leaves_the_choice() -> None:
    """[Z4.4] He may choose which scoring turn, and need not maximise."""
    turns = legal_turns(given("6@(7,7) 4@(7,8)", [1]))
    assert turns == [frozenset(tiles("1@(7,6)")), frozenset(tiles("1@(7,9)"))]
    assert len(legal_turns(given("6@(7,7) 4@(7,8)", [1], must_score=False))) == 6 - 2, "(6,8) and (8,8) are doubles"


def test_the_order_of_placements_leaves_no_trace() -> None:
    """[Z4.3] Two orders of the same placements are one turn."""
    position = given(LINE, [1, 2])
    assert lay(position, "1@(7,9) 2@(6,7)", done=False) == lay(position, "2@(6,7) 1@(7,9)", done=False)


@pytest.mark.parametrize(("held", "wanted"), [([], 2), ([3], 1), ([1, 6], 0), ([6, 6], 1), ([6, 6, 6], 1)])
def test_drawing_before_the_turn(held: list[int], wanted: int) -> None:
    """[Z8.3] With two or more tiles none is drawn if one of them can be laid, else one."""
    position = given("6@(6,7) 5@(6,8) 6@(7,7)", [6], [held], draw="before", must_score=False)
    after = lay(position, "6@(7,8)")
    assert state(after).player == 1
    assert state(after).drawing == wanted
    assert after.is_chance == (wanted > 0)
    while after.is_chance:
        assert after.audience == 1
        after = after.play("1")
    assert len(hand(after, 1)) == len(held) + wanted
    assert "pass" not in legal(after)


def test_still_blocked_after_drawing_before_the_turn() -> None:
    """[Z8.3, Z7.1] One tile is drawn and no more; this is no pass, since the bag was not empty."""
    position = given("6@(6,7) 5@(6,8) 6@(7,7)", [6], [[6, 6]], bag=[6], draw="before", must_score=False)
    after = lay(position, "6@(7,8)").play("6")
    assert legal(after) == ["pass"]
    after = after.play("pass")
    assert state(after).passes == 0
    assert (after.turn, state(after).dry) == (0, 1)


def test_less_if_the_bag_runs_short_before_the_turn() -> None:
    """[Z8.3]"""
    position = given("6@(6,7) 5@(6,8) 6@(7,7)", [6], [[]], bag=[2], draw="before", must_score=False)
    after = lay(position, "6@(7,8)")
    assert state(after).drawing == 1
