"""A connection: a bounded queue in front of a slow reader, limits for a fast writer, and the two loops of a socket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from fastapi import WebSocket, WebSocketDisconnect

from stammtisch.server import strict, wire
from stammtisch.server.refusal import Refusal

if TYPE_CHECKING:
    from stammtisch.server.entries import Guest
    from stammtisch.server.hall import Hall, Live

log = logging.getLogger("stammtisch.sockets")

QUEUE, BYTES = 64, 256 * 1024  # messages that may wait for a reader, and their size
RATE, BURST = 20.0, 100  # messages a second that a client may send in the long run, and at once
GREETING = 10.0  # seconds for the first message
GOING_AWAY, POLICY, FAILED, TRY_AGAIN = 1001, 1008, 1011, 1013


class Watcher:
    """One connection to one table."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.seat: int | None = None
        self.queue: asyncio.Queue[bytes] = asyncio.Queue(QUEUE)
        self.waiting = 0
        """Bytes in the queue."""
        self.closing: tuple[int, str] | None = None
        self.writer: asyncio.Task[None] | None = None

    def send(self, message: wire.Message) -> None:
        self.send_packed(wire.packed(message))

    def send_packed(self, text: bytes) -> None:
        if self.closing:
            return
        if self.queue.full() or (self.waiting and self.waiting + len(text) > BYTES):
            self.kick("you read too slowly", TRY_AGAIN)
            return
        self.waiting += len(text)
        self.queue.put_nowait(text)

    def kick(self, reason: str, code: int = GOING_AWAY) -> None:
        """Close at once, even if the reader is stuck; what waits is dropped."""
        if self.closing is None:
            self.closing = (code, reason)
            self.queue = asyncio.Queue()
            if self.writer:
                self.writer.cancel()


class Bucket:
    """Lets a client send so many messages, and no more."""

    def __init__(self) -> None:
        self._tokens = float(BURST)
        self._at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._tokens = min(BURST, self._tokens + (now - self._at) * RATE) - 1
        self._at = now
        return self._tokens >= 0


async def serve(socket: WebSocket, hall: Hall, who: Callable[[str | None], Awaitable[Guest | None]]) -> None:
    """One connection from its first message to its end."""
    await socket.accept()
    try:
        hello = strict.hello(await asyncio.wait_for(_receive(socket), GREETING))
        guest = await who(hello.token)
        watcher = Watcher(guest.id if guest else None)
        live = await hall.enter(watcher, hello)
    except (ValueError, TimeoutError):
        await _close(socket, POLICY, "say hello first")
        return
    except Refusal as refusal:
        with suppress(WebSocketDisconnect):
            refused = wire.Refused(cid=None, code=refusal.code, reason=refusal.reason)
            await socket.send_text(wire.packed(refused).decode())
        await _close(socket, POLICY, refusal.code)
        return
    except WebSocketDisconnect:
        return
    writer = watcher.writer = asyncio.ensure_future(_write(socket, watcher))
    reader = asyncio.ensure_future(_read(socket, hall, live, watcher))
    try:
        if not watcher.closing:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hall.exit(live, watcher)
        for task in (reader, writer):
            task.cancel()
        for end in await asyncio.gather(reader, writer, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                log.error("a connection failed", exc_info=end, extra={"table": live.table.name})
                watcher.kick("the server made a mistake", FAILED)
        if watcher.closing:
            await _close(socket, *watcher.closing)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
        await socket.close(code, reason)


async def _receive(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    return text


async def _read(socket: WebSocket, hall: Hall, live: Live, watcher: Watcher) -> None:
    bucket = Bucket()
    try:
        while True:
            text = await _receive(socket)
            if not bucket.take():
                watcher.kick("you send too much", POLICY)
                return
            try:
                command = strict.command(text)
            except ValueError as error:
                watcher.send(wire.Refused(cid=wire.cid_of(text), code="bad_message", reason=strict.reason(error)))
            else:
                watcher.send(await hall.do(live, command, watcher.guest))
            if watcher.queue.qsize() > QUEUE // 2:
                await asyncio.sleep(0)  # answers must get out, or a burst would seem to be a slow reader
    except WebSocketDisconnect:
        return


async def _write(socket: WebSocket, watcher: Watcher) -> None:
    while True:
        text = await watcher.queue.get()
        watcher.waiting -= len(text)
        await socket.send({"type": "websocket.send", "text": text.decode()})
