"""The worked examples of the rules page, section 7; a test has the name of its example."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stammtisch.core.errors import IllegalMove
from tests.games.zocken.positions import ending, finish, given, legal, may_go_to_box, points, slots, state

FALLING = "X/5-5-4-3-3-X-X/X"


def s1() -> None:
    """[K4.1, K4.3] A complete series with one end."""
    assert points(ending("1/1-2-X-4-4-5-6/X")) == 50 - 10
    assert points(ending("1/1-2-X-4-4-5-6/X", matches=2)) == 50 - 10 + 30


def s2() -> None:
    """[K4.1, K4.3] A complete series with two ends."""
    assert points(ending("6/5-5-X-X-3-1-1/1")) == 50 - 20
    assert points(ending("6/5-5-X-X-3-1-1/1", matches=1)) == 50 - 20 + 10


def s3() -> None:
    """[K3.1, K3.3] No slot fits."""
    assert legal(given(FALLING, thrown=4)) == ["place -20"]


def s4() -> None:
    """[K3.1]"""
    for value in (1, 2, 3):
        position = given(FALLING, thrown=value)
        assert slots(position) == [6, 7, 8]
        assert not may_go_to_box(position)


def s5() -> None:
    """[K3.2, K3.3] An end, or −20 by choice."""
    for value in (5, 6):
        assert legal(given(FALLING, thrown=value)) == ["place left", "place -20"]


def s6() -> None:
    """[K4.2, K5.2]"""
    turn = ending("1/1-2-3-4-5-6-X/X", matches=3, bets=[1, 2], players=4)
    assert points(turn) == 100
    assert turn.after().scores == [100, 50, 50, 0]


def s7() -> None:
    """[K4.2, K4.3, K5.2]"""
    turn = ending("X/1-2-3-4-5-6-X/X", box=[1], matches=2, bets=[1, 2], players=4)
    assert points(turn) == 10
    assert turn.after().scores == [10, -20, -20, 0]


def s8() -> None:
    """[K4.2, K5.2]"""
    turn = ending("X/1-2-3-4-5-5-6/X", matches=7, bets=[1])
    assert points(turn) == 330
    assert turn.after().scores == [330, 165]


def s9() -> None:
    """[K5.2] A series alone is exactly 50."""
    for option, gain in (("above_50", -20), ("from_50", 25)):
        turn = ending("X/1-2-3-4-5-5-6/X", bets=[1], bet_wins_at=option)
        assert points(turn) == 50
        assert turn.after().scores == [50, gain]


def s10() -> None:
    """[K3.3]"""
    position = given("X/X-2-X-X-X-X-X/X", thrown=3)
    assert slots(position)
    with pytest.raises(IllegalMove) as refused:
        position.play("place -20")
    assert refused.value.paragraph == "K3.3"
    assert state(position).box == 0


def both(line: str, matches: int, bet_wins_at: str = "above_50") -> list[int]:
    """The scores after a turn on which seat 1 has bet, and seat 2 against it."""
    setting = {"bets": [1], "against": [2], "betting": "both", "players": 4, "bet_wins_at": bet_wins_at}
    return finish(line, (), matches, **setting).scores


def s11() -> None:
    """[K5.2, K5.3]"""
    assert both("1/1-2-X-4-4-5-6/X", 0) == [40, -20, 20, 0]
    assert both("X/1-2-3-4-5-5-6/X", 0) == [50, -20, 20, 0]
    assert both("X/1-2-3-4-5-5-6/X", 1) == [60, 30, -20, 0]


def s12() -> None:
    """[K5.2, K5.3]"""
    assert both("X/1-2-3-4-5-5-6/X", 0, bet_wins_at="from_50") == [50, 25, -20, 0]


EXAMPLES = [s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__.upper())
def test_example(example: Callable[[], None]) -> None:
    example()


def test_every_example_of_the_page_is_here() -> None:
    page = given().game.rulebook.page
    ids = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| S")]
    assert ids == [example.__name__.upper() for example in EXAMPLES]
