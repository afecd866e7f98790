"""The server: one process, one port. HTTP for what happens around a game, a socket for the game itself."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch import __version__
from stammtisch.server import guests, sockets
from stammtisch.server.entries import Guest, add_guest
from stammtisch.server.guard import Guard
from stammtisch.server.hall import Hall, now
from stammtisch.server.limits import Limits
from stammtisch.server.log import Write
from stammtisch.server.minds import Minds
from stammtisch.server.refusal import Refusal
from stammtisch.server.routes import router
from stammtisch.server.store import Store

log = logging.getLogger("stammtisch.app")

STATUS = {"no_table": 404, "not_signed_in": 401, "not_invited": 403, "not_host": 403, "not_seated": 403}


class Server:
    """Everything that lives as long as the process."""

    def __init__(self, url: str, *, bots: int = 1) -> None:
        self.store = Store(url)
        self._bots = bots
        self.writer = self.store.writer(failed=self._fatal)
        self._known: dict[str, Guest] = {}
        self.hall: Hall

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        self.writer.start()
        self.hall = Hall(self.store, self.writer, Minds(self._bots))
        waking = asyncio.ensure_future(self.hall.wake())
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 50)  # thousands of live sockets make every collection long
        try:
            yield
        finally:
            waking.cancel()
            await self.hall.close()
            await asyncio.to_thread(self.writer.stop)
            self.store.close()

    @staticmethod
    def _fatal(error: BaseException) -> None:
        """The disk failed: nobody knows what is on it. Stop at once; the log tells after a restart."""
        log.critical("the log cannot be written: %s", type(error).__name__)
        os._exit(70)

    async def guest(self, token: str | None) -> Guest | None:
        if token is None:
            return None
        key = guests.hashed(token)
        found = self._known.get(key)
        if found is None:
            found = await asyncio.to_thread(self.store.guest_by_token, key)
            if found is None:
                raise Refusal("not_signed_in", "this secret belongs to nobody here")
            if len(self._known) > 20_000:
                self._known.clear()
            self._known[key] = found
        return found

    async def welcome(self, name: str, *, program: bool) -> tuple[Guest, str]:
        guest, token = guests.new_guest(name, now(), bot=program)
        await self.writer.write(Write(also=[add_guest(guest)]))
        return guest, token


class Straight:
    """Takes sockets to their tables past the framework, which would keep a dozen KiB for each of them."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == sockets.PATH:
            await sockets.serve(WebSocket(scope, receive, send), self._server.hall, self._server.guest)
        else:
            await self._app(scope, receive, send)


def create_app(server: Server, origins: list[str] | None = None, limits: Limits | None = None) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = FastAPI(title="Stammtisch", version=__version__, lifespan=lifespan, openapi_url=None)
    app.state.server = server
    app.add_middleware(Straight, server=server)
    app.add_middleware(Guard, origins=origins or [], limits=limits)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _unknown)
    app.include_router(router)
    return app


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refusal)
    return JSONResponse({"code": error.code, "reason": error.reason}, STATUS.get(error.code, 409))


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    """Says what is wrong, and repeats nothing of what was sent."""
    assert isinstance(error, RequestValidationError)
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"][1:] if not isinstance(part, str) or part.isidentifier())
    return JSONResponse({"code": "bad_request", "reason": f"{where or 'the request'}: {str(fault['msg'])[:120]}"}, 422)


async def _unknown(_: Request, error: Exception) -> JSONResponse:
    """An address or a method that nobody has, or a body that is no JSON: refused in the form of all refusals."""
    assert isinstance(error, HTTPException)
    code = "not_found" if error.status_code in (404, 405) else "bad_request"
    return JSONResponse({"code": code, "reason": error.detail}, error.status_code, error.headers)
