"""The NumPy side of Record: the same fields as one structured record, so that compiled code reads `s.kept[2]` too."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.core.dice import Cup
from stammtisch.core.options import BaseOptions
from stammtisch.core.record import Record

STATE_INT = np.int16
"""Small, because a GPU keeps thousands of states close by; the contract tests hold every game within its range."""


def record_dtype(kind: type[Record], number: Any) -> np.dtype[np.void]:
    """A record's fields, in the order of their declaration."""
    fields = [(name, number, (length,)) if length else (name, number) for name, length in kind.LAYOUT]
    return np.dtype(fields, align=True)


def desk_dtype(moves: int) -> np.dtype[np.void]:
    """The fields of a Desk, see drive.py."""
    cup = record_dtype(Cup, np.int32)
    return np.dtype([("dice", cup), ("choices", cup), ("legal", STATE_INT, (moves,))], align=True)


def pack(state: Record) -> Any:
    """A state as a NumPy record."""
    packed = np.zeros(1, record_dtype(type(state), STATE_INT))
    for name, _ in state.LAYOUT:
        packed[name] = getattr(state, name)
    return packed[0]


def unpack(kind: type[Record], packed: Any) -> Record:
    """The state that a NumPy record holds."""
    state = kind()
    for name, length in kind.LAYOUT:
        setattr(state, name, [int(value) for value in packed[name]] if length else int(packed[name]))
    return state


def pack_options(options: BaseOptions) -> Any:
    """Options as one NumPy record of ints, in an array: compiled functions take any options without compiling again."""
    numbers = options.numbers()
    packed = np.zeros(1, np.dtype([(name, np.int64) for name in numbers], align=True))
    for name, value in numbers.items():
        packed[name] = value
    return packed
