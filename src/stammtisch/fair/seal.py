"""Seal: a player's signature under the end of a game. Everybody can check it for ever, and only the player can make it.

It is a one-time signature made of hashes (Winternitz's). Its key is published with the head of the player's first
chain. Tags (see tags.py) convince whoever followed the game: he had them before their keys were known. A seal convinces
everybody else too, since no secret of it is ever published. So no tag can bring another key: only an untagged head can,
which is remarked.

    what is signed, as 64 digits of base 16, and the three digits of their checksum: 67 digits d
    piece i of the signature = the secret piece i, hashed d times;  hashed 15 times, all pieces give the key

Whoever would raise one digit, by hashing on, would have to lower another one in the checksum. One key signs one end: a
player who signs two different ones with it gives pieces away.
"""

from __future__ import annotations

from stammtisch.fair.hashing import digest

HIGHEST = 15
PIECES = 64 + 3
SIZE = 32  # bytes


def key_of(table: str, seat: int, number: int, log: bytes, signature: bytes) -> bytes:
    """The key that a signature under the end of a game leads to."""
    ends = [
        _hashed((table, seat, number, i), signature[SIZE * i : SIZE * (i + 1)], HIGHEST - digit)
        for i, digit in enumerate(_digits(table, seat, number, log))
    ]
    return digest("key", *ends)


class Signer:
    """What signs the end of a game for a player; `number` is that of his key: 0 for the one in the header."""

    def __init__(self, secret: bytes, table: str, seat: int, number: int = 0) -> None:
        self._of = table, seat, number
        self._pieces = [digest("piece", table, seat, number, i, secret) for i in range(PIECES)]

    @property
    def key(self) -> bytes:
        """What is published, together with the head of a chain."""
        return digest("key", *(_hashed((*self._of, i), piece, HIGHEST) for i, piece in enumerate(self._pieces)))

    def sign(self, log: bytes) -> bytes:
        """Sign the end of a game, by the hash of its transcript. Never sign two."""
        digits = _digits(*self._of, log)
        return b"".join(
            _hashed((*self._of, i), piece, digit)
            for i, (piece, digit) in enumerate(zip(self._pieces, digits, strict=True))
        )


def _digits(table: str, seat: int, number: int, log: bytes) -> list[int]:
    digits = [int(digit, 16) for digit in digest("end", table, seat, number, log).hex()]
    checksum = sum(HIGHEST - digit for digit in digits)
    return [*digits, checksum >> 8, checksum >> 4 & 15, checksum & 15]


def _hashed(of: tuple[str, int, int, int], piece: bytes, times: int) -> bytes:
    for _ in range(times):
        piece = digest("link", *of, piece)
    return piece
