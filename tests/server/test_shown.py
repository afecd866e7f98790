"""How a tournament is shown to a crowd: what is dear is computed once after each change, whoever asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from stammtisch.core.errors import TournamentError
from stammtisch.server.http.services import Services
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol.tournaments import NewTournament, Online, TournamentCommand
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.store import Store
from stammtisch.server.tournaments import routes
from stammtisch.server.tournaments.documents import Document
from stammtisch.server.tournaments.hosted import HostedTournament
from stammtisch.server.tournaments.keys import Keys
from stammtisch.server.tournaments.online import OnlineRounds
from stammtisch.server.tournaments.registry import TournamentRegistry
from stammtisch.tournament import DrawTask, EventData, Tournament

HOST, ANN = (Guest(name[0] * 32, name, False, 0) for name in ("Olga", "Ann"))
ENTRIES = [{"kind": "entered", "name": f"Player {number}"} for number in range(1, 13)]
WRONG = ("k" * 43, "l" * 43)


class Evening:
    """Of twelve players, with its first draw."""

    def __init__(self, tournaments: TournamentRegistry, hosted: HostedTournament) -> None:
        self.tournaments = tournaments
        self.hosted = hosted
        self._commands = 0

    async def do(self, *what: dict[str, Any]) -> None:
        self._commands += 1
        command = TournamentCommand(cid=f"{self._commands:016}", seq=self.hosted.seq, what=list(what))
        await self.tournaments.do(self.hosted.name, command, HOST, Payer(HOST.id))

    async def look(self, guest: Guest | None = None, key: str | None = None, language: str = "en") -> dict[str, Any]:
        found = await self.tournaments.shown(self.hosted.name, guest.id if guest else None, key, language)
        return dict(json.loads(found))


def played(folder: Path, play: Callable[[Evening], Awaitable[None]], online: Online | None = None) -> None:
    async def run(store: Store) -> None:
        writer = store.writer(failed=lambda _: None)
        writer.start()
        tables = TableRegistry(store, writer, Workers())
        tournaments = TournamentRegistry(store, writer, tables)
        wanted = NewTournament(title="Cup", scheme={"game": "zocken", "rounds": 3}, online=online)
        try:
            evening = Evening(tournaments, await tournaments.open(wanted, HOST))
            await evening.do(*ENTRIES, {"kind": "seeded", "seed": "1"}, {"kind": "drawn"})
            await play(evening)
        finally:
            tournaments.close()
            await tables.close()
            writer.stop()

    store = Store(f"sqlite:///{folder}/stammtisch.db")
    try:
        asyncio.run(asyncio.wait_for(run(store), 100))
    finally:
        store.close()


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of each tournament's last event when it was asked how it stands."""
    asked, real = [], Tournament.view

    def counted(self: Tournament) -> dict[str, Any]:
        asked.append(self.number)
        return real(self)

    monkeypatch.setattr(Tournament, "view", counted)
    return asked


def test_however_many_look_it_is_computed_once_after_each_change(tmp_path: Path, views: list[int]) -> None:
    async def play(evening: Evening) -> None:
        keys = evening.hosted.keys
        everybody = await evening.look()
        organiser = await evening.look(HOST)
        german = await evening.look(language="de")
        table = await evening.look(ANN, keys.table(1, 2))
        strangers = [await evening.look(ANN, key) for key in WRONG]
        assert views == [evening.hosted.tournament.number]
        assert strangers == [everybody] * 2
        assert german["view"]["rounds"] == everybody["view"]["rounds"]
        shown = [[each["key"] for each in look["view"]["rounds"][0]["tables"]] for look in (organiser, table)]
        assert shown == [[keys.table(1, 1), keys.table(1, 2), keys.table(1, 3)], [None, keys.table(1, 2), None]]
        assert (table["you"]["round"], table["you"]["table"]) == (1, 2)
        live = await evening.tournaments.live(evening.hosted.name)
        live.encoded = None  # the control: what is not kept is computed again
        await evening.look()
        assert len(views) == 2

    played(tmp_path, play)


def test_a_crowd_that_waits_is_answered_with_one_view(tmp_path: Path, views: list[int]) -> None:
    async def play(evening: Evening) -> None:
        live = await evening.tournaments.live(evening.hosted.name)

        async def wait() -> str:
            await live.news(60)
            return str((await evening.look())["view"]["announcements"])

        crowd = [asyncio.ensure_future(wait()) for _ in range(30)]
        await asyncio.sleep(0)
        await evening.do({"kind": "announced", "text": "Soup"})
        assert await asyncio.gather(*crowd) == ["['Soup']"] * 30
        assert views == [evening.hosted.tournament.number]
        await evening.do({"kind": "announced", "text": "Cake"})
        assert (await evening.look())["view"]["announcements"] == ["Soup", "Cake"]
        assert len(views) == 2  # the control: news are computed

    played(tmp_path, play)


