"""Snapshots and pages: whoever comes to a table costs the same, however much has happened there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch.client import Server
from stammtisch.server.live import past
from stammtisch.server.live import tables as live_tables
from stammtisch.server.live.past import Missed
from stammtisch.server.live.tables import MOST, MOST_IN_WORDS, PAGE, TRIES, TableRegistry
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.settings import Clock
from stammtisch.server.storage.entities import put_master
from stammtisch.server.storage.faults import Damaged
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from stammtisch.server.study import event_pages
from stammtisch.server.table.commands import Table
from stammtisch.server.table.snapshot import EVERY, PLAIN, restored, taken
from tests.examples import EXAMPLE, HIDDEN
from tests.server.log_rows import facts
from tests.server.server_process import ServerProcess
from tests.server.table_driver import MASTER, TableDriver
from tests.server.test_play import decide
from tests.server.test_registry import with_tables

APART = {"opened", "game", "seats", "play", "clocks", "hidden", "stood_in", "hinted", "keys", "sealed"}
"""What a snapshot has besides the plain fields."""
NOT_KEPT = {"name", "_master", "fresh", "rows", "trail", "dealer", "_falling", "_now"}
"""What is not in a snapshot: it is known, or made again, or only there while a command is carried out."""


@pytest.mark.parametrize("clock", ["none", "move", "game"])
@pytest.mark.parametrize("game", [EXAMPLE, HIDDEN])
def test_a_table_from_a_snapshot_is_the_one_from_the_log(game: str, clock: Any) -> None:
    driver = TableDriver(game, ["person", "bot", "person"], clock=Clock(kind=clock, seconds=60)).sit_all()
    rng = Random(1)
    for number in range(60):
        driver.now += rng.randrange(3000)
        driver.step(rng)
        if number == 20:
            driver.table.mark_away(2, driver.now)
            driver.written()
        if number % 9:
            continue
        found = restored(Table, driver.name, MASTER, taken(driver.table))
        assert set(facts(found)) == set(facts(driver.table)) == {*PLAIN, *APART, *NOT_KEPT}
        for seat in (None, 0, 1, 2):
            assert found.view(seat) == driver.table.view(seat)
        assert taken(found) == taken(driver.table)
        assert found.playing.settled.to_json() == driver.table.playing.settled.to_json()
        found.deal(driver.rows)
        assert found.dealer
        assert driver.table.dealer
        assert found.dealer.seen.log == driver.table.dealer.seen.log
        driver.table = found  # and the game goes on with it
    assert driver.folded().view(0) == driver.table.view(0)


def a_table(events: int) -> TableDriver:
    """A game that is being played, and people who talk."""
    driver = TableDriver(EXAMPLE, clock=Clock()).sit_all().play_on(1, 30)
    while len(driver.rows) < events:
        driver.do(len(driver.rows) % 2, wire.Say(cid=driver.cid(), text=f"well {len(driver.rows)}"))
    return driver


def at(folder: Path, driver: TableDriver, play: Callable[[Store, TableRegistry], Awaitable[None]]) -> None:
    """In a registry that has just begun, with a table that an older server has written."""

    async def run(store: Store, tables: TableRegistry) -> None:
        if not store.rows(driver.name):
            await tables._writer.write(Write(driver.rows, [put_master(driver.name, MASTER)]))
            await tables.live(driver.name)
        await play(store, tables)

    with_tables(folder, run)


async def hello(tables: TableRegistry, name: str, language: Any = "en", **more: Any) -> dict[str, Any]:
    watcher = Watcher(None, language=language)
    live = await tables.enter(watcher, wire.Hello(table=name, language=language, **more))
    tables.exit(live, watcher)
    welcome: dict[str, Any] = json.loads(watcher.waiting[0])
    return welcome


def cost(folder: Path, events: int) -> tuple[int, int]:
    """Rows that are read when somebody comes to a table that was put away, and when somebody comes then."""
    found: list[int] = []

    async def come(store: Store, tables: TableRegistry) -> None:
        for _ in range(2):
            before = store.rows_read
            welcome = await hello(tables, driver.name, pages=True)
            assert len(welcome["events"]) == PAGE
            assert welcome["seq"] == welcome["events"][-1]["seq"] == len(driver.rows)
            assert all(each["seq"] > welcome["seq"] - PAGE for each in welcome["page"]["told"])
            found.append(store.rows_read - before)

    async def nothing(store: Store, tables: TableRegistry) -> None:
        """The server that finds the log without snapshots."""

    driver = a_table(events)
    folder.mkdir()
    at(folder, driver, nothing)
    at(folder, driver, come)
    return found[0], found[1]


def test_a_hello_costs_the_same_after_a_few_and_after_many_events(tmp_path: Path) -> None:
    few, many = cost(tmp_path / "few", 4 * EVERY + 50), cost(tmp_path / "many", 24 * EVERY + 50)
    assert few == many
    assert max(many) <= PAGE + 2 * EVERY + 50


def test_the_control_reads_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots of another format are not used: then the log is folded, and the table is the same."""
    for number, module in enumerate((live_tables, past)):
        monkeypatch.setattr(module, "FORMAT", f"another {number}")
    few, many = cost(tmp_path / "few", 4 * EVERY + 50), cost(tmp_path / "many", 8 * EVERY + 50)
    assert many[1] > few[1] > PAGE + 2 * EVERY + 50


