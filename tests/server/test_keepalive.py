"""Keepalive: who has gone without a word is let go, whoever answers stays, and who speaks is not even asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

import pytest
import uvicorn

from stammtisch.server.http import keepalive
from stammtisch.server.http.connections import SocketConnection
from stammtisch.server.http.guard import Guard
from stammtisch.server.http.keepalive import Keepalive, Watched
from tests.server.server_process import free_port

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PING, PONG, HELLO = b"\x89\x00", b"\x8a\x80\0\0\0\0", b"\x81\x82\0\0\0\0hi"
OWN_PING, ITS_PONG = b"\x89\x80\0\0\0\0", b"\x8a\x00"
ECHO, GONE = b"\x81\x02hi", b"\x88"


class Line(NamedTuple):
    """A connection, seen from both of its ends."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    parts: list[set[Watched]]

    def look(self) -> None:
        """As the timer does, every 20 seconds."""
        for part in self.parts:
            for each in list(part):
                each.look()

    async def says(self, frame: bytes) -> None:
        """Something, and the server has had it when this is over."""
        self.writer.write(frame + (b"" if frame == HELLO else HELLO))
        assert await self.reader.readexactly(len(ECHO)) == ECHO

    async def answers(self) -> None:
        """That it is there, and nothing more; the server has had it when this is over."""
        assert await self.reader.readexactly(len(PING)) == PING
        self.writer.write(PONG + OWN_PING)
        assert await self.reader.readexactly(len(ITS_PONG)) == ITS_PONG


async def echoes(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": message["text"]})


@asynccontextmanager
async def connected() -> AsyncIterator[Line]:
    port, guard = free_port(), Guard(echoes)
    server = uvicorn.Server(
        uvicorn.Config(
            guard, port=port, ws=SocketConnection, ws_ping_interval=None, lifespan="off", log_level="critical"
        )
    )
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    try:
        yield Line(reader, writer, guard.keepalive._parts)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        server.should_exit = True
        await running


def test_who_speaks_is_not_asked_who_is_silent_is_and_who_does_not_answer_is_let_go() -> None:
    async def all_of_them() -> None:
        async with connected() as line:
            for _ in range(3):
                await line.says(HELLO)
                line.look()
            line.look()  # now it has been silent
            await line.answers()
            await line.says(HELLO)
            line.look()  # and it has spoken again, so nothing comes but what is asked at the next look
            for _ in range(3):
                line.look()
                await line.answers()
            line.look()
            line.look()
            assert await line.reader.readexactly(len(PING)) == PING
            assert (await line.reader.read()).startswith(GONE)
            assert not any(line.parts)

    asyncio.run(all_of_them())


class Counted:
    def __init__(self) -> None:
        self.looks = 0

    def look(self) -> None:
        self.looks += 1


def test_all_are_looked_at_in_turn_as_long_as_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "INTERVAL", 0.0)

    async def looked_at() -> None:
        watching, each = Keepalive(), [Counted() for _ in range(1000)]
        kept = [(one, watching.add(one)) for one in each]
        while kept[-1][0].looks < 3:
            await asyncio.sleep(0)
        assert {one.looks for one in each} == {3}
        for one, part in kept[1:]:
            part.discard(one)
        while each[0].looks < 6:
            await asyncio.sleep(0)
        assert each[-1].looks == 3
        kept[0][1].discard(each[0])
        while watching._timer:
            await asyncio.sleep(0)
        watching.add(each[1])
        while each[1].looks < 4:
            await asyncio.sleep(0)

    asyncio.run(looked_at())
