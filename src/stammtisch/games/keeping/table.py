"""Every state of a throw-and-set-aside turn and every throw from it, numbered: made once for each kind of dice.

What matters of a turn is the set of symbols used, the dice left and the total: about 2,000 states.
A throw is a multiset in which all used symbols are one and the same, for none of them can be kept. Such throws form a
tree: the root shows nothing new, and a child shows one symbol more than its parent, so that what is best to keep after
a throw is found by one comparison with what is best after its parent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import comb, factorial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from stammtisch.games.keeping import DICE, SYMBOLS, WORM

if TYPE_CHECKING:
    from stammtisch.games.keeping import State

ALL = (1 << SYMBOLS) - 1  # every symbol is used
USED_UP = -1  # no throw from here
MOST_OPTIONS = SYMBOLS * DICE  # a symbol, and how many dice show it
ROOT = comb(SYMBOLS + DICE, DICE) - 1  # the most nodes that a tree has besides its root: how often each symbol shows

Key = tuple[int, int, int]  # the set of symbols used, the dice left, the total
Kept = tuple[int, ...]  # dice set aside, by symbol
Node = tuple[float, int, int, int]  # as NODE


NODE = np.dtype(
    [
        ("chance", np.float64),
        ("option", np.uint16),  # the one that it has and its parent has not
        ("parent", np.uint16),  # counted from 0 within its tree, or ROOT
        ("depth", np.uint16),  # of its parent: how many free symbols that shows
    ],
    align=True,
)
"""A throw in the tree of throws. All that is needed of it lies together: so compiled code has one address to keep."""


class Graph(NamedTuple):
    """The table as arrays. Indices are unsigned: compiled code need not look for negative ones, a fifth of its time."""

    # of state i; fewer dice left come first, so what follows i stands before it
    worm: Any  # 1 if a worm is set aside
    total: Any
    throw: Any  # its kind of throw, or USED_UP
    first: Any  # its options are after[first[i]:first[i + 1]]
    after: Any  # the state after an option, that is after setting aside n dice of one free symbol
    # of throw k, one for each number of free symbols and dice
    begin: Any  # its nodes are begin[k] … begin[k + 1] - 1, parents before their children
    blank: Any  # the chance that it shows nothing new
    nodes: Any  # NODE each


class Table:
    """The states of a turn; `graph` is what compiled code reads."""

    def __init__(self, points: tuple[int, ...]) -> None:
        self.points = points
        samples = _reachable(points)
        self.keys = sorted(samples, key=lambda key: (key[1], key))
        self.index = {key: i for i, key in enumerate(self.keys)}
        self.graph = self._graph()
        self.totals = 1 + max(total for _, _, total in self.keys)
        # Dice set aside for each total without and with a worm: while dice are left, and when the turn is used up.
        self.open: dict[tuple[int, int], Kept] = {}
        self.closed: dict[tuple[int, int], Kept] = {}
        for used, dice, total in self.keys:
            found = self.closed if _is_used_up(used, dice) else self.open
            if used:
                found[used >> WORM, total] = samples[used, dice, total]

    def state(self, s: State) -> int:
        """The number of the state that the dice set aside make."""
        return self.index[self._key(s)]

    def state_after(self, s: State, symbol: int, dice: int) -> int:
        """The number of the state after setting aside so many dice of one symbol as well."""
        return self.index[_set_aside(self.points, self._key(s), symbol, dice)]

    def _key(self, s: State) -> Key:
        used = total = 0
        for symbol in range(SYMBOLS):
            if s.kept[symbol]:
                used |= 1 << symbol
                total += s.kept[symbol] * self.points[symbol]
        return used, s.dice, total

    def _graph(self) -> Graph:
        kinds: dict[tuple[int, int], int] = {}
        throw, first, after = [], [0], []
        for used, dice, total in self.keys:
            free = _free(used)
            if _is_used_up(used, dice):
                throw.append(USED_UP)
            else:
                throw.append(kinds.setdefault((len(free), dice), len(kinds)))
                after += [
                    self.index[_set_aside(self.points, (used, dice, total), s, n)] for s, n in _options(free, dice)
                ]
            first.append(len(after))
        nodes: list[Node] = []
        begin, blank = [0], []
        for free_symbols, dice in kinds:
            nodes += _nodes(free_symbols, dice)
            begin.append(len(nodes))
            blank.append((SYMBOLS - free_symbols) ** dice / SYMBOLS**dice)
        return Graph(
            worm=np.array([used >> WORM for used, _, _ in self.keys], np.uint16),
            total=np.array([total for _, _, total in self.keys], np.uint16),
            throw=np.array(throw, np.int64),
            first=np.array(first, np.uint64),
            after=np.array(after, np.uint16),
            begin=np.array(begin, np.uint64),
            blank=np.array(blank),
            nodes=np.array(nodes, NODE),
        )


@cache
def table(points: tuple[int, ...]) -> Table:
    """The table of dice whose symbols count so much."""
    return Table(points)


def _free(used: int) -> list[int]:
    return [symbol for symbol in range(SYMBOLS) if not used >> symbol & 1]


def _is_used_up(used: int, dice: int) -> bool:
    return dice == 0 or used == ALL


def _options(symbols: Iterable[int], dice: int) -> Iterator[tuple[int, int]]:
    """What a throw can offer: a symbol, and how many dice show it."""
    return ((symbol, n) for symbol in symbols for n in range(1, dice + 1))


def _set_aside(points: tuple[int, ...], key: Key, symbol: int, n: int) -> Key:
    used, dice, total = key
    return used | 1 << symbol, dice - n, total + n * points[symbol]


def _reachable(points: tuple[int, ...]) -> dict[Key, Kept]:
    """All states, each with one way to set dice aside for it."""
    start = (0, DICE, 0)
    found: dict[Key, Kept] = {start: (0,) * SYMBOLS}
    waiting = [start]
    while waiting:
        key = waiting.pop()
        used, dice, _ = key
        for symbol, n in _options(_free(used), dice):
            after = _set_aside(points, key, symbol, n)
            if after not in found:
                kept = list(found[key])
                kept[symbol] = n
                found[after] = tuple(kept)
                waiting.append(after)
    return found


def _nodes(free: int, dice: int) -> list[Node]:
    """The tree of throws below its root as NODEs, each before its children.

    All dice that show none of a node's symbols show used ones. In the first throw there are none, so there most nodes
    have no chance of their own and are only on the way to others.
    """
    used = SYMBOLS - free
    found: list[Node] = []

    def add(parent: int, first: int, left: int, orders: int, depth: int) -> None:
        for symbol, n in _options(range(first, free), left):
            rest, same = left - n, orders * factorial(n)
            if not used and rest and symbol + 1 == free:
                continue  # it has no chance and leads nowhere
            ways = factorial(dice) // (same * factorial(rest))
            found.append((ways * used**rest / SYMBOLS**dice, symbol * dice + n - 1, parent, depth))
            add(len(found) - 1, symbol + 1, rest, same, depth + 1)

    add(ROOT, 0, dice, 1, 0)
    return found
