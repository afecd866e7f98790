"""A connection to a table. It reconnects after cuts and restarts, and checks the dice as they fall."""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from stammtisch.client.following import Following
from stammtisch.core.extras import optional_imports
from stammtisch.fair import Code, Fault, Verdict, Verifier
from stammtisch.transcripts import TranscriptError, Verified, verify

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

PROTOCOL = 1
PAGE = 500  # events that are fetched at once
PATIENCE = 30.0  # seconds until the first connection must stand; later ones are tried for as long as it takes
BACKOFF = (0.05, 2.0)  # seconds between attempts to connect: at first, at most
DICE = ("fair", "open", "throw", "waive", "next", "head", "away", "back")
"""Lines of the transcript that a player needs to check dice as they fall."""
REST = ("prove", "seat", "undo", "end", "log", "seal")
"""All others. From version 2 on they come in their order, and tags vouch for all of them."""


class Refused(Exception):
    """The server refused a command."""

    code: str
    """One of the codes of docs/protocol.md, or "stale": see `SeatConnection.send`."""
    paragraph: str | None
    """The paragraph of the rules that forbids it, if one does."""

    def __init__(self, code: str, reason: str, paragraph: str | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.paragraph = paragraph


class Closed(Exception):
    """The connection was closed from this side while somebody still waited for the table."""


class MissingEvent(Exception):
    """An event is missing: connect again, and the server gives everything since."""


class TableConnection:
    """A connection to a table, as a spectator sees it: `Server.watch` gives one. Use it with `async with`.

    It connects again after every cut and every restart of the server, and misses nothing.
    """

    url: str
    """The address of the connection."""
    table: str
    """The name of the table."""
    seat: int | None
    """The seat that one has; None: one only watches."""
    seq: int
    """The number of the last event."""
    view: dict[str, Any]
    """How the table stands, as docs/protocol.md tells it (`View`)."""
    events: list[dict[str, Any]]
    """Everything that has happened, as docs/protocol.md tells it."""
    dice: Verifier
    """Checks every throw as it comes; a wrong one raises a Fault from whatever the player does next."""
    connections: int
    """How often it has connected."""

    def __init__(self, address: str, table: str, token: str | None = None) -> None:
        self.table = table
        self.move_to(address)
        self.seat = None
        self.seq = 0
        self.view = {}
        self.events = []
        self.dice = Verifier()
        self.connections = 0
        self._is_live = False  # what comes now has just happened
        self._following = Following()
        self._fresh: list[dict[str, Any]] = []  # what is not followed yet
        self._token = token
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._waiting: dict[str, tuple[str, asyncio.Future[dict[str, Any]]]] = {}
        self._failure: BaseException | None = None

    async def __aenter__(self) -> TableConnection:
        self._task = asyncio.create_task(self._stay_connected())
        try:
            await asyncio.wait_for(self.until(lambda: bool(self.view)), PATIENCE)
        except BaseException as error:
            await self.__aexit__()
            if isinstance(error, TimeoutError):
                raise ConnectionError(f"cannot reach {self.url}") from None
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._fail(Closed("the connection to the table was closed"))

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.view.get("status") == "over"

    @property
    def signs(self) -> bool:
        """Do the players of this table tag what they send, and sign the end?"""
        return bool(self.dice.header) and self.dice.format > 1

    @property
    def verdict(self) -> Verdict:
        """What is to be said of the game so far; its code can be compared with another player's."""
        return Verdict.of(self.dice, self._failure if isinstance(self._failure, Fault) else None)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something is true of the table. What ends the connection for good is raised here."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._failure is not None or happened())
        if self._failure is not None:
            raise self._failure

    async def verify(self) -> Verified:
        """After the game: get its transcript and verify it, and that it is the game that was seen here.

        It tells what no connection can tell by itself while something is hidden from it.

        Raises:
            Fault: Something is wrong, or the server has shown something else.
            ServerError: The game is not over, or the server cannot be reached.
        """
        from stammtisch.client.http import Server  # it gives out connections

        data = await Server(self._address).fetch("GET", f"/api/tables/{self.table}/transcript.jsonl")
        try:
            found = verify(data)
        except TranscriptError as error:
            raise error.fault from None
        self._following.verify(data.decode().splitlines(), self.seat)
        return found

    def move_to(self, address: str) -> None:
        """From the next connection on, the server is reached at another address."""
        self._address = address
        self.url = f"{address.replace('http', 'ws', 1)}/ws/{quote(self.table, safe='')}"

    async def _fail(self, error: BaseException) -> None:
        """Nothing more will come: tell everybody who waits."""
        self._failure = self._failure or error
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._failure)
        self._waiting.clear()
        async with self._changed:
            self._changed.notify_all()

    async def _stay_connected(self) -> None:
        pause = BACKOFF[0]
        try:
            with optional_imports():  # only now: without it a transcript can still be fetched
                from websockets.asyncio.client import connect
                from websockets.exceptions import WebSocketException
            while True:
                try:
                    async with connect(self.url, compression=None, max_size=2**20, open_timeout=20) as socket:
                        await self._greet(socket)
                        pause = BACKOFF[0]
                        async for text in socket:
                            await self._take(json.loads(text))
                except (OSError, WebSocketException, TimeoutError, EOFError, MissingEvent):
                    pass
                self._socket = None
                await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))  # not all at once
                pause = min(2 * pause, BACKOFF[1])
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            await self._fail(error)

    async def _greet(self, socket: ClientConnection) -> None:
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "table": self.table,
            "token": self._token,
            "since": self.seq or None,
            "pages": True,
        }
        await socket.send(json.dumps(hello))
        first = json.loads(await socket.recv())
        if first["type"] == "refused":
            raise Refused(first["code"], first["reason"])
        self.seat = first["seat"]
        self.connections += 1
        await self._catch_up(first)
        await self._take(first)
        self._socket = socket
        for text, _ in list(self._waiting.values()):
            await socket.send(text)

    async def _catch_up(self, welcome: dict[str, Any]) -> None:
        """Fetch the events before those of a welcome: the dice are checked from the first line on."""
        first = welcome["events"][0]["seq"] if welcome["events"] else self.seq + 1
        while self.seq + 1 < first:
            page = await asyncio.to_thread(self._page, min(PAGE, first - 1 - self.seq))
            if not page["events"]:
                raise MissingEvent
            self._note(page["events"])

    def _page(self, limit: int) -> Any:
        """The next events after those that are known."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        query = f"{self._address}/api/tables/{self.table}/events?since={self.seq}&limit={limit}"
        with urllib.request.urlopen(urllib.request.Request(query, headers=headers), timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def _note(self, events: list[dict[str, Any]]) -> None:
        for event in events:
            if event["seq"] > self.seq:
                if event["seq"] != self.seq + 1:
                    raise MissingEvent
                self.seq = event["seq"]
                self.events.append(event)
                self._fresh.append(event)
                self._check(event)

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "news"):
            self._is_live = message["type"] == "news"
            self._note(message["events"])
            self._following.take(self._fresh, self.seat)
            self._fresh = []
            self._check_view(message["view"])
            self._following.compare(message["view"], self.seat)
            self.view = message["view"]
            await self._react()
            async with self._changed:
                self._changed.notify_all()
            return
        waiting = self._waiting.pop(message.get("cid") or "", None)
        if waiting and not waiting[1].done():
            waiting[1].set_result(message)

    def _check(self, event: dict[str, Any]) -> None:
        if event["type"] in DICE or (event["type"] in REST and self.signs):
            self.dice.feed(event["line"])
            if event["type"] == "fair":
                self._check_header()
        elif event["type"] == "lines":
            for line in event["lines"]:
                self.dice.feed(line)
        elif event["type"] == "show" and json.loads(event["line"])["show"] in self.dice.unshown:
            self.dice.peek(event["line"])

    def _check_header(self) -> None:
        """It is that of the game for which the table was opened, and has the heads with which people sat down, and no
        others: the chain of a bot would be the server's. A transcript without seals needs somebody who gave no key."""
        self._check_opened()
        if self.dice.deal:
            return
        sat = self._sat
        for seat, head in enumerate(self.dice.header["heads"]):
            if head != (sat[seat]["head"] if seat in sat else None):
                raise Fault(Code.CONTRIBUTOR, f"the header does not have the head that was given at seat {seat}")
        if not self.signs and sat and all(event.get("key") for event in sat.values()):
            raise Fault(Code.VERSION, "everybody gave the key of a seal, but the transcript is of the version without")

    def _check_opened(self) -> None:
        """It has the game, the version of its rules and the options that everybody saw before sitting down."""
        first, header = self.events[0], self.dice.header
        if first["type"] != "opened":
            raise Fault(Code.OPENED, "a game is played at a table that nobody has opened")
        deal = first.get("deal") or {"name": None, "hash": None}
        if (header.get("deal"), header.get("hash")) != (deal["name"], deal["hash"]):
            raise Fault(Code.OPENED, "the dice are not those with which the table was opened")
        agreed = [
            first["opening"]["game"],
            first["version"],
            first["opening"]["options"],
            len(first["opening"]["seats"]),
        ]
        played = [header["game"], header["version"], header["options"], len(header["seats"])]
        if json.dumps(agreed, sort_keys=True) != json.dumps(played, sort_keys=True):
            raise Fault(Code.OPENED, f"the header is of {played}, but the table was opened for {agreed}")

    @property
    def _sat(self) -> dict[int, dict[str, Any]]:
        """How people sat down, by their seats."""
        found: dict[int, dict[str, Any]] = {}
        for event in self.events:
            if event["type"] == "sat":
                found[event["seat"]] = event
            elif event["type"] == "left":
                del found[event["seat"]]
        return found

    def _check_view(self, view: dict[str, Any]) -> None:
        """What is shown has lines: the game has a header, and a throw that is said to have fallen has fallen."""
        if view["status"] != "playing":
            return
        if not self.dice.header:
            raise Fault(Code.SHOWN, "the server shows a game without any proof of its dice")
        opened = self.dice.open
        waits = opened.number if opened and opened.contributor is not None else None
        shown = view["throw"]["number"] if view["throw"] else None
        if waits != shown:
            raise Fault(Code.SHOWN, f"the server says that throw {shown} is open, but by its lines throw {waits} is")

    async def _react(self) -> None:
        """A spectator does nothing."""
