"""Seeds for the random choices of bots. They are the same in the terminal, in the arena and on a server."""

from __future__ import annotations

from stammtisch.core.dice import draw
from stammtisch.core.match import Match


def decision_seed(match: Match) -> int:
    """A seed for the next decision of a bot: the same whenever this match comes here, also after a resumption."""
    assert match.seed is not None
    k = 2 * len(match.events)
    return draw(match.seed, 0, k, 2**15) << 15 | draw(match.seed, 0, k + 1, 2**15)
