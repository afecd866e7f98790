"""What holds in every match of Barbecue, with options, dice and moves chosen by Hypothesis."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch import load
from stammtisch.core.match import Match
from stammtisch.core.position import Position
from stammtisch.games.barbecue.rules import EMPTY, PLACES, PLATES, SNAIL, SNAILS
from tests.games.barbecue.positions import state
from tests.helpers import any_move, greedy_move

pytestmark = pytest.mark.no_cover


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A whole match under any options; its players are careless or greedy."""
    choices = load("barbecue").options.choices()
    options = {name: draw(st.sampled_from(values), label=name) for name, values in choices.items()}
    match = load("barbecue", **options).match(seed=draw(st.integers(0, 2**63 - 1), label="seed"))
    rng = Random(draw(st.integers(0, 2**32), label="luck"))
    choose = draw(st.sampled_from([any_move, greedy_move]), label="players")
    while not match.is_over:
        match.play(choose(match.position, rng))
    return match


def check_snails(position: Position) -> None:
    """[B1.3] There are twelve of them, in the supply, on the grill and with the players."""
    s = state(position)
    assert s.supply + s.holds.count(SNAIL) + sum(s.snails) == SNAILS
    assert s.supply >= 0


def check_places(position: Position) -> None:
    """[B1.1, B3.5] A place is empty, holds a snail, or one owner's one or two plates."""
    s = state(position)
    for what, plates in zip(s.holds, s.plates, strict=True):
        assert plates in ((0,) if what in (EMPTY, SNAIL) else (1, 2))
        assert what in (EMPTY, SNAIL) or 0 <= what < position.game.players


def check_debts(position: Position) -> None:
    """[B3.6] Every player owns the worms of all his plates, so a victim never owes more than he has."""
    s = state(position)
    for p in range(position.game.players):
        owed = [position.game.rules.worms_at(position.game.options, g) * s.plates[g] for g in range(PLACES)]
        assert s.worms[p] >= sum(worms for g, worms in enumerate(owed) if s.holds[g] == p)


def check_ten_plates(position: Position) -> None:
    """[B1.4]"""
    s = state(position)
    for p in range(position.game.players):
        assert sum(s.plates[g] for g in range(PLACES) if s.holds[g] == p) <= PLATES


def brought_a_snail(before: Position, after: Position) -> bool:
    return state(after).holds.count(SNAIL) > state(before).holds.count(SNAIL)


@settings(max_examples=60)
@given(match=matches())
def test_every_position_keeps_the_books(match: Match) -> None:
    for position in match.history:
        check_snails(position)
        check_places(position)
        check_debts(position)
        if match.game.options.to_json()["plates"] == "ten_then_fail":
            check_ten_plates(position)


@settings(max_examples=60)
@given(match=matches())
def test_failed_turns_are_at_most_thirteen(match: Match) -> None:
    """[B6.3] Each but the last puts a snail on the grill; the last one ends the game [B5.3], or no snail was left
    for a total above 36 [B4.1]."""
    turns = list(zip(match.history, match.history[1:], strict=False))
    failed = sum(brought_a_snail(before, after) or after.is_over for before, after in turns)
    assert failed <= SNAILS + 1
    assert match.is_over


@settings(max_examples=60)
@given(match=matches())
def test_worms_fit_into_a_byte(match: Match) -> None:
    """[B3.6] A place gives its worms twice, and once more for every snail that was put on it."""
    rules, options = match.game.rules, match.game.options
    most = 2 * sum(rules.worms_at(options, g) for g in range(PLACES))
    for before, after in zip(match.history, match.history[1:], strict=False):
        for g in range(PLACES):
            if state(after).holds[g] == SNAIL != state(before).holds[g]:
                most += rules.worms_at(options, g)
    assert sum(state(match.position).worms) <= most <= 124
