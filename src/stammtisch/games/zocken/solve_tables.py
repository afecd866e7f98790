"""Solver: a turn of Zocken under some options, solved for any utility of its score.

The states are built in a moment; a solve goes over all of them once, level by level. The usual goals are kept on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from types import ModuleType
from typing import Any

import numpy as np

from stammtisch.core.errors import OptionError, ParseError
from stammtisch.core.game import Game
from stammtisch.fast import drive, table_cache
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import pack, pack_options, workspace_dtype
from stammtisch.games.zocken import solve_climb, solve_graph, solve_kernel, solve_layouts, solve_play, solve_states
from stammtisch.games.zocken.rules import BETS_AFTER, DICE, FACES, MOVES, STAKE, Bets, BetWinsAt, Options, State

DRIVERS = (drive, solve_layouts, solve_kernel, solve_climb, solve_play)  # bound with the rules
PARTS = (DICE + 1, 3, DICE + 1)  # what a turn can end with: matches, ends, dice on −20
AT_BETS = DICE - BETS_AFTER  # dice in hand

Table = Any  # the value of every state, by the number of its node

SCORE, ABOVE_50, FROM_50, SERIES = GOALS = ("score", "above_50", "from_50", "series")
"""What a thrower may want: the most points on average, or the best chance of more than 50, of 50, of a series."""


class Solver:
    """`values(goal)` and `solve(utility)` give a table with the value of every state; the rest plays by a table."""

    def __init__(self, rules: ModuleType, options: Options) -> None:
        self._compiled = compile_rules(rules, drivers=DRIVERS)
        self.stamp = table_cache.stamp((rules, *DRIVERS, solve_states, solve_graph), options)
        self._rules = rules
        self._turn = options
        self._kept: dict[str, Table] = {}
        self._options = pack_options(options)
        self.points = np.zeros(PARTS)
        for parts in np.ndindex(*PARTS):
            self.points[parts] = rules.turn_points(options, *parts)
        states = solve_states.build(self._compiled, options)
        self.graph = solve_graph.build(self._compiled, states, self.points)
        self._finder = (*states.finder, self.graph.node)
        series = np.zeros(PARTS)
        series[:, :, 0] = 1  # [K4.1]
        wanted = (self.points, self.points > STAKE, self.points >= STAKE, series)
        self._utilities = {goal: utility.astype(np.float64) for goal, utility in zip(GOALS, wanted, strict=True)}

    def values(self, goal: str = SCORE) -> Table:
        """The table for one of the GOALS."""
        if goal not in GOALS:
            raise OptionError(f"there is no goal {goal!r} in Zocken; choose from {', '.join(GOALS)}")
        return self._keep(goal, lambda: self._solved[goal])

    @cached_property
    def _solved(self) -> dict[str, Table]:
        """All goals at once: where one is asked for, the others are not far."""
        return dict(zip(GOALS, self.solve_many([self._utilities[goal] for goal in GOALS]), strict=True))

    def chances(self, goal: str) -> Table:
        """The chance of a goal if the thrower plays for the score."""
        return self._keep(f"chance-{goal}", lambda: self._appraised[f"chance-{goal}"])

    def bet_against(self, options: Options, number: int) -> float:
        """What a bet against the thrower brings on average in a state, if he plays for the score [K5.3]."""
        lost, won = (self._rules.against_points(options, STAKE + more) for more in (10, -10))
        chance = float(self.chances(options.bet_wins_at.name.lower())[number])
        return float(lost * chance + won * (1 - chance))

    def bets(self, options: Options) -> Table:
        """What a bet brings on average if the thrower plays for the score; the options say what it wins with 50."""
        name = f"bet-{options.bet_wins_at.name.lower()}"
        return self._keep(name, lambda: self._appraised[name])

    @cached_property
    def _appraised(self) -> dict[str, Table]:
        """All chances and both kinds of bets, if the thrower plays for the score."""
        wanted = {f"chance-{goal}": self._utilities[goal] for goal in GOALS if goal != SCORE}
        for wins_at in BetWinsAt:
            wanted[f"bet-{wins_at.name.lower()}"] = self.gains(replace(self._turn, bet_wins_at=wins_at))
        return dict(zip(wanted, self.appraise_many(list(wanted.values())), strict=True))

    def gains(self, options: Options) -> Any:
        """What a bet brings, by what the turn ends with."""
        return np.vectorize(lambda points: float(self._rules.bet_points(options, int(points))))(self.points)

    def _keep(self, name: str, make: Callable[[], Table]) -> Table:
        if name not in self._kept:
            self._kept[name] = table_cache.load_or_make(f"zocken-{name}-{self.stamp}", self.count, make)
        return self._kept[name]

    @property
    def count(self) -> int:
        """How many entries a table has."""
        return int(self.graph.begin[-1])

    def solve(self, utility: Callable[[int], float]) -> Table:
        """The greatest expected utility of the turn's score, at every state."""
        return self.solve_parts(np.vectorize(lambda points: float(utility(int(points))))(self.points))

    def solve_parts(self, utility: Any) -> Table:
        """The same, for a utility of [matches, ends, dice on −20]. It may ask for the points and for a series, no more:
        what is the same in both is one state here."""
        return self.solve_many([utility])[0]

    def solve_many(self, utilities: Sequence[Any]) -> list[Table]:
        """A table for each of several utilities, in one go."""
        return tables(self.climb_all(self.ends(utilities), 0, DICE))

    def ends(self, utilities: Sequence[Any]) -> Any:
        """The utilities of [matches, ends, dice on −20] at all ends of a turn: values[node, which]."""
        return np.stack([utility[self.graph.ends] for utility in utilities], axis=-1).astype(np.float64)

    def climb_all(self, values: Any, level: int, to: int) -> list[Any]:
        """values[node, which] of all levels from this one, where they are known, to another: so many dice in hand."""
        found = [values]
        for left in range(level + 1, to + 1):
            found.append(self.climb(left, found[-1]))
        return found

    def late(self, ends: Any) -> tuple[list[Table], Any]:
        """From the values at the ends of a turn, tables for the dice after the bets; and values[node, which] at the
        bets."""
        found = self.climb_all(ends, 0, AT_BETS)
        return tables(found), found[-1]

    def early(self, at_bets: Any) -> Table:
        """From the values at the bets, a table for the dice before them."""
        found = self.climb_all(at_bets[:, None], AT_BETS, DICE)
        return np.concatenate([np.zeros(self.graph.begin[AT_BETS]), *(values[:, 0] for values in found)])

    def climb(self, level: int, below: Any) -> Any:
        """The values at all nodes with so many dice in hand, from those with one die less: values[node, which]."""
        values = np.empty((self._size(level), below.shape[1]))
        scratch = np.empty(PARTS[0] * below.shape[1]), np.empty(PARTS[0] * below.shape[1])
        self._compiled.climb(
            self.graph.levels[level - 1], below.reshape(-1), below.shape[1], *scratch, values.reshape(-1)
        )
        return values

    def level(self, table: Table, level: int) -> Table:
        """The part of a table with so many dice in hand."""
        return table[self.graph.begin[level] : self.graph.begin[level + 1]]

    def _size(self, level: int) -> int:
        return int(self.graph.begin[level + 1] - self.graph.begin[level])

    def appraise(self, utility: Any, table: Table = None) -> Table:
        """The expected utility of [matches, ends, dice on −20] if the thrower plays by a table (for the score)."""
        return self.appraise_many([utility], table)[0]

    def appraise_many(self, utilities: Sequence[Any], table: Table = None) -> list[Table]:
        """The same for each of several utilities, in one go."""
        table = self.values() if table is None else table
        found = [self.ends(utilities)]
        for level in range(1, DICE + 1):
            found.append(self.follow(level, table, found[-1]))
        return tables(found)

    def follow(self, level: int, table: Table, below: Any) -> Any:
        """`climb`, if the thrower plays by a table."""
        values = np.empty((self._size(level), below.shape[1]))
        low = self.level(table, level - 1)
        self._compiled.follow_best(
            self.graph.levels[level - 1], low, np.ascontiguousarray(below).reshape(-1), below.shape[1], *_faces(),
            values.reshape(-1),
        )  # fmt: skip
        return values

    def number(self, state: State) -> int:
        """The entry of a table for this state; a die that is thrown and not placed yet counts as in hand."""
        number = int(self._compiled.find_first(pack(state, kind=State), self._finder))
        if number < 0:
            raise ParseError("this position cannot come about in Zocken: its dice cannot lie so under its options")
        return number

    def moves(self, state: State, table: Table) -> list[tuple[int, float]]:
        """The thrower's legal moves, and what they are worth."""
        self.number(state)  # all that follows from a good state is good
        legal, worth, replies = _scratch()
        count = self._compiled.value_first(
            pack(state, kind=State), self._options, self._finder, table, legal, worth, replies
        )
        return [(int(legal[k]), float(worth[k])) for k in range(count)]

    def distribution(self, start: Mapping[int, float], table: Table) -> dict[int, float]:
        """The chance of every score, played by a table from states (by number) with these probabilities."""
        mass = np.zeros(self.count)
        for number, chance in start.items():
            mass[number] += chance
        for level in range(DICE, 0, -1):
            below, lower = self.level(table, level - 1), self.level(mass, level - 1)
            self._compiled.descend(self.graph.levels[level - 1], below, self.level(mass, level), *_faces(), lower)
        finished, points = self.level(mass, 0), self.points[self.graph.ends]
        return {int(score): float(finished[points == score].sum()) for score in np.unique(points[finished > 0])}

    def play(self, turns: int, seed: int, table: Table) -> Any:
        """The scores of whole turns, each thrown with its own seed from `seed` on, played by a table."""
        points, workspaces = np.zeros(turns, np.int64), np.zeros(1, workspace_dtype(MOVES))
        start = pack(State())
        self._compiled.play_turns(
            start, start.copy(), self._options, workspaces, seed, self._finder, table, *_scratch()[1:], points
        )
        return points


def tables(levels: Sequence[Any]) -> list[Table]:
    """The values of all levels, from 0 on, as tables."""
    return list(np.ascontiguousarray(np.concatenate(levels).T))


def _scratch() -> tuple[Any, Any, Any]:
    """Moves, what they are worth, and the same for what may follow."""
    return np.zeros(MOVES, np.int16), np.zeros(MOVES), np.zeros(MOVES)


def _faces() -> tuple[Any, Any]:
    """Two nodes for each face."""
    return np.zeros(FACES, np.int64), np.zeros(FACES, np.int64)


@cache
def solver(game: Game) -> Solver:
    """The solver for a game's options, made once."""
    assert isinstance(game.options, Options)
    # The turn does not ask who plays, for how long, which bets there are, or when they win.
    turn = replace(game.options, players=2, rounds=1, bets=Bets.FOR, bet_wins_at=BetWinsAt.ABOVE_50)
    return _solver(game.newest, turn)


@cache
def _solver(rules: ModuleType, options: Options) -> Solver:
    return Solver(rules, options)
