"""The registry of tables: what goes wrong in the middle of a command is never written, and nobody goes on with it."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketState

from stammtisch.fair import Chain
from stammtisch.server.live import sockets
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.watcher import BYTES, TRY_AGAIN, Watcher
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.settings import Opening, Place, SeatPlan
from stammtisch.server.storage.entities import Guest, TableSummary
from stammtisch.server.storage.store import Store
from stammtisch.server.table.commands import Table
from stammtisch.server.table.play import Play
from tests.examples import EXAMPLE

PEOPLE = [Guest(f"guest-{seat}", f"Person {seat}", bot=False, created=0) for seat in range(2)]


def test_half_a_command_is_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(table: Table, command: wire.Say, seat: int) -> None:
        table.write("said", {"seat": seat, "text": "half"}, seat, command.cid)
        raise ZeroDivisionError

    async def play(store: Store, tables: TableRegistry, name: str) -> None:
        live = await tables.live(name)
        with monkeypatch.context() as patched:
            patched.setattr(Table, "_say", stumble)
            said = [wire.Say(cid=f"client-id-000000{n}", text="hello") for n in range(2)]
            first, second = await asyncio.gather(
                *(tables.do(live, each, PEOPLE[0].id) for each in said), return_exceptions=True
            )
        assert isinstance(first, ZeroDivisionError)
        assert isinstance(second, wire.Stale)  # it waited for the same table, which is gone
        assert "said" not in {row.kind for row in store.rows(name)}
        again = await tables.live(name)
        assert again is not live
        assert isinstance(await tables.do(again, said[1], PEOPLE[0].id), wire.Done)
        assert store.verify(name) is None

    at_a_table(tmp_path, play)


def test_a_table_that_is_behind_its_log_is_read_again(tmp_path: Path) -> None:
    """A commit whose answer was lost may come through after the table was read: who sends again is told so."""

    async def play(store: Store, tables: TableRegistry, name: str) -> None:
        behind = await tables.live(name)
        tables.lose()
        said = wire.Say(cid="client-id-0000000", text="hello")
        assert isinstance(await tables.do(await tables.live(name), said, PEOPLE[0].id), wire.Done)
        tables.lose()
        behind.gone = False
        tables._hold(behind)
        assert isinstance(await tables.do(behind, said, PEOPLE[0].id), wire.Again)
        assert behind.gone
        assert (await tables.live(name)).table.seq > behind.table.seq

    at_a_table(tmp_path, play)


def test_the_story_of_a_long_game_is_not_too_much_for_a_reader() -> None:
    """One message may be of any size; what waits behind it may not."""

    async def written() -> int:
        sent: list[str] = []

        async def send(*messages: Any) -> Any:
            sent.extend(message["text"] for message in messages)

        socket = WebSocket({"type": "websocket"}, send, send)
        socket.application_state = WebSocketState.CONNECTED
        watcher = Watcher(None, socket)
        for _ in range(3):
            for text in (b"x" * 2 * BYTES, b"y" * (BYTES - 2), b"{}"):
                watcher.send_packed(text)
            await asyncio.sleep(0)
        await watcher.end()
        assert watcher.closing is None
        watcher.waiting[:] = [b"x" * 2 * BYTES]  # it reads no more
        watcher.send_packed(b"y" * BYTES)
        assert watcher.closing is None
        watcher.send_packed(b"y")
        assert watcher.closing == (TRY_AGAIN, "you read too slowly")
        return len(sent)

    assert asyncio.run(written()) == 9


def test_a_connection_that_ends_leaves_nothing_in_a_circle() -> None:
    """With thousands of them, circles would be found after a quarter of an hour."""

    async def nothing(*_: object) -> Any:
        raise AssertionError("it has not begun")

    async def ended() -> weakref.ref[Watcher]:
        watcher = Watcher("ann", WebSocket({"type": "websocket"}, nothing, nothing))
        watcher.send_packed(b"{}")
        await watcher.end()  # before the task that writes has begun
        return weakref.ref(watcher)

    gc.disable()
    try:
        assert asyncio.run(ended())() is None
    finally:
        gc.enable()


def test_a_game_goes_on_without_words_if_they_cannot_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(store: Store, tables: TableRegistry, name: str) -> None:
        watcher = Watcher(None, language="de")
        live = await tables.enter(watcher, wire.Hello(table=name, language="de"))
        for number, words in enumerate((True, False, True)):
            with monkeypatch.context() as patched:
                if not words:
                    patched.setattr(Play, "view", lambda *_: 1 / 0)
                    patched.setattr(Table, "view", lambda *_: {})
                said = wire.Say(cid=f"client-id-000000{number}", text="hello")
                assert isinstance(await tables.do(live, said, PEOPLE[0].id), wire.Done)
            news = json.loads(watcher.waiting[-1])
            assert bool(news["page"]) == words
        assert "a table could not be told" in caplog.text

    at_a_table(tmp_path, play)


def test_a_table_that_goes_on_by_itself_is_read_again_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's turn comes to nothing, and nobody is connected who would ask for the table."""
    monkeypatch.setattr("stammtisch.server.live.registry.SOON", 0.01)
    move, failed = Table.bot_moves, asyncio.Event()

    def stumble(table: Table, *_: object, **__: object) -> None:
        monkeypatch.setattr(Table, "bot_moves", move)
        table.write("said", {"seat": 0, "text": "half"})
        failed.set()
        raise ZeroDivisionError

    async def play(store: Store, tables: TableRegistry) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # of the task that stumbles
        monkeypatch.setattr(Table, "bot_moves", stumble)
        bots = [SeatPlan(kind="bot", bot="beginner") for _ in range(2)]
        place = Place(tournament="tournament-000001", round=1, table=1)  # elsewhere, bots wait for somebody who watches
        name, _ = await tables.open(Opening(game="heckmeck", seats=bots), PEOPLE[0].id, place=place)
        await asyncio.wait_for(failed.wait(), 60)
        before = len(store.rows(name))
        while len(store.rows(name)) <= before:
            await asyncio.sleep(0.01)
        await tables.close()
        assert store.verify(name) is None
        assert "said" not in {row.kind for row in store.rows(name)}

    with_tables(tmp_path, play)


