"""Players that cost almost nothing: raw sockets that speak just enough WebSocket to play whatever is legal.

They check no dice (stammtisch.client does): what is measured is the server, and one core must do for thousands.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from pydantic_core import from_json

from stammtisch.fair import Chain

HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
SEQ = re.compile(rb'"seq":(\d+)')


def frame(kind: int, data: bytes) -> bytes:
    """A frame of a client, with a mask that changes nothing."""
    size = len(data)
    if size < 126:
        return bytes((kind, 0x80 | size)) + b"\0\0\0\0" + data
    return bytes((kind, 0x80 | 126)) + size.to_bytes(2, "big") + b"\0\0\0\0" + data


@dataclass
class Crowd:
    """All players, and what they were told."""

    port: int
    rng: random.Random
    players: list[Player] = field(default_factory=list)
    ready: deque[Player] = field(default_factory=deque)
    """Whose turn it is to do something."""
    latencies: list[float] = field(default_factory=list)
    decisions: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    closes: int = 0
    over: int = 0
    welcomed: int = 0
    at_once: bool = False
    """Closed loop: everybody acts as soon as he can."""
    resumes: bool = False
    """Connect again after a cut."""

    async def connect(self, many: int = 200) -> None:
        gate = asyncio.Semaphore(many)

        async def one(player: Player) -> None:
            async with gate:
                await player.connect()

        await asyncio.gather(*(one(player) for player in self.players))
        while self.welcomed < len(self.players):
            await asyncio.sleep(0.05)

    def leave(self) -> None:
        for player in self.players:
            player.leave()

    async def offer(self, rate: float, seconds: float) -> int:
        """Open loop: so many commands a second, whatever the server does. How often nobody had anything to do."""
        start, number, idle = time.perf_counter(), 0, 0
        total = int(rate * seconds)
        while number < total:
            now = time.perf_counter()
            while number < total and (due := start + number / rate) <= now:
                number += 1
                if self.ready:
                    self.ready.popleft().act(due)
                else:
                    idle += 1
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        return idle


class Player(asyncio.Protocol):
    """One seat at one table."""

    def __init__(self, crowd: Crowd, table: str, seat: int, token: str, secret: bytes) -> None:
        self.crowd = crowd
        self.hello = {"type": "hello", "protocol": 1, "table": table, "token": token}
        self.port = crowd.port
        self._chain: tuple[int, Chain] = (0, Chain(secret, table, seat))
        self._link: Callable[[int], Chain] = lambda number: Chain(secret, table, seat, number)
        self._seat = seat
        self._number = 0  # of the chain in use
        self._count = crowd.rng.getrandbits(64)
        self._act: dict[str, object] | None = None
        self._due = 0.0
        self._last: object = None  # the last throw or chain that was answered
        self._out: asyncio.Transport | None = None
        self._pause = 0.2
        self._seq = 0

    async def connect(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)

    def leave(self) -> None:
        if self._out:
            self._out.abort()

    async def _connect_again(self) -> None:
        while True:
            await asyncio.sleep(self._pause * (0.5 + self.crowd.rng.random()))
            self._pause = min(2 * self._pause, 4.0)
            try:
                return await self.connect()
            except OSError:
                continue

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._out, self._open, self._data = cast(asyncio.Transport, transport), False, b""
        self._out.write(HANDSHAKE.format(port=self.port).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self._out = None
        self.crowd.closes += 1
        if self.crowd.resumes:
            self._again = asyncio.ensure_future(self._connect_again())

    def data_received(self, data: bytes) -> None:
        data = self._data + data if self._data else data
        if not self._open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._data = head
                return
            self._open = True
            self._send({**self.hello, "since": self._seq or None})
        at = 0
        while len(data) - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < begin + size:
                break
            self._take(data[at], data[begin : begin + size])
            at = begin + size
        self._data = data[at:]

    def _take(self, kind: int, text: bytes) -> None:
        if kind == PING and self._out:
            self._out.write(frame(PONG, text))
        if kind != TEXT:
            return
        crowd = self.crowd
        if text.startswith((b'{"type":"news"', b'{"type":"welcome"')):
            if text.startswith(b'{"type":"w'):
                crowd.welcomed += 1
                self._pause = 0.2
                self._last = None
            self._see(text)
        elif text.startswith((b'{"type":"done"', b'{"type":"again"')):
            crowd.latencies.append(time.perf_counter() - self._due)
        else:
            code = str(from_json(text).get("code", "stale"))
            crowd.refused[code] = crowd.refused.get(code, 0) + 1

    def _see(self, text: bytes) -> None:
        """Find out whether anything is to be done; most messages need not be read for that."""
        found = SEQ.search(text)
        assert found
        self._seq = int(found[1])
        if b'"legal":[]' in text and b'"from":%d,"element"' % self._seat not in text and b'"turn":-1' not in text:
            self.crowd.over += b'"status":"over"' in text and self._seat == 0
            return
        view = from_json(text)["view"]
        due = view["throw"]
        if due and due["from"] == self._seat:
            if due["number"] != self._last:
                self._last = due["number"]
                element = self._chain_of(self._number).element(due["element"]).hex()
                self._can({"type": "contribute", "throw": due["number"], "element": element})
        elif view["legal"]:
            move = self.crowd.rng.choice(view["legal"])
            self._can({"type": "move", "seq": self._seq, "move": move})
        elif due is None and view["status"] == "playing" and self._last != -self._number - 1:
            self._last = -self._number - 1  # a throw is due and nothing is opened: a new chain is wanted
            self._number += 1
            self._can({"type": "new_chain", "head": self._chain_of(self._number).head.hex()})

    def _chain_of(self, number: int) -> Chain:
        if self._chain[0] != number:
            self._chain = (number, self._link(number))
        return self._chain[1]

    def _can(self, message: dict[str, object]) -> None:
        if self._act is None and not self.crowd.at_once:
            self.crowd.ready.append(self)
        self._act = message
        if self.crowd.at_once:
            self.act(time.perf_counter())

    def act(self, due: float) -> None:
        message, self._act = self._act, None
        if message is None or self._out is None:
            return
        self._count += 1
        self.crowd.decisions += message["type"] == "move"
        self._due = due
        self._send({**message, "cid": f"{self._count:020d}"})

    def _send(self, message: dict[str, object]) -> None:
        assert self._out
        self._out.write(frame(TEXT, json.dumps(message, separators=(",", ":")).encode()))
