"""Connections: whatever belongs to a closed one is freed at once. Garbage is seldom collected among thousands."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from stammtisch.server.http.connections import HttpConnection, SocketConnection
from stammtisch.server.http.guard import Guard
from stammtisch.server.live.watcher import LINE
from tests.server.server_process import free_port

Come = Callable[[int], Awaitable[object]]


async def greets(scope: Any, receive: Any, send: Any) -> None:
    """Over a socket: says hello and stays until the other goes. Else an empty answer."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})
        return
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": "hello"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def asks(port: int) -> None:
    async with httpx.AsyncClient() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/")).status_code == 204


async def says_goodbye(port: int) -> None:
    async with connect(f"ws://127.0.0.1:{port}/") as line:
        assert await line.recv() == "hello"


async def is_cut_off(port: int) -> None:
    line = await connect(f"ws://127.0.0.1:{port}/")
    assert await line.recv() == "hello"
    line.transport.abort()


async def sends_nonsense(port: int) -> None:
    line = await connect(f"ws://127.0.0.1:{port}/")
    line.transport.write(b"\xff" * 50)
    await line.wait_closed()


@pytest.mark.parametrize("come", [asks, says_goodbye, is_cut_off, sends_nonsense])
def test_who_has_gone_leaves_nothing_behind(come: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[weakref.ref[object]] = []

    def remembered(kind: type[Any]) -> None:
        begin = kind.__init__

        def noted(self: object, *arguments: Any, **named: Any) -> None:
            known.append(weakref.ref(self))
            begin(self, *arguments, **named)

        monkeypatch.setattr(kind, "__init__", noted)

    async def visited() -> list[object]:
        port = free_port()
        server = uvicorn.Server(
            uvicorn.Config(
                Guard(greets), port=port, http=HttpConnection, ws=SocketConnection, lifespan="off", log_level="critical"
            )
        )
        for kind in (HttpConnection, SocketConnection, ServerProtocol):
            remembered(kind)
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        await come(port)
        for _ in range(100):
            await asyncio.sleep(0.01)
            left = [found for each in known if (found := each()) is not None]
            if not left:
                break
        server.should_exit = True
        await running
        return left

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(visited()) == []
        assert known
    finally:
        gc.enable()


class Counted:
    """A transport that counts what is handed to it."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self.writes = 0

    def write(self, data: bytes) -> None:
        self.writes += 1
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def test_what_is_sent_in_one_turn_of_the_loop_goes_out_together_and_before_the_end() -> None:
    said = ["news", "x" * 200, "y" * 70_000, "done"]
    writes: list[int] = []

    async def speaks(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        line = scope["extensions"][LINE]
        line.transport = counted = Counted(line.transport)
        for text in said[:-1]:
            assert line.write(text.encode())
        await asyncio.sleep(0.01)
        writes.append(counted.writes)
        assert line.write(said[-1].encode())
        await send({"type": "websocket.close", "code": 1000})

    async def heard() -> list[str | bytes]:
        port = free_port()
        config = uvicorn.Config(Guard(speaks), port=port, ws=SocketConnection, lifespan="off", log_level="critical")
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        async with connect(f"ws://127.0.0.1:{port}/") as line:
            found = [text async for text in line]
        server.should_exit = True
        await running
        return found

    assert asyncio.run(heard()) == said
    assert writes == [1]
