"""Accounts: a guest with a handle and a password. Nothing is copied when a guest gets one, so nothing can be lost."""

from __future__ import annotations

import asyncio
from dataclasses import astuple, dataclass, replace

import sqlalchemy as sa

from stammtisch.server.clock import now
from stammtisch.server.people.attempts import ACCOUNT, ADDRESS, Attempts
from stammtisch.server.people.handles import clean_handle, skeleton
from stammtisch.server.people.passwords import Passwords, check_strength
from stammtisch.server.people.sessions import Sessions
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.storage import schema
from stammtisch.server.storage.entities import Guest, Session
from stammtisch.server.storage.log import Conflict, Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter

WRONG = "there is no such handle, or it has another password"
TAKEN = "somebody has this handle, or one that looks like it"


@dataclass(frozen=True, slots=True)
class Account:
    """The fields are the columns, in their order."""

    guest: str
    handle: str
    skeleton: str
    password: str
    """Its hash."""
    created: int
    changed: int
    """The password."""


class Accounts:
    def __init__(self, store: Store, writer: LogWriter, sessions: Sessions, passwords: Passwords | None = None) -> None:
        self._store = store
        self._writer = writer
        self._sessions = sessions
        self._passwords = passwords or Passwords()
        self._by_handle = Attempts(*ACCOUNT)
        self._by_address = Attempts(*ADDRESS)
        self.attempts = {"tries at accounts": self._by_handle, "tries of addresses": self._by_address}
        """What counts at all nodes together."""

    async def of(self, guest: str) -> Account | None:
        return await asyncio.to_thread(self._find, schema.account.c.guest == guest)

    async def make(self, guest: Guest, handle: str, password: str, address: str | None = None) -> Account:
        """A guest who keeps his games and his name, stays logged in here, and can come back on other devices."""
        clean_handle(handle)
        check_strength(password, handle)
        if await self.of(guest.id):
            raise Refusal("has_account", "you have an account already")
        if await asyncio.to_thread(self._find, schema.account.c.skeleton == skeleton(handle)):
            raise Refusal("handle_taken", TAKEN)  # before the work of a hash
        hash = await self._passwords.hash(password, address)
        made = Account(guest.id, handle, skeleton(handle), hash, now(), now())
        try:
            await self._writer.write(Write(also=[_add(made)]))
        except Conflict:
            if await self.of(guest.id):
                raise Refusal("has_account", "you have an account already") from None
            raise Refusal("handle_taken", TAKEN) from None
        return made

    async def log_in(self, handle: str, password: str, device: str, address: str | None) -> tuple[Session, str]:
        """A session on another device, and its token. An unknown handle gets the same answer after the same work."""
        found = await asyncio.to_thread(self._find, schema.account.c.skeleton == skeleton(handle))
        if found and found.handle.casefold() != handle.casefold():
            found = None
        account = await self._proved(found, handle, password, address)
        guest = await asyncio.to_thread(self._store.guest, account.guest)
        begun = await self._sessions.log_in(guest, account.password, device) if guest else None
        if begun is None:  # the password was right a moment ago, and is not any more
            raise Refusal("wrong_password", WRONG)
        return begun

    async def prove(self, guest: str, password: str | None, address: str | None) -> Account | None:
        """Who has an account must know its password; a guest without one has nothing else than his token."""
        account = await self.of(guest)
        return await self._proved(account, account.handle, password or "", address) if account else None

    async def change_password(self, session: Session, old: str, new: str, address: str | None) -> None:
        """All other sessions end: perhaps the old password was known to somebody."""
        account = await self.prove(session.guest.id, old, address)
        if account is None:
            raise Refusal("no_account", "you have no account")
        check_strength(new, account.handle)
        hash = await self._passwords.hash(new, address)
        await self._sessions.end_all_of(account.guest, _set(account, hash, now()), but=session.token_hash)

    async def _proved(self, account: Account | None, handle: str, password: str, address: str | None) -> Account:
        key = f"{skeleton(handle)} {address or ''}"  # somebody else's wrong tries do not keep the owner out
        self._by_address.begin(address)
        self._by_handle.begin(key)
        try:
            right = await self._passwords.is_right(account.password if account else None, password, address)
        except Refusal:  # too many at once: nothing was tried
            self._by_address.forgive(address)
            self._by_handle.forgive(key)
            raise
        if account is None or not right:
            raise Refusal("wrong_password", WRONG)
        self._by_address.forgive(address)
        self._by_handle.forgive(key)
        if self._passwords.is_old(account.password):
            again = await self._passwords.hash(password, address)
            await self._writer.write(Write(also=[_hash_again(account, again)]))
            return replace(account, password=again)
        return account

    def _find(self, which: sa.ColumnElement[bool]) -> Account | None:
        with self._store.reading() as connection:
            row = connection.execute(sa.select(schema.account).where(which)).first()
        return None if row is None else Account(*row)


def _add(account: Account) -> Statement:
    return (
        "INSERT INTO account (guest, handle, skeleton, password, created, changed) VALUES (?, ?, ?, ?, ?, ?)",
        astuple(account),
    )


def _hash_again(account: Account, hash: str) -> Statement:
    """Unless it was changed meanwhile."""
    return "UPDATE account SET password = ? WHERE guest = ? AND password = ?", (hash, account.guest, account.password)


def _set(account: Account, hash: str, at: int) -> Statement:
    return "UPDATE account SET password = ?, changed = ? WHERE guest = ?", (hash, at, account.guest)
