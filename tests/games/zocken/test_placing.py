"""Where a die may go: [K3.1] to [K3.5]."""

from __future__ import annotations

import pytest

from stammtisch.games.zocken.facts import finished
from stammtisch.games.zocken.rules import FALLING, OPEN, RISING
from tests.games.zocken.positions import NOTHING, given, legal, may_go_to_box, placing, slots, state

ROW = [1, 2, 3, 4, 5, 6, 7]
ALL = [0, *ROW, 8]


@pytest.mark.parametrize(
    ("line", "value", "fits"),
    [
        (NOTHING, 3, ALL),
        ("X/X-X-X-3-X-X-X/X", 3, [0, 1, 2, 3, 5, 6, 7, 8]),  # equal values, the direction is open
        ("X/X-X-X-3-X-X-X/X", 6, [0, 1, 2, 3, 5, 6, 7, 8]),  # a gap in the numbers; either direction
        ("X/X-3-X-3-X-X-X/X", 3, [0, 1, 3, 5, 6, 7, 8]),
        ("X/X-3-X-3-X-X-X/X", 4, [0, 1, 5, 6, 7, 8]),  # not between two equal ones
        ("X/X-3-X-5-X-X-X/X", 4, [3]),  # rising: only between
        ("X/X-3-X-5-X-X-X/X", 3, [0, 1, 3]),
        ("X/X-3-X-5-X-X-X/X", 1, [0, 1]),
        ("X/X-3-X-5-X-X-X/X", 6, [5, 6, 7, 8]),
        ("X/X-5-X-3-X-X-X/X", 6, [0, 1]),  # falling
        ("X/X-5-X-3-X-X-X/X", 5, [0, 1, 3]),
        ("X/X-3-5-X-X-X-X/X", 4, []),  # no empty slot between
        ("2/X-X-X-X-X-X-X/X", 1, [1, 2, 3, 4, 5, 6, 7, 8]),  # [K3.2] the ends are part of the series
        ("2/X-X-X-X-X-X-X/4", 1, []),
        ("2/X-X-X-X-X-X-X/4", 3, ROW),
        ("4/X-X-X-X-X-X-X/2", 3, ROW),
        ("X/3-X-X-X-X-X-X/X", 2, [0, 2, 3, 4, 5, 6, 7, 8]),  # [K3.2] an end by choice
    ],
)
def test_the_values_never_decrease_or_never_increase(line: str, value: int, fits: list[int]) -> None:
    """[K3.1]"""
    assert slots(given(line, thrown=value)) == fits


@pytest.mark.parametrize(
    ("line", "direction"),
    [
        (NOTHING, OPEN),
        ("X/2-X-2-X-X-X-2/X", OPEN),
        ("X/2-X-2-X-X-X-3/X", RISING),
        ("6/X-X-X-X-X-X-X/5", FALLING),
    ],
)
def test_the_direction_is_open_until_two_values_differ(line: str, direction: int) -> None:
    """[K3.1, K3.2]"""
    assert state(given(line)).direction == direction


def test_a_placement_settles_the_direction() -> None:
    """[K3.1] Equal dice leave it open, another value settles it; −20 has no say."""
    position = given("X/X-3-X-X-X-X-X/X", thrown=3).play("place 4")
    assert state(position).direction == OPEN
    position = given("X/X-3-X-X-X-X-X/X", thrown=2).play("place 7")
    assert state(position).direction == FALLING
    position = given("X/X-3-X-X-X-X-X/X", thrown=2, penalty_box="free").play("place -20")
    assert state(position).direction == OPEN


def test_a_die_on_an_end_matches_nothing() -> None:
    """[K3.2, K4.2]"""
    position = given("X/2-3-4-5-5-X-X/X", box=[1], thrown=6, die="white")
    matches = [
        position.game.rules.count_matches(finished(placing(position, move))) for move in ("place right", "place 7")
    ]
    assert matches == [0, 1]


NO_ROW = ("X/5-5-4-3-3-X-X/X", 6)  # only the left end
NO_SLOT = ("X/5-5-4-3-3-X-X/X", 4)
FREE_ROW = ("X/5-5-4-3-3-X-X/X", 1)


@pytest.mark.parametrize(
    ("penalty_box", "allowed"),
    [
        ("when_no_row", [NO_ROW, NO_SLOT]),
        ("forced_only", [NO_SLOT]),
        ("free", [NO_ROW, NO_SLOT, FREE_ROW]),
    ],
)
def test_when_a_die_may_go_to_minus_20(penalty_box: str, allowed: list[tuple[str, int]]) -> None:
    """[K3.3]"""
    for line, value in (NO_ROW, NO_SLOT, FREE_ROW):
        position = given(line, thrown=value, penalty_box=penalty_box)
        assert may_go_to_box(position) == ((line, value) in allowed)


def test_the_slots_stay_usable_after_minus_20() -> None:
    """[K3.4]"""
    assert slots(given("X/X-3-X-5-X-X-X/X", box=[1, 6], thrown=4)) == [3]


@pytest.mark.parametrize("penalty_box", ["when_no_row", "forced_only", "free"])
def test_a_cascade_draws_every_further_die_to_minus_20(penalty_box: str) -> None:
    """[K3.4] It is still picked and thrown, and the bets still take place."""
    options: dict[str, object] = {"cascade": True, "penalty_box": penalty_box}
    assert slots(given("X/X-3-X-5-X-X-X/X", thrown=4, **options)) == [3]  # type: ignore[arg-type]
    position = given("X/X-3-X-X-X-X-X/X", box=[1], thrown=3, **options)  # type: ignore[arg-type]
    assert legal(position) == ["place -20"]
    position = position.play("place -20")
    assert legal(position) == ["bet", "no bet"]
    position = position.play("no bet")
    assert len(legal(position)) == 4
    assert legal(position.play(position.legal_moves[0]).play("3")) == ["place -20"]


@pytest.mark.parametrize("thrown_before", [0, 1, 2, 3])
def test_ends_may_be_closed_to_the_first_three_dice(thrown_before: int) -> None:
    """[K3.5] Dice on −20 count as thrown as well."""
    box = [6] * thrown_before
    assert slots(given(box=box, thrown=3, bets=[])) == ALL
    assert slots(given(box=box, thrown=3, bets=[], ends_from=4)) == (ALL if thrown_before == 3 else ROW)


@pytest.mark.parametrize("penalty_box", ["when_no_row", "forced_only"])
def test_closed_ends_are_no_legal_slots_for_minus_20(penalty_box: str) -> None:
    """[K3.5, K3.3] A 1 would fit the left end, but it is only the third die."""
    position = given("X/3-X-X-X-X-X-4/X", thrown=1, ends_from=4, penalty_box=penalty_box)
    assert legal(position) == ["place -20"]
    late = given("X/3-X-X-X-X-X-4/X", box=[1], thrown=1, bets=[], ends_from=4, penalty_box=penalty_box)
    assert slots(late) == [0]
    assert may_go_to_box(late) == (penalty_box == "when_no_row")
