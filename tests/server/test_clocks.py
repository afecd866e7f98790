"""Clocks: whose time runs, what it costs, and that a server that was down costs nobody anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stammtisch.client import Server
from stammtisch.server.protocol.settings import Clock
from tests.server.server_process import ServerProcess
from tests.server.table_driver import TableDriver

SECOND = 1000


def later(driver: TableDriver, seconds: int) -> None:
    driver.now += seconds * SECOND


def test_time_for_each_decision_begins_anew_with_each() -> None:
    driver = TableDriver("heckmeck", clock=Clock(kind="move", seconds=30)).sit_all()
    assert driver.table.clocks.deadline == driver.now + 30 * SECOND
    later(driver, 20)
    driver.contribute()
    assert driver.table.clocks.deadline == driver.now + 30 * SECOND
    later(driver, 31)
    assert driver.table.clocks.deadline is not None
    assert driver.table.clocks.deadline < driver.now
    assert driver.folded().clocks.to_json() == driver.table.clocks.to_json()


def test_time_for_the_game_is_used_up_and_an_increment_given() -> None:
    driver = TableDriver("heckmeck", clock=Clock(kind="game", seconds=100, increment=5)).sit_all()
    later(driver, 10)
    driver.contribute()
    later(driver, 20)
    driver.move(0, driver.table.view(0)["legal"][0])
    clock = driver.table.view(None)["clock"]
    assert clock["left"] == [70 * SECOND, 100 * SECOND]
    while driver.table.awaited == 0:  # until it is the other one's turn
        driver.contribute() or driver.move(0, driver.table.view(0)["legal"][-1])
    clock = driver.table.view(None)["clock"]
    assert clock["left"] == [75 * SECOND, 100 * SECOND]
    assert clock["seat"] == 1
    assert driver.folded().clocks.to_json() == driver.table.clocks.to_json()


def test_who_runs_out_of_time_has_lost() -> None:
    driver = TableDriver("heckmeck", clock=Clock(kind="game", seconds=10)).sit_all()
    later(driver, 11)
    driver.table.flag(0, driver.now)
    driver.written()
    assert driver.table.result is not None
    assert driver.table.result["places"] == [2, 1]
    assert driver.folded().view(None) == driver.table.view(None)


def test_while_the_server_was_down_no_time_ran() -> None:
    driver = TableDriver("heckmeck", clock=Clock(kind="game", seconds=100)).sit_all()
    later(driver, 3600)
    table = driver.folded()
    table.resume(driver.now)
    assert table.clocks.deadline == driver.now + 100 * SECOND
    driver.rows += table.fresh
    later(driver, 40)
    driver.table = driver.folded()
    driver.contribute()
    assert driver.table.view(None)["clock"]["left"][0] == 60 * SECOND


def test_a_bot_moves_for_who_is_too_slow_and_the_clock_survives_a_kill(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        client = Server(server.address)
        a, b = await client.guest("Ann"), await client.guest("Ben")
        table, invites = await a.open("heckmeck", ["person", "person"], clock={"kind": "move", "seconds": 5})
        async with await a.sit(table, 0) as ann, await b.sit(table, 1, invites[1]) as ben:
            await ann.until(lambda: ann.view["status"] == "playing")
            await asyncio.to_thread(server.restart)
            await ben.until(lambda: ben.view["seats"][0]["away"])  # Ann does nothing
            await ann.send("back")
            assert not ann.view["seats"][0]["away"]

    with ServerProcess(tmp_path) as server:
        asyncio.run(play(server))


@pytest.mark.parametrize("seconds", [0, 4, 10**8])
def test_a_clock_has_limits(seconds: int) -> None:
    with pytest.raises(ValueError, match="seconds"):
        Clock(kind="move", seconds=seconds)
