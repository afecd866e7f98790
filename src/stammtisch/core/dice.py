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
SEED_MASK = SEEDS - 1

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


def half(word: int, k: int) -> int:
    """The 16 bits of its word that draw k uses. (Compiled, a word is kept in 32 signed bits: hence the mask.)"""
    return (word >> ((k & 1) << 4)) & 0xFFFF


def draw(seed: int, turn: int, k: int, n: int) -> int:
    """The k-th draw of a turn: a number from 0 to n - 1, each exactly as likely (n at most 65,536).

    The 16 bits are scaled by multiplication; the few that would favour some numbers are drawn again (Lemire 2019).
    """
    assert 0 < n <= 0x10000
    attempt = 0
    while True:
        words = philox(k >> 3, turn, attempt, 0, seed & MASK, seed >> 32)
        scaled = half(words[(k >> 1) & 3], k) * n
        rest = scaled & 0xFFFF
        if rest >= n or rest >= (0x10000 - n) % n:
            return scaled >> 16
        attempt += 1


class DrawBuffer(Record):
    """Remembers the blocks it is drawing from, so that eight draws cost one block."""

    words = row(8)  # the two newest blocks: an even one, an odd one
    blocks = 0  # how many blocks of this turn have been made
    turn = -1  # the turn whose draws these are; none yet
    next = 0  # the next draw of that turn


def add_block(buffer: DrawBuffer, seed: int, turn: int) -> None:
    """Make the next block of this turn; of a new turn, the first."""
    if buffer.turn != turn:
        buffer.turn = turn
        buffer.next = 0
        buffer.blocks = 0
    words = philox(buffer.blocks, turn, 0, 0, seed & MASK, seed >> 32)
    at = (buffer.blocks & 1) << 2
    buffer.words[at] = words[0]
    buffer.words[at + 1] = words[1]
    buffer.words[at + 2] = words[2]
    buffer.words[at + 3] = words[3]
    buffer.blocks += 1


def draw_next(buffer: DrawBuffer, seed: int, turn: int, n: int) -> int:
    """The next draw of this turn from a buffer: `draw(seed, turn, k, n)` for k = 0, 1, 2 … in every turn."""
    if buffer.turn != turn or buffer.blocks <= buffer.next >> 3:
        add_block(buffer, seed, turn)
    k = buffer.next
    buffer.next = k + 1
    scaled = half(buffer.words[(k >> 1) & 7], k) * n
    if scaled & 0xFFFF >= n:
        return scaled >> 16
    return draw(seed, turn, k, n)
