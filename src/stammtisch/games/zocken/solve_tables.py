"""Solver: a turn of Zocken under some options, solved for any utility of its score.

The states are built in a moment; a solve goes over all of them once. The usual goals are kept on disk.
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
from stammtisch.games.zocken import solve_kernel, solve_layouts, solve_part, solve_play, solve_states
from stammtisch.games.zocken.rules import DICE, FACES, MOVES, STAKE, Bets, BetWinsAt, Options, State

DRIVERS = (drive, solve_layouts, solve_kernel, solve_part, solve_play)  # bound with the rules
PARTS = (DICE + 1, 3, DICE + 1)  # what a turn can end with: matches, ends, dice on −20

Table = Any  # the value of every state, by its number

SCORE, ABOVE_50, FROM_50, SERIES = GOALS = ("score", "above_50", "from_50", "series")
"""What a thrower may want: the most points on average, or the best chance of more than 50, of 50, of a series."""


class Solver:
    """`values(goal)` and `solve(utility)` give a table with the value of every state; the rest plays by a table."""

    def __init__(self, rules: ModuleType, options: Options) -> None:
        self._compiled = compile_rules(rules, drivers=DRIVERS)
        self.stamp = table_cache.stamp((rules, *DRIVERS, solve_states), options)
        self._rules = rules
        self._turn = options
        self._kept: dict[str, Table] = {}
        self.states = solve_states.build(self._compiled, options)
        self._options = pack_options(options)
        self.points = np.zeros(PARTS)
        for parts in np.ndindex(*PARTS):
            self.points[parts] = rules.turn_points(options, *parts)
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
            self._kept[name] = table_cache.load_or_make(f"zocken-{name}-{self.stamp}", self.states.count, make)
        return self._kept[name]

    def solve(self, utility: Callable[[int], float]) -> Table:
        """The greatest expected utility of the turn's score, at every state."""
        return self.solve_parts(np.vectorize(lambda points: float(utility(int(points))))(self.points))

    def solve_parts(self, utility: Any, blocks: Any = None) -> Table:
        """The same, for a utility of [matches, ends, dice on −20]; only on these blocks, see `part`."""
        return self.solve_many([utility], blocks)[0]

    def solve_many(self, utilities: Sequence[Any], blocks: Any = None) -> list[Table]:
        """A table for each of several utilities, in one go."""
        many = len(utilities)
        values = np.zeros(many * self.states.count)
        scratch = np.zeros(many * PARTS[0]), np.zeros(many * PARTS[0])
        self._compiled.backward(*self._tables(blocks), _side_by_side(utilities), values, many, *scratch)
        return [np.ascontiguousarray(values[k::many]) for k in range(many)]

    def appraise(self, utility: Any, table: Table = None, blocks: Any = None) -> Table:
        """The expected utility of [matches, ends, dice on −20] if the thrower plays by a table (for the score)."""
        return self.appraise_many([utility], table, blocks)[0]

    def appraise_many(self, utilities: Sequence[Any], table: Table = None, blocks: Any = None) -> list[Table]:
        """The same for each of several utilities, in one go."""
        many = len(utilities)
        found = np.zeros(many * self.states.count)
        table = self.values() if table is None else table
        scratch = _best_scratch()
        self._compiled.appraise(*self._tables(blocks), table, _side_by_side(utilities), found, many, *scratch)
        return [np.ascontiguousarray(found[k::many]) for k in range(many)]

    def part(self, number: int) -> tuple[Any, Any]:
        """The blocks of all states that can follow from this one, and which states these are; to solve only there."""
        met, part = np.zeros(self.states.count, np.bool_), np.zeros(len(self.states.blocks), np.bool_)
        met[number] = True
        self._compiled.reach(*self.states.tables, met, part)
        return self.states.blocks[part], met

    def early(self, placed: int) -> Any:
        """The numbers of all states with at most so many dice placed."""
        met = np.zeros(self.states.count, np.bool_)
        blocks, base, kind, _, _, offset, bits = self.states.tables
        self._compiled.early(blocks, base, kind, offset, bits, DICE - placed, met)
        return np.flatnonzero(met)

    def _tables(self, blocks: Any) -> tuple[Any, ...]:
        return self.states.tables if blocks is None else (blocks, *self.states.tables[1:])

    def number(self, state: State) -> int:
        """The entry of a table for this state; a die that is thrown and not placed yet counts as in hand."""
        number = int(self._compiled.find_first(pack(state, kind=State), self.states.finder))
        if number < 0:
            raise ParseError("this position cannot come about in Zocken: its dice cannot lie so under its options")
        return number

    def moves(self, state: State, table: Table) -> list[tuple[int, float]]:
        """The thrower's legal moves, and what they are worth."""
        self.number(state)  # all that follows from a good state is good
        legal, worth, replies = _scratch()
        count = self._compiled.value_first(
            pack(state, kind=State), self._options, self.states.finder, table, legal, worth, replies
        )
        return [(int(legal[k]), float(worth[k])) for k in range(count)]

    def distribution(self, start: Mapping[int, float], table: Table) -> dict[int, float]:
        """The chance of every score, played by a table from states (by number) with these probabilities."""
        mass = np.zeros(self.states.count)
        for number, chance in start.items():
            mass[number] += chance
        finished = self._flow(None, table, mass)
        scores = np.unique(self.points[finished > 0])
        return {int(score): float(finished[self.points == score].sum()) for score in scores}

    def _flow(self, blocks: Any, table: Table, mass: Any) -> Any:
        """Let the probability in `mass` flow over these blocks; what it ends with."""
        finished = np.zeros(PARTS)
        self._compiled.forward(*self._tables(blocks), table, mass, finished, *_best_scratch())
        return finished

    def play(self, turns: int, seed: int, table: Table) -> Any:
        """The scores of whole turns, each thrown with its own seed from `seed` on, played by a table."""
        points, workspaces = np.zeros(turns, np.int64), np.zeros(1, workspace_dtype(MOVES))
        start = pack(State())
        self._compiled.play_turns(
            start, start.copy(), self._options, workspaces, seed, self.states.finder, table, *_scratch()[1:], points
        )
        return points


def _side_by_side(utilities: Sequence[Any]) -> Any:
    """Utilities of [matches, ends, dice on −20] as the kernel takes them: by [ends, dice on −20, matches and which]."""
    return np.ascontiguousarray(np.stack(utilities, axis=-1).transpose(1, 2, 0, 3)).reshape(*PARTS[1:], -1)


def _scratch() -> tuple[Any, Any, Any]:
    """Moves, what they are worth, and the same for what may follow."""
    return np.zeros(MOVES, np.int16), np.zeros(MOVES), np.zeros(MOVES)


def _best_scratch() -> tuple[Any, Any, Any]:
    """For `play_best`: by matches, by dice and matches, and by matches and faces."""
    return np.zeros(DICE + 1), np.zeros((DICE + 1, DICE + 1)), np.zeros((DICE + 1, FACES), np.int64)


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
