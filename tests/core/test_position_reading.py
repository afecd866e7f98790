"""Positions from outside, of a game that does not say what is right: they are tried out."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

import stammtisch
from stammtisch.core.contract.check import Check
from stammtisch.core.errors import ParseError
from stammtisch.core.game import Game
from tests.toy import rules, text


def marbles(package: str = "", without: str = "", **other: Callable[..., object]) -> Game:
    """Marbles without its check.py unless a package has it, without one of its rules, or with others."""
    own = ModuleType(rules.__name__)
    vars(own).update({name: value for name, value in vars(rules).items() if not name.startswith("__")})
    own.__package__ = package
    for name, function in other.items():
        function.__module__ = own.__name__
        setattr(own, name, function)
    if without:
        delattr(own, without)
    return Game("marbles", own, text, {})


def begun(game: Game, **facts: object) -> dict[str, Any]:
    written = game.match(seed=1).position.to_json()
    return {**written, "state": {**written["state"], **facts}}


def test_without_a_check_nothing_is_wrong_in_form() -> None:
    game = marbles()
    assert not game.checks
    assert Check(None).check(game.start().state, game.options) == ()
    assert game.position(begun(game)) == game.match(seed=1).position


def test_rules_that_give_the_turn_to_nobody() -> None:
    def turn(s: Any, o: Any) -> int:
        return -9

    with pytest.raises(ParseError, match="its numbers do not fit") as refused:
        marbles(turn=turn).position(begun(marbles()))
    assert str(refused.value.__cause__) == "there is no seat -9"


def test_a_view_is_checked_with_what_it_hides_dealt_and_only_tried_out_where_nothing_can_be() -> None:
    for game in (marbles("tests.toy"), marbles("tests.toy", without="deal")):
        assert game.checks
        view = game.match(seed=1).position.view(0)
        assert game.position(view.to_json()) == view


def test_rules_that_never_have_dealt_everything() -> None:
    def unseen(s: Any, o: Any, p: int) -> int:
        return 1

    def deal(s: Any, o: Any, p: int, lot: int) -> None:
        """Nothing."""

    view = marbles().match(seed=1).position.view(0)
    with pytest.raises(ParseError, match="its numbers do not fit") as refused:
        marbles("tests.toy", unseen=unseen, deal=deal).position(view.to_json())
    assert str(refused.value.__cause__) == "there is no end of what is hidden"


def test_where_nothing_is_hidden_nothing_is_missing_from_a_view() -> None:
    view = stammtisch.load("heckmeck").match(seed=1).position.view(0)
    assert view.game.rules.unseen(view.state, view.game.options, 0) == 0
    assert view.game.position(view.to_json()) == view
