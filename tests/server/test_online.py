"""Tournaments on tables of the server, which open, start and end by themselves, whatever the server is killed in."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from stammtisch import games
from stammtisch.bots.named import bot_named
from stammtisch.client import SeatConnection
from stammtisch.client.bot import seen_by
from stammtisch.fair import Chain
from stammtisch.tournament import Tournament
from tests.server import api
from tests.server.server_process import ServerProcess
from tests.server.tournament_client import TournamentClient

PATIENCE = 240
SECRET = bytes(range(32))
QUICK = {"wait": 10, "pause": 0, "automatic": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("online")) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def until(holds: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"waited for {what}"
        time.sleep(0.1)
    return found


def through(tournament: TournamentClient, *, kill: bool) -> dict[str, Any]:
    """To its end; the server is killed once in each round, as soon as a table of it has its result."""
    kills = 0

    def look() -> bool:
        nonlocal kills
        view = tournament.view
        last = view["rounds"][-1]
        done = sum(bool(table["lines"]) for table in last["tables"])
        if kill and len(view["rounds"]) > kills and (done or last["final"]):
            kills = len(view["rounds"])
            tournament.server.kill()
            tournament.server.start()
        return bool(view["phase"] == "closed")

    until(look, "the end of the tournament")
    assert kills == (len(tournament.view["rounds"]) if kill else 0)
    return tournament.view


def test_24_bots_while_the_server_is_killed_in_each_round(server: ServerProcess) -> None:
    tournament = TournamentClient(server, scheme={"preset": "heckmeck_classic"}, online=QUICK)
    tournament.do(*({"kind": "entered", "name": f"Worm {n}", "bot": "beginner"} for n in range(1, 25)))
    tournament.draw()
    view = through(tournament, kill=True)
    assert sorted(view["ranking"]) == list(range(1, 25))
    assert [len(each["tables"]) for each in view["rounds"]] == [4, 1]
    for each in view["rounds"]:
        for table in each["tables"]:
            game = api.ask(server, "GET", f"/api/tables/{table['played']}").json["view"]
            assert game["status"] == "over"
            assert [line["score"] for line in table["lines"]] == game["scores"]
            assert [line["place"] for line in table["lines"]] == game["result"]["places"]
    file = api.ask(server, "GET", f"/api/tournaments/{tournament.id}/tournament.jsonl").text
    kinds = Counter(event.what.kind for event in Tournament.read(file).events)
    assert kinds["result"] == kinds["confirmed"] == 5  # each once
    assert kinds["drawn"] == 2


def sit(tournament: TournamentClient, token: str) -> str:
    """Take one's seat at the table that is played now; its name."""
    you = until(lambda: (found := tournament.look(token))["you"]["invite"] and found["you"], "a seat")
    name: str = tournament.table(you["round"], you["table"])["played"]
    until(lambda: api.ask(tournament.server, "GET", f"/api/tables/{name}").status == 200, "the table")
    sitting = {"head": Chain(SECRET, name, you["seat"]).head.hex(), "invite": you["invite"]}
    answer = api.ask(tournament.server, "POST", f"/api/tables/{name}/seats/{you['seat']}", sitting, token=token)
    assert answer.status == 200, answer.body
    return name


async def play(server: ServerProcess, table: str, token: str, *, resign: bool = False) -> None:
    async with SeatConnection(server.address, table, token, SECRET) as seat:
        opening = seat.events[0]["opening"]
        game = games.load(opening["game"], opening["options"])
        bot = bot_named(game, "beginner")
        assert bot
        while await seat.my_turn():
            if resign:
                await seat.send("resign")
                return
            await seat.play(str(bot.choose(seen_by(seat, game), 0)))


def test_people_enter_play_leave_and_do_not_come(server: ServerProcess) -> None:
    scheme = {"game": "zocken", "rounds": 1, "final_size": 0, "options": {"rounds": 1}}
    tournament = TournamentClient(server, scheme=scheme, online={**QUICK, "automatic": False})
    ann, ben, cleo = (api.guest(server, name) for name in ("Ann", "Ben", "Cleo"))
    tournament.do({"kind": "entered", "name": "Ann"}, token=ann)
    assert tournament.refused({"kind": "entered", "name": "Ann again"}, token=ann) == (
        "seated",
        "You have already entered.",
    )
    assert tournament.refused({"kind": "entered", "name": "bot Ben"}, token=ben)[0] == "bad_name"
    tournament.do({"kind": "entered", "name": "Ben"}, {"kind": "entered", "name": "Cleo"})  # by the organiser
    tournament.do({"kind": "entered", "name": "Robo", "bot": "beginner"})
    claims = tournament.shown["claims"]
    assert set(claims) == {"2", "3"}
    mine = {"player": 2, "organiser": False, "round": None, "table": None, "seat": None, "invite": None}
    assert api.ask(server, "GET", f"/api/tournaments/{tournament.id}", X_Key=claims["2"]).json["you"] == mine
    path = f"/api/tournaments/{tournament.id}/claims"
    assert api.ask(server, "POST", path, {"key": claims["2"]}, token=ben).json["you"]["player"] == 2
    assert api.ask(server, "POST", path, {"key": claims["2"]}, token=cleo).json["code"] == "taken"
    assert tournament.refused({"kind": "dropped", "player": 1}, token=ben)[0] == "not_organiser"
    tournament.draw()
    assert api.ask(server, "GET", f"/api/tournaments/{tournament.id}", X_Key=claims["2"]).json["you"] == mine  # no seat
    tables = {sit(tournament, token) for token in (ann, ben)}
    assert len(tables) == 1
    (table,) = tables  # Cleo never comes: after the wait a bot plays for her

    async def both() -> None:
        await asyncio.gather(play(server, table, ann), play(server, table, ben, resign=True))

    asyncio.run(both())
    until(lambda: tournament.view["phase"] == "done", "the result")
    lines = {line["player"]: line for line in tournament.table(1, 1)["lines"]}
    assert lines[2]["out"]  # has resigned
    assert lines[3]["out"]  # has not come
    assert not lines[1]["out"]
    assert not lines[4]["out"]
    # The dice are the server's own: the two who stayed may share the first place, but nobody who left is before them.
    assert sorted(lines[player]["place"] for player in (1, 4)) in ([1, 1], [1, 2])
    assert min(lines[player]["place"] for player in (2, 3)) > max(lines[player]["place"] for player in (1, 4))
    assert {lines[2]["points"], lines[3]["points"]} == {0}
    event = api.ask(server, "GET", f"/api/tables/{table}/story", token=ann)
    assert event.status == 200
    tournament.do({"kind": "closed"})


def test_other_players_are_another_table(server: ServerProcess) -> None:
    """As long as nothing is played, the organiser may change who sits where [C3.5]."""
    tournament = TournamentClient(server, scheme={"game": "zocken", "rounds": 1}, online={"wait": 600})
    tournament.do(*({"kind": "entered", "name": f"Player {n}"} for n in range(1, 5)))
    tournament.draw()
    first = until(lambda: (table := tournament.table(1, 1))["status"] and table, "the table")
    tournament.do({"kind": "no_show", "round": 1, "player": first["seats"][0]})
    second = until(lambda: (table := tournament.table(1, 1))["status"] and table, "the other table")
    assert second["seats"] == first["seats"][1:]
    assert second["played"] != first["played"]
