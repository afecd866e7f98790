"""Throws as one event: outcomes of which only matters how many there are of each kind, not their order.

Eight dice fall in 6**8 orders, but make 1,287 throws. The rules say how many outcomes are `exchangeable`; from that
follow here the throws of a chance node, numbered from 0, each with its probability, and what comes after it.

A throw is its outcomes in ascending order, and throws are numbered in the lexicographic order of these: of two dice
0 is 1 1, 1 is 1 2, … 5 is 1 6, 6 is 2 2 … 20 is 6 6. A single outcome has its own number. Throws that cannot come,
because a kind is used up, keep their numbers: so a number means the same wherever there are as many kinds and as many
outcomes. Rules Python, a driver to be bound with a game's rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what is expected of the game

    def outcomes(s: Any, o: Any) -> int: ...
    def weight(s: Any, o: Any, m: int) -> int: ...
    def spread(s: Any, o: Any) -> int: ...
    def exchangeable(s: Any, o: Any) -> int: ...
    def play(s: Any, o: Any, m: int) -> None: ...


def count_multisets(kinds: int, size: int) -> int:
    """In how many ways so many things can be of so many kinds: `comb(kinds + size - 1, size)`."""
    count = 1
    for i in range(size):
        count = count * (kinds + i) // (i + 1)
    return count


def count_throws(s: Any, o: Any) -> int:
    """At CHANCE: how many numbers of throws there are; a throw that cannot come has one as well."""
    return count_multisets(outcomes(s, o), exchangeable(s, o))


def play_throw(s: Any, o: Any, number: int) -> tuple[int, int]:
    """At CHANCE: play all outcomes of a throw in place. Its probability is the first number over the second.

    If that is 0, the throw cannot come and the state is of no use any more. The second number is the product of the
    lots of all outcomes; compiled, it must stay below 2**63.
    """
    ways, lots, last = begin_throw(s, o, number)
    if ways > 0:
        play(s, o, last)
    return ways, lots


def begin_throw(s: Any, o: Any, number: int) -> tuple[int, int, int]:
    """The same without the last outcome, which is the third number: what follows it may take long to work out."""
    kinds = outcomes(s, o)
    left = exchangeable(s, o)
    ways = 1
    lots = 1
    m = 0
    made = 0  # outcomes, and of those
    same = 0  # how many are of kind m
    while left > 0:
        beginning = count_multisets(kinds - m, left - 1)  # throws that go on with kind m
        if number >= beginning:
            number -= beginning
            m += 1
            same = 0
        else:
            left -= 1
            made += 1
            same += 1
            ways = ways * made // same * weight(s, o, m)  # in the end the orders, times the weights along one of them
            lots *= spread(s, o)
            if ways == 0:
                return 0, lots, m
            if left > 0:
                play(s, o, m)
    return ways, lots, m
