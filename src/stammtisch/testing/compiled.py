"""Compiled play repeats interpreted play, ply by ply."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from stammtisch.core.bind import Rules, bind
from stammtisch.core.game import Game
from stammtisch.core.record import Record
from stammtisch.fast import Simulator, drive

PLIES = 400


@cache
def rules_of(game: Game) -> Rules:
    """The rules and the random player, interpreted."""
    return bind(game.module, drive)


def facts(state: Record) -> list[int]:
    """All numbers of a state in a row, as they lie in a packed state."""
    flat: list[int] = []
    for name, length in state.LAYOUT:
        value: Any = getattr(state, name)
        flat.extend(value if length else [value])
    return flat


def interpreted(game: Game, seed: int, plies: int) -> Any:
    """The facts at the start and after every ply of a random game, one row each."""
    rules = rules_of(game)
    s = game.start().state.copy()
    workspace = rules.Workspace(rules.MOVES)
    rows = [facts(s)]
    while len(rows) <= plies and rules.step(s, game.options, workspace, seed):
        rows.append(facts(s))
    return np.array(rows)


def compiled(simulator: Simulator, seed: int, plies: int) -> Any:
    """The same, from compiled play."""
    states = simulator.trace(seed, plies)
    return states.view(np.int32).reshape(len(states), -1)


def first_difference(simulator: Simulator, seed: int, plies: int) -> str:
    """'' if compiled play repeats interpreted play, else where it first does not."""
    one, other = interpreted(simulator.game, seed, plies), compiled(simulator, seed, plies)
    if one.shape == other.shape and (one == other).all():
        return ""
    same = min(len(one), len(other))
    ply = int(np.argmax((one[:same] != other[:same]).any(axis=1))) if (one[:same] != other[:same]).any() else same
    return f"{simulator.game!r}, seed {seed}: after ply {ply} of {len(one) - 1} (compiled: {len(other) - 1})"


def check_compiled(game: Game) -> None:
    """A few games, as far as random play goes in so many plies."""
    simulator = Simulator(game, parallel=False)
    for seed in range(3):
        difference = first_difference(simulator, seed, PLIES)
        assert not difference, f"compiled play differs from interpreted play: {difference}"
