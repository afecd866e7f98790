"""The ASGI application: a socket goes straight to its table, and everything else to the application behind.

The framework of the application takes longer to load than all the rest, and would keep a dozen KiB for every socket. So
sockets never meet it, and it is loaded when the server listens already: after a restart thousands want to come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.routing import Router
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from stammtisch.server.http.guard import RELAYED
from stammtisch.server.live import sockets
from stammtisch.server.process.server import Server


class AsgiApp:
    def __init__(self, server: Server) -> None:
        self._server = server
        self._application: asyncio.Future[ASGIApp] | None = None
        self._life = Router(lifespan=self._running)

    @asynccontextmanager
    async def _running(self, _: Any) -> AsyncIterator[None]:
        async with self._server.running():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._life(scope, receive, send)
        elif scope["type"] == "websocket" and f"{scope['path']}/".startswith(f"{sockets.PATH}/"):
            relay = self._server.relay
            socket = relay.socket if relay and RELAYED not in scope.get("extensions", {}) else None
            await sockets.serve(WebSocket(scope, receive, send), self._server.tables, self._server.session, socket)
        elif self._server.relay and scope["type"] == "http":
            application = await asyncio.shield(self.loaded())
            await self._server.relay.http(application, scope, receive, send)
        else:
            application = await asyncio.shield(self.loaded())
            await application(scope, receive, send)

    def loaded(self) -> asyncio.Future[ASGIApp]:
        """The application, as soon as it is there."""
        if self._application is None:
            self._application = asyncio.ensure_future(asyncio.to_thread(self._load))
        return self._application

    def _load(self) -> ASGIApp:
        from stammtisch.server.process.app import create_app

        return create_app(self._server)
