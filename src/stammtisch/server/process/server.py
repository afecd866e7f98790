"""The server: one process, one port. HTTP for what happens around a game, a socket for the game itself."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

import sqlalchemy as sa

from stammtisch.core.errors import StammtischError
from stammtisch.server.clock import now
from stammtisch.server.counters import Counters
from stammtisch.server.deals.secret import DealKeys
from stammtisch.server.http.answers import Answers
from stammtisch.server.http.limits import Limits
from stammtisch.server.live.arrivals import Arrivals
from stammtisch.server.live.precompiler import Precompiler
from stammtisch.server.live.seeks import Seeks
from stammtisch.server.live.tables import BANNED, TableRegistry
from stammtisch.server.live.turns import Turns
from stammtisch.server.live.workers import Workers
from stammtisch.server.nodes.gossip import Gossip, NodeFigures
from stammtisch.server.nodes.member import Member, NodeSettings
from stammtisch.server.nodes.node import FREED, Alone, Node
from stammtisch.server.nodes.rereading import Rereading
from stammtisch.server.notices import keys
from stammtisch.server.notices.dispatcher import Dispatcher
from stammtisch.server.notices.sender_process import SenderProcess
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.operator import audit
from stammtisch.server.operator.audit import Action
from stammtisch.server.people import calls, guests
from stammtisch.server.people.accounts import Accounts
from stammtisch.server.people.sessions import Sessions
from stammtisch.server.privacy.deletion import LEFT, Deletion
from stammtisch.server.process.relay import Relay
from stammtisch.server.protocol.nodes import Figures, News
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.statistics.collector import REST, Collector
from stammtisch.server.storage import leases
from stammtisch.server.storage.entities import Guest, Session, add_guest
from stammtisch.server.storage.faults import Damaged, NoStorage, is_damage
from stammtisch.server.storage.log import Fenced
from stammtisch.server.storage.store import Store

if TYPE_CHECKING:
    from stammtisch.server.tournaments.registry import TournamentRegistry

log = logging.getLogger("stammtisch.server")
TOURNAMENTS = "stammtisch.server.tournaments.registry"
PATIENCE = 4.0
"""Seconds that somebody waits for another node beyond its lease."""
FREED_SECONDS = 10.0
"""Seconds between two looks for what no node has, if nobody tells of it."""
EVERY = 1.0  # seconds between two looks at how late the event loop is


class Server:
    """Everything that lives as long as the process."""

    def __init__(
        self,
        url: str,
        *,
        bots: int = 1,
        notice_settings: NoticeSettings | None = None,
        warm: bool = False,
        limits: Limits | None = None,
        node: NodeSettings | None = None,
    ) -> None:
        """`warm`: what bots need is compiled and loaded ahead; else the first who asks for it waits. `node`: it is one
        of several."""
        self.store = Store(url, node=node is not None)
        self.limits = limits or Limits()
        self._bots = bots
        self._warm = warm
        self.notice_settings = notice_settings or NoticeSettings()
        self.node: Node = Alone()
        self.member: Member | None = None
        """This node, if it is one of several."""
        self.relay: Relay | None = None
        self.gossip: Gossip | None = None
        self.writer = self.store.writer(
            failed=self._failed,
            recovered=self._recovered,
            damaged=self._damaged,
            epoch=(lambda: self.node.epoch) if node else None,
        )
        if node:
            self.node = self.member = Member(self.store, self.writer, node, self._lose, self._needed)
            self.relay = Relay(self.member, lambda table: self.tables.home(table), node.lease + PATIENCE)
        self._told: list[str] = []
        self._obeyed = 0
        self.counters = Counters()
        try:
            self.operator_state = audit.operator_state(audit.actions(self.store))
        except Damaged as damage:
            self.store.close()
            raise StammtischError(f"cannot read {self.store}: {damage}. {self.store.remedy}") from damage
        self._tournaments: TournamentRegistry | None = None
        self.workers: Workers
        self.answers: Answers
        self.tables: TableRegistry
        self.arrivals: Arrivals
        self.seeks: Seeks
        self.sessions: Sessions
        self.accounts: Accounts
        self.deletion: Deletion
        self.turns: Turns
        self.notices: Dispatcher
        self.deals: DealKeys

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self.writer.start()
        if self.member:
            await self.member.start()
            if self.notice_settings.pushes:
                await asyncio.to_thread(keys.share, self.notice_settings.data, self.store, self.writer)
        self.workers = Workers(self._bots, warm=self._warm)
        self.answers = Answers(self.workers, self.limits)
        self.tables = TableRegistry(self.store, self.writer, self.workers, self.counters, self.node)
        self.tables.is_crowded = lambda: self.limits.is_crowded
        self.deals = DealKeys(self.store, self.writer)
        self.arrivals = Arrivals(self.tables.presence)
        self.node.hear(calls.TOLD, self.arrivals.tell)
        self.seeks = Seeks(self.store, self.writer, self.tables, self.arrivals)
        self.tables.banned.update(self.operator_state.banned)
        self.node.hear(audit.TOLD, Rereading(self._look_at_actions).hear)
        collector = Collector(self.store, self.writer, REST, self.node)
        collector.start()
        self.sessions = Sessions(self.store, self.writer, self.tables, self.node)
        self.accounts = Accounts(self.store, self.writer, self.sessions)
        self.deletion = Deletion(self.store, self.writer, self.tables, self.sessions, self._let_go)
        self.node.hear(LEFT, lambda _: self.answers.forget())
        self.turns = Turns(self.store, self.tables)
        sender = SenderProcess()
        self.notices = Dispatcher(
            self.store, self.writer, self.tables, self.turns, self.notice_settings, sender.send, now
        )
        self.tables.observers = [self.notices, collector]
        tasks = [asyncio.ensure_future(each) for each in (self._wake(), self._look_at_the_clock(), self.notices.run())]
        if self.member:
            self.gossip = self._gossip(self.member)
            tasks.append(asyncio.ensure_future(self.gossip.run()))
        precompiler = Precompiler(self.workers)
        if self._warm:
            self.tables.observers.append(precompiler)
            tasks.append(asyncio.ensure_future(precompiler.run()))
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 10, 50)  # thousands of live sockets make every collection long
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.let_nobody_wait()
            precompiler.close()
            self.deletion.close()
            sender.close()
            await self.tables.close()
            await collector.close()
            await asyncio.to_thread(self.writer.stop)
            if self.gossip:
                await self.gossip.close()
            if self.member:
                await self.member.stop()
            self.store.close()

    async def _wake(self) -> None:
        if self.member:
            await asyncio.to_thread(import_module, TOURNAMENTS)
            await self._wake_what_nobody_has(self.member)
            return
        await self.deletion.resume()
        await self.tables.wake()
        await asyncio.to_thread(
            import_module, TOURNAMENTS
        )  # the application imports it too: to wait for that here stops all
        await self.tournaments.wake()

    # ── One of several nodes ─────────────────────────────────────────────────────────────────────────────────────────

    async def _wake_what_nobody_has(self, member: Member) -> None:
        """Again and again: what a node that has ended let go of, and goes on although nobody asks for it."""
        freed = asyncio.Event()
        member.hear(FREED, lambda _: freed.set())
        while True:
            freed.clear()
            with suppress(NoStorage):
                await self.deletion.resume()
                tables, tournaments = await asyncio.to_thread(self._unowned)
                await self.tournaments.wake_these(each for each in tournaments if member.is_preferred(each))
                await self.tables.wake_these([each for each in tables if await self._is_for(member, each)])
            with suppress(TimeoutError):
                await asyncio.wait_for(freed.wait(), FREED_SECONDS)

    async def _is_for(self, member: Member, table: str) -> bool:
        """Is it this node that takes a table that nobody has? One of a tournament is where that is."""
        try:
            home = await self.tables.home(table)
        except (Damaged, ValueError):
            home = table  # whoever takes it tells what is wrong with it
        return member.has(home) or (member.is_preferred(home) and await member.owner([home]) is None)

    def _unowned(self) -> tuple[list[str], list[str]]:
        with self.store.reading() as connection:
            return (
                list(connection.scalars(sa.text(leases.UNOWNED))),
                list(connection.scalars(sa.text(leases.UNOWNED_TOURNAMENTS))),
            )

    def _gossip(self, member: Member) -> Gossip:
        """What nodes tell each other all the time."""
        found = Gossip(member, self._figures)
        presence, quotas, pages = self.tables.presence, self.tables.quotas, self.arrivals.presence
        for name, buckets in {**self.limits.shared(), **quotas.shared(), **self.arrivals.shared()}.items():
            found.tally(name, buckets.tally, buckets.taken_elsewhere)
        for name, attempts in self.accounts.attempts.items():
            found.tally(name, attempts.tally, attempts.tried_elsewhere)
        found.tally("seen", presence.tally, presence.last_seen)
        found.tally("page seen", pages.tally, pages.last_seen)
        found.tally("over", quotas.ended, quotas.ended_elsewhere)
        for name, level in self.limits.levels().items():
            found.level(name, *level)
        found.level("here", presence.here, presence.elsewhere)
        found.level("page", pages.here, pages.elsewhere)
        found.level("open", quotas.open, quotas.open_elsewhere)
        return found

    def _figures(self) -> Figures:
        people = len(self.tables.presence.here())
        return Figures(tables=len(self.tables.lives()), people=people, lag=self.counters.late)

    def nodes(self) -> list[NodeFigures]:
        """All of them; none, if this server is alone."""
        return self.gossip.nodes() if self.gossip else []

    def hear(self, news: News) -> None:
        """Another node tells what it always tells."""
        if self.gossip:
            self.gossip.hear(news)

    def _lose(self) -> None:
        """Other nodes may have everything."""
        self.tables.lose()
        if self._tournaments:
            self._tournaments.lose()

    def is_node(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        return self.member is not None and self.member.peers.knows(headers)

    def _needed(self) -> set[str]:
        return self.tables.needed() | (self._tournaments.needed() if self._tournaments else set())

    async def give(self, home: str, *, unwatched: bool = False) -> None:
        """Another node wants to have a table, or a tournament with its tables; `unwatched`: only if nobody is there."""
        assert self.member
        if unwatched and self.tables.is_watched(home):
            raise Refusal("elsewhere", "somebody is connected to it here")
        self.member.refuse({home})  # whoever was there comes again at once
        tournaments = await self._tournaments.hand_over(home) if self._tournaments else []
        await self.member.give({home, *tournaments, *await self.tables.hand_over(home)})

    async def drain(self) -> None:
        """Before this node stops: the others take over what it has, and nobody loses a move."""
        if self.member and not self.member.draining:
            await self.member.drain()
            if self._tournaments:
                await self._tournaments.hand_over()
            await self.tables.hand_over()
            await self.member.give_away()

    @property
    def tournaments(self) -> TournamentRegistry:
        """Loaded when it is wanted: tables that people want to come back to are waiting for nothing else."""
        if self._tournaments is None:
            from stammtisch.server.tournaments.registry import TournamentRegistry

            self._tournaments = TournamentRegistry(self.store, self.writer, self.tables)
        return self._tournaments

    async def _let_go(self, guest: str) -> None:
        """Whoever leaves is told nothing more, and is forgotten by tournaments too."""
        self.answers.forget()
        self.notices.leave(guest)
        await self.tournaments.let_go_everywhere(guest)

    def let_nobody_wait(self) -> None:
        """The server stops: whoever waits for news of a tournament would keep it from that."""
        self.arrivals.close()
        if self._tournaments:
            self._tournaments.close()

    async def _look_at_the_clock(self) -> None:
        """How late is whoever wants to be woken?"""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.counters.late = max(0.0, loop.time() - due)
            self.counters.lag.add(self.counters.late)

    async def _look_at_actions(self, _: str | None) -> None:
        """The operator has done something at another node."""
        while True:
            obeyed = self._obeyed
            found = await asyncio.to_thread(lambda: audit.operator_state(audit.actions(self.store)))
            if obeyed == self._obeyed:  # else it may have been read before what was done here
                break
        self.operator_state = found
        for guest in found.banned.keys() - self.tables.banned:
            self.tables.ban(guest)
        self.tables.banned.intersection_update(found.banned)

    def obey(self, action: Action) -> None:
        """What the operator has done, and is on disk, comes into effect."""
        self._obeyed += 1
        self.operator_state.apply(action)
        if action.what == "ban":
            self.tables.ban(action.whom)
        elif action.what == "unban":
            self.tables.banned.discard(action.whom)

    def _failed(self, error: BaseException) -> None:
        """On the writer's thread: the disk or the database has failed."""
        self._failed_at = time.monotonic()
        if self.member and isinstance(error, Fenced):
            self._loop.call_soon_threadsafe(self.member.fenced)
            return
        passing = "nothing is acknowledged until that has passed; it is tried every second"
        lasting = f"it is damaged where it was to be written. {self.store.remedy}"
        log.critical(
            "nothing can be stored in %s (%s): %s", self.store, error, lasting if is_damage(error) else passing
        )

    def _damaged(self, damage: Damaged) -> None:
        """On the writer's thread: something that belongs to no table cannot be written. It is told once."""
        if str(damage) not in self._told:
            self._told.append(str(damage))
            log.error("damaged in %s: %s. %s", self.store, damage, self.store.remedy)

    @property
    def damaged(self) -> dict[str, str]:
        """What is damaged, as far as somebody has asked for it, and why: tables, tournaments, and all the rest."""
        rest = {"the database": "; ".join(self._told)} if self._told else {}
        tournaments = self._tournaments.damaged if self._tournaments else {}
        return {**self.tables.damaged, **tournaments, **rest}

    def _recovered(self) -> None:
        """On the writer's thread. Whoever was refused meanwhile connects again, and what stood still goes on."""
        log.warning("everything is stored again, after %.0f s", time.monotonic() - self._failed_at)
        self.store.forget_connections()
        self._loop.call_soon_threadsafe(self.tables.connect_again)
        asyncio.run_coroutine_threadsafe(self.deletion.resume(), self._loop)

    async def session(self, token: str) -> Session:
        session = await self.sessions.of(token)
        if session.guest.id in self.tables.banned:
            raise Refusal("banned", BANNED)
        return session

    async def welcome(self, name: str, device: str, *, program: bool) -> tuple[Guest, str]:
        guest = guests.new_guest(name, now(), bot=program)
        _, token = await self.sessions.begin(guest, device, add_guest(guest))
        return guest, token

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Another name, for tables to come: what has happened under the old one stays as it was."""
        clean = guests.clean_name(name)
        await self.sessions.change(guest.id, ("UPDATE guest SET name = ? WHERE id = ?", (clean, guest.id)))
        return replace(guest, name=clean)
