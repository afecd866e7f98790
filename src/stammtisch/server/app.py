"""The server: one process, one port. HTTP for what happens around a game, a socket for the game itself."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from pydantic import Field

from stammtisch import __version__
from stammtisch.server import guests, history, sockets, wire
from stammtisch.server.entries import Gathering, Guest, add_guest
from stammtisch.server.guard import Guard
from stammtisch.server.hall import Hall, now
from stammtisch.server.log import Write
from stammtisch.server.minds import Minds
from stammtisch.server.refusal import Refusal
from stammtisch.server.settings import Name, Opening
from stammtisch.server.store import Store

log = logging.getLogger("stammtisch.app")

STATUS = {"no_table": 404, "not_signed_in": 401, "not_invited": 403, "not_host": 403, "not_seated": 403}


class NewGuest(wire.Message):
    name: Name
    program: bool = False
    """This is a bot of somebody's own, and is shown as one."""


class Sitting(wire.Message):
    head: wire.Hash
    """The head of the hash chain for this table and seat."""
    invite: wire.Token | None = None


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

    async def welcome(self, wanted: NewGuest) -> tuple[Guest, str]:
        guest, token = guests.new_guest(wanted.name, now(), bot=wanted.program)
        await self.writer.write(Write(also=[add_guest(guest)]))
        return guest, token


def create_app(server: Server, origins: list[str] | None = None) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with server.running():
            yield

    app = FastAPI(title="Stammtisch", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(Guard, origins=origins or [])

    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> JSONResponse:
        return JSONResponse({"code": refusal.code, "reason": refusal.reason}, STATUS.get(refusal.code, 409))

    async def signed_in(authorization: Annotated[str | None, Header()] = None) -> Guest:
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not 20 <= len(token) <= 100:
            raise Refusal("not_signed_in", "send your secret as 'Authorization: Bearer …'")
        guest = await server.guest(token)
        assert guest
        return guest

    Me = Annotated[Guest, Depends(signed_in)]  # noqa: N806
    SeatNumber = Annotated[int, Field(ge=0, le=15)]  # noqa: N806

    @app.get("/health")
    async def health() -> dict[str, Any]:
        return {"status": "ok", "version": __version__, "protocol": wire.PROTOCOL, "storage": str(server.store.facts)}

    @app.post("/api/guests", status_code=201)
    async def new_guest(wanted: NewGuest) -> dict[str, str]:
        guest, token = await server.welcome(wanted)
        return {"guest": guest.id, "name": guest.name, "token": token}

    @app.post("/api/tables", status_code=201)
    async def open_table(opening: Opening, me: Me) -> dict[str, Any]:
        name, invites = await server.hall.open(opening, me.id)
        return {"table": name, "invites": invites}

    @app.get("/api/tables")
    async def list_tables(
        status: Annotated[str, Query(pattern="^(waiting|playing|over)$")] = "waiting",
        limit: Annotated[int, Query(ge=1, le=100)] = 50,
    ) -> list[dict[str, Any]]:
        return [_listed(each) for each in await asyncio.to_thread(server.store.tables, status=status, limit=limit)]

    @app.get("/api/my/tables")
    async def my_tables(me: Me) -> list[dict[str, Any]]:
        return [_listed(each) for each in await asyncio.to_thread(server.store.tables_of, me.id)]

    @app.get("/api/tables/{table}")
    async def look(table: wire.TableId) -> dict[str, Any]:
        live = await server.hall.live(table)
        async with live.lock:
            return {"table": table, "seq": live.table.seq, "view": live.table.view(None)}

    @app.post("/api/tables/{table}/seats/{seat}")
    async def sit(table: wire.TableId, seat: SeatNumber, sitting: Sitting, me: Me) -> dict[str, Any]:
        await server.hall.sit(table, seat, me, sitting.head, sitting.invite)
        return {"table": table, "seat": seat}

    @app.delete("/api/tables/{table}/seats/mine")
    async def leave(table: wire.TableId, me: Me) -> dict[str, Any]:
        await server.hall.leave(table, me)
        return {"table": table}

    @app.get("/api/tables/{table}/{what}")
    async def download(
        table: wire.TableId, what: history.What, to: Annotated[int | None, Query(ge=0, le=10**6)] = None
    ) -> Response:
        live = await server.hall.live(table)
        async with live.lock:
            over = live.table.is_over
        rows = await asyncio.to_thread(server.store.rows, table)
        return await asyncio.to_thread(history.page, live.table, rows, what, to, over=over)

    @app.websocket("/ws")
    async def play(socket: WebSocket) -> None:
        await sockets.serve(socket, server.hall, server.guest)

    return app


def _listed(gathering: Gathering) -> dict[str, Any]:
    """A table as lists show it."""
    return {
        "table": gathering.table,
        "game": gathering.game,
        "players": gathering.players,
        "status": gathering.status,
        "changed": gathering.changed,
        **json.loads(gathering.summary),
    }
