"""The server: one process, one port. HTTP for what happens around a game, a socket for the game itself."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from stammtisch import games
from stammtisch.server import guests
from stammtisch.server.accounts import Accounts
from stammtisch.server.audit import Action, actions, orders
from stammtisch.server.entries import Guest, Session, add_guest
from stammtisch.server.hall import BANNED, Hall
from stammtisch.server.leaving import Leaving
from stammtisch.server.live import now
from stammtisch.server.log import Write
from stammtisch.server.minds import Minds
from stammtisch.server.notices.carrier import Carrier
from stammtisch.server.notices.offers import Offers
from stammtisch.server.notices.post import Post
from stammtisch.server.refusal import Refusal
from stammtisch.server.sessions import Sessions
from stammtisch.server.statistics.keeper import REST, Keeper
from stammtisch.server.store import Store
from stammtisch.server.tally import Tally
from stammtisch.server.turns import Turns
from stammtisch.server.warming import Warming

if TYPE_CHECKING:
    from stammtisch.server.tournaments.desk import Desk

log = logging.getLogger("stammtisch.server")
DESK = "stammtisch.server.tournaments.desk"
EVERY = 1.0  # seconds between two looks at how late the event loop is


class Server:
    """Everything that lives as long as the process."""

    def __init__(self, url: str, *, bots: int = 1, offers: Offers | None = None, warm: bool = False) -> None:
        """`warm`: what bots need is compiled and loaded ahead; else the first who asks for it waits."""
        self.store = Store(url)
        self._bots = bots
        self._warm = warm
        self.offers = offers or Offers()
        self.writer = self.store.writer(failed=self._fatal)
        self.tally = Tally()
        self.orders = orders(actions(self.store))
        self._desk: Desk | None = None
        self.hall: Hall
        self.sessions: Sessions
        self.accounts: Accounts
        self.leaving: Leaving
        self.turns: Turns
        self.post: Post

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self.writer.start()
        minds = Minds(self._bots, ahead=tuple(games.names()) if self._warm else ())
        self.hall = Hall(self.store, self.writer, minds, self.tally)
        self.hall.banned.update(self.orders.banned)
        keeper = Keeper(self.store, self.writer, REST)
        self.hall.game_over = keeper.game_over
        keeper.start()
        self.sessions = Sessions(self.store, self.writer, self.hall)
        self.accounts = Accounts(self.store, self.writer, self.sessions)
        self.leaving = Leaving(self.store, self.writer, self.hall, self.sessions, self.accounts, self._let_go)
        self.turns = Turns(self.store, self.hall)
        carrier = Carrier()
        self.post = Post(self.store, self.writer, self.hall, self.turns, self.offers, carrier.send, now)
        self.hall.listener = self.post
        tasks = [asyncio.ensure_future(each) for each in (self._wake(), self._look_at_the_clock(), self.post.run())]
        warming = Warming(minds)
        if self._warm:
            self.hall.chosen = warming.chosen
            tasks.append(asyncio.ensure_future(warming.run()))
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 10, 50)  # thousands of live sockets make every collection long
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.let_nobody_wait()
            warming.close()
            self.leaving.close()
            carrier.close()
            await self.hall.close()
            await keeper.close()
            await asyncio.to_thread(self.writer.stop)
            self.store.close()

    async def _wake(self) -> None:
        await self.leaving.resume()
        await self.hall.wake()
        await asyncio.to_thread(import_module, DESK)  # the application imports it too: to wait for that here stops all
        await self.desk.wake()

    @property
    def desk(self) -> Desk:
        """Loaded when it is wanted: tables that people want to come back to are waiting for nothing else."""
        if self._desk is None:
            from stammtisch.server.tournaments.desk import Desk

            self._desk = Desk(self.store, self.writer, self.hall)
        return self._desk

    async def _let_go(self, guest: str) -> None:
        """Whoever leaves is told nothing more, and is forgotten by tournaments too."""
        self.post.leave(guest)
        await self.desk.let_go_everywhere(guest)

    def let_nobody_wait(self) -> None:
        """The server stops: whoever waits for news of a tournament would keep it from that."""
        if self._desk:
            self._desk.close()

    async def _look_at_the_clock(self) -> None:
        """How late is whoever wants to be woken?"""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.tally.lag.add(max(0.0, loop.time() - due))

    def obey(self, action: Action) -> None:
        """What the operator has done, and is on disk, comes into effect."""
        self.orders.apply(action)
        if action.what == "ban":
            self.hall.ban(action.whom)
        elif action.what == "unban":
            self.hall.banned.discard(action.whom)

    @staticmethod
    def _fatal(error: BaseException) -> None:
        """The disk failed: nobody knows what is on it. Stop at once; the log tells after a restart."""
        log.critical("the log cannot be written: %s", type(error).__name__)
        os._exit(70)

    async def session(self, token: str | None) -> Session | None:
        if token is None:
            return None
        session = await self.sessions.of(token)
        if session.guest.id in self.hall.banned:
            raise Refusal("banned", BANNED)
        return session

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
