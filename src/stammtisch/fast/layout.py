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
    return np.dtype([(name, number, (length,)) if length else (name, number) for name, length in kind.LAYOUT])


def desk_dtype(moves: int) -> np.dtype[np.void]:
    """The fields of a Desk (see drive.py), and some room so that two cores never write to the same cache line."""
    cup = record_dtype(Cup, np.int64)
    return np.dtype([("legal", np.int64, (moves,)), ("dice", cup), ("choices", cup), ("room", np.int64, (16,))])


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
    """Options as a NumPy record of ints: a compiled function takes any options without compiling again."""
    numbers = options.numbers()
    packed = np.zeros(1, np.dtype([(name, np.int64) for name in numbers]))
    for name, value in numbers.items():
        packed[name] = value
    return packed[0]
