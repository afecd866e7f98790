"""Chance: what OpenSpiel's chance nodes are made of. An action is a throw: eight dice at once, or two tiles for a hand.

All that is asked of chance stands in this file.
"""

from __future__ import annotations

from stammtisch.core.game import Game
from stammtisch.core.position import Position


def most_chances(game: Game) -> int:
    """How many chance actions there are: they are 0 to this number - 1."""
    return max(1, game.most_throws)


def chance_actions(position: Position) -> list[tuple[int, float]]:
    """At a throw: every action that can come, with its probability. The probabilities sum up to 1."""
    return [(throw.number, float(chance)) for throw, chance in position.throws]


def chance_name(position: Position, action: int) -> str:
    """What a chance action is called: "1 1 4 worm"."""
    return str(position.throw(action))


def after_chance(position: Position, action: int) -> Position:
    """The position after a chance action."""
    return position.play_throw(action)


def chance_plies(position: Position) -> int:
    """How many plies a chance action stands for."""
    return position.exchangeable
