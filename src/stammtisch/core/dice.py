"""Draws without any generator state: the k-th draw of a turn is a function of (seed, turn, k).

The function is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011), a
counter-based generator: one block of four 32-bit words for each counter, eight draws of 16 bits — a throw of eight
dice. So two games with the same seed share the dice of their n-th turn, whatever was played before, and a draw is the
same interpreted, compiled and on a GPU.

    counter  (k // 8, turn, attempt, 0)      draw k uses half k % 8 of the block, low halves first
    key      (low half of the seed, high half of the seed)

Seeds are 0 … 2**63 - 1. A game's turns count from 1; turn 0 holds the draws that are not the game's own, such as the
choices of a random player. This file is rules Python: it is bound and compiled together with a game's rules.
"""

from __future__ import annotations

from stammtisch.core.record import Record, row

SEEDS = 2**63

MASK = 0xFFFFFFFF
MULTIPLY_0, MULTIPLY_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """One block of four words for a counter of four words and a key of two.

    In 64 signed bits the products wrap; masking the shifted product gives the right high word all the same.
    """
    for _ in range(10):
        p0 = MULTIPLY_0 * c0
        p1 = MULTIPLY_1 * c2
        c0 = ((p1 >> 32) & MASK) ^ c1 ^ k0
        c1 = p1 & MASK
        c2 = ((p0 >> 32) & MASK) ^ c3 ^ k1
        c3 = p0 & MASK
        k0 = (k0 + WEYL_0) & MASK
        k1 = (k1 + WEYL_1) & MASK
    return c0, c1, c2, c3


def half(words: list[int] | tuple[int, ...], k: int) -> int:
    """The 16 bits of a block that draw k uses. (Compiled, a word may be kept in 32 signed bits: hence the mask.)"""
    return (words[(k >> 1) & 3] >> ((k & 1) << 4)) & 0xFFFF


def draw(seed: int, turn: int, k: int, n: int) -> int:
    """The k-th draw of a turn: a number from 0 to n - 1, each exactly as likely (n at most 65,536).

    The 16 bits are scaled by multiplication; the few that would favour some numbers are drawn again (Lemire 2019).
    """
    attempt = 0
    while True:
        scaled = half(philox(k >> 3, turn, attempt, 0, seed & MASK, seed >> 32), k) * n
        rest = scaled & 0xFFFF
        if rest >= n or rest >= (0x10000 - n) % n:
            return scaled >> 16
        attempt += 1


class Cup(Record):
    """Remembers the block it is drawing from, so that eight draws cost one block."""

    words = row(4)  # the block
    block = -1  # its number in the turn; none yet
    turn = -1  # the turn whose draws these are
    next = 0  # the next draw of that turn


def is_empty(cup: Cup, turn: int) -> bool:
    """The next draw of this turn needs a block that the cup does not hold."""
    return cup.turn != turn or cup.block != cup.next >> 3


def fill(cup: Cup, seed: int, turn: int) -> None:
    """Get the block for the next draw of this turn."""
    if cup.turn != turn:
        cup.turn = turn
        cup.next = 0
    cup.block = cup.next >> 3
    words = philox(cup.next >> 3, turn, 0, 0, seed & MASK, seed >> 32)
    cup.words[0] = words[0]
    cup.words[1] = words[1]
    cup.words[2] = words[2]
    cup.words[3] = words[3]


def shake(cup: Cup, seed: int, turn: int, n: int) -> int:
    """The next draw of this turn from a cup: `draw(seed, turn, k, n)` for k = 0, 1, 2 … in every turn."""
    if is_empty(cup, turn):
        fill(cup, seed, turn)
    k = cup.next
    cup.next = k + 1
    scaled = half(cup.words, k) * n
    if scaled & 0xFFFF >= n:
        return scaled >> 16
    return draw(seed, turn, k, n)
