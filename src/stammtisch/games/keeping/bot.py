"""Bots for every game with throw-and-set-aside turns: FirstBot, the simplest sensible one, OneTurnBot and MasterBot.

What their levels have in common is in mistakes.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from stammtisch.bots.levels import MASTER
from stammtisch.core.extras import optional_imports
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.core.translation import say
from stammtisch.games.keeping import KEEP, ROLL, WORM

if TYPE_CHECKING:
    from stammtisch.games.keeping.solved import Turn


class FirstBot:
    """Takes the first prize it can get: no plan, no greed.

    `prizes` gives the moves that end the turn with a win, the best last.
    """

    name = "first"
    instant = True  # it needs nothing compiled, see bots/precompile.py

    @property
    def about(self) -> str:
        return say("takes the first prize it can get: no plan, no greed")

    def __init__(self, prizes: Callable[[Position], Sequence[Move]]) -> None:
        self._prizes = prizes

    def choose(self, view: Position, seed: int) -> Move:
        prizes = self._prizes(view)
        if prizes:
            return prizes[-1]
        if ROLL in view.legal_moves:
            return view.game.moves[ROLL]
        return max(view.legal_moves, key=lambda move: self._worth(view, move))

    @staticmethod
    def _worth(view: Position, move: Move) -> tuple[bool, int]:
        """Nothing is won without a worm, so worms come first; then points."""
        return (move == KEEP + WORM, view.game.rules.total(view.play(move).state))


class OneTurnBot:
    """Plays this turn as well as it can be played and looks no further.

    It wants to gain on its average rival: what it takes from one of them counts 1 + 1/(players − 1) times.
    """

    name = "one-turn"

    @property
    def about(self) -> str:
        return say("plays each turn as well as it can be played and looks no further")

    def choose(self, view: Position, seed: int) -> Move:
        return gain(view).choose(view)


class MasterBot:
    """Plays each turn as well as it can be played for its chance of winning the game, see keeping/value.py."""

    name = MASTER

    @property
    def about(self) -> str:
        return say("plays each turn exactly for its chance of winning, which it has learned from games against itself")

    def choose(self, view: Position, seed: int) -> Move:
        return win(view).choose(view)


def win(view: Position) -> Turn:
    """The turn solved for one who wants to win the game."""
    with optional_imports():  # only now: it takes NumPy and Numba
        value = import_module("stammtisch.games.keeping.value")
    turn: Turn = value.turn(view)
    return turn


def gain(view: Position) -> Turn:
    """The turn solved for one who wants to gain on his average rival."""
    with optional_imports():  # only now: it takes NumPy and Numba
        solve = import_module(f"{view.game.module.__package__}.solve")
    turn: Turn = solve.turn(view, stolen=1 + 1 / (view.game.players - 1))
    return turn


def gains(view: Position) -> Mapping[Move, float]:
    """What each legal move gains on the average rival."""
    return gain(view).moves(view)
