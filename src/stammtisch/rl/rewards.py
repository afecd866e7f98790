"""Rewards: what the end of a game, or the way there, is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import quoted
from stammtisch.core.places import win_shares

WIN = "win"
"""1 for who wins alone, and all rewards sum up to 0: with two players 1 and -1, with three 1, -1/2 and -1/2."""
SHARE = "share"
"""The share of the win, as the arena counts it: 1 for who wins alone, 1/k for k who share the first place, else 0."""
SCORE = "score"
"""By how much the score has changed, in the game's own unit: after every move, not only at the end."""
REWARDS = (WIN, SHARE, SCORE)

ILLEGAL = -1.0
"""What all rewards of an episode sum up to for who ends it by an illegal move."""


def check_reward(given: object) -> str:
    """The name of a reward, if it is one.

    Raises:
        OptionError: There is no such reward.
    """
    if given not in list(REWARDS):
        raise OptionError(f"reward cannot be {quoted(given)}; it must be {', '.join(REWARDS[:-1])} or {REWARDS[-1]}")
    return str(given)


def final_rewards(reward: str, places: Sequence[int]) -> list[float]:
    """What these places are worth to the seats; 0 where scores are rewarded, which have been on the way.

    Examples:
        >>> from stammtisch.rl.rewards import final_rewards
        >>> final_rewards("win", [1, 2, 3]), final_rewards("win", [1, 1, 3])
        ([1.0, -0.5, -0.5], [0.25, 0.25, -0.5])
        >>> final_rewards("share", [1, 1, 3])
        [0.5, 0.5, 0.0]
    """
    if reward == SCORE:
        return [0.0] * len(places)
    shares = win_shares(places)
    if reward == SHARE:
        return shares
    seats = len(shares)
    return [(seats * share - 1) / (seats - 1) for share in shares]
