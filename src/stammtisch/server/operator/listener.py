"""The operator has a second listener, on this machine only, with a token of its own. No player's token is worth
anything here, and this one is worth nothing at a table.

The token lies in the data folder, where only the owner may read it; the server keeps its hash.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from stammtisch.core.errors import OptionError
from stammtisch.server.http.connections import HttpConnection
from stammtisch.server.http.guard import Guard
from stammtisch.server.http.services import Services
from stammtisch.server.people.guests import hashed, new_token

TOKEN, ADDRESS = "admin.token", "admin.address"
HOST = "127.0.0.1"


class OperatorListener:
    """Holds the port from the beginning, so that one that is taken is told at once."""

    def __init__(self, server: Services, data: Path, port: int) -> None:
        try:
            data.mkdir(parents=True, exist_ok=True)
            self._socket = socket.create_server((HOST, port))
        except OSError as error:
            raise OptionError(f"the operator cannot be heard on port {port}: {error.strerror}") from None
        self._server = server
        self._key = hashed(_token(data / TOKEN))
        self.address = f"http://{HOST}:{self._socket.getsockname()[1]}"
        _write(data / ADDRESS, f"{self.address}\n")

    def open(self, loaded: Callable[[], Awaitable[Any]]) -> ListenerTask:
        """`loaded`: the framework is there; to load it on the event loop would keep everybody waiting."""
        return ListenerTask(self, loaded)

    async def serve(self, ready: Callable[[uvicorn.Server], None]) -> None:
        config = uvicorn.Config(
            Guard(create_operator_app(self._server, self._key), counters=self._server.counters),
            http=HttpConnection,
            ws="none",
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        server = _Quiet(config)
        ready(server)
        await server.serve([self._socket])


class ListenerTask:
    """The listener as a task in the event loop of the server."""

    def __init__(self, listener: OperatorListener, loaded: Callable[[], Awaitable[Any]]) -> None:
        self._listener, self._loaded = listener, loaded
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        await asyncio.shield(asyncio.ensure_future(self._loaded()))
        await self._listener.serve(lambda server: setattr(self, "_server", server))

    async def stop(self) -> None:
        if self._server and self._task:
            self._server.should_exit = True
            await self._task
        elif self._task:
            self._task.cancel()


class _Quiet(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """The other server hears them."""
        yield


def create_operator_app(server: Services, key: str) -> ASGIApp:
    """The operator's application; `key` is the hash of his token."""
    from fastapi import FastAPI

    from stammtisch.server.http.errors import answer_refusals
    from stammtisch.server.operator.routes import router

    app = FastAPI(title="Stammtisch", openapi_url=None)
    app.state.server, app.state.key = server, key
    answer_refusals(app, {"www-authenticate": 'Basic realm="Stammtisch", charset="UTF-8"'})
    app.include_router(router)
    return app


def _token(path: Path) -> str:
    """The operator's token, made when there is none."""
    if not path.exists():
        _write(path, f"{new_token()}\n")
    found = path.read_text("ascii").strip()
    if len(found) < 32:
        raise OptionError(f"the operator's token in {path} is too short; delete the file, and a new one is made")
    return found


def _write(path: Path, text: str) -> None:
    """For the owner's eyes only, whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    file = os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="ascii") as out:
        out.write(text)
    part.replace(path)
