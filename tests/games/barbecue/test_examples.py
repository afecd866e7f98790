"""The worked examples of the rules page, section 7; a test has the name of its example. A is seat 0, B is seat 1."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stammtisch.core.errors import IllegalMove
from stammtisch.core.position import Position
from tests.games.barbecue.positions import (
    REACH,
    empty_places,
    failed,
    given,
    grill,
    plates_of,
    snail_places,
    state,
    stop,
)
from tests.games.keeping.laid_dice import W, dice_left, legal, throw, total

CLOSED_30 = {0: [25], 1: [30, 30]}
ODD = [23, 25, 27, 29, 31, 33, 35]
EVEN = [24, 26, 28, 30, 32, 34, 36]


def worms(position: Position) -> list[int]:
    return state(position).worms[: position.game.players]


def snails(position: Position) -> list[int]:
    return state(position).snails[: position.game.players]


def a1() -> None:
    """[B2.2, B2.3]"""
    position = throw(given(), 6, 6, 1, 1, 3, 3, 3, 4).play("keep 6")
    position = throw(position, W, W, 3, 3, 1, 1).play("keep worm")
    position = throw(position, 4, 1, 3, 6).play("keep 4")
    position = throw(position, 2, 2, 6).play("keep 2")
    assert state(position).kept == state(given(kept=REACH[30])).kept
    assert (total(position), dice_left(position)) == (30, 1)
    assert legal(position) == ["roll", "stop"]
    assert plates_of(stop(position), 0) == [30]


def a2() -> None:
    """[B2.3, B3.5] A closed place is not valid; by default one must throw on."""
    position = given(CLOSED_30, kept=REACH[30])
    assert legal(position) == ["roll"]
    with pytest.raises(IllegalMove, match=r"\[B2.3\]"):
        position.play("stop")
    position = given(CLOSED_30, kept=REACH[30], deliberate_fail=True)
    assert legal(position) == ["roll", "stop"]
    after = stop(position)
    assert snail_places(after) == [36]
    assert worms(after) == worms(position)
    assert after.is_chance


def a2b() -> None:
    """[B2.4]"""
    for option in (False, True):
        position = given(CLOSED_30, kept={6: 2, W: 2, 2: 2, 3: 1}, thrown=[1], deliberate_fail=option).play("keep 1")
        assert (total(position), dice_left(position)) == (30, 0)
        assert legal(position) == ["stop"]
        assert snail_places(stop(position)) == [36]


def a3() -> None:
    """[B2.1]"""
    assert legal(given(kept={4: 5}, thrown=[4, 4, 2])) == ["keep 2"]


def a4() -> None:
    """[B1.2] Eight sixes have no worm."""
    position = throw(given(), *[6] * 8).play("keep 6")
    assert total(position) == 48
    assert legal(position) == ["stop"]
    after = stop(position)
    assert (snails(after), snail_places(after)) == ([0, 0], [36])


def a5() -> None:
    """[B4.1]"""
    position = given({0: [25], 1: [36]}, snails=[34], caught=[0, 6], kept=REACH[41])
    assert state(position).supply == 5
    after = stop(position)
    assert (snails(after), state(after).supply) == ([1, 6], 4)
    assert grill(after) == grill(position)


def a6() -> None:
    """[B4.1]"""
    after = stop(given(snails=[31, 36], caught=[4, 6], kept=REACH[41]))
    assert (snails(after), snail_places(after)) == ([5, 6], [31])
    assert 36 in empty_places(after)
    assert not after.is_over


def a7() -> None:
    """[B4.1, B6.1]"""
    position = given({0: [25]}, caught=[6, 6], kept=REACH[41])
    after = stop(position)
    assert after.is_over
    assert after.scores == position.scores
    assert grill(after) == grill(position)


def a8() -> None:
    """[B5.2]"""
    first = failed(given())
    assert snail_places(first) == [36]
    assert snail_places(failed(first)) == [35, 36]


def a9() -> None:
    """[B5.2] An empty place comes before a higher one with a plate."""
    after = failed(given({1: [36]}))
    assert (snail_places(after), plates_of(after, 1)) == ([35], [36])


def a10() -> None:
    """[B5.2]"""
    double = [number for number in range(23, 37) if number not in (28, 34)]
    position = given({0: [34, *double[:6], *double[:6]], 1: [28, *double[6:], *double[6:]]}, player=1)
    assert empty_places(position) == []
    after = failed(position)
    assert snail_places(after) == [34]
    assert 34 not in plates_of(after, 0)
    assert plates_of(after, 1) == plates_of(position, 1)
    assert worms(after) == worms(position)


def a11() -> None:
    """[B3.2]"""
    after = stop(given({0: [29]}, owned=[10, 4], player=1, kept=REACH[29]))
    assert worms(after) == [7, 7]
    assert (plates_of(after, 0), plates_of(after, 1)) == ([], [29])


def a12() -> None:
    """[B3.3]"""
    after = stop(given({0: [29]}, owned=[10, 4], kept=REACH[29]))
    assert worms(after) == [13, 4]
    assert plates_of(after, 0) == [29, 29]
    for player in (0, 1):
        assert legal(given({0: [29, 29]}, player=player, kept=REACH[29])) == ["roll"]


def a13() -> None:
    """[B3.4]"""
    after = stop(given(snails=[33], owned=[10, 4], kept=REACH[33]))
    assert (snails(after), worms(after)) == ([1, 0], [10, 4])
    assert plates_of(after, 0) == []
    assert 33 in empty_places(after)


def a14() -> None:
    """[B1.3, B6.2]"""
    assert given(owned=[17], caught=[4]).scores[0] == 29


def a15() -> None:
    """[B5.3]"""
    position = given(caught=[6, 6])
    after = failed(position)
    assert after.is_over
    assert grill(after) == grill(position)


def a16() -> None:
    """[B5.3]"""
    position = given({0: ODD * 2}, snails=EVEN, caught=[2], supply=3)
    after = failed(position)
    assert after.is_over
    assert state(after).supply == 3
    assert grill(after) == grill(position)


def a17() -> None:
    """[B6.2]"""
    position = given({0: [31, 24], 1: [34, 23]}, owned=[10, 10])
    assert position.scores == [10, 10]
    assert position.places == [2, 1]


def a18() -> None:
    """[B3.3] The second plate is optional."""
    position = given({0: [29]}, owned=[10, 4], kept=REACH[29], second_plate="may")
    assert legal(position) == ["roll", "stop", "decline"]
    assert plates_of(stop(position), 0) == [29, 29]
    after = position.play("decline")
    assert (worms(after), snails(after), snail_places(after)) == ([10, 4], [0, 0], [])
    assert (grill(after), state(after).supply) == (grill(position), 12)
    assert (state(after).player, state(after).turns, dice_left(after)) == (1, 2, 8)


def a19() -> None:
    """[B3.3] Nothing else can be declined."""
    for setting in (
        given(kept=REACH[29], second_plate="may"),
        given({1: [29]}, kept=REACH[29], second_plate="may"),
        given(snails=[29], kept=REACH[29], second_plate="may"),
        given({0: [36]}, kept=REACH[41], second_plate="may"),
    ):
        assert legal(setting) == ["roll", "stop"]
        with pytest.raises(IllegalMove, match=r"\[B3.3\]"):
            setting.play("decline")


EXAMPLES = [a1, a2, a2b, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__.capitalize())
def test_example(example: Callable[[], None]) -> None:
    example()


def test_every_example_of_the_page_is_here() -> None:
    page = given().game.rulebook.page
    ids = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| A")]
    assert ids == [example.__name__.capitalize() for example in EXAMPLES]
