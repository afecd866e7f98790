"""States: everything that can still matter in a turn, numbered without gaps. About 1.5 million.

A state is a layout (solve_layouts.py), the dice in hand — which of them can still match, and how many cannot — and the
matches so far. Dice on −20 are the rest of the seven. Which colours lie where does not matter any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from stammtisch.core.bind import Rules
from stammtisch.fast.layout import pack, pack_options
from stammtisch.games.zocken.rules import BOX, DICE, EMPTY, FACES, LEFT, MOVES, RIGHT, ROW, SLOTS, Options, State
from stammtisch.games.zocken.solve_kernel import MIRROR, ONES, ROW_BITS

_BITS = 1 << np.arange(DICE)


def _bits() -> Any:
    hands = np.arange(ROW_BITS + 1)
    ones = hands[:, None] >> np.arange(DICE) & 1
    table = np.zeros((2, len(hands)), np.int64)
    table[ONES] = ones.sum(axis=1)
    table[MIRROR] = ones @ _BITS[::-1]
    return table


BITS = _bits()


def _offsets() -> tuple[Any, Any]:
    """By the kind of a layout and the hand: where the states begin; and how many states a layout of this kind has."""
    offset = np.zeros((3 * (ROW_BITS + 1), ROW_BITS + 1), np.int32)
    size = np.zeros(len(offset), np.int64)
    for kind in range(len(offset)):
        most = BITS[ONES, kind & ROW_BITS]
        for hand in range(ROW_BITS + 1):
            offset[kind, hand] = size[kind]
            left = DICE - most - (kind >> DICE) - BITS[ONES, hand]
            if not hand & kind:
                size[kind] += sum(most + 1 - idle for idle in range(min(most, left) + 1))
    return offset, size


OFFSET, SIZE = _offsets()


@dataclass(frozen=True)
class States:
    """All states under some options."""

    keys: Any  # of the layouts, ascending
    order: Any  # the layout of each key
    base: Any
    kind: Any
    legal: Any
    follow: Any
    blocks: Any

    @property
    def count(self) -> int:
        return int(self.base[-1] + SIZE[self.kind[-1]])

    @property
    def tables(self) -> tuple[Any, ...]:
        """What solve_kernel.py goes over."""
        return self.blocks, self.base, self.kind, self.legal, self.follow, OFFSET, BITS

    @property
    def finder(self) -> tuple[Any, ...]:
        """What solve_play.py needs to find the number of a state."""
        return self.keys, self.order, self.base, self.kind, OFFSET, BITS


def build(rules: Rules, options: Options) -> States:
    """All layouts that the compiled rules allow under these options, by the number of dice on the slots."""
    scratch, packed, out = pack(State()), pack_options(options), np.zeros(MOVES, np.int64)
    rows = np.zeros((1, SLOTS), np.int64)
    codes = np.zeros(1, np.int64)
    rules.normalise(rows, scratch, codes)
    levels: list[_Level] = []
    for _ in range(DICE + 1):  # dice on the slots
        legal = np.zeros((len(rows), DICE, FACES), np.int16)
        rules.ask_rules(rows, scratch, packed, out, legal)
        ever = np.bitwise_or.reduce(legal, axis=1)
        board, face, slot = np.nonzero(ever[:, :, None] >> np.arange(BOX) & 1)
        after = rows[board]
        after[np.arange(len(after)), slot] = face + 1
        follow = np.zeros(len(after), np.int64)
        rules.normalise(after, scratch, follow)
        levels.append(_Level(rows, codes >> 1, legal, (board, face, slot), follow))
        codes, first = np.unique(follow & ~1, return_index=True)
        rows = after[first]
    return _numbered(rules, levels)


@dataclass(frozen=True)
class _Level:
    """The layouts with so many dice, and where the next die leads from them."""

    rows: Any  # a board of each, in normal form
    keys: Any
    legal: Any
    places: tuple[Any, Any, Any]  # layout, face, slot of every placement
    follow: Any  # and what `look` sees then


def _numbered(rules: Rules, levels: list[_Level]) -> States:
    """Layouts and states by number, those with fewer dice on the slots first."""
    rows = np.concatenate([level.rows for level in levels])
    keys = np.concatenate([level.keys for level in levels])
    order = np.argsort(keys)
    keys = keys[order]
    kind = (rows[:, ROW : ROW + DICE] != EMPTY) @ _BITS + ((rows[:, [LEFT, RIGHT]] != EMPTY).sum(axis=1) << DICE)
    base = np.concatenate([[0], np.cumsum(SIZE[kind])[:-1]])
    follow = np.full((len(rows), FACES, SLOTS), -1, np.int32)
    begin = 0
    for level in levels:
        board, face, slot = level.places
        follow[begin + board, face, slot] = 2 * order[np.searchsorted(keys, level.follow >> 1)] + (level.follow & 1)
        begin += len(level.rows)
    blocks = np.zeros((rules.list_blocks(base, kind, BITS, np.zeros((0, 3), np.int32)), 3), np.int32)
    rules.list_blocks(base, kind, BITS, blocks)
    return States(keys, order, base, kind, np.concatenate([level.legal for level in levels]), follow, blocks)
