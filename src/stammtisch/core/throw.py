"""Throw: what falls at once, as the outcomes that it is made of. How throws are numbered stands in throws.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stammtisch.core.game import Move


@dataclass(frozen=True)
class Throw:
    """Outcomes of chance that come together: eight dice, two tiles for a hand. Their order does not matter.

    Examples:
        >>> import stammtisch
        >>> start = stammtisch.load("heckmeck").start()
        >>> throw = start.throw(["worm", "5", "worm", "5", "worm", "5", "worm", "5"])
        >>> str(throw), throw.number
        ('5 5 5 5 worm worm worm worm', 1282)
        >>> start.play_throw(throw).legal_moves
        [keep 5, keep worm]
    """

    number: int
    """Its number among all throws of as many outcomes of as many kinds, from 0: what programs call it by."""
    outcomes: tuple[Move, ...]
    """What it is made of, in the order of the outcomes' numbers."""

    def __iter__(self) -> Iterator[Move]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __str__(self) -> str:
        return " ".join(map(str, self.outcomes))


def count_of(kinds: int, size: int) -> int:
    """How many throws of so many outcomes of so many kinds there are."""
    return comb(kinds + size - 1, size)


def number_of(kinds: int, outcomes: Sequence[int]) -> int:
    """The number of the throw with these outcomes, whatever their order."""
    number, least = 0, 0
    for left, m in zip(reversed(range(len(outcomes))), sorted(outcomes), strict=True):
        number += sum(count_of(kinds - lower, left) for lower in range(least, m))
        least = m
    return number


def multisets(kinds: int, size: int) -> Iterator[tuple[int, ...]]:
    """The outcomes of all throws, in the order of their numbers."""
    return combinations_with_replacement(range(kinds), size)


@cache
def fair_chances(kinds: int, size: int) -> tuple[Fraction, ...]:
    """The probabilities of all throws where every kind is equally likely, as on dice."""
    return tuple(
        Fraction(factorial(size) // prod(factorial(each.count(m)) for m in set(each)), kinds**size)
        for each in multisets(kinds, size)
    )
