"""Section 3: lots, the first hands, the opening; and what the options of section 8 change of it."""

from __future__ import annotations

import pytest

from stammtisch import load
from stammtisch.core.constants import EVERYBODY
from stammtisch.core.match import Match
from stammtisch.games.zatre.rules import LOTS
from tests.games.zatre.positions import TOTAL, given, hand, lay, legal, state


def fed(*pips: int, **options: object) -> Match:
    """A match that has drawn these tiles."""
    match = load("zatre", **options).match(fed=True)
    for each in pips:
        match.play(str(each))
    return match


def test_the_board() -> None:
    """[Z1.1] 193 cells, 33 of them double, with the eightfold symmetry of the square."""
    position = load("zatre").start()
    s, rules = state(position), position.game.rules
    cells = {(r, c) for r in range(15) for c in range(15) if s.board[rules.cell_at(r, c)] == 0}
    doubles = {(r, c) for r, c in cells if rules.is_double(rules.cell_at(r, c))}
    assert (len(cells), len(doubles)) == (193, 33)
    assert (7, 7) in doubles
    for squares in (cells, doubles):
        assert {(c, r) for r, c in squares} == squares
        assert {(14 - r, c) for r, c in squares} == squares
    assert s.board.count(0) == 193


def test_the_bag() -> None:
    """[Z1.2] 121 tiles, 421 pips."""
    s = state(load("zatre").start())
    assert s.bag == TOTAL
    assert sum(s.bag) == s.left == 121
    assert sum((k + 1) * n for k, n in enumerate(s.bag)) == 421


def test_the_highest_lot_starts() -> None:
    """[Z3.1, Z3.2] The lots go back; the starter draws three, then the others two, clockwise."""
    match = fed(2, 5, 4, players=3)
    assert match.position.audience == 1
    assert state(match.position).bag == TOTAL
    for pips in (3, 4, 5):
        match.play(str(pips))
    assert match.position.audience == 2
    for pips in (1, 2, 6, 6):
        match.play(str(pips))
    assert [hand(match.position, p) for p in range(3)] == [[6, 6], [3, 4, 5], [1, 2]]
    assert match.turn == 1
    assert state(match.position).left == 121 - 7


def test_tied_players_draw_again() -> None:
    """[Z3.1, Z3.2] Among themselves, by seat; what they drew stays out until the starter is found."""
    match = fed(5, 2, 5, 5, players=4)
    assert state(match.position).bag == [21, 19, 20, 20, 17, 20]
    assert match.position.audience == EVERYBODY
    assert state(match.position).player == 0
    match.play("1")
    assert state(match.position).player == 2
    match.play("3")
    match.play("3")
    assert state(match.position).player == 2
    match.play("1")
    match.play("6")
    assert state(match.position).starter == 3
    assert state(match.position).bag == TOTAL


def test_ties_never_empty_the_bag() -> None:
    """[Z3.1] Should the bag run too short for another round, the lots go back first."""
    match = load("zatre").match(fed=True)
    for drawn in range(1, 61):
        pips = next(k + 1 for k, number in enumerate(state(match.position).bag) if number >= 2)
        match.play(str(pips))
        match.play(str(pips))
        assert state(match.position).left == (121 - 2 * drawn if drawn < 60 else 121)
    assert state(match.position).bag == TOTAL
    assert state(match.position).phase == LOTS


def test_play_goes_clockwise_from_the_starter() -> None:
    """[Z3.1]"""
    match = fed(1, 6, 2, 4, 4, 4, 1, 1, 1, 1, players=3)
    for move in ("lay 4 7,7", "lay 4 7,8", "lay 4 7,9", "done"):
        match.play(move)
    match.play("2")
    match.play("2")
    assert match.turn == 2
    assert [hand(match.position, p) for p in range(3)] == [[1, 1], [2, 2], [1, 1]]


def test_an_opening_may_end_after_two_tiles() -> None:
    """[Z3.3]"""
    position = lay(given((), [5, 6, 1]), "5@(7,7) 6@(7,8)", done=False)
    assert legal(position) == [
        "done",
        "lay 1 7,6",
        "lay 1 7,9",
        "lay 1 6,7",
        "lay 1 6,8",
        "lay 1 8,7",
        "lay 1 8,8",
    ] or (set(legal(position)) == {"done", *(f"lay 1 {at}" for at in ("6,7", "6,8", "7,6", "7,9", "8,7", "8,8"))})
    assert state(position.play("done")).drawing == 1


def test_an_opening_without_a_ten_goes_on() -> None:
    """[Z3.3]"""
    position = lay(given((), [3, 4, 5]), "5@(7,7) 4@(7,6)", done=False)
    assert "done" not in legal(position)


def test_an_opening_that_is_possible_must_be_made() -> None:
    """[Z3.4]"""
    assert "pass" not in legal(given((), [4, 4, 3]))


def test_a_redrawn_opening_is_in_the_record() -> None:
    """[Z3.4] Pass, and then lots and hands again as chance events."""
    match = fed(6, 1, 1, 2, 3, 5, 5)
    assert legal(match.position) == ["pass"]
    match.play("pass")
    for pips in (1, 6, 6, 6, 1, 5, 5):
        match.play(str(pips))
    assert match.turn == 1
    assert hand(match.position, 1) == [1, 6, 6]
    assert [str(event.move) for event in match.events][7:9] == ["pass", "1"]
    assert match.game.match(fed=True).record() != match.record()


def test_free_opening() -> None:
    """[Z8.2] The starter keeps his last lot, draws two more and lays all three; no run of 10 is needed."""
    match = fed(6, 2, 6, 1, 4, players=3, opening="free")
    assert hand(match.position, 2) == [4]
    assert state(match.position).bag == [21, 20, 20, 19, 20, 20]
    for pips in (2, 3, 5, 5, 6, 6):
        match.play(str(pips))
    assert [hand(match.position, p) for p in range(3)] == [[5, 5], [6, 6], [2, 3, 4]]
    assert match.turn == 2


@pytest.mark.parametrize("cap", ["total", "per_run"])
def test_all_three_tiles_of_a_free_opening_are_laid(cap: str) -> None:
    """[Z8.2] Three sixes fit in an L, whatever opening_cap says."""
    position = given((), [6, 6, 6], opening="free", opening_cap=cap)
    first = lay(position, "6@(7,7) 6@(7,8)", done=False)
    assert "done" not in legal(first)
    assert "lay 6 7,9" not in legal(first)
    after = lay(first, "6@(8,8)", done=False)
    assert legal(after) == ["done"]
    assert state(after.play("done")).crosses[0] == 2


def test_nobody_else_draws_at_the_start_of_a_game_with_draw_before() -> None:
    """[Z8.3]"""
    match = fed(1, 6, 6, 6, 1, draw="before")
    assert match.turn == 1
    assert hand(match.position, 1) == [1, 6, 6]
    for move in ("lay 6 7,7", "lay 6 7,8", "done"):
        match.play(move)
    assert match.position.audience == 0, "nothing is drawn at the end of a turn; the next player draws two"
    assert state(match.position).drawing == 2


def test_the_amigo_preset() -> None:
    """[Z8.1, Z8.2, Z8.3]"""
    options = load("zatre", preset="amigo").options.to_json()
    assert {name: options[name] for name in ("must_score", "opening_cap", "opening", "draw", "double_incomplete")} == {
        "must_score": False,
        "opening_cap": "per_run",
        "opening": "free",
        "draw": "before",
        "double_incomplete": False,
    }
