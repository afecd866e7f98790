"""Spaces: what agents are shown, and what they can do, as Gymnasium and PettingZoo declare it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from stammtisch.core.position import Position
from stammtisch.rl.episode import Episode
from stammtisch.rl.terms import OBSERVATION, TENSOR, Terms


def numbers_space(terms: Terms) -> Any:
    """What a seat sees."""
    observed = terms.game.observation
    if terms.observation == TENSOR:
        return spaces.Box(0.0, 1.0, (len(observed.tensor_names),), np.float32)
    return spaces.Box(np.array(observed.low, np.int32), np.array(observed.high, np.int32), dtype=np.int32)


def observation_space(terms: Terms) -> Any:
    """The same, with the action mask where the terms want that."""
    if terms.mask == OBSERVATION:
        masks = spaces.MultiBinary(len(terms.game.moves))
        return spaces.Dict({"observation": numbers_space(terms), "action_mask": masks})
    return numbers_space(terms)


def action_space(terms: Terms) -> Any:
    """The numbers of all moves."""
    return spaces.Discrete(len(terms.game.moves))


def numbers(terms: Terms, position: Position, seat: int) -> NDArray[Any]:
    """What a seat sees of a position."""
    if terms.observation == TENSOR:
        return np.array(position.tensor(seat), np.float32)
    return np.array(position.observation(seat), np.int32)


def observation(episode: Episode, seat: int) -> Any:
    """What a seat sees now, with the action mask where the terms want that."""
    seen = numbers(episode.terms, episode.position, seat)
    if episode.terms.mask == OBSERVATION:
        return {"observation": seen, "action_mask": episode.mask(seat)}
    return seen


def whole(terms: Terms, position: Position) -> NDArray[Any]:
    """All facts of a position, as from seat 0, with nothing hidden."""
    observed = terms.game.observation
    row = observed.of(position.state, 0)
    if terms.observation == TENSOR:
        return np.array(observed.tensor(row), np.float32)
    return np.array(row, np.int32)
