"""Online: the tables of a round are opened, started and taken over by themselves, and rounds follow if that is wanted.

Everything here follows from the log: whatever the server was killed in, the next look finds what is still to be done.
A table's name follows from the draw, so it cannot be opened twice; a result is entered where there is none.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from stammtisch.core.errors import StammtischError
from stammtisch.server.clock import now
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.registry import Registry
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.protocol.settings import Opening, Place, SeatPlan
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.table.commands import Table
from stammtisch.server.tournaments.duplicate import deal_for, to_open
from stammtisch.server.tournaments.hosted import SERVER, TABLE, HostedTournament
from stammtisch.server.tournaments.live_tournament import LiveTournament
from stammtisch.server.tournaments.view import played
from stammtisch.tournament import Confirmed, DrawTask, EventData, Line, NoShow, Result, sheet_of
from stammtisch.tournament.state import Round
from stammtisch.tournament.state import Table as Seating

log = logging.getLogger("stammtisch.online")
GRACE = 30_000  # milliseconds after a start of the server in which nobody is counted as missing
LATER = 5.0  # seconds until something is tried again that failed


class OnlineRounds:
    """What goes on by itself in one tournament."""

    def __init__(self, tournaments: Registry[LiveTournament], tables: TableRegistry, live: LiveTournament) -> None:
        self._tournaments = tournaments
        self._tables = tables
        self._live = live
        self._poked = asyncio.Event()
        self._since = now()
        self._refused: set[str] = set()  # games whose result the rules of tournaments do not take: the organiser must
        self._deals: set[str] = set()  # those whose seeds are opened
        self.due: int | None = None
        """When something happens by itself."""
        self._task = asyncio.ensure_future(self._run())

    @property
    def is_over(self) -> bool:
        return self._task.done()

    def wake(self) -> None:
        self._poked.set()

    def stop(self) -> None:
        self._task.cancel()

    async def _run(self) -> None:
        while not self._live.gone and self._live.hosted.tournament.progress.phase != "closed":
            self._poked.clear()
            try:
                self.due = await self._look()
                wait = None if self.due is None else max(0.0, (self.due - now()) / 1000)
            except asyncio.CancelledError:
                raise
            except (NoStorage, Damaged):
                wait = LATER  # it has been told
            except Exception:
                log.exception("a tournament could not go on", extra={"table": self._live.hosted.name})
                wait = LATER
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poked.wait(), wait)
        if not self._live.gone:
            with suppress(NoStorage):  # it is done after the next start
                await self._open_seeds()

    async def _open_seeds(self) -> None:
        """The dice of rounds that are complete may be verified."""
        fresh = [name for name in to_open(self._live.hosted) if name not in self._deals]
        if fresh:
            await self._tables.close_deals(fresh)
            self._deals.update(fresh)

    async def _look(self) -> int | None:
        """Do what is to be done now; when there will be something to do again."""
        hosted = self._live.hosted
        online, progress = hosted.online, hosted.tournament.progress
        assert online
        await self._open_seeds()
        if progress.last and progress.phase in ("round", "final"):
            return await self._look_at_tables(progress.last)
        if online.automatic and progress.phase in ("between", "cut", "done"):
            due = max(hosted.at, self._since) + online.pause * 1000
            if progress.phase != "between":
                due = hosted.at  # who goes to the final need not wait
            if due > now():
                return due
            await self._go_on()
        return None

    async def _go_on(self) -> None:
        hosted = self._live.hosted
        async with self._live.lock:  # commands are carried out in a thread
            seq, found = hosted.seq, await asyncio.to_thread(hosted.what_follows)
        payer, workers = Payer(hosted.host), self._tables.workers
        what = await workers.run("rest", payer, found.run) if isinstance(found, DrawTask) else found
        async with self._live.lock:
            if self._live.gone or hosted.seq != seq:
                self.wake()  # something else has happened: look again
            else:
                hosted.by_itself([what], SERVER, now())
                await self._tournaments.commit(self._live)

    async def _look_at_tables(self, round: Round) -> int | None:
        """Open the tables of a round; start those where time is up; take results over."""
        hosted = self._live.hosted
        assert hosted.online
        missing = hosted.draws[round.number][1] + hosted.online.wait * 1000
        missing = max(missing, self._since + min(GRACE, hosted.online.wait * 1000))
        waits = False
        for number, table in enumerate(round.tables, 1):
            if table.is_done or table.result:
                continue
            name = played(hosted, round, number)
            if name is None:
                await self._enter(round, number, table, [Line(player, 0) for player in table.seats], None)
                continue
            status = await self._tables.status(name)
            if status is None:
                await self._open(name, round.number, number, table)
            elif status == "waiting" and missing <= now():
                await self._tables.start(name)
            elif status == "over" and name not in self._refused:
                await self._take_over(name, round, number, table)
            waits = waits or status in (None, "waiting")
        return missing if waits and missing > now() else (now() + 1000 if waits else None)

    async def _open(self, name: str, round: int, number: int, table: Seating) -> None:
        hosted = self._live.hosted
        assert hosted.online
        progress = hosted.tournament.progress
        bots = [progress.players[player].bot for player in table.seats]
        opening = Opening(
            game=progress.scheme.game,
            options=dict(progress.scheme.options),
            seats=[SeatPlan(kind="bot", bot=bot) if bot else SeatPlan() for bot in bots],
            clock=hosted.online.clock,
            takeover=hosted.online.takeover,
            hints=False,
        )
        keys = [None if bot else hosted.keys.seat(name, player) for bot, player in zip(bots, table.seats, strict=True)]
        place = Place(tournament=hosted.name, round=round, table=number)
        named = [progress.players[player].name if bot else "" for bot, player in zip(bots, table.seats, strict=True)]
        await self._tables.open(
            opening, "", name=name, keys=keys, place=place, named=named, dealt=deal_for(hosted, round, len(table.seats))
        )
        self._live.tell()

    async def _take_over(self, name: str, round: Round, number: int, table: Seating) -> None:
        live = await self._tables.live(name)
        async with live.lock:
            lines = result_of(self._live.hosted, live.table, table)
        await self._enter(round, number, table, lines, name)

    async def _enter(self, round: Round, number: int, table: Seating, lines: list[Line], name: str | None) -> None:
        whats: list[EventData] = [Result(round.number, number, tuple(lines))]
        if all(line.out for line in lines):  # nobody has played to the end: then nobody was there [C3.4]
            whats = [NoShow(round.number, line.player) for line in lines]
        async with self._live.lock:
            if self._live.gone or table.result:
                return
            try:
                self._live.hosted.by_itself(whats, TABLE, now())
            except StammtischError:
                log.exception("a result was not taken", extra={"table": name})
                self._refused.add(name or "")
                return
            if isinstance(whats[0], Result):
                self._live.hosted.by_itself([Confirmed(round.number, number)], SERVER, now())
            await self._tournaments.commit(self._live)


def result_of(hosted: HostedTournament, game: Table, table: Seating) -> list[Line]:
    """The score sheet of a game that is over. Who has left it, or never came, is out of it [C3.6]."""
    sheet = sheet_of(game.game.name)
    position = game.playing.position
    lines = []
    for seat, player in enumerate(table.seats):
        is_bot = bool(hosted.tournament.progress.players[player].bot)
        if game.seats[seat].resigned or (game.seats[seat].kind == "bot" and not is_bot):
            lines.append(Line(player, 0, out=True))
        else:
            mark = sheet.mark(position.state, seat) if sheet.MARK else None
            lines.append(Line(player, position.scores[seat], mark))
    return lines