def test_a_wrong_key_is_not_compared_with_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Online, where keys of tables and of players are looked for."""
    made, real = [], Keys._made

    def counted(self: Keys, what: str) -> bytes:
        made.append(what)
        return real(self, what)

    async def play(evening: Evening) -> None:
        assert (await evening.look(ANN, evening.hosted.keys.player(7)))["you"]["player"] == 7
        monkeypatch.setattr(Keys, "_made", counted)
        assert (await evening.look(ANN, WRONG[0]))["you"]["player"] is None
        assert made == ["organiser"]
        evening.hosted.keys = Keys(bytes(32))  # the control: all are made once
        await evening.look(ANN, WRONG[0])
        assert len(made) > len(ENTRIES)

    played(tmp_path, play, Online())


def test_statuses_of_tables_are_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table tells when it begins; until then nobody looks it up again."""
    asked, real = [], TableRegistry.status

    async def counted(self: TableRegistry, name: str) -> str | None:
        asked.append(name)
        return await real(self, name)

    async def play(evening: Evening) -> None:
        live = await evening.tournaments.live(evening.hosted.name)
        while list(live.statuses.values()) != ["waiting"] * 3:  # the tables are opened by themselves, and tell
            await evening.look()
            await asyncio.sleep(0.01)
        assert live.automation
        live.automation.stop()  # it looks at the tables, too
        monkeypatch.setattr(TableRegistry, "status", counted)
        live.statuses.clear()
        for _ in range(3):
            tables = (await evening.look())["view"]["rounds"][0]["tables"]
            assert [each["status"] for each in tables] == ["waiting"] * 3
        names = [each["played"] for each in tables]
        assert sorted(asked) == sorted(names)
        await evening.tournaments.tables.start(names[1])
        tables = (await evening.look())["view"]["rounds"][0]["tables"]
        assert [each["status"] for each in tables] == ["waiting", "playing", "waiting"]

    played(tmp_path, play, Online())


def test_a_document_has_all_that_is_on_disk_and_nothing_else(tmp_path: Path) -> None:
    """It is kept by the last event; what is only being written would be missing in it for as long as it is kept."""
    asked: list[int] = []

    class Answered:
        async def get(self, pool: str, payer: Payer, points: float, job: object, *args: Any) -> tuple[bytes]:
            asked.append(args[2])
            return (b"",)

    async def play(evening: Evening) -> None:
        server = cast("Services", SimpleNamespace(answers=Answered(), store=evening.tournaments.store))
        live = await evening.tournaments.live(evening.hosted.name)
        how = (evening.tournaments, server, Payer(), evening.hosted.name, Document.LOG, "en")
        async with live.lock:  # a command is being carried out
            live.hosted.seq += 1
            written = asyncio.ensure_future(routes._written(*how))
            for _ in range(10):
                await asyncio.sleep(0)
            assert asked == []
            live.hosted.seq -= 1  # and is refused
        assert await written == b""
        assert asked == [live.hosted.seq]

    played(tmp_path, play)


def test_what_follows_by_itself_is_worked_out_while_nothing_else_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        live = await evening.tournaments.live(evening.hosted.name)
        locked: list[bool] = []

        def what_follows(hosted: HostedTournament) -> DrawTask | EventData:
            locked.append(live.lock.locked())
            return wanted(hosted)

        wanted = HostedTournament.what_follows
        monkeypatch.setattr(HostedTournament, "what_follows", what_follows)
        rounds = OnlineRounds(evening.tournaments, evening.tournaments.tables, live)
        rounds.stop()
        with pytest.raises(TournamentError, match="not over"):
            await rounds._go_on()
        assert locked == [True]
        tables = live.hosted.tournament.progress.rounds[0].tables
        for number, table in enumerate(tables, 1):
            lines = [{"player": player, "score": 10 * place} for place, player in enumerate(table.seats)]
            await evening.do({"kind": "result", "round": 1, "table": number, "lines": lines})
        await rounds._go_on()
        assert locked == [True, True]
        assert len(live.hosted.tournament.progress.rounds) == 2

    played(tmp_path, play)
