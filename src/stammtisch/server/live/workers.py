"""WorkerPool: processes in which bots think and games are reviewed, so that the event loop never waits for them.

Where a server compiles ahead (precompiler.py), nobody waits in these processes for a compiler: as long as a game is not
ready, a simpler bot stands in for each of its bots, and everything else is put off.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, NamedTuple, ParamSpec, TypeVar

import stammtisch
from stammtisch import games
from stammtisch.bots import precompile, worker_process
from stammtisch.bots.loader import Loader, NotReady
from stammtisch.core.extras import need
from stammtisch.core.game import Game

PATIENCE = 60.0  # seconds for a thought; most take far less, the first one loads its tables

P = ParamSpec("P")
T = TypeVar("T")


class ThoughtLost(Exception):
    """The thought was lost: its process died, was too slow, or went with one that was."""


class BotMove(NamedTuple):
    """A bot's move."""

    move: str
    simpler: bool
    """A simpler bot has made it, for this one was not ready."""


class WorkerPool:
    def __init__(
        self, workers: int = 1, patience: float | None = PATIENCE, nice: int = 0, ahead: tuple[str, ...] = ()
    ) -> None:
        """`nice`: how far its processes stand back behind all others. `ahead`: games whose bots are loaded before
        anybody asks for them; with any, nobody waits for a game that is not ready."""
        self._workers = workers
        self._patience = patience
        self._nice = nice
        self._ahead = ahead
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, bot: str, view: dict[str, Any], seed: int) -> BotMove:
        """A bot's move. What goes wrong with it is the caller's to handle."""
        return await self.think(choose, bot, view, seed)

    def prepare(self, game: Game) -> None:
        """Somebody will play this: load it, in as many processes as are idle."""
        with suppress(BrokenProcessPool):  # who thinks next finds out, too, and begins anew
            for _ in range(self._workers if self._ahead else 0):
                self._submit(want, game.name, game.options.to_json(), game.version)

    def _submit(self, thought: Callable[P, T], *args: P.args, **names: P.kwargs) -> Future[T]:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, spawn, enter, (self._nice, self._ahead))
        return self._pool.submit(thought, *args, **names)

    async def think(self, thought: Callable[P, T], *args: P.args, **names: P.kwargs) -> T:
        """Call a function in another process."""
        try:
            waiting = asyncio.wrap_future(self._submit(thought, *args, **names))
        except BrokenProcessPool:
            self.close()
            raise ThoughtLost from None
        pool = self._pool
        try:
            return await asyncio.wait_for(waiting, self._patience)
        except (BrokenProcessPool, TimeoutError):
            if self._pool is pool:
                self.close()
            raise ThoughtLost from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task and task.cancelling():
                raise
            raise ThoughtLost from None  # the processes were closed, and this thought with them

    def close(self) -> None:
        if self._pool:
            processes = list(self._pool._processes.values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
            self._pool = None


# ── In a process of its own ──────────────────────────────────────────────────────────────────────────────────────────

_loader: Loader | None = None
"""What is ready here; None: whoever asks waits."""


def enter(nice: int, ahead: tuple[str, ...]) -> None:
    """The first thing in it."""
    global _loader
    worker_process.set_up(nice)
    if ahead:
        _loader = Loader()
        for name in ahead:
            _loader.want(stammtisch.load(name), soon=False)


def want(name: str, options: dict[str, Any], version: int) -> None:
    if _loader:
        _loader.want(games.load(name, options, version))


def choose(bot: str, view: dict[str, Any], seed: int) -> BotMove:
    """The move of a bot, or as long as it is not ready, of a simpler one."""
    position = stammtisch.position(view)
    wanted = position.game.bots[bot]
    found = _loader.ready(position.game, wanted) if _loader else precompile.able(position.game, wanted)
    return BotMove(str(found.choose(position, seed)), found is not wanted)


def when_ready(game: Game) -> None:
    """NotReady, unless everything that is known of a game can be said at once."""
    need("numba", "this")
    if _loader and not _loader.has(game):
        raise NotReady
