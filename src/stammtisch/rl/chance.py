"""Chance: what OpenSpiel's chance nodes are made of. Here an action is one outcome: a die that falls, a tile drawn.

All that is asked of chance stands in this file, so that an action can as well stand for several outcomes at once.
"""

from __future__ import annotations

from stammtisch.core.game import Game
from stammtisch.core.position import Position


def most_outcomes(game: Game) -> int:
    """How many chance actions there are: they are 0 to this number - 1."""
    position = game.start()
    while not position.is_chance:
        position = position.after(position.legal_moves[0])
    return game.rules.outcomes(position.to_play_on(), game.options)


def chance_actions(position: Position) -> list[tuple[int, float]]:
    """At a throw: every action that can come, with its probability. The probabilities sum up to 1."""
    return [(int(outcome), float(share)) for outcome, share in position.outcomes]


def chance_name(position: Position, action: int) -> str:
    """What a chance action is called."""
    return str(position.game.outcomes(action + 1)[action])


def after_chance(position: Position, action: int) -> Position:
    """The position after a chance action."""
    return position.after(action)


def chance_plies(position: Position, action: int) -> int:
    """How many plies an action stands for."""
    return 1
