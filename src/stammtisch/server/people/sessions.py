"""Sessions: who a token belongs to. This is the only place that knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol, TypeAlias

import sqlalchemy as sa

from stammtisch.server.clock import now
from stammtisch.server.nodes.node import Alone, Node
from stammtisch.server.nodes.rereading import Rereading
from stammtisch.server.people import guests
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import Guest, Session, add_session, add_session_by_password
from stammtisch.server.storage.log import Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter, Stopped

HOUR = 3_600_000
UNUSED = 180 * 24 * HOUR
"""After so long without use a session ends, if its guest can log in again. Who has no account has nothing but it."""
KNOWN = 20_000
"""Sessions in memory."""


SESSIONS = "sessions"
"""The topic of what nodes tell each other: that one is over, that all of a guest are, that a guest has changed."""
AT_ONCE = 500
"""Sessions that are asked for in one query."""

IsOver: TypeAlias = Callable[[str, str], bool]
"""Of a guest and one of his sessions."""


class Connections(Protocol):
    """What is connected in somebody's name."""

    def sessions(self) -> set[str]:
        """Those of all connections."""

    def dismiss(self, is_over: IsOver) -> None:
        """Close the connections of sessions that are over."""


class Sessions:
    def __init__(self, store: Store, writer: LogWriter, connections: Connections, node: Node | None = None) -> None:
        self._store = store
        self._writer = writer
        self._connections = connections
        self._node = node or Alone()
        self._known: dict[str, Session] = {}
        self._changes = 0
        """What was read before the last one may not be true any more."""
        self._rereading = Rereading(self._look_at_all)
        self._node.hear(SESSIONS, self._hear)

    async def of(self, token: str) -> Session:
        """Whose token this is."""
        key = guests.hashed(token)
        found = self._known.get(key) if self._node.hears else None
        while found is None:
            changes = self._changes
            found = await asyncio.to_thread(self._store.session, key)
            if changes != self._changes:
                found = None  # somebody may have logged out while we were reading
                continue
            if found is None:
                raise Refusal("not_signed_in", "this secret belongs to nobody here")
            if now() - found.used >= UNUSED and await asyncio.to_thread(self._has_account, found.guest):
                await self.end(key)
                raise Refusal("not_signed_in", "this device was not used for half a year; log in again")
            if len(self._known) > KNOWN:
                self._known.clear()
            self._known[key] = found
        if now() - found.used >= HOUR:
            found = self._known[key] = replace(found, used=now())
            with suppress(Stopped):  # nobody waits for it
                self._writer.submit(Write(also=[_use(found)]))
        return found

    async def begin(self, guest: Guest, device: str = "", *also: Statement) -> tuple[Session, str]:
        """A new session, and its token: always a new one."""
        session, token = guests.new_session(guest, now(), device)
        await self._writer.write(Write(also=[*also, add_session(session)]))
        return session, token

    async def log_in(self, guest: Guest, password: str, device: str) -> tuple[Session, str] | None:
        """A new session, if the hash of his account's password is still this one when it is written."""
        session, token = guests.new_session(guest, now(), device)
        await self._writer.write(Write(also=add_session_by_password(session, password)))
        return (session, token) if await asyncio.to_thread(self._left, [session.token_hash]) else None

    async def end(self, session: str) -> None:
        """It is over, and its connections are closed, at all nodes."""
        gone: Statement = ("DELETE FROM session WHERE token_hash = ?", (session,))
        await self._writer.write(Write(also=[gone, *self._node.tell(SESSIONS, f"one {session}")]))
        self._forget(lambda _, each: each == session)

    async def end_all_of(self, guest: str, *also: Statement, but: str = "") -> None:
        """The same for all of a guest's, but perhaps one; after whatever else is to be written with it."""
        gone: Statement = ("DELETE FROM session WHERE guest = ? AND token_hash <> ?", (guest, but))
        await self._writer.write(Write(also=[*also, gone, *self._node.tell(SESSIONS, f"all {guest} {but}")]))
        self._forget(lambda whose, each: whose == guest and each != but)

    async def change(self, guest: str, *statements: Statement) -> None:
        """With these something about a guest changes, for all nodes."""
        await self._writer.write(Write(also=[*statements, *self._node.tell(SESSIONS, f"look {guest}")]))
        self.look_again(guest)

    def look_again(self, guest: str) -> None:
        """Something about this guest has changed: read it anew."""
        self._let_go_of(lambda whose, _: whose == guest)

    def _forget(self, is_over: IsOver) -> None:
        self._let_go_of(is_over)
        self._connections.dismiss(is_over)

    def _let_go_of(self, which: IsOver) -> None:
        self._changes += 1
        self._known = {key: each for key, each in self._known.items() if not which(each.guest.id, key)}

    def _hear(self, told: str | None) -> None:
        """What another node has done, or has done perhaps."""
        match (told or "").split(" "):
            case ["one", session]:
                self._forget(lambda _, each: each == session)
            case ["all", guest, but]:
                self._forget(lambda whose, each: whose == guest and each != but)
            case ["look", guest]:
                self.look_again(guest)
            case _:
                self._let_go_of(lambda *_: True)
                self._rereading.hear(None)

    async def _look_at_all(self, _: str | None) -> None:
        """Which of those that are connected are over?"""
        connected = list(self._connections.sessions())
        for begin in range(0, len(connected), AT_ONCE):
            some = connected[begin : begin + AT_ONCE]
            left = set(await asyncio.to_thread(self._left, some))
            self._connections.dismiss(lambda _, each, gone=frozenset(some) - left: each in gone)  # type: ignore[misc]

    def _left(self, sessions: list[str]) -> list[str]:
        column = schema.session.c.token_hash
        with self._store.reading() as connection:
            return list(connection.scalars(sa.select(column).where(column.in_(sessions))))

    async def all_of(self, guest: Guest) -> list[Session]:
        """The one that was used last comes first."""
        return await asyncio.to_thread(self._all_of, guest)

    def _has_account(self, guest: Guest) -> bool:
        with self._store.reading() as connection:
            query = sa.select(schema.account.c.guest).where(schema.account.c.guest == guest.id)
            return connection.execute(query).first() is not None

    def _all_of(self, guest: Guest) -> list[Session]:
        session = schema.session.c
        query = sa.select(session.token_hash, session.created, session.used, session.device)
        query = query.where(session.guest == guest.id).order_by(session.used.desc(), session.token_hash)
        with self._store.reading() as connection:
            return [Session(row[0], guest, *row[1:]) for row in connection.execute(query)]


def _use(session: Session) -> Statement:
    return "UPDATE session SET used = ? WHERE token_hash = ?", (session.used, session.token_hash)
