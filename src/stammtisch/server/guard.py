"""Guard: what every request passes — size, origin, and headers that tell a browser to trust nothing but us.

There are no cookies: whoever acts sends his secret in a header or in the first message of a socket. So no foreign page
can act in somebody's name, and the check of the origin is a second wall, not the only one.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY = 64 * 1024
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; "
     b"frame-ancestors 'none'; connect-src 'self' ws: wss:; img-src 'self' data:; style-src 'self' 'unsafe-inline'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]  # fmt: skip


class TooLarge(Exception):
    pass


class Guard:
    def __init__(self, app: ASGIApp, origins: Sequence[str] = ()) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif not self._is_welcome(scope):
            await _refuse(scope, send, 403, b'{"code":"bad_origin","reason":"this page may not speak to this server"}')
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    def _is_welcome(self, scope: Scope) -> bool:
        """A browser names the page that asks; programs name none."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return text in self._origins or (text != "null" and urlsplit(text).netloc == host and _is_plain(text))

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
            if message["type"] == "http.response.start":
                started = True
                present = {name for name, _ in message["headers"]}
                extra = [(name, value) for name, value in HEADERS if name not in present]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        length = dict(scope["headers"]).get(b"content-length", b"0")
        try:
            if not length.isdigit() or int(length) > BODY:
                raise TooLarge
            await self._app(scope, guarded, answer)
        except TooLarge:
            if not started:
                await _refuse(scope, answer, 413, b'{"code":"too_large","reason":"that is more than 64 KiB"}')


def _is_plain(origin: str) -> bool:
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and not parts.path and not parts.query and not parts.fragment


async def _refuse(scope: Scope, send: Send, status: int, body: bytes) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({
        "type": "http.response.start",
        "status": status,
        "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
    })  # fmt: skip
    await send({"type": "http.response.body", "body": body})
