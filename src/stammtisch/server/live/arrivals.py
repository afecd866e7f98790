"""Arrivals: who has a page open, at any node, and waits there for what others want of him."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress

from stammtisch.server.buckets import Buckets
from stammtisch.server.clock import now
from stammtisch.server.live.presence import Presence
from stammtisch.server.protocol.refusal import busy

CALLS, CALLS_AT_ONCE = 1 / 30, 10
"""Calls to others, a second and at once."""
PER_PERSON = 20
"""Pages of one person that may wait; others are answered at once."""


class Arrivals:
    def __init__(self, at_tables: Presence) -> None:
        self.presence = Presence(now)
        """Of pages. Whoever has one open need not see his tables, so it does not count where these matter."""
        self._at_tables = at_tables
        self._news: dict[str, asyncio.Event] = {}
        self._waiting: dict[str, int] = defaultdict(int)
        self._calls = Buckets(CALLS, CALLS_AT_ONCE)
        self._closed = False

    def pay(self, guest: str) -> None:
        """Somebody calls somebody to a table; a Refusal, if he has called many."""
        if wait := self._calls.take(guest):
            raise busy(wait, "you have called many people")

    def shared(self) -> dict[str, Buckets]:
        """What counts at all nodes together."""
        return {"calls": self._calls}

    def is_here(self, guest: str, within: int) -> bool:
        """Was he connected to anything within so many milliseconds?"""
        return self.presence.was_here(guest, within) or self._at_tables.was_here(guest, within)

    def tell(self, guest: str | None) -> None:
        """Something has changed for him; None: perhaps for anybody."""
        for each in list(self._news) if guest is None else [guest]:
            if event := self._news.pop(each, None):
                event.set()

    def expect(self, guest: str) -> asyncio.Event:
        """Is set when something changes after this; to be asked for before one looks."""
        return self._news.setdefault(guest, asyncio.Event())

    async def wait(self, guest: str, news: asyncio.Event, seconds: float) -> None:
        """Until something has changed, but not longer than that. Meanwhile he is here."""
        if self._closed or self._waiting[guest] >= PER_PERSON:
            return
        self._waiting[guest] += 1
        self.presence.enter(guest)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), seconds)
        finally:
            self.presence.exit(guest)
            self._waiting[guest] -= 1
            if not self._waiting[guest]:
                del self._waiting[guest]
                self._news.pop(guest, None)

    def close(self) -> None:
        """The server stops: nobody waits any longer."""
        self._closed = True
        self.tell(None)
