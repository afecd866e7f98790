"""What a game calls exchangeable is, and what is not is noticed."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from stammtisch.core import throws as core_throws
from stammtisch.core.bind import bind
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.testing import throws
from tests.helpers import CASES, TOY, OptionSet, case_id, load
from tests.toy import rules


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_what_is_called_exchangeable_is(name: str, options: OptionSet) -> None:
    throws.check_throws(load(name, options))


def marbles(**replaced: Any) -> Game:
    """Marbles with some of its rules replaced."""
    game = load(TOY)
    kept = {name: partial(new) if callable(new) else new for name, new in replaced.items()}  # a function would be bound
    game.rules = bind(rules, core_throws, replace=kept)
    return game


def remember(s: Any, o: Any, m: int) -> None:
    """Instead of `play`: the marble drawn last is kept in mind."""
    rules.play(s, o, m)
    if s.dealing:
        s.last = m


def first_is_never_red(s: Any, o: Any, m: int) -> int:
    """Instead of `weight`."""
    return 0 if m == 1 and s.held[s.player] == 0 else rules.weight(s, o, m)


def first_is_often_red(s: Any, o: Any, m: int) -> int:
    """Instead of `weight`."""
    return 50 if m == 1 and s.held[s.player] == 0 else rules.weight(s, o, m)


TOLD: dict[str, tuple[dict[str, Any], str]] = {
    "none": ({"exchangeable": lambda *_: 0}, "exchangeable answers 0, but one outcome comes at least"),
    "two hands": (
        {"exchangeable": lambda s, o: 2 * o.hand - s.held[0] - s.held[1] if s.dealing else 1},
        "after 2 of 4 exchangeable outcomes others see the next one",
    ),
    "no end": ({"exchangeable": lambda *_: 9}, "after 1 of 9 exchangeable outcomes 9 are exchangeable"),
    "a marble too many": (
        {"exchangeable": lambda s, _: 2 - s.held[s.player] if s.dealing else 2},
        "after 1 of 2 exchangeable outcomes nothing falls any more",
    ),
    "other kinds": (
        {"outcomes": lambda s, _: 3 - s.held[0] % 2},
        "after 1 of 2 exchangeable outcomes there are 2 kinds, not 3",
    ),
    "an order that is remembered": ({"play": remember}, "2 outcomes .* exchangeable, but after .* it is not as after"),
    "a likelier order": (
        {"weight": first_is_often_red},
        "chances of all throws make .*, so not every order",
    ),
    "more than declared": ({"THROWS": 5}, "6 throws can come here, but THROWS tells of 5"),
}


@pytest.mark.parametrize("case", TOLD)
def test_what_is_not_is_noticed(case: str) -> None:
    replaced, told = TOLD[case]
    with pytest.raises(AssertionError, match=told):
        throws.check_throws(marbles(**replaced))


def check_several(position: Position) -> None:
    for seed in range(20):
        throws.check_throw(position, Random(seed))


def test_an_order_of_another_probability_is_noticed() -> None:
    """Where there are too many throws to list them, orders are still compared."""
    for weight, told in ((first_is_never_red, "red .* cannot come"), (first_is_often_red, ".* is not as likely as .*")):
        start = marbles(weight=weight).start()
        with pytest.raises(AssertionError, match=f"2 outcomes are called exchangeable, but {told}"):
            check_several(start)
