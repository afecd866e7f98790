"""The dispatcher finds out who is to be told what, and has messages sent. It keeps the limits, and gives up in time.

Nothing is written for a move. Who is awaited at which table is remembered here for those who have a channel; once he
has been away long enough, a notice is queued. What ends a game or offers another is queued in the same transaction.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from stammtisch.server.live.observer import TableObserver
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.turns import Turns, TurnStatus, tables_of
from stammtisch.server.nodes.node import FREED
from stammtisch.server.nodes.rereading import Rereading
from stammtisch.server.notices import queue, texts
from stammtisch.server.notices.channels import TOLD, Channel, all_channels, delivered, put_channel
from stammtisch.server.notices.queue import DAY, HOUR, Notice, notice
from stammtisch.server.notices.sender import Delivery, Outcome
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage.entities import TableSummary
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.log import Conflict, Row, Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter
from stammtisch.server.table.commands import Table

log = logging.getLogger("stammtisch.notices")

ROLE = "!notices"
LOOK = 2.0  # seconds between two looks
PAUSE = HOUR  # between two messages of a channel
A_DAY = 24  # messages to one person, and to one address, in a day
WISHES = 6  # confirmations and tests that one person can ask for in a day, and that one address gets
CONFIRMATIONS = 100  # in an hour, to all addresses together: whoever makes guests by the dozen gets no further
PATIENCE = 10  # failures in a row, then a channel is switched off
ASKED = ("confirm", "test")

Send = Callable[[Delivery], Awaitable[Outcome]]


class Dispatcher(TableObserver):
    def __init__(
        self,
        store: Store,
        writer: LogWriter,
        tables: TableRegistry,
        turns: Turns,
        settings: NoticeSettings,
        send: Send,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._writer, self._tables, self._turns = store, writer, tables, turns
        self.settings = settings
        self._send = send
        self._clock = clock
        self._node = tables.node
        self._epoch: int | None = None
        self._changes = 0
        """What was read of channels before the last one may not be true any more."""
        self._channels: dict[str, Channel] = {}
        self._of: dict[str, dict[str, Channel]] = defaultdict(dict)  # by guest
        self._by_token: dict[str, str] = {}
        self._awaited: dict[str, str] = {}  # table → whom it seems to wait for
        self._unseen = True
        """There may be tables of which nobody knows whom they wait for."""
        self._woken = asyncio.Event()
        self._swept = 0
        self._node.hear(TOLD, Rereading(self.read).hear)
        self._node.hear(FREED, self._freed)

    # ── Channels ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self) -> None:
        """After a start: what has been wished for, and who is awaited where."""
        await self.read(None)
        await self._look_for_all()

    async def read(self, guest: str | None) -> None:
        """Somebody's channels, or all, as they are in the database."""
        while True:
            changes = self._changes
            found = await asyncio.to_thread(all_channels, self._store, guest)
            if changes == self._changes:
                break
        new = guest is not None and not {each.id for each in found} <= self._channels.keys()
        for channel in list(self._channels.values()) if guest is None else self.channels(guest):
            self._forget(channel)
        for channel in found:
            self._know(channel)
        if new and guest is not None:
            await self._look_for(guest)  # somebody may wait for him here since before that was heard

    def _freed(self, _: str | None) -> None:
        """Another node has ended, which knew whom its tables wait for."""
        self._unseen = True

    async def _look_for_all(self) -> None:
        self._unseen = False
        for guest in list(self._of):
            await self._look_for(guest)

    def channels(self, guest: str) -> list[Channel]:
        return list(self._of.get(guest, {}).values())

    def by_token(self, token: str) -> Channel | None:
        return self._channels.get(self._by_token.get(token, ""))

    async def keep(self, channel: Channel, *also: Statement) -> None:
        """A channel that is new or has changed."""
        await self._writer.write(Write(also=[put_channel(channel), *also, *self._tell(channel)]))
        self._know(channel)
        await self._look_for(channel.guest)

    async def remove(self, channel: Channel, statements: Sequence[Statement]) -> None:
        await self._writer.write(Write(also=[*statements, *self._tell(channel)]))
        self._forget(channel)

    def _tell(self, channel: Channel) -> list[Statement]:
        return self._node.tell(TOLD, channel.guest)

    def leave(self, guest: str) -> None:
        """Somebody was deleted, with all that is OWNED: he is told nothing more."""
        for channel in self.channels(guest):
            self._forget(channel)

    def _forget(self, channel: Channel) -> None:
        self._changes += 1
        self._channels.pop(channel.id, None)
        self._by_token.pop(channel.token, None)
        mine = self._of.get(channel.guest, {})
        mine.pop(channel.id, None)
        if not mine:
            self._of.pop(channel.guest, None)

    async def ask(self, channel: Channel, kind: str) -> None:
        """A message that its owner asked for: a confirmation, a test. It goes out at once."""
        now = self._clock()
        wished = await asyncio.to_thread(self._wished, channel, now - DAY)
        if wished >= WISHES:
            raise Refusal("too_many", "no more test messages and confirmations today")
        if kind == "confirm" and await asyncio.to_thread(queue.confirmations, self._store, now - HOUR) >= CONFIRMATIONS:
            raise Refusal("too_many", "many people ask for confirmations at the moment; try again in an hour")
        await self.keep(channel, *queue.add([notice(channel, kind, now)]))
        self._woken.set()

    def _wished(self, channel: Channel, since: int) -> int:
        return max(
            queue.wishes(self._store, since, guest=channel.guest),
            queue.wishes(self._store, since, target=channel.target),
        )

    def _know(self, channel: Channel) -> None:
        self._changes += 1
        self._channels[channel.id] = self._of[channel.guest][channel.id] = channel
        self._by_token[channel.token] = channel.id

    async def _look_for(self, guest: str) -> None:
        for table in await asyncio.to_thread(tables_of, self._store, guest):
            if table.status == "playing":
                self._awaited.setdefault(table.table, guest)

    # ── What happens at the tables ───────────────────────────────────────────────────────────────────────────────────

    def committed(self, table: Table, rows: Sequence[Row]) -> None:
        seat = table.awaited
        guest = table.seats[seat].guest if seat is not None else None
        if guest in self._of:
            self._awaited[table.name] = guest
        else:
            self._awaited.pop(table.name, None)

    def statements(self, table: Table, rows: Sequence[Row]) -> list[Statement]:
        """What ends a game, or begins another, is queued with it."""
        last = rows[-1]  # both are the last of what a command writes
        if not self._of or last.kind not in ("result", "rematch"):
            return []
        kind = "over" if last.kind == "result" else "rematch"
        who = [seat.guest for number, seat in enumerate(table.seats) if seat.guest and number != last.seat]
        return queue.add(
            notice(channel, kind, self._clock(), table.name, last.seq)
            for guest in who
            if guest in self._of and not self._tables.presence.is_here(guest)
            for channel in self._of[guest].values()
            if channel.tells_of(kind)
        )

    # ── Telling ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """As long as the server runs."""
        opened = False
        while True:
            self._woken.clear()
            try:
                if not opened:
                    await self.open()
                    opened = True
                await self.round()
            except (NoStorage, Damaged, Conflict):
                pass  # it has been told, or another node sends them now; the next round may do better
            except Exception:  # the next round may do better
                log.exception("notices could not be sent")
            try:
                await asyncio.wait_for(self._woken.wait(), LOOK)
            except TimeoutError:
                continue

    async def round(self) -> None:
        if self.settings.address is None or not self._channels:
            return
        if holds := await self._node.holds(ROLE):
            self._epoch = self._node.epoch
            if self._unseen:
                await self._look_for_all()
        await self._look()
        if holds:
            await self._send_what_is_due()

    async def _send_what_is_due(self) -> None:
        """Of several nodes one does it."""
        by_channel: dict[str, list[Notice]] = defaultdict(list)
        for each in await asyncio.to_thread(queue.due, self._store, self._clock()):
            by_channel[each.channel].append(each)
        for id, notices in by_channel.items():
            await self._tell_of(id, notices)
        if self._clock() - self._swept > DAY:
            self._swept = self._clock()
            await self._writer.write(Write(also=[queue.forget_old(self._swept)]))

    async def _look(self) -> None:
        """Who has been awaited, and away, for long enough?"""
        after, now = self.settings.after, self._clock()
        people = self._tables.presence
        away = [
            name for name, guest in self._awaited.items() if not people.is_here(guest) and people.away(guest) >= after
        ]
        for name, seen in (await self._turns.at(away)).items():
            guest = self._awaited.get(name)
            if guest is None or not seen.awaits(guest):
                self._hand_on(name, seen)
            elif now - seen.since >= after:
                del self._awaited[name]
                wanted = [each for each in self.channels(guest) if each.tells_of("turn")]
                if wanted:
                    notices = [notice(each, "turn", now, name, seen.turn) for each in wanted]
                    await self._writer.write(Write(also=queue.add(notices)))

    def _hand_on(self, name: str, seen: TurnStatus) -> None:
        """It waits for somebody else, who may have a channel too."""
        other = seen.guests[seen.awaited] if seen.awaited is not None else None
        if other in self._of:
            self._awaited[name] = other
        else:
            self._awaited.pop(name, None)

    async def _tell_of(self, id: str, notices: list[Notice]) -> None:
        channel, now = self._channels.get(id), self._clock()
        if channel is None or channel.off or not (channel.confirmed or notices[0].kind == "confirm"):
            await self._writer.write(Write(also=queue.drop(notices)))
            return
        for asked in [each for each in notices if each.kind in ASKED]:
            await self._deliver(channel, [asked], await self._asked_for(channel, asked.kind))
        news = [each for each in notices if each.kind not in ASKED]
        if not news or (channel.sent is not None and now - channel.sent < PAUSE):
            return
        if await asyncio.to_thread(self._enough, channel, now - DAY):
            return
        found = await self._news(channel, news)
        if old := [each for each in news if each not in found]:
            await self._writer.write(Write(also=queue.drop(old)))
        if found:
            assert self.settings.address
            written = texts.message(self.settings.address, channel, list(found.values()))
            await self._deliver(channel, list(found), written)

    def _enough(self, channel: Channel, since: int) -> bool:
        by_person = queue.messages(self._store, since, guest=channel.guest)
        return by_person >= A_DAY or queue.messages(self._store, since, target=channel.target) >= A_DAY

    async def _asked_for(self, channel: Channel, kind: str) -> texts.MessageText:
        assert self.settings.address
        if kind == "test":
            return texts.trial(self.settings.address, channel)
        return texts.confirmation(self.settings.address, channel)

    async def _news(self, channel: Channel, notices: Sequence[Notice]) -> Mapping[Notice, texts.News]:
        """What is still worth telling: nobody is told of a turn that he has made meanwhile, or sees."""
        seen = await self._turns.at({each.table for each in notices})
        found = {}
        for each in notices:
            status, table = seen.get(each.table), await asyncio.to_thread(self._store.table_summary, each.table)
            if status and table and self._holds(each, status, table, channel):
                found[each] = texts.News(each.kind, table, status)
        return found

    def _holds(self, notice: Notice, seen: TurnStatus, table: TableSummary, channel: Channel) -> bool:
        if not channel.tells_of(notice.kind):
            return False
        if notice.kind != "turn":
            return True
        here = self._tables.presence.is_here(channel.guest)
        return not here and seen.awaits(channel.guest) and seen.turn == notice.mark and table.status == "playing"

    async def _deliver(self, channel: Channel, notices: Sequence[Notice], written: texts.MessageText) -> None:
        assert self.settings.address
        tag = sha256(json.dumps([each.key for each in notices]).encode()).hexdigest()[:32]
        delivery = Delivery(
            channel.kind, channel.address, written, tag,
            self.settings.address, self.settings.mail, self.settings.data, self.settings.private,
        )  # fmt: skip
        await self._writer.write(Write(also=queue.take(notices, self._clock()), epoch=self._epoch))
        outcome = await self._send(delivery)
        now = self._clock()
        current = self._channels.get(channel.id)
        if current is None:
            return  # it was removed meanwhile, and what waited with it
        if outcome == "sent":
            sent = current.sent if notices[0].kind in ASKED else now
            await self._keep(current, replace(current, failures=0, sent=sent), queue.done(notices, now))
            return
        failures = current.failures + 1
        off = "gone" if outcome == "gone" else "failed" if failures >= PATIENCE else current.off
        after = queue.failed(notices, now) if off is None else queue.drop(notices)
        await self._keep(current, replace(current, failures=failures, off=off), after)

    async def _keep(self, before: Channel, after: Channel, statements: Sequence[Statement]) -> None:
        await self._writer.write(Write(also=[delivered(before, after), *statements, *self._tell(after)]))
        current = self._channels.get(after.id)
        if current is None:
            return  # it was removed while this was written
        off = current.off if after.off == before.off else after.off
        self._know(replace(current, failures=after.failures, sent=after.sent, off=off))
