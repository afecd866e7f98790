"""Simulator: a game compiled, playing single games or millions of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.compiler import Policy, compile_rules
from stammtisch.fast.layout import desk_dtype, pack, pack_options, unpack


@dataclass(frozen=True)
class Batch:
    """Games that were played: one entry each."""

    states: Any
    """Final states, as a structured array with the fields of the game's State."""
    plies: Any
    scores: Any
    """scores[i, p]: the score of seat p in game i."""
    places: Any
    finished: Any
    """False where the limit of plies came before the end."""

    def __len__(self) -> int:
        return len(self.plies)


def start_of(game: Game, start: Position | None) -> Any:
    """The state that games begin from, packed: the game's own start, or another position of it."""
    if start is not None and start.game != game:
        raise OptionError(f"the start is a position of {start.game!r}, but the simulator plays {game!r}")
    return pack((start or game.start()).state)


class Simulator:
    """Plays a game compiled. `policy` chooses the moves (a plain function, see drive.py); without one they are random.

    Game i of a batch has the seed `seed + i` and runs exactly as `drive.playout` does interpreted.
    """

    def __init__(
        self,
        game: Game,
        policy: Policy | None = None,
        *,
        parallel: bool = True,
        boundscheck: bool = False,
        cache: bool = True,
    ) -> None:
        self.game = game
        self.rules = compile_rules(game.module, policy, parallel=parallel, boundscheck=boundscheck, cache=cache)
        self._options = pack_options(game.options)
        # More desks than cores: a core that gets short games takes another desk.
        self._desks = np.zeros(8 * numba.get_num_threads() if parallel else 1, desk_dtype(game.rules.MOVES))

    def _states(self, count: int, start: Position | None) -> Any:
        first = start_of(self.game, start)
        states = np.empty(count, first.dtype)
        states[:] = first
        return states

    def play(self, seed: int, start: Position | None = None) -> tuple[Position, int]:
        """Play one game; its final position and the number of plies."""
        states = self._states(1, start)
        plies = self.rules.one(states, self._options, self._desks, seed, self.game.rules.LENGTH)
        return Position(self.game, unpack(self.game.module.State, states[0])), int(plies)

    def batch(self, games: int, seed: int = 0, start: Position | None = None, limit: int | None = None) -> Batch:
        """Play many games, on all cores unless the simulator is not parallel."""
        limit = self.game.rules.LENGTH if limit is None else limit
        states = self._states(games, start)
        plies = np.zeros(games, np.int64)
        scores = np.zeros((games, self.game.players), np.int64)
        places = np.zeros((games, self.game.players), np.int64)
        self.rules.many(states, self._options, self._desks, seed, limit, plies, scores, places)
        return Batch(states, plies, scores, places, finished=plies < limit)

    def trace(self, seed: int, plies: int, start: Position | None = None) -> Any:
        """The states of one game: at the start and after each of its first `plies` plies."""
        states = self._states(plies + 1, start)
        return states[: 1 + self.rules.trace(states, self._options, self._desks, seed)]
