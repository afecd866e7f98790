"""A registry: everything of one kind that is in use, each with a lock. Tables and tournaments are held alike.

One command at a time changes a thing. It is answered, and shown to others, when it is on disk and not before. Whatever
fails in between is thrown away and folded anew from the log, so that memory is never ahead of the disk.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Generic, TypeVar

from stammtisch.server.nodes.node import Alone, Elsewhere, Leaving, Node
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.journal import Journal
from stammtisch.server.storage.log import Conflict, Row, Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter, Stopped

log = logging.getLogger("stammtisch.registry")
SOON = 1.0  # seconds until something is read again that goes on by itself

J = TypeVar("J", bound=Journal)


class Live(Generic[J]):
    """Something in use."""

    def __init__(self, journal: J) -> None:
        self.journal = journal
        self.lock = asyncio.Lock()
        self.gone = False
        """It is not what is on disk any more, and nobody may go on with it."""
        self.put_away: asyncio.TimerHandle | None = None
        self.epoch: int | None = None
        """Of the node when it was taken; under another it may not be written."""


L = TypeVar("L", bound=Live[Any])


class Whole(Generic[L]):
    """`with` it something is done whole or forgotten. A class, since every command comes through here."""

    __slots__ = ("_forget", "_live")

    def __init__(self, forget: Callable[[L], None], live: L) -> None:
        self._forget = forget
        self._live = live

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if kind and not issubclass(
            kind, (Refusal, StaleCommand)
        ):  # also if who asked has gone while a thread was at it
            self._forget(self._live)


class Registry(ABC, Generic[L]):
    idle: float
    """Seconds after which something that nobody needs is put away."""

    def __init__(self, store: Store, writer: LogWriter, node: Node | None = None) -> None:
        self.store = store
        self.node = node or Alone()
        self._writer = writer
        self._homes: dict[str, str] = {}
        self._live: dict[str, L] = {}
        self._loading: dict[str, asyncio.Future[L]] = {}
        self.damaged: dict[str, str] = {}
        """What cannot be read or written, and why."""
        self._closed: dict[str, Damaged] = {}
        """What met damage while it was in use. It is not read again: nobody could go on with it."""

    # ── What a kind of thing says of itself ──────────────────────────────────────────────────────────────────────────

    @abstractmethod
    async def _load(self, name: str) -> L:
        """Fold it from its log and `_hold` it; a Refusal if there is no such thing."""

    async def home(self, name: str) -> str:
        """What it belongs to: the node that has that has it, too."""
        return name

    async def prepare(self, live: L) -> None:
        """Before anything is changed in it: read what was not needed until now. It is locked."""

    @abstractmethod
    def _statements(self, live: L, rows: list[Row]) -> Iterable[Statement]:
        """What is written together with these rows."""

    @abstractmethod
    def _committed(self, live: L, rows: list[Row]) -> None:
        """These rows are on disk: show them."""

    @abstractmethod
    def _forgotten(self, live: L) -> None:
        """It is thrown away: nobody may wait for it or watch it any more."""

    @abstractmethod
    def _goes_on_alone(self, live: L) -> bool:
        """Can anything happen in it although nobody asks for it?"""

    @abstractmethod
    def _is_idle(self, live: L) -> bool: ...

    # ── Holding ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def live(self, name: str) -> L:
        """From memory, or from its log. However many ask at once, it is read once."""
        found = self._live.get(name)
        if found:
            return found
        if name not in self._loading:
            self._loading[name] = reading = asyncio.ensure_future(self._read(name))
            reading.add_done_callback(lambda _: self._loading.pop(name))
        return await asyncio.shield(self._loading[name])  # who asked may leave; others wait for it, too

    async def _read(self, name: str) -> L:
        """Load it. If it is damaged, the operator is told once; everything else goes on."""
        if closed := self._closed.get(name):
            raise Damaged(*closed.args)
        await self._take(name)
        epoch = self.node.epoch
        try:
            live = await self._load(name)
        except Damaged as damage:
            self._tell(name, damage)
            raise
        if epoch != live.epoch or epoch != self.node.epoch:
            self._forget(live)
            raise Stopped("this node was given up meanwhile")
        if not self.node.keeps(self._homes.get(name, name)):
            self._forget(live, wake=False)
            raise Leaving()
        return live

    async def _take(self, name: str) -> None:
        """Among several nodes: be the one that has it; Elsewhere, if another is."""
        if not self.node.is_alone:
            home = self._homes[name] = await self.home(name)
            await self.node.take(home)
            if name != home:
                await self.node.take(name)

    async def bring(self, name: str) -> None:
        """Among several nodes: be the one that has it, even if another is at the moment."""
        if not self.node.is_alone:
            await self.node.bring(await self.home(name))

    def needed(self) -> set[str]:
        """What this node must have for all that is in memory, or on its way there."""
        names = self._live.keys() | self._loading.keys()
        self._homes = {name: self._homes[name] for name in names if name in self._homes}
        return {*names, *self._homes.values()}

    def _tell(self, name: str, damage: Damaged) -> None:
        if name not in self.damaged:
            log.error("damaged in %s: %s. %s", self.store, damage, self.store.remedy, extra={"table": name})
        self.damaged[name] = str(damage)

    def _close(self, live: L, damage: Damaged) -> None:
        """It met damage in use: it ends for everybody, who are told when they come again."""
        self._closed[live.journal.name] = damage
        self._tell(live.journal.name, damage)
        self._forget(live)

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[L]:
        """Locked, as it is on disk."""
        while True:
            live = await self.live(name)
            async with live.lock:
                if not live.gone:
                    yield live
                    return

    def lives(self) -> list[L]:
        """All that are in use."""
        return list(self._live.values())

    def _hold(self, live: L) -> L:
        live.epoch = self.node.epoch
        self._live[live.journal.name] = live
        self._put_away_later(live)
        return live

    def _put_away_later(self, live: L) -> None:
        if live.put_away:
            live.put_away.cancel()
        live.put_away = asyncio.get_running_loop().call_later(self.idle, self._put_away, live)

    def _put_away(self, live: L) -> None:
        if self._live.get(live.journal.name) is not live:
            return
        if live.lock.locked() or not self._is_idle(live):
            self._put_away_later(live)
        else:
            live.gone = True
            del self._live[live.journal.name]

    def lose(self) -> None:
        """Other nodes may have all of it: forget it."""
        for live in self.lives():
            self._forget(live)

    async def hand_over(self, home: str | None = None) -> list[str]:
        """What is under way is finished, and then nothing is in use any more: of all, or of what belongs to `home`. The
        names of what it was."""
        lives = [each for each in self.lives() if home in (None, self._homes.get(each.journal.name, each.journal.name))]
        for live in lives:
            async with live.lock:
                if not live.gone:
                    self._forget(live, wake=False)
        return [live.journal.name for live in lives]

    async def wake_these(self, names: Iterable[str]) -> None:
        """Load what goes on although nobody asks for it."""
        for name in names:
            while self._writer.fault:  # it could do nothing
                await asyncio.sleep(SOON)
            try:
                await self.live(name)
            except NoStorage:
                self._wake_later(name)
            except (Damaged, Elsewhere, Leaving):
                pass  # it has been told; another node cares for it
            except Refusal:
                log.warning("the index names something that has no log", extra={"table": name})
            except Exception:  # the others must wake all the same
                log.exception("a log cannot be read", extra={"table": name})
            await asyncio.sleep(0)

    # ── Changing ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def commit(self, live: L, *also: Statement) -> None:
        """Put what has changed on disk; then, and only then, show it."""
        rows = live.journal.taken_out()
        if not rows:
            return
        try:
            if live.gone:
                raise Conflict("it was forgotten meanwhile")
            await self._writer.write(Write(rows, [*also, *self._statements(live, rows)], epoch=live.epoch))
        except Damaged as damage:
            self._close(live, damage)
            raise
        except BaseException:  # also if this task is cancelled while it waits: nobody knows what is on disk
            self._forget(live)
            raise
        self._committed(live, rows)

    def whole(self, live: L) -> Whole[L]:
        """What is begun and fails by a mistake of ours must never be written. A refusal has changed nothing."""
        return Whole(self._forget, live)

    def _forget(self, live: L, *, wake: bool = True) -> None:
        """What is in memory may not be what is on disk: fold it anew."""
        live.gone = True
        name = live.journal.name
        if self._live.get(name) is live:
            del self._live[name]
        if live.put_away:
            live.put_away.cancel()
        self._forgotten(live)
        if wake and self._goes_on_alone(live):  # nobody may come and ask for it
            self._wake_later(name)

    def _wake_later(self, name: str) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(SOON, lambda: asyncio.ensure_future(self.wake_these([name])))
