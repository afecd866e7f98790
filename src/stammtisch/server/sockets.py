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
    """One connection to one table. It has a task that writes only while there is something to write."""

    def __init__(self, guest: str | None, socket: WebSocket | None = None) -> None:
        self.guest = guest
        self.seat: int | None = None
        self.closing: tuple[int, str] | None = None
        self.waiting: list[bytes] = []
        self._socket = socket
        self._writing: asyncio.Task[None] | None = None

    def send(self, message: Message) -> None:
        self.send_packed(wire.packed(message))

    def send_packed(self, text: bytes) -> None:
        if self.closing:
            return
        if len(self.waiting) >= QUEUE:
            self.kick("you read too slowly", TRY_AGAIN)
            return
        self.waiting.append(text)
        self._write_soon()

    def kick(self, reason: str, code: int = GOING_AWAY) -> None:
        """Close as soon as the writer notices; what waits is dropped."""
        if self.closing is None:
            self.closing = (code, reason)
            self.waiting.clear()
            self._write_soon()

    def _write_soon(self) -> None:
        if self._writing is None and self._socket is not None:
            self._writing = asyncio.ensure_future(self._write(self._socket))

    async def _write(self, socket: WebSocket) -> None:
        try:
            while self.waiting and not self.closing:
                await socket.send({"type": "websocket.send", "text": self.waiting.pop(0).decode()})
            if self.closing:
                await socket.close(*self.closing)
        except (WebSocketDisconnect, RuntimeError):  # it is gone, or closed by the other side: the reader notices
            self.waiting.clear()
        finally:
            self._writing = None

    async def end(self) -> None:
        """The reader has ended: nothing is written any more, unless it is why the connection is closed."""
        if self._writing:
            if not self.closing:
                self._writing.cancel()
            await asyncio.wait((self._writing,), timeout=1)


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
        watcher = Watcher(guest.id if guest else None, socket)
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
    try:
        await _read(socket, hall, live, watcher)
    finally:
        hall.exit(live, watcher)
        await watcher.end()


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
        while not watcher.closing:
            text = await _receive(socket)
            if not bucket.take():
                watcher.kick("you send too much", POLICY)
                return
            try:
                command = wire.command.validate_json(text)
            except ValidationError as error:
                watcher.send(wire.Refused(cid=wire.cid_of(text), code="bad_message", reason=wire.first_fault(error)))
                continue
            watcher.send(await hall.do(live, command, watcher.guest))
    except WebSocketDisconnect:
        return
