"""Options: what can be chosen, how it is written, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import stammtisch
from stammtisch.core.errors import OptionError
from stammtisch.core.options import BaseOptions, added
from stammtisch.games.heckmeck.rules import Fast, Options, Steal
from tests.helpers import TOY, load
from tests.toy.rules import Bag


def test_defaults_are_the_game_as_its_rules_page_tells_it() -> None:
    assert Options().to_json() == {
        "players": 2,
        "steal": "optional",
        "lower": "next",
        "flip_without_tile": False,
        "fast": "off",
    }
    assert str(Options()) == "players=2 steal=optional lower=next flip_without_tile=off fast=off"
    assert BaseOptions().players == 2


def test_choices_lists_every_value() -> None:
    assert Options.choices()["players"] == [2, 3, 4, 5, 6, 7]
    assert Options.choices()["fast"] == list(Fast)
    assert Options.choices()["flip_without_tile"] == [False, True]
    assert load(TOY).options.to_json()["hand"] == 2, "a default need not be the lowest value"


@dataclass(frozen=True)
class Grown(Options):
    """A game that has got an option more."""

    later: Steal = added(Steal.OPTIONAL)


def test_an_option_that_was_added_later_leaves_what_was_written_before() -> None:
    assert Grown().to_json() == Options().to_json()
    assert str(Grown()) == str(Options())
    assert Grown.read(Options().to_json()).later is Steal.OPTIONAL
    forced = Grown.read({"later": "forced"})
    assert forced.to_json() == {**Options().to_json(), "later": "forced"}
    assert forced.chosen() == {"players": 2, "later": "forced"}
    assert Grown.read(forced.to_json()) == forced
    assert Grown().numbers()["later"] == 0
    assert Grown.choices()["later"] == list(Steal)


@pytest.mark.parametrize("given", ["forced", " FORCED ", Steal.FORCED, 1])
def test_a_named_choice_is_read_from_its_name_or_number(given: object) -> None:
    assert Options.read({"steal": given}).steal is Steal.FORCED


@pytest.mark.parametrize("given", ["on", "yes", "True", "1", True])
def test_a_switch_is_read_from_many_words(given: object) -> None:
    assert Options.read({"flip_without_tile": given}).flip_without_tile is True


@pytest.mark.parametrize("given", ["off", "no", "False", "0", False])
def test_a_switch_is_turned_off_by_many_words(given: object) -> None:
    assert Options.read({"flip_without_tile": given}).flip_without_tile is False


def test_numbers_for_compiled_play() -> None:
    assert Options.read({"fast": "no_exception", "flip_without_tile": True}).numbers() == {
        "players": 2,
        "steal": 0,
        "lower": 0,
        "flip_without_tile": 1,
        "fast": 2,
    }


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "players cannot be 1; it must be a number from 2 to 7"),
        ({"players": 8}, "players cannot be 8; it must be a number from 2 to 7"),
        ({"players": True}, "players cannot be True"),
        ({"players": "two"}, "players cannot be 'two'"),
        ({"players": None}, "players cannot be None"),
        ({"players": [2]}, r"players cannot be \[2\]"),
        ({"steal": "sometimes"}, "steal cannot be 'sometimes'; it must be optional or forced"),
        ({"steal": "force"}, r"^Stealing an opponent's top tile: steal .* or forced \(did you mean forced\?\)$"),
        ({"steal": 2}, "steal cannot be 2"),
        ({"fast": False}, "fast cannot be False; it must be off, returned_down, no_exception or returned_only"),
        ({"flip_without_tile": 1}, "flip_without_tile cannot be 1; it must be off or on"),
        ({"flip_without_tile": "maybe"}, "flip_without_tile cannot be 'maybe'"),
        ({"stael": "forced"}, r"there is no option 'stael'; this game has players, steal.* \(did you mean steal\?\)"),
        ({"zebra": 1}, "there is no option 'zebra'; this game has players, steal"),
        ({"preset": "amigo"}, "there is no preset 'amigo': this game has no presets"),
        ({"preset": []}, r"there is no preset '\[\]'"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(options: dict[str, object], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        stammtisch.load("heckmeck", **options)


def test_a_preset_is_a_named_set_that_single_options_may_change() -> None:
    quick = load(TOY, {"preset": "quick"})
    assert quick == load(TOY, {"bag": Bag.SMALL, "repeat": True})
    assert load(TOY, {"preset": "quick", "repeat": False}) == load(TOY, {"bag": "small"})
    with pytest.raises(OptionError, match="there is no preset 'slow'; choose from quick"):
        load(TOY, {"preset": "slow"})
