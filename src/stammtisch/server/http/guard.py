"""Guard: checks the size and origin of every request, and sets headers that let a browser trust nothing but us.

There are no cookies: whoever acts sends his secret in a header or in the first message of a socket. So no foreign page
can act in somebody's name, and the check of the origin is a second wall, not the only one.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.server.counters import Counters
from stammtisch.server.http.keepalive import Keepalive
from stammtisch.server.http.limits import Limits, address_of
from stammtisch.server.http.proxies import FORWARDED, TrustedProxies
from stammtisch.server.protocol.refusal import STATUS, Refusal

log = logging.getLogger("stammtisch.guard")

BODY = 64 * 1024
RELAYED = "stammtisch.relayed"
"""Among the extensions of a scope: another node asks."""
SAFE = ("GET", "HEAD", "OPTIONS")
FAILED = ("failed", "the server made a mistake")
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; script-src 'self'; img-src 'self' data:; object-src 'none'; "
     b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),  # nothing inline, nobody else
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]  # fmt: skip


class TooLarge(Exception):
    pass


class Silent(Protocol):
    def give_way(self) -> None:
        """Close the connection, and give its place back at once."""


class Guard:
    def __init__(
        self,
        app: ASGIApp,
        origins: Sequence[str] = (),
        limits: Limits | None = None,
        counters: Counters | None = None,
        proxies: TrustedProxies | None = None,
        is_node: Callable[[Iterable[tuple[bytes, bytes]]], bool] = lambda _: False,
    ) -> None:
        """`is_node`: do these headers say that another node asks? It has looked at the request already."""
        self._app = app
        self._is_node = is_node
        self._counters = counters or Counters()
        self._origins = frozenset(origins)
        self.limits = limits or Limits()
        self.proxies = proxies or TrustedProxies()
        self.silent: dict[Silent, None] = {}
        """Connections that have not asked for anything yet, the oldest first."""
        self.keepalive = Keepalive()

    def make_room(self) -> None:
        """If all places are taken, the connection that was silent longest gives way to a new one."""
        if self.limits.is_full and self.silent:
            next(iter(self.silent)).give_way()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if self._is_node(scope["headers"]):
            await self._relayed(scope, receive, send)
            return
        scope = self.proxies.seen(scope)
        scope["address"] = address_of(scope)
        if not self._is_welcome(scope):
            await self._refuse(scope, send, 403, "bad_origin", "this page may not speak to this server")
        elif wait := self.limits.request(scope):
            await self._refuse(scope, send, 429, "busy", "your address has asked for too much", wait)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["method"] not in SAFE and (wait := self.limits.change(scope)):
            await self._refuse(scope, send, 429, "too_many", "your address has made too much", wait)
        else:
            await self._http(scope, receive, send)

    async def _relayed(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Another node passes on what somebody asked it for, or asks for itself."""
        for name, value in scope["headers"]:
            if name == FORWARDED:
                scope["client"] = (value.decode("latin-1"), 0)
        scope["address"] = address_of(scope)
        scope["extensions"] = {**scope.get("extensions", {}), RELAYED: {}}
        await (self._app if scope["type"] == "websocket" else self._http)(scope, receive, send)

    async def _refuse(
        self, scope: Scope, send: Send, status: int, code: str, reason: str, wait: float | None = None
    ) -> None:
        """`wait`: seconds after which it may be tried again."""
        self._counters.refusals[code] += 1
        later = None if wait is None else max(1, math.ceil(wait))
        await _refuse(scope, send, status, code, reason if later is None else _later(reason, later), later)

    def _is_welcome(self, scope: Scope) -> bool:
        """A browser names the page that asks; programs name none."""
        origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if not origins:  # a browser names none when somebody follows a link, and that changes nothing
            return scope.get("method", "GET") in SAFE or (b"sec-fetch-site", b"cross-site") not in scope["headers"]
        if len(origins) > 1:
            return False
        return origins[0] in self._origins or (len(hosts) == 1 and _is_page_of(origins[0], hosts[0]))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.limits.enter(scope):
            await self._refuse(scope, send, 429, "too_many", "your address has too many connections")
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self.limits.leave(scope)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False
        taken = 0

        async def guarded() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > BODY:
                raise TooLarge
            return message

        async def answer(message: Message) -> None:
            nonlocal started
            if taken > BODY and not started:
                return  # whatever became of it: it was too large
            if message["type"] == "http.response.start":
                started = True
                leave = [(b"connection", b"close")] if self.limits.is_crowded else []  # others wait for the place
                message = {**message, "headers": [*_with_ours(message["headers"]), *leave]}
            await send(message)

        length = dict(scope["headers"]).get(b"content-length", b"0")[:20]
        if not length.isdigit() or int(length) > BODY:
            taken = BODY + 1
        try:
            if taken <= BODY:
                await self._app(scope, guarded, answer)
        except TooLarge:
            pass
        except Refusal as refused:  # on the way to another node: what the application refuses, it answers itself
            if not started:
                self._counters.refusals[refused.code] += 1
                status = STATUS.get(refused.code, 409)
                await _refuse(scope, send, status, refused.code, refused.reason, refused.wait)
            return
        except Exception:
            log.exception("a request failed")
            if not started:
                await self._refuse(scope, send, 500, *FAILED)
            return  # who was answered in part is cut off
        if taken > BODY and not started:
            await self._refuse(scope, send, 413, "too_large", "that is more than 64 KiB")


def _later(reason: str, seconds: int) -> str:
    return f"{reason}; try again in {seconds} seconds"


def _is_page_of(origin: str, host: str) -> bool:
    """Is this origin a page of our own? The proxy in front may speak HTTPS, so both schemes are ours."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and origin == f"{parts.scheme}://{host}" and parts.netloc == host


def _with_ours(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, and ours where it says nothing else: the files of the page may be kept."""
    said = list(headers)
    names = {name.lower() for name, _ in said}
    return [*said, *(header for header in HEADERS if header[0] not in names)]


async def _refuse(scope: Scope, send: Send, status: int, code: str, reason: str, later: int | None) -> None:
    """Answer instead of the application; a socket is refused before it is one."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if scope["type"] == "websocket" and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    body = f'{{"code":"{code}","reason":"{reason}"}}'.encode()
    plain = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if later is not None:
        plain.append((b"retry-after", str(later).encode()))
    await send({"type": f"{kind}.start", "status": status, "headers": [*plain, *HEADERS]})
    await send({"type": f"{kind}.body", "body": body})
