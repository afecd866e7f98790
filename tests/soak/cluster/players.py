"""Players: at each place two people and a bot play one game after the other, through whatever happens."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from stammtisch.client import Guest, Refused, SeatConnection, Server, ServerError

T = TypeVar("T")
PACE = 0.12  # seconds between two decisions, about
TALK = 0.03  # of what people do
PATIENCE, AGAIN = 60.0, 0.2
"""Seconds for a request to be answered, and between two tries."""
ENDS = ("take", "stop", "done")
"""Words of moves with which somebody comes to an end who wants to."""
LOOK_AGAIN = {"stale", "not_your_turn", "over", "no_storage", "elsewhere", "busy", "too_many"}
"""Codes of refusals after which somebody looks at the table again."""


async def patient(ask: Callable[[], Awaitable[T]], *also: str) -> T:
    """What is answered, in the end: servers come and go. `also`: further codes after which it is asked again."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await ask()
        except ServerError as error:
            passes = error.code in {"unreachable", *LOOK_AGAIN, *also}
            if not passes or time.monotonic() > end:
                raise
            await asyncio.sleep(AGAIN)


class Seat(SeatConnection):
    """Notes what was acknowledged."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.acknowledged: dict[str, int] = {}
        """By the client's id of the command: the number of its event."""

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("done", "again") and message["cid"]:
            self.acknowledged[message["cid"]] = message["seq"]
        await super()._take(message)


class Player(Guest):
    def seat(self, table: str) -> Seat:
        return Seat(self.server.address, table, self.token, self.secret)

    async def take_seat(self, table: str, number: int, invite: str | None) -> Seat:
        """Sit down, however often that must be asked for."""
        try:
            await patient(lambda: self.sit(table, number, invite))
        except ServerError as error:
            if error.code != "started":  # the answer to a request before was lost
                raise
        return self.seat(table)


async def player(address: str, name: str) -> Player:
    server = Server(address)
    made = await patient(lambda: server.guest(name))
    return Player(server, made.id, made.token, made.secret)


@dataclass(frozen=True)
class Acknowledged:
    """A command of a person: by which monotonic clock's time it was given and acknowledged."""

    given: float
    at: float


@dataclass
class Ending:
    """When everybody is to come to an end, and how."""

    finish: bool
    """Games are played to their end, and not given up."""
    now: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def gives_up(self) -> bool:
        return self.now.is_set() and not self.finish


async def decide(seat: Seat, rng: random.Random, noted: Callable[[Acknowledged], None], ending: Ending) -> None:
    """Play to the end of the game, or of all."""
    while not seat.is_over:
        if not (seat.legal or ending.gives_up):
            await seat.until(lambda: seat.is_over or bool(seat.legal) or ending.gives_up)
            continue
        given = time.monotonic()
        try:
            if ending.gives_up:
                await seat.send("resign")
                await seat.until(lambda: seat.is_over)
                return
            if rng.random() < TALK:
                await seat.send("say", text=f"number {rng.getrandbits(40)}")
            else:
                ends = [move for move in seat.legal if move.split()[0] in ENDS] if ending.now.is_set() else []
                await seat.play(rng.choice(ends or seat.legal))
            noted(Acknowledged(given, time.monotonic()))
        except Refused as refused:
            if refused.code not in LOOK_AGAIN:
                raise
        await asyncio.sleep(PACE * rng.uniform(0.5, 1.5))


class Place:
    """Where two people and a bot play one game after the other."""

    def __init__(self, game: str, people: list[Player], seed: str, ending: Ending) -> None:
        self.game = game
        self.table: str | None = None
        """Of the game that is being played."""
        self.seats: list[Seat] = []
        """All that were ever taken."""
        self.acknowledged: list[Acknowledged] = []
        self._people = people
        self._rng = random.Random(seed)
        self._ending = ending

    async def run(self) -> None:
        while not self._ending.now.is_set():
            await self._play()

    async def _play(self) -> None:
        seats = ["person"] * len(self._people) + ["beginner"]
        table, invites = await patient(lambda: self._people[0].open(self.game, seats))
        taken = [await person.take_seat(table, number, invites[number]) for number, person in enumerate(self._people)]
        self.seats += taken
        self.table = table
        try:
            async with asyncio.TaskGroup() as sitting:
                for seat in taken:
                    sitting.create_task(self._sit(seat))
        finally:
            self.table = None

    async def _sit(self, seat: Seat) -> None:
        async with seat:
            await decide(seat, random.Random(self._rng.random()), self.acknowledged.append, self._ending)
