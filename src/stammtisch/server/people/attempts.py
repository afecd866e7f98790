"""Attempts: how often somebody may guess a password, by account and address, and by address alone.

An account alone has no limit: five wrong tries of anybody would keep its owner out. What bounds guessing from many
addresses is how many passwords are compared at once (passwords.py).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from stammtisch.server.buckets import Tally
from stammtisch.server.protocol.refusal import Refusal

ACCOUNT = (5, 60.0)
ADDRESS = (10, 600.0)
"""Wrong attempts of one address, at one account and in all, in so many seconds."""
KEYS = 10_000


class Attempts:
    """Wrong attempts by key, in a window that moves with the time. One counts when it begins, so that a hundred at once
    are not all the first; a right one is forgiven."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._tried: dict[str, deque[float]] = {}
        self.tally = Tally()

    def begin(self, key: str | None) -> None:
        """None: this machine itself, which a proxy may stand on."""
        if key is None:
            return
        now = self._clock()
        tried = self._tried.setdefault(key, deque())
        while tried and now - tried[0] >= self._seconds:
            tried.popleft()
        if len(tried) >= self._most:
            raise Refusal("too_many", "too many wrong passwords; wait a few minutes")
        tried.append(now)
        self.tally.add(key)
        if len(self._tried) > KEYS:
            self._tidy(now)

    def forgive(self, key: str | None) -> None:
        if key is not None and (tried := self._tried.get(key)):
            tried.pop()
            self.tally.add(key, -1)

    def tried_elsewhere(self, key: str, number: float) -> None:
        """So many wrong attempts at another node; if it is less than none, some were forgiven there."""
        tried = self._tried.setdefault(key, deque())
        for _ in range(min(self._most, int(number))):
            tried.append(self._clock())
        for _ in range(min(len(tried), int(-number))):
            tried.pop()
        if len(self._tried) > KEYS:
            self._tidy(self._clock())

    def _tidy(self, now: float) -> None:
        self._tried = {key: tried for key, tried in self._tried.items() if tried and now - tried[-1] < self._seconds}
