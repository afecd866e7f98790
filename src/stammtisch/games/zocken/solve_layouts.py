"""Layouts: the dice on the slots, as far as they can still matter.

Two boards are one layout if every later die has the same choices on them:

- a falling row is a rising one with 7 − v for v, and a board read from right to left is one read from left to right;
- in a row with a direction a value matters only beside an empty slot: no other die can ever meet it;
- as long as all dice show the same, the direction is open, and a 5 is as good as a 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.games.zocken.rules import EMPTY, FACES, SLOTS

Rows = Any  # boards, one a line: the values on slots 0 … 8
Ints = Any

HIDDEN = FACES + 1  # stands for a value that no die can meet
_DIGITS = 8 ** np.arange(SLOTS, dtype=np.int64)
_OPEN = 8**SLOTS


def normal(rows: Rows) -> tuple[Rows, Ints, Any]:
    """The boards turned into their normal form, their keys (equal for one layout), and which were mirrored for it."""
    taken = rows != EMPTY
    here = np.arange(len(rows))
    first = rows[here, taken.argmax(axis=1)]
    last = rows[here, SLOTS - 1 - taken[:, ::-1].argmax(axis=1)]
    is_open = first == last
    falls = (first > last) | (is_open & (2 * first > FACES + 1))
    rows = np.where(falls[:, None] & taken, FACES + 1 - rows, rows)
    mirror = rows[:, ::-1]
    mirror = np.where((mirror != EMPTY) & ~is_open[:, None], FACES + 1 - mirror, mirror)
    key, other = _key(rows, is_open), _key(mirror, is_open)
    mirrored = other < key
    return np.where(mirrored[:, None], mirror, rows), np.minimum(key, other), mirrored


def _key(rows: Rows, is_open: Any) -> Ints:
    """Slots as digits, and the direction."""
    taken = np.pad(rows != EMPTY, ((0, 0), (1, 1)), constant_values=True)  # nothing comes from beyond the ends
    hidden = taken[:, :-2] & taken[:, 1:-1] & taken[:, 2:] & ~is_open[:, None]
    return np.where(hidden, HIDDEN, rows) @ _DIGITS + is_open * _OPEN


def placements(rows: Rows, allowed: Any) -> tuple[Ints, Ints, Ints, Rows]:
    """Every die on every slot that is allowed[board, face, slot]: board, face, slot, and the board that follows."""
    board, face, slot = np.nonzero(allowed)
    after = rows[board]
    after[np.arange(len(after)), slot] = face + 1
    return board, face, slot, after
