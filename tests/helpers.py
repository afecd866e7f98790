"""What several tests share: the games to test, and the option sets to test them with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from stammtisch import games
from stammtisch.core import reading
from stammtisch.core.errors import IllegalMove
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.core.reading import Replayed
from stammtisch.testing.option_sets import OptionSet
from stammtisch.testing.option_sets import option_sets as sets_of
from stammtisch.testing.playing import Choose, any_move, greedy_move, play_on
from tests.toy import rules as toy_rules
from tests.toy import text as toy_text

__all__ = ["Choose", "OptionSet", "any_move", "greedy_move", "play_on"]  # those from elsewhere

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "stammtisch"

TOY = "toy"
GAMES = [*games.names(), TOY]
"""Every registered game, and a toy with what they may lack."""


def untraced() -> dict[str, str]:
    """The environment for a program that gets a Ctrl-C: coverage holds a lock that an interrupt can leave locked."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


def load(name: str, options: Mapping[str, object] | None = None, version: int | None = None) -> Game:
    """A game to test, by name."""
    if name == TOY:
        return Game(TOY, toy_rules, toy_text, options or {}, games.common_bots)
    return games.load(name, options, version)


def read(text: str) -> Replayed:
    """Read a record of any game to test."""
    return reading.read(text, lambda name, version, options: load(name, options, version))


def option_sets(name: str) -> list[OptionSet]:
    """The defaults, and sets in which all pairs of option values meet."""
    return sets_of(load(name))


CASES = [
    pytest.param(name, options, marks=pytest.mark.no_cover if number else ())  # tracing them all would take minutes
    for name in GAMES
    for number, options in enumerate(option_sets(name))
]
"""Every game under each of its option sets."""


def case_id(value: object) -> str:
    """A readable test id: a game's name, or its options."""
    return " ".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else str(value)


def turns(position: Position) -> int:
    """The number of the turn."""
    return position.turns


def check_refusal(move: str, position: Position, paragraph: str, reason: str) -> None:
    """The move is refused by this paragraph, for this reason, and the error says both."""
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert (refused.value.paragraph, refused.value.reason) == (paragraph, reason)
    said = f"{move} is not allowed, because {reason} [{paragraph}]; the legal moves are: "
    assert str(refused.value).startswith(said)
