"""Warming: after a start, what the bots of all games need is compiled ahead, in a process that stands back behind all
others. A game that somebody wants to play comes first. While nothing is compiled, see minds.py.
"""

from __future__ import annotations

import asyncio
import logging

import stammtisch
from stammtisch import games
from stammtisch.bots import precompile
from stammtisch.core.game import Game
from stammtisch.server.minds import Lost, Minds

NICE = 19
TRIES = 2  # for a process may be killed where memory is short

log = logging.getLogger("stammtisch.warming")


class Warming:
    def __init__(self, minds: Minds) -> None:
        """`minds` are those who will need it."""
        self._minds = minds
        self._compiler = Minds(1, patience=None, nice=NICE)
        self._waiting = games.names()

    def chosen(self, game: Game) -> None:
        """Somebody wants to play this."""
        if game.name in self._waiting:
            self._waiting.remove(game.name)
            self._waiting.insert(0, game.name)
        self._minds.prepare(game)

    async def run(self) -> None:
        """Until everything is there."""
        self._minds.prepare(stammtisch.load(self._waiting[0]))  # its processes start, and load what is there already
        failed = 0
        kept: bool = await asyncio.to_thread(precompile.can_be_kept)
        while self._waiting and kept:  # else each process compiles for itself
            name = self._waiting.pop(0)
            if await asyncio.to_thread(precompile.is_made, name):
                continue
            try:
                await self._compiler.think(make, name)
            except Lost:
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
