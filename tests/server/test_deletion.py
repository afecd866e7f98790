"""Delete me: afterwards nothing of somebody is left in the database's files, in logs and in exports; games go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch.client import Guest, SeatConnection, Server, ServerError
from stammtisch.fair import verify
from stammtisch.server.storage.log import START, Row, audit, chained
from stammtisch.server.storage.store import Store
from stammtisch.server.table.redaction import redacted
from stammtisch.server.table.sentences import GONE
from tests.server import api
from tests.server.server_process import COMMAND, ServerProcess
from tests.server.table_driver import TableDriver
from tests.server.test_play import decide

NAME, HANDLE, WORDS, PASSWORD = "Kanarienvögelin", "kanari-gelb", "pssst-verräterisch", "a worm in the kitchen"
TRACES = (NAME, HANDLE, WORDS, "kanari-ge1b", NAME.encode().decode("latin-1"))

KILLED = """
import asyncio, os, signal
from stammtisch.server.{module} import {who}
real, left = {who}.{method}, [{times}]
async def killed(self, *arguments):
    left[0] -= 1
    if left[0] == 0:
        os.killpg(0, signal.SIGKILL)
    return await real(self, *arguments)
{who}.{method} = killed
from stammtisch.cli import main
main()
"""


def traces(folder: Path) -> list[str]:
    """Files that know something of her."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            found += [f"{path.name}: {each}" for each in TRACES if each.encode() in data]
    return found


async def ready(seat: SeatConnection) -> None:
    await seat.until(lambda: seat.view["status"] == "playing" and bool(seat.view["state"]))


class Life:
    """Somebody's doings on a server: a game that is over, one that goes on, one that has not begun, one left."""

    async def live(self, server: ServerProcess) -> None:
        client = Server(server.address)
        self.ann, self.ben, self.cem = [await client.guest(name) for name in (NAME, "Ben", "Cem")]
        await self.ann.keep(HANDLE, PASSWORD)
        self.phone = await client.log_in(HANDLE, PASSWORD, f"phone of {NAME}")
        self.over, _ = await self._play(self.ann, self.ben, resign=True)
        self.goes_on, _ = await self._play(self.ann, self.ben, self.cem)
        self.waits, invites = await self.ben.open("zocken", ["person"] * 3, public=True)
        await self.ann.sit(self.waits, 1, invites[1])
        self.left, invites = await self.ben.open("zatre", ["person"] * 2, public=True)
        await self.ann.sit(self.left, 0, invites[0])
        await self.ann.leave(self.left)
        await self.cem.sit(self.left, 0, invites[0])
        self.tables = {self.over, self.goes_on, self.waits, self.left}

    async def _play(self, *people: Guest, resign: bool = False) -> tuple[str, list[str | None]]:
        table, invites = await people[0].open("heckmeck", ["person"] * len(people), public=True)
        seats = [await person.sit(table, seat, invites[seat]) for seat, person in enumerate(people)]
        async with seats[0], seats[1]:
            await seats[0].my_turn()
            await seats[0].play(seats[0].legal[0])
            await seats[0].send("say", text=WORDS)
            await seats[1].send("say", text="what Ben says stays")
            if resign:
                await seats[1].send("resign")
        return table, invites

    async def delete(self, guest: Guest) -> Any:
        return await guest.server.ask("DELETE", "/api/me", {"password": PASSWORD}, guest.token)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("leaving")) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def test_nothing_is_left_and_games_go_on(server: ServerProcess) -> None:
    life = Life()

    async def play() -> None:
        await life.live(server)
        client, ben = life.ann.server, life.ben
        assert traces(server.folder)
        export = json.dumps(await client.ask("GET", "/api/me/export", None, life.ann.token), ensure_ascii=False)
        assert all(each in export for each in (NAME, HANDLE, WORDS, *life.tables))
        assert "Ben" not in export
        dice = await client.fetch("GET", f"/api/tables/{life.over}/transcript.jsonl")
        with pytest.raises(ServerError, match="another password"):
            await client.ask("DELETE", "/api/me", {}, life.ann.token)
        async with ben.seat(life.goes_on) as playing, life.ann.seat(life.goes_on) as gone:
            assert await life.delete(life.phone) == {"ended": 2}
            with pytest.raises(Exception, match="belongs to nobody"):
                await gone.until(lambda: False)
            async with life.cem.seat(life.goes_on) as other:
                await asyncio.gather(decide(playing, Random(1)), decide(other, Random(2)))
                await other.until(lambda: other.is_over)
                names = [seat["name"] for seat in other.view["seats"]]
                assert names == [GONE, "Ben", "Cem"]
        assert traces(server.folder) == []
        verify(await client.fetch("GET", f"/api/tables/{life.goes_on}/transcript.jsonl"))
        assert await client.fetch("GET", f"/api/tables/{life.over}/transcript.jsonl") == dice
        texts = [str(await client.ask("GET", "/api/tables?status=waiting"))]
        paths = [f"/api/tables/{life.over}/{what}" for what in ("record.jsonl", "record.txt", "story")]
        texts += [(await client.fetch("GET", path)).decode() for path in paths]
        texts.append(str(await client.ask("GET", "/api/me/export", None, ben.token)))
        async with ben.seat(life.over) as look:
            texts += [str(look.view), str(look.events)]
        assert not [each for each in TRACES for text in texts if each in text]
        assert GONE in texts[1]
        assert "what Ben says stays" in texts[-1]
        (waiting,) = [each for each in await client.ask("GET", "/api/tables") if each["table"] == life.waits]
        assert waiting["seats"][1] == {"name": "", "kind": "person", "free": True, "avatar": ""}
        for guest in (life.ann, life.phone):
            with pytest.raises(ServerError, match="belongs to nobody"):
                await guest.tables()
        with pytest.raises(ServerError, match="no such handle"):
            await client.log_in(HANDLE, PASSWORD)
        again = await client.guest("Dora")
        await again.keep(HANDLE, PASSWORD)  # it is free

    asyncio.run(play())
    store = Store(f"sqlite:///{server.folder}/data/stammtisch.db", server=False)
    for table in life.tables:
        assert store.verify(table) is None
    store.close()


