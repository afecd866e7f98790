"""Commitment: what a server adds to the seed of each draw, fixed before anybody could know the seed [C3.15].

    element n of m = the secret, hashed m - n times with SHA-256; all are hexadecimal text

Element 0 is published when the tournament is opened, and draw n reveals element n. Hashed n times it is element 0, so
that it was fixed from the beginning; and nobody can compute it from those before it.
"""

from __future__ import annotations

import hashlib


def element(secret: str, draws: int, number: int) -> str:
    """What draw `number` of at most `draws` reveals; for number 0 what is published before."""
    return _hashed(secret, draws - number)


def is_fixed(commitment: str, revealed: str, number: int) -> bool:
    """Is this what was to be revealed by draw `number`?"""
    return _hashed(revealed, number) == commitment


def _hashed(text: str, times: int) -> str:
    for _ in range(times):
        text = hashlib.sha256(text.encode()).hexdigest()
    return text
