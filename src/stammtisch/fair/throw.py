"""ThrowDraws: the dice of one throw. Its key gives words of 32 bits, and words give lots of exactly equal chance."""

from __future__ import annotations

from struct import unpack

from stammtisch.fair.hashing import mac

WORDS = 1 << 32
"""How many words there are; also the widest range of a draw."""


def throw_key(
    secret: bytes, header: bytes, throw: int, by: int, to: int | None, contributor: int | None, element: bytes | None
) -> bytes:
    """The key of a throw. `header` is the hash of the header line: table, game, options, seats, root and heads."""
    return mac(secret, "throw", header, throw, by, to, contributor, element)


def lot(word: int, of: int, words: int = WORDS) -> int | None:
    """The lot that a word stands for, or None: the last few words, which would favour small lots, do not count."""
    return word % of if word < words - words % of else None


class ThrowDraws:
    """Draws from a throw's key, one after the other, and remembers them."""

    def __init__(self, key: bytes, element: bytes | None = None) -> None:
        self._key = key
        self.element = element  # the contribution that went into the key
        self._words: list[int] = []
        self._blocks = 0
        self.of: list[int] = []
        self.lots: list[int] = []

    def draw(self, of: int) -> int:
        """A lot from 0 to `of` - 1."""
        if not 1 <= of <= WORDS:
            raise ValueError(f"a draw is from 1 to 2**32 lots, not {of}")
        found = None
        while found is None:
            found = lot(self._word(), of)
        self.of.append(of)
        self.lots.append(found)
        return found

    def _word(self) -> int:
        if not self._words:
            block = mac(self._key, "block", self._blocks)
            self._blocks += 1
            self._words = list(unpack(">8I", block))
        return self._words.pop(0)


def lots(key: bytes, of: list[int]) -> list[int]:
    """The lots of a whole throw, by their ranges."""
    draws = ThrowDraws(key)
    return [draws.draw(each) for each in of]
