"""The collector of the statistics counts every game once when it has ended, and has games reviewed when there is time.

A game and everything that follows from it are one transaction, so a crash at any moment loses nothing and counts
nothing twice: what is over and not counted is counted after the next start.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from stammtisch.bots.named import can_compile
from stammtisch.server.live.observer import TableObserver
from stammtisch.server.live.payer import SERVER
from stammtisch.server.live.pool import Pool, PoolSettings
from stammtisch.server.live.worker import JobLost
from stammtisch.server.live.workers import enter
from stammtisch.server.nodes.node import Alone, Node
from stammtisch.server.statistics import statements
from stammtisch.server.statistics.finished_game import FinishedGame, finished_game
from stammtisch.server.statistics.luck_and_skill import luck_and_skill
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.log import Conflict, Row, Statement, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter
from stammtisch.server.table.commands import Table
from stammtisch.server.table.state import TableState

log = logging.getLogger("stammtisch.statistics")
SETTLING = 1.0
"""Seconds until a game that has ended is counted: games that end together are then counted in their order."""
REST = 0.02
"""Seconds between two games that are counted while people play: about as long as counting one takes."""
PAUSE = 20.0
"""Seconds after a game until games are reviewed, so that whoever plays again at once has the machine for himself."""
PATIENCE = 600.0
"""Seconds for a review: nobody waits for it, and it has only what others leave."""
NICE = 15
"""How far whoever reviews stands back behind those who play."""
ROLE = "!statistics"
POLL = 3.0
"""Seconds between two looks for games that have ended at other nodes."""
SLACK = 10 * 60_000
"""Milliseconds before the last game that was counted, in which another may have ended that was written later."""


class Collector(TableObserver):
    def __init__(self, store: Store, writer: LogWriter, rest: float = 0.0, node: Node | None = None) -> None:
        """`rest`: seconds after each game, in which those who play have the machine for themselves. Of several nodes
        one counts and reviews."""
        self._node = node or Alone()
        self._epoch: int | None = None
        self._store = store
        self._writer = writer
        self._rest = rest
        self._over = asyncio.Event()
        self._due = asyncio.Event()
        self._reviews = Pool(PoolSettings(nice=NICE, seconds=PATIENCE), enter)  # of its own: nobody waits for it
        self._since = 0
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Count what has not been counted, and go on so. Nobody waits for it."""
        self._over.set()
        self._due.set()
        work: list[Callable[[], Awaitable[None]]] = [self._count_games, self._review_games]
        self._tasks = [asyncio.ensure_future(self._on_and_on(each)) for each in work]

    def committed(self, table: Table, rows: Sequence[Row]) -> None:
        if any(row.kind == "result" for row in rows):
            self._over.set()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._reviews.close()

    async def _on_and_on(self, work: Callable[[], Awaitable[None]]) -> None:
        """A mistake in the statistics must not stop a game, nor the games after it from being counted."""
        while True:
            try:
                await work()
            except (NoStorage, Damaged):  # it has been told
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("the statistics failed")
                await asyncio.sleep(PAUSE)

    # ── Counting ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _count_games(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._over.wait(), None if self._node.is_alone else POLL)
        await asyncio.sleep(SETTLING)
        self._over.clear()
        if await self._holds():
            try:
                await self.catch_up()
            except NoStorage:
                self._over.set()  # the rest is counted as soon as it can be
                raise
            self._due.set()

    async def _holds(self) -> bool:
        """Is it this node that counts and reviews?"""
        holds = await self._node.holds(ROLE)
        self._epoch = self._node.epoch
        return holds

    async def catch_up(self) -> int:
        """Count all games that are over; how many that were."""
        if await asyncio.to_thread(self._version) != statements.VERSION:
            await self.begin_anew()
        number = 0
        while found := await asyncio.to_thread(self._uncounted):
            for table, at in found:
                try:
                    await self._write(await asyncio.to_thread(self._counted, table, at))
                except Conflict:  # another server was quicker: what it counted is read before the next try
                    await asyncio.sleep(SETTLING)
                    if not await self._holds():
                        return number
                    break
                self._since = max(self._since, at - SLACK)
                number += 1
                await asyncio.sleep(self._rest)
        return number

    async def begin_anew(self) -> None:
        """Forget everything that can be made again from the log."""
        self._since = 0
        await self._write(statements.begin_anew())

    def _version(self) -> int | None:
        with self._store.reading() as connection:
            return statements.version(connection)

    def _uncounted(self) -> list[tuple[str, int]]:
        with self._store.reading() as connection:
            return statements.uncounted(connection, self._since)

    def _counted(self, table: str, at: int) -> list[Statement]:
        try:
            game = finished_game(table, self._store.rows(table))
        except NoStorage:
            raise  # it is counted when it can be read
        except Exception:
            log.exception("a game cannot be counted", extra={"table": table})
            game = FinishedGame(table, "", 0, at, False, [], "unreadable", {})
        with self._store.reading() as connection:
            return statements.count(game, statements.PriorFigures.read(connection, game))

    async def _write(self, statements: list[Statement]) -> None:
        """Also if this task is cancelled meanwhile, it is written or not, as a whole."""
        await self._writer.write(Write(also=statements, epoch=self._epoch))

    # ── Reviewing ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _review_games(self) -> None:
        """One at a time, the last one first."""
        await self._due.wait()
        self._due.clear()
        if not can_compile():
            return  # until it is installed
        await asyncio.sleep(PAUSE)
        while await self._holds() and (table := await asyncio.to_thread(self._to_be_reviewed)):
            with suppress(Conflict):  # another server has reviewed it too
                await self._review(table)
        self._reviews.close()  # its process has loaded the tables of the games: nobody needs them now

    def _to_be_reviewed(self) -> str | None:
        with self._store.reading() as connection:
            return statements.to_be_reviewed(connection)

    async def _review(self, table: str) -> None:
        try:
            record, stayed = await asyncio.to_thread(self._record, table)
            by_seat = await self._reviews.run(SERVER, luck_and_skill, record)
        except JobLost:
            log.warning("a review took too long", extra={"table": table})
            await self._write([statements.give_up_review(table)])
            return
        except Exception:
            log.exception("a review failed", extra={"table": table})
            await self._write([statements.give_up_review(table)])
            return
        guests = await asyncio.to_thread(self._players, table)
        await self._write(statements.put_review(table, by_seat, guests, stayed & guests.keys()))

    def _record(self, table: str) -> tuple[str, set[int]]:
        """Of a game: its record, and the seats at which everything was decided by those who sat there."""
        from stammtisch.server.study.history import record

        rows = self._store.rows(table)
        _, table_state = TableState.retraced(table, rows)
        left = {json.loads(row.payload)["away"] for row in rows if row.kind == "away"}
        return record(table_state, rows), set(range(len(table_state.seats))) - left

    def _players(self, table: str) -> dict[int, str]:
        with self._store.reading() as connection:
            return statements.players(connection, table)
