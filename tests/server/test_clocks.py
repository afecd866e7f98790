"""Clocks: whose time runs, what it costs, and that a server that was down costs nobody anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stammtisch.client import Server
from stammtisch.server.protocol.settings import Clock
from tests.server.house import House
from tests.server.people import Company

SECOND = 1000


def later(company: Company, seconds: int) -> None:
    company.now += seconds * SECOND


def test_time_for_each_decision_begins_anew_with_each() -> None:
    company = Company("heckmeck", clock=Clock(kind="move", seconds=30)).sit_all()
    assert company.table.clocks.deadline == company.now + 30 * SECOND
    later(company, 20)
    company.contribute()
    assert company.table.clocks.deadline == company.now + 30 * SECOND
    later(company, 31)
    assert company.table.clocks.deadline is not None
    assert company.table.clocks.deadline < company.now
    assert company.folded().clocks.to_json() == company.table.clocks.to_json()


def test_time_for_the_game_is_used_up_and_an_increment_given() -> None:
    company = Company("heckmeck", clock=Clock(kind="game", seconds=100, increment=5)).sit_all()
    later(company, 10)
    company.contribute()
    later(company, 20)
    company.move(0, company.table.view(0)["legal"][0])
    clock = company.table.view(None)["clock"]
    assert clock["left"] == [70 * SECOND, 100 * SECOND]
    while company.table.awaited == 0:  # until it is the other one's turn
        company.contribute() or company.move(0, company.table.view(0)["legal"][-1])
    clock = company.table.view(None)["clock"]
    assert clock["left"] == [75 * SECOND, 100 * SECOND]
    assert clock["seat"] == 1
    assert company.folded().clocks.to_json() == company.table.clocks.to_json()


def test_who_runs_out_of_time_has_lost() -> None:
    company = Company("heckmeck", clock=Clock(kind="game", seconds=10)).sit_all()
    later(company, 11)
    company.table.flag(0, company.now)
    company.written()
    assert company.table.result is not None
    assert company.table.result["places"] == [2, 1]
    assert company.folded().view(None) == company.table.view(None)


def test_while_the_server_was_down_no_time_ran() -> None:
    company = Company("heckmeck", clock=Clock(kind="game", seconds=100)).sit_all()
    later(company, 3600)
    table = company.folded()
    table.resume(company.now)
    assert table.clocks.deadline == company.now + 100 * SECOND
    company.rows += table.fresh
    later(company, 40)
    company.table = company.folded()
    company.contribute()
    assert company.table.view(None)["clock"]["left"][0] == 60 * SECOND


def test_a_bot_moves_for_who_is_too_slow_and_the_clock_survives_a_kill(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        server = Server(house.address)
        a, b = await server.guest("Ann"), await server.guest("Ben")
        table, invites = await a.open("heckmeck", ["person", "person"], clock={"kind": "move", "seconds": 5})
        async with await a.sit(table, 0) as ann, await b.sit(table, 1, invites[1]) as ben:
            await ann.until(lambda: ann.view["status"] == "playing")
            await asyncio.to_thread(house.restart)
            await ben.until(lambda: ben.view["seats"][0]["away"])  # Ann does nothing
            await ann.send("back")
            assert not ann.view["seats"][0]["away"]

    with House(tmp_path) as house:
        asyncio.run(play(house))


@pytest.mark.parametrize("seconds", [0, 4, 10**8])
def test_a_clock_has_limits(seconds: int) -> None:
    with pytest.raises(ValueError, match="seconds"):
        Clock(kind="move", seconds=seconds)
