"""The relay: what concerns a table or a tournament that another node has is passed on to it, and its answer back.

So everybody may come to any node, and all who watch a table meet where it is. What was relayed once is not relayed
again. While the other node does not answer, whoever asks waits: it may be back soon, or its lease ends.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from stammtisch.server.http.guard import RELAYED
from stammtisch.server.live.sockets import CONNECT_AGAIN
from stammtisch.server.live.watcher import RESTART, close, text_of
from stammtisch.server.nodes.member import Member
from stammtisch.server.nodes.node import Elsewhere, Owner
from stammtisch.server.nodes.peers import HEADER, SECONDS, Freed, NotReached

log = logging.getLogger("stammtisch.relay")

NAMED = re.compile(r"/api/(tables|tournaments)/([A-Za-z0-9_-]{10,40})(?=/|$)")
"""An address that names something a node has."""
ASSETS = "/assets/"
AGAIN = 0.25
"""Seconds between two tries."""
PING = 5.0
"""Seconds after which a connection to a node that says nothing is tried, and after which it is given up."""
ABNORMAL = 1006
UNSENT = (1000, 1005, ABNORMAL)
"""Codes that say nothing to a client, or may not be sent."""
LONGEST = 100.0
"""Seconds that an answer may take: somebody may wait for news."""
HOP_BY_HOP = {
    b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade", b"content-length",
    b"x-forwarded-for", HEADER.encode(),
}  # fmt: skip
MISDIRECTED = 421
"""The status with which a node answers that does not have it any more."""


class Relay:
    def __init__(self, node: Member, home: Callable[[str], Awaitable[str]], patience: float) -> None:
        """`home`: what a table belongs to. `patience`: seconds for a node that does not answer."""
        self._node = node
        self._home = home
        self._patience = patience

    async def owner(self, kind: str, name: str) -> Owner | None:
        """The other node that has a table or a tournament; None: this one, or nobody."""
        if self._node.has(name):
            return None
        if owner := await self._node.owner([name]):
            return owner
        home = await self._home(name) if kind == "tables" else name
        return await self._node.owner([home]) if home != name else None

    async def _responsible(self, path: str) -> Owner | None:
        """The other node that is to answer; None: this one. A node that stops answers nothing by itself."""
        found = NAMED.match(path)
        owner = await self.owner(*found.groups()) if found else None
        if owner is None and self._node.draining and path.startswith("/api/"):
            return self._node.successor(path)
        return owner

    # ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def http(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if RELAYED in scope.get("extensions", {}):
            found = NAMED.match(path)
            await (_misdirected(send) if found and await self.owner(*found.groups()) else app(scope, receive, send))
            return
        if path.startswith(ASSETS):
            await self._asset(app, scope, receive, send)
            return
        body: bytes | None = None
        end = time.monotonic() + self._patience
        while owner := await self._responsible(path):
            if body is None:
                body = await _body(receive)
            try:
                await self._pass_on(owner, scope, body, send)
                return
            except NotReached as reason:
                if time.monotonic() > end:
                    log.warning("%s", reason)
                    raise Elsewhere(owner) from reason
            await asyncio.sleep(AGAIN)
        await app(scope, receive if body is None else _again(body, receive), send)

    async def _asset(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """While nodes are upgraded, a page of another version may name an asset that only a node of that one has."""
        refused: list[Message] = []

        async def unless_missing(message: Message) -> None:
            is_missing = message["type"] == "http.response.start" and message["status"] == 404
            await (_kept(refused, message) if refused or is_missing else send(message))

        await app(scope, receive, unless_missing)
        for other in self._node.others_by_version() if refused else ():
            with suppress(NotReached):
                await self._pass_on(other, scope, b"", send, without=404)
                return
        for message in refused:
            await send(message)

    async def _pass_on(self, owner: Owner, scope: Scope, body: bytes, send: Send, without: int = MISDIRECTED) -> None:
        """NotReached only as long as nothing can have been done there, or it changes nothing to do it twice; and for an
        answer of status `without`."""
        import httpx  # with the extra for PostgreSQL

        query = scope.get("query_string", b"").decode("latin-1")
        url = f"{owner.address}{scope['path']}" + (f"?{query}" if query else "")
        headers = [each for each in scope["headers"] if each[0] not in HOP_BY_HOP]
        headers += [(HEADER.encode(), self._node.peers.secret.encode())]
        headers += [(b"x-forwarded-for", (scope.get("address") or "127.0.0.1").encode())]
        safe = scope["method"] in ("GET", "HEAD")
        timeout = httpx.Timeout(LONGEST, connect=SECONDS)
        begun = False
        try:
            async with self._node.peers.client.stream(
                scope["method"], url, headers=headers, content=body, timeout=timeout
            ) as answer:
                if answer.status_code == without:
                    raise NotReached(f"node '{owner.name}' does not have it any more")
                begun = True
                start = [each for each in answer.headers.raw if each[0].lower() not in HOP_BY_HOP]
                await send({"type": "http.response.start", "status": answer.status_code, "headers": start})
                async for part in answer.aiter_raw():
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
        except (httpx.HTTPError, OSError) as error:
            if begun:
                raise
            if safe or isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
                raise NotReached(f"node '{owner.name}' cannot be reached: {error}") from error
            raise Elsewhere(owner) from error  # it may have been done

    # ── Sockets ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def socket(self, socket: WebSocket, hello: str | bytes, table: str, owner: Owner) -> None:
        """Everything from a client to where its table is, and back; NotReached if nothing has come through.

        Freed: nobody was connected to it there, and it can be taken. So it is where a proxy brings its players."""
        if await self._home(table) == table and await self._node.is_given(owner, table):
            raise Freed
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed, InvalidHandshake

        address = socket.scope.get("address") or "127.0.0.1"
        headers = {HEADER: self._node.peers.secret, "x-forwarded-for": address}
        url = f"{owner.address.replace('http', 'ws', 1)}/ws/{table}"
        try:
            there = await connect(
                url, additional_headers=headers, compression=None, max_size=None, open_timeout=SECONDS,
                ping_interval=PING, ping_timeout=PING, proxy=None,
            )  # fmt: skip
        except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
            raise NotReached(f"node '{owner.name}' cannot be reached: {error}") from error

        async def up() -> None:
            while True:
                await there.send(text_of(await socket.receive()))

        async def down() -> None:
            async for text in there:
                await socket.send({"type": "websocket.send", "text": text})

        tasks: list[asyncio.Task[None]] = []
        try:
            await there.send(hello)
            tasks = [asyncio.ensure_future(each) for each in (up(), down(), self._node.until_gone(owner))]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        except ConnectionClosed:
            pass
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            if not any(isinstance(each, WebSocketDisconnect) for each in ended):
                code = there.close_code or ABNORMAL
                await close(
                    socket, *((code, there.close_reason or "") if code not in UNSENT else (RESTART, CONNECT_AGAIN))
                )
            with suppress(Exception):
                async with asyncio.timeout(SECONDS):
                    await there.close()


async def _kept(messages: list[Message], message: Message) -> None:
    messages.append(message)


async def _misdirected(send: Send) -> None:
    await send({"type": "http.response.start", "status": MISDIRECTED, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that has been read, for who reads it now."""
    read = False

    async def again() -> Message:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
