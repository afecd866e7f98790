"""Watch and Seat: a connection to a table that survives cuts, and what a player does over it."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from stammtisch.fair import Chain, Verifier
from stammtisch.fair.chain import ELEMENTS, RESERVE

BACKOFF = (0.05, 2.0)  # seconds between attempts to connect: at first, at most
DICE = ("fair", "open", "throw", "waive", "next", "head", "away", "back")
"""Lines of the transcript that a player needs to check dice as they fall."""


class Refused(Exception):
    """The server refused a command."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Watch:
    """A table as a spectator sees it: `view`, and the `events` so far. Use it with `async with`."""

    def __init__(self, address: str, table: str, token: str | None = None) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/ws"
        self.table = table
        self.seat: int | None = None
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.dice = Verifier()
        """Checks every throw as it comes; a wrong one raises a Fault from whatever the player does next."""
        self.connections = 0
        self._token = token
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._waiting: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._failure: BaseException | None = None

    async def __aenter__(self) -> Watch:
        self._task = asyncio.create_task(self._stay_connected())
        await self.until(lambda: bool(self.view))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    @property
    def is_over(self) -> bool:
        return self.view.get("status") == "over"

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something is true of the table."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._failure is not None or happened())
        if self._failure is not None:
            raise self._failure

    async def _stay_connected(self) -> None:
        pause = BACKOFF[0]
        try:
            while True:
                try:
                    async with connect(self.url, compression=None, max_size=2**20, open_timeout=20) as socket:
                        await self._greet(socket)
                        pause = BACKOFF[0]
                        async for text in socket:
                            await self._take(json.loads(text))
                except (OSError, WebSocketException, TimeoutError, EOFError):
                    pass
                self._socket = None
                await asyncio.sleep(pause * (0.5 + random.random()))  # not all at once
                pause = min(2 * pause, BACKOFF[1])
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self._failure = error
            for _, answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(error)
            async with self._changed:
                self._changed.notify_all()

    async def _greet(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": 1, "table": self.table, "token": self._token, "since": self.seq or None}
        await socket.send(json.dumps(hello))
        first = json.loads(await socket.recv())
        if first["type"] == "refused":
            raise Refused(first["code"], first["reason"])
        self.seat = first["seat"]
        self.connections += 1
        await self._take(first)
        self._socket = socket
        for text, _ in list(self._waiting.values()):
            await socket.send(text)

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "news"):
            for event in message["events"]:
                if event["seq"] > self.seq:
                    if event["seq"] != self.seq + 1:
                        raise Refused("gap", f"event {event['seq']} came after {self.seq}")
                    self.seq = event["seq"]
                    self.events.append(event)
                    self._check(event)
            self.view = message["view"]
            await self._react()
            async with self._changed:
                self._changed.notify_all()
            return
        waiting = self._waiting.pop(message.get("cid") or "", None)
        if waiting and not waiting[1].done():
            waiting[1].set_result(message)

    def _check(self, event: dict[str, Any]) -> None:
        if event["type"] in DICE:
            self.dice.feed(event["line"])
        elif event["type"] == "show" and json.loads(event["line"])["show"] in self.dice.unshown:
            self.dice.peek(event["line"])

    async def _react(self) -> None:
        """A spectator does nothing."""


class Seat(Watch):
    """A player's seat at a table."""

    def __init__(self, address: str, table: str, token: str, secret: bytes) -> None:
        super().__init__(address, table, token)
        self._secret = secret
        self._chains: dict[int, Chain] = {}
        self._given: set[int] = set()
        self._tasks: set[asyncio.Task[dict[str, Any]]] = set()

    async def __aenter__(self) -> Seat:
        await super().__aenter__()
        return self

    @property
    def legal(self) -> list[str]:
        found: list[str] = self.view["legal"]
        return found

    async def my_turn(self) -> bool:
        """Wait until it is this seat's turn to decide; False if the game is over."""
        await self.until(lambda: self.is_over or bool(self.legal))
        return not self.is_over

    async def play(self, move: str) -> int:
        """Make a move; the number of its event. If the table has changed meanwhile, Refused with code "stale"."""
        return await self.send("move", seq=self.seq, move=move)

    async def send(self, type: str, **fields: object) -> int:
        """Send a command until it is answered, over as many connections as that takes; the number of its event."""
        cid = secrets.token_urlsafe(16)
        answer = await self._send(cid, {"type": type, "cid": cid, **fields})
        if answer["type"] == "refused":
            raise Refused(answer["code"], answer["reason"])
        if answer["type"] == "stale":
            raise Refused("stale", "the table has changed since you decided")
        seq: int = answer["seq"]
        await self.until(lambda: self.seq >= seq)
        return seq

    async def _send(self, cid: str, message: dict[str, object]) -> dict[str, Any]:
        text = json.dumps(message)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[cid] = (text, answer)
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(text)
        return await answer

    async def _react(self) -> None:
        """Give the next element of the chain when a throw waits for it; begin a new chain in time."""
        if self.seat is None or self.seat not in self.dice.givers:
            return
        giver, opened = self.dice.givers[self.seat], self.dice.open
        if opened and opened.giver == self.seat:
            if opened.number not in self._given:
                self._given.add(opened.number)
                element = self._chain(giver.number).element(self.dice.givers.owed(self.seat)).hex()
                self._spawn("contribute", throw=opened.number, element=element)
        elif ELEMENTS - giver.used <= 2 * RESERVE and -giver.number - 1 not in self._given:
            self._given.add(-giver.number - 1)
            self._spawn("new_chain", head=self._chain(giver.number + 1).head.hex())

    def _chain(self, number: int) -> Chain:
        if number not in self._chains:
            assert self.seat is not None
            self._chains = {number: Chain(self._secret, self.table, self.seat, number)}
        return self._chains[number]

    def _spawn(self, type: str, **fields: object) -> None:
        cid = secrets.token_urlsafe(16)
        task = asyncio.create_task(self._send(cid, {"type": type, "cid": cid, **fields}))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
