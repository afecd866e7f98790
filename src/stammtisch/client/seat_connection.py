"""A connection to a table through which a program plays at one seat. It reconnects by itself."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from stammtisch.client.table_connection import Refused, TableConnection
from stammtisch.fair import Chain, Code, Fault, Signer
from stammtisch.fair.chain import ELEMENTS, RESERVE
from stammtisch.fair.lines import Line, written
from stammtisch.fair.tags import tag
from stammtisch.fair.verifier import Opened

log = logging.getLogger("stammtisch.client")
PATIENCE = 1.0  # seconds that a throw waits for another device of the same player


@dataclass(frozen=True)
class Alarm:
    """Something that the protocol allows, and that a dishonest server could misuse. The player must be told."""

    code: str
    """`waived`: a throw was given up that this device had answered. `replaced`: another device has begun a chain for
    this seat. `away`: this seat was marked away although it is connected. `moved`: a move of this seat does not come
    from this device."""
    seq: int
    """The number of the event."""


class SeatConnection(TableConnection):
    """A player's connection to his seat at a table: `Guest.sit` and `Guest.join` give one. Use it with `async with`.

    It gives its part to the dice by itself, and checks each throw.
    """

    waived: int
    """Throws that this seat has answered and the server has given up all the same. A server that does not like its
    dice could do that (docs/fair-dice.md), and so can a line that was cut before the answer came through."""
    gave_key: bool
    """This connection sat down with the key of its seal: the table must have it."""
    alarms: list[Alarm]
    """What has happened that only an honest server may do. Only the player knows whether there was a reason for it."""

    def __init__(self, address: str, table: str, token: str, secret: bytes, *, shared: bool = False) -> None:
        """`shared`: the player has other devices, which do not know this secret and begin chains of their own."""
        super().__init__(address, table, token)
        self._secret = secret
        self._shared = shared
        self._mine = True  # the present chain comes from this secret
        self._chains: dict[int, Chain] = {}
        self._given: set[int] = set()
        self.waived = 0
        self.gave_key = False
        self.alarms = []
        self._resigned = False
        self._drafts: list[str] = []  # own moves that are not in the transcript yet
        self._sealing: asyncio.Task[None] | None = None
        self._beginning: asyncio.Task[None] | None = None  # a new chain
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> SeatConnection:
        await super().__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        """Before it leaves, it signs the end of a game that is over."""
        if self._sealing is not None and self._failure is None:
            await asyncio.wait([self._sealing], timeout=PATIENCE)
        await super().__aexit__(*error)

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
        if type in ("move", "undo") and self._beginning is not None and not self._beginning.done():
            await asyncio.wait([self._beginning])  # the tag must be made with the chain that the table has then
            fields = {**fields, "seq": self.seq} if "seq" in fields else fields
        answer = await self._send(type, {**fields, **self._vouching(type, fields)})
        if answer["type"] == "refused":
            raise Refused(answer["code"], answer["reason"], answer["paragraph"])
        seq: int = answer["seq"]
        await self.until(lambda: self.seq >= seq)
        if answer["type"] == "stale":
            raise Refused("stale", "the table has changed since you decided")
        return seq

    def _vouching(self, type: str, fields: dict[str, object]) -> dict[str, str]:
        """The tag of a move, or of an undo."""
        if not (self.signs and self._mine and type in ("move", "undo")):
            return {}
        line = {"seat": self.seat, "move": fields["move"]} if type == "move" else {"undo": self.seat, "count": 1}
        return {"tag": self._tag(line, self.dice.seen_with(self._drafts))}

    def _tag(self, line: Line, seen: bytes | None, later: int = 0) -> str:
        """Made with the next element of the chain, or with a later one."""
        assert self.seat is not None
        number, index = self.dice.contributors[self.seat].number, self.dice.contributors.owed(self.seat) + later
        return tag(self._chain(number).element(index), self.dice.named, seen, written(line)).hex()

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
        if self.dice.over and self._mine and self._sealing is None and not self._sealed:
            signature = self._signer(self.dice.contributors[self.seat].keys).sign(self.dice.log)
            self._sealing = self._spawn(self._give("seal", signature=signature.hex()))
        if self.is_over:
            return
        contributor, opened = self.dice.contributors[self.seat], self.dice.open
        waits = opened is not None and opened.contributor == self.seat
        if opened and waits and self._mine:
            if opened.number not in self._given:
                self._given.add(opened.number)
                self._spawn(self._give("contribute", **self._contribution(opened)))
        elif -contributor.number - 1 not in self._given:
            if self._mine and ELEMENTS - contributor.used <= 2 * RESERVE:
                self._given.add(-contributor.number - 1)
                self._beginning = self._spawn(self._give("new_chain", **self._new_chain(contributor.number + 1)))
            elif not self._mine and (waits or ELEMENTS - contributor.used <= RESERVE):
                self._given.add(-contributor.number - 1)
                self._spawn(self._take_over(contributor.number, contributor.used))

    @property
    def _sealed(self) -> bool:
        assert self.seat is not None
        return not self.signs or self.dice.contributors[self.seat].marks.sealed

    def _contribution(self, opened: Opened) -> dict[str, object]:
        assert self.seat is not None
        contributor = self.dice.contributors[self.seat]
        old = contributor.old and self._chain(contributor.number - 1).element(contributor.old.used + 1).hex()
        element = self._chain(contributor.number).element(contributor.used + 1).hex()
        given: dict[str, object] = {"throw": opened.number, "element": element}
        return given | ({"tag": self._tag(given, opened.seen, 1), "old": old} if self.signs else {})

    def _new_chain(self, number: int) -> dict[str, object]:
        """The old chain vouches for the new one, if this device has it; else it needs a new key."""
        assert self.seat is not None
        head = self._chain(number).head.hex()
        if not self.signs:
            return {"head": head}
        if self._mine:
            return {"head": head, "tag": self._tag({"head": self.seat, "value": head}, None)}
        return {"head": head, "key": self._signer(self.dice.contributors[self.seat].keys + 1).key.hex()}

    def _signer(self, number: int) -> Signer:
        assert self.seat is not None
        return Signer(self._secret, self.table, self.seat, number)

    def _chain(self, number: int) -> Chain:
        if number not in self._chains:
            assert self.seat is not None
            self._chains = {number: Chain(self._secret, self.table, self.seat, number)}
        return self._chains[number]

    def _check(self, event: dict[str, Any]) -> None:
        """The table must have the heads that this player gave; otherwise his elements would be of no use."""
        expected = self._expected_tag(event)
        super()._check(event)
        if self.seat is None:
            return
        match event["type"]:
            case "fair" if self.dice.deal:
                self._mine = False  # nobody contributes
            case "fair":
                header = self.dice.header
                head, key = header["heads"][self.seat], header.get("keys", [None] * len(header["heads"]))[self.seat]
                self._mine = head == self._chain(0).head.hex()
                mine = self._mine and key in (None, self._signer(0).key.hex())
                if head is None or not (mine or self._shared):
                    raise Fault(
                        Code.ELEMENT, "the table has another chain for this seat than this player's secret gives"
                    )
            case "waive" if (number := json.loads(event["line"])["waive"]) in self._given:
                self.waived += 1
                total = f"that makes {self.waived}"
                self._alarm("waived", event, f"throw {number} was waived although it had been answered; {total}")
            case "head" if (line := json.loads(event["line"]))["head"] == self.seat:
                self._mine = line["value"] == self._chain(self.dice.contributors[line["head"]].number).head.hex()
                if not (self._mine or self._shared):
                    raise Fault(Code.ELEMENT, "the table has a new chain for this seat that this player has not begun")
                if not self._mine:
                    self._alarm("replaced", event, "another device has begun a chain for this seat")
            case "away" if json.loads(event["line"])["away"] == self.seat and self._may_not_be_away:
                self._alarm("away", event, "this seat was marked as away although it is connected")
            case "seat" if expected is not None and self._is_strange(json.loads(event["line"]).get("tag"), expected):
                self._alarm("moved", event, "a move was made for this seat that this device did not send")
            case "draft":
                self._draft(json.loads(event["line"]))
            case "lines":
                self._drafts = []
            case "left" if event["seat"] == self.seat:
                self.seat = None  # who sits there now has another chain
            case "resigned" if event["seat"] == self.seat:
                self._resigned = True

    def _check_header(self) -> None:
        super()._check_header()
        if not self.signs and self.gave_key and not (self.seat in self._sat and self._sat[self.seat].get("key")):
            raise Fault(Code.VERSION, "this player gave the key of a seal, but the server has left it out")

    def _expected_tag(self, event: dict[str, Any]) -> str | None:
        """Of a move of this seat: the tag that this device gives it. None: it is no such move, or not for this one."""
        if event["type"] != "seat" or not (self.signs and self._mine):
            return None
        line = json.loads(event["line"])
        if line["seat"] != self.seat or self.dice.contributors[line["seat"]].away:
            return None
        return self._tag({"seat": line["seat"], "move": line["move"]}, self.dice.seen_with())

    @property
    def _may_not_be_away(self) -> bool:
        """Whoever is connected is away only if he has resigned, or is too late by the clock."""
        timed = self.events[0]["opening"]["clock"]["kind"] != "none"
        return self._is_live and not self._resigned and not timed

    def _is_strange(self, given: str | None, expected: str) -> bool:
        """Does a move of this seat not come from this device? Long ago it may have sent one without a tag."""
        return given != expected and (given is not None or self._is_live or self.connections > 1)

    def _draft(self, line: Line) -> None:
        if "undo" in line:
            del self._drafts[len(self._drafts) - line["count"] :]
        else:
            self._drafts.append(written(line))

    def _alarm(self, code: str, event: dict[str, Any], text: str) -> None:
        self.alarms.append(Alarm(code, event["seq"]))
        log.warning("table %s, event %d: %s", self.table, event["seq"], text)

    def _spawn(self, giving: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(giving)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _take_over(self, number: int, used: int) -> None:
        """Another device has the chain. If it does not answer, this one begins a chain of its own."""
        await asyncio.sleep(PATIENCE)
        assert self.seat is not None
        contributor = self.dice.contributors[self.seat]
        self._given.discard(-number - 1)
        if (contributor.number, contributor.used) == (number, used):
            self._given.add(-number - 1)
            await self._give("new_chain", **self._new_chain(number + 1))
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
        elif type == "new_chain":
            await self.until(lambda: self.seq >= answer["seq"])
