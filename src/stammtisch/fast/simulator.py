"""Simulator: a game compiled, playing single games or millions of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.compiler import Policy, compile_rules
from stammtisch.fast.layout import pack, pack_options, unpack, workspace_dtype


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

    @classmethod
    def empty(cls, states: Any, players: int) -> Batch:
        """Room for the results of as many games."""
        games = len(states)
        seats = (games, players)
        return cls(
            states,
            np.zeros(games, np.int32),
            np.zeros(seats, np.int32),
            np.zeros(seats, np.int32),
            np.zeros(games, np.bool_),
        )


def start_of(game: Game, start: Position | None, small: Any = np.int32) -> Any:
    """The state that games begin from, packed: the game's own start, or another position of it."""
    if start is not None and start.game != game:
        raise OptionError(f"the start is a position of {start.game!r}, but the simulator plays {game!r}")
    return pack((start or game.start()).state, small)


def check_seeds(seed: int, games: int) -> None:
    """Compiled code cannot say that a seed is impossible, so it is said here."""
    if games < 0:
        raise OptionError(f"the number of games must be 0 or more, not {games}")
    if not 0 <= seed <= SEEDS - max(games, 1):
        raise OptionError(f"seeds go from 0 to 2**63 - 1; {games} games from seed {seed} on leave that range")


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
        self.rules = compile_rules(game.module, policy, boundscheck=boundscheck, cache=cache)
        self._many = self.rules.many_parallel if parallel else self.rules.many
        self._options = pack_options(game.options)
        # More workspaces than cores: a core that gets short games takes another workspace.
        self._workspaces = np.zeros(8 * numba.get_num_threads() if parallel else 1, workspace_dtype(game.rules.MOVES))

    def _states(self, count: int, start: Position | None) -> Any:
        return np.repeat(start_of(self.game, start), count)

    def play(self, seed: int, start: Position | None = None) -> tuple[Position, int]:
        """Play one game; its final position and the number of plies."""
        check_seeds(seed, 1)
        states = self._states(1, start)
        plies = self.rules.one(states, self._options, self._workspaces, seed, self.game.rules.LENGTH)
        return Position(self.game, unpack(self.game.module.State, states[0])), int(plies)

    def batch(self, games: int, seed: int = 0, start: Position | None = None, limit: int | None = None) -> Batch:
        """Play many games, on all cores unless the simulator is not parallel."""
        limit = self.game.rules.LENGTH if limit is None else limit
        check_seeds(seed, games)
        played = Batch.empty(self._states(games, start), self.game.players)
        results = (played.plies, played.scores, played.places, played.finished)
        self._many(played.states, self._options, self._workspaces, seed, limit, *results)
        return played

    def trace(self, seed: int, plies: int, start: Position | None = None) -> Any:
        """The states of one game: at the start and after each of its first `plies` plies."""
        check_seeds(seed, 1)
        states = self._states(plies + 1, start)
        return states[: 1 + self.rules.trace(states, self._options, self._workspaces, seed)]
