"""Tags: who sends a move, a new chain or a contribution vouches for it, and for the game as he has seen it.

A tag is an HMAC. Its key is the next element of the sender's chain, which nobody else can know; the seat's next
contribution shows it, and then everybody checks the tag (as in the TESLA protocol). Who followed the game had the tag
before its key was known, so nobody but the sender can have made it.
"""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.fair.hashing import mac

ENDING = len(',"tag":""}') + 64


def tag(key: bytes, header: bytes, seen: bytes | None, text: str) -> bytes:
    """`header` is the hash of the header line, `seen` that of all lines that the sender saw, `text` what is sent."""
    return mac(key, "tag", header, seen, text)


def untagged(text: str) -> str:
    """A line without its tag, which is always its last field."""
    return text[:-ENDING] + "}"


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag whose key has not been shown yet."""

    line: int
    """Where it stands, from 1."""
    index: int
    """Which element of the sender's chain is its key."""
    value: bytes
    seen: bytes | None
    text: str
    moves: int
    """How many moves the sender had made, with this one: he vouches for all of them."""
