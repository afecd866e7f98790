"""All tables that are in use: what people do at them, who watches them, and what goes on by itself."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from stammtisch.bots import precompile
from stammtisch.bots.levels import LEVELS
from stammtisch.bots.names import nameplate
from stammtisch.core.errors import StammtischError
from stammtisch.fair import fresh
from stammtisch.server.clock import now
from stammtisch.server.counters import Counters
from stammtisch.server.live.autoplay import Autoplay
from stammtisch.server.live.invitations import key_to_give, may_sit
from stammtisch.server.live.live_table import LiveTable, changes_lists, indexed, told
from stammtisch.server.live.observer import TableObserver
from stammtisch.server.live.past import Missed
from stammtisch.server.live.presence import Presence
from stammtisch.server.live.quotas import Quotas
from stammtisch.server.live.registry import Registry
from stammtisch.server.live.seekers import Seekers
from stammtisch.server.live.table_lists import TableLists
from stammtisch.server.live.watcher import POLICY, Watcher
from stammtisch.server.live.watching import publish, tell_presence
from stammtisch.server.live.workers import Workers
from stammtisch.server.nodes.node import Node
from stammtisch.server.people.guests import hashed, new_id, new_token
from stammtisch.server.people.sessions import IsOver
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.refusal import Refusal, StaleCommand, busy
from stammtisch.server.protocol.settings import DealNamed, Opened, Opening, Place
from stammtisch.server.storage.dealt import close_deal, is_sealed, put_dealt
from stammtisch.server.storage.entities import Guest, found_players, put_master, put_table_summary
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.log import Conflict, Row, Statement, Write, audit
from stammtisch.server.storage.snapshots import forget_snapshots, put_snapshot
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter, Stopped
from stammtisch.server.table import redaction
from stammtisch.server.table.commands import Table
from stammtisch.server.table.snapshot import EVERY, FORMAT, is_due, restored, taken
from stammtisch.server.table.state import shared_game

log = logging.getLogger("stammtisch.tables")
PAGE = 200
"""Events that a welcome carries at most; older ones come in pages."""
MISSING = 3  # snapshots; if more are, they are made
MOST = 5000
"""Events that somebody gets at once who takes no pages. A whole game has fewer."""
MOST_IN_WORDS = 500
"""The same with words, which take ten times as long to make."""
TRIES = 2
"""How often what somebody missed is read while the table goes on; then the table waits for it."""
READS = 2
"""How many read at once what they missed. More would finish no sooner, and hold up those who play: it is Python."""
BANNED = "the operator of this server has banned you"


class Dealt(NamedTuple):
    """The deal whose dice a table is to play with."""

    deal: DealNamed
    key: bytes
    """Its seed follows from it."""
    guest: str | None = None
    """Whose one try it is."""


class TableRegistry(Registry[LiveTable]):
    idle = 60.0

    def __init__(
        self,
        store: Store,
        writer: LogWriter,
        workers: Workers,
        counters: Counters | None = None,
        node: Node | None = None,
    ) -> None:
        super().__init__(store, writer, node)
        self.workers = workers
        self.counters = counters or Counters()
        self.banned: set[str] = set()
        """Guests who may not do anything here any more."""
        self.presence = Presence(now)
        self.quotas = Quotas()
        self.lists = TableLists(store, self.quotas, alone=self.node.is_alone)
        self.seekers = Seekers(self.leave, self.start)
        self._autoplay = Autoplay(self, workers, self.quotas)
        self._reads = asyncio.Semaphore(READS)
        self.is_crowded: Callable[[], bool] = lambda: False
        """Are so many connected that the rest of the places is for those who play?"""
        self.observers: list[TableObserver] = []

    # ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(
        self,
        opening: Opening,
        host: str,
        reserved: list[str | None] | None = None,
        before: str | None = None,
        *,
        name: str | None = None,
        keys: list[str | None] | None = None,
        place: Place | None = None,
        named: list[str] | None = None,
        address: str | None = None,
        dealt: Dealt | None = None,
        seek: Literal["people", "bots"] | None = None,
        also: Callable[[str], list[Statement]] = lambda _: [],
    ) -> tuple[str, list[str | None]]:
        """Open a table; its name, and the key of each seat's invitation. A tournament has made both before.

        `address`: from where the host asks. `dealt`: the deal whose dice it plays with. `also`: what is written with
        it, by its name."""
        try:
            game = shared_game(opening.game, json.dumps({**opening.options, "players": len(opening.seats)}))
        except StammtischError as error:
            raise Refusal("bad_options", str(error)) from None
        for plan in opening.seats:
            if plan.bot not in LEVELS and plan.bot not in game.bots:  # all have the levels; bots may bring NumPy
                raise Refusal("no_bot", f"{game.title} has no bot '{plan.bot}'; it has {', '.join(game.bots)}")
        if place is None:
            self.quotas.may_open(host, address)
        keys = keys or [new_token() if plan.kind == "person" else None for plan in opening.seats]
        for observer in self.observers:
            observer.opening(game)
        # The log, and so the ratings, name who really plays.
        seats = [plan.model_copy(update={"bot": precompile.player(game, plan.bot)}) for plan in opening.seats]
        opened = Opened(
            opening=opening.model_copy(update={"options": game.options.to_json(), "seats": seats}),
            version=game.version,
            host=host,
            invites=[key and hashed(key) for key in keys],
            reserved=reserved or [None] * len(keys),
            named=named or [],
            before=before,
            place=place,
            deal=dealt and dealt.deal,
            seek=seek,
        )
        name, master = name or new_id(), dealt.key if dealt else fresh()
        claims = self.node.claims(name)
        table = Table(name, master)
        table.open(opened, now())
        live = self._hold(LiveTable(table))
        live.alone = asyncio.get_running_loop().time()
        async with live.lock:
            if not any(keys):
                table.start_by_itself(now())
            deals = [put_dealt(name, dealt.deal.name, dealt.guest, dealt.deal.closes)] if dealt else []
            await self.commit(live, put_master(name, master), *claims, *deals, *also(name))
        if place is None and not table.is_over:
            self.quotas.opened(name, host, address)
        return name, keys

    def in_use(self, name: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._live.get(name)

    async def home(self, name: str) -> str:
        """The tables of a tournament are where it is."""
        rows = await asyncio.to_thread(self.store.rows, name, 0, 1)
        place = json.loads(rows[0].payload).get("place") if rows and rows[0].kind == "opened" else None
        return str(place["tournament"]) if place else name

    async def _load(self, name: str) -> LiveTable:
        master, snapshot, rows = await asyncio.to_thread(self.store.recent, name, FORMAT)
        if snapshot is None and (not rows or (rows[0].kind == "tournament" and audit(rows[:1]) is None)):
            raise Refusal("no_table", "there is no such table")
        if master is None or (snapshot is None and rows[0].kind != "opened"):
            raise Damaged("the secret of its dice, or its first row, is not there", name, 1)
        table = restored(Table, name, master, snapshot)
        missing = []
        for begin in range(0, len(rows), EVERY):
            table.fold(rows[begin : begin + EVERY])
            missing.append(put_snapshot(name, table.hash, FORMAT, taken(table)))
        if snapshot is None and table.is_undealt:
            table.deal(rows)
        if len(missing) > MISSING:  # it was written by an older server
            await self._writer.write(Write(also=missing))
        live = self._hold(LiveTable(table))
        if table.clocks.deadline is not None:
            async with live.lock:
                table.resume(now())  # the time while nobody could move is nobody's
                await self.commit(live)
        self._autoplay.resume(live)
        self.seekers.watch(live)
        return live

    async def prepare(self, live: LiveTable) -> None:
        """Whoever plays needs the dealer, who is made from the whole log; nobody who looks on does. The log is checked
        then, as it is whenever it is read whole."""
        table = live.table
        if table.is_undealt and not live.gone:
            try:
                rows = await asyncio.to_thread(self.store.rows, table.name)
                if fault := await asyncio.to_thread(audit, rows):
                    raise Damaged(fault.reason, table.name, fault.seq)
            except NoStorage:
                self._forget(live)
                raise
            except Damaged as damage:
                self._close(live, damage)
                raise
            table.deal(rows)

    async def status(self, name: str) -> str | None:
        """Waiting, playing, over; None: there is no such table."""
        found = self._live.get(name)
        if found:
            return found.table.status
        summary = await asyncio.to_thread(self.store.table_summary, name)
        return summary.status if summary else None

    async def check_seen(self, name: str, guest: str | None) -> None:
        """A Refusal: it plays with dice that others are still to meet, and he has no seat there.

        To be asked after one has looked: before a table is on disk nobody knows whose dice it has, and the names of a
        tournament's tables are known before they are opened."""
        if await asyncio.to_thread(is_sealed, self.store, name, now(), guest):
            raise Refusal("sealed", "others are still to meet these dice: until the deal has closed nobody watches")

    async def close_deals(self, names: Sequence[str]) -> None:
        """Their seeds may be known from now on."""
        await self._writer.write(Write(also=[close_deal(name, now()) for name in names], epoch=self.node.epoch))

    async def start(self, name: str) -> None:
        """Begin without those who are missing."""
        async with self.held(name) as live:
            if not live.table.begun:
                with self.whole(live):
                    live.table.start_by_itself(now())
                await self.commit(live)

    async def wake(self) -> None:
        """After a start: tables at which a bot or a clock goes on without anybody's message."""
        await self.wake_these(await asyncio.to_thread(self.store.to_be_cared_for))

    async def sit(
        self, name: str, number: int, guest: Guest, head: str, invite: str | None, key: str | None = None
    ) -> None:
        async with self.held(name) as live:
            table = live.table
            if number >= len(table.seats):
                raise Refusal("no_seat", f"there is no seat {number}")
            if not may_sit(table, number, guest.id, invite):
                raise Refusal("not_invited", "this seat needs its invitation")
            with self.whole(live):
                table.sit(number, guest.id, guest.name, head, now(), key=key, program=guest.bot, avatar=guest.avatar)
            self._place(live)
            await self.commit(live)
            self.seekers.watch(live)

    async def tell_of_hint(self, live: LiveTable, seat: int) -> None:
        """Before a hint is given; the table is locked."""
        with self.whole(live):
            live.table.give_hint(seat, now())
        if live.table.fresh:
            await self.commit(live)

    async def leave(self, name: str, guest: str) -> None:
        async with self.held(name) as live:
            with self.whole(live):
                live.table.leave(guest, now())
            self._place(live)
            await self.commit(live)

    async def forget(self, name: str, guest: str) -> None:
        """Take somebody out of a table's log. What is in memory of it is thrown away and read again."""
        await self.bring(name)
        try:
            await self.live(name)
        except Exception:  # it cannot be read, so nobody is at it
            await self._redact(name, guest)
            return
        async with self.held(name) as live:
            try:
                await self._redact(name, guest)
            finally:
                self._forget(live)

    async def _redact(self, name: str, guest: str) -> None:
        rows = await asyncio.to_thread(self.store.rows, name)
        changed, who = await asyncio.to_thread(redaction.redacted, rows, guest)
        entry = await asyncio.to_thread(self.store.table_summary, name)
        listed = [put_table_summary(replace(entry, summary=redaction.summary(entry.summary, who)))] if entry else []
        forgotten = forget_snapshots(name)
        await self._writer.write(Write(also=[forgotten, *redaction.rewrite(changed), *listed], epoch=self.node.epoch))
        self.lists.change()

    @staticmethod
    def _place(live: LiveTable) -> None:
        """Who watches sees what his seat may see: before anything is shown, find out who sits where."""
        for watcher in live.watchers:
            watcher.seat = live.table.seat_of(watcher.guest)

    # ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def do(
        self, live: LiveTable, command: wire.Command, guest: str | None, address: str | None = None
    ) -> Message:
        """Carry out a command and answer it. `address`: from where it comes."""
        async with live.lock:
            if live.gone:
                return wire.Stale(cid=command.cid, seq=0)
            try:
                if type(command) in wire.UNNUMBERED and (earlier := await self._done_before(live, command.cid, guest)):
                    return wire.Again(cid=command.cid, seq=earlier)
                self.quotas.check(live.table, command, guest)
                if isinstance(command, wire.Rematch) and live.table.is_over:
                    return await self._rematch(live, command, guest, address)
                if self._writer.fault:
                    raise Stopped(self._writer.fault)
                await self.prepare(live)
                with self.whole(live):
                    done = live.table.do(command, guest, now())
            except (StaleCommand, Refusal) as why:
                earlier = await self._done_before(live, command.cid, guest)  # perhaps long ago
                if earlier:
                    return wire.Again(cid=command.cid, seq=earlier)
                if isinstance(why, NoStorage):
                    raise
                if isinstance(why, StaleCommand):
                    return wire.Stale(cid=command.cid, seq=live.table.seq)
                return wire.Refused(cid=command.cid, code=why.code, reason=why.reason, paragraph=why.paragraph)
            if done.again:
                return wire.Again(cid=command.cid, seq=done.seq)
            if not live.table.fresh:
                return wire.Again(cid=command.cid, seq=await self._done_before(live, command.cid, guest) or done.seq)
            try:
                await self.commit(live)
            except Conflict:
                earlier = await self._done_before(live, command.cid, guest)
                return wire.Again(cid=command.cid, seq=earlier) if earlier else wire.Stale(cid=command.cid, seq=0)
            return wire.Done(cid=command.cid, seq=done.seq)

    async def _done_before(self, live: LiveTable, cid: str, guest: str | None) -> int | None:
        seat = live.table.seat_of(guest)
        if seat is None:
            return None
        if (seq := live.table.done(seat, cid)) is not None:
            return seq
        row = await asyncio.to_thread(self.store.row_of, live.table.name, seat, cid)
        if row and row.seq > live.table.seq and not live.gone:
            self._forget(live)  # a commit whose answer was lost has come through after the table was read
        return row.seq if row else None

    async def _rematch(self, live: LiveTable, command: wire.Rematch, guest: str | None, address: str | None) -> Message:
        table = live.table
        seat = table.seat_of(guest)
        if seat is None or guest is None:
            return wire.Refused(cid=command.cid, code="not_seated", reason="only who played here may do that")
        if table.opened.deal:
            return wire.Refused(cid=command.cid, code="taken", reason="everybody plays a deal once")
        if table.rematch is None:
            plans = table.opened.opening.seats
            guests = [each.guest for each in table.seats]
            plates = [None if each.guest else nameplate(each.name) for each in table.seats]
            named = [plate.name if plate else "" for plate in plates]
            opening = table.opened.opening.model_copy(update={"seats": [*plans[1:], plans[0]]})
            name, _ = await self.open(
                opening,
                guest,
                [*guests[1:], guests[0]],
                table.name,
                named=[*named[1:], named[0]],
                address=address,
            )
            table.point_to(name, seat, command.cid, now())
            await self.commit(live)
            return wire.Done(cid=command.cid, seq=table.seq)
        return wire.Again(cid=command.cid, seq=table.seq)

    # ── What the registry asks of tables ─────────────────────────────────────────────────────────────────────────────

    def _statements(self, live: LiveTable, rows: list[Row]) -> list[Statement]:
        together = [each for observer in self.observers for each in observer.statements(live.table, rows)]
        table, before = live.table, rows[0].seq - 1
        kept = [put_snapshot(table.name, table.hash, FORMAT, taken(table))] if is_due(before, table.seq) else []
        ends = table.opened.seek is not None and any(row.kind in ("fair", "result") for row in rows)
        return [*indexed(table, rows), *kept, *together, *([found_players(table.name)] if ends else [])]

    def _committed(self, live: LiveTable, rows: list[Row]) -> None:
        steps, live.table.trail = live.table.trail, []
        publish(live, rows, steps)
        if changes_lists(rows):
            self.lists.change()
        self._autoplay.resume(live)
        if live.table.is_over:
            self.quotas.over(live.table.name)
        for observer in self.observers:
            observer.committed(live.table, rows)

    def _forgotten(self, live: LiveTable) -> None:
        for watcher in list(live.watchers):  # clients connect again
            watcher.kick("the table is read again")
        self._autoplay.stop(live)

    def _goes_on_alone(self, live: LiveTable) -> bool:
        return live.table.needs_care

    def _is_idle(self, live: LiveTable) -> bool:
        return not live.watchers and not live.thinking and not live.timer

    # ── Watching ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def enter(self, watcher: Watcher, hello: wire.Hello) -> LiveTable:
        """A connection begins to watch a table; it is welcomed with what it missed. Nobody waits at the table while
        that is read, unless things happen there all the time."""
        read: Missed | None = None
        tries = 0
        while True:
            async with self.held(hello.table) as live:
                if live.table.opened.deal:
                    await self.check_seen(hello.table, watcher.guest)
                missed = self._missed(watcher, live.table, hello)
                if read and read.is_still_all(live.table):
                    missed = read
                elif missed.must_be_read and tries == TRIES:
                    await self._read_missed(missed)
                if missed.rows is not None or not missed.must_be_read:
                    self._welcome(live, watcher, missed)
                    return live
            if not tries:
                events, in_words = missed.seq - missed.since, missed.language is not None
                await asyncio.sleep(self.quotas.welcome(watcher.guest, watcher.address, events, in_words=in_words))
            tries += 1
            read = await self._read_missed(missed)

    async def _read_missed(self, missed: Missed) -> Missed:
        async with self._reads:
            return await asyncio.to_thread(missed.read, self.store)

    def _missed(self, watcher: Watcher, table: Table, hello: wire.Hello) -> Missed:
        """What is to be told to who comes; a Refusal if he cannot come, or not like this."""
        if watcher.guest in self.banned:  # since he said hello
            raise Refusal("banned", BANNED)
        watcher.seat = table.seat_of(watcher.guest)
        self._admit(watcher, table)
        since = hello.since if hello.since is not None and hello.since <= table.seq else 0
        most = MOST if watcher.language is None else MOST_IN_WORDS
        if hello.pages:
            since = max(since, table.seq - PAGE)
        elif table.seq - since > most:
            raise Refusal("too_long", f"you miss more than {most} events; take them in pages")
        return Missed.of(table, since, watcher.seat, watcher.language)

    def _welcome(self, live: LiveTable, watcher: Watcher, missed: Missed) -> None:
        table = live.table
        host = watcher.guest is not None and watcher.guest == table.opened.host
        words = told(table, watcher, [])
        if words:
            words["told"] = missed.words
        welcome = wire.Welcome(
            table=table.name,
            seat=watcher.seat,
            host=host,
            key=key_to_give(table) if host else None,
            seq=table.seq,
            events=table.events(missed.since, watcher.seat, missed.rows),
            view=table.view(watcher.seat),
            page=words,
            warming=live.warming,
        )
        live.watchers.add(watcher)
        self.presence.enter(watcher.guest)
        watcher.send(welcome)
        tell_presence(live, watcher)
        self._autoplay.resume(live)

    def _admit(self, watcher: Watcher, table: Table) -> None:
        """Before anything is done for a connection: is there a place for it?"""
        if watcher.guest is not None:
            self.quotas.may_connect(self.presence.connections(watcher.guest), watcher.address)
        if watcher.seat is None and watcher.guest != table.opened.host and self.is_crowded():
            raise busy(30, "the server is full, and its last places are for those who play")

    def exit(self, live: LiveTable, watcher: Watcher) -> None:
        if watcher not in live.watchers:
            return
        live.watchers.discard(watcher)
        self.presence.exit(watcher.guest)
        tell_presence(live)
        if watcher.seat is not None and not live.is_here(watcher.seat):
            live.left[watcher.seat] = asyncio.get_running_loop().time()
            self._autoplay.resume(live)
            self.seekers.watch(live)
        if not live.watchers:
            live.alone = asyncio.get_running_loop().time()
            self._put_away_later(live)

    def connect_again(self) -> None:
        """What was refused while nothing could be stored is asked again by those who connect anew."""
        for live in self.lives():
            for watcher in list(live.watchers):
                watcher.kick("the table is read again")

    def is_watched(self, name: str) -> bool:
        live = self._live.get(name)
        return live is not None and bool(live.watchers)

    def sessions(self) -> set[str]:
        """Of all that are connected."""
        return {each.session for live in self._live.values() for each in live.watchers if each.session is not None}

    def dismiss(self, is_over: IsOver) -> None:
        """These sessions have ended: so do their connections."""
        for live in self._live.values():
            for watcher in live.watchers:
                if (
                    watcher.guest is not None
                    and watcher.session is not None
                    and is_over(watcher.guest, watcher.session)
                ):
                    watcher.kick("you have logged out", POLICY)

    # ── What the operator sees and does ──────────────────────────────────────────────────────────────────────────────

    def count(self, answer: Message) -> None:
        """Count an answer over a socket."""
        if isinstance(answer, (wire.Done, wire.Again, wire.Stale)):
            self.counters.answers[answer.type] += 1
        elif isinstance(answer, wire.Refused):
            self.counters.refusals[answer.code] += 1

    async def close_table(self, name: str, also: Statement) -> None:
        """End a table for everybody; `also` is written with it."""
        await self.bring(name)
        async with self.held(name) as live:
            await self.prepare(live)
            with self.whole(live):
                live.table.close(now())
            await self.commit(live, also)

    def ban(self, guest: str) -> None:
        self.banned.add(guest)
        for live in self.lives():
            for watcher in [each for each in live.watchers if each.guest == guest]:
                watcher.kick(BANNED, POLICY)

    async def close(self) -> None:
        self.seekers.close()
        for live in list(self._live.values()):
            self._autoplay.stop(live)
            for watcher in list(live.watchers):
                watcher.kick("the server stops", code=1012)
        self.workers.close()
