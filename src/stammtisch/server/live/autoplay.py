"""Autoplay: what goes on at a table by itself. Bots think, and whoever everybody waits for has only so much time."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from stammtisch.server.clock import now
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.quotas import Quotas
from stammtisch.server.live.registry import Registry
from stammtisch.server.live.workers import BotFailed, BotMove, PoolName, Workers
from stammtisch.server.protocol.refusal import Refusal, StaleCommand
from stammtisch.server.storage.faults import Damaged, NoStorage
from stammtisch.server.storage.log import Conflict
from stammtisch.server.table.commands import Table

PATIENCE = 2.0  # seconds until a bot is asked again that is not ready and for which nobody may play
AGAIN = 60.0  # seconds until bots are asked again when all have failed

log = logging.getLogger("stammtisch.autoplay")


class Autoplay:
    def __init__(self, tables: Registry[LiveTable], workers: Workers, quotas: Quotas) -> None:
        self._tables = tables
        self._quotas = quotas
        self._workers = workers

    def resume(self, live: LiveTable) -> None:
        """Let the bot think whose turn it is, and set the clock for whom everybody waits."""
        if live.gone:
            return  # its watchers leave it only now
        table, loop = live.table, asyncio.get_running_loop()
        thinks = live.thinking is not None and not live.thinking.done()
        if thinks and table.bot_to_move is not None and live.thinking_about == table.decisive:
            return  # who comes, goes or talks does not make it begin anew
        self.stop(live)
        if table.bot_to_move is not None:
            if table.is_of_bots and not live.is_watched:
                return  # until somebody comes
            about, until = live.rest or (0, 0.0)
            if about == table.decisive and until > loop.time():
                live.timer = loop.call_at(until, self.resume, live)
                return
            live.thinking_about = table.decisive
            live.thinking = asyncio.ensure_future(self._think(live))
            return
        seat = table.awaited
        if seat is None or table.is_over:
            return
        waits = []
        if table.clocks.deadline is not None:
            waits.append((table.clocks.deadline - now()) / 1000)
        takeover = table.opened.opening.takeover
        if takeover is not None and not live.is_here(seat):
            waits.append(takeover - (loop.time() - live.left.setdefault(seat, loop.time())))
        if waits:
            live.timer = loop.call_later(max(0.0, min(waits)), lambda: asyncio.ensure_future(self._time_is_up(live)))

    @staticmethod
    def stop(live: LiveTable) -> None:
        if live.timer:
            live.timer.cancel()
            live.timer = None
        if live.thinking and live.thinking is not asyncio.current_task():
            live.thinking.cancel()
        live.thinking = None

    async def _time_is_up(self, live: LiveTable) -> None:
        async with live.lock:
            live.timer = None
            table, seat = live.table, live.table.awaited
            if live.gone or seat is None or table.is_over:
                return
            deadline, takeover = table.clocks.deadline, table.opened.opening.takeover
            gone = live.left.get(seat)
            loop = asyncio.get_running_loop()
            late = deadline is not None and now() >= deadline
            patient = takeover is None or gone is None or live.is_here(seat) or loop.time() - gone < takeover
            with suppress(NoStorage, Damaged, Conflict):  # the table is read again as soon as something can be written
                await self._tables.prepare(live)
                with self._tables.whole(live):
                    if late and table.clocks.clock.kind == "game":
                        table.flag(seat, now())
                    elif late or not patient:
                        table.mark_away(seat, now())
                if table.fresh:
                    await self._tables.commit(live)
                else:
                    self.resume(live)

    async def _think(self, live: LiveTable) -> None:
        """Ask the bot whose turn it is, and make its move if the table is still the same."""
        table = live.table
        bot, seq, position = table.bot_to_move, table.seq, table.playing.position
        if bot is None:
            return  # a command came before this thought began; when it is on disk, the table is cared for anew
        seed = table.bot_seed
        view = position.view(position.turn).to_json()
        found: BotMove | None = None
        wait, stuck = 0.0, False
        try:
            if len(position.legal_moves) == 1:
                found = BotMove(str(position.legal_moves[0]), live.warming)
            else:
                found = await self._workers.choose(bot, view, seed, *self._paid_by(table))
                if table.opened.deal and found.simpler and not found.failed:
                    found, wait = None, PATIENCE  # at all its tables the same bot plays: this one waits until it can
        except Refusal as busy:
            wait = float(busy.wait or 1)
        except BotFailed:
            log.exception(
                "no bot finds a move: this table waits, and is tried again in %d seconds",
                AGAIN,
                extra={"table": table.name, "bot": bot},
            )
            wait, stuck = AGAIN, True
        live.thinking = None  # from here on it must not be cancelled: what is written is written
        async with live.lock:
            if live.gone:
                return
            try:
                await self._tables.prepare(live)
                with self._tables.whole(live):
                    if found:
                        live.warming = found.simpler
                        table.bot_moves(found.move, seq, now(), stand_in=found.failed)
                    else:
                        live.rest = (table.decisive, asyncio.get_running_loop().time() + wait)
                        if stuck and live.stuck != table.decisive:
                            table.bot_is_stuck(seq, now())
                            live.stuck = table.decisive
            except (StaleCommand, Refusal):
                if not live.gone:
                    self.resume(live)
                return
            if table.fresh:
                with suppress(NoStorage, Damaged, Conflict):
                    await self._tables.commit(live)
            else:
                self.resume(live)

    def _paid_by(self, table: Table) -> tuple[Payer, PoolName]:
        """Who pays for the bots of a table, and where they think: those at tables where nobody plays come last."""
        place = table.opened.place
        address = self._quotas.address(table.name)
        payer = Payer(f"tournament {place.tournament}") if place else Payer(table.opened.host, address)
        return payer, "moves" if any(seat.plays_itself for seat in table.seats) else "bots"
