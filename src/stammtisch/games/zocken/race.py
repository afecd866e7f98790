"""The race for the first place: the chance of winning the game from the scores at the end of a turn.

After the last turn it is exact: the win, or a share of it [K6.1]. Before that, two things are assumed of every turn to
come. All others bet on it: on turns that are played well a bet gains practically always. So a turn brings its thrower a
lead over all others, its points less what the bet brings. And it is played by one of a few PLANS for the whole turn.

- Two players: backwards over the turns, each thrower with the plan that is best at this difference of the scores.
- More players: everybody plays for the greatest lead on average, and what the turns bring is independent.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np

from stammtisch.core.game import Game
from stammtisch.fast import table_cache
from stammtisch.games.zocken.rules import AGAINST, BETS_AFTER, FOR, Options, State
from stammtisch.games.zocken.solve_tables import PARTS, Table, solver

PLANS = (None, 0, 10, 20, 30, 40, 45, 50, 55, 60, 65, 70, 80, 90, 95, 100)
"""What a whole turn may be played for: the greatest lead on average, or the best chance of a lead of more than this."""

AT_ONCE = 8  # tables; more need more memory

STEP = 5  # all scores are multiples of it [K5.2]
EDGE = 1500 // STEP  # a difference of more than 1500 points is as good as won
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(4)  # exact up to degree 7: shares among eight players


class Race:
    """For the options of a game. Whatever depends on a turn's score is an array by `points`."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game.options, Options)
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

    @lru_cache(4)  # noqa: B019  a race is made once and stays
    def plan(self, number: int) -> Table:
        """The table of one of the PLANS, for the dice before the bets only."""
        table = np.zeros(self._solver.states.count)
        table[self._early] = self._plans[number, len(self.points) :]
        return table

    @property
    def spreads(self) -> Any:
        """The chance of every score, by plan."""
        return self._plans[:, : len(self.points)]

    @cached_property
    def _early(self) -> Any:
        return self._solver.early(BETS_AFTER)

    @cached_property
    def _plans(self) -> Any:
        """For each plan the chance of every score, then its values at the early states."""
        size = len(self.points) + len(self._early)
        stamp = table_cache.stamp((sys.modules[__name__],), self._options.bet_wins_at, self._solver.stamp)
        return table_cache.load_or_make(f"zocken-plans-{stamp}", len(PLANS) * size, self._make_plans).reshape(-1, size)

    def _make_plans(self) -> Any:
        wanted = [self.by_parts(self._leads if above is None else self._leads > above) for above in PLANS]
        start = {self._solver.number(State()): 1.0}
        found = []
        for k in range(0, len(wanted), AT_ONCE):
            for table in self._solver.solve_many(wanted[k : k + AT_ONCE]):
                spread = self._solver.distribution(start, table)
                found += [[spread.get(int(points), 0.0) for points in self.points], table[self._early]]
        return np.concatenate(found)

    def chance(self, scores: Sequence[Any], thrower: int, turn: int, seat: int) -> Any:
        """A seat's share of the win after the thrower's turn of this number; scores are numbers or arrays."""
        players = self._options.players
        left = players * self._options.rounds - turn
        steps = [np.asarray(score, np.int64) // STEP for score in scores]
        if players == 2:
            rival = 1 - thrower
            won = self._duels[left][(steps[rival] - steps[thrower]).clip(-EDGE, EDGE) + EDGE]
            return won if seat == rival else 1 - won
        turns = [sum((thrower + k) % players == p for k in range(1, left + 1)) for p in range(players)]
        return self._share(steps, turns, seat)

    @cached_property
    def _duels(self) -> list[Any]:
        """For two players, by turns left: the chance of the one who is to throw, by his lead from −EDGE to EDGE."""
        leads = np.arange(-EDGE, EDGE + 1)
        after = (leads[:, None] + self._leads // STEP).astype(np.int64).clip(-EDGE, EDGE)
        found = [(np.sign(leads) + 1) / 2]  # [K6.1]
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
