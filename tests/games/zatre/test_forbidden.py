"""What may not be done, and the paragraph that says so."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.core.errors import GameOver, IllegalMove
from stammtisch.core.position import Position
from stammtisch.testing.playing import any_move, play_on
from stammtisch.testing.ply import check_legal_moves
from tests.games.zatre.positions import SIXES, given, lay
from tests.helpers import load

LINE = "6@(7,7) 4@(7,8)"

CASES = [
    ("lay 1 0,0", given(LINE, [1, 2]), "Z1.1"),
    ("lay 6 7,8", given((), [6, 6, 1]), "Z3.3"),
    ("done", given((), [6, 6, 1]), "Z3.3"),
    ("lay 1 7,7", given((), [1, 6, 6]), "Z3.3"),
    ("lay 3 7,9", lay(given((), [6, 4, 3]), "6@(7,7) 4@(7,8)", done=False), "Z4.2"),
    ("lay 3 6,7", lay(given((), [6, 4, 3]), "6@(7,7) 4@(7,8)", done=False), "Z3.3"),
    ("lay 3 7,9", given(LINE, [1, 2]), "Z4.1"),
    ("lay 1 7,8", given(LINE, [1, 2]), "Z4.1"),
    ("lay 1 9,9", given(LINE, [1, 2]), "Z4.1"),
    ("lay 3 7,9", given(LINE, [1, 3]), "Z4.2"),
    ("done", given(LINE, [1, 2]), "Z4.3"),
    ("done", lay(given(LINE, [1, 2], lay="most"), "1@(7,9)", done=False), "Z4.3"),
    ("lay 4 5,6", lay(given("6@(6,6) 6@(6,7) 4@(7,7) 5@(7,8)", [4, 4]), "4@(5,6)", done=False), "Z4.1"),
    ("lay 4 5,5", lay(given("6@(6,6) 6@(6,7) 4@(7,7) 5@(7,8)", [4, 4]), "4@(5,6)", done=False), "Z5.2"),
    ("lay 1 6,7", given("6@(7,7) 3@(7,8)", [1]), "Z4.4"),
    ("lay 1 8,8", given(LINE, [1]), "Z5.2"),
    ("lay 6 8,8", given("6@(7,7) 6@(7,8) 6@(8,7)", [6, 1], lay="most"), "Z4.3"),
]


@pytest.mark.parametrize(("move", "position", "paragraph"), CASES)
def test_a_forbidden_move_names_its_paragraph(move: str, position: Position, paragraph: str) -> None:
    with pytest.raises(IllegalMove, match="is not allowed, because") as refusal:
        position.play(move)
    assert refusal.value.paragraph == paragraph


def test_a_turn_that_may_end_may_end() -> None:
    """[Z4.3] Asked of `forbids`, as of `moves`."""
    position = lay(given((), [6, 4, 3]), LINE, done=False)
    check_legal_moves(position)
    assert "done" in {str(move) for move in position.legal_moves}


def test_what_is_forbidden_is_not_listed() -> None:
    """[Z4.3] Asked of `forbids` as of `moves`, tile by tile, in turns of each kind."""
    for _, position, _ in CASES:
        check_legal_moves(position)
    free = play_on(load("zatre", {"must_score": False}).match(seed=0), any_move, Random(0), 60)
    found = [each for each in free.history if each.turn >= 0]
    for position in found:
        check_legal_moves(position)
    assert any(position.why_not(move) == 403 for position in found for move in position.game.moves[2:])


def test_every_reason_is_met_above() -> None:
    book = CASES[0][1].game.rulebook
    assert {paragraph for *_, paragraph in CASES} == {book.name(code) for code in CASES[0][1].game.text.WHY}


def test_pass_is_for_a_blocked_player_only() -> None:
    """[Z7.1] Whoever can lay must lay."""
    with pytest.raises(IllegalMove, match="no other move"):
        given(LINE, [1, 2]).play("pass")


def test_nothing_after_the_end() -> None:
    position = given(SIXES, [6], [[6]], bag=[]).play("pass").play("pass")
    with pytest.raises(GameOver):
        position.play("pass")
