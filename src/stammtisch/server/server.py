"""The server: one process, one port. HTTP for what happens around a game, a socket for the game itself."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from stammtisch.server import guests
from stammtisch.server.entries import Guest, add_guest
from stammtisch.server.hall import Hall, now
from stammtisch.server.log import Write
from stammtisch.server.minds import Minds
from stammtisch.server.notices.carrier import Carrier
from stammtisch.server.notices.offers import Offers
from stammtisch.server.notices.post import Post
from stammtisch.server.refusal import Refusal
from stammtisch.server.store import Store
from stammtisch.server.turns import Turns

log = logging.getLogger("stammtisch.server")


class Server:
    """Everything that lives as long as the process."""

    def __init__(self, url: str, *, bots: int = 1, offers: Offers | None = None) -> None:
        self.store = Store(url)
        self._bots = bots
        self._offers = offers or Offers()
        self.writer = self.store.writer(failed=self._fatal)
        self._known: dict[str, Guest] = {}
        self.hall: Hall
        self.turns: Turns
        self.post: Post

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self.writer.start()
        self.hall = Hall(self.store, self.writer, Minds(self._bots))
        self.turns = Turns(self.store, self.hall)
        carrier = Carrier()
        self.post = Post(self.store, self.writer, self.hall, self.turns, self._offers, carrier.send, now)
        self.hall.listener = self.post
        tasks = [asyncio.ensure_future(self.hall.wake()), asyncio.ensure_future(self.post.run())]
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 50)  # thousands of live sockets make every collection long
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            carrier.close()
            await self.hall.close()
            await asyncio.to_thread(self.writer.stop)
            self.store.close()

    @staticmethod
    def _fatal(error: BaseException) -> None:
        """The disk failed: nobody knows what is on it. Stop at once; the log tells after a restart."""
        log.critical("the log cannot be written: %s", type(error).__name__)
        os._exit(70)

    async def guest(self, token: str | None) -> Guest | None:
        if token is None:
            return None
        key = guests.hashed(token)
        found = self._known.get(key)
        if found is None:
            found = await asyncio.to_thread(self.store.guest_by_token, key)
            if found is None:
                raise Refusal("not_signed_in", "this secret belongs to nobody here")
            if len(self._known) > 20_000:
                self._known.clear()
            self._known[key] = found
        return found

    async def welcome(self, name: str, *, program: bool) -> tuple[Guest, str]:
        guest, token = guests.new_guest(name, now(), bot=program)
        await self.writer.write(Write(also=[add_guest(guest)]))
        return guest, token
