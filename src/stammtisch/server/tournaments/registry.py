"""The desk: all tournaments that are in use, each with a lock and those who wait for news of it.

As at tables, one thing at a time changes a tournament, and is shown when it is on disk and not before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from stammtisch.core.errors import TournamentError
from stammtisch.fair import fresh
from stammtisch.server.clock import now
from stammtisch.server.live.registry import TableRegistry
from stammtisch.server.people.guests import new_id
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.settings import Place
from stammtisch.server.protocol.tournaments import Doing, NewTournament
from stammtisch.server.storage.entities import Guest, put_master
from stammtisch.server.storage.log import Conflict, LogWriter, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.table.redaction import rewrite
from stammtisch.server.tournaments import index, redaction
from stammtisch.server.tournaments.hosted import SERVER, HostedTournament
from stammtisch.server.tournaments.online import OnlineRounds
from stammtisch.tournament import Dropped, Tournament

log = logging.getLogger("stammtisch.tournaments")
CROWD = 1000  # who may wait for news of one tournament at once; others are answered at once
IDLE = 300.0  # seconds after which a tournament that nobody needs is put away


class LiveTournament:
    """A tournament in use."""

    def __init__(self, hosted: HostedTournament) -> None:
        self.hosted = hosted
        self.lock = asyncio.Lock()
        self.gone = False
        """It is not what is on disk any more, and nobody may go on with it."""
        self.waiting = 0
        self.used = 0.0
        self.care: OnlineRounds | None = None
        self._news = asyncio.Event()

    def tell(self) -> None:
        """Something has changed: wake those who wait."""
        self._news.set()
        self._news = asyncio.Event()
        if self.care:
            self.care.poke()

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


class TournamentRegistry:
    def __init__(self, store: Store, writer: LogWriter, tables: TableRegistry) -> None:
        self.store = store
        self.tables = tables
        self._writer = writer
        self._live: dict[str, LiveTournament] = {}
        self._loading: dict[str, asyncio.Future[LiveTournament]] = {}
        tables.ended = self.ended

    # ── Tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self, wanted: NewTournament, guest: Guest) -> HostedTournament:
        hosted, secret = self._new()
        await asyncio.to_thread(hosted.open, wanted, guest, now())
        return await self._begin(hosted, secret)

    async def take_over(self, tournament: Tournament, guest: Guest) -> HostedTournament:
        hosted, secret = self._new()
        await asyncio.to_thread(hosted.take_over, tournament, guest, now())
        return await self._begin(hosted, secret)

    @staticmethod
    def _new() -> tuple[HostedTournament, bytes]:
        secret = fresh()
        return HostedTournament(new_id(), secret), secret

    async def _begin(self, hosted: HostedTournament, secret: bytes) -> HostedTournament:
        rows, hosted.fresh = hosted.fresh, []
        await self._writer.write(Write(rows, [put_master(hosted.name, secret), *index.put(hosted)]))
        self._keep(hosted)
        return hosted

    def _keep(self, hosted: HostedTournament) -> LiveTournament:
        live = self._live[hosted.name] = LiveTournament(hosted)
        live.used = asyncio.get_running_loop().time()
        if hosted.online and hosted.tournament.progress.phase != "closed":
            live.care = OnlineRounds(self, live)
        self._put_away_later(live)
        return live

    async def live(self, name: str) -> LiveTournament:
        """A tournament, from memory or from its log."""
        found = self._live.get(name)
        if found:
            found.used = asyncio.get_running_loop().time()
            return found
        if name not in self._loading:
            self._loading[name] = asyncio.ensure_future(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> LiveTournament:
        secret, rows = await asyncio.to_thread(self.store.log, name)
        if secret is None or not rows or rows[0].kind != "tournament":
            raise Refusal("no_tournament", "there is no such tournament")
        return self._keep(await asyncio.to_thread(HostedTournament.folded, name, secret, rows))

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[LiveTournament]:
        """A tournament, locked, as it is on disk."""
        while True:
            live = await self.live(name)
            async with live.lock:
                if not live.gone:
                    yield live
                    return

    async def wake(self) -> None:
        """After a start: tournaments that go on although nobody looks."""
        for name in await asyncio.to_thread(index.to_be_cared_for, self.store):
            try:
                await self.live(name)
            except Exception:  # the others must wake all the same
                log.exception("a tournament cannot be read", extra={"table": name})

    def close(self) -> None:
        """Nobody waits for news any more, and nothing goes on by itself."""
        for live in list(self._live.values()):
            if live.care:
                live.care.stop()
            live.tell()

    def _put_away_later(self, live: LiveTournament) -> None:
        asyncio.get_running_loop().call_later(IDLE, self._put_away, live)

    def _put_away(self, live: LiveTournament) -> None:
        if self._live.get(live.hosted.name) is not live:
            return
        idle = asyncio.get_running_loop().time() - live.used >= IDLE
        if idle and not live.waiting and not live.lock.locked() and (live.care is None or live.care.is_over):
            del self._live[live.hosted.name]
        else:
            self._put_away_later(live)

    # ── Doing ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def do(self, name: str, doing: Doing, guest: Guest) -> None:
        async with self.held(name) as live:
            with self._whole(live):
                if len(doing.what) > 1 or doing.what[0].get("kind") == "drawn":  # may take long
                    await asyncio.to_thread(live.hosted.do, doing, guest, now())
                else:
                    live.hosted.do(doing, guest, now())
            await self.commit(live)

    async def claim(self, name: str, key: str, guest: Guest) -> None:
        async with self.held(name) as live:
            with self._whole(live):
                live.hosted.claim(key, guest, now())
            await self.commit(live)

    async def let_go_everywhere(self, guest: str) -> None:
        for name in await asyncio.to_thread(index.with_guest, self.store, guest):
            await self.let_go(name, guest)

    async def let_go(self, name: str, guest: str) -> None:
        """Somebody wants to be deleted: he drops out, and the log forgets him."""
        async with self.held(name) as live:
            player = live.hosted.player_of(guest)
            with self._whole(live), suppress(TournamentError):  # he has dropped already, or it is over
                if player is not None:
                    live.hosted.by_itself([Dropped(player)], SERVER, now())
            await self.commit(live)
            rows = await asyncio.to_thread(self.store.rows, name)
            changed = await asyncio.to_thread(redaction.redacted, rows, guest)
            try:
                await self._writer.write(Write(also=rewrite(changed)))
            finally:
                self.forget(live)

    async def commit(self, live: LiveTournament) -> None:
        """Put what has happened on disk; then, and only then, show it."""
        hosted = live.hosted
        rows, hosted.fresh = hosted.fresh, []
        if not rows:
            return
        try:
            await self._writer.write(Write(rows, index.put(hosted)))
        except Conflict:
            self.forget(live)
            raise Refusal("stale", "the tournament was changed elsewhere; try again") from None
        except BaseException:  # also if this task is cancelled while it waits: nobody knows what is on disk
            self.forget(live)
            raise
        live.tell()

    @contextmanager
    def _whole(self, live: LiveTournament) -> Iterator[None]:
        """What is begun and fails by a mistake of ours must never be written. A refusal has changed nothing."""
        try:
            yield
        except Refusal:
            raise
        except BaseException:  # also if whoever asked has gone while a thread was at it
            self.forget(live)
            raise

    def forget(self, live: LiveTournament) -> None:
        """What is in memory may not be what is on disk: fold it anew."""
        live.gone = True
        if self._live.get(live.hosted.name) is live:
            del self._live[live.hosted.name]
        if live.care:
            live.care.stop()
        live.tell()
        if live.hosted.online:
            asyncio.get_running_loop().call_later(1.0, self._wake_again, live.hosted.name)

    def _wake_again(self, name: str) -> None:
        task = asyncio.ensure_future(self.live(name))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def ended(self, place: Place) -> None:
        """A game of a tournament is over."""
        task = asyncio.ensure_future(self.live(place.tournament))
        task.add_done_callback(lambda done: None if done.cancelled() or done.exception() else done.result().tell())
