"""What fields.py says of a State is true; whatever would be wrong in it is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from stammtisch.core.contract.fields import BySeat, Fields, counter, derived, scratch
from stammtisch.core.game import Game
from stammtisch.core.observation import Observation, _observer
from stammtisch.testing import fields
from tests.helpers import CASES, TOY, OptionSet, case_id, load


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_id)
def test_an_observation_has_all_that_a_seat_may_know(name: str, options: OptionSet) -> None:
    game = load(name, options)
    assert game.part(Fields), "every game of the house can be observed"
    fields.check_observations(game)


@contextmanager
def described(game: Game, **changed: Any) -> Iterator[Game]:
    """A game whose fields.py says something else."""
    part = game.part(Fields)
    usual = part.FIELDS
    try:
        part.FIELDS = {**usual, **changed}
        _observer.cache_clear()
        yield game.having(game.options.chosen())
    finally:
        part.FIELDS = usual
        _observer.cache_clear()


def said(name: str, field: str, **changed: Any) -> Any:
    """What a game's fields.py says of a field, but for some of it."""
    return replace(load(name).part(Fields).FIELDS[field], **changed)


WRONG: dict[str, tuple[str, str, Callable[[], Any], str]] = {
    "too narrow": ("heckmeck", "dice", lambda: said("heckmeck", "dice", high=7), "dice is 8, but .* 0 to 7"),
    "no seat": (
        "heckmeck",
        "lies",
        lambda: said("heckmeck", "lies", holds_seat=False),
        "observes another table|which seat is where",
    ),
    "not by seat": ("heckmeck", "top", lambda: said("heckmeck", "top", by_seat=None), "with the seats turned"),
    "laid out otherwise": (
        "zatre",
        "filled",
        lambda: said("zatre", "filled", by_seat=BySeat(24)),
        "observes another table|which seat is where|observes the same",
    ),
    "taken for a counter": ("zocken", "turns", lambda: counter("the turn"), "called a counter, but it matters"),
    "taken for scratch": ("heckmeck", "kept", lambda: scratch("dice set aside"), "matters|observes the same"),
    "taken for derived": (TOY, "last", lambda: derived("the colour"), "follow from other fields|observes the same"),
    "not called hidden": (TOY, "hand", lambda: said(TOY, "hand", hidden=False), "hand, but .* does not call it hidden"),
    "called hidden": (TOY, "table", lambda: said(TOY, "table", hidden=True), "'table'.* hidden"),
    "no range": ("heckmeck", "dice", lambda: said("heckmeck", "dice", low=None), "lowest and a highest"),
    "left out for no reason": (
        "heckmeck",
        "dice",
        lambda: said("heckmeck", "dice", omitted="why"),
        "left out as 'why'",
    ),
    "without words": ("heckmeck", "dice", lambda: said("heckmeck", "dice", about=""), "does not say what dice is"),
    "no room for the seats": ("heckmeck", "top", lambda: said("heckmeck", "top", by_seat=BySeat(2)), "no room"),
    "unequal groups": ("heckmeck", "top", lambda: said("heckmeck", "top", by_seat=BySeat(7, 2)), "not equally long"),
    "a field that is none": ("heckmeck", "worms", lambda: counter("worms"), "must describe turns, .* not turns"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_noticed(wrong: str) -> None:
    name, field, said_instead, sentence = WRONG[wrong]
    with described(load(name), **{field: said_instead()}) as game, pytest.raises(AssertionError, match=sentence):
        fields.check_observations(game)


def test_the_description_is_as_it_was_afterwards() -> None:
    fields.check_observations(load("heckmeck"))
    assert len(Observation(load("heckmeck"))) == 49
