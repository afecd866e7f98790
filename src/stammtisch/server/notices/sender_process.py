"""The process that sends notices, as the server sees it. It gets one message after the other."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from stammtisch.server.notices import sender
from stammtisch.server.notices.sender import Delivery, Outcome

PATIENCE = 60.0  # seconds for a delivery


class SenderProcess:
    """Its process begins with the first delivery."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def send(self, delivery: Delivery) -> Outcome:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), sender.enter)
        waiting = asyncio.get_running_loop().run_in_executor(self._pool, sender.send, delivery)
        try:
            return await asyncio.wait_for(waiting, PATIENCE)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            return "failed"

    def close(self) -> None:
        if self._pool:
            processes = list(self._pool._processes.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None
