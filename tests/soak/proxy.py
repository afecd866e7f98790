"""A bad network between clients and a server: a proxy that cuts, delays and splits what passes through it."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress

DROP, CUT = 0.01, 0.01  # of all chunks: lost with the connection; delivered, and then the connection is lost
DELAY, LONGEST = 0.1, 0.05  # of all chunks, and by how many seconds at most
SPLIT = 0.2  # of all chunks: delivered byte by byte or in two halves


class Proxy:
    """`async with Proxy(port) as proxy`: connect to `proxy.port` instead."""

    def __init__(self, upstream: int, seed: int, worse: float = 1.0) -> None:
        """`worse`: how many times as often it cuts."""
        self.port = 0
        self.cuts = 0
        self.calm = False
        """Let everything pass from now on."""
        self._upstream = upstream
        self._worse = worse
        self._rng = random.Random(seed)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._pass(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._upstream)
            ways = [
                asyncio.ensure_future(self._pump(reader, far_writer)),
                asyncio.ensure_future(self._pump(far_reader, writer)),
            ]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                far_writer.transport.abort()
        writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One direction, until it ends or is cut."""
        rng = self._rng
        with suppress(OSError):
            while data := await reader.read(65536):
                fate = 1.0 if self.calm else rng.random() / self._worse
                if fate < DROP:
                    self.cuts += 1
                    return
                if not self.calm and rng.random() < DELAY:
                    await asyncio.sleep(rng.random() * LONGEST)
                if not self.calm and rng.random() < SPLIT:
                    half = rng.randrange(len(data) + 1)
                    pieces = [data[:half], data[half:]] if len(data) > 20 else [bytes([each]) for each in data]
                    for piece in pieces:
                        writer.write(piece)
                        await writer.drain()
                        await asyncio.sleep(0)
                else:
                    writer.write(data)
                    await writer.drain()
                if fate < DROP + CUT:
                    self.cuts += 1
                    await asyncio.sleep(0)  # it arrives; what answers it does not
                    return
