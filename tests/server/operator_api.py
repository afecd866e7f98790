"""The operator's API of a ServerProcess that was started with --admin-port 0."""

from __future__ import annotations

import base64
import http.client
import json
from urllib.parse import urlsplit

from tests.server.api import Answer
from tests.server.server_process import ServerProcess


def token(server: ServerProcess) -> str:
    return (server.folder / "data" / "admin.token").read_text().strip()


def address(server: ServerProcess) -> str:
    return (server.folder / "data" / "admin.address").read_text().strip()


def bearer(secret: str) -> str:
    return f"Bearer {secret}"


def basic(secret: str) -> str:
    return "Basic " + base64.b64encode(f"operator:{secret}".encode()).decode()


def ask(server: ServerProcess, method: str, path: str, body: object = None, authorization: str | None = None) -> Answer:
    """A request to the operator's listener."""
    connection = http.client.HTTPConnection(urlsplit(address(server)).netloc, timeout=60)
    headers = {"authorization": authorization} if authorization else {}
    data = None if body is None else json.dumps(body).encode()
    try:
        connection.request(method, path, data, {**headers, **({"content-type": "application/json"} if data else {})})
        answer = connection.getresponse()
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def order(server: ServerProcess, what: str, **said: object) -> Answer:
    return ask(server, "POST", f"/api/admin/{what}", {**said, "who": "Olga"}, bearer(token(server)))


def look(server: ServerProcess, path: str) -> Answer:
    return ask(server, "GET", path, None, bearer(token(server)))


def metrics(server: ServerProcess) -> dict[str, float]:
    """Every figure by its name, with its labels as Prometheus writes them."""
    lines = look(server, "/metrics").body.decode().splitlines()
    return {name: float(value) for name, _, value in (x.rpartition(" ") for x in lines if not x.startswith("#"))}
