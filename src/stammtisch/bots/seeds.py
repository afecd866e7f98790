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


SEATS, STEPS = 16, 1024  # more than any game has


def seed_in_deal(seed: int, turn: int, seat: int, events: int) -> int:
    """A seed for a decision of a bot at a table of a deal, from the seed of the deal, the turn, its seat, and the
    number of events in the turn so far.

    So bots choose the same in the same situation at every table, whatever was played before.
    """
    return seed_for_decision(seed, (turn * SEATS + seat) * STEPS + events)
