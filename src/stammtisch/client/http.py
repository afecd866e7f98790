"""HTTP for programs: guests, tables, seats, downloads."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from http.client import HTTPException
from typing import Any

from stammtisch.client.link import Link
from stammtisch.client.seat_connection import SeatConnection
from stammtisch.client.table_connection import TableConnection
from stammtisch.core.extras import need
from stammtisch.fair import Chain, Signer, fresh

PATIENCE = 90.0  # seconds; a server may think for a minute before it says that it cannot


class ServerError(Exception):
    """The server refused a request, or cannot be reached."""

    status: int
    """The status of HTTP; 0: the server cannot be reached."""
    code: str
    """One of the codes of docs/protocol.md, or "unreachable"."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code


class Server:
    """A server, by its address: `Server("http://127.0.0.1:8080")`. Whatever it refuses raises a ServerError."""

    address: str
    """Its address, without a slash at the end."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    async def ask(self, method: str, path: str, data: object = None, token: str | None = None) -> Any:
        """The answer to any request of docs/protocol.md that is answered with JSON; `data` is the body."""
        return json.loads(await self.fetch(method, path, data, token))

    async def fetch(self, method: str, path: str, data: object = None, token: str | None = None) -> bytes:
        """The answer to a request as it is: a download, such as a record or a transcript."""
        return await asyncio.to_thread(self._fetch, method, path, data, token)

    def _fetch(self, method: str, path: str, data: object, token: str | None) -> bytes:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.address + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                found: bytes = answer.read()
                return found
        except urllib.error.HTTPError as error:
            try:
                told = json.loads(error.read())
            except ValueError:
                told = {}
            raise ServerError(error.code, told.get("code", "http"), told.get("reason", str(error))) from None
        except (OSError, HTTPException) as error:  # URLError is an OSError
            why = getattr(error, "reason", error)
            raise ServerError(0, "unreachable", f"cannot reach {self.address}: {why}") from None

    async def guest(self, name: str, *, program: bool = False) -> Guest:
        """A new guest. Keep the token: it is all that shows who you are."""
        made = await self.ask("POST", "/api/guests", {"name": name, "program": program})
        return Guest(self, made["guest"], made["token"])

    async def log_in(self, handle: str, password: str, device: str = "") -> Guest:
        """Somebody with an account, on this device: his games go on here."""
        login = {"handle": handle, "password": password, "device": device}
        made = await self.ask("POST", "/api/sessions", login)
        return Guest(self, made["guest"], made["token"], shared=True)

    def watch(self, table: str) -> TableConnection:
        """Watch a table, by its name: `async with server.watch(table) as watch`."""
        return TableConnection(self.address, table)


class Guest:
    """Somebody known to a server. `secret` is what his part of the dice comes from.

    A second device needs both, or is `shared`: then each device has a secret of its own, and a device that is needed
    begins a chain of its own where another one had begun (docs/fair-dice.md).
    """

    server: Server
    """Where the guest is known."""
    id: str
    """The guest's name for programs."""
    token: str
    """Shows who one is. Keep it, and keep it secret."""
    secret: bytes
    """What this guest's part of the dice comes from: 32 bytes."""

    def __init__(
        self, server: Server, id: str, token: str, secret: bytes | None = None, *, shared: bool = False
    ) -> None:
        self.server = server
        self.id = id
        self.token = token
        self.secret = secret or fresh()
        self._shared = shared

    async def open(
        self, game: str, seats: Sequence[str], options: Mapping[str, object] | None = None, **settings: object
    ) -> tuple[str, list[str | None]]:
        """Open a table; `seats` are "person" or a bot's name. The table, and the key of each seat's invitation.

        `settings` are public, clock, takeover and chat, as in Opening of docs/protocol.md.
        """
        plans = [{"kind": "person"} if seat == "person" else {"kind": "bot", "bot": seat} for seat in seats]
        opening = {"game": game, "seats": plans, "options": dict(options or {}), **settings}
        made = await self.server.ask("POST", "/api/tables", opening, self.token)
        return made["table"], made["invites"]

    async def sit(self, table: str, seat: int, invite: str | None = None) -> SeatConnection:
        """Take a seat, and connect with `async with`."""
        need("websockets", "a seat at a table")
        head, key = Chain(self.secret, table, seat).head, Signer(self.secret, table, seat).key
        sitting = {"head": head.hex(), "key": key.hex(), "invite": invite}
        await self.server.ask("POST", f"/api/tables/{table}/seats/{seat}", sitting, self.token)
        return self.seat(table)

    async def join(self, link: Link | str) -> SeatConnection:
        """Sit down by an invitation as the page gives it out, at its seat or at the first that is free."""
        link = Link.read(link) if isinstance(link, str) else link
        if link.seat is not None:
            return await self.sit(link.table, link.seat, link.key)
        shown = await self.server.ask("GET", f"/api/tables/{link.table}")
        free = [number for number, seat in enumerate(shown["view"]["seats"]) if seat["free"]]
        for number in free:
            try:
                return await self.sit(link.table, number, link.key)
            except ServerError as error:  # somebody was faster, or the seat is kept for somebody
                if error.code not in ("taken", "not_invited") or number == free[-1]:
                    raise
        raise ServerError(409, "taken", "no seat is free at this table")

    def seat(self, table: str) -> SeatConnection:
        """The seat at a table where one sits already."""
        return SeatConnection(self.server.address, table, self.token, self.secret, shared=self._shared)

    async def keep(self, handle: str, password: str) -> None:
        """Get an account: the same guest, with a handle and a password to log in with on other devices."""
        await self.server.ask("POST", "/api/account", {"handle": handle, "password": password}, self.token)
        self._shared = True

    async def log_out(self) -> None:
        """The token is good for nothing any more."""
        await self.server.ask("DELETE", "/api/sessions/mine", None, self.token)

    async def leave(self, table: str) -> None:
        """Get up from a table before the game begins."""
        await self.server.ask("DELETE", f"/api/tables/{table}/seats/mine", None, self.token)

    async def tables(self) -> list[dict[str, Any]]:
        """The tables at which one sits, as docs/protocol.md tells them."""
        found: list[dict[str, Any]] = await self.server.ask("GET", "/api/my/tables", None, self.token)
        return found
