"""Keepalive: asks those at the other end of sockets whether they are still there. Who has just spoken is not asked.

One timer serves all sockets. Two for each, as uvicorn has them, take a KiB; and to ask thousands who play would be a
fifth of all traffic.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

INTERVAL = 20.0  # seconds between two looks at a socket
PARTS = 200  # of them all, looked at one after the other, so that nobody waits until thousands have been asked


class Watched(Protocol):
    def look(self) -> None:
        """Ask, unless something was heard since the last look; close if that was asked before and nothing came."""


class Keepalive:
    """All sockets of a listener."""

    def __init__(self) -> None:
        self._parts: list[set[Watched]] = [set() for _ in range(PARTS)]
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, watched: Watched) -> set[Watched]:
        """Look after it from now on, until it is removed from this set. The first look is in 20 seconds."""
        if self._timer is None:
            self._look_later()
        part = self._parts[self._next - 1]
        part.add(watched)
        return part

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(INTERVAL / PARTS, self._look)

    def _look(self) -> None:
        for each in list(self._parts[self._next]):
            each.look()
        self._next = (self._next + 1) % PARTS
        self._timer = None
        if any(self._parts):
            self._look_later()
