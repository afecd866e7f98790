"""Tables with people at them, quickly: many requests at once over a few connections."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bench.players import Crowd, Player
from stammtisch.fair import Chain, fresh

LINES = 8  # connections


class Line:
    """An HTTP connection that stays open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, data: object, token: str | None = None) -> Any:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = json.dumps(data).encode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n{bearer}"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(head.split("content-length:")[1].split("\r\n")[0])
        answer = json.loads(await reader.readexactly(size))
        if not head.startswith("http/1.1 20"):
            raise RuntimeError(f"{path}: {answer}")
        return answer

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()


async def seat_all(crowd: Crowd, games: list[str]) -> None:
    """A table of two people for each of these games; the same two sit at every one."""
    lines = [Line(crowd.port) for _ in range(LINES)]
    people = [await lines[0].post("/api/guests", {"name": f"Load {p}"}) for p in range(2)]
    secret = fresh()
    numbers = iter(list(enumerate(games)))

    async def some(line: Line) -> None:
        for _, game in numbers:
            opening = {"game": game, "seats": [{"kind": "person"}, {"kind": "person"}]}
            made = await line.post("/api/tables", opening, people[0]["token"])
            table = made["table"]
            for p, person in enumerate(people):
                sitting = {"head": Chain(secret, table, p).head.hex(), "invite": made["invites"][p]}
                await line.post(f"/api/tables/{table}/seats/{p}", sitting, person["token"])
                crowd.players.append(Player(crowd, table, p, person["token"], secret))

    await asyncio.gather(*(some(line) for line in lines))
    for line in lines:
        line.close()
