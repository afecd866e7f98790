"""Tables that come and go: people sit down, play, resign or move to another table, and spectators come and leave.

The number of sockets stays the same once all have come; the tables do not.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from bench.players import Crowd, Player
from bench.seating import LINES, Line

from stammtisch import games
from stammtisch.fair import Chain, fresh

NEXT = re.compile(rb'"rematch":"([A-Za-z0-9_-]+)"')
PATIENT = 0.1  # of the tables play on, up to the end of their game
LONGER = 3  # times as long as the others, at the most: otherwise there would be more and more old tables
AGAIN = 0.3  # of the tables meet again at another one
LOOKERS = 0.2  # of the sockets look on
LOOK = 30.0  # seconds that one looks on, on average
PATIENCE = 120.0
ARRIVALS = 50.0  # sockets in a second, while the crowd comes


@dataclass
class Counts:
    opened: int = 0
    rematches: int = 0
    resigned: int = 0
    played: int = 0
    """Games that came to their own end."""
    looked: int = 0
    left: int = 0
    """Connections that we have closed ourselves."""


class Visitor(Player):
    """A seat, or a place to look on, that can be left."""

    here = over = False
    next: str | None = None

    def _take(self, kind: int, text: bytes) -> None:
        self.here = self.here or text.startswith(b'{"type":"welcome"')
        super()._take(kind, text)

    def _see(self, text: bytes) -> None:
        if b'"status":"over"' in text:
            self.over = True
            if found := NEXT.search(text):
                self.next = found[1].decode()
            return
        super()._see(text)

    def say(self, message: dict[str, object]) -> None:
        if self._out:
            self._count += 1
            self._send({**message, "cid": f"{self._count:020d}"})


class Looker(Visitor):
    def _see(self, text: bytes) -> None:
        """Whatever is shown: nothing is to be done."""


@dataclass
class Churn:
    port: int
    sockets: int
    churn: float
    """Tables that are opened in a second."""
    rng: random.Random
    counts: Counts = field(default_factory=Counts)

    def __post_init__(self) -> None:
        self.crowd = Crowd(self.port, self.rng)
        self.held = 0
        """Sockets that have been welcomed and not left."""
        self.full = asyncio.Event()
        """All have come."""
        self.waits: Counter[str] = Counter()
        """How many wait at this moment, and for what."""
        self._end = inf
        self._secret = fresh()
        self._lines: asyncio.Queue[Line] = asyncio.Queue()
        self._tables: list[str] = []
        self._people: list[dict[str, Any]] = []

    @property
    def unexpected(self) -> int:
        """Connections that the server has closed."""
        return self.crowd.closes - self.counts.left

    async def run(self, seconds: float, rate: float) -> None:
        """The crowd comes; when all are there, it stays for so long."""
        for _ in range(LINES):
            self._lines.put_nowait(Line(self.port))
        for number in range(max(4, self.sockets // 10)):
            self._people.append(await self._post("/api/guests", {"name": f"Guest {number}"}))
        tables = max(1, round(self.sockets * (1 - LOOKERS) / 2))
        places = [self._place(tables / self.churn) for _ in range(tables)]
        lookers = [self._look() for _ in range(self.sockets - 2 * tables)]
        try:
            await asyncio.gather(self._count_down(seconds), self._offer(rate), *places, *lookers)
        finally:
            while not self._lines.empty():
                self._lines.get_nowait().close()

    async def _count_down(self, seconds: float) -> None:
        await self.full.wait()
        self._end = time.monotonic() + seconds

    async def _offer(self, rate: float) -> None:
        while not self.is_over:
            await self.crowd.offer(rate, 1.0)

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self._end

    async def _come(self) -> None:
        """Not all at once."""
        await asyncio.sleep(self.rng.uniform(0, self.sockets / ARRIVALS))

    # ── Tables ──

    async def _place(self, life: float) -> None:
        """One table after the other, until the end. Who changes tables leaves the old one when he is at the new one: so
        the number of sockets does not depend on how quickly a table is made."""
        await self._come()
        before: list[Visitor] = []
        while not self.is_over:
            people = self.rng.sample(self._people, 2)
            opening = {"game": self.rng.choice(games.names()), "seats": [{"kind": "person"}, {"kind": "person"}]}
            made = await self._post("/api/tables", opening, people[0]["token"])
            self.counts.opened += 1
            table, invites = made["table"], made["invites"]
            while table and not self.is_over:
                seats = await self._sit(table, people, invites)
                self._leave(before)
                before = seats
                table, people = await self._game(table, people, seats, life)
                invites = [None, None]
        self._leave(before)

    async def _game(
        self, table: str, people: list[dict[str, Any]], seats: list[Visitor], life: float
    ) -> tuple[str | None, list[dict[str, Any]]]:
        """Play at a table for a while; the table at which they meet again, if they do."""
        self._tables.append(table)
        patient = self.rng.random() < PATIENT
        until = time.monotonic() + (LONGER * life if patient else self.rng.expovariate(1 / life))
        while time.monotonic() < until and not self.is_over and not seats[0].over:
            await asyncio.sleep(min(1.0, max(0.01, until - time.monotonic())))
        self._tables.remove(table)
        if seats[0].over:
            self.counts.played += 1
        else:
            self.counts.resigned += 1
            self.rng.choice(seats).say({"type": "resign"})
            await self._until(lambda: seats[0].over, "give up")
        if self.rng.random() >= AGAIN or self.is_over:
            return None, people
        seats[1].say({"type": "rematch"})
        await self._until(lambda: seats[0].next is not None, "meet again")
        self.counts.rematches += 1
        return seats[0].next, [people[1], people[0]]

    async def _sit(self, table: str, people: list[dict[str, Any]], invites: list[str | None]) -> list[Visitor]:
        seats = []
        for seat, person in enumerate(people):
            sitting = {"head": Chain(self._secret, table, seat).head.hex(), "invite": invites[seat]}
            await self._post(f"/api/tables/{table}/seats/{seat}", sitting, person["token"])
            seats.append(Visitor(self.crowd, table, seat, person["token"], self._secret))
        for each in seats:
            await self._enter(each)
        return seats

    # ── Looking on ──

    async def _look(self) -> None:
        await self._come()
        before: list[Visitor] = []
        while not self.is_over:
            if not self._tables:
                await asyncio.sleep(0.1)
                continue
            person = self.rng.choice(self._people)
            looker = Looker(self.crowd, self.rng.choice(self._tables), 99, person["token"], self._secret)
            await self._enter(looker)
            self._leave(before)
            before = [looker]
            self.counts.looked += 1
            until = time.monotonic() + self.rng.expovariate(1 / LOOK)
            while time.monotonic() < until and not self.is_over:
                await asyncio.sleep(min(1.0, max(0.01, until - time.monotonic())))
        self._leave(before)

    # ── What all need ──

    async def _enter(self, visitor: Visitor) -> None:
        await visitor.connect()
        await self._until(lambda: visitor.here, "come in")
        self.held += 1
        if self.held >= self.sockets:
            self.full.set()

    def _leave(self, visitors: list[Visitor]) -> None:
        for each in visitors:
            self.held -= 1
            if each._out:
                self.counts.left += 1
                each.leave()

    async def _until(self, true: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE
        self.waits[what] += 1
        while not true():
            if time.monotonic() > deadline:
                raise TimeoutError(f"the server did not let us {what}")
            await asyncio.sleep(0.05)
        self.waits[what] -= 1

    async def _post(self, path: str, data: object, token: str | None = None) -> Any:
        self.waits["be answered"] += 1
        line = await self._lines.get()
        try:
            return await line.post(path, data, token)
        except (ConnectionError, asyncio.IncompleteReadError):  # it was idle for too long, and closed
            line.close()
            line = Line(self.port)
            return await line.post(path, data, token)
        finally:
            self.waits["be answered"] -= 1
            self._lines.put_nowait(line)
