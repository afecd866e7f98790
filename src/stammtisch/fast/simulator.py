"""Simulator: a game compiled, playing single games or millions of them."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numba
import numpy as np

from stammtisch.core.dice import SEEDS
from stammtisch.core.errors import OptionError
from stammtisch.core.excerpt import quoted
from stammtisch.core.game import Game
from stammtisch.core.position import Position
from stammtisch.fast.compiler import Policy, compile_rules
from stammtisch.fast.layout import pack, pack_options, unpack, workspace_dtype


@dataclass(frozen=True)
class Batch:
    """Games that were played, as NumPy arrays with one entry for each game; `len(batch)` is how many."""

    states: Any
    """Final states, as a structured array with the fields of the game's State."""
    plies: Any
    """How many moves and outcomes of chance each game had."""
    scores: Any
    """scores[i, p]: the score of seat p in game i."""
    places: Any
    """places[i, p]: the place of seat p in game i, from 1."""
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
    if start is not None and not isinstance(start, Position):
        raise OptionError(f"the start must be a Position, not {quoted(start)}")
    if start is not None and start.viewer is not None and game.hides:
        raise OptionError("the start is a view, in which something is hidden; only a whole position can be played on")
    if start is not None and start.game != game:
        raise OptionError(f"the start is a position of {start.game!r}, but the simulator plays {game!r}")
    return pack((start or game.start()).state, small)


LIMIT = 2**31 - 1
"""Plies are counted in 32 bits."""


def check_plies(what: str, number: int) -> None:
    """Compiled code cannot say it either."""
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise OptionError(f"{what} must be a whole number, not {number!r}")
    if not 0 <= number <= LIMIT:
        raise OptionError(f"{what} must be from 0 to {LIMIT}, not {number}")


def check_seeds(seed: int, games: int) -> None:
    """Compiled code cannot say that a seed is impossible, so it is said here."""
    for what, number in (("number of games", games), ("seed", seed)):
        if isinstance(number, bool) or not isinstance(number, Integral):
            raise OptionError(f"the {what} must be a whole number, not {number!r}")
    if games < 0:
        raise OptionError(f"the number of games must be 0 or more, not {games}")
    if not 0 <= seed <= SEEDS - max(games, 1):
        raise OptionError(f"seeds go from 0 to 2**63 - 1; {games} games from seed {seed} on leave that range")


class Simulator:
    """Plays a game compiled: single games, or millions of them. It needs the extra `fast`.

    `policy` is a plain function, `choose(s, o, legal, count, buffer, seed)`, that gives one of the first `count` moves
    in `legal`; it is compiled with the rules (fast/drive.py). Without one, moves are random. The first simulator of a
    game compiles for some seconds; later ones find that in a cache on disk, unless `cache` is false. With `parallel`,
    batches take all cores. `boundscheck` finds mistakes in rules, and is slow.

    Examples:
        >>> import stammtisch
        >>> from stammtisch.fast import Simulator
        >>> simulator = Simulator(stammtisch.load("heckmeck", players=4))
        >>> batch = simulator.batch(1000, seed=0)
        >>> len(batch), batch.scores.shape, bool(batch.finished.all())
        (1000, (1000, 4), True)
        >>> float((batch.places == 1).mean()) >= 0.25  # a shared first place counts for each
        True
    """

    game: Game
    """The game, with its options."""
    rules: Any
    """The compiled functions of its rules."""

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
        """Play one game, from `start` or from its beginning; its final position, and the number of plies.

        Raises:
            OptionError: The start is a position of another game, or this is no seed.
        """
        check_seeds(seed, 1)
        states = self._states(1, start)
        plies = self.rules.one(states, self._options, self._workspaces, seed, self.game.rules.LENGTH)
        return Position.unchecked(self.game, unpack(self.game.module.State, states[0])), int(plies)

    def batch(self, games: int, seed: int = 0, start: Position | None = None, limit: int | None = None) -> Batch:
        """Play many games, from `start` or from their beginning, on all cores unless the simulator is not parallel.

        Game i has the seed `seed + i`, and is the same as it is interpreted, or on a GPU. A game stops after `limit`
        plies; by default that is the LENGTH of its rules, which hardly any game comes near.

        Raises:
            OptionError: The start is a position of another game, the seeds leave the range from 0 to 2**63 - 1, or
                the limit that from 0 to 2**31 - 1.
        """
        limit = self.game.rules.LENGTH if limit is None else limit
        check_seeds(seed, games)
        check_plies("the limit of plies", limit)
        played = Batch.empty(self._states(games, start), self.game.players)
        results = (played.plies, played.scores, played.places, played.finished)
        self._many(played.states, self._options, self._workspaces, seed, limit, *results)
        return played

    def trace(self, seed: int, plies: int, start: Position | None = None) -> Any:
        """The states of one game, at the start and after each of its first `plies` plies, as a structured array.

        There are no more than the LENGTH of its rules.

        Raises:
            OptionError: The start is a position of another game, or seed or plies are out of range.
        """
        check_seeds(seed, 1)
        check_plies("the number of plies", plies)
        states = self._states(min(plies, self.game.rules.LENGTH) + 1, start)
        return states[: 1 + self.rules.trace(states, self._options, self._workspaces, seed)]
