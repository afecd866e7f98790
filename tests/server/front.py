"""What stands in front of several nodes: every connection goes to one that takes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from queue import Queue

from tests.server.server_process import ServerProcess


@asynccontextmanager
async def front(nodes: Sequence[ServerProcess], *, in_turn: bool = True) -> AsyncIterator[str]:
    """Its address. A node that cannot be reached is left out. Not `in_turn`: the first that takes it, always."""
    number = 0
    connections: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal number
        for i in range(len(nodes)):
            number = number + 1 if in_turn else i
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


@contextmanager
def front_beside(nodes: Sequence[ServerProcess], *, in_turn: bool = True) -> Iterator[str]:
    """The same in a thread, for those who have no event loop, or one of another's."""
    loop, ended = asyncio.new_event_loop(), asyncio.Event()
    addresses: Queue[str] = Queue()

    async def stand() -> None:
        async with front(nodes, in_turn=in_turn) as address:
            addresses.put(address)
            await ended.wait()

    with ThreadPoolExecutor(1) as thread:
        standing = thread.submit(loop.run_until_complete, stand())
        try:
            yield addresses.get(timeout=30)
        finally:
            loop.call_soon_threadsafe(ended.set)
            standing.result()
            loop.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
