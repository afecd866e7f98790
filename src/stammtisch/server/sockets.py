"""A connection: a bounded queue in front of a slow reader, limits for a fast writer, and the two loops of a socket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from stammtisch.server import wire
from stammtisch.server.message import Message
from stammtisch.server.refusal import Refusal

if TYPE_CHECKING:
    from stammtisch.server.entries import Guest
    from stammtisch.server.hall import Hall, Live

log = logging.getLogger("stammtisch.sockets")

FRAME = 16 * 1024  # bytes that a message of a client may have
QUEUE = 64  # messages that may wait for a reader
RATE, BURST = 20.0, 100  # messages a second that a client may send in the long run, and at once
GREETING = 10.0  # seconds for the first message
GOING_AWAY, POLICY, TRY_AGAIN = 1001, 1008, 1013


class Watcher:
    """One connection to one table."""

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.seat: int | None = None
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.closing: tuple[int, str] | None = None

    def send(self, message: Message) -> None:
        self.send_packed(wire.packed(message))

    def send_packed(self, text: bytes) -> None:
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.kick("you read too slowly", TRY_AGAIN)

    def kick(self, reason: str, code: int = GOING_AWAY) -> None:
        """Close as soon as the writer notices; what waits is dropped."""
        if self.closing is None:
            self.closing = (code, reason)
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)


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
        hello = wire.hello.validate_json(await asyncio.wait_for(_receive(socket), GREETING))
        guest = await who(hello.token)
        watcher = Watcher(guest.id if guest else None)
        live = await hall.enter(watcher, hello)
    except TimeoutError:
        await socket.close(POLICY, "say hello first")
        return
    except ValidationError as error:
        await _turn_away(socket, Refusal("bad_message", f"the first message must be hello; {wire.first_fault(error)}"))
        return
    except Refusal as refusal:
        await _turn_away(socket, refusal)
        return
    except WebSocketDisconnect:
        return
    writer = asyncio.ensure_future(_write(socket, watcher))
    reader = asyncio.ensure_future(_read(socket, hall, live, watcher))
    try:
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hall.exit(live, watcher)
        for task in (reader, writer):
            task.cancel()
        await asyncio.gather(reader, writer, return_exceptions=True)


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    refused = wire.Refused(cid=None, code=refusal.code, reason=refusal.reason)
    try:
        await socket.send_text(wire.packed(refused).decode())
        await socket.close(POLICY, refusal.code)
    except WebSocketDisconnect:
        return  # it did not wait for that


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
                await asyncio.sleep(1)
                return
            try:
                command = wire.command.validate_json(text)
            except ValidationError as error:
                watcher.send(wire.Refused(cid=wire.cid_of(text), code="bad_message", reason=wire.first_fault(error)))
                continue
            watcher.send(await hall.do(live, command, watcher.guest))
    except WebSocketDisconnect:
        return


async def _write(socket: WebSocket, watcher: Watcher) -> None:
    while True:
        text = await watcher.queue.get()
        if text is None or watcher.closing:
            code, reason = watcher.closing or (GOING_AWAY, "")
            await socket.close(code, reason)
            return
        await socket.send({"type": "websocket.send", "text": text.decode()})
