"""Positions in which somebody has changed something, by file, by socket or in the caller's own code."""

from __future__ import annotations

from typing import Any

import pytest

import stammtisch
from stammtisch import games
from stammtisch.core.errors import ParseError, StammtischError
from stammtisch.core.position import Position
from tests.helpers import load
from tests.soak.positions import play_some, try_mutants

SEED = 18


@pytest.mark.no_cover
@pytest.mark.parametrize("name", games.names())
def test_mutants_are_refused_or_whole(name: str) -> None:
    found = try_mutants(name, 200, SEED, play_some)
    assert found["broken"] == 0, f"seed {SEED}"
    assert found["refused"] > 120


@pytest.mark.no_cover
@pytest.mark.parametrize("name", games.names())
def test_control_without_a_check_broken_ones_are_taken(name: str) -> None:
    assert try_mutants(name, 100, SEED, play_some, checked=False)["broken"] > 0


@pytest.mark.parametrize(
    ("name", "field", "value", "reason"),
    [
        ("heckmeck", "falling", 127, "thrown and falling make 0 \\+ 127 dice"),
        ("zatre", "most", 3, "most is 3, but for this hand and board it is 0"),
    ],
)
def test_a_state_of_the_callers_own_is_checked(name: str, field: str, value: int, reason: str) -> None:
    game = load(name)
    state: Any = game.start().state.copy()
    assert Position(game, state) == game.start()
    setattr(state, field, value)
    with pytest.raises(ParseError, match=reason):
        Position(game, state)
    assert Position.unchecked(game, state) != game.start()


def test_a_state_of_another_game_or_of_no_numbers() -> None:
    with pytest.raises(ParseError, match="the state lacks its field"):
        Position(load("heckmeck"), load("zocken").start().state)
    state: Any = load("heckmeck").start().state.copy()
    for nonsense in (None, state.to_json(), "stammtisch/1"):
        with pytest.raises(ParseError, match="made of a State of Heckmeck am Bratwurmeck, not of"):
            Position(load("heckmeck"), nonsense)  # type: ignore[arg-type]
    state.kept[0] = 0.5
    with pytest.raises(ParseError, match="'kept' must be a list of 6 whole numbers"):
        Position(load("heckmeck"), state)
    state.kept = None
    with pytest.raises(ParseError, match="'kept' must be a list of 6 whole numbers"):
        Position(load("heckmeck"), state)
    del state.kept
    with pytest.raises(ParseError, match="the state lacks its field 'kept'"):
        Position(load("heckmeck"), state)


@pytest.mark.parametrize("name", games.names())
def test_a_version_that_is_equal_to_the_number_and_none(name: str) -> None:
    written = load(name).start().to_json()
    for version in (float(written["version"]), True, str(written["version"])):
        with pytest.raises(StammtischError, match="is not known here"):
            stammtisch.position({**written, "version": version})
        with pytest.raises(ParseError, match="the position's version is"):
            load(name).position({**written, "version": version})
