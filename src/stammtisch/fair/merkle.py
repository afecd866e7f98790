"""The server's secrets, and the Merkle trees that fix them before the first throw.

Throw n uses secret n. A tree holds 256 leaves: throws 1 to 256, then 257 to 512, and so on. Secrets do not follow from
each other: opening one tells nothing of its neighbours, which may stand for tiles that are still hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.fair.hashing import digest, mac

DEPTH = 8
LEAVES = 1 << DEPTH
LOW = 4
"""Levels of a tree that are not kept."""


def secret(master: bytes, table: str, throw: int) -> bytes:
    return mac(master, "secret", table, throw)


def leaf(setting: bytes, throw: int, secret: bytes) -> bytes:
    """A leaf holds the table's setting too (see lines.py): what is played, by whom, is fixed with the secrets."""
    return digest("leaf", setting, throw, secret)


def node(left: bytes, right: bytes) -> bytes:
    return digest("node", left, right)


def tree_of(throw: int) -> tuple[int, int]:
    """The number of the tree (from 0) that a throw (from 1) belongs to, and its place there."""
    return divmod(throw - 1, LEAVES)


def climb(setting: bytes, throw: int, secret: bytes, path: Sequence[bytes]) -> bytes:
    """The root that a secret and its path lead to. At each level the place says on which side the neighbour stands."""
    place = tree_of(throw)[1]
    found = leaf(setting, throw, secret)
    for neighbour in path:
        found = node(neighbour, found) if place & 1 else node(found, neighbour)
        place >>= 1
    return found


class Tree:
    """One tree of a table, as bytes: level after level up to the root.

    Of its 16 KiB the lowest levels are made anew, for a branch of few leaves; that branch and 1 KiB above it stay.
    Thousands of tables have one each.
    """

    def __init__(self, master: bytes, table: str, setting: bytes, number: int) -> None:
        self.number = number
        self._of = master, table, setting
        self._low: tuple[int, list[bytes]] = (-1, [])  # the branch in use, by its first place
        tops = [self._branch(place)[-1] for place in range(0, LEAVES, 1 << LOW)]
        self._levels = _levels(b"".join(tops))

    @property
    def root(self) -> bytes:
        return self._levels[-1]

    def path(self, throw: int) -> list[bytes]:
        """The neighbours on the way from a throw's leaf up to the root."""
        place = tree_of(throw)[1]
        low = place & (1 << LOW) - 1
        if self._low[0] != place - low:
            self._low = (place - low, self._branch(place - low)[:-1])
        branch = [_at(level, low >> height ^ 1) for height, level in enumerate(self._low[1])]
        return branch + [_at(level, place >> LOW + height ^ 1) for height, level in enumerate(self._levels[:-1])]

    def _branch(self, place: int) -> list[bytes]:
        """The levels over a few leaves, the first of them at this place."""
        first = self.number * LEAVES + 1 + place
        master, table, setting = self._of
        return _levels(
            b"".join(leaf(setting, throw, secret(master, table, throw)) for throw in range(first, first + (1 << LOW)))
        )


def _levels(lowest: bytes) -> list[bytes]:
    """Level over level up to a single node."""
    levels = [lowest]
    while len(level := levels[-1]) > 32:
        levels.append(b"".join(node(level[i : i + 32], level[i + 32 : i + 64]) for i in range(0, len(level), 64)))
    return levels


def _at(level: bytes, place: int) -> bytes:
    return level[32 * place : 32 * place + 32]
