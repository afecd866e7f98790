"""Draws without any generator state: the k-th draw of a turn is a function of (seed, turn, k).

The function is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011), a
counter-based generator: one block of four 32-bit words for each counter. So two games with the same seed share the
dice of their n-th turn, whatever was played before, and a draw is the same interpreted, compiled and on a GPU.

    counter  (k // 4, turn, attempt, 0)      word k % 4 of the block is the k-th draw
    key      (low half of the seed, high half of the seed)

Seeds are 0 … 2**63 - 1. A game's turns count from 1; turn 0 holds the draws that are not the game's own, such as the
choices of a random player. This file is rules Python: it is bound and compiled together with a game's rules.
"""

from __future__ import annotations

from stammtisch.core.record import Record, row

SEEDS = 2**63

WORDS = 2**32
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


def draw(seed: int, turn: int, k: int, n: int) -> int:
    """The k-th draw of a turn: a number from 0 to n - 1, each exactly as likely (n below 2**31).

    The word is scaled by multiplication; the few words that would favour some numbers are drawn again (Lemire 2019).
    """
    attempt = 0
    while True:
        block = philox(k >> 2, turn, attempt, 0, seed & MASK, seed >> 32)
        lane = k & 3
        word = block[0] if lane == 0 else block[1] if lane == 1 else block[2] if lane == 2 else block[3]
        scaled = word * n
        rest = scaled & MASK
        if rest >= n or rest >= (WORDS - n) % n:
            return scaled >> 32
        attempt += 1


class Cup(Record):
    """Remembers the block it is drawing from, so that four draws cost one block."""

    words = row(4)  # the block
    turn = -1  # the turn whose draws these are; none yet
    next = 0  # the next draw of that turn


def shake(cup: Cup, seed: int, turn: int, n: int) -> int:
    """The next draw of this turn from a cup: `draw(seed, turn, k, n)` for k = 0, 1, 2 … in every turn."""
    if cup.turn != turn:
        cup.turn = turn
        cup.next = 0
    k = cup.next
    cup.next = k + 1
    if k & 3 == 0:
        block = philox(k >> 2, turn, 0, 0, seed & MASK, seed >> 32)
        cup.words[0] = block[0]
        cup.words[1] = block[1]
        cup.words[2] = block[2]
        cup.words[3] = block[3]
    scaled = cup.words[k & 3] * n
    if scaled & MASK >= n:
        return scaled >> 32
    return draw(seed, turn, k, n)
