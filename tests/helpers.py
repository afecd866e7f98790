"""What several tests share: the games to test, option sets that cover all pairs, and ways to play a match."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch import games
from stammtisch.core import reading
from stammtisch.core.game import Game, Move
from stammtisch.core.match import Match
from stammtisch.core.options import plain
from stammtisch.core.position import Position
from stammtisch.core.reading import Replayed
from tests.toy import rules as toy_rules
from tests.toy import text as toy_text

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "stammtisch"

TOY = "toy"
GAMES = [*games.names(), TOY]
"""Every registered game, and a toy with what they may lack."""

OptionSet = dict[str, Any]
Choose = Callable[[Position, Random], Move]


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


def pairwise(choices: Mapping[str, list[Any]]) -> list[OptionSet]:
    """A few option sets in which any two values of different options meet at least once; the first is all defaults.

    Greedy: each new set begins with a pair still to be met, and every other option takes the value that meets most.
    """
    missing = {
        frozenset({(one, value), (other, rival)})
        for one, other in combinations(choices, 2)
        for value in choices[one]
        for rival in choices[other]
    }
    sets: list[OptionSet] = []
    while missing:
        chosen: OptionSet = dict(min(missing, key=lambda pair: sorted(map(repr, pair))))
        for name, values in choices.items():
            if name not in chosen:
                chosen[name] = max(values, key=lambda value: len(_met({**chosen, name: value}) & missing))
        missing -= _met(chosen)
        sets.append({name: chosen[name] for name in choices})
    return sets


def _met(chosen: OptionSet) -> set[frozenset[tuple[str, Any]]]:
    return {frozenset(pair) for pair in combinations(chosen.items(), 2)}


def few(values: list[Any]) -> list[Any]:
    """Of a long range of numbers the ends and the middle stand for all; everything else is taken whole."""
    return [values[0], values[len(values) // 2], values[-1]] if len(values) > 8 else values


def option_sets(name: str) -> list[OptionSet]:
    """The defaults, and sets in which all pairs of option values meet."""
    game = load(name)
    choices = {option: few(values) for option, values in game.options.choices().items()}
    sets = [{key: plain(value) for key, value in each.items()} for each in pairwise(choices)]
    return [game.options.to_json(), *sets]


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
    """The number of the turn; every game's state counts them."""
    return int(getattr(position.state, "turns"))  # noqa: B009  # a Record declares only what it has


def any_move(position: Position, rng: Random) -> Move:
    """Any legal move, each as likely."""
    return rng.choice(position.legal_moves)


def greedy_move(position: Position, rng: Random) -> Move:
    """Mostly the move that leaves the most points, then one that goes on with the turn, then the highest number.

    Not good play, but sensible in every game: it ends games that random play hardly ends. One move in eight is random.
    """
    if rng.random() < 1 / 8:
        return any_move(position, rng)

    def merit(move: Move) -> tuple[int, bool, int]:
        after = position.play(move)
        return after.scores[position.turn], turns(after) == turns(position), move

    return max(position.legal_moves, key=merit)


def play_on(match: Match, choose: Choose, rng: Random, most: int) -> Match:
    """Play until the end of the game, or until `most` events have happened."""
    while not match.is_over and len(match.events) < most:
        match.play(choose(match.position, rng))
    return match
