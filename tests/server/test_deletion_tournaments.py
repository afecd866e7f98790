"""Delete me, in tournaments: whoever ran one, helped to, or played, is forgotten by it; draws and results stay."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from stammtisch.tournament import Tournament
from tests.server import api
from tests.server.server_process import ServerProcess
from tests.server.tournament_client import TournamentClient

ORGANISER, HELPER, PLAYER = "Olga Kanari", "Hilfe Kanari", "Spieler Kanari"
TRACE = "Kanari"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("leaving")) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def leave(server: ServerProcess, token: str) -> None:
    answer = api.ask(server, "DELETE", "/api/me", {}, token=token)
    assert answer.status == 200, answer.body


def payloads(server: ServerProcess, name: str) -> str:
    with closing(sqlite3.connect(server.folder / "data" / "stammtisch.db")) as connection:
        rows = connection.execute("SELECT payload FROM event WHERE table_id = ?", (name,)).fetchall()
    return "\n".join(row[0] for row in rows)


def test_a_tournament_forgets_its_people(server: ServerProcess) -> None:
    online = {"wait": 600, "entries": True}
    tournament = TournamentClient(server, organiser=ORGANISER, scheme={"game": "zocken", "rounds": 1}, online=online)
    helper, player, other = (api.guest(server, name) for name in (HELPER, PLAYER, "Ben"))
    tournament.do({"kind": "entered", "name": "Somebody"}, token=other)  # a name that is taken then
    tournament.do({"kind": "entered", "name": PLAYER}, token=player)
    tournament.do({"kind": "announced", "text": f"Welcome. {TRACE} speaks."}, token=helper, key=tournament.key)
    tournament.do({"kind": "entered", "name": "Cleo"}, {"kind": "entered", "name": "Dan"})
    tournament.draw()
    seats = tournament.table(1, 1)["seats"]
    assert payloads(server, tournament.id).count(TRACE) >= 4
    (exported,) = api.ask(server, "GET", "/api/me/export", token=player).json["tournaments"]
    assert (exported["player"], exported["runs"], exported["events"][0]["name"]) == (2, False, PLAYER)
    leave(server, player)
    leave(server, helper)
    assert [each["name"] for each in tournament.view["players"]] == ["Somebody", "Somebody 2", "Cleo", "Dan"]
    assert tournament.view["players"][1]["gone"]
    assert tournament.table(1, 1)["seats"] == [each for each in seats if each != 2]
    tournament.do(tournament.result(1, 1))  # the organiser's results count as before
    assert tournament.table(1, 1)["confirmed"] == ORGANISER
    leave(server, tournament.token)
    assert TRACE not in payloads(server, tournament.id)
    file = api.ask(server, "GET", f"/api/tournaments/{tournament.id}/tournament.jsonl").text
    found = Tournament.read(file)  # draws and results are proved by that
    assert found.progress.rounds[0].tables[0].confirmed == found.progress.organiser
    assert TRACE not in file
    until_swept(server)


def until_swept(server: ServerProcess) -> None:
    """The files themselves are swept once an hour at most, and when the server starts again."""
    server.stop()
    server.start()
    deadline = time.monotonic() + 60
    while any(TRACE.encode() in path.read_bytes() for path in (server.folder / "data").iterdir() if path.is_file()):
        assert time.monotonic() < deadline, "something is left in the files"
        time.sleep(0.2)
