"""Strengths: how much better one player is than another, as numbers to simulate with.

The difference of two strengths is the logarithm of the odds that the first beats the second in a game of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import NormalDist

from stammtisch.core.errors import OptionError
from stammtisch.core.suggest import did_you_mean
from stammtisch.tournament.presets import game_named

LEVELS = ("beginner", "regular", "expert", "master")


def odds(share: float) -> float:
    return log(share / (1 - share))


def of_levels(game: str, levels: Sequence[str]) -> list[float]:
    """The strengths of bots by their level, as measured; a beginner has 0."""
    shares = game_named(game).about.LADDER
    if not shares:
        raise OptionError(f"the levels of {game} have not been measured")
    known = {"beginner": 0.0}
    for below, level, share in zip(LEVELS, LEVELS[1:], shares, strict=False):
        known[level] = known[below] + odds(share)
    for level in levels:
        if level not in known:
            there = ", ".join(LEVELS) + did_you_mean(level, LEVELS)
            raise OptionError(f"there is no level '{level}'; there are {there}")
    return [known[level] for level in levels]


def spread(players: int, edge: float) -> list[float]:
    """A field in which the best beats an average player in this share of games of two; the others lie between as
    normal people do."""
    if not 0.5 <= edge < 1:
        raise OptionError(f"the edge of the best player is a share from 0.5 to below 1, not {edge:g}")
    quantiles = [NormalDist().inv_cdf((2 * place + 1) / (2 * players)) for place in reversed(range(players))]
    return [odds(edge) * quantile / quantiles[0] for quantile in quantiles]
