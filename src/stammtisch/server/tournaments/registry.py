"""All tournaments that are in use: what people do in them, and who waits for news of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from stammtisch.core.errors import TournamentError
from stammtisch.core.translation import speaking
from stammtisch.fair import fresh
from stammtisch.server.clock import now
from stammtisch.server.live.observer import TableObserver
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.registry import Registry
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.people.guests import new_id
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.tournaments import NewTournament, TournamentCommand
from stammtisch.server.storage.entities import Guest, put_master
from stammtisch.server.storage.faults import Damaged
from stammtisch.server.storage.log import Conflict, Row, Statement, Write, audit
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter
from stammtisch.server.table.commands import Table
from stammtisch.server.table.redaction import rewrite
from stammtisch.server.tournaments import index, redaction
from stammtisch.server.tournaments.hosted import SERVER, HostedTournament
from stammtisch.server.tournaments.live_tournament import LiveTournament
from stammtisch.server.tournaments.online import OnlineRounds
from stammtisch.server.tournaments.view import Encoded, shown
from stammtisch.tournament import Drawn, Dropped, Tournament

log = logging.getLogger("stammtisch.tournaments")


class TournamentRegistry(Registry[LiveTournament], TableObserver):
    idle = 300.0

    def __init__(self, store: Store, writer: LogWriter, tables: TableRegistry) -> None:
        super().__init__(store, writer, tables.node)
        self.tables = tables
        tables.observers.append(self)

    def committed(self, table: Table, rows: Sequence[Row]) -> None:
        """A game of a tournament has begun, or is over: the tournament looks at it."""
        place = table.opened.place
        live = self._live.get(place.tournament) if place else None
        if live:
            live.statuses[table.name] = table.status
        if place and any(row.kind in ("fair", "result") for row in rows):
            task = asyncio.ensure_future(self.live(place.tournament))
            task.add_done_callback(lambda done: None if done.cancelled() or done.exception() else done.result().tell())

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
        claims = self.node.claims(hosted.name)
        live = self._hold(LiveTournament(hosted))
        async with live.lock:
            await self.commit(live, put_master(hosted.name, secret), *claims)
        return hosted

    async def live(self, name: str) -> LiveTournament:
        found = await super().live(name)
        found.used = asyncio.get_running_loop().time()
        return found

    async def shown(self, name: str, guest: str | None, key: str | None, language: str) -> bytes:
        """A TournamentShown. What is dear in it is computed once after each change, whoever asks."""
        async with self.held(name) as live:
            if live.encoded is None or live.encoded.seq != live.hosted.seq:
                live.encoded = await asyncio.to_thread(Encoded, live.hosted)
            names = live.encoded.open
            if not live.statuses.keys() >= set(names):  # another draw: from now on `committed` keeps them
                live.statuses = {each: live.statuses[each] for each in names if each in live.statuses}
                for each in names:
                    if each not in live.statuses:
                        status = await self.tables.status(each)
                        live.statuses.setdefault(each, status)  # what was committed meanwhile is newer
            due = live.automation.due if live.automation else None
            with speaking(language):
                return shown(live.hosted, live.encoded, guest, key, live.statuses, due)

    async def wake(self) -> None:
        """After a start: tournaments that go on although nobody looks."""
        await self.wake_these(await asyncio.to_thread(index.to_be_cared_for, self.store))

    def close(self) -> None:
        """Nobody waits for news any more, and nothing goes on by itself."""
        for live in list(self._live.values()):
            if live.automation:
                live.automation.stop()
            live.tell()

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def do(self, name: str, command: TournamentCommand, guest: Guest, payer: Payer) -> None:
        drawn, seq = await self._drawn(name, command, guest, payer)
        async with self.held(name) as live:
            with self.whole(live):
                if seq != live.hosted.seq:  # somebody was quicker than the draw; this time he waits
                    task = await asyncio.to_thread(live.hosted.draw_task, command, guest, now())
                    drawn = await self.tables.workers.run("rest", payer, task.run) if task else None
                await asyncio.to_thread(live.hosted.do, command, guest, now(), drawn)  # it may take long
            await self.commit(live)

    async def _drawn(
        self, name: str, command: TournamentCommand, guest: Guest, payer: Payer
    ) -> tuple[Drawn | None, int]:
        """What the command draws, if it draws, and after which row. Nobody waits for the tournament meanwhile."""
        async with self.held(name) as live:
            task = await asyncio.to_thread(live.hosted.draw_task, command, guest, now())
            seq = live.hosted.seq
        return await self.tables.workers.run("rest", payer, task.run) if task else None, seq

    async def claim(self, name: str, key: str, guest: Guest) -> None:
        async with self.held(name) as live:
            with self.whole(live):
                live.hosted.claim(key, guest, now())
            await self.commit(live)

    async def let_go_everywhere(self, guest: str) -> None:
        for name in await asyncio.to_thread(index.with_guest, self.store, guest):
            await self.let_go(name, guest)

    async def let_go(self, name: str, guest: str) -> None:
        """Somebody wants to be deleted: he drops out, and the log forgets him."""
        await self.bring(name)
        async with self.held(name) as live:
            player = live.hosted.player_of(guest)
            with self.whole(live), suppress(TournamentError):  # he has dropped already, or it is over
                if player is not None:
                    live.hosted.by_itself([Dropped(player)], SERVER, now())
            await self.commit(live)
            rows = await asyncio.to_thread(self.store.rows, name)
            changed = await asyncio.to_thread(redaction.redacted, rows, guest)
            try:
                await self._writer.write(Write(also=rewrite(changed), epoch=live.epoch))
            finally:
                self._forget(live)

    async def commit(self, live: LiveTournament, *also: Statement) -> None:
        try:
            await super().commit(live, *also)
        except Conflict:
            raise Refusal("stale", "the tournament was changed elsewhere; try again") from None

    # ── What the registry asks of tournaments ────────────────────────────────────────────────────────────────────────

    async def _load(self, name: str) -> LiveTournament:
        secret, rows = await asyncio.to_thread(self.store.log, name)
        if not rows or (rows[0].kind == "opened" and audit(rows[:1]) is None):
            raise Refusal("no_tournament", "there is no such tournament")
        if secret is None or rows[0].kind != "tournament":
            raise Damaged("the secret of its draws, or its first row, is not there", name, 1)
        live = self._hold(LiveTournament(await asyncio.to_thread(HostedTournament.folded, name, secret, rows)))
        self._go_on(live)
        return live

    def _go_on(self, live: LiveTournament) -> None:
        if live.automation is None and live.hosted.online and live.hosted.tournament.progress.phase != "closed":
            live.automation = OnlineRounds(self, self.tables, live)

    def _statements(self, live: LiveTournament, rows: list[Row]) -> list[Statement]:
        return index.put(live.hosted)

    def _committed(self, live: LiveTournament, rows: list[Row]) -> None:
        self._go_on(live)
        live.tell()

    def _forgotten(self, live: LiveTournament) -> None:
        if live.automation:
            live.automation.stop()
        live.tell()

    def _goes_on_alone(self, live: LiveTournament) -> bool:
        return live.hosted.online is not None

    def _is_idle(self, live: LiveTournament) -> bool:
        unused = asyncio.get_running_loop().time() - live.used >= self.idle
        return unused and not live.waiting and (live.automation is None or live.automation.is_over)
