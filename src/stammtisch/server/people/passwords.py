"""Passwords: slow hashes (argon2id), and never more of them at once than the machine can bear."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from stammtisch.server.people.handles import skeleton
from stammtisch.server.protocol.refusal import Refusal

SHORTEST, LONGEST = 10, 200
AT_ONCE = 2
"""Hashes at the same time; each takes MEMORY and a core."""
WAITING = 16
"""Who may wait for his turn. More is somebody who wants to keep us busy."""
EACH = 4
"""How many of them from one address, so that others find a place."""
MEMORY = 46 * 1024  # KiB

OBVIOUS = ("password", "passwort", "motdepasse", "qwertyuiop", "qwertzuiop", "azertyuiop", "iloveyou", "letmein",
           "stammtisch", "heckmeck", "barbecue", "zocken", "zatre", "bratwurm", "abcdefghij", "welcome")  # fmt: skip
"""With digits and signs around them, or twice over, they are the first that anybody tries."""


def check_strength(password: str, handle: str) -> None:
    """Length is what counts; what can be guessed at the first try is refused as well."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("weak_password", f"a password has from {SHORTEST} to {LONGEST} letters")
    letters = _letters(password)
    guesses = {word * times for word in (*OBVIOUS, _letters(handle)) for times in (1, 2, 3) if word}
    same = skeleton(handle) in (skeleton(password), skeleton(password[::-1]))
    counted = not letters and any(password in run for run in ("01234567890" * 20, "09876543210" * 20))
    if same or counted or len(set(password)) < 4 or letters in guesses:
        raise Refusal("weak_password", "this password is among the first that anybody would try")


class Passwords:
    """Makes hashes and compares with them, in threads."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=MEMORY, parallelism=1)
        self._few = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[str | None] = Counter()
        self._nobody: str | None = None

    @property
    def waiting(self) -> int:
        return self._waiting.total()

    async def hash(self, password: str, address: str | None = None) -> str:
        async with self._one_of_few(address):
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    async def is_right(self, hash: str | None, password: str, address: str | None = None) -> bool:
        """Without a hash, because there is no such account, the same work is done for nothing."""
        async with self._one_of_few(address):
            return await asyncio.to_thread(self._compare, hash, _plain(password))

    def is_old(self, hash: str) -> bool:
        """Was it made with other parameters than ours?"""
        return self._hasher.check_needs_rehash(hash)

    def _compare(self, hash: str | None, password: str) -> bool:
        if self._nobody is None:
            self._nobody = self._hasher.hash("nobody has this password")
        try:
            right = self._hasher.verify(hash or self._nobody, password)
        except (VerificationError, InvalidHashError):
            return False
        return right and hash is not None

    @asynccontextmanager
    async def _one_of_few(self, address: str | None = None) -> AsyncIterator[None]:
        if self.waiting >= WAITING or (address is not None and self._waiting[address] >= EACH):
            raise Refusal("too_many", "too many people log in at the moment; try again in a minute")
        self._waiting[address] += 1
        try:
            await self._few.acquire()
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
        try:
            yield
        finally:
            self._few.release()


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalpha())


def _plain(password: str) -> str:
    """The same letters, however a keyboard puts them together."""
    return unicodedata.normalize("NFKC", password)