@pytest.mark.parametrize(
    ("module", "who", "method", "times"),
    [("live.tables", "TableRegistry", "forget", 3), ("storage.vacuum", "Vacuum", "_sweep", 1)],
)
def test_a_server_that_is_killed_goes_on_forgetting(
    tmp_path: Path, module: str, who: str, method: str, times: int
) -> None:
    life = Life()
    with ServerProcess(tmp_path) as server:
        asyncio.run(life.live(server))
        server.kill()
        server._code = KILLED.format(module=module, who=who, method=method, times=times)
        server.start()
        with pytest.raises(ServerError, match="cannot reach"):
            asyncio.run(life.delete(life.ann))
        server._wait()
        assert traces(server.folder)
        server._code = COMMAND
        server.start()
        assert api.ask(server, "GET", "/api/me", token=life.ann.token).status == 401  # from the first moment on

        async def wait() -> None:
            store = Store(f"sqlite:///{server.folder}/data/stammtisch.db", server=False)
            with store.reading() as connection:
                while connection.exec_driver_sql("SELECT count(*) FROM leaving").scalar():
                    connection.rollback()
                    await asyncio.sleep(0.05)
            store.close()

        asyncio.run(asyncio.wait_for(wait(), 60))
        assert traces(server.folder) == []


def test_a_guest_needs_no_password_to_go(server: ServerProcess) -> None:
    token = api.guest(server, "Flüchtig-kurz")
    assert api.ask(server, "DELETE", "/api/me", {}, token=token).json == {"ended": 1}
    assert api.ask(server, "GET", "/api/me", token=token).status == 401


# ── What redaction does to a log ─────────────────────────────────────────────────────────────────────────────────────


def log_of(*rows: tuple[str, dict[str, Any]]) -> list[Row]:
    made, before = [], START
    for seq, (kind, payload) in enumerate(rows, 1):
        fields = ("table", seq, None, None, kind, json.dumps(payload), 0)
        before = chained(before, *fields)
        made.append(Row(*fields, before))
    return made


def sat(seat: int, guest: str, name: str) -> tuple[str, dict[str, Any]]:
    return "sat", {"seat": seat, "guest": guest, "name": name, "head": "ab" * 32, "program": False}


def said(seat: int, text: str) -> tuple[str, dict[str, Any]]:
    return "said", {"seat": seat, "text": text}


def test_only_what_she_did_is_forgotten() -> None:
    rows = log_of(
        sat(0, "ann", "Ann"), said(0, "mine"), ("left", {"seat": 0}), sat(0, "ben", GONE), said(0, "his"),
        sat(1, "ann", "Ann"), said(1, "mine too"),
    )  # fmt: skip
    changed, who = redacted(rows, "ann")
    new = {**{row.seq: row for row in rows}, **{row.seq: row for row in changed}}
    assert audit(new.values()) is None
    told = [json.loads(row.payload) for row in new.values()]
    assert [each.get("name") or each.get("text") for each in told] == [
        f"{GONE} 2", "…", None, GONE, "his", f"{GONE} 2", "…"
    ]  # fmt: skip
    assert who.seats == {1}
    assert redacted(list(new.values()), "ann")[0] == []  # doing it again changes nothing
    assert redacted(rows, "cem")[0] == []


def test_a_damaged_row_stays_damaged() -> None:
    rows = log_of(sat(0, "ann", "Ann"), said(0, "mine"), sat(1, "ben", "Ben"), said(1, "his"), said(1, "more"))
    rows[3] = rows[3]._replace(payload=rows[3].payload.replace("his", "hers"))
    wrong = audit(rows)
    changed, _ = redacted(rows, "ann")
    new = {**{row.seq: row for row in rows}, **{row.seq: row for row in changed}}
    assert wrong is not None
    assert audit(new.values()) == wrong


@pytest.mark.parametrize("game", ["heckmeck", "zatre"])
def test_a_table_without_her_name_is_the_same_table(game: str) -> None:
    driver = TableDriver(game, ["person", "person", "beginner"]).sit_all().play_on(1, steps=60)
    before = driver.table
    changed, _ = redacted(driver.rows, "guest-0")
    new = {**{row.seq: row for row in driver.rows}, **{row.seq: row for row in changed}}
    assert {row.kind for row in driver.rows if row.payload != new[row.seq].payload} == {"sat"}
    driver.rows = list(new.values())
    folded = driver.folded()
    assert folded.names == [GONE, *before.names[1:]]
    assert folded.playing.position == before.playing.position
    driver.table = folded
    driver.play_on(2)  # its dice go on as they were fixed
    assert driver.table.is_over
    verify(driver.table.transcript(driver.rows).encode())
