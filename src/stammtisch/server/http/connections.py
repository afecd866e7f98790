"""How connections begin and end. A client that is silent, sends without end or never reads is disconnected.

These are uvicorn's own protocols with the limits that they lack: on the head of a request, on the time it takes, and on
how long a connection may hold what it does not read.
"""

from __future__ import annotations

import asyncio
import socket
from asyncio.transports import BaseTransport
from typing import Any, NamedTuple

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from stammtisch.server.http.guard import HEADERS, Guard
from stammtisch.server.http.keepalive import Watched
from stammtisch.server.http.limits import address_of
from stammtisch.server.live.watcher import LINE

HEAD = 16 * 1024  # bytes of a request line and its headers
REQUEST = 10.0  # seconds for a whole request
HURRIED = 2.0  # the same while so many are connected that places are scarce
UNREAD = 32 * 1024  # bytes that the system may keep for a reader; it doubles them
PARTING = 3.0  # seconds to read what is left after we have closed
AHEAD = 4  # messages of a client that may wait; to stop and go on reading for each costs as much as reading it
TEXT = b"\x81"  # how a frame begins that is a whole message of text
PING = b"\x89\0"  # a whole frame


class Place(NamedTuple):
    """One of the connections that this process can have, and whom it counts for."""

    guard: Guard
    address: str | None

    @classmethod
    def taken(cls, guard: object, client: tuple[str, int] | None) -> Place | None:
        """None: there are too many. Whom a proxy connects for is known only when it asks for something."""
        assert isinstance(guard, Guard)  # every listener has one
        guard.make_room()
        shared = client is None or guard.proxies.is_trusted(client[0])
        found = cls(guard, None if shared else address_of({"client": client}))
        return found if guard.limits.connect(found.address) else None

    def give_back(self) -> None:
        self.guard.limits.disconnect(self.address)


