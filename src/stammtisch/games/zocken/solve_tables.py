"""Solver: a turn of Zocken under some options, solved for any utility of its score.

The states are built in a moment; a solve goes over all of them once. The usual goals are kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from stammtisch.core.game import Game
from stammtisch.fast import shelf
from stammtisch.fast.compiler import compile_rules
from stammtisch.games.zocken import solve_kernel, solve_layouts, solve_states
from stammtisch.games.zocken.rules import DICE, STAKE, BetWinsAt, Options

PARTS = (DICE + 1, 3, DICE + 1)  # what a turn can end with: matches, ends, dice on −20

Table = Any  # the value of every state, by its number

SCORE = "score"
GOALS = (SCORE, "above_50", "from_50", "series")
"""What a thrower may want: the most points on average, or the best chance of more than 50, of 50, of a series."""


class Solver:
    """`values(goal)` and `solve(utility)` give the value of every state; `states` finds the number of one."""

    def __init__(self, rules: ModuleType, options: Options) -> None:
        self._compiled = compile_rules(rules, drivers=(solve_kernel,), parallel=False)
        self._stamp = shelf.stamp((rules, solve_kernel, solve_layouts, solve_states), options)
        self._kept: dict[str, Table] = {}
        self.states = solve_states.build(self._compiled, options)
        self.points = np.zeros(PARTS)
        for parts in np.ndindex(*PARTS):
            self.points[parts] = rules.turn_points(options, *parts)
        series = np.zeros(PARTS)
        series[:, :, 0] = 1  # [K4.1]
        wanted = (self.points, self.points > STAKE, self.points >= STAKE, series)
        self._utilities = {goal: utility.astype(np.float64) for goal, utility in zip(GOALS, wanted, strict=True)}

    def values(self, goal: str = SCORE) -> Table:
        """The values for one of the GOALS."""
        if goal not in self._kept:
            name = f"zocken-{goal}-{self._stamp}"
            self._kept[goal] = shelf.kept(name, self.states.count, lambda: self.solve_parts(self._utilities[goal]))
        return self._kept[goal]

    def solve(self, utility: Callable[[int], float]) -> Table:
        """The greatest expected utility of the turn's score, at every state."""
        return self.solve_parts(np.vectorize(lambda points: float(utility(int(points))))(self.points))

    def solve_parts(self, utility: Any) -> Table:
        """The same, for a utility of [matches, ends, dice on −20]."""
        values = np.zeros(self.states.count)
        self._compiled.backward(*self.states.tables, utility, values, np.zeros(DICE + 1), np.zeros(DICE + 1))
        return values

    def distribution(self, start: Mapping[int, float], values: Table) -> dict[int, float]:
        """The chance of every score, played by these values from states with these probabilities."""
        mass = np.zeros(self.states.count)
        for number, chance in start.items():
            mass[number] += chance
        finished = np.zeros(PARTS)
        scratch = np.zeros(DICE + 1), np.zeros((DICE + 1, DICE + 1))
        self._compiled.forward(*self.states.tables, values, mass, finished, *scratch)
        scores = np.unique(self.points[finished > 0])
        return {int(score): float(finished[self.points == score].sum()) for score in scores}


def solver(game: Game) -> Solver:
    """The solver for a game's options, made once."""
    assert isinstance(game.options, Options)
    # The turn does not ask who plays, for how long, or when a bet wins.
    return _solver(game.module, replace(game.options, players=2, rounds=1, bet_wins_at=BetWinsAt.ABOVE_50))


@cache
def _solver(rules: ModuleType, options: Options) -> Solver:
    return Solver(rules, options)
