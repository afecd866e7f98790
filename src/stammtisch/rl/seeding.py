"""Seeding: the seed of an episode's dice, and a generator for all else that is random."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.utils import seeding

from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import quoted


def check_seed(seed: Any) -> int | None:
    """The seed that `reset` got, as a plain int.

    Raises:
        OptionError: It is no whole number from 0 to 2**63 - 1.
    """
    if isinstance(seed, np.integer):
        seed = int(seed)
    if seed is not None and not (type(seed) is int and 0 <= seed < SEEDS):
        raise OptionError(f"a seed must be a whole number from 0 to 2**63 - 1, not {quoted(seed)}")
    return seed


def generator(seed: int | None) -> np.random.Generator:
    """A generator; the same seed gives the same."""
    made: np.random.Generator = seeding.np_random(seed)[0]
    return made


def match_seed(seed: int | None, random: np.random.Generator) -> int:
    """The seed of the dice: the one that was given, so that `game.match(seed)` throws the same, or a new one."""
    return int(random.integers(SEEDS)) if seed is None else seed