class HttpConnection(HttpToolsProtocol):
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._taken = 0
        self._in_head = True
        self._patience: asyncio.TimerHandle | None = None
        self._place = Place.taken(self.config.app, self.client)
        if self._place is None:
            transport.abort()
        else:
            patience = HURRIED if self._place.guard.limits.is_crowded else REQUEST
            self._patience = self.loop.call_later(patience, transport.abort)
            self._place.guard.silent[self] = None

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._taken += len(data)
        super().data_received(data)
        if self._in_head and self._taken > HEAD and not self.transport.is_closing():
            self.send_400_response("Too many headers.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._patience is None:
            self._patience = self.loop.call_later(REQUEST, self.transport.abort)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > HEAD:
            raise ValueError("too many headers")  # the parser makes a 400 of it
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._calm()
        self._in_head, self._taken = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # the socket takes the place
        super().handle_websocket_upgrade()
        self._let_go()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)
        self._let_go()

    def give_way(self) -> None:
        self._leave()
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        body = msg.encode("ascii")
        head = [*HEADERS, (b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
        lines = [b"HTTP/1.1 400 Bad Request", *(name + b": " + value for name, value in head), b"connection: close"]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        self.transport.close()

    def _let_go(self) -> None:
        """Whatever knows this and is known by it would keep it in memory until a search for such circles, and with
        thousands of connections that is seldom."""
        self.parser = self.cycle = None  # type: ignore[assignment]  # as uvicorn does: nothing is read any more

    def _leave(self) -> None:
        self._calm()
        if self._place:
            self._place.give_back()
            self._place = None

    def _calm(self) -> None:
        if self._patience:
            self._patience.cancel()
            self._patience = None
        if self._place:
            self._place.guard.silent.pop(self, None)


class Inbox:
    """What has come over a socket and is not yet read. One reader, no bound: the door reads on when this is empty.

    It takes a tenth of the memory of an asyncio.Queue, which every idle connection would have.
    """

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages

    def __len__(self) -> int:
        return len(self._messages)


class Gate:
    """Whether a socket may be written to. As with the Inbox, an asyncio.Event would take far more memory."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = True
        self._waiting: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        return self._open

    def set(self) -> None:
        self._open = True
        for each in self._waiting or ():
            if not each.done():
                each.set_result(None)
        self._waiting = None

    def clear(self) -> None:
        self._open = False

    async def wait(self) -> None:
        while not self._open:
            future = asyncio.get_running_loop().create_future()
            self._waiting = [*(self._waiting or ()), future]
            await future


class SocketConnection(WebSocketsSansIOProtocol):
    __slots__ = (
        "_asked", "_heard", "_looked_after", "_out", "_parting", "_place", "app", "app_state", "asgi_version", "client",
        "close_sent", "close_timeout", "close_timer", "config", "conn", "connections", "curr_msg_data_type",
        "default_headers", "disconnected", "frames", "handshake_complete", "handshake_initiated", "initial_response",
        "last_ping_rtt", "logger", "loop",
        "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer", "pong_timer", "queue",
        "read_paused", "request", "response", "root_path", "scheme", "scope", "server", "tasks", "transport",
        "writable",
    )  # fmt: skip  # what uvicorn sets, too: a dict with so many entries takes as much memory as all of them

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Inbox()  # type: ignore[assignment]  # what uvicorn uses of a queue
        self.writable = Gate()  # type: ignore[assignment]  # and of an event
        self._out: list[bytes] | None = None  # frames that go out at the end of this turn of the event loop
        self._looked_after: set[Watched] | None = None
        self._heard = False  # it has said something since the last look
        self._asked = False  # it was asked whether it is there, and nothing has come yet

    def start_keepalive(self) -> None:
        assert isinstance(self.config.app, Guard)
        self._looked_after = self.config.app.keepalive.add(self)

    def stop_keepalive(self) -> None:
        if self._looked_after is not None:
            self._looked_after.discard(self)

    def look(self) -> None:
        if self._asked:
            self.keepalive_timeout()
        elif not self._heard and not self.close_sent and not self.transport.is_closing():
            self._asked = True
            self.transport.write(PING)
        self._heard = False

    def data_received(self, data: bytes) -> None:
        self._asked = False  # it is there
        super().data_received(data)

    async def send(self, message: Any) -> None:
        self._flush()
        if message["type"] == "websocket.close":
            self.writable.set()  # a reader that is behind must not keep us from leaving
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # nobody needs them any more, and there are thousands
            del self.request, self.response
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused, and properly so: no error for the log

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    def write(self, text: bytes) -> bool:
        """Send a message without a task for it; see `live.watcher.Line`.

        News and the answer that comes with them go out together: a call of the system takes longer than either.
        """
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        size = len(text)
        if size < 126:
            head = TEXT + size.to_bytes(1, "big")
        elif size < 1 << 16:
            head = TEXT + b"\x7e" + size.to_bytes(2, "big")
        else:
            head = TEXT + b"\x7f" + size.to_bytes(8, "big")
        if self._out is None:
            self._out = [head, text]
            self.loop.call_soon(self._flush)
        else:
            self._out += (head, text)
        return True

    def _flush(self) -> None:
        if self._out is not None:
            data, self._out = b"".join(self._out), None
            if not self.transport.is_closing():
                self.transport.write(data)

    def send_receive_event_to_app(self) -> None:
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self._heard = True
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": str(data, "utf-8")})
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and len(self.queue) >= AHEAD:  # type: ignore[arg-type]
            self.read_paused = True
            self.transport.pause_reading()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._part()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._part()

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        self._parting: asyncio.TimerHandle | None = None
        self._place = Place.taken(self.config.app, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._parting:
            self._parting.cancel()
        if self._place:
            self._place.give_back()
        super().connection_lost(exc)
        if hasattr(self, "scope"):  # it has one since it was upgraded
            self.scope["extensions"].pop(LINE, None)
        self.conn.parser.close()  # it and the connection know each other, as does an error: see HttpConnection._let_go
        self.conn.parser_exc = self.conn.handshake_exc = None

    def _part(self) -> None:
        """It is over. What is not read soon is thrown away: otherwise it would stay in memory as long as they like."""
        if not self.disconnected and self._parting is None:
            self._parting = self.loop.call_later(PARTING, self.transport.abort)
