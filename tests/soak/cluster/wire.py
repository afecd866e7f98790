"""A wire: a cable to one place, through which everything passes until it is cut, slow, silent or late."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
PREPARED = re.compile(rb"P.{4}([^\0]*)\0COMMIT\0", re.DOTALL)
"""How a client of PostgreSQL prepares a COMMIT, which it then calls by this name."""


class Wire:
    """`async with Wire(reach) as wire`: who connects to `wire.port` reaches what `reach` connects to."""

    def __init__(self, reach: Callable[[], Awaitable[Streams]]) -> None:
        self.port = 0
        self.delay = 0.0
        """Seconds by which each piece is late."""
        self.cuts = 0
        """Connections that were cut."""
        self._reach = reach
        self._is_cut = False
        self._open = asyncio.Event()
        self._open.set()
        self._late: float | None = None
        self._went_late = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.hang_up()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ── What can become of it ────────────────────────────────────────────────────────────────────────────────────────

    def cut(self) -> None:
        """All connections break, and nobody comes through."""
        self._is_cut = True
        self.hang_up()

    def hang_up(self) -> None:
        """All connections break; new ones come through."""
        self.cuts += len(self._tasks)
        for task in self._tasks:
            task.cancel()

    def silence(self) -> None:
        """Nothing comes through, and nobody is told; it is delivered when all is as before."""
        self._open.clear()

    async def lose_commit(self, seconds: float, patience: float) -> bool:
        """The next COMMIT reaches the database so many seconds after its connection was lost; False: there was none."""
        self._went_late.clear()
        self._late = seconds
        try:
            await asyncio.wait_for(self._went_late.wait(), patience)
        except TimeoutError:
            return False
        finally:
            self._late = None
        return True

    def mend(self) -> None:
        """All is as before."""
        self._is_cut, self.delay = False, 0.0
        self._open.set()

    # ── What passes ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._pass(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ways: list[asyncio.Task[None]] = []
        far: asyncio.StreamWriter | None = None
        try:
            if self._is_cut:
                return
            there, far = await self._reach()
            ways = [
                asyncio.ensure_future(self._up(reader, writer, far)),
                asyncio.ensure_future(self._pump(there, writer)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except OSError:
            pass
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for each in (writer, far):
                if each:
                    each.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._deliver(data, writer)

    async def _up(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        """As `_pump`, towards the database, with an eye on its COMMITs."""
        name = b"COMMIT"
        with suppress(OSError):
            while data := await reader.read(65536):
                if found := PREPARED.search(data):
                    name = found[1] or name
                if self._late is not None and (b"COMMIT\0" in data or b"\0" + name + b"\0" in data):
                    seconds, self._late = self._late, None
                    near.transport.abort()
                    self._went_late.set()
                    await asyncio.sleep(seconds)
                    far.write(data)
                    await far.drain()
                    await asyncio.sleep(0.1)  # it arrives; its answer does not
                    return
                await self._deliver(data, far)

    async def _deliver(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        if self.delay:
            await asyncio.sleep(self.delay)
        await self._open.wait()
        writer.write(data)
        await writer.drain()
