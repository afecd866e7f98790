"""The client library, where it matters: what is sent again, what is asked for again, and what is said when it fails.

A tiny server of our own does what a real one cannot be made to do at will: cut a connection between a command and its
answer, leave out an event, answer before the news.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from stammtisch import games
from stammtisch.client import Closed, Refused, SeatConnection, Server, ServerError, TableConnection
from stammtisch.client.bot import play as play_on
from stammtisch.fair import Chain, Fault
from stammtisch.server.protocol import wire
from tests.server.server_process import ServerProcess, free_port
from tests.server.table_driver import TableDriver

TABLE = "table-0001"
TOKEN = "0" * 43
VIEW = {"status": "waiting", "legal": ["roll"], "turn": 0}


def said(*numbers: int) -> list[dict[str, Any]]:
    return [{"seq": number, "type": "said", "at": 0, "seat": 0, "text": "hello"} for number in numbers]


class Fake:
    """Tells each connection what the script says; keeps what it hears."""

    def __init__(self, script: Callable[[Fake, ServerConnection, int], Awaitable[None]]) -> None:
        self.heard: list[dict[str, Any]] = []
        self._script = script
        self._connections = 0

    async def _serve(self, socket: ServerConnection) -> None:
        self._connections += 1
        await self._script(self, socket, self._connections)

    async def hear(self, socket: ServerConnection) -> dict[str, Any]:
        self.heard.append(json.loads(await socket.recv()))
        return self.heard[-1]

    async def welcome(self, socket: ServerConnection, *numbers: int) -> None:
        await self.hear(socket)
        await self.tell(socket, "welcome", seat=0, events=said(*numbers), view=VIEW)

    async def tell(self, socket: ServerConnection, type: str, **fields: object) -> None:
        await socket.send(json.dumps({"type": type, **fields}))

    def run(self, play: Callable[[SeatConnection], Awaitable[None]], secret: bytes = bytes(32)) -> None:
        async def meet() -> None:
            async with serve(self._serve, "127.0.0.1", 0) as client:
                port = next(iter(client.sockets)).getsockname()[1]
                await asyncio.wait_for(play(SeatConnection(f"http://127.0.0.1:{port}", TABLE, TOKEN, secret)), 90)

        asyncio.run(meet())


def test_what_has_no_answer_is_sent_again_unchanged() -> None:
    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.welcome(socket, *([1, 2] if connection == 1 else [3]))
        command = await fake.hear(socket)
        if connection == 3:
            await fake.tell(socket, "again", cid=command["cid"], seq=3)
            await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            assert await seat.play("roll") == 3
            assert [event["seq"] for event in seat.events] == [1, 2, 3]

    fake = Fake(script)
    fake.run(play)
    assert [message["type"] for message in fake.heard] == ["hello", "move"] * 3
    assert [message["since"] for message in fake.heard[::2]] == [None, 2, 3]
    assert fake.heard[1] == fake.heard[3] == fake.heard[5]
    assert fake.heard[1]["seq"] == 2


def test_a_missing_event_is_asked_for() -> None:
    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        if connection == 1:
            await fake.welcome(socket, 1)
            await fake.tell(socket, "news", seq=3, events=said(3), view=VIEW)
        else:
            await fake.welcome(socket, 2, 3)
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            await seat.until(lambda: seat.seq == 3)
            assert [event["seq"] for event in seat.events] == [1, 2, 3]
            assert seat.connections == 2

    Fake(script).run(play)


def test_who_is_told_that_he_is_late_has_seen_why() -> None:
    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.welcome(socket, 1)
        command = await fake.hear(socket)
        await fake.tell(socket, "stale", cid=command["cid"], seq=2)
        await asyncio.sleep(0.05)
        await fake.tell(socket, "news", seq=2, events=said(2), view=VIEW)
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            with pytest.raises(Refused) as refused:
                await seat.play("roll")
            assert refused.value.code == "stale"
            assert seat.seq == 2

    Fake(script).run(play)


def test_who_waits_when_the_connection_is_closed_is_told() -> None:
    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.welcome(socket, 1)
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            waiting = [asyncio.create_task(seat.play("roll")), asyncio.create_task(seat.send("resign"))]
            await asyncio.sleep(0)
        for task in waiting:
            with pytest.raises(Closed):
                await task
        with pytest.raises(Closed):
            await seat.play("roll")

    Fake(script).run(play)


Event = dict[str, Any]


def silent(event: Event) -> Event:
    """The same number, with nothing to check."""
    return said(event["seq"])[0] if "line" in event else event


def without_a_throw(event: Event) -> Event:
    return said(event["seq"])[0] if event["type"] == "throw" else event


def with_another_head(event: Event) -> Event:
    """The header has another head than the one with which somebody sat down."""
    return event | ({"head": "ab" * 32} if event["type"] == "sat" and event["seat"] == 1 else {})


def nobody_sat(event: Event) -> Event:
    """The header has a head for a seat at which nobody has sat down: a bot's, whose chain is the server's."""
    return said(event["seq"])[0] if event["type"] == "sat" and event["seat"] == 1 else event


def as_it_is(event: Event) -> Event:
    return event


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (silent, "without any proof of its dice"),
        (without_a_throw, "by its lines throw 1 is"),
        (with_another_head, "not have the head that was given at seat 1"),
        (nobody_sat, "not have the head that was given at seat 1"),
        (as_it_is, None),
    ],
)
def test_what_is_shown_must_have_its_lines(shown: Callable[[Event], Event], why: str | None) -> None:
    driver = TableDriver("heckmeck", name=TABLE).sit_all()
    driver.contribute()

    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.hear(socket)
        events = [shown(event) for event in driver.table.events(0, 0, driver.rows)]
        await fake.tell(socket, "welcome", seat=0, events=events, view=driver.table.view(0))
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        if why is None:
            async with seat:
                assert await seat.my_turn()
        else:
            with pytest.raises(Fault, match=why):
                await seat.__aenter__()

    Fake(script).run(play)


@pytest.mark.parametrize("tagged", [True, False])
def test_a_move_that_was_made_for_this_seat_while_it_was_cut_off_is_told(tagged: bool) -> None:
    """The control is its own move, with its tag, that came through before the cut."""
    driver = TableDriver("heckmeck", name=TABLE).sit_all()
    driver.contribute()
    move = driver.table.view(0)["legal"][0]

    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        since = (await fake.hear(socket))["since"] or 0
        if connection == 2:
            if tagged:
                driver.move(0, move)
            else:
                driver.do(0, wire.Play(cid=driver.cid(), seq=driver.table.seq, move=move))
        await fake.tell(
            socket, "welcome", seat=0, events=driver.table.events(since, 0, driver.rows), view=driver.table.view(0)
        )
        if connection == 2:
            await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            await seat.until(lambda: any(event["type"] == "seat" for event in seat.events))
            assert [alarm.code for alarm in seat.alarms] == ([] if tagged else ["moved"])

    Fake(script).run(play)


@pytest.mark.parametrize("mine", [True, False])
def test_a_header_must_have_the_head_that_was_given(mine: bool) -> None:
    table = TableDriver("heckmeck", name=TABLE).sit_all().table

    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.hear(socket)
        await fake.tell(socket, "welcome", seat=0, events=table.events(0, 0), view=table.view(0))
        element = await fake.hear(socket)
        await fake.tell(socket, "refused", cid=element["cid"], code="wrong_element", reason="no", paragraph=None)
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        if mine:  # then the element is given; and if it is not taken, no dice can fall
            async with seat:
                with pytest.raises(Refused, match="no"):
                    await seat.my_turn()
        else:
            with pytest.raises(Fault, match="another chain"):
                await seat.__aenter__()

    Fake(script).run(play, secret=bytes(32) if mine else bytes([1]) * 32)


def test_a_throw_that_is_waived_after_the_answer_is_counted_and_said(caplog: pytest.LogCaptureFixture) -> None:
    driver = TableDriver("heckmeck", name=TABLE).sit_all()
    table = driver.table

    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.hear(socket)
        await fake.tell(socket, "welcome", seat=0, events=table.events(0, 0), view=table.view(0))
        await fake.hear(socket)  # the element; the server keeps it and takes the next throw instead
        since = table.seq
        table.mark_away(0, driver.now)
        driver.written()
        await fake.tell(socket, "news", seq=table.seq, events=table.events(since, 0), view=table.view(0))
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            assert seat.waived == 0
            await seat.until(lambda: seat.seq == table.seq and "waive" in {event["type"] for event in seat.events})
            assert seat.waived == 1

    Fake(script).run(play)
    assert "throw 1 was waived although it had been answered" in caplog.text


def test_a_chain_that_somebody_else_began_for_this_seat_is_refused() -> None:
    driver = TableDriver("heckmeck", name=TABLE).sit_all()
    driver.contribute()
    foreign = Chain(bytes([9]) * 32, TABLE, 0, 1).head.hex()
    driver.do(0, wire.NewChain(cid=driver.cid(), head=foreign, key="00" * 32))

    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        await fake.hear(socket)
        table = driver.table
        await fake.tell(socket, "welcome", seat=0, events=table.events(0, 0, driver.rows), view=table.view(0))
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        with pytest.raises(Fault, match="has not begun"):
            await seat.__aenter__()

    Fake(script).run(play)


def test_a_bot_that_was_played_for_asks_for_its_seat_and_goes_on() -> None:
    driver = TableDriver("heckmeck", name=TABLE).sit_all()
    driver.contribute()
    driver.table.mark_away(0, driver.now)
    driver.written()

    async def script(fake: Fake, socket: ServerConnection, connection: int) -> None:
        table = driver.table
        await fake.hear(socket)
        await fake.tell(socket, "welcome", seat=0, events=table.events(0, 0, driver.rows), view=table.view(0))
        while not table.is_over:
            command = wire.command.validate_python(await fake.hear(socket))
            since = table.seq
            done = driver.do(0, command)
            if isinstance(command, wire.Play):
                driver.do(1, wire.Resign(cid=driver.cid()))
            await fake.tell(
                socket, "news", seq=table.seq, events=table.events(since, 0, driver.rows), view=table.view(0)
            )
            await fake.tell(socket, "done", cid=command.cid, seq=done.seq)
        await socket.wait_closed()

    async def play(seat: SeatConnection) -> None:
        async with seat:
            game = games.load("heckmeck", driver.table.opened.opening.options)
            await play_on(seat, game, game.bots["random"])
            assert seat.is_over

    fake = Fake(script)
    fake.run(play)
    assert [message["type"] for message in fake.heard] == ["hello", "back", "move"]


def test_a_server_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.client.table_connection.PATIENCE", 0.2)
    address = f"http://127.0.0.1:{free_port()}"

    async def try_it() -> None:
        with pytest.raises(ServerError, match="cannot reach") as error:
            await Server(address).guest("Ann")
        assert error.value.code == "unreachable"
        with pytest.raises(ConnectionError, match="cannot reach"):
            await TableConnection(address, TABLE).__aenter__()

    asyncio.run(try_it())


def test_a_real_server_knows_what_was_done_long_ago(tmp_path: Path) -> None:
    """More than a table remembers has happened since; then only the log knows."""

    async def play(server: ServerProcess) -> None:
        client = Server(server.address)
        ann, ben = await client.guest("Ann"), await client.guest("Ben")
        table, keys = await ann.open("heckmeck", ["person", "person"])
        async with await ann.sit(table, 0) as seat, await ben.sit(table, 1, keys[1]) as other:
            await seat.my_turn()
            seq, move = seat.seq, seat.legal[0]
            async with connect(f"{server.address.replace('http', 'ws')}/ws", proxy=None) as socket:

                async def ask(**message: object) -> dict[str, Any]:
                    await socket.send(json.dumps(message))
                    while True:
                        answer: dict[str, Any] = json.loads(await socket.recv())
                        if answer["type"] != "news":
                            return answer

                await ask(type="hello", table=table, token=ann.token)
                command = {"type": "move", "cid": "c" * 22, "seq": seq, "move": move}
                assert (await ask(**command))["type"] == "done"
                for number in range(35):
                    await ask(type="say", cid=f"words-of-ann-{number:04}", text="hm")
                    await other.send("say", text="well?")
                assert await ask(**command) == {"type": "again", "cid": "c" * 22, "seq": seq + 1}
                assert (await ask(**{**command, "cid": "d" * 22}))["type"] == "stale"
                assert (await ask(type="start", cid="e" * 22))["type"] == "again"
                wrong = await ask(type="move", cid="f" * 22, seq="5", move=move)
                assert (wrong["cid"], wrong["code"]) == ("f" * 22, "bad_message")
            for first, code in (
                ({"type": "hello", "protocol": 2, "table": table}, "bad_message"),
                ({"type": "hello", "table": "no-such-table"}, "no_table"),
                ({"type": "hello", "table": table, "token": TOKEN}, "not_signed_in"),
            ):
                async with connect(f"{server.address.replace('http', 'ws')}/ws", proxy=None) as socket:
                    await socket.send(json.dumps(first))
                    refused = json.loads(await socket.recv())
                    assert (refused["type"], refused["cid"], refused["code"]) == ("refused", None, code)
                    await socket.wait_closed()
                    assert socket.close_code == 1008
            with pytest.raises(ServerError) as error:
                await client.ask("GET", "/api/nothing")
            assert (error.value.status, error.value.code) == (404, "not_found")

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))


def test_a_connection_may_name_its_table_in_its_address(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        ann = await Server(server.address).guest("Ann")
        table, _ = await ann.open("heckmeck", ["person", "person"])
        other, _ = await ann.open("heckmeck", ["person", "person"])

        async def told(path: str) -> dict[str, Any]:
            async with connect(f"{server.address.replace('http', 'ws')}{path}", proxy=None) as socket:
                await socket.send(json.dumps({"type": "hello", "table": table}))
                found: dict[str, Any] = json.loads(await socket.recv())
                return found

        for path in ("/ws", "/ws/", f"/ws/{table}"):
            assert (await told(path))["type"] == "welcome"
        for path in (f"/ws/{other}", f"/ws/{table}/more"):
            refused = await told(path)
            assert (refused["type"], refused["code"]) == ("refused", "bad_message")
            assert refused["reason"].startswith("hello names another table than the address of this connection")

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))


def test_somebody_quick_begins_chains_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is not tagged with a chain that is being given up."""
    monkeypatch.setattr("stammtisch.client.seat_connection.RESERVE", 126)  # a chain is used four times

    async def play(server: ServerProcess) -> None:
        ann = await Server(server.address).guest("Ann")
        table, _ = await ann.open("heckmeck", ["person", "random"])
        async with await ann.sit(table, 0) as seat:
            for _ in range(60):
                assert await seat.my_turn()
                await seat.play(seat.legal[0])
            assert seat.dice.contributors[0].number > 2

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))
