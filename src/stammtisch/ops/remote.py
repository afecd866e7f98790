"""The doctor's checks of a server at its public address: everything that a proxy in front of it can get wrong."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections.abc import Iterator, Mapping
from email.utils import parsedate_to_datetime
from urllib.parse import SplitResult, urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from stammtisch import __version__
from stammtisch.core.errors import OptionError
from stammtisch.ops.finding import Finding, ok, warning, wrong
from stammtisch.server.http.guard import HEADERS
from stammtisch.server.protocol.wire import PROTOCOL

PATIENCE = 15.0
NOBODY = "0" * 32
"""The name of a table that does not exist."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
OURS = [name.decode() for name, _ in HEADERS if name != b"cache-control"]


def findings(address: str) -> Iterator[Finding]:
    parts = urlsplit(address if "://" in address else f"https://{address}")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise OptionError("an address is https://HOST or http://HOST:PORT, as in a browser")
    try:
        begin = time.perf_counter()
        status, headers, body = _get(parts, "/health")
        took = time.perf_counter() - begin
    except (OSError, http.client.HTTPException) as error:
        yield wrong("reached", f"{parts.netloc} does not answer: {error}")
        return
    yield _health(status, body, took)
    if status != 200:
        return
    yield _encryption(parts, headers)
    yield _clock(headers)
    missing = [name for name in OURS if name not in headers]
    if missing:
        yield wrong("headers", f"{', '.join(missing)} get lost on the way: the proxy must pass what the server sends")
    else:
        yield ok("headers", "all that tell a browser to trust nothing else arrive")
    yield _host(parts)
    yield _upgrade(parts)
    yield _limits(headers)


def _origin(parts: SplitResult) -> str:
    return f"{parts.scheme}://{parts.netloc}"


def _get(parts: SplitResult, path: str, **headers: str) -> tuple[int, Mapping[str, str], bytes]:
    assert parts.hostname
    line: http.client.HTTPConnection
    if parts.scheme == "https":
        context = ssl.create_default_context()
        line = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=PATIENCE, context=context)
    else:
        line = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    try:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read(2**20)
    finally:
        line.close()


def _health(status: int, body: bytes, took: float) -> Finding:
    try:
        told = json.loads(body)
        version, protocol = str(told["version"]), told["protocol"]
    except (ValueError, KeyError, TypeError):
        return wrong(
            "reached", f"/health answers {status}, but not as a Stammtisch does: the proxy must pass all paths"
        )
    if protocol != PROTOCOL or version != __version__:
        return warning("reached", f"Stammtisch {version} answers; this command is of {__version__}")
    return ok("reached", f"Stammtisch {version} answers in {took * 1000:.0f} ms; storage: {told.get('storage')}")


def _encryption(parts: SplitResult, headers: Mapping[str, str]) -> Finding:
    if parts.scheme == "http":
        if parts.hostname in LOOPBACK:
            return ok("encryption", "plain HTTP, which stays on this machine")
        return wrong("encryption", "plain HTTP: everybody on the way can read tokens; the proxy must speak HTTPS")
    if "max-age=" not in headers.get("strict-transport-security", ""):
        return warning("encryption", "HTTPS, but no Strict-Transport-Security: the proxy should send max-age=31536000")
    return ok("encryption", f"HTTPS, {headers['strict-transport-security']}")


def _clock(headers: Mapping[str, str]) -> Finding:
    try:
        there = parsedate_to_datetime(headers["date"]).timestamp()
    except (KeyError, ValueError):
        return warning("its clock", "the answer has no date to compare with")
    apart = there - time.time()
    if abs(apart) > 60:
        return wrong("its clock", f"{apart:+.0f} s apart from the clock here: let NTP keep both")
    if abs(apart) > 3:
        return warning("its clock", f"{apart:+.0f} s apart from the clock here: let NTP keep both")
    return ok("its clock", "as the clock here, within 3 s")


def _host(parts: SplitResult) -> Finding:
    """A page names itself as Origin; the server believes it only if the Host header is the same."""
    status, _, _ = _get(parts, "/api/games", Origin=_origin(parts))
    if status == 403:
        return wrong(
            "host",
            "the server takes its own page for a foreign one: the proxy must pass the Host header, "
            f"or the server needs --origin {_origin(parts)}",
        )
    return ok("host", "the server knows its own page")


def _upgrade(parts: SplitResult) -> Finding:
    url = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws/{NOBODY}"
    try:
        origin = Origin(_origin(parts))
        with connect(url, origin=origin, compression=None, open_timeout=PATIENCE, close_timeout=2) as line:
            line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": NOBODY}))
            told = json.loads(line.recv(PATIENCE))
    except (OSError, WebSocketException, ValueError) as error:
        return wrong("sockets", f"no WebSocket comes through ({error}): the proxy must pass Upgrade and Connection")
    if told.get("code") != "no_table":
        return warning("sockets", "a WebSocket comes through, but what answers is no Stammtisch of this version")
    return ok("sockets", "a WebSocket comes through, and is answered")


def _limits(headers: Mapping[str, str]) -> Finding:
    """Our server names itself to nobody: whoever does stands in front of it."""
    proxy = headers.get("server") or headers.get("via")
    if proxy:
        return ok(
            "addresses",
            f"{proxy} stands in front: the server sees its address and not the players', so limits for each address "
            "are the proxy's (docs/running.md)",
        )
    return ok("addresses", "nobody names himself in front of the server: it sees the addresses of those who connect")
