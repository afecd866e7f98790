"""Two people who play over days, with a dispatcher of notices and a clock that a test can move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random

from stammtisch.core.translation import ENGLISH
from stammtisch.fair import Chain
from stammtisch.server.clock import now
from stammtisch.server.live.presence import Presence
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.turns import Turns
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.live.workers import Workers
from stammtisch.server.notices.channels import WANTS, Channel
from stammtisch.server.notices.dispatcher import Dispatcher
from stammtisch.server.notices.sender_process import SenderProcess
from stammtisch.server.notices.settings import NoticeSettings
from stammtisch.server.people.guests import new_id
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.settings import Opening, SeatPlan
from stammtisch.server.storage.entities import Guest, add_guest
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from tests.examples import EXAMPLE
from tests.helpers import greedy_move

MINUTE = 60_000
HOUR = 60 * MINUTE
ORIGIN = "https://table.example"
ANA, ION = (Guest(f"guest-{n}", name, bot=False, created=0) for n, name in enumerate(("Ana", "Ion")))
PEOPLE = {0: ANA, 1: ION}


class NoticeDriver:
    """Tables and notices as a server has them. Its clock is `moved` milliseconds ahead of the real one."""

    def __init__(self, store: Store, settings: NoticeSettings, sender: SenderProcess) -> None:
        self.moved = 0
        self.store = store
        self.writer = store.writer(failed=lambda _: None)
        self.writer.start()
        self.tables = TableRegistry(store, self.writer, Workers())
        self.tables.presence = Presence(self.clock)
        self.turns = Turns(store, self.tables)
        self.dispatcher = Dispatcher(store, self.writer, self.tables, self.turns, settings, sender.send, self.clock)
        self.tables.observers.append(self.dispatcher)

    def clock(self) -> int:
        return now() + self.moved

    async def close(self) -> None:
        await self.tables.close()
        await asyncio.to_thread(self.writer.stop)

    async def later(self, milliseconds: int) -> None:
        self.moved += milliseconds
        await self.dispatcher.round()

    async def channel(self, address: str, guest: Guest = ANA, language: str = ENGLISH) -> Channel:
        made = Channel.new(guest.id, "url", address, language, WANTS, self.clock())
        await self.dispatcher.keep(made)
        return made

    def state(self, channel: Channel) -> Channel:
        (found,) = [each for each in self.dispatcher.channels(channel.guest) if each.id == channel.id]
        return found

    async def table(self, game: str = EXAMPLE) -> str:
        """A game that has begun."""
        name, keys = await self.tables.open(Opening(game=game, seats=[SeatPlan(), SeatPlan()]), ANA.id)
        for seat, guest in PEOPLE.items():
            await self.tables.sit(name, seat, guest, Chain(bytes(32), name, seat).head.hex(), keys[seat])
        return name

    async def until_awaited(self, name: str, seat: int) -> None:
        """Play until everybody waits for this seat to decide. Nobody is connected."""
        rng = Random(1)
        while True:
            live = await self.tables.live(name)
            assert not live.table.is_over
            position = live.table.playing.position
            if position.turn == seat:
                return
            await self.step(name, rng)

    async def step(self, name: str, rng: Random) -> None:
        live = await self.tables.live(name)
        table, cid = live.table, new_id()
        dice = table.dealer
        assert dice
        command: wire.Command
        if dice.seen.open:
            seat = dice.seen.open.contributor
            assert seat is not None
            element = Chain(bytes(32), name, seat).element(dice.seen.contributors.owed(seat)).hex()
            command = wire.Contribute(cid=cid, throw=dice.seen.open.number, element=element)
        else:
            seat = table.playing.position.turn
            command = wire.Play(cid=cid, seq=table.seq, move=str(greedy_move(table.playing.position, rng)))
        assert isinstance(await self.tables.do(live, command, PEOPLE[seat].id), wire.Done)

    async def turn(self, name: str, seat: int) -> None:
        """This seat makes its turn, and the other one after it: it is this seat's turn again."""
        await self.until_awaited(name, 1 - seat)
        await self.until_awaited(name, seat)

    async def resign(self, name: str, seat: int) -> None:
        live = await self.tables.live(name)
        await self.tables.do(live, wire.Resign(cid=new_id()), PEOPLE[seat].id)

    async def enter(self, name: str, guest: Guest) -> Watcher:
        watcher = Watcher(guest.id)
        await self.tables.enter(watcher, wire.Hello(table=name))
        return watcher

    async def exit(self, name: str, watcher: Watcher) -> None:
        self.tables.exit(await self.tables.live(name), watcher)


Play = Callable[[NoticeDriver], Awaitable[None]]


def runs(folder: Path, sender: SenderProcess, *plays: Play, **changed: object) -> None:
    """One run of the server after the other, with the same database."""

    async def run() -> None:
        settings: Mapping[str, object] = {"address": ORIGIN, "private": True, "data": folder, **changed}
        for number, play in enumerate(plays):
            store = Store(f"sqlite:///{folder}/stammtisch.db")
            driver = NoticeDriver(store, NoticeSettings(**settings), sender)  # type: ignore[arg-type]  # any of them
            try:
                if not number:
                    await driver.writer.write(Write(also=[add_guest(each) for each in PEOPLE.values()]))
                await driver.dispatcher.open()
                await play(driver)
            finally:
                await driver.close()
                store.close()

    asyncio.run(asyncio.wait_for(run(), 100))
