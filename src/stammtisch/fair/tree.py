"""The server's secrets, and the Merkle trees that fix them before the first throw.

Throw n uses secret n. A tree holds 256 leaves: throws 1 to 256, then 257 to 512, and so on. Secrets do not follow from
each other: opening one tells nothing of its neighbours, which may stand for tiles that are still hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.fair.hashing import digest, mac

DEPTH = 8
LEAVES = 1 << DEPTH


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
    """One tree of a table, as bytes: level after level from the leaves to the root. 16 KiB, and quick to make again."""

    def __init__(self, master: bytes, table: str, setting: bytes, number: int) -> None:
        first = number * LEAVES + 1
        level = [leaf(setting, throw, secret(master, table, throw)) for throw in range(first, first + LEAVES)]
        levels = [b"".join(level)]
        while len(level) > 1:
            level = [node(level[i], level[i + 1]) for i in range(0, len(level), 2)]
            levels.append(b"".join(level))
        self.number = number
        self._levels = levels

    @property
    def root(self) -> bytes:
        return self._levels[-1]

    def path(self, throw: int) -> list[bytes]:
        """The neighbours on the way from a throw's leaf up to the root."""
        place = tree_of(throw)[1]
        return [_at(level, place >> height ^ 1) for height, level in enumerate(self._levels[:-1])]


def _at(level: bytes, place: int) -> bytes:
    return level[32 * place : 32 * place + 32]
