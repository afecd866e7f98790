"""A solved throw-and-set-aside turn: what every move in it is worth, how it may end, and how to play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from stammtisch.core.constants import PASS
from stammtisch.core.errors import GameOver
from stammtisch.core.game import Move
from stammtisch.core.position import Position
from stammtisch.games.keeping import CHOOSING, DICE, ENDED, KEEP, ROLL, SYMBOLS, THROWING
from stammtisch.games.keeping.solve import Goal, outlook, roll, solve
from stammtisch.games.keeping.table import Table, table
from stammtisch.games.keeping.text import state

if TYPE_CHECKING:
    from stammtisch.games.keeping import State

Prize = Callable[[Any, int], float | None]
"""What a move wins that ends the turn in a state; None if the turn has failed by it."""


@dataclass(frozen=True)
class Outlook:
    """How a turn ends if it is played by its values."""

    fail: float
    totals: dict[int, float]
    """The chance of winning something with each total."""


class Turn:
    """A turn, solved for one goal. It serves every position of that turn: the grill stays as it is till its end."""

    def __init__(self, table: Table, goal: Goal, wins: Any, prize: Prize) -> None:
        self.table = table
        self.goal = goal
        self._wins = wins
        self._prize = prize

    @cached_property
    def values(self) -> Any:
        return solve(self.table, self.goal)

    def for_totals(self, totals: Iterable[int]) -> Turn:
        """The same turn for one who wants one of these totals, with a worm, and nothing else: values are chances.

        He stops where the rules let him; whether the total wins something does not matter.
        """
        ends = np.zeros_like(self.goal.ends)
        ends[1, list(totals)] = 1.0

        def prize(s: State, m: int) -> float:
            return float(ends[self._end(s)])

        return Turn(self.table, replace(self.goal, ends=ends, fail=0.0), self._wins, prize)

    def with_failure(self, fail: float) -> Turn:
        """The same turn if failing is worth something else."""
        ends = np.where(self._wins, self.goal.ends, fail)
        return Turn(self.table, replace(self.goal, ends=ends, fail=fail), self._wins, self._prize)

    def value(self, position: Position) -> float:
        """What the turn is worth from here."""
        s = state(position)
        if s.phase != THROWING:
            return max(self.moves(position).values())
        if s.falling == s.dice:
            return roll(self.table, self.goal, self.values, self.table.state(s))
        return sum(chance * self._kept(s, thrown)[0] for chance, thrown in _throws(s))

    def moves(self, position: Position) -> dict[Move, float]:
        """What each legal move is worth; nothing at a throw."""
        return {move: self._worth(state(position), move) for move in position.legal_moves}

    def choose(self, position: Position) -> Move:
        """The best move. Of equally good ones: stop, or set the first symbol aside."""
        moves = self.moves(position)
        return max(moves, key=lambda move: (moves[move], move != ROLL))

    def _worth(self, s: State, move: int) -> float:
        if move == PASS:
            return float(self.goal.fail)
        if move == ROLL:
            return roll(self.table, self.goal, self.values, self.table.state(s))
        if move < ROLL:
            symbol = move - KEEP
            return float(self.values[self.table.state_after(s, symbol, s.thrown[symbol])])
        won = self._prize(s, move)
        return float(self.goal.fail if won is None else won)

    def outlook(self, position: Position, move: int | None = None) -> Outlook:
        """How the turn ends from here, or after one of the legal moves, if it is played by the values from then on."""
        s = state(position)
        if move is None:
            move = ROLL if s.phase == THROWING else self.choose(position)
        reach = np.zeros(len(self.values))
        lost = 0.0
        if move == ROLL:
            for chance, thrown in _throws(s):
                _, after = self._kept(s, thrown)
                if after is None:
                    lost += chance
                else:
                    reach[after] += chance
        elif move == PASS:
            lost = 1.0
        elif move < ROLL:
            reach[self.table.state_after(s, move - KEEP, s.thrown[move - KEEP])] = 1.0
        else:
            return Outlook(1.0, {}) if self._prize(s, move) is None else Outlook(0.0, {self._end(s)[1]: 1.0})
        ends, nothing_new = outlook(self.table, self.goal, self.values, reach)
        totals = (ends * self._wins).sum(0)
        fail = lost + nothing_new + float((ends * ~self._wins).sum())
        return Outlook(fail, {total: float(totals[total]) for total in np.flatnonzero(totals).tolist()})

    def _end(self, s: State) -> tuple[int, int]:
        """The entry of `ends` for the dice set aside."""
        i = self.table.state(s)
        return int(self.table.graph.worm[i]), int(self.table.graph.total[i])

    def _kept(self, s: State, thrown: tuple[int, ...]) -> tuple[float, int | None]:
        """The value after a throw, and the state that is best then; None: nothing new."""
        best: tuple[float, int | None] = (float(self.goal.fail), None)
        for symbol in range(SYMBOLS):
            if thrown[symbol] and not s.kept[symbol]:
                after = self.table.state_after(s, symbol, thrown[symbol])
                if best[1] is None or self.values[after] > best[0]:
                    best = float(self.values[after]), after
        return best


def _throws(s: State) -> Iterator[tuple[float, tuple[int, ...]]]:
    """All ways in which a throw can come to rest, with their chances; dice that lie already stay as they are."""
    lying = s.thrown if s.phase == THROWING else [0] * SYMBOLS
    falling = s.falling if s.phase == THROWING else s.dice
    for dice in combinations_with_replacement(range(SYMBOLS), falling):
        new = [dice.count(symbol) for symbol in range(SYMBOLS)]
        ways = factorial(falling) // prod(map(factorial, new))
        yield ways / SYMBOLS**falling, tuple(a + b for a, b in zip(lying, new, strict=True))


def solved(position: Position, prize: Prize, fail: float) -> Turn:
    """The turn of a position. Where it may end, and by which moves, is asked of the rules for every total."""
    rules, o = position.game.rules, position.game.options
    s = state(position)
    if s.phase == ENDED:
        raise GameOver("the game is over: there is no turn to look into")
    dice = table(rules.POINTS)
    ends = np.full((2, dice.totals), fail)
    wins = np.zeros((2, dice.totals), np.bool_)
    allowed = np.zeros((2, dice.totals), np.bool_)
    out = [0] * rules.MOVES
    probe: Any = position.state.copy()
    probe.phase = CHOOSING
    for samples in (dice.closed, dice.open):
        for end, kept in samples.items():
            probe.kept = list(kept)
            probe.dice = DICE - sum(kept)
            won = [prize(probe, m) for m in out[: rules.moves(probe, o, out)] if m != ROLL]
            if won:
                ends[end] = max(fail if each is None else each for each in won)
                wins[end] = None not in won
                allowed[end] |= samples is dice.open
    return Turn(dice, Goal(ends, allowed, fail), wins, prize)
