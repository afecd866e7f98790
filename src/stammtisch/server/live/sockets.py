"""A connection: a bounded queue in front of a slow reader, limits for a fast writer, and one task for a socket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.core.translation import ENGLISH, speaking
from stammtisch.server.protocol import strict_json, wire
from stammtisch.server.protocol.message import Message
from stammtisch.server.protocol.refusal import Refusal

if TYPE_CHECKING:
    from stammtisch.server.live.live_table import LiveTable
    from stammtisch.server.live.tables import TableRegistry
    from stammtisch.server.storage.entities import Session

log = logging.getLogger("stammtisch.sockets")

PATH = "/ws"
FRAME = 16 * 1024  # bytes that a message of a client may have
QUEUE, BYTES = 64, 256 * 1024  # messages that may wait for a reader, and their size
RATE, BURST = 20.0, 100  # messages a second that a client may send in the long run, and at once
GREETING = 10.0  # seconds for the first message
GOING_AWAY, POLICY, FAILED, TRY_AGAIN = 1001, 1008, 1011, 1013


class Watcher:
    """One connection to one table. It has a second task only while there is something to write."""

    def __init__(
        self,
        guest: str | None,
        socket: WebSocket | None = None,
        language: str | None = None,
        session: str | None = None,
    ) -> None:
        self.guest = guest
        self.session = session
        """The hash of the token that it came with; when that ends, so does the connection."""
        self.language = language
        """Of the words that come with what is sent; None: no words are wanted."""
        self.seat: int | None = None
        self.closing: tuple[int, str] | None = None
        self.waiting: list[bytes] = []
        self._size = 0  # of what waits
        self._socket = socket
        self._task = asyncio.current_task() if socket else None
        self._listening = False  # the task waits for a message, and for nothing else
        self._writing: asyncio.Task[None] | None = None

    def send(self, message: Message) -> None:
        self.send_packed(wire.packed(message))

    def send_packed(self, text: bytes) -> None:
        if self.closing:
            return
        if len(self.waiting) >= QUEUE or (self.waiting and self._size + len(text) > BYTES):
            self.kick("you read too slowly", TRY_AGAIN)
            return
        self.waiting.append(text)
        self._size += len(text)
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
            return await _receive(self._socket)
        finally:
            self._listening = False

    async def _write(self, socket: WebSocket) -> None:
        try:
            while self.waiting and not self.closing:
                text = self.waiting.pop(0)
                self._size -= len(text)
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
            await _close(self._socket, *self.closing)


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


async def serve(socket: WebSocket, tables: TableRegistry, who: Callable[[str], Awaitable[Session]]) -> None:
    """One connection from its first message to its end."""
    entered = await _enter(socket, tables, who)
    if entered is None:
        return
    live, watcher = entered
    try:
        await _read(tables, live, watcher)
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if not (watcher.closing and task and task.uncancel() == 0):
            raise  # not by a kick
    except Exception:
        log.exception("a connection failed", extra={"table": live.table.name})
        watcher.kick("the server made a mistake", FAILED)
    finally:
        tables.exit(live, watcher)
        await watcher.end()


async def _enter(
    socket: WebSocket, tables: TableRegistry, who: Callable[[str], Awaitable[Session]]
) -> tuple[LiveTable, Watcher] | None:
    """The first message; None: it led nowhere. Nothing of it is kept as long as the connection lasts."""
    await socket.accept()
    socket.scope["headers"] = []
    try:
        hello = strict_json.hello(await asyncio.wait_for(_receive(socket), GREETING))
        session = await who(hello.token) if hello.token is not None else None
        mine = (session.guest.id, session.token_hash) if session else (None, None)
        watcher = Watcher(mine[0], socket, hello.language, mine[1])
        live = await tables.enter(watcher, hello)
        try:
            if hello.token is not None:
                await who(hello.token)  # it may have ended before the registry could know of this connection
        except Refusal:
            tables.exit(live, watcher)
            await watcher.end()
            raise
        return live, watcher
    except TimeoutError:
        await _close(socket, POLICY, "say hello first")
    except ValueError as error:
        why = Refusal("bad_message", f"the first message must be hello; {strict_json.reason(error)}")
        await _turn_away(socket, why, tables)
    except Refusal as refusal:
        await _turn_away(socket, refusal, tables)
    except WebSocketDisconnect:
        pass
    return None


async def _read(tables: TableRegistry, live: LiveTable, watcher: Watcher) -> None:
    bucket = Bucket()
    while not watcher.closing:
        await _take(await watcher.receive(), bucket, tables, live, watcher)


async def _take(text: str | bytes, bucket: Bucket, tables: TableRegistry, live: LiveTable, watcher: Watcher) -> None:
    if not bucket.take():
        watcher.kick("you send too much", POLICY)
        return
    try:
        command = strict_json.command(text)
    except ValueError as error:
        answer: Message = wire.Refused(cid=wire.cid_of(text), code="bad_message", reason=strict_json.reason(error))
    else:
        with speaking(watcher.language or ENGLISH):  # why the rules forbid a move is said to people
            answer = await tables.do(live, command, watcher.guest)
    tables.count(answer)
    watcher.send(answer)
    if len(watcher.waiting) > QUEUE // 2:
        await asyncio.sleep(0)  # answers must get out, or a burst would seem to be a slow reader


async def _turn_away(socket: WebSocket, refusal: Refusal, tables: TableRegistry) -> None:
    refused = wire.Refused(cid=None, code=refusal.code, reason=refusal.reason)
    tables.count(refused)
    with suppress(WebSocketDisconnect, RuntimeError):  # it may not have waited for that
        await socket.send_text(wire.packed(refused).decode())
    await _close(socket, POLICY, refusal.code)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
        await socket.close(code, reason)


async def _receive(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    return text
