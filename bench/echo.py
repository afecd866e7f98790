"""The ceiling: how many messages a second the same stack answers that does nothing but answer, and what each costs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from typing import NamedTuple, cast

from tests.server.server_process import free_port

from bench.machine import cpu_seconds
from bench.players import HANDSHAKE, TEXT, frame

SERVER = """
import os, sys, uvicorn
os.sched_setaffinity(0, {0})
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
uvicorn.run(app, port=int(sys.argv[1]), ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off",
            log_level="error")
"""
MESSAGE = frame(TEXT, b"x" * 60)


class Caller(asyncio.Protocol):
    """Sends the next message when the last one came back."""

    answers = 0

    def __init__(self, port: int) -> None:
        self._port = port

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._out = cast(asyncio.Transport, transport)
        self._out.write(HANDSHAKE.format(port=self._port).encode())

    def data_received(self, data: bytes) -> None:
        Caller.answers += 1  # the first is the handshake's
        self._out.write(MESSAGE)


class Ceiling(NamedTuple):
    per_second: int
    cpu_us: float
    """Of the server, for a message and its answer."""


async def ceiling(sockets: int = 200, seconds: float = 3.0) -> Ceiling:
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(port)])
    try:
        loop = asyncio.get_running_loop()
        for _ in range(sockets):
            for _ in range(200):
                try:
                    await loop.create_connection(lambda: Caller(port), "127.0.0.1", port)
                    break
                except OSError:
                    await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        before, begin, cpu = Caller.answers, time.perf_counter(), cpu_seconds(server.pid)
        await asyncio.sleep(seconds)
        answers = Caller.answers - before
        cpu_us = (cpu_seconds(server.pid) - cpu) / answers * 1e6
        return Ceiling(round(answers / (time.perf_counter() - begin)), round(cpu_us, 1))
    finally:
        server.kill()
        server.wait()
