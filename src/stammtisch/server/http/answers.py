"""Answers: what was dear to compute, kept by all that it depends on. What is asked twice at once is computed once.

A worker computes it (live/workers.py), from what it reads itself; here are only bytes. Whoever asks for something that
is not there pays for it, in points (limits.py) and in CPU time (live/budgets.py). What is there costs nothing.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import ParamSpec

from stammtisch.server.http.limits import Limits
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.workers import PoolName, Workers
from stammtisch.server.protocol.refusal import Refusal

MOST = 64 * 2**20  # bytes of all answers that are kept
LARGEST = MOST // 8  # one that is larger is not kept

P = ParamSpec("P")
Pieces = tuple[bytes, ...]


@dataclass
class Making:
    """An answer that is being computed."""

    task: asyncio.Task[Pieces]
    left: asyncio.Event
    """Nobody waits for it any more."""
    waiting: int = 0


class Answers:
    def __init__(self, workers: Workers, limits: Limits, most: int = MOST) -> None:
        self._workers = workers
        self._limits = limits
        self._most = most
        self._kept: OrderedDict[Hashable, Pieces] = OrderedDict()
        self._size = 0
        self._making: dict[Hashable, Making] = {}
        self._age = 0

    async def get(
        self, pool: PoolName, payer: Payer, points: float, job: Callable[P, Pieces], *args: P.args, **names: P.kwargs
    ) -> Pieces:
        """What `job` gives, which depends on nothing but what it is called with: that is what it is kept by."""
        key = (job, args, *names.items())
        if (found := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return found
        making = self._making.get(key)
        if making is None or making.left.is_set():  # nobody waited for it any more, so it is given up
            making = self._making[key] = self._begun(pool, payer, points, job, *args, **names)
            making.task.add_done_callback(partial(self._made, key, making, self._age))
        return await self._wait(making, payer)

    async def new(
        self, pool: PoolName, payer: Payer, points: float, job: Callable[P, Pieces], *args: P.args, **names: P.kwargs
    ) -> Pieces:
        """The same for what depends on more than that. It is not kept."""
        return await self._wait(self._begun(pool, payer, points, job, *args, **names), payer)

    def _begun(
        self, pool: PoolName, payer: Payer, points: float, job: Callable[P, Pieces], *args: P.args, **names: P.kwargs
    ) -> Making:
        self._limits.pay(payer.guest, payer.address, points)
        left = asyncio.Event()
        task = asyncio.ensure_future(self._workers.run(pool, replace(payer, left=left), job, *args, **names))
        task.add_done_callback(_seen)
        return Making(task, left)

    def forget(self) -> None:
        """Something that is never to change has changed: somebody was deleted."""
        self._kept.clear()
        self._making.clear()
        self._size = 0
        self._age += 1

    @staticmethod
    async def _wait(making: Making, payer: Payer) -> Pieces:
        making.waiting += 1
        gone = asyncio.ensure_future(payer.left.wait()) if payer.left else None
        try:
            await asyncio.wait((making.task, gone) if gone else (making.task,), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if gone:
                gone.cancel()
            making.waiting -= 1
            if not making.waiting:
                making.left.set()
        if not making.task.done():
            raise Refusal("no_answer", "you have left")  # so nobody reads this
        return making.task.result()

    def _made(self, key: Hashable, making: Making, age: int, task: asyncio.Task[Pieces]) -> None:
        if self._making.get(key) is making:
            del self._making[key]
        if task.cancelled() or task.exception() or age != self._age:
            return
        found = task.result()
        size = sum(map(len, found))
        if size > min(LARGEST, self._most):
            return
        self._kept[key] = found
        self._size += size
        while self._size > self._most:
            _, oldest = self._kept.popitem(last=False)
            self._size -= sum(map(len, oldest))


def _seen(task: asyncio.Task[Pieces]) -> None:
    """Take note of an exception: where everybody has left nobody else does, and asyncio would call that an error."""
    if not task.cancelled():
        task.exception()
