"""The NumPy side of Record: the same fields as one structured record, so that compiled code reads `s.kept[2]` too."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.core.dice import DrawBuffer
from stammtisch.core.options import BaseOptions
from stammtisch.core.record import Record


def state_dtype(kind: type[Record], small: Any = np.int32) -> np.dtype[np.void]:
    """A state's fields, in the order of their declaration. Fields that are not WIDE may be of a smaller kind of number.

    A GPU keeps thousands of states close by and takes bytes; a CPU is faster with whole words.
    """
    return _dtype([(name, np.int32 if name in kind.WIDE else small, length) for name, length in kind.LAYOUT])


def workspace_dtype(moves: int) -> np.dtype[np.void]:
    """The fields of a Workspace, see drive.py."""
    buffer = _dtype([(name, np.int32, length) for name, length in DrawBuffer.LAYOUT])
    return _dtype([("dice", buffer, 0), ("choices", buffer, 0), ("legal", np.int16, moves)])


def _dtype(fields: list[tuple[str, Any, int]]) -> np.dtype[np.void]:
    plain = [(name, number, (length,)) if length else (name, number) for name, number, length in fields]
    return np.dtype(plain, align=True)


def pack(state: Record, small: Any = np.int32, *, kind: type[Record] | None = None) -> Any:
    """A state as a NumPy record, in an array of its own.

    With `kind`, as a state of that kind: older rules may have more fields, which code for the newer ones does not know.
    """
    kind = kind or type(state)
    packed = np.zeros(1, state_dtype(kind, small))
    for name, _ in kind.LAYOUT:
        packed[name] = getattr(state, name)
    return packed


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
