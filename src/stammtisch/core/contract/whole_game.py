"""Whole game: a game solved to its end, where few enough positions can come."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from stammtisch.core.contract.part import Part
from stammtisch.core.game import Game
from stammtisch.core.position import Position

Tick: TypeAlias = Callable[[str, int], None]
"""tick(what, done): how far it is."""


class Values(Protocol):
    """What every position that can come is worth."""

    def chance(self, position: Position) -> float:
        """Of winning, for whoever makes the turn that this position is in, before its first throw."""

    def answer(self, position: Position) -> float:
        """Of winning, for whoever plays best, if it is decided by lot who begins here."""


class Listed(Protocol):
    """All positions between two turns that can come in a game for two."""

    def __len__(self) -> int: ...

    def solve(self, rival: Any = None, tick: Tick = ..., **where: Any) -> Values:
        """If both play as well as can be; or, if the rival plays by this policy, for whoever plays best against it.

        A `parallel` game is also told `place`: where it is computed (stammtisch.computing).
        """

    def policy(self, bot: str) -> Any:
        """How a bot plays every one of these turns."""


class WholeGame(Part):
    """whole_game.py: the game for two solved to its end: from its start, or where few enough positions can come."""

    FILE = "whole_game"

    smaller: Callable[[Game, Sequence[int]], Position] | None = None
    """The start of a game with these tiles, or places, only; None: the game is solved from its usual start."""
    parallel = False
    """Can several processes solve it together?"""
    listed: Callable[[Position, Tick], Listed]
    """All positions that can come from one on; a StammtischError if they are too many."""
    regret: Callable[[Any, Any], tuple[float, float]] | None = None
    """regret(values, policy): what a turn played so gives away, on the mean of all positions and at most."""
    rivals: Mapping[str, Any]
    """The bots whose policy can be told exactly, by their names."""
