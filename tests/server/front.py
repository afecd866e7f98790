"""What stands in front of several nodes: every connection goes to one that takes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from queue import Queue

from tests.server.server_process import ServerProcess


@asynccontextmanager
async def front(nodes: Sequence[ServerProcess], *, in_turn: bool = True) -> AsyncIterator[str]:
    """Its address. A node that cannot be reached is left out. Not `in_turn`: the first that takes it, always."""
    number = 0
    connections: set[asyncio.Task[None]] = set()
    writers: set[asyncio.StreamWriter] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal number
        mine = asyncio.current_task()
        assert mine
        connections.add(mine)
        writers.add(writer)
        try:
            for i in range(len(nodes)):
                number = number + 1 if in_turn else i
                with suppress(OSError):
                    there, back = await asyncio.open_connection("127.0.0.1", nodes[number % len(nodes)].port)
                    writers.add(back)
                    await asyncio.gather(_pump(reader, back), _pump(there, writer))
                    break
        finally:
            writer.close()
            connections.discard(mine)

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        listener.close()
        for each in list(connections):
            each.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        for writer in writers:  # one that still has something to send does not close while nobody reads it
            writer.transport.abort()
        await asyncio.sleep(0)


@contextmanager
def front_beside(nodes: Sequence[ServerProcess], *, in_turn: bool = True) -> Iterator[str]:
    """The same in a thread, for those who have no event loop, or one of another's."""
    standing: Queue[tuple[str, Callable[[], object]]] = Queue()

    async def stand() -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        async with front(nodes, in_turn=in_turn) as address:
            standing.put((address, lambda: loop.call_soon_threadsafe(ended.set)))
            await ended.wait()

    with ThreadPoolExecutor(1) as thread:
        done = thread.submit(asyncio.run, stand())
        address, end = standing.get(timeout=30)
        try:
            yield address
        finally:
            end()
            done.result()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
