"""What somebody may have meant whose word is not known."""

from __future__ import annotations

import pytest

from stammtisch.core.suggest import closest, did_you_mean

MOVES = ["keep 5", "keep worm", "roll", "stop", "take 21", "take 22", "throw red", "no bet"]


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("tak 21", ["take 21"]),
        ("take21", ["take 21"]),
        ("keep W", ["keep worm"]),  # it begins so, though "keep 5" is spelt more alike
        ("k worm", ["keep worm"]),
        ("21", ["take 21"]),  # its last word
        ("2", ["take 21", "take 22"]),
        ("stpo", ["stop"]),
        ("NOBET", ["no bet"]),
        ("castle", []),
        ("", []),
        (7, []),
        (["roll"], []),
    ],
)
def test_what_may_be_meant(given: object, meant: list[str]) -> None:
    assert closest(given, MOVES) == meant


def test_no_more_than_a_few_are_named() -> None:
    assert len(closest("place", [f"place {n}" for n in range(9)])) == 3


def test_it_is_asked_in_brackets_or_not_at_all() -> None:
    assert did_you_mean("rol", MOVES) == " (did you mean roll?)"
    assert did_you_mean("take 2", MOVES) == " (did you mean take 21 or take 22?)"
    assert did_you_mean("castle", MOVES) == ""
