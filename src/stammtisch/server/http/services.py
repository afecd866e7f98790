"""What the running server has for every route. The framework is not loaded for this: a server listens before it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from stammtisch.server.counters import Counters
from stammtisch.server.http.answers import Answers
from stammtisch.server.http.limits import Limits
from stammtisch.server.live.arrivals import Arrivals
from stammtisch.server.live.seeks import Seeks
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.turns import Turns
from stammtisch.server.live.workers import Workers
from stammtisch.server.people.accounts import Accounts
from stammtisch.server.people.sessions import Sessions
from stammtisch.server.storage.entities import Guest, Session
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter


class Services(Protocol):
    """Rooms above this one have dependencies of their own."""

    store: Store
    writer: LogWriter
    counters: Counters
    limits: Limits
    answers: Answers
    tables: TableRegistry
    arrivals: Arrivals
    seeks: Seeks
    workers: Workers
    turns: Turns
    sessions: Sessions
    accounts: Accounts

    @property
    def damaged(self) -> Mapping[str, str]: ...

    async def session(self, token: str) -> Session: ...

    async def welcome(self, name: str, device: str, *, program: bool) -> tuple[Guest, str]: ...

    async def rename(self, guest: Guest, name: str) -> Guest: ...
