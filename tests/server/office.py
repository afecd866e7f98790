"""The operator of a House that was started with --admin-port 0."""

from __future__ import annotations

import base64
import http.client
import json
from urllib.parse import urlsplit

from tests.server.house import House
from tests.server.knock import Answer


def token(house: House) -> str:
    return (house.folder / "data" / "admin.token").read_text().strip()


def address(house: House) -> str:
    return (house.folder / "data" / "admin.address").read_text().strip()


def bearer(secret: str) -> str:
    return f"Bearer {secret}"


def basic(secret: str) -> str:
    return "Basic " + base64.b64encode(f"operator:{secret}".encode()).decode()


def ask(house: House, method: str, path: str, body: object = None, authorization: str | None = None) -> Answer:
    """A request to the operator's listener."""
    connection = http.client.HTTPConnection(urlsplit(address(house)).netloc, timeout=60)
    headers = {"authorization": authorization} if authorization else {}
    data = None if body is None else json.dumps(body).encode()
    try:
        connection.request(method, path, data, {**headers, **({"content-type": "application/json"} if data else {})})
        answer = connection.getresponse()
        return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
    finally:
        connection.close()


def order(house: House, what: str, **said: object) -> Answer:
    return ask(house, "POST", f"/api/admin/{what}", {**said, "who": "Olga"}, bearer(token(house)))


def look(house: House, path: str) -> Answer:
    return ask(house, "GET", path, None, bearer(token(house)))


def metrics(house: House) -> dict[str, float]:
    """Every figure by its name, with its labels as Prometheus writes them."""
    lines = look(house, "/metrics").body.decode().splitlines()
    return {name: float(value) for name, _, value in (x.rpartition(" ") for x in lines if not x.startswith("#"))}
