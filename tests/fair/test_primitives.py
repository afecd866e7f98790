"""The pieces of the protocol: hashes over parts, chains, trees, and lots of exactly equal chance."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.fair import Chain, ThrowDraws, fresh
from stammtisch.fair.chain import ELEMENTS, before
from stammtisch.fair.hashing import Part, digest, mac, packed
from stammtisch.fair.merkle import LEAVES, Tree, climb, secret, tree_of
from stammtisch.fair.throw import WORDS, lot, lots, throw_key
from tests.fair.table import a_secret

PARTS = st.lists(st.binary(max_size=4) | st.text("a1ä🐛", max_size=3) | st.integers(0, 300) | st.none(), max_size=4)
MASTER = a_secret("master")
SETTING = a_secret("setting")
TREES = [Tree(MASTER, "t", SETTING, number) for number in (0, 1)]


def test_the_hashes_are_plain_sha_256_and_hmac() -> None:
    message = b"\0\0\0\x10stammtisch/1 any\0\0\0\x02ab\0\0\0\x0212\0\0\0\0"
    assert packed("any", (b"ab", 12, None)) == message
    assert digest("any", "ab", 12, None) == hashlib.sha256(message).digest()
    for size in (0, 3, 32, 63, 64, 65, 200):
        key = bytes(range(size))
        assert mac(key, "any", "ab", 12, None) == hmac.new(key, message, "sha256").digest()


@given(PARTS, PARTS)
def test_parts_cannot_be_taken_for_other_parts(one: list[Part], other: list[Part]) -> None:
    def plain(parts: list[Part]) -> list[bytes]:
        return [part if isinstance(part, bytes) else b"" if part is None else str(part).encode() for part in parts]

    assert (packed("x", tuple(one)) == packed("x", tuple(other))) == (plain(one) == plain(other))


def test_a_chain_leads_back_to_its_head() -> None:
    chain = Chain(a_secret("chain"), "t", 1)
    elements = [chain.head, *(chain.element(k) for k in range(1, ELEMENTS + 1))]
    assert len(set(elements)) == ELEMENTS + 1
    assert [before("t", 1, 0, element) for element in elements[1:]] == elements[:-1]
    for k in (0, -1, ELEMENTS + 1):
        with pytest.raises(IndexError, match="elements 1 to 256"):
            chain.element(k)


def test_one_secret_gives_other_chains_elsewhere() -> None:
    mine = a_secret("chain")
    chains = [Chain(mine, "t", 0), Chain(mine, "u", 0), Chain(mine, "t", 1), Chain(mine, "t", 0, 1), Chain(b"", "t", 0)]
    assert len({chain.element(k) for chain in chains for k in range(1, ELEMENTS + 1)}) == len(chains) * ELEMENTS


def test_fresh_secrets_are_new_and_long() -> None:
    assert len({fresh() for _ in range(100)}) == 100
    assert len(fresh()) == 32


@pytest.mark.parametrize("number", [1, 2, 100, LEAVES, LEAVES + 1, 2 * LEAVES])
def test_every_path_leads_to_its_root_and_to_no_other(number: int) -> None:
    tree = TREES[tree_of(number)[0]]
    path, mine = tree.path(number), secret(MASTER, "t", number)
    assert climb(SETTING, number, mine, path) == tree.root
    for wrong in (
        climb(a_secret("other"), number, mine, path),
        climb(SETTING, number + 1, mine, path),
        climb(SETTING, number, secret(MASTER, "t", number + 1), path),
        climb(SETTING, number, mine, path[::-1]),
        climb(SETTING, number, mine, path[:-1]),
    ):
        assert wrong not in (TREES[0].root, TREES[1].root)


def test_all_secrets_of_a_tree_differ_and_lie_under_its_root() -> None:
    mine = [secret(MASTER, "t", number) for number in range(1, LEAVES + 1)]
    assert len(set(mine)) == LEAVES
    assert {climb(SETTING, n, each, TREES[0].path(n)) for n, each in enumerate(mine, 1)} == {TREES[0].root}


def test_every_circumstance_changes_the_dice() -> None:
    element = a_secret("element")
    keys = {
        throw_key(a_secret("s"), b"header", 1, 0, None, 1, element),
        throw_key(a_secret("t"), b"header", 1, 0, None, 1, element),
        throw_key(a_secret("s"), b"Header", 1, 0, None, 1, element),
        throw_key(a_secret("s"), b"header", 2, 0, None, 1, element),
        throw_key(a_secret("s"), b"header", 1, 2, None, 1, element),
        throw_key(a_secret("s"), b"header", 1, 0, 0, 1, element),
        throw_key(a_secret("s"), b"header", 1, 0, 1, 1, element),
        throw_key(a_secret("s"), b"header", 1, 0, None, 0, element),
        throw_key(a_secret("s"), b"header", 1, 0, None, None, element),
        throw_key(a_secret("s"), b"header", 1, 0, None, 1, a_secret("other")),
        throw_key(a_secret("s"), b"header", 1, 0, None, 1, None),
    }
    assert len(keys) == 11


def test_every_lot_has_exactly_as_many_words() -> None:
    """Enumerated with words of a byte, for every range there can be."""
    for of in range(1, 257):
        found = Counter(lot(word, of, 256) for word in range(256))
        assert found.pop(None, 0) == 256 % of
        assert found == dict.fromkeys(range(of), 256 // of)


@given(st.integers(1, WORDS))
def test_the_words_that_do_not_count_are_the_last_and_fewer_than_the_range(of: int) -> None:
    kept = WORDS - WORDS % of
    assert kept % of == 0
    assert WORDS - kept < of
    assert lot(kept - 1, of) == of - 1
    assert lot(0, of) == 0
    if kept < WORDS:
        assert lot(kept, of) is None


@given(st.lists(st.integers(1, WORDS), min_size=1, max_size=30), st.binary(min_size=32, max_size=32))
def test_one_key_always_gives_the_same_lots(of: list[int], key: bytes) -> None:
    draws = ThrowDraws(key)
    drawn = [draws.draw(each) for each in of]
    assert draws.lots == drawn == lots(key, of)
    assert draws.of == of
    assert all(0 <= one < each for one, each in zip(drawn, of, strict=True))


def test_words_that_do_not_count_are_passed_over() -> None:
    """With a range of just over half of all words, about every second word is passed over."""
    draws = ThrowDraws(a_secret("cup"))
    drawn = [draws.draw(2**31 + 1) for _ in range(64)]
    words = [int.from_bytes(mac(a_secret("cup"), "block", i // 8)[i % 8 * 4 :][:4], "big") for i in range(256)]
    assert drawn == [word for word in words if word <= 2**31][:64]
    assert sum(word > 2**31 for word in words[:64]) > 10


@pytest.mark.parametrize("of", [0, -1, WORDS + 1])
def test_a_range_that_is_none(of: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 2\\*\\*32 lots"):
        ThrowDraws(bytes(32)).draw(of)


# Between these bounds chi-square lies in 998 of 1,000 cases; by degrees of freedom.
BOUNDS = {5: (0.210, 20.52), 35: (14.69, 66.62), 120: (77.76, 173.62)}


@pytest.mark.parametrize("of", [6, 121])
def test_draws_are_uniform(of: int) -> None:
    drawn = [each for key in range(1500) for each in lots(a_secret(key), [of] * 8)]
    assert_even(Counter(drawn), of, len(drawn))


def test_neighbouring_draws_know_nothing_of_each_other() -> None:
    drawn = [lots(a_secret(key), [6] * 8) for key in range(3000)]
    pairs = Counter((throw[i], throw[i + 1]) for throw in drawn for i in range(0, 8, 2))
    assert_even(pairs, 36, 4 * len(drawn))
    across = Counter((one[0], other[0]) for one, other in zip(drawn[::2], drawn[1::2], strict=True))
    assert_even(across, 36, len(drawn) // 2)


def assert_even(found: Counter[int] | Counter[tuple[int, int]], kinds: int, total: int) -> None:
    expected = total / kinds
    square = sum((count - expected) ** 2 / expected for count in found.values()) + (kinds - len(found)) * expected
    low, high = BOUNDS[kinds - 1]
    assert low < square < high
