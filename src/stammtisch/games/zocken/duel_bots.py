"""How bots play a game for two, as tables: so a match of two of them, or the best answer to one, needs no dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.games.zocken.duel import Turn, duel
from stammtisch.games.zocken.race import race
from stammtisch.games.zocken.rules import AGAINST, FOR, Options
from stammtisch.games.zocken.solve_tables import AT_BETS


class Policy(Protocol):
    """How one player throws, places and bets."""

    alike: bool
    """Does it do so without a look at the scores?"""

    def turn(self, left: int, lead: int) -> Turn:
        """The tables that it plays its turn by, with so many turns left and this lead."""

    def bets(self, left: int, lead: int) -> Any:
        """Where it bets on such a turn of its rival, the number of its bet in Duel.bets."""


class Exact:
    """The bot `exact`: for the points of the turn."""

    alike = True

    def __init__(self, game: Game) -> None:
        self._duel = duel(game)
        known, options = self._duel.solver, game.options
        assert isinstance(options, Options)
        table = known.values()
        self._turn = Turn(dict.fromkeys(self._duel.bets, table), table)
        numbers = range(*known.graph.begin[AT_BETS : AT_BETS + 2])
        worth = {FOR: known.level(known.bets(options), AT_BETS), 0: np.zeros(len(numbers))}
        if AGAINST in self._duel.bets:
            worth[AGAINST] = np.array([known.bet_against(options, number) for number in numbers])
        self._bets = _first_best(np.stack([worth[bet] for bet in self._duel.bets], axis=1))

    def turn(self, left: int, lead: int) -> Turn:
        return self._turn

    def bets(self, left: int, lead: int) -> Any:
        return self._bets


class Master:
    """The bot `master`: for the chance of winning."""

    alike = False

    def __init__(self, game: Game) -> None:
        self._duel = duel(game)
        self._race = race(game)
        self.turn = lru_cache(4)(self._solve)

    def _solve(self, left: int, lead: int) -> Turn:
        return self._duel.turn(self._race.duel(left - 1), lead)

    def bets(self, left: int, lead: int) -> Any:
        tables = self.turn(left, lead).by_bet
        worth = [-self._duel.solver.level(tables[bet], AT_BETS) for bet in self._duel.bets]
        return _first_best(np.stack(worth, axis=1))


def _first_best(worth: Any) -> Any:
    return worth.round(9).argmax(axis=1)


POLICIES: Mapping[str, Callable[[Game], Policy]] = {"exact": Exact, "master": Master}


def policy(game: Game, bot: str) -> Policy:
    """How a bot plays."""
    if bot not in POLICIES:
        raise OptionError(f"how '{bot}' plays cannot be told exactly; that can be told of {' and '.join(POLICIES)}")
    return POLICIES[bot](game)
