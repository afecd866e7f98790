"""Many games between bots that solve their turns, in lock step.

All games stand at the start of a turn. Their turns are solved together, 128 at once, and then each game plays its own.
Dice are keyed by seed and turn, so each game is the one that the same bots play alone: in float64 move for move, in
float32, which is faster, but for moves of which it cannot tell which is better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from math import exp
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from stammtisch.core.game import Game
from stammtisch.fast import drive as fast_drive
from stammtisch.fast.compiler import compile_rules
from stammtisch.fast.layout import pack, pack_options, workspace_dtype
from stammtisch.games.keeping import DICE, ENDED, SYMBOLS, drive, learned_value, play_turns, tempted, throw_on
from stammtisch.games.keeping.deeper import Deeper
from stammtisch.games.keeping.solve import LANES, Goal, solve, solve_many
from stammtisch.games.keeping.table import ROOT, Table, table

if TYPE_CHECKING:
    from stammtisch.games.keeping.value import Net

BATCH = LANES
MOST_MOVES = 2 * SYMBOLS  # of a turn: set aside and throw on, or stop

Weigh = Callable[..., None]
"""weigh(states, options, rows, mine, afters, possible, worth), as drive.weigh_gains."""


class Ahead(NamedTuple):
    """Where turns may end, as drive.look_ahead tells it."""

    afters: Any
    possible: Any
    found: Any
    allowed: Any


def drivers(game: Game) -> tuple[ModuleType, ...]:
    """All that is bound with a game's rules to weigh and to play its turns."""
    own = (import_module(f"{game.module.__package__}.{name}") for name in ("turn_ends", "features"))
    return (fast_drive, drive, throw_on, tempted, play_turns, learned_value, *own)


