"""A connection to a table through which a program plays at one seat. It reconnects by itself."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from stammtisch.client.table_connection import Refused, TableConnection
from stammtisch.fair import Chain, Code, Fault
from stammtisch.fair.chain import ELEMENTS, RESERVE

log = logging.getLogger("stammtisch.client")
PATIENCE = 1.0  # seconds that a throw waits for another device of the same player


class SeatConnection(TableConnection):
    """A player's connection to his seat at a table: `Guest.sit` and `Guest.join` give one. Use it with `async with`.

    It gives its part to the dice by itself, and checks each throw.
    """

    waived: int
    """Throws that this seat has answered and the server has given up all the same. A server that does not like its
    dice could do that (docs/fair-dice.md), and so can a line that was cut before the answer came through."""

    def __init__(self, address: str, table: str, token: str, secret: bytes, *, shared: bool = False) -> None:
        """`shared`: the player has other devices, which do not know this secret and begin chains of their own."""
        super().__init__(address, table, token)
        self._secret = secret
        self._shared = shared
        self._mine = True  # the present chain comes from this secret
        self._chains: dict[int, Chain] = {}
        self._given: set[int] = set()
        self.waived = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> SeatConnection:
        await super().__aenter__()
        return self

    @property
    def legal(self) -> list[str]:
        """The names of the moves that one may make now; empty if it is another's turn."""
        found: list[str] = self.view["legal"]
        return found

    async def my_turn(self) -> bool:
        """Wait until it is this seat's turn to decide; False if the game is over."""
        await self.until(lambda: self.is_over or bool(self.legal))
        return not self.is_over

    async def play(self, move: str) -> int:
        """Make a move, by its name, at the table as this seat sees it now; the number of its event.

        Raises:
            Refused: The move is illegal, or the table has changed meanwhile ("stale").
        """
        return await self.send("move", seq=self.seq, move=move)

    async def send(self, type: str, **fields: object) -> int:
        """Send a command until it is answered, over as many connections as that takes; the number of its event.

        When it returns, this seat has seen that event. If the table changed before the command came, it is Refused
        with the code "stale"; the change has been seen by then, so one can decide again at once.
        """
        answer = await self._send(type, fields)
        if answer["type"] == "refused":
            raise Refused(answer["code"], answer["reason"], answer["paragraph"])
        seq: int = answer["seq"]
        await self.until(lambda: self.seq >= seq)
        if answer["type"] == "stale":
            raise Refused("stale", "the table has changed since you decided")
        return seq

    async def _send(self, type: str, fields: dict[str, object]) -> dict[str, Any]:
        """The answer to a command. Until it comes, every new connection begins with the same message again."""
        if self._failure is not None:
            raise self._failure
        cid = secrets.token_urlsafe(16)
        text = json.dumps({"type": type, "cid": cid, **fields})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[cid] = (text, answer)
        if self._socket is not None:
            from websockets.exceptions import WebSocketException

            with suppress(WebSocketException, OSError):
                await self._socket.send(text)
        return await answer

    async def _react(self) -> None:
        """Give the next element of the chain when a throw waits for it; begin a new chain in time."""
        if self.seat is None or self.seat not in self.dice.contributors:
            return
        contributor, opened = self.dice.contributors[self.seat], self.dice.open
        waits = opened is not None and opened.contributor == self.seat
        if opened and waits and self._mine:
            if opened.number not in self._given:
                self._given.add(opened.number)
                element = self._chain(contributor.number).element(self.dice.contributors.owed(self.seat)).hex()
                self._spawn(self._give("contribute", throw=opened.number, element=element))
        elif -contributor.number - 1 not in self._given:
            if self._mine and ELEMENTS - contributor.used <= 2 * RESERVE:
                self._given.add(-contributor.number - 1)
                self._spawn(self._give("new_chain", head=self._chain(contributor.number + 1).head.hex()))
            elif not self._mine and (waits or ELEMENTS - contributor.used <= RESERVE):
                self._given.add(-contributor.number - 1)
                self._spawn(self._take_over(contributor.number, contributor.used))

    def _chain(self, number: int) -> Chain:
        if number not in self._chains:
            assert self.seat is not None
            self._chains = {number: Chain(self._secret, self.table, self.seat, number)}
        return self._chains[number]

    def _check(self, event: dict[str, Any]) -> None:
        """The table must have the heads that this player gave; otherwise his elements would be of no use."""
        super()._check(event)
        if event["type"] == "fair" and self.seat is not None:
            head = self.dice.header["heads"][self.seat]
            self._mine = head is None or head == self._chain(0).head.hex()
            if not (self._mine or self._shared):
                raise Fault(Code.ELEMENT, "the table has another chain for this seat than this player's secret gives")
        elif event["type"] == "waive" and (number := json.loads(event["line"])["waive"]) in self._given:
            self.waived += 1
            log.warning("throw %d was waived although it had been answered; that makes %d", number, self.waived)
        elif event["type"] == "head" and (line := json.loads(event["line"]))["head"] == self.seat:
            self._mine = line["value"] == self._chain(self.dice.contributors[line["head"]].number).head.hex()
            if not (self._mine or self._shared):
                raise Fault(Code.ELEMENT, "the table has a new chain for this seat that this player has not begun")

        elif event["type"] == "away" and self._live and json.loads(event["line"])["away"] == self.seat:
            timed = self.events[0]["opening"]["clock"]["kind"] != "none"  # who is late is away for the game
            resigned = any(each["type"] == "resigned" and each["seat"] == self.seat for each in self.events)
            if not timed and not resigned:
                raise Fault(Code.AWAY, "the server says that this player is away, but he is connected")

    def _spawn(self, giving: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(giving)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_over(self, number: int, used: int) -> None:
        """Another device has the chain. If it does not answer, this one begins a chain of its own."""
        await asyncio.sleep(PATIENCE)
        assert self.seat is not None
        contributor = self.dice.contributors[self.seat]
        self._given.discard(-number - 1)
        if (contributor.number, contributor.used) == (number, used):
            self._given.add(-number - 1)
            await self._give("new_chain", head=self._chain(number + 1).head.hex())
        else:
            await self._react()  # it did; but perhaps not the next time

    async def _give(self, type: str, **fields: object) -> None:
        """If a second device was faster, all is well; if the server does not take our element, no dice can fall.

        A new chain may come a moment too late, when a throw waits for the old one; then it is offered again.
        """
        try:
            answer = await self._send(type, fields)
        except Exception:  # whoever waits for the table is told
            return
        if answer["type"] == "refused" and answer["code"] == "wrong_element":
            await self._fail(Refused(answer["code"], answer["reason"]))
        elif answer["type"] == "refused" and type == "new_chain":
            self._given = {mark for mark in self._given if mark > 0}
