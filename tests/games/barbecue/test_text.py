"""What Barbecue tells people at its decisions: consequences of moves, the rules that apply, events in words."""

from __future__ import annotations

import pytest

from stammtisch.core.position import Position
from stammtisch.games.barbecue import text
from tests.games.barbecue.positions import ALL, REACH, failed, given
from tests.games.keeping.laid_dice import W, throw

NAMES = ["Ann", "Ben"]
TEN = [25, 26, 27, 28, 30] * 2


def words(at: Position) -> dict[str, str]:
    return {str(move): text.leads_to(at, move, NAMES) for move in at.legal_moves}


def test_keeping() -> None:
    at = given({1: [33, 33]}, kept={6: 3}, thrown=[1, 4, W, W, W])
    assert words(at) == {
        "keep 1": "19 points, 4 dice left, no worm yet",
        "keep 4": "22 points, 4 dice left, no worm yet",
        "keep worm": "33 points, 2 dice left, 33 is closed",
    }
    assert text.applies(at) == ["2.1"]
    assert text.tell(at, at.check("keep worm"), NAMES) == "Ann set aside worm worm worm: 33 points."


def test_the_last_dice() -> None:
    at = given(kept={W: 4, 6: 1}, thrown=[2, 2, 2])
    assert words(at) == {"keep 2": "32 points, the turn ends: 3 worms and a plate on 32"}
    at = given({1: [32, 32]}, kept={W: 4, 6: 1}, thrown=[2, 2, 2])
    assert words(at) == {"keep 2": "32 points, the turn ends: it fails, 32 is closed"}
    at = given({0: TEN}, kept={W: 4, 6: 1}, thrown=[2, 2, 2], plates="ten_then_fail")
    assert words(at) == {"keep 2": "32 points, the turn ends: it fails, no plate is left"}


@pytest.mark.parametrize(
    ("at", "prize", "paragraph"),
    [
        (given(kept=REACH[29]), "3 worms and a plate on 29", "3.1"),
        (given({1: [29]}, kept=REACH[29]), "3 worms from Ben and the place 29", "3.2"),
        (given({0: [29]}, kept=REACH[29]), "3 worms and the second plate on 29", "3.3"),
        (given(snails=[29], kept=REACH[29]), "the snail on 29", "3.4"),
        (given(snails=[29], kept=REACH[41]), "a snail from the supply", "4.1"),
        (given(snails=[29], supply=0, kept=REACH[41]), "the snail on 29", "4.1"),
        (given(supply=0, kept=REACH[41]), "no snail, for none is left: the game ends", "4.1"),
    ],
)
def test_stopping(at: Position, prize: str, paragraph: str) -> None:
    assert words(at)["stop"] == prize
    assert text.applies(at) == ["2.3", paragraph]
    total = at.game.rules.total(at.state)
    assert text.tell(at, at.check("stop"), NAMES) == f"Ann stopped at {total}: {prize}."


def test_a_name_is_not_needed() -> None:
    at = given({1: [29]}, kept=REACH[29])
    assert text.leads_to(at, at.check("stop")) == "3 worms from seat 1 and the place 29"


@pytest.mark.parametrize(
    ("at", "failure", "paragraph"),
    [
        (given({1: [36]}), "the turn fails, a snail goes on 35", "5.2"),
        (given({1: [*ALL]}), "the turn fails, a snail goes on 36, where Ben had a plate", "5.2"),
        (given(supply=0), "the turn fails with no snail left: the game ends", "5.3"),
        (given({1: [*ALL] * 2}), "the turn fails with no place for a snail: the game ends", "5.3"),
    ],
)
def test_failing(at: Position, failure: str, paragraph: str) -> None:
    at = throw(throw(at, *[6] * 7, 1).play("keep 6"), 6)
    assert words(at) == {"pass": failure}
    assert text.applies(at) == ["2.1", paragraph]
    assert text.tell(at, 0, NAMES) == f"Ann rolled nothing new: {failure}."


def test_stopping_on_purpose() -> None:
    at = given(kept=REACH[22], deliberate_fail=True)
    assert words(at)["stop"] == "the turn fails, a snail goes on 36"
    assert text.applies(at) == ["2.3", "5.2"]
    assert text.applies(given(kept=REACH[22])) == ["2.2", "2.3"]
    assert text.applies(given(kept={6: 8})) == ["2.4", "5.2"]


def test_declining_a_second_plate() -> None:
    """[B3.3]"""
    at = given({0: [29]}, kept=REACH[29], second_plate="may")
    assert words(at)["stop"] == "3 worms and the second plate on 29"
    assert words(at)["decline"] == "no worms, and 29 stays open"
    move = at.check("decline")
    assert text.tell(at, move, NAMES) == "Ann stopped at 29: no worms, and 29 stays open."
    assert text.you_did(at, move) == "You declined the second plate on 29."
    assert text.better(at, move, "1 point") == "Declining the second plate was 1 point better."
    assert text.loses(at, move) is None
    assert text.applies(at) == ["2.3", "3.3"]


def test_the_board() -> None:
    at = given({0: [24, 24, 29], 1: [31]}, snails=[36], caught=[0, 1], kept={W: 1, 6: 3}, worms="even")
    assert text.board(at, NAMES).splitlines() == [
        "Worms: 1 each on 23 to 25, 2 each on 26 to 29, 3 each on 30 to 33, 4 each on 34 to 36.",
        "Empty places: 23 25 26 27 28 30 32 33 34 35.",
        "Snails on the grill: 36; 10 in the supply, the next one goes on 35.",
        "Ann: 4 points from 4 worms and 0 snails; one plate on 29, two on 24.",
        "Ben: 6 points from 3 worms and 1 snail; one plate on 31.",
        "Turn 1: Ann. Set aside 6 6 6 worm: 23 points. 4 dice to roll.",
    ]
    over = text.board(failed(given(supply=0, caught=[1])), NAMES).splitlines()
    assert over[2].endswith("none in the supply.")
    assert over[-1] == "The game is over. First place: Ann."


def test_the_picture_marks_what_stopping_would_win() -> None:
    assert "›29‹" in text.picture(given(kept=REACH[29]), NAMES)
    assert "›29‹" in text.picture(given(snails=[29], supply=0, kept=REACH[41]), NAMES)
    assert "›" not in text.picture(given(snails=[29], kept=REACH[41]), NAMES)
    assert "›" not in text.picture(given({1: [29, 29]}, kept=REACH[29], deliberate_fail=True), NAMES)
    assert "ends the game" in text.picture(given(supply=0), NAMES)
    assert "thrown" not in text.picture(failed(given(supply=0)), NAMES)
