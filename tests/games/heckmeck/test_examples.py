"""The worked examples of the rules page, section 6; a test has the name of its example."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stammtisch.core.errors import IllegalMove
from stammtisch.core.position import Position
from tests.games.heckmeck.positions import W, dice_left, face_down, given, grill, legal, stack, throw, total

ALL = range(21, 37)


def after_t1(**setting: object) -> Position:
    return throw(given(**setting), 1, 1, 2, 3, 4, 5, W, W).play("keep worm")  # type: ignore[arg-type]


def after_t2(**setting: object) -> Position:
    return throw(after_t1(**setting), 4, 4, 5, W, W, W).play("keep 4")


def after_t3(**setting: object) -> Position:
    return throw(after_t2(**setting), 4, 4, 5, W).play("keep 5")


def failed(own: list[int], on_grill: list[int], **options: object) -> Position:
    """Seat 0 has thrown nothing new [H2.3] and passes."""
    before = given(on_grill, [own], kept={W: 7}, thrown=[W], **options)  # type: ignore[arg-type]
    assert legal(before) == ["pass"]
    return before.play("pass")


def t1() -> None:
    """[H2.2, H2.6] All dice of one symbol are set aside; a worm counts 5."""
    position = after_t1()
    assert (total(position), dice_left(position)) == (10, 6)


def t2() -> None:
    """[H2.2] A symbol already set aside may not be kept again."""
    before = throw(after_t1(), 4, 4, 5, W, W, W)
    assert legal(before) == ["keep 4", "keep 5"]
    with pytest.raises(IllegalMove, match=r"keep worm is not allowed.*\[H2.2\]"):
        before.play("keep worm")
    position = before.play("keep 4")
    assert (total(position), dice_left(position)) == (18, 4)


def t3() -> None:
    """[H2.4]"""
    before = throw(after_t2(), 4, 4, 5, W)
    assert legal(before) == ["keep 5"]
    position = before.play("keep 5")
    assert total(position) == 23
    assert legal(position) == ["roll", "take 23"]
    for symbols, new in (([1, 2, 3], ["keep 1", "keep 2", "keep 3"]), ([4, 5, W], ["pass"])):
        assert legal(throw(position, *symbols)) == new


def t4() -> None:
    """[H3.2]"""
    before = throw(after_t2(grill=[21, 23, 24, 26]), 2, 2, 2, 4)
    assert legal(before) == ["keep 2"]
    position = before.play("keep 2")
    assert total(position) == 24
    assert legal(position) == ["roll", "take 24"]
    assert stack(position.play("take 24"), 0) == [24]


def t5() -> None:
    """[H3.3]"""
    before = given([23, 24, 26, 28, 29], [[], [21]], kept={W: 1, 5: 2, 2: 2}, thrown=[1, 1, 5])
    assert total(before) == 19
    position = before.play("keep 1")
    assert total(position) == 21
    assert legal(position) == ["roll", "take 21"]
    after = position.play("take 21")
    assert (stack(after, 0), stack(after, 1)) == ([21], [])
    assert grill(after) == [23, 24, 26, 28, 29]


def t6() -> None:
    """[H3.4, H3.5] Neither the own top nor a buried tile counts."""
    position = given([21, 24, 25, 27], [[23], [22, 26]], kept={5: 2, W: 1, 3: 2, 2: 1})
    assert total(position) == 23
    assert legal(position) == ["roll", "take 21"]
    assert stack(position.play("take 21"), 0) == [23, 21]


def t7() -> None:
    """[H3.4]"""
    position = given([27, 28, 33, 34], [[], [29, 30, 31, 32]], kept={5: 3, W: 1, 4: 2, 3: 1})
    assert total(position) == 31
    assert legal(position) == ["roll", "take 28"]


def t8() -> None:
    """[H3.3] The overlooked 26: by default a theft may be left undone."""
    position = given([25, 27, 29, 30, 31], [[21], [26]], kept={4: 2, W: 3, 2: 1, 1: 1})
    assert total(position) == 26
    assert legal(position) == ["roll", "take 25", "take 26"]


def t9() -> None:
    """[H2.3] Failed, although 28 was reached."""
    position = given(ALL, kept={5: 2, W: 3, 3: 1}, thrown=[5, W])
    assert total(position) == 28
    assert legal(position) == ["pass"]
    after = position.play("pass")
    assert (stack(after, 0), grill(after)) == ([], list(ALL))
    assert after.is_chance


def t10() -> None:
    """[H3.1] 31 without a worm is nothing."""
    position = given(ALL, kept={4: 3, 3: 3}, thrown=[5, 5])
    assert legal(position) == ["keep 5"]
    position = position.play("keep 5")
    assert total(position) == 31
    assert legal(position) == ["stop"]
    assert stack(position.play("stop"), 0) == []


def t11() -> None:
    """[H3.6, H4.1, H4.2] The own 25 does not count, so nothing can be taken."""
    position = given([26, 28, 30], [[25]], kept={5: 2, 3: 2, W: 1, 2: 1}, thrown=[1, 1])
    assert total(position) == 23
    position = position.play("keep 1")
    assert total(position) == 25
    assert legal(position) == ["stop"]
    after = position.play("stop")
    assert grill(after) == [25, 26, 28]
    assert 30 in face_down(after)


def t12() -> None:
    """[H3.7] Only the top of a stack can be stolen."""
    position = given([28], [[33, 22]], kept={W: 4, 2: 4}).play("take 28")
    assert stack(position, 0) == [33, 22, 28]
    for kept, takes in (({W: 4, 2: 4}, "take 28"), ({W: 2, 3: 4}, "stop"), ({W: 5, 4: 2}, "stop")):
        thief = given([34], [[33, 22, 28]], kept=kept, player=1)  # type: ignore[arg-type]
        assert total(thief) in (28, 22, 33)
        assert legal(thief)[-1] == takes


def t13() -> None:
    """[H4.1, H4.2]"""
    after = failed([27], [31, 33, 34])
    assert grill(after) == [27, 31, 33]
    assert 34 in face_down(after)


def t14() -> None:
    """[H4.2] The tile just returned is not turned."""
    after = failed([30], [28, 29])
    assert grill(after) == [28, 29, 30]
    assert len(face_down(after)) == 13


def t15() -> None:
    """[H3.2]"""
    after = after_t3(grill=[21, 23, 25]).play("take 23")
    assert (stack(after, 0), grill(after)) == ([23], [21, 25])


def t16() -> None:
    """[H4.4] The returned tile goes face down, and a higher one of the grill as well."""
    after = failed([27], [31, 33, 34], fast="returned_down")
    assert grill(after) == [31, 33]
    assert {27, 34} <= set(face_down(after))
    after = failed([30], [28, 29], fast="returned_down")
    assert grill(after) == [28, 29]
    assert 30 in face_down(after)


def t17() -> None:
    """[H4.4] The highest tile is turned without exception."""
    assert grill(failed([27], [31, 33, 34], fast="no_exception")) == [27, 31, 33]
    after = failed([30], [28, 29], fast="no_exception")
    assert grill(after) == [28, 29]
    assert 30 in face_down(after)


def t18() -> None:
    """[H4.3]"""
    assert grill(failed([], [31, 33, 34])) == [31, 33, 34]
    assert grill(failed([], [31, 33, 34], flip_without_tile=True)) == [31, 33]


def t19() -> None:
    """[H4.4] Nothing but the returned tile is turned."""
    after = failed([27], [31, 33, 34], fast="returned_only")
    assert grill(after) == [31, 33, 34]
    assert 27 in face_down(after)
    after = failed([30], [28, 29], fast="returned_only")
    assert grill(after) == [28, 29]
    assert 30 in face_down(after)


EXAMPLES = [t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__.upper())
def test_example(example: Callable[[], None]) -> None:
    example()


def test_every_example_of_the_page_is_here() -> None:
    page = given([21]).game.rulebook.page
    ids = [line.split("|")[1].strip() for line in page.splitlines() if line.startswith("| T")]
    assert ids == [example.__name__.upper() for example in EXAMPLES]
