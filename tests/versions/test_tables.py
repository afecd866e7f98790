"""A database from before Zocken and Zatre had version 2 of their rules: a real server shows its tables and plays on."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

import stammtisch
from stammtisch.client import Guest, SeatConnection, Server
from stammtisch.fair import verify
from tests.server.api import review
from tests.server.server_process import ServerProcess
from tests.server.test_study import page

SAMPLES = Path(__file__).parent / "server-1"
FACTS: dict[str, Any] = json.loads((SAMPLES / "facts.json").read_text("utf-8"))
"""Who Ana was, and how she saw each table when the server stopped."""
TABLES: dict[str, Any] = FACTS["tables"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    (folder / "data").mkdir()
    with closing(sqlite3.connect(folder / "data" / "stammtisch.db")) as database:
        database.executescript((SAMPLES / "stammtisch.sql").read_text("utf-8"))
    with ServerProcess(folder) as server:
        yield server
        assert '"level": "error"' not in server.log


def ana(server: ServerProcess) -> Guest:
    return Guest(Server(server.address), FACTS["guest"], FACTS["token"], bytes.fromhex(FACTS["secret"]))


@pytest.mark.parametrize("name", ["zocken", "zatre", "bots", "over"])
def test_a_table_is_as_it_was(server: ServerProcess, name: str) -> None:
    was = TABLES[name]
    with page(server, was["table"], token=FACTS["token"], language="en") as (_, welcome):
        view, figures = welcome["view"], welcome["page"]["figures"]
    assert {key: view[key] for key in ("state", "legal", "scores", "turn")} == {
        key: was[key] for key in ("state", "legal", "scores", "turn")
    }
    if name == "zatre":
        assert len(figures["last"]) == sum(cell > 0 for cell in was["state"]["last"]) > 0
    elif was["state"]["last_thrower"] < 0:
        assert figures["last"] is None
    else:
        last, s = figures["last"], was["state"]
        assert (last["thrower"], last["score"]["matches"]) == (s["last_thrower"], s["last_matches"])
        assert welcome["page"]["aloud"].startswith("Last turn: ")


def test_a_game_that_is_over(server: ServerProcess) -> None:
    table = TABLES["over"]["table"]

    async def downloads() -> list[bytes]:
        paths = [f"/api/tables/{table}/{what}" for what in ("record.jsonl", "record.txt", "transcript.jsonl")]
        return [await Server(server.address).fetch("GET", path) for path in paths]

    record, text, transcript = asyncio.run(downloads())
    for each in (record, text):
        replayed = stammtisch.read(each.decode())
        assert (replayed.match.game.version, replayed.match.scores) == (1, TABLES["over"]["scores"])
    verify(transcript)
    assert stammtisch.verify(transcript).match.position == replayed.match.position
    assert review(server, table)["players"]


async def play_out(seat: SeatConnection, rng: Random) -> None:
    async with seat:
        while await seat.my_turn():
            await seat.play(rng.choice(seat.legal))


@pytest.mark.parametrize("name", ["zocken", "zatre", "bots"])
def test_a_table_is_played_on(server: ServerProcess, name: str) -> None:
    """By Ana, who comes back with her token, and by the bots that sat there."""
    table = TABLES[name]["table"]

    async def play() -> str:
        guest = ana(server)
        await asyncio.wait_for(play_out(guest.seat(table), Random(1)), 150)
        record: bytes = await guest.server.fetch("GET", f"/api/tables/{table}/record.jsonl")
        return record.decode()

    replayed = stammtisch.read(asyncio.run(play()))
    assert replayed.match.is_over
    assert replayed.match.game.version == 1
    assert len(replayed.match.events) > 20


def test_a_new_table_has_the_new_rules(server: ServerProcess) -> None:
    table, _ = asyncio.run(ana(server).open("zocken", ["person", "tidy"]))
    with page(server, table) as (_, new), page(server, TABLES["zocken"]["table"]) as (_, old):
        assert [welcome["events"][0]["version"] for welcome in (new, old)] == [stammtisch.load("zocken").version, 1]
