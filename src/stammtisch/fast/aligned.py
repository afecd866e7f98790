"""Arrays that other libraries can take over without a copy."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

LINE = 64
"""Bytes. JAX takes an array over as it lies only if it begins at a multiple of this; it is also a line of the cache."""


def aligned(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros that begins at a multiple of 64 bytes."""
    kind = np.dtype(dtype)
    size = prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(kind).reshape(shape)