def at_a_table(folder: Path, play: Callable[[Store, TableRegistry, str], Awaitable[None]]) -> None:
    """A registry with a table at which two people have begun."""

    async def begun(store: Store, tables: TableRegistry) -> None:
        name, keys = await tables.open(Opening(game="heckmeck", seats=[SeatPlan(), SeatPlan()]), PEOPLE[0].id)
        for seat, guest in enumerate(PEOPLE):
            await tables.sit(name, seat, guest, Chain(bytes(32), name, seat).head.hex(), keys[seat])
        await play(store, tables, name)

    with_tables(folder, begun)


def with_tables(folder: Path, play: Callable[[Store, TableRegistry], Awaitable[None]]) -> None:
    async def run(store: Store) -> None:
        writer = store.writer(failed=lambda _: None)
        writer.start()
        tables = TableRegistry(store, writer, Workers())
        await play(store, tables)
        await tables.close()
        writer.stop()

    store = Store(f"sqlite:///{folder}/stammtisch.db")
    try:
        asyncio.run(asyncio.wait_for(run(store), 100))
    finally:
        store.close()


def test_lists_of_tables_are_made_when_something_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not whenever somebody asks: for each a thousand tables are looked at."""
    opening = Opening(game=EXAMPLE, seats=[SeatPlan(), SeatPlan()], public=True)

    async def play(store: Store, tables: TableRegistry) -> None:
        read: list[Any] = []
        of_store = store.tables

        def counted(**which: Any) -> list[TableSummary]:
            read.append(which["status"])
            return of_store(**which)

        monkeypatch.setattr(store, "tables", counted)
        names = [(await tables.open(opening, guest.id))[0] for guest in (*PEOPLE, PEOPLE[0])]

        async def latest(limit: int = 50) -> list[str]:
            return [each["table"] for each in await tables.lists.latest("waiting", limit)]

        found = await asyncio.gather(*(latest() for _ in range(5)))
        assert found == [found[0]] * 5
        assert sorted(found[0]) == sorted(names)
        assert len(await latest(2)) == 2
        assert read == ["waiting"]
        await tables.do(await tables.live(names[0]), wire.Say(cid="c" * 16, text="hm"), PEOPLE[0].id)
        await latest()
        assert read == ["waiting"]
        await tables.close_table(names[0], ("DELETE FROM leaving WHERE guest = ?", ("nobody",)))
        assert sorted(await latest()) == sorted(names[1:])  # the control: what has changed is read anew
        assert read == ["waiting"] * 2

    with_tables(tmp_path, play)


@pytest.mark.parametrize("wait", [0.0, 1.5])
def test_who_sends_too_much_is_read_later(wait: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all his connections together: each of them may send as fast as one alone. The control: he has not."""

    async def play() -> None:
        done: list[object] = []

        async def do(*asked: object) -> wire.Done:
            done.append("done")
            return wire.Done(cid="c" * 16, seq=1)

        async def sleep(seconds: float) -> None:
            done.append(seconds)

        quotas = SimpleNamespace(message=lambda guest, address: wait if (guest, address) == ("ann", "near") else 0.0)
        tables = cast("TableRegistry", SimpleNamespace(quotas=quotas, do=do, count=lambda _: None))
        monkeypatch.setattr(asyncio, "sleep", sleep)
        words = json.dumps({"type": "say", "cid": "c" * 16, "text": "hm"})
        for guest in ("ann", "ben"):
            watcher = Watcher(guest, address="near")
            await sockets._take(words, sockets.TokenBucket(), tables, cast("LiveTable", None), watcher)
        assert done == ([wait] if wait else []) + ["done"] * 2

    asyncio.run(play())
