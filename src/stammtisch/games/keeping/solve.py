"""The throw-and-set-aside turn solved: the exact value of each of its states, for any wish whatsoever.

A state's value is the greatest expected worth of the turn's end, from the moment when the player has set dice aside and
may throw on or stop. The policy is not stored: whoever knows the values can play (see keeping/solved.py).

Sums are taken in one order wherever they are taken: so the values of a batch in float64 are those of single solves, to
the last bit, and what is as good in one is as good in the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stammtisch.fast.aligned import aligned
from stammtisch.fast.compiler import jit
from stammtisch.games.keeping import SYMBOLS
from stammtisch.games.keeping.table import MOST_OPTIONS, ROOT, Graph, Table
from stammtisch.games.keeping.throw_on import throw_on

LANES = 128
"""Goals in a batch. The number is fixed when the code is compiled, so that a row of a batch is a run of vectors."""
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}


@dataclass(frozen=True)
class Goal:
    """What the end of a turn is worth. Arrays are [0 without a worm, 1 with one][total], in batches [ ][ ][batch]."""

    ends: Any
    """Worth of a turn that ends with this total: because the player stops, or because everything is used up."""
    allowed: Any
    """May the player stop with this total while he could throw on?"""
    fail: Any
    """Worth of a throw that shows nothing new. It is never chosen, and may be better or worse than any end."""

    @cached_property
    def stops(self) -> Any:
        """Worth of stopping while the player could throw on. The first throw is compulsory."""
        stops = np.where(self.allowed, self.ends, -np.inf).astype(self.ends.dtype)
        stops[:, 0] = -np.inf
        return stops


def solve(table: Table, goal: Goal) -> Any:
    """The value of every state, as float64."""
    values = np.empty(len(table.keys))
    _solve(table.graph, goal.ends, goal.stops, goal.fail, values)
    return values


def solve_many(table: Table, goals: Goal) -> Any:
    """The values for up to LANES goals at once: values[state, lane], in the precision of `goals.ends`.

    In float64 they equal those of `solve`; float32 takes little more than half the time. There are always LANES lanes.
    """
    number = goals.ends.dtype
    count = goals.ends.shape[2]
    ends, stops = (aligned((2, table.totals, LANES), number) for _ in range(2))
    fail = aligned(LANES, number)
    ends[:, :, :count], stops[:, :, :count], fail[:count] = goals.ends, goals.stops, goals.fail
    values = aligned((len(table.keys), LANES), number)
    best = aligned((SYMBOLS + 2, LANES), number)
    _solve_many(table.graph, ends, stops, fail, values, best[:-1], best[-1])
    return values


def roll(table: Table, goal: Goal, values: Any, state: int) -> float:
    """The value of throwing on in a state."""
    return float(_roll(table.graph, values, goal.fail, state))


def outlook(table: Table, goal: Goal, values: Any, reach: Any) -> tuple[Any, float]:
    """Where play by the values leads from states that are reached with the given chances.

    The chance of ending with each total, [worm][total], and of a throw that shows nothing new. Of equally good choices
    the player stops, or sets the first symbol aside.
    """
    ends = np.zeros_like(goal.ends)
    nothing_new = _outlook(table.graph, values, goal.stops, goal.fail, reach.copy(), ends)
    return ends, float(nothing_new)


def _solve(g: Graph, ends: Any, stops: Any, fail: Any, values: Any) -> None:
    worth = np.empty(MOST_OPTIONS)
    best = np.empty(ROOT + 1)
    best[ROOT] = -np.inf
    for i in range(len(values)):
        if g.throw[i] < 0:
            values[i] = ends[g.worm[i], g.total[i]]
        else:
            value = _throw(g, values, fail, i, worth, best)
            stop = stops[g.worm[i], g.total[i]]
            values[i] = value if value > stop else stop


def _solve_many(g: Graph, ends: Any, stops: Any, fail: Any, values: Any, best: Any, mean: Any) -> None:
    """As throw_on and _solve, with a row of the batch wherever they have a number."""
    number = mean.dtype.type
    best[0] = number(-np.inf)
    below = best[1:]
    for i in range(len(values)):
        k = g.throw[i]
        here = values[i]
        if k < 0:
            here[:] = ends[g.worm[i], g.total[i]]
            continue
        first = g.first[i]
        blank = number(g.blank[k])
        for b in range(LANES):
            mean[b] = blank * fail[b]
        for n in range(g.begin[k], g.begin[k + 1]):
            node = g.nodes[n]
            chance = number(node.chance)
            worth = values[g.after[first + node.option]]
            others = best[node.depth]
            child = below[node.depth]
            for b in range(LANES):
                value = worth[b]
                other = others[b]
                value = value if value > other else other
                child[b] = value
                mean[b] += chance * value
        stop = stops[g.worm[i], g.total[i]]
        for b in range(LANES):
            here[b] = mean[b] if mean[b] > stop[b] else stop[b]


def _roll(g: Graph, values: Any, fail: Any, i: int) -> Any:
    best = np.empty(ROOT + 1)
    best[ROOT] = -np.inf
    return _throw(g, values, fail, i, np.empty(MOST_OPTIONS), best)


def _outlook(g: Graph, values: Any, stops: Any, fail: Any, reach: Any, ends: Any) -> Any:
    """Chances flow from states with more dice to those with fewer, along what is chosen after each throw."""
    nothing_new = 0.0
    worth = np.empty(MOST_OPTIONS)
    best = np.empty(ROOT + 1)
    best[ROOT] = -np.inf
    chosen = np.zeros(ROOT + 1, np.uint16)
    for i in range(len(values) - 1, -1, -1):
        if reach[i] == 0:
            continue
        k = g.throw[i]
        stop = stops[g.worm[i], g.total[i]]
        if k < 0 or stop >= _throw(g, values, fail, i, worth, best):
            ends[g.worm[i], g.total[i]] += reach[i]
            continue
        nothing_new += reach[i] * g.blank[k]
        begin = g.begin[k]
        for n in range(begin, g.begin[k + 1]):
            node = g.nodes[n]
            value = worth[node.option]
            if value > best[node.parent]:
                best[n - begin] = value
                chosen[n - begin] = node.option
            else:
                best[n - begin] = best[node.parent]
                chosen[n - begin] = chosen[node.parent]
            reach[g.after[g.first[i] + chosen[n - begin]]] += reach[i] * node.chance
    return nothing_new


# What is called for every state is put in place: handing over arrays would cost more than it does.
_throw = jit(throw_on, forceinline=True, **_FLAGS)
_solve = jit(_solve, **_FLAGS)
_solve_many = jit(_solve_many, **_FLAGS)
_roll = jit(_roll, **_FLAGS)
_outlook = jit(_outlook, **_FLAGS)
