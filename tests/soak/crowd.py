"""A crowd of light clients in one process: they play whatever is legal, contribute to the dice, and record
what the server acknowledged and what it showed them. They reconnect after every cut, as real clients do."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from stammtisch.client import Server
from stammtisch.fair import Chain
from stammtisch.fair.chain import ELEMENTS, RESERVE

PLAYERS = 2


@dataclass
class Notes:
    """What one seat was told."""

    acked: dict[str, int] = field(default_factory=dict)
    """Client ids with the number of their event."""
    shown: dict[int, str] = field(default_factory=dict)
    """A hash of each event that was shown, by its number."""
    changed: int = 0
    """Events that were shown again, and differently."""
    latencies: list[float] = field(default_factory=list)
    cuts: int = 0
    refusals: dict[str, int] = field(default_factory=dict)


class Light:
    """One seat. `pace` is the pause before a decision, in seconds."""

    def __init__(self, url: str, table: str, seat: int, token: str, secret: bytes, rng: random.Random) -> None:
        self.url, self.table, self.seat = url, table, seat
        self.pace = 0.0
        self.notes = Notes()
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.is_over = False
        self._token, self._secret, self._rng = token, secret, rng
        self._chain = (0, Chain(secret, table, seat))
        self._number = 0  # of the chain in use
        self._used = 0
        self._pending: tuple[str, str, float] | None = None  # client id, message, when it was first sent
        self._answered: set[object] = set()
        self._count = 0

    async def run(self) -> None:
        """Stay connected and play until the game is over, or until cancelled."""
        pause = 0.05
        while not self.is_over:
            try:
                async with connect(
                    self.url, compression=None, max_size=2**20, open_timeout=30, ping_interval=None, close_timeout=1
                ) as socket:
                    pause = 0.05
                    await self._play(socket)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                self.notes.cuts += 1
                await asyncio.sleep(pause * (0.5 + self._rng.random()))
                pause = min(2 * pause, 1.0)

    async def _play(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": 1, "table": self.table, "token": self._token, "since": self.seq or None}
        await socket.send(json.dumps(hello))
        first = True
        async for text in socket:
            message = json.loads(text)
            kind = message["type"]
            if kind in ("welcome", "news"):
                self._note(message)
            elif kind == "refused" and message["cid"] is None:
                self._note_refusal(message["code"])
                raise WebSocketException(message["code"])
            else:
                self._take_answer(message)
            if first and self._pending:
                await socket.send(self._pending[1])  # unchanged, as often as it takes
            first = False
            if self._pending is None and not self.is_over:
                await self._act(socket)
            if self.is_over and self._pending is None:
                return

    def _note(self, message: dict[str, Any]) -> None:
        for event in message["events"]:
            mark = hashlib.sha256(json.dumps(event, sort_keys=True).encode()).hexdigest()[:16]
            known = self.notes.shown.setdefault(event["seq"], mark)
            self.notes.changed += known != mark
            if event["seq"] > self.seq:
                self.seq = event["seq"]
                if event["type"] in ("fair", "head"):
                    line = json.loads(event["line"])
                    if event["type"] == "head" and line["head"] == self.seat:
                        self._number += 1
        self.view = message["view"]
        self.is_over = self.view["status"] == "over"

    def _take_answer(self, message: dict[str, Any]) -> None:
        if self._pending and message["cid"] == self._pending[0]:
            if message["type"] in ("done", "again"):
                self.notes.acked[message["cid"]] = message["seq"]
                self.notes.latencies.append(time.perf_counter() - self._pending[2])
            elif message["type"] == "refused":
                self._note_refusal(message["code"])
            self._pending = None

    def _note_refusal(self, code: str) -> None:
        self.notes.refusals[code] = self.notes.refusals.get(code, 0) + 1

    async def _act(self, socket: ClientConnection) -> None:
        due = self.view.get("throw")
        if due and due["from"] == self.seat:
            if due["number"] not in self._answered:
                self._answered.add(due["number"])
                element = self._link(self._number).element(due["element"]).hex()
                await self._send(socket, {"type": "contribute", "throw": due["number"], "element": element})
            return
        if self.view["legal"]:
            if self.pace:
                await asyncio.sleep(self.pace * (0.5 + self._rng.random()))
            legal = self.view["legal"]
            await self._send(socket, {"type": "move", "seq": self.seq, "move": self._rng.choice(legal)})
        elif self.view["status"] == "playing" and self.view["turn"] == -1 and due is None:
            mark = ("chain", self._number)
            if mark not in self._answered:  # a throw is due and nothing is opened: a new chain is wanted
                self._answered.add(mark)
                head = self._link(self._number + 1).head.hex()
                await self._send(socket, {"type": "new_chain", "head": head})

    def _link(self, number: int) -> Chain:
        if self._chain[0] != number:
            self._chain = (number, Chain(self._secret, self.table, self.seat, number))
        return self._chain[1]

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self._count += 1
        cid = f"{self._token[:8]}-{self.seat}-{self._count:08d}"
        text = json.dumps({**message, "cid": cid})
        self._pending = (cid, text, time.perf_counter())
        await socket.send(text)


async def seat_all(address: str, tables: int, game: str, seed: int, *, at_once: int = 20) -> list[Light]:
    """Open so many tables and sit two people down at each."""
    server, gate = Server(address), asyncio.Semaphore(at_once)
    people = [await server.guest(f"Load {p}") for p in range(PLAYERS)]  # the same people at every table
    url = address.replace("http", "ws", 1) + "/ws"

    async def one(number: int) -> list[Light]:
        async with gate:
            table, invites = await people[0].open(game, ["person"] * PLAYERS)
            for p, person in enumerate(people):
                head = Chain(person.secret, table, p).head.hex()  # and no key: a light client signs nothing
                seat = f"/api/tables/{table}/seats/{p}"
                await server.ask("POST", seat, {"head": head, "invite": invites[p]}, person.token)
        return [
            Light(url, table, p, person.token, person.secret, random.Random(f"{seed} {number} {p}"))
            for p, person in enumerate(people)
        ]

    opened = await asyncio.gather(*(one(number) for number in range(tables)))
    return [light for table in opened for light in table]


__all__ = ["ELEMENTS", "RESERVE", "Light", "Notes", "seat_all"]
