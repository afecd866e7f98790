"""SeededNumbers: numbers from a published seed, so that anybody can repeat a draw [C1.4].

    block b of a purpose in a round = SHA-256 of the text "{purpose}/{round}/{b}/{seed}" in UTF-8, b = 0, 1, 2 …

Each block gives four numbers of 64 bits, high byte first. `below(n)` takes the next number that is less than the
largest multiple of n up to 2**64, modulo n. `shuffled` goes from the last item to the second and swaps each with one of
those up to it. docs/tournament.md has an example to check another program with.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

WHOLE = 2**64
_BLOCK = struct.Struct(">4Q")


class SeededNumbers:
    """The numbers for one purpose in one round."""

    def __init__(self, seed: str, purpose: str, number: int) -> None:
        self._numbers = _numbers(seed, purpose, number)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        limit = WHOLE - WHOLE % n
        while True:
            drawn = next(self._numbers)
            if drawn < limit:
                return drawn % n

    def stream(self, n: int) -> Iterator[int]:
        """What `below(n)` gives, time and again; for those who need very many."""
        limit = WHOLE - WHOLE % n
        return (drawn % n for drawn in self._numbers if drawn < limit)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a drawn order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            at = self.below(last + 1)
            order[last], order[at] = order[at], order[last]
        return order


def _numbers(seed: str, purpose: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from _BLOCK.unpack(hashlib.sha256(f"{purpose}/{number}/{block}/{seed}".encode()).digest())
        block += 1


def lot(seed: str, player: int) -> int:
    """A player's lot for the whole tournament, which decides what nothing else has decided; the higher is ahead."""
    return next(_numbers(seed, "lot", player))


def game_seed(seed: str, number: int, table: int, again: int = 0) -> int:
    """The seed of a game of bots."""
    return next(_numbers(seed, f"game {table} {again}", number)) >> 1