class LockStep:
    """Plays a game compiled. With a batch of 1 it plays one turn after another and solves each alone.

    If it is to be `exact`, or the batch is 1, it solves in float64.
    """

    def __init__(self, game: Game, *, batch: int = BATCH, exact: bool = False) -> None:
        self.game = game
        self.batch = batch
        self.compiled: Any = compile_rules(game.module, drivers=drivers(game), replace=(("exp", exp),))
        self.options = pack_options(game.options)
        self.table = table(self.compiled.POINTS)
        self._start = pack(game.start().state)
        self._workspaces = np.zeros(1, workspace_dtype(game.rules.MOVES))
        self._samples = _samples(self.table)
        self._index = _index(self.table)
        self._probes = self._start.copy()
        self._afters = np.zeros((batch, self.compiled.ENDS), self._start.dtype)
        self._worth = np.zeros((batch, self.compiled.ENDS))
        self._number: Any = np.float64 if exact or batch == 1 else np.float32
        self._scratch = np.full((3, ROOT + 1), -np.inf)

    def gains(self, *given: Any) -> None:
        """What ends are worth to the bot one-turn."""
        self.compiled.weigh_gains(*given)

    def guesses(self, net: Net) -> Weigh:
        """What ends are worth to one who wants to win and knows this net."""
        layers, seen = np.zeros((2, max(net.second.shape)), np.float32), np.zeros(self.compiled.MOST_FACTS, np.int16)
        return lambda *given: self.compiled.weigh_chances(*given, *net, layers, seen)

    def chances(self, net: Net) -> Weigh:
        """The same to one who also looks further late in a game for two."""
        return Deeper(self, self.guesses(net)) if self.game.players == 2 else self.guesses(net)

    def start(self, games: int) -> Any:
        return np.repeat(self._start, games)

    def play(self, weighs: Sequence[Weigh], seating: Any, seeds: Any, grades: Any = None) -> Any:
        """Play games to their end; what each seat has won.

        In game i, seat p weighs ends by weighs[seating[i, p]] and has that one of the grades, if there are any.
        """
        states = self.start(len(seeds))
        rows = np.arange(len(states))
        while len(rows):
            for first in range(0, len(rows), self.batch):
                some = rows[first : first + self.batch]
                which = seating[some, states["player"][some]]
                self.step(states, some, weighs, which, seeds, grades=None if grades is None else grades[which])
            rows = rows[states["phase"][rows] != ENDED]
        return self.results(states)

    def results(self, states: Any) -> Any:
        """What each seat has won in games that are over."""
        shares = np.zeros((len(states), self.game.players))
        self.compiled.results(states, self.options, shares)
        return shares

    def standings(self, states: Any) -> tuple[Any, Any]:
        """Every seat's score and place, game by game."""
        scores, places = (np.zeros((len(states), self.game.players), np.int64) for _ in range(2))
        self.compiled.standings(states, self.options, scores, places)
        return scores, places

    def step(
        self,
        states: Any,
        rows: Any,
        weighs: Sequence[Weigh],
        which: Any,
        seeds: Any,
        *,
        grades: Any = None,
        plies: Any = None,
    ) -> tuple[Any, Any]:
        """Play one turn of these games, at most a batch; the player of rows[b] weighs by weighs[which[b]].

        The turns' values before their first throw, and the moves made, −1 after the last. The player of rows[b] has the
        grade grades[b] (keeping/tempted.py); without, he makes the best moves. `plies` are the moves and outcomes that
        each game has had; those of the turn are added.
        """
        n, worth = len(rows), self._worth[: len(rows)]
        grades = np.zeros((n, tempted.GRADE)) if grades is None else grades
        plies = np.zeros(len(states), np.int64) if plies is None else plies
        afters, possible, found, allowed = self._look_ahead(states, rows, self._afters[:n])
        ends, fail = np.empty(found.shape, self._number), np.empty(n, self._number)
        for i, weigh in enumerate(weighs):
            mine = which == i
            if mine.any():
                weigh(states, self.options, rows, mine, afters, possible, worth)
        self.compiled.set_goals(found, worth, ends, fail)
        values = self._solve(Goal(ends, allowed, fail))
        made = np.empty((n, MOST_MOVES), np.int8)
        self.compiled.play_turns(
            states, self.options, rows, self._workspaces, seeds, self._index, self.table.graph, values, ends, worth,
            self._scratch, grades, plies, made,
        )  # fmt: skip
        return values[-1, :n], made

    def ahead(self, states: Any) -> Ahead:
        """Where the turns of at most a batch may end."""
        afters = np.zeros((len(states), self.compiled.ENDS), self._start.dtype)
        return self._look_ahead(states, np.arange(len(states)), afters)

    def turns(self, ahead: Ahead, worth: Any) -> Any:
        """The values of these turns for such worths of their ends; values[-1] are those before the first throw."""
        ends, fail = np.empty(ahead.found.shape, np.float32), np.empty(len(worth), np.float32)
        self.compiled.set_goals(ahead.found, worth, ends, fail)
        return solve_many(self.table, Goal(ends, ahead.allowed, fail))[:, : len(worth)]

    def _look_ahead(self, states: Any, rows: Any, afters: Any) -> Ahead:
        n = len(rows)
        shape = (2, self.table.totals, n)
        found = Ahead(afters, np.zeros(n, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.bool_))
        self.compiled.look_ahead(states, self.options, rows, self._workspaces, self._samples, self._probes, *found)
        return found

    def _solve(self, goals: Goal) -> Any:
        if self.batch > 1:
            return solve_many(self.table, goals)
        goal = Goal(goals.ends[:, :, 0], goals.allowed[:, :, 0], goals.fail[0])
        return solve(self.table, goal)[:, None]


def _samples(states: Table) -> tuple[Any, Any, Any, Any, Any]:
    """Dice set aside for every total: kept, dice left, worm, total, and whether the player could throw on."""
    found = [
        (end, kept, early) for early, ways in enumerate((states.closed, states.open)) for end, kept in ways.items()
    ]
    return (
        np.array([kept for _, kept, _ in found], np.int32),
        np.array([DICE - sum(kept) for _, kept, _ in found], np.int32),
        np.array([worm for (worm, _), _, _ in found], np.int64),
        np.array([total for (_, total), _, _ in found], np.int64),
        np.array([early for _, _, early in found], np.bool_),
    )


def _index(states: Table) -> Any:
    """The number of every state by symbols used, dice left and total."""
    index = np.zeros((1 << SYMBOLS, DICE + 1, states.totals), np.uint16)
    for i, key in enumerate(states.keys):
        index[key] = i
    return index
