"""The front: the one address that people come to, as a load balancer has it. It leaves out nodes that are not well."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress

from tests.server.server_process import ServerProcess
from tests.soak.cluster.wire import Streams

EVERY, PATIENCE = 0.25, 1.0
"""Seconds between two looks at a node, and for its answer."""
ILL = 2
"""So many looks in a row must fail; then its connections are closed, too."""


class Front:
    """`async with Front(nodes) as front`: each connection goes to the next node that is well."""

    def __init__(self, nodes: Sequence[ServerProcess]) -> None:
        self._nodes = nodes
        self._number = 0
        self._failed = dict.fromkeys(range(len(nodes)), 0)
        self._connections: dict[int, set[asyncio.Task[None]]] = defaultdict(set)
        self._looks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Front:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._looks = [asyncio.ensure_future(self._look_at(number)) for number in range(len(self._nodes))]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        tasks = [*self._looks, *(task for each in self._connections.values() for task in each)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_at(self, number: int) -> None:
        while True:
            well = await self._is_well(number)
            self._failed[number] = 0 if well else self._failed[number] + 1
            if self._failed[number] == ILL:
                for task in self._connections[number]:
                    task.cancel()
            await asyncio.sleep(EVERY)

    async def _is_well(self, number: int) -> bool:
        writer: asyncio.StreamWriter | None = None
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._nodes[number].port)
                writer.write(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
                return b" 200 " in await reader.readline()
        except (OSError, TimeoutError):
            return False
        finally:
            if writer:
                writer.transport.abort()

    async def _reach(self) -> tuple[int, Streams] | None:
        for _ in self._nodes:
            self._number += 1
            number = self._number % len(self._nodes)
            if self._failed[number] < ILL:
                with suppress(OSError):
                    return number, await asyncio.open_connection("127.0.0.1", self._nodes[number].port)
        return None

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far: asyncio.StreamWriter | None = None
        ways: list[asyncio.Task[None]] = []
        try:
            if (reached := await self._reach()) is None:
                return
            number, (there, far) = reached
            ways = [asyncio.ensure_future(_pump(*way)) for way in ((reader, far), (there, writer))]
            self._connections[number].update(ways)
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for each in self._connections.values():
                each.difference_update(ways)
            for end in (writer, far):
                if end is not None:
                    end.close()  # what was sent arrives


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
