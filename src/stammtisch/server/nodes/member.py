"""A member: a node that shares a PostgreSQL with others. It registers, renews its lease, and hears what they tell.

Its lease is one row of the database (storage/leases.py). A member that cannot renew it lets go of everything in time,
because the others will take it; one that was given up without knowing is stopped by the fence in every transaction, and
registers anew. A stopped clock, a cut cable or a killed process are all the same to it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any, NamedTuple

import sqlalchemy as sa

from stammtisch import __version__
from stammtisch.core.errors import StammtischError
from stammtisch.server.nodes.node import FREED, Elsewhere, Heard, Leaving, Node, Owner
from stammtisch.server.nodes.peers import NotReached, Peers
from stammtisch.server.storage import leases
from stammtisch.server.storage.log import Conflict, Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter, Stopped

log = logging.getLogger("stammtisch.nodes")

LEASE = 6.0
"""Seconds after which the others take over what a silent node had."""
BEATS = 6
"""How often in this time a node renews its lease, and looks whether another is silent."""
SWEEP = 10.0
"""Seconds between two looks for what is ours and nobody uses."""
SKEW = 1.0
"""Seconds by which the clock of a machine may differ from the database's before its operator is told."""
GIVEN = 2.0
"""Seconds for whoever asked for something to take it."""
GIVEN_UP = "this node was given up meanwhile"
ROLE = "!"
"""How the names of roles begin, which are kept until the node ends or gives them away."""


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """One of several servers that share a PostgreSQL."""

    name: str
    address: str
    """How the others reach it: http://HOST:PORT."""
    lease: float = LEASE


class MemberShown(NamedTuple):
    """A node as all see it; its fields are the columns of leases.MEMBERS."""

    epoch: int
    name: str
    address: str
    version: str
    draining: bool
    left: float
    """Seconds until its lease ends, if it does not renew it."""


