"""A deal: dice that several tables share. They follow from one seed, which stays secret until the deal closes.

The hash of the seed is published before. The draws are those of a match with this seed (core/dice.py): keyed by turn
and index in the turn, so that the n-th turn has the same dice at every table, whatever was played before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stammtisch.core.dice import draw
from stammtisch.fair.faults import Code, Fault
from stammtisch.fair.hashing import digest, mac
from stammtisch.fair.throw import ThrowDraws

WIDEST = 65536
"""The widest range of a draw of a deal."""


def key_of_deal(secret: bytes, name: str) -> bytes:
    """The key of a deal by its name: its seed and nonce follow from it. Who knows one key knows no other."""
    return mac(secret, "deal", name)


def seed_of_deal(key: bytes) -> int:
    """The seed of its dice, from 0 to 2**63 - 1."""
    return int.from_bytes(mac(key, "seed")[:8]) >> 1


def nonce_of_deal(key: bytes) -> bytes:
    """What is hashed with the seed. A seed alone has 63 bits: with enough machines they could all be tried."""
    return mac(key, "nonce")


def hash_of_deal(name: str, seed: int, nonce: bytes) -> bytes:
    """What is published before the deal opens, and fixes its seed."""
    return digest("deal", name, seed, nonce)


def check_deal(name: str, published: str, seed: int, nonce: bytes) -> None:
    """A Fault: this is not the seed whose hash was published."""
    if hash_of_deal(name, seed, nonce).hex() != published:
        raise Fault(Code.PROOF, "this is not the seed whose hash was published before the game")


def lots_of_deal(seed: int, turn: int, index: int, of: Sequence[int]) -> list[int]:
    """The draws of a turn from an index on, by their ranges.

    Examples:
        >>> from stammtisch.fair import lots_of_deal
        >>> lots_of_deal(7, 1, 0, [6] * 8)[2:] == lots_of_deal(7, 1, 2, [6] * 6)
        True
    """
    return [draw(seed, turn, index + at, each) for at, each in enumerate(of)]


class DealDraws(ThrowDraws):
    """The draws of one throw of a deal, from the first that this turn has not used yet."""

    def __init__(self, seed: int, turn: int, index: int) -> None:
        super().__init__(b"")
        self._seed = seed
        self.turn = turn
        self.index = index

    def draw(self, of: int) -> int:
        """A lot from 0 to `of` - 1."""
        lot = draw(self._seed, self.turn, self.index + len(self.lots), of)
        self.of.append(of)
        self.lots.append(lot)
        return lot


@dataclass
class DealtThrows:
    """The throws of a transcript whose dice are a deal's: they can be checked when its seed is opened."""

    name: str
    """The deal's."""
    published: str
    """The hash of its seed."""
    throws: list[tuple[int, int, int, list[int], list[int]]] = field(default_factory=list)
    """Number, turn, index, ranges and lots of each throw that everybody may see."""
    away: set[int] = field(default_factory=set)
    """The seats for which bots play."""
    opened: bool = False
    """Is the seed known, and is every throw right?"""

    def add(self, number: int, turn: int, index: int, of: list[int], opened: Mapping[str, Any]) -> None:
        """A throw and what it gave."""
        if not len(of) == len(opened["lots"]) == len(opened["are"]):
            raise Fault(Code.LOTS, "ranges, lots and their names differ in number", number)
        if any(lot >= each for lot, each in zip(opened["lots"], of, strict=True)):
            raise Fault(Code.LOTS, "a lot is not in its range", number)
        self.throws.append((number, turn, index, of, opened["lots"]))

    def mark(self, seat: int, *, away: bool) -> None:
        """A bot plays for this seat, or does so no longer."""
        if (seat in self.away) == away:
            raise Fault(Code.ORDER, f"seat {seat} is {'away' if away else 'here'} already")
        (self.away.add if away else self.away.remove)(seat)

    def open(self, line: Mapping[str, Any]) -> None:
        """The seed is opened: is it the one that was fixed, and do all throws follow from it?"""
        if self.opened:
            raise Fault(Code.ORDER, "the seed is opened already")
        seed = int(line["seed"], 16)
        check_deal(self.name, self.published, seed, bytes.fromhex(line["nonce"]))
        for number, turn, index, of, lots in self.throws:
            true = lots_of_deal(seed, turn, index, of)
            if true != lots:
                raise Fault(Code.LOTS, f"the lots are {lots}, but the seed gives {true}", number)
        self.opened = True


def seed_text(seed: int) -> str:
    """A seed as a transcript has it: 16 hexadecimal digits."""
    return f"{seed:016x}"
