"""The race for the first place: the chance of winning the game from the scores at the end of a turn.

For two players it is that of the solved game where it is kept (duel_file.py), and so exact. After the last turn it is
exact for any number: the win, or a share of it [K6.1]. Else two things are assumed of every turn to come. All others
bet on it: on turns that are played well a bet gains practically always. So a turn brings its thrower a lead over all
others, its points less what the bet brings. And it is played by one of a few PLANS for the whole turn.

- Two players: backwards over the turns, each thrower with the plan that is best at this difference of the scores.
- More players: everybody plays for the greatest lead on average, and what the turns bring is independent.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from stammtisch.core.game import Game
from stammtisch.fast import table_cache
from stammtisch.games.zocken.duel import EDGE, LEADS, OVER, STEP
from stammtisch.games.zocken.duel_file import kept
from stammtisch.games.zocken.rules import AGAINST, FOR, Options, State
from stammtisch.games.zocken.solve_tables import PARTS, solver

PLANS = (None, 0, 10, 20, 30, 40, 45, 50, 55, 60, 65, 70, 80, 90, 95, 100)
"""What a whole turn may be played for: the greatest lead on average, or the best chance of a lead of more than this."""

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(4)  # exact up to degree 7: shares among eight players


class Race:
    """For the options of a game. Whatever depends on a turn's score is an array by `points`."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.options, Options)
        self._game = game
        self._solver = solver(game)
        self._options = game.options
        self.points, self._which = np.unique(self._solver.points, return_inverse=True)
        """All scores a turn can have, ascending."""
        rules, o = game.rules, game.options
        gains = np.array([rules.bet_points(o, int(points)) for points in self.points])
        against = np.array([rules.against_points(o, int(points)) for points in self.points])
        self.brings = {0: 0 * gains, FOR: gains, AGAINST: against}
        """What it brings to bet so: not at all, for, against."""
        self._leads = self.points - gains

    def by_parts(self, utility: Any) -> Any:
        """A utility of the score as a solver takes it."""
        return utility[self._which].astype(np.float64).reshape(PARTS)

    @cached_property
    def spreads(self) -> Any:
        """The chance of every score, by plan."""
        stamp = table_cache.stamp((sys.modules[__name__],), self._options.bet_wins_at, self._solver.stamp)
        size = len(PLANS) * len(self.points)
        return table_cache.load_or_make(f"zocken-plans-{stamp}", size, self._make_spreads).reshape(len(PLANS), -1)

    def _make_spreads(self) -> Any:
        wanted = [self.by_parts(self._leads if above is None else self._leads > above) for above in PLANS]
        start = {self._solver.number(State()): 1.0}
        found = []
        for table in self._solver.solve_many(wanted):
            spread = self._solver.distribution(start, table)
            found.append([spread.get(int(points), 0.0) for points in self.points])
        return np.concatenate(found)

    def chance(self, scores: Sequence[Any], thrower: int, turn: int, seat: int) -> Any:
        """A seat's share of the win after the thrower's turn of this number; scores are numbers or arrays."""
        players = self._options.players
        left = players * self._options.rounds - turn
        steps = [np.asarray(score, np.int64) // STEP for score in scores]
        if players == 2:
            rival = 1 - thrower
            won = self.duel(left)[(steps[rival] - steps[thrower]).clip(-EDGE, EDGE) + EDGE]
            return won if seat == rival else 1 - won
        turns = [sum((thrower + k) % players == p for k in range(1, left + 1)) for p in range(players)]
        return self._share(steps, turns, seat)

    def duel(self, left: int) -> Any:
        """For two players: the chance of the one who is to throw, with so many turns left, by his lead from −EDGE to
        EDGE."""
        known = kept(self._game)
        return known[left] if known is not None and left < len(known) else self.planned[left]

    @cached_property
    def planned(self) -> list[Any]:
        """The same, if all turns are played by PLANS."""
        after = (LEADS[:, None] + self._leads // STEP).astype(np.int64).clip(-EDGE, EDGE)
        found = [OVER]
        for _ in range(2 * self._options.rounds):
            found.append(((1 - found[-1])[EDGE - after] @ self.spreads.T).max(axis=1))
        return found

    @cached_property
    def _sums(self) -> list[tuple[int, Any]]:
        """By a number of turns: the least lead they can bring, and the chances from there on; in steps."""
        leads = (self._leads // STEP).astype(np.int64)
        least = int(leads.min())
        one = np.bincount(leads - least, self.spreads[0])
        found = [(0, np.ones(1))]
        for turns in range(1, self._options.rounds + 1):
            found.append((turns * least, np.convolve(found[-1][1], one)))
        return found

    def _share(self, scores: Sequence[Any], turns: Sequence[int], seat: int) -> Any:
        """A seat's share of the win, for scores in steps and so many more turns of each player."""
        least, mine = self._sums[turns[seat]]
        totals = scores[seat][..., None] + least + np.arange(len(mine))
        shared = np.ones((len(_NODES), *totals.shape))
        for p, score in enumerate(scores):
            if p == seat:
                continue
            least, chances = self._sums[turns[p]]
            exactly = np.concatenate([[0.0], chances, [0.0]])
            below = np.concatenate([[0.0, 0.0], np.cumsum(chances)])
            at = (totals - score[..., None] - least + 1).clip(0, len(chances) + 1)
            for k, node in enumerate(_NODES):  # the mean of 1 / (1 + those who are level) is an integral
                shared[k] *= below[at] + (node + 1) / 2 * exactly[at]
        return np.tensordot(_WEIGHTS / 2, shared, 1) @ mine


@cache
def race(game: Game) -> Race:
    """The race under a game's options, made once."""
    return Race(game)