class Member(Node):
    is_alone = False

    def __init__(
        self,
        store: Store,
        writer: LogWriter,
        settings: NodeSettings,
        lost: Callable[[], None],
        in_use: Callable[[], Iterable[str]],
    ) -> None:
        """`lost`: called when what this node has may be another's: forget it all. `in_use`: names it has a use for."""
        self._store, self._writer = store, writer
        self._settings = settings
        self.name, self.address = settings.name, settings.address
        self._lost, self._in_use = lost, in_use
        self._held: set[str] = set()
        self._unused: set[str] = set()
        self._given: dict[str, float] = {}  # and until when they are not taken again
        self._gifts = 0
        """How often something was let go of."""
        self._heard: dict[str, list[Heard]] = defaultdict(list)
        self._renewed = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self._beating = asyncio.Lock()
        self._connection: Any = None
        self._channel = ""
        self.peers = Peers()
        self.draining = self.hears = False
        self.members: list[MemberShown] = []
        self._looked = asyncio.Event()

    # ── What the rest of the server asks ─────────────────────────────────────────────────────────────────────────────

    async def take(self, name: str) -> None:
        while True:
            epoch = self._may_take(name)  # also what it still has, and will not have for long
            if name in self._held:
                return
            given = self._gifts
            try:
                await self._writer.write(Write(also=[leases.claim(name, epoch)], epoch=epoch))
            except Conflict:
                raise Stopped(GIVEN_UP) from None
            found = [Owner(*each[1:]) for each in await asyncio.to_thread(self._owners, [name])]
            if found and found[0].epoch != epoch:
                raise Elsewhere(found[0])
            if epoch != self.epoch:
                raise Stopped(GIVEN_UP)
            if found and given == self._gifts:  # else it was given away meanwhile, by another node or by this one
                self._held.add(name)
                return

    async def bring(self, name: str) -> None:
        end = time.monotonic() + self._settings.lease + 2
        while True:
            try:
                return await self.take(name)
            except Elsewhere as elsewhere:
                with suppress(NotReached):
                    await self.peers.ask(elsewhere.owner, "release", {"name": name})
                if time.monotonic() > end:
                    raise

    async def is_given(self, owner: Owner, name: str) -> bool:
        """Ask for a table to which nobody is connected: it may as well be where people come to."""
        if self.draining:
            return False
        try:
            await self.peers.ask(owner, "release", {"name": name, "unwatched": True})
        except NotReached:
            return False
        return True

    async def holds(self, role: str) -> bool:
        if role in self._held:
            return True
        if await self.owner([role]):
            return False
        with suppress(Elsewhere, Leaving, Stopped):
            await self.take(role)
        return role in self._held

    def claims(self, name: str) -> list[Statement]:
        epoch = self._may_take(name)
        self._held.add(name)
        return [leases.claim(name, epoch)]

    async def owner(self, names: Collection[str]) -> Owner | None:
        if not self._held.isdisjoint(names):
            return None
        found = {each[0]: Owner(*each[1:]) for each in await asyncio.to_thread(self._owners, list(names))}
        others = [found[name] for name in names if name in found and found[name].epoch != self.epoch]
        return others[0] if others else None

    def has(self, name: str) -> bool:
        return name in self._held

    def keeps(self, name: str) -> bool:
        return name in self._held and not self._gives(name)

    async def until_gone(self, owner: Owner) -> None:
        """Returns when a node has stopped, or was given up."""
        while any(each.epoch == owner.epoch for each in self.members):
            await self._looked.wait()

    def tell(self, topic: str, text: str = "") -> list[Statement]:
        return [leases.tell(self._channel, f"{self.epoch} {topic} {text}")]

    def hear(self, topic: str, heard: Heard) -> None:
        self._heard[topic].append(heard)

    def is_preferred(self, name: str) -> bool:
        """Of all nodes, is it this one that takes what nobody has? They agree on that without a word."""
        names = [each.name for each in self.members if not each.draining] or [self.name]
        return self.name == max(names, key=lambda each: _rank(each, name))

    def successor(self, name: str) -> Owner | None:
        """While this node stops: the one that will have what it had."""
        others = [each for each in self.members if not each.draining and each.epoch != self.epoch]
        if not others:
            return None
        chosen = max(others, key=lambda each: _rank(each.name, name))
        return Owner(chosen.epoch, chosen.name, chosen.address)

    def others_by_version(self) -> list[Owner]:
        """A node of each other version that runs at the moment."""
        found = {each.version: each for each in self.members if each.version != __version__ and not each.draining}
        return [Owner(each.epoch, each.name, each.address) for each in found.values()]

    def _may_take(self, name: str) -> int:
        if self._gives(name):
            raise Leaving()
        if self.epoch is None:
            raise Stopped("this node is not registered at the moment")
        return self.epoch

    def _gives(self, name: str) -> bool:
        return self.draining or self._given.get(name, 0.0) > time.monotonic()

    def _owners(self, names: list[str]) -> list[Any]:
        with self._store.reading() as connection:
            return list(connection.execute(sa.text(leases.OWNER), {"names": names}))

    # ── Beginning and ending ─────────────────────────────────────────────────────────────────────────────────────────

    async def end_predecessor(self) -> None:
        """Before anything else: a StammtischError if a node of this name lives."""
        async with await self._connect() as connection:
            await self._end_predecessor(connection)

    async def start(self) -> None:
        """Register, and stay so."""
        connection = await self._connect()
        await self._register(connection)
        await self._beat(connection)
        self._tasks = [asyncio.ensure_future(each) for each in (self._run(connection), self._let_go_of_unused())]

    async def drain(self) -> None:
        """Nothing is taken any more, and the others know."""
        self.draining = True
        with suppress(Exception):  # it could not be told: they find out
            await self._beat(self._connection)

    async def give_away(self) -> None:
        """All that this node has is free, and the others are told. Nobody may be using it any more."""
        self._held.clear()
        if self.epoch is not None:
            freed: Statement = ("DELETE FROM lease WHERE owner = ?", (self.epoch,))
            with suppress(Stopped):
                await self._writer.write(Write(also=[freed, *self.tell(FREED)]))

    def refuse(self, names: Collection[str]) -> None:
        """Another node is to have these: for a moment they are not taken here, nor used if they are being read."""
        self._given = {**self._given, **dict.fromkeys(names, time.monotonic() + GIVEN)}
        self._given = {each: until for each, until in self._given.items() if until > time.monotonic()}

    async def give(self, names: Collection[str]) -> None:
        """Let another node have these, which nobody uses here any more."""
        self.refuse(names)
        self._held -= set(names)
        self._gifts += 1
        if self.epoch is not None:
            freed = [leases.release(each, self.epoch) for each in names]
            await self._writer.write(Write(also=freed, epoch=self.epoch))

    async def stop(self) -> None:
        """After the writer has been stopped."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.peers.close()
        with suppress(Exception):  # the lease ends by itself
            async with asyncio.timeout(self._settings.lease / 2):
                connection = await self._connect()
                await connection.execute(leases.LEAVE, (self.epoch,))
                await connection.close()

    # ── The lease ────────────────────────────────────────────────────────────────────────────────────────────────────

    def fenced(self) -> None:
        """The writer has found that the others have given this node up."""
        self.epoch = None
        self._give_up("the other nodes have given this one up: it was silent for too long")

    def _give_up(self, why: str) -> None:
        self._renewed = time.monotonic()  # once
        log.warning("%s; it forgets its tables, and goes on as a new one", why)
        self._held.clear()
        self._lost()

    async def _run(self, connection: Any) -> None:
        """Renew the lease, and hear what is told, on a connection of its own; on another when that is lost."""
        failed = False
        while True:
            try:
                connection = connection or await asyncio.wait_for(self._connect(), self._settings.lease / 2)
                if failed:
                    log.warning("the database answers again")
                failed = False
                await self._stay(connection)
            except asyncio.CancelledError:
                await _close(connection)
                raise
            except Exception as error:
                self.hears = False
                if not failed:
                    log.warning("the lease of this node cannot be renewed: %s", str(error) or type(error).__name__)
                failed = True
                await _close(connection)
                connection = self._connection = None
            if time.monotonic() - self._renewed > self._settings.lease:
                self._give_up("the lease of this node could not be renewed")
            await asyncio.sleep(self._settings.lease / BEATS / 2)

    async def _stay(self, connection: Any) -> None:
        self._connection = connection
        await connection.execute(f'LISTEN "{self._channel}"')
        self.hears = True
        for heard in [each for every in self._heard.values() for each in every]:
            heard(None)
        while True:
            await self._beat(connection)
            async for note in connection.notifies(timeout=self._settings.lease / BEATS):
                self._hear(note.payload)

    def _hear(self, told: str) -> None:
        who, topic, text = (*told.split(" ", 2), "", "")[:3]
        if who == str(self.epoch):
            return
        for heard in self._heard.get(topic, ()):
            try:
                heard(text)
            except Exception:  # the lease must be renewed all the same
                log.exception("what another node told was not understood")

    async def _beat(self, connection: Any) -> None:
        async with asyncio.timeout(self._settings.lease / 2), self._beating:
            begun = time.monotonic()
            if self.epoch is not None:
                renewal = (self._settings.lease, self.draining, self.epoch)
                if (await connection.execute(leases.RENEW, renewal)).rowcount == 0:
                    self.fenced()
            if self.epoch is None:
                await self._register(connection)
            self._renewed = begun
            ended = await (await connection.execute(leases.END_SILENT, (self.epoch,))).fetchall()
            if ended:
                log.warning("silent for too long, and given up: %s", ", ".join(name for (name,) in ended))
                await connection.execute("SELECT pg_notify(%s, %s)", (self._channel, f"0 {FREED} "))
            members = await (await connection.execute(leases.MEMBERS)).fetchall()
            self.members = [MemberShown(*each) for each in members]
            self._looked.set()
            self._looked = asyncio.Event()

    async def _register(self, connection: Any) -> None:
        settings = self._settings
        await self._end_predecessor(connection)
        self._channel = await _one(connection, "SELECT 'stammtisch_' || current_schema()")
        await connection.execute(leases.KEEP_SECRET, (token_urlsafe(32),))
        self.peers.secret = await _one(connection, leases.SECRET)
        who = (settings.name, settings.address, __version__, settings.lease)
        skew = await _one(connection, f"SELECT {leases.NOW}") - time.time()
        if abs(skew) > SKEW:
            log.warning("the clock of this machine and the database's differ by %.1f s: let NTP set both", skew)
        self._renewed = time.monotonic()
        self.epoch = await _one(connection, leases.REGISTER, *who)

    async def _end_predecessor(self, connection: Any) -> None:
        """A node of this name that was killed is ended at once; one that lives keeps its name."""
        sql = "SELECT epoch, until, address FROM node WHERE name = %s"
        before = await (await connection.execute(sql, (self.name,))).fetchone()
        if before is None:
            return
        await asyncio.sleep(2.5 * self._settings.lease / BEATS)
        after = await (await connection.execute(sql, (self.name,))).fetchone()
        if after and after[:2] != before[:2]:
            raise StammtischError(
                f"there is a node '{self.name}' already, at {after[2]}; every node needs a name of its own: --node NAME"
            )
        await connection.execute(leases.LEAVE, (before[0],))

    async def _connect(self) -> Any:
        import psycopg  # an extra

        return await psycopg.AsyncConnection.connect(**self._store.psycopg_address, autocommit=True)

    # ── What nobody uses ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _let_go_of_unused(self) -> None:
        """What has not been used at two looks in a row is let go of."""
        while True:
            await asyncio.sleep(SWEEP)
            unused = {each for each in self._held if not each.startswith(ROLE)} - set(self._in_use())
            again, self._unused = unused & self._unused, unused
            if again and self.epoch is not None:
                self._held -= again  # whoever wants it claims it behind this in the writer's queue
                self._gifts += 1
                freed = [leases.release(each, self.epoch) for each in again]
                with suppress(Stopped):
                    await self._writer.write(Write(also=freed, epoch=self.epoch))


def _rank(node: str, name: str) -> bytes:
    """Of all nodes, the one with the highest takes what nobody has."""
    return sha256(f"{node} {name}".encode()).digest()


async def _one(connection: Any, sql: str, *values: object) -> Any:
    row = await (await connection.execute(sql, values)).fetchone()
    return row[0] if row else None


async def _close(connection: Any) -> None:
    with suppress(Exception):
        if connection:
            await connection.close()
