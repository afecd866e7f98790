"""Delete me, in tournaments: whoever ran one, helped to, or played, is forgotten by it; draws and results stay."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from stammtisch.tournament import Tournament
from tests.server import knock
from tests.server.cups import Cup
from tests.server.house import House

ORGANISER, HELPER, PLAYER = "Olga Kanari", "Hilfe Kanari", "Spieler Kanari"
TRACE = "Kanari"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("leaving")) as house:
        yield house
        assert '"level": "error"' not in house.log, house.log[-3000:]


def leave(house: House, token: str) -> None:
    answer = knock.ask(house, "DELETE", "/api/me", {}, token=token)
    assert answer.status == 200, answer.body


def payloads(house: House, name: str) -> str:
    with closing(sqlite3.connect(house.folder / "data" / "stammtisch.db")) as connection:
        rows = connection.execute("SELECT payload FROM event WHERE table_id = ?", (name,)).fetchall()
    return "\n".join(row[0] for row in rows)


def test_a_tournament_forgets_its_people(house: House) -> None:
    online = {"wait": 600, "entries": True}
    cup = Cup(house, organiser=ORGANISER, scheme={"game": "zocken", "rounds": 1}, online=online)
    helper, player, other = (knock.guest(house, name) for name in (HELPER, PLAYER, "Ben"))
    cup.do({"kind": "entered", "name": "Somebody"}, token=other)  # a name that is taken then
    cup.do({"kind": "entered", "name": PLAYER}, token=player)
    cup.do({"kind": "announced", "text": "Welcome."}, token=helper, key=cup.key)
    cup.do({"kind": "entered", "name": "Cleo"}, {"kind": "entered", "name": "Dan"})
    cup.draw()
    seats = cup.table(1, 1)["seats"]
    assert payloads(house, cup.id).count(TRACE) >= 4
    (exported,) = knock.ask(house, "GET", "/api/me/export", token=player).json["tournaments"]
    assert (exported["player"], exported["runs"], exported["events"][0]["name"]) == (2, False, PLAYER)
    leave(house, player)
    leave(house, helper)
    assert [each["name"] for each in cup.view["players"]] == ["Somebody", "Somebody 2", "Cleo", "Dan"]
    assert cup.view["players"][1]["gone"]
    assert cup.table(1, 1)["seats"] == [each for each in seats if each != 2]
    cup.do(cup.result(1, 1))  # the organiser's results count as before
    assert cup.table(1, 1)["confirmed"] == ORGANISER
    leave(house, cup.token)
    assert TRACE not in payloads(house, cup.id)
    file = knock.ask(house, "GET", f"/api/tournaments/{cup.id}/tournament.jsonl").text
    found = Tournament.read(file)  # draws and results are proved by that
    assert found.progress.rounds[0].tables[0].confirmed == found.progress.organiser
    assert TRACE not in file
    until_swept(house)


def until_swept(house: House) -> None:
    """The files themselves are swept once an hour at most, and when the server starts again."""
    house.stop()
    house.start()
    deadline = time.monotonic() + 60
    while any(TRACE.encode() in path.read_bytes() for path in (house.folder / "data").iterdir() if path.is_file()):
        assert time.monotonic() < deadline, "something is left in the files"
        time.sleep(0.2)
