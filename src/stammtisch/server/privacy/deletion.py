"""Deletion: "delete me". What is known of somebody is taken out of the database, and nothing of it stays in its file.

    1  he is marked as leaving; his account, his sessions and his name go at once, and nobody can act in his name
    2  he gives up his games, as he could have done himself, and each table forgets his name and what he said
    3  his last rows go, the file is written anew (storage/vacuum.py), and only then the mark goes

A server that is killed in between goes on when it starts again: every step may be done twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

import sqlalchemy as sa

from stammtisch.server.clock import now
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.nodes.node import Elsewhere
from stammtisch.server.notices import channels
from stammtisch.server.people import follows
from stammtisch.server.people.guests import new_id
from stammtisch.server.people.sessions import Sessions
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.puzzles import answers
from stammtisch.server.statistics import statements
from stammtisch.server.storage import schema
from stammtisch.server.storage.dealt import forget_player
from stammtisch.server.storage.faults import NoStorage
from stammtisch.server.storage.log import Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.vacuum import Vacuum
from stammtisch.server.storage.writer import LogWriter

log = logging.getLogger("stammtisch.deletion")

LEFT = "left"
"""The topic of what nodes tell each other: that somebody is out of all logs."""
AT_ONCE = (("account", "guest"), ("session", "guest"), *channels.OWNED, *follows.OWNED)
AT_LAST = (("sitting", "guest"), ("entrant", "guest"), *statements.OWNED, *answers.OWNED, ("guest", "id"))
"""Where something stands about somebody outside the log: tables, and the column with his id. Whoever adds a table with
people in it adds it here."""


class Deletion:
    def __init__(
        self,
        store: Store,
        writer: LogWriter,
        tables: TableRegistry,
        sessions: Sessions,
        also: Callable[[str], Awaitable[None]],
    ) -> None:
        """`also`: what else forgets somebody, besides tables."""
        self._store = store
        self._writer = writer
        self._tables = tables
        self._sessions = sessions
        self._also = also
        self.vacuum = Vacuum(store, writer)
        self._node = tables.node
        self._under_way: set[str] = set()
        self._failed: set[str] = set()
        """Who cannot leave before the server is started again."""
        self._one = asyncio.Lock()
        """Who leaves at the same time does so one after another: all search the whole log, and threads are few."""

    async def leave(self, guest: str) -> None:
        """Returns when all of him is out of the database; if the file can be written anew at once, after that."""
        mark: Statement = (
            "INSERT INTO leaving (guest, since) VALUES (?, ?) ON CONFLICT (guest) DO NOTHING",
            (guest, now()),
        )
        nameless: Statement = ("UPDATE guest SET name = '', avatar = '' WHERE id = ?", (guest,))
        told = self._node.tell(channels.TOLD, guest)
        claims = self._node.claims(_role(guest))  # so that no other node does the same, as long as this one lives
        self._under_way.add(guest)
        try:
            await self._sessions.end_all_of(guest, mark, *_away(guest, AT_ONCE), nameless, *told, *claims)
            await self._go_on(guest)
        finally:
            self._under_way.discard(guest)
        await self.vacuum.soon([guest])
        await self._node.give([_role(guest)])

    async def resume(self) -> None:
        """After a start, a failure of the disk, or the end of another node: those who were leaving then."""
        done = []
        for guest in await asyncio.to_thread(self._marked):
            if guest in self._under_way | self._failed or not await self._node.holds(_role(guest)):
                continue
            self._under_way.add(guest)
            try:
                await self._go_on(guest)
                done.append(guest)
            except (NoStorage, Elsewhere):
                return  # it has been told; this is done again when something can be stored
            except Exception:  # the others leave all the same; this one when it is started again
                log.exception("somebody cannot leave")
                self._failed.add(guest)
            finally:
                self._under_way.discard(guest)
        await self.vacuum.soon(done)
        await self._node.give([_role(each) for each in done])

    def close(self) -> None:
        self.vacuum.close()

    async def _go_on(self, guest: str) -> None:
        async with self._one:
            for table in await asyncio.to_thread(tables_with, self._store, guest):
                await self._give_up(table, guest)
                await self._tables.forget(table, guest)
            await self._also(guest)
            await self._writer.write(
                Write(also=[forget_player(guest), *_away(guest, AT_LAST), *self._node.tell(LEFT, guest)])
            )

    async def _give_up(self, table: str, guest: str) -> None:
        """Leave a table that has not begun; resign where one plays."""
        try:
            await self._tables.bring(table)
            live = await self._tables.live(table)
            if live.table.status == "waiting":
                await self._tables.leave(table, guest)
            else:
                await self._tables.do(live, wire.Resign(cid=new_id()), guest)
        except NoStorage:
            raise
        except Refusal:
            pass  # he has no seat there, or is gone already
        except Exception:
            log.exception("somebody cannot leave a table", extra={"table": table})

    def _marked(self) -> list[str]:
        with self._store.reading() as connection:
            return list(connection.scalars(sa.select(schema.leaving.c.guest)))


def _role(guest: str) -> str:
    """Of the node that sees to it that he leaves."""
    return f"!leaving {guest}"


def _away(guest: str, owned: Iterable[tuple[str, str]]) -> list[Statement]:
    return [(f"DELETE FROM {table} WHERE {column} = ?", (guest,)) for table, column in owned]


def tables_with(store: Store, guest: str) -> list[str]:
    """All tables whose log knows this guest, also those that he has left. It reads the whole log, but rarely."""
    event = schema.event.c
    known = event.payload.contains(f'"{guest}"', autoescape=True)
    is_table = event.table_id.not_in(sa.select(schema.tournament.c.tournament_id))
    query = sa.select(event.table_id).distinct().where(known, is_table)
    with store.reading() as connection:
        return list(connection.scalars(query))
