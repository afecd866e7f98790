"""A tournament in use, with those who wait for news of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Protocol

from stammtisch.server.live.registry import Live
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.server.tournaments.view import Encoded

CROWD = 1000  # who may wait for news of one tournament at once; others are answered at once


class Automation(Protocol):
    """What goes on by itself in a tournament (online.py)."""

    due: int | None

    @property
    def is_over(self) -> bool: ...

    def wake(self) -> None: ...

    def stop(self) -> None: ...


class LiveTournament(Live[HostedTournament]):
    """A tournament in use."""

    def __init__(self, hosted: HostedTournament) -> None:
        super().__init__(hosted)
        self.waiting = 0
        self.used = asyncio.get_running_loop().time()
        self.automation: Automation | None = None
        self.encoded: Encoded | None = None
        """How it stood when somebody looked last."""
        self.statuses: dict[str, str | None] = {}
        """Online: of the tables of the last round."""
        self._news = asyncio.Event()

    @property
    def hosted(self) -> HostedTournament:
        return self.journal

    def tell(self) -> None:
        """Something has changed: wake those who wait."""
        self._news.set()
        self._news = asyncio.Event()
        if self.automation:
            self.automation.wake()

    async def news(self, seconds: float) -> None:
        """Wait for news, but not longer than that."""
        if self.waiting >= CROWD:
            return
        self.waiting += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), seconds)
        finally:
            self.waiting -= 1
