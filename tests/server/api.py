"""The HTTP API without the client library: requests, upgrades and frames of any kind, including malformed ones."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from fastapi.routing import APIRoute
from websockets.sync.client import ClientConnection, connect

from tests.examples import EXAMPLE
from tests.server.server_process import ServerProcess

JSON = "application/json"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def ask(
    server: ServerProcess,
    method: str,
    path: str,
    body: object = None,
    *,
    token: str | None = None,
    kind: str | None = JSON,
    **headers: str,
) -> Answer:
    """A request; bytes are sent as they are, anything else as JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=90)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if token:
        sent["authorization"] = f"Bearer {token}"
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    if data is not None and kind:
        sent["content-type"] = kind
    try:
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def raw(server: ServerProcess, data: bytes, *, patience: float = 30.0) -> bytes:
    """What comes back for these bytes until the server closes, or is silent."""
    with socket.create_connection(("127.0.0.1", server.port), patience) as line:
        found = b""
        try:
            line.sendall(data)
            while chunk := line.recv(65536):
                found += chunk
                if b"\r\n\r\n" in found and (b" 101 " in found[:20] or not data.endswith(b"\r\n\r\n")):
                    break
        except (TimeoutError, ConnectionError):
            pass
        return found


def upgrade(server: ServerProcess, headers: Sequence[tuple[str, str]] = (), path: str = "/ws") -> bytes:
    """The head of the answer to a wish for a socket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *(f"{name}: {value}" for name, value in headers),
    ]
    return raw(server, "\r\n".join([*lines, "", ""]).encode("latin-1"))


def method_of(route: APIRoute) -> str:
    """Ours have one each."""
    (method,) = route.methods or {"GET"}
    return method


def guest(server: ServerProcess, name: str = "Ann") -> str:
    """The secret of a new guest."""
    made = ask(server, "POST", "/api/guests", {"name": name})
    assert made.status == 201, made.body
    return str(made.json["token"])


def table(server: ServerProcess, token: str, game: str = EXAMPLE, **settings: object) -> tuple[str, list[str]]:
    """A new table of two people, and its invitations."""
    opening = {"game": game, "seats": [{}, {}], **settings}
    made = ask(server, "POST", "/api/tables", opening, token=token)
    assert made.status == 201, made.body
    return made.json["table"], made.json["invites"]


def review(server: ServerProcess, name: str, language: str = "en") -> Any:
    """Of a game. The first loads its tables, on a busy machine for longer than a server waits: then one asks again."""
    for _ in range(5):
        answer = ask(server, "GET", f"/api/tables/{name}/review?language={language}")
        if answer.status == 200:
            return answer.json
        assert answer.json["code"] == "no_answer", answer
    raise AssertionError("no review, however often one asks")


@contextmanager
def enter(server: ServerProcess, name: str, token: str | None = None) -> Iterator[ClientConnection]:
    """A socket that has said hello."""
    with connect(f"ws://127.0.0.1:{server.port}/ws", compression=None, max_size=2**20, ping_interval=None) as line:
        line.send(json.dumps({"type": "hello", "protocol": 1, "table": name, "token": token, "since": None}))
        assert json.loads(line.recv(90))["type"] == "welcome"
        yield line
