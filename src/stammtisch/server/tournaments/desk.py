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
from stammtisch.server import redaction
from stammtisch.server.entries import Guest, put_master
from stammtisch.server.guests import new_id
from stammtisch.server.hall import Hall
from stammtisch.server.live import now
from stammtisch.server.log import Conflict, LogWriter, Write
from stammtisch.server.refusal import Refusal
from stammtisch.server.settings import Place
from stammtisch.server.store import Store
from stammtisch.server.tournaments import forgetting, index
from stammtisch.server.tournaments.evening import SERVER, Evening
from stammtisch.server.tournaments.messages import Doing, NewTournament
from stammtisch.server.tournaments.online import Care
from stammtisch.tournament import Dropped, Tournament

log = logging.getLogger("stammtisch.desk")
CROWD = 1000  # who may wait for news of one tournament at once; others are answered at once
IDLE = 300.0  # seconds after which a tournament that nobody needs is put away


class Live:
    """A tournament in use."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.lock = asyncio.Lock()
        self.gone = False
        """It is not what is on disk any more, and nobody may go on with it."""
        self.waiting = 0
        self.used = 0.0
        self.care: Care | None = None
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


class Desk:
    def __init__(self, store: Store, writer: LogWriter, hall: Hall) -> None:
        self.store = store
        self.hall = hall
        self._writer = writer
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live]] = {}
        hall.ended = self.ended

    # ── Tournaments ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self, wanted: NewTournament, guest: Guest) -> Evening:
        evening, secret = self._new()
        await asyncio.to_thread(evening.open, wanted, guest, now())
        return await self._begin(evening, secret)

    async def take_over(self, tournament: Tournament, guest: Guest) -> Evening:
        evening, secret = self._new()
        await asyncio.to_thread(evening.take_over, tournament, guest, now())
        return await self._begin(evening, secret)

    @staticmethod
    def _new() -> tuple[Evening, bytes]:
        secret = fresh()
        return Evening(new_id(), secret), secret

    async def _begin(self, evening: Evening, secret: bytes) -> Evening:
        rows, evening.fresh = evening.fresh, []
        await self._writer.write(Write(rows, [put_master(evening.name, secret), *index.put(evening)]))
        self._keep(evening)
        return evening

    def _keep(self, evening: Evening) -> Live:
        live = self._live[evening.name] = Live(evening)
        live.used = asyncio.get_running_loop().time()
        if evening.online and evening.tournament.progress.phase != "closed":
            live.care = Care(self, live)
        self._put_away_later(live)
        return live

    async def live(self, name: str) -> Live:
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

    async def _load(self, name: str) -> Live:
        secret, rows = await asyncio.to_thread(self.store.log, name)
        if secret is None or not rows or rows[0].kind != "tournament":
            raise Refusal("no_tournament", "there is no such tournament")
        return self._keep(await asyncio.to_thread(Evening.folded, name, secret, rows))

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[Live]:
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

    def _put_away_later(self, live: Live) -> None:
        asyncio.get_running_loop().call_later(IDLE, self._put_away, live)

    def _put_away(self, live: Live) -> None:
        if self._live.get(live.evening.name) is not live:
            return
        idle = asyncio.get_running_loop().time() - live.used >= IDLE
        if idle and not live.waiting and not live.lock.locked() and (live.care is None or live.care.is_over):
            del self._live[live.evening.name]
        else:
            self._put_away_later(live)

    # ── Doing ────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def do(self, name: str, doing: Doing, guest: Guest) -> None:
        async with self.held(name) as live:
            with self._whole(live):
                if len(doing.what) > 1 or doing.what[0].get("kind") == "drawn":  # may take long
                    await asyncio.to_thread(live.evening.do, doing, guest, now())
                else:
                    live.evening.do(doing, guest, now())
            await self.commit(live)

    async def claim(self, name: str, key: str, guest: Guest) -> None:
        async with self.held(name) as live:
            with self._whole(live):
                live.evening.claim(key, guest, now())
            await self.commit(live)

    async def let_go_everywhere(self, guest: str) -> None:
        for name in await asyncio.to_thread(index.with_guest, self.store, guest):
            await self.let_go(name, guest)

    async def let_go(self, name: str, guest: str) -> None:
        """Somebody wants to be deleted: he drops out, and the log forgets him."""
        async with self.held(name) as live:
            player = live.evening.player_of(guest)
            with self._whole(live), suppress(TournamentError):  # he has dropped already, or it is over
                if player is not None:
                    live.evening.by_itself([Dropped(player)], SERVER, now())
            await self.commit(live)
            rows = await asyncio.to_thread(self.store.rows, name)
            changed = await asyncio.to_thread(forgetting.redacted, rows, guest)
            try:
                await self._writer.write(Write(also=redaction.rewrite(changed)))
            finally:
                self.forget(live)

    async def commit(self, live: Live) -> None:
        """Put what has happened on disk; then, and only then, show it."""
        evening = live.evening
        rows, evening.fresh = evening.fresh, []
        if not rows:
            return
        try:
            await self._writer.write(Write(rows, index.put(evening)))
        except Conflict:
            self.forget(live)
            raise Refusal("stale", "the tournament was changed elsewhere; try again") from None
        except BaseException:  # also if this task is cancelled while it waits: nobody knows what is on disk
            self.forget(live)
            raise
        live.tell()

    @contextmanager
    def _whole(self, live: Live) -> Iterator[None]:
        """What is begun and fails by a mistake of ours must never be written. A refusal has changed nothing."""
        try:
            yield
        except Refusal:
            raise
        except BaseException:  # also if whoever asked has gone while a thread was at it
            self.forget(live)
            raise

    def forget(self, live: Live) -> None:
        """What is in memory may not be what is on disk: fold it anew."""
        live.gone = True
        if self._live.get(live.evening.name) is live:
            del self._live[live.evening.name]
        if live.care:
            live.care.stop()
        live.tell()
        if live.evening.online:
            asyncio.get_running_loop().call_later(1.0, self._wake_again, live.evening.name)

    def _wake_again(self, name: str) -> None:
        task = asyncio.ensure_future(self.live(name))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def ended(self, place: Place) -> None:
        """A game of a tournament is over."""
        task = asyncio.ensure_future(self.live(place.tournament))
        task.add_done_callback(lambda done: None if done.cancelled() or done.exception() else done.result().tell())
