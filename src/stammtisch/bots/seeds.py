"""Seeds for the random choices of bots. They are the same in the terminal, in the arena and on a server."""

from __future__ import annotations

from stammtisch.core.dice import draw
from stammtisch.core.match import Match


def decision_seed(match: Match) -> int:
    """A seed for the next decision of a bot in a match that has a seed: the same whenever the match comes here.

    So a match of bots is a function of its seed.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.bots import decision_seed
        >>> match = stammtisch.load("heckmeck").match(seed=7)
        >>> bots = [match.game.bots["first"], match.game.bots["random"]]
        >>> while not match.is_over:
        ...     view = match.position.view(match.turn)
        ...     move = match.play(bots[match.turn].choose(view, decision_seed(match)))
        >>> match.scores, match.winners
        ([15, 0], [0])
    """
    assert match.seed is not None
    return seed_for_decision(match.seed, len(match.events))


def seed_for_decision(seed: int, events: int) -> int:
    """The same from the seed of a match and the number of its events so far."""
    k = 2 * events
    return draw(seed, 0, k, 2**15) << 15 | draw(seed, 0, k + 1, 2**15)
