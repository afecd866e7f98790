"""Minds: the server's bots think in processes of their own, never on the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import stammtisch

PATIENCE = 60.0  # seconds for a decision; bots take far less, the first one loads its tables


class Minds:
    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, bot: str, view: dict[str, Any], seed: int) -> str:
        """A bot's move. What goes wrong with it is the caller's to handle."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), _enter)
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._pool, choose, bot, view, seed), PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise

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


def _enter() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
