"""Section 7: passes, the dead board, the final score."""

from __future__ import annotations

from random import Random

from stammtisch.core.position import Position
from stammtisch.games.zatre.turns import legal_turns
from tests.games.zatre import brute
from tests.games.zatre.positions import SIXES, given, hand, lay, legal, on_board, state
from tests.helpers import any_move, load, play_on


def passes(position: Position, number: int) -> Position:
    for _ in range(number):
        assert legal(position) == ["pass"]
        position = position.play("pass")
    return position


def test_all_passes_in_succession_end_the_game() -> None:
    """[Z7.1] A player without tiles passes too. [Z7.3] Pips in hand are taken off; scores may be negative."""
    position = passes(given(SIXES, [2, 6], [[], [6, 6]], bag=[], players=3), 2)
    assert not position.is_over
    position = passes(position, 1)
    assert position.is_over
    assert position.scores == [-8, 0, -12]
    assert position.places == [2, 1, 3]


def test_who_can_lay_must_lay_and_passes_begin_again() -> None:
    """[Z7.1]"""
    position = passes(given(SIXES, [2, 6], [[3, 1], [6, 6]], bag=[], players=3), 1)
    assert state(position).passes == 1
    assert "pass" not in legal(position)
    (turn, *_) = legal_turns(position)
    position = lay(position, sorted(turn))
    assert state(position).passes == 0
    assert position.turn == 2


def test_who_has_passed_comes_back_in() -> None:
    """[Z7.1] A rival's tile makes room for him."""
    position = passes(given("6@(6,7) 5@(6,8) 6@(7,7) 6@(7,8)", [2, 2], [[1]], bag=[], must_score=False), 1)
    position = lay(position, "1@(5,8)")
    assert position.turn == 0
    assert "pass" not in legal(position)


def test_a_blocked_turn_that_draws_the_last_tile_is_no_pass() -> None:
    """[Z7.1]"""
    position = given(SIXES, [2, 6], [[6, 6]], bag=[6])
    position = passes(position, 1).play("6")
    assert state(position).passes == 0
    assert state(position).left == 0
    position = passes(position, 1)
    assert not position.is_over
    assert passes(position, 1).is_over


def test_a_dead_board_ends_the_game_at_once() -> None:
    """[Z4.8, Z7.2] Before anybody draws."""
    after = lay(given("6@(7,7) 6@(7,8) 6@(8,7)", [6], [[5, 5]]), "6@(8,8)")
    assert after.is_over
    assert state(after).left == 121 - 6


def test_a_board_is_dead_exactly_if_no_1_fits() -> None:
    """[Z7.2] In whole games, against the wording of the rules."""
    for seed in range(4):
        match = play_on(load("zatre").match(seed=seed), any_move, Random(seed), 10_000)
        for position in match.history[:: 37 - seed]:
            if on_board(position):
                board = {(r, c): pips for pips, r, c in on_board(position)}
                assert (state(position).spots == 0) == brute.is_dead(board)


def test_equal_scores_share_the_place() -> None:
    """[Z7.3]"""
    position = passes(given(SIXES, [6], [[6], [2, 2, 2]], bag=[], players=3), 3)
    assert position.scores == [-6, -6, -6]
    assert position.places == [1, 1, 1]


def test_during_the_game_the_score_is_the_cards() -> None:
    """[Z7.3]"""
    position = given(SIXES, [6, 6], [[6]], bag=[])
    assert position.scores == [0, 0]
    assert hand(position, 0) == [6, 6]
