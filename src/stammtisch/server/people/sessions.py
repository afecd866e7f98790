"""Sessions: who a token belongs to. This is the only place that knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace

import sqlalchemy as sa

from stammtisch.server.clock import now
from stammtisch.server.people import guests
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import Guest, Session, add_session
from stammtisch.server.storage.log import Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter, Stopped

HOUR = 3_600_000
UNUSED = 180 * 24 * HOUR
"""After so long without use a session ends, if its guest can log in again. Who has no account has nothing but it."""
KNOWN = 20_000
"""Sessions in memory."""


class Sessions:
    def __init__(self, store: Store, writer: LogWriter, dismiss: Callable[[Collection[str]], None]) -> None:
        self._store = store
        self._writer = writer
        self._dismiss = dismiss
        self._known: dict[str, Session] = {}
        self._changes = 0
        """What was read before the last one may not be true any more."""

    async def of(self, token: str) -> Session:
        """Whose token this is."""
        key = guests.hashed(token)
        found = self._known.get(key)
        while found is None:
            changes = self._changes
            found = await asyncio.to_thread(self._store.session, key)
            if changes != self._changes:
                found = None  # somebody may have logged out while we were reading
                continue
            if found is None:
                raise Refusal("not_signed_in", "this secret belongs to nobody here")
            if now() - found.used >= UNUSED and await asyncio.to_thread(self._has_account, found.guest):
                await self.end([key])
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

    async def end(self, sessions: Collection[str], *also: Statement) -> None:
        """These sessions are over, and their connections are closed; together with whatever else is to be written."""
        ended: list[Statement] = [("DELETE FROM session WHERE token_hash = ?", (each,)) for each in sessions]
        await self._writer.write(Write(also=[*also, *ended]))
        self.forget(sessions)

    def forget(self, sessions: Collection[str]) -> None:
        self._changes += 1
        for each in sessions:
            self._known.pop(each, None)
        self._dismiss(sessions)

    def look_again(self, guest: str) -> None:
        """Something about this guest has changed: read it anew."""
        self._changes += 1
        self._known = {key: session for key, session in self._known.items() if session.guest.id != guest}

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
