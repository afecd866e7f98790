"""States: everything that can still matter in a turn, numbered without gaps. About 1.5 million.

A state is a layout (solve_layouts.py), the dice in hand — which of them can still match, and how many cannot — and the
matches so far. Dice on −20 are the rest of the seven. Which colours lie where does not matter any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stammtisch.core.bind import Rules
from stammtisch.core.errors import ParseError
from stammtisch.fast.layout import pack, pack_options
from stammtisch.games.zocken.rules import BOX, DICE, EMPTY, FACES, HAND, MOVES, ROW, SLOTS, Options, State
from stammtisch.games.zocken.solve_kernel import MIRROR, ONES, ROW_BITS
from stammtisch.games.zocken.solve_layouts import normal, placements

_ROW = slice(ROW, ROW + DICE)
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
    """All states under some options: the tables that solve_kernel.py goes over."""

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
        return self.blocks, self.base, self.kind, self.legal, self.follow, OFFSET, BITS

    def find(self, states: Sequence[State]) -> Any:
        """The numbers of states of the game in which no die is just thrown."""
        rows = np.array([s.slots for s in states], np.int64)
        _, keys, mirrored = normal(rows)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        if (self.keys[at] != keys).any():
            raise ParseError("these dice cannot lie so in a turn of Zocken under these options")
        layout = self.order[at]
        lies = np.array([s.lies for s in states])
        in_hand = lies == HAND
        can_match = in_hand & (rows[:, _ROW] == EMPTY)
        hand = np.where(mirrored, BITS[MIRROR, can_match @ _BITS], can_match @ _BITS)
        idle = (in_hand & ~can_match).sum(axis=1)
        matches = (lies == np.arange(ROW, ROW + DICE)).sum(axis=1)
        kind = self.kind[layout]
        most = BITS[ONES, kind & ROW_BITS]
        return self.base[layout] + OFFSET[kind, hand] + idle * (2 * most + 3 - idle) // 2 + matches


def build(rules: Rules, options: Options) -> States:
    """All layouts that the compiled rules allow under these options, by the number of dice on the slots."""
    states, packed, out = pack(State()), pack_options(options), np.zeros(MOVES, np.int64)
    levels = [np.zeros((1, SLOTS), np.int64)]
    legals, steps = [], []
    for taken in range(DICE + 1):
        rows = levels[taken]
        legal = np.zeros((len(rows), DICE, FACES), np.int16)
        rules.ask_rules(rows, states, packed, out, legal)
        legals.append(legal)
        ever = np.bitwise_or.reduce(legal, axis=1)
        board, face, slot, after = placements(rows, ever[:, :, None] >> np.arange(BOX) & 1)
        after, keys, mirrored = normal(after)
        steps.append((board, face, slot, keys, mirrored))
        if taken < DICE:
            _, first = np.unique(keys, return_index=True)
            levels.append(after[first])
    return _numbered(rules, levels, legals, steps)


def _numbered(rules: Rules, levels: list[Any], legals: list[Any], steps: list[Any]) -> States:
    """Layouts and states by number, those with fewer dice on the slots first."""
    rows = np.concatenate(levels)
    keys = normal(rows)[1]
    order = np.argsort(keys)
    keys = keys[order]
    kind = (rows[:, _ROW] != EMPTY) @ _BITS + ((rows[:, [0, -1]] != EMPTY).sum(axis=1) << DICE)
    base = np.concatenate([[0], np.cumsum(SIZE[kind])[:-1]])
    follow = np.full((len(rows), FACES, SLOTS), -1, np.int32)
    begin = 0
    for level, (board, face, slot, after, mirrored) in zip(levels, steps, strict=True):
        follow[begin + board, face, slot] = 2 * order[np.searchsorted(keys, after)] + mirrored
        begin += len(level)
    blocks = np.zeros((rules.list_blocks(base, kind, BITS, np.zeros((0, 3), np.int32)), 3), np.int32)
    rules.list_blocks(base, kind, BITS, blocks)
    return States(keys, order, base, kind, np.concatenate(legals), follow, blocks)
