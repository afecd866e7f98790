"""The rules have not changed unnoticed, and perft itself counts right."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.helpers import GAMES, TOY, load
from tests.perft.files import paths, starts, written
from tests.perft.perft import perft


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_numbers_are_still_true(name: str) -> None:
    stored = paths()[name].read_text("utf-8")
    assert stored == written(name), "the rules have changed; if that was intended, run make golden and read the diff"
    assert json.loads(stored).keys() == starts(name).keys()


@pytest.mark.parametrize("name", GAMES)
def test_some_stored_line_reaches_the_end_of_the_game(name: str) -> None:
    stored = json.loads(paths()[name].read_text("utf-8"))
    assert any(entry["depths"][-1]["over"] for entry in stored.values())


def test_eight_dice_fall_in_1287_ways() -> None:
    """Multisets of 8 out of 6 symbols, from 6**8 histories [H1.2]."""
    depth = perft(load("heckmeck").start(), 1300)[8]
    assert (depth.states, depth.histories) == (1287, 6**8)


def test_a_small_bag_by_hand() -> None:
    """Marbles, 3 white, 2 red, 1 blue, one in each hand: two draws, then seat 0 lays what it has [U1.1, U1.2]."""
    depths = perft(load(TOY, {"hand": 1, "bag": "small"}).start(), 100)
    assert [depth.histories for depth in depths[:4]] == [1, 3, 8, 8]  # blue and blue cannot both be drawn
    assert depths[3].score == Fraction(3 * 1 + 2 * 2 + 1 * -3, 6)