def test_pages_are_the_whole_story(tmp_path: Path) -> None:
    driver = TableDriver(HIDDEN).sit_all().play_on(1, 150)
    assert PAGE < len(driver.rows) < MOST_IN_WORDS

    async def read(store: Store, tables: TableRegistry) -> None:
        whole, last = await hello(tables, driver.name), len(driver.rows)  # an older client
        assert [event["seq"] for event in whole["events"]] == list(range(1, last + 1))
        for seat in (None, 0):
            events: list[dict[str, Any]] = []
            told: list[dict[str, Any]] = []
            for since in range(0, last, 70):
                asked = (driver.name, seat, since, min(since + 70, last), min(since + 71, last), False, "en")
                (found,) = event_pages.in_words(store.address, *asked)
                page = json.loads(event_pages.page(last, found))
                plain = event_pages.plain(store, driver.name, seat, since, since + 70, over=False)
                assert json.loads(event_pages.page(last, plain)) == {**page, "told": []}
                assert page["seq"] == last
                events += page["events"]
                told += page["told"]
            assert events == driver.table.events(0, seat, driver.rows)
            if seat is None:
                assert told == whole["page"]["told"]

    at(tmp_path, driver, read)


def test_who_takes_no_pages_is_refused_where_too_much_has_happened(tmp_path: Path) -> None:
    driver = a_table(MOST + 10)

    async def come(store: Store, tables: TableRegistry) -> None:
        for language, most in ((None, MOST), ("en", MOST_IN_WORDS)):  # words take long
            with pytest.raises(Refusal, match="pages"):
                await hello(tables, driver.name, language, since=len(driver.rows) - most - 1)
            welcome = await hello(tables, driver.name, language, since=len(driver.rows) - most)
            assert len(welcome["events"]) == most

    at(tmp_path, driver, come)


@pytest.mark.parametrize("quick", [True, False])
def test_the_table_goes_on_while_somebody_reads_what_he_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: bool
) -> None:
    """Words are made while nobody has to wait for them. If something happens meanwhile each time, the table waits."""
    driver = a_table(2 * EVERY)

    async def come(store: Store, tables: TableRegistry) -> None:
        live, loop = await tables.live(driver.name), asyncio.get_running_loop()
        locked: list[bool] = []
        read = Missed.read

        def slowly(missed: Missed, store: Store) -> Missed:
            found = read(missed, store)
            locked.append(live.lock.locked())
            if not locked[-1] and (len(locked) == 1 or not quick):
                say = wire.Say(cid=f"{len(locked):016}", text="one more")
                answer = asyncio.run_coroutine_threadsafe(tables.do(live, say, "guest-0"), loop).result(30)
                assert isinstance(answer, wire.Done)
            return found

        monkeypatch.setattr(Missed, "read", slowly)
        welcome = await hello(tables, driver.name, pages=True)
        assert locked == ([False] * 2 if quick else [False] * TRIES + [True])
        assert welcome["seq"] == live.table.seq == len(driver.rows) + (1 if quick else TRIES)
        assert [each["seq"] for each in welcome["events"]] == list(range(live.table.seq - PAGE + 1, live.table.seq + 1))
        locked.clear()
        await hello(tables, driver.name, since=live.table.seq)
        assert locked == []  # who has missed nothing needs nothing of the log

    at(tmp_path, driver, come)


def test_one_plays_on_at_a_table_from_a_snapshot(tmp_path: Path) -> None:
    driver = a_table(4 * EVERY + 50)

    async def play(store: Store, tables: TableRegistry) -> None:
        live = await tables.live(driver.name)
        assert live.table.is_undealt
        due = live.table.view(None)["throw"]
        if due:
            element = driver.chains[due["from"]].element(due["element"]).hex()
            command: wire.Command = wire.Contribute(
                cid=driver.cid(), throw=due["number"], element=element, tag="ab" * 32
            )
            seat = due["from"]
        else:
            seat = live.table.view(None)["turn"]
            command = wire.Play(cid=driver.cid(), seq=live.table.seq, move=live.table.view(seat)["legal"][0])
        assert isinstance(await tables.do(live, command, f"guest-{seat}"), wire.Done)
        assert store.verify(driver.name) is None
        assert Table.folded(driver.name, MASTER, store.rows(driver.name)).view(0) == live.table.view(0)

    async def nothing(store: Store, tables: TableRegistry) -> None:
        pass

    at(tmp_path, driver, nothing)
    at(tmp_path, driver, play)


def test_a_damaged_row_long_ago_is_found_before_anybody_plays(tmp_path: Path) -> None:
    driver = a_table(4 * EVERY + 50)

    async def damage(store: Store, tables: TableRegistry) -> None:
        change = "UPDATE event SET payload = ? WHERE table_id = ? AND seq = 40"
        await tables._writer.write(Write(also=[(change, ("{}", driver.name))]))

    async def play(store: Store, tables: TableRegistry) -> None:
        live = await tables.live(driver.name)
        answer = await tables.do(live, wire.Say(cid=driver.cid(), text="well"), "guest-0")
        assert isinstance(answer, wire.Refused)
        assert (answer.code, live.gone) == ("damaged", True)
        assert tables.damaged == {driver.name: f"{driver.name}, row 40: the row or the one before it has been changed"}
        with pytest.raises(Damaged):
            await tables.live(driver.name)

    at(tmp_path, driver, damage)
    at(tmp_path, driver, play)


def test_a_client_fetches_what_happened_before_and_checks_all_dice(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        client = Server(server.address)
        ann, ben = await client.guest("Ann"), await client.guest("Ben")
        table, invites = await ann.open(EXAMPLE, ["person", "person"])
        async with await ann.sit(table, 0) as a, await ben.sit(table, 1, invites[1]) as b:
            playing = asyncio.gather(decide(a, Random(1)), decide(b, Random(2)))
            await a.until(lambda: a.seq > PAGE + 50)
            async with client.watch(table) as watch:
                assert [event["seq"] for event in watch.events] == list(range(1, watch.seq + 1))
                assert watch.dice.throws >= 20
                assert watch.connections == 1
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))
