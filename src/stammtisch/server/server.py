"""The server: one process, one port. HTTP for what happens around a game, a socket for the game itself."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from stammtisch.server import guests
from stammtisch.server.accounts import Accounts
from stammtisch.server.entries import Guest, Session, add_guest
from stammtisch.server.hall import Hall, now
from stammtisch.server.leaving import Leaving
from stammtisch.server.log import Write
from stammtisch.server.minds import Minds
from stammtisch.server.sessions import Sessions
from stammtisch.server.store import Store

log = logging.getLogger("stammtisch.server")


class Server:
    """Everything that lives as long as the process."""

    def __init__(self, url: str, *, bots: int = 1) -> None:
        self.store = Store(url)
        self._bots = bots
        self.writer = self.store.writer(failed=self._fatal)
        self.hall: Hall
        self.sessions: Sessions
        self.accounts: Accounts
        self.leaving: Leaving

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self.writer.start()
        self.hall = Hall(self.store, self.writer, Minds(self._bots))
        self.sessions = Sessions(self.store, self.writer, self.hall)
        self.accounts = Accounts(self.store, self.writer, self.sessions)
        self.leaving = Leaving(self.store, self.writer, self.hall, self.sessions, self.accounts)
        waking = asyncio.ensure_future(self._wake())
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 50)  # thousands of live sockets make every collection long
        try:
            yield
        finally:
            waking.cancel()
            self.leaving.close()
            await self.hall.close()
            await asyncio.to_thread(self.writer.stop)
            self.store.close()

    async def _wake(self) -> None:
        await self.leaving.resume()
        await self.hall.wake()

    @staticmethod
    def _fatal(error: BaseException) -> None:
        """The disk failed: nobody knows what is on it. Stop at once; the log tells after a restart."""
        log.critical("the log cannot be written: %s", type(error).__name__)
        os._exit(70)

    async def session(self, token: str | None) -> Session | None:
        return None if token is None else await self.sessions.of(token)

    async def welcome(self, name: str, device: str, *, program: bool) -> tuple[Guest, str]:
        guest = guests.new_guest(name, now(), bot=program)
        _, token = await self.sessions.begin(guest, device, add_guest(guest))
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Another name, for tables to come: what has happened under the old one stays as it was."""
        clean = guests.clean_name(name)
        await self.writer.write(Write(also=[("UPDATE guest SET name = ? WHERE id = ?", (clean, guest.id))]))
        self.sessions.look_again(guest.id)
        return replace(guest, name=clean)
