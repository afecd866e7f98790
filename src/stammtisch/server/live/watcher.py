"""A watcher: one connection to one table, with a bounded queue in front of a slow reader."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.server.protocol import wire
from stammtisch.server.protocol.message import Message

QUEUE, BYTES = 64, 256 * 1024  # messages that may wait for a reader, and their size without the first one
GOING_AWAY, POLICY, FAILED, RESTART, TRY_AGAIN = 1001, 1008, 1011, 1012, 1013


LINE = "stammtisch.line"
"""The name of what our own server adds to ASGI: a Line, among the extensions of a socket's scope."""


class Line(Protocol):
    """A connection as our own server has it: what goes through it meets no task, and as few layers as can be."""

    async def receive(self) -> Any:
        """The next message, as ASGI has it."""

    def write(self, text: bytes) -> bool:
        """Send a message. False: its reader is behind, or it is closing; then nothing was sent."""


class Watcher:
    """One connection to one table. It has a second task only while its reader is behind."""

    __slots__ = (
        "__weakref__",
        "_line",
        "_listening",
        "_size",
        "_socket",
        "_task",
        "_writing",
        "address",
        "closing",
        "guest",
        "language",
        "seat",
        "session",
        "waiting",
    )

    def __init__(
        self,
        guest: str | None,
        socket: WebSocket | None = None,
        language: str | None = None,
        session: str | None = None,
        line: Line | None = None,
        address: str | None = None,
    ) -> None:
        self.guest = guest
        self.address = address
        """Whose limits count; None: this machine's."""
        self.session = session
        """The hash of the token that it came with; when that ends, so does the connection."""
        self.language = language
        """Of the words that come with what is sent; None: no words are wanted."""
        self.seat: int | None = None
        self.closing: tuple[int, str] | None = None
        self.waiting: list[bytes] = []
        self._size = 0  # of what waits behind the first message, which may be the whole story of a long game
        self._socket = socket
        self._line = line
        self._task = asyncio.current_task() if socket else None
        self._listening = False  # the task waits for a message, and for nothing else
        self._writing: asyncio.Task[None] | None = None

    def send(self, message: Message) -> None:
        self.send_packed(wire.packed(message))

    def send_packed(self, text: bytes) -> None:
        if self.closing:
            return
        if self._line and not self._writing and self._line.write(text):
            return
        if len(self.waiting) >= QUEUE or (self.waiting and self._size + len(text) > BYTES):
            self.kick("you read too slowly", TRY_AGAIN)
            return
        if self.waiting:
            self._size += len(text)
        self.waiting.append(text)
        if self._writing is None and self._socket is not None:
            self._writing = asyncio.ensure_future(self._write(self._socket))

    def kick(self, reason: str, code: int = GOING_AWAY) -> None:
        """Close at once, even if the reader is stuck; what waits is dropped. A command under way is carried out."""
        if self.closing is None:
            self.closing = (code, reason)
            self.waiting.clear()
            if self._writing:
                self._writing.cancel()
            if self._listening and self._task:
                self._task.cancel()

    async def receive(self) -> str | bytes:
        assert self._socket
        self._listening = True
        try:
            return text_of(await (self._line or self._socket).receive())
        finally:
            self._listening = False

    async def _write(self, socket: WebSocket) -> None:
        try:
            while self.waiting and not self.closing:
                text = self.waiting.pop(0)
                if self.waiting:
                    self._size -= len(self.waiting[0])
                await socket.send({"type": "websocket.send", "text": text.decode()})
        except (WebSocketDisconnect, RuntimeError):  # it is gone, or closed by the other side: the reader notices
            self.waiting.clear()
        finally:
            self._writing = None

    async def end(self) -> None:
        """Nothing is written any more but why the connection is closed."""
        if self._writing:
            self._writing.cancel()
            await asyncio.wait((self._writing,), timeout=1)
            self._writing = None  # a task that never began does not do it, and would keep all this in a circle
        if self.closing and self._socket:
            await close(self._socket, *self.closing)


async def close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
        await socket.close(code, reason)


def text_of(message: Mapping[str, Any]) -> str | bytes:
    """What a message of ASGI says; a WebSocketDisconnect if it is the last one."""
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    return text
