"""A position set up by hand: by the fields of one that says nothing, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

import pytest

from stammtisch.core import field_setup
from stammtisch.core.contract.fields import BySeat, Field
from stammtisch.core.contract.setup import Control, Group, Setup
from stammtisch.core.errors import OptionError
from stammtisch.core.seat_names import seat_names
from stammtisch.core.setting_up import Draft, draft
from tests.helpers import GAMES, TOY, load


def set_up(game: str, chosen: Mapping[str, int], **options: object) -> Draft:
    return draft(load(game).start(), options, chosen)


def shown(found: Draft) -> dict[str, int]:
    return {each.key: each.value for group in found.groups for each in group.controls}


def test_a_game_without_a_file_has_a_control_for_each_field() -> None:
    found = draft(load(TOY).start(), {"players": 3}, {})
    titles = {group.title: group for group in found.groups}
    assert titles["Whose turn it is"].choices == [(0, "Ana"), (1, "Ion"), (2, "Eva")]
    assert [each.label for each in titles["Marbles not seen, by colour"].controls] == ["white", "red", "blue"]
    assert titles["How many marbles each seat holds"].controls[2] == Control("held.2", "Eva", 0)
    assert titles["The number of the turn"].controls[0].key == "turns"
    assert (titles["Marbles not seen, by colour"].low, titles["Marbles not seen, by colour"].high) == (0, 4)


def test_what_cannot_come_about_says_why_and_keeps_what_was_chosen() -> None:
    chosen = {"phase": 1, "dealing": 0, "hand.0": 1}
    found = set_up(TOY, chosen)
    assert found.position is None
    assert "bag, hand and table have 5 marbles of colour 0, but there are 4" in found.fault
    whole = {**chosen, "bag.0": 3, "held.0": 1}
    done = set_up(TOY, whole)
    assert done.position is not None
    assert [str(move) for move in done.position.legal_moves] == ["lay white"]
    assert {key: shown(done)[key] for key in whole} == whole


def test_what_cannot_be_chosen_is_left_out() -> None:
    found = set_up(TOY, {"player": 7, "nothing": 1})
    assert found.position == load(TOY).start()


def test_with_other_options_it_begins_anew() -> None:
    begun = load(TOY).match(seed=1).position
    found = draft(begun, {"players": 3, "bag": "small"}, {})
    assert found.position == load(TOY, {"players": 3, "bag": "small"}).start()
    assert draft(begun, {"players": 2}, {}).position == begun
    with pytest.raises(OptionError, match="it must be a number from 2 to 3"):
        draft(begun, {"players": 9}, {})


def test_a_set_up_that_stumbles_over_nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(*_: object) -> None:
        raise IndexError

    monkeypatch.setattr(Setup, "apply", apply)
    found = set_up(TOY, {"player": 1})
    assert (found.position, found.fault) == (None, "Such numbers do not fit together.")
    assert shown(found)["player"] == 1


def test_fields_of_any_kind() -> None:
    names = ["Ana", "Ion"]
    by_seat = BySeat(groups=2)
    assert field_setup._label(Field("", by_seat=by_seat, labels=["x", "y"]), 7, 8, names) == "Ion, 2, y"
    assert field_setup._label(Field("", by_seat=by_seat), 7, 8, names) == "Ion, 2, 2"
    assert field_setup._label(Field(""), 4, 8, names) == "5"


@pytest.mark.parametrize("name", GAMES)
def test_what_follows_from_other_fields_is_not_asked(name: str) -> None:
    game = load(name)
    found = field_setup.groups(game, game.start().state, seat_names(game.players))
    keys = {each.key.partition(".")[0] for group in found for each in group.controls}
    assert "player" in keys
    assert not keys.intersection(game.checks.DERIVED)


def test_names() -> None:
    assert seat_names(3) == ["Ana", "Ion", "Eva"]
    assert seat_names(3, 1) == ["Ana", "You", "Ion"]
    assert seat_names(2, -1) == ["Ana", "Ion"]
    assert seat_names(10)[-1] == "Ion 2"


def test_a_game_says_itself_what_can_be_chosen() -> None:
    own = ModuleType("own.setup")
    group = Group("One", [Control("a", "A", 1)])
    own.groups = lambda *_: [group]  # type: ignore[attr-defined]
    setup = Setup(own)
    assert setup.groups(load(TOY), None, []) == [group]
    assert setup.fault(load(TOY), None, []) == ""


@pytest.mark.parametrize("name", [name for name in GAMES if name != TOY])
def test_what_is_wrong_is_said_as_people_say_it(name: str) -> None:
    """Whatever extremes are chosen, a game with a setup.py says so itself: check.py speaks to programmers."""
    begun = load(name).start()
    for group in draft(begun, {}, {}).groups:
        for value in [value for value, _ in group.choices] or [group.low, group.high]:
            for controls in (group.controls, group.controls[:1]):
                found = draft(begun, {}, {each.key: value for each in controls if each.label})
                assert "cannot come about" not in found.fault
