"""What stands in front of several nodes: every connection goes to the next one that takes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from tests.server.server_process import ServerProcess


@asynccontextmanager
async def front(nodes: Sequence[ServerProcess]) -> AsyncIterator[str]:
    """Its address. A node that cannot be reached is left out."""
    number = 0
    connections: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal number
        for _ in nodes:
            number += 1
            with suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", nodes[number % len(nodes)].port)
                break
        else:
            writer.close()
            return
        ways = [asyncio.ensure_future(_pump(*way)) for way in ((reader, back), (there, writer))]
        connections.update(ways)
        await asyncio.wait(ways)
        connections.difference_update(ways)

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        for each in connections:
            each.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
