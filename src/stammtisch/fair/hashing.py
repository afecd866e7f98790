"""The two functions everything rests on: SHA-256, and HMAC-SHA-256, over parts that cannot be taken for other parts.

Each part is written with its length before it (four bytes, big end first), so that no two lists of parts give the same
bytes. Text is UTF-8, a number is its decimal digits, nobody (None) is empty. The first part is a label: no hash made
for one purpose can stand in for one made for another.
"""

from __future__ import annotations

import hashlib
from functools import cache

Part = bytes | str | int | None

BLOCK = 64  # bytes
_SIZES = [size.to_bytes(4, "big") for size in range(256)]
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def packed(label: str, parts: tuple[Part, ...]) -> bytes:
    pieces = [_label(label)]
    for part in parts:
        piece = part if type(part) is bytes else b"" if part is None else str(part).encode()
        size = len(piece)
        pieces += (_SIZES[size] if size < 256 else size.to_bytes(4, "big"), piece)
    return b"".join(pieces)


@cache
def _label(label: str) -> bytes:
    name = f"stammtisch/1 {label}".encode()
    return len(name).to_bytes(4, "big") + name


def digest(label: str, *parts: Part) -> bytes:
    return hashlib.sha256(packed(label, parts)).digest()


def mac(key: bytes, label: str, *parts: Part) -> bytes:
    """By the definition of HMAC: the standard library looks its hash up each time, which takes far longer."""
    block = (key if len(key) <= BLOCK else hashlib.sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = hashlib.sha256(block.translate(_INNER) + packed(label, parts)).digest()
    return hashlib.sha256(block.translate(_OUTER) + inner).digest()
