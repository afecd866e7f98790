"""After a start, the precompiler compiles what the bots of all games need, in a process of low priority.

A game that somebody wants to play comes first. While nothing is compiled, see workers.py.
"""

from __future__ import annotations

import asyncio
import logging

import stammtisch
from stammtisch import games
from stammtisch.bots import precompile
from stammtisch.bots.named import can_compile
from stammtisch.core.game import Game
from stammtisch.server.live.observer import TableObserver
from stammtisch.server.live.payer import SERVER
from stammtisch.server.live.pool import Pool, PoolSettings
from stammtisch.server.live.worker import JobLost
from stammtisch.server.live.workers import Workers, enter

NICE = 19
TRIES = 2  # for a process may be killed where memory is short

log = logging.getLogger("stammtisch.precompiler")


class Precompiler(TableObserver):
    def __init__(self, workers: Workers) -> None:
        """`workers` are those who will need it."""
        self._workers = workers
        self._compiler = Pool(PoolSettings(nice=NICE), enter)
        self._waiting = games.names()

    def opening(self, game: Game) -> None:
        if game.name in self._waiting:
            self._waiting.remove(game.name)
            self._waiting.insert(0, game.name)
        self._workers.prepare(game)

    async def run(self) -> None:
        """Until everything is there."""
        if not can_compile():
            log.warning("numba is not installed, so bots play a simpler game: pip install 'stammtisch[fast]'")
            return
        self._workers.prepare(stammtisch.load(self._waiting[0]))  # its processes start, and load what is there already
        failed = 0
        kept: bool = await asyncio.to_thread(precompile.can_be_kept)
        while self._waiting and kept:  # else each process compiles for itself
            name = self._waiting.pop(0)
            if await asyncio.to_thread(precompile.is_made, name):
                continue
            try:
                await self._compiler.run(SERVER, make, name)
            except JobLost:
                failed += 1
                log.warning("the process that compiles for %s was lost", name)
                if failed < TRIES:
                    self._waiting.append(name)
            except Exception:
                log.exception("what the bots of %s need cannot be compiled", name)
        self.close()

    def close(self) -> None:
        self._compiler.close()


def make(name: str) -> None:
    """In a process of its own."""
    precompile.make(stammtisch.load(name))
