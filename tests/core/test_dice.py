"""Draws: the published values of Philox4x32-10, no favourites, and a buffer that gives the same draws."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.core.dice import SEEDS, DrawBuffer, draw, draw_next, philox

# philox4x32 with 10 rounds in kat_vectors of the Random123 library: counter, key, block.
KNOWN = [
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]

OFTEN_REJECTED = 3 * 2**13  # 2**16 is 2 · n + 2**14, so a quarter of all 16 bits would favour some numbers


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN, ids=["zeros", "ones", "pi"])
def test_philox_gives_the_published_values(
    counter: tuple[int, int, int, int], key: tuple[int, int], block: tuple[int, int, int, int]
) -> None:
    assert philox(*counter, *key) == block


def expected(seed: int, turn: int, k: int, n: int) -> tuple[int, int]:
    """A draw calculated with unlimited whole numbers, and how often it was drawn again.

    A block of 128 bits holds eight draws of 16 bits, the lowest first. The bits b give floor(b · n / 2**16). Every
    number gets either floor(2**16 / n) of them or one more; the surplus leaves a rest below 2**16 mod n.
    """
    attempt = 0
    while True:
        words = philox(k // 8, turn, attempt, 0, seed % 2**32, seed // 2**32)
        bits = sum(word << 32 * i for i, word in enumerate(words)) >> 16 * (k % 8) & 0xFFFF
        number, rest = divmod(bits * n, 2**16)
        if rest >= 2**16 % n:
            return number, attempt
        attempt += 1


@given(
    seed=st.integers(0, SEEDS - 1),
    turn=st.integers(0, 2**31),
    k=st.integers(0, 2**31),
    n=st.one_of(st.integers(1, 2**16), st.just(OFTEN_REJECTED)),
)
def test_a_draw_is_what_the_definition_says(seed: int, turn: int, k: int, n: int) -> None:
    assert draw(seed, turn, k, n) == expected(seed, turn, k, n)[0]


def test_bits_that_would_favour_a_number_are_really_drawn_again() -> None:
    draws = [expected(7, 1, k, OFTEN_REJECTED) for k in range(400)]
    again = Counter(attempts for _, attempts in draws)
    assert again[1] > 50
    assert again[2] > 10
    assert [draw(7, 1, k, OFTEN_REJECTED) for k in range(400)] == [number for number, _ in draws]


def test_after_rejection_all_thirds_are_equally_likely() -> None:
    """Without it the numbers of one third would come as seldom as 1 : 2."""
    n = 30_000
    thirds = Counter(draw(3, 1, k, OFTEN_REJECTED) % 3 for k in range(n))
    assert chi_square([thirds[third] for third in range(3)], n) < 13.8  # 1 in 1,000 for 2 degrees of freedom


@pytest.mark.parametrize("n", [1, 2, 6, 20, 97, OFTEN_REJECTED, 2**16])
def test_a_cup_gives_the_same_draws(n: int) -> None:
    buffer = DrawBuffer()
    for turn in (0, 1, 2, 9, 2):
        shaken = [draw_next(buffer, 2**62 + 5, turn, n) for _ in range(23)]
        assert shaken == [draw(2**62 + 5, turn, k, n) for k in range(23)]
    assert n == 1 or len(set(shaken)) > 1


def test_a_cup_may_be_asked_for_different_ranges_in_one_turn() -> None:
    buffer, ranges = DrawBuffer(), [6, 97, OFTEN_REJECTED, 2] * 10
    assert [draw_next(buffer, 1, 4, n) for n in ranges] == [draw(1, 4, k, n) for k, n in enumerate(ranges)]


def chi_square(counts: list[int], total: int) -> float:
    fair = total / len(counts)
    return sum((count - fair) ** 2 / fair for count in counts)


@pytest.mark.parametrize(("n", "limit"), [(6, 20.5), (20, 43.8)])  # 1 in 1,000 for 5 and 19 degrees of freedom
@pytest.mark.parametrize("key", ["seed", "turn", "k"])
def test_no_number_is_a_favourite(n: int, limit: float, key: str) -> None:
    """Whichever of seed, turn and k runs on."""
    total = 12_000
    counts = Counter(draw(**{"seed": 12, "turn": 3, "k": 4, key: i}, n=n) for i in range(total))
    assert chi_square([counts[number] for number in range(n)], total) < limit


def test_neighbouring_draws_are_independent() -> None:
    total = 12_000
    for step in ({"seed": 1}, {"turn": 1}, {"k": 1}):
        pairs = Counter(
            (
                draw(i, 3 + i % 5, 2 * i, 6),
                draw(i + step.get("seed", 0), 3 + i % 5 + step.get("turn", 0), 2 * i + step.get("k", 0), 6),
            )
            for i in range(total)
        )
        assert chi_square([pairs[a, b] for a in range(6) for b in range(6)], total) < 66.6  # 35 degrees of freedom


def test_both_halves_of_the_seed_count() -> None:
    assert len({tuple(draw(seed, 1, k, 6) for k in range(20)) for seed in (0, 1, 2**32, 2**62)}) == 4
