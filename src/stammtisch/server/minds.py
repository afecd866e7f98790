"""Minds: bots think, and games are reviewed, in processes of their own, never on the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, ParamSpec, TypeVar

import stammtisch
from stammtisch.bots import offspring

PATIENCE = 60.0  # seconds for a thought; most take far less, the first one loads its tables

P = ParamSpec("P")
T = TypeVar("T")


class Lost(Exception):
    """The thought was lost: its process died, was too slow, or went with one that was."""


class Minds:
    def __init__(self, workers: int = 1, patience: float = PATIENCE, nice: int = 0) -> None:
        """`nice`: how far its processes stand back behind all others."""
        self._workers = workers
        self._patience = patience
        self._nice = nice
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, bot: str, view: dict[str, Any], seed: int) -> str:
        """A bot's move. What goes wrong with it is the caller's to handle."""
        return await self.think(choose, bot, view, seed)

    async def think(self, thought: Callable[P, T], *args: P.args, **_: P.kwargs) -> T:
        """Call a function in another process."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, spawn, offspring.enter, (self._nice,))
        pool = self._pool
        waiting = asyncio.get_running_loop().run_in_executor(pool, thought, *args)
        try:
            return await asyncio.wait_for(waiting, self._patience)
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                self.close()
            raise Lost from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task and task.cancelling():
                raise
            raise Lost from None  # the processes were closed, and this thought with them

    def close(self) -> None:
        if self._pool:
            processes = list(self._pool._processes.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None


def choose(bot: str, view: dict[str, Any], seed: int) -> str:
    """In a process of its own: the move of a bot."""
    position = stammtisch.position(view)
    return str(position.game.bots[bot].choose(position, seed))
