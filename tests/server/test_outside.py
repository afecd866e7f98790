"""A game from outside on a real server, where the operator has named it: it has rules, a text, and nothing else."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stammtisch
from stammtisch import games
from stammtisch.client import Server
from stammtisch.server.protocol.statistics import PersonShown
from stammtisch.server.protocol.study import Hint, ReviewShown
from stammtisch.tournament import Tournament
from tests.installed_games import install, packages_in
from tests.server import api
from tests.server.server_process import ServerProcess
from tests.server.test_collector import PATIENCE, QUICK, get, until
from tests.server.test_study import hinted
from tests.server.tournament_client import TournamentClient

OPENING: dict[str, Any] = {"game": "toy", "seats": [{}, {"kind": "bot", "bot": "beginner"}]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("outside")
    with packages_in(folder / "packages") as packages:
        install(packages, "toys", toy="tests.toy")
        with ServerProcess(folder, "--games", "toy", code=QUICK) as server:
            yield server
            assert '"level": "error"' not in server.log, server.log[-3000:]


def test_an_allowed_game_is_listed(server: ServerProcess) -> None:
    shown = {each["game"]: each for each in get(server, "/api/games")}
    assert sorted(shown) == sorted([*games.names()])
    assert shown["toy"]["name"] == "Marbles"
    assert shown["toy"]["options"][1]["said"] == ["full", "small"]
    assert not shown["toy"]["lesson"]
    assert [each["name"] for each in shown["toy"]["levels"]] == ["beginner", "regular", "expert", "master"]
    rules = get(server, "/api/games/toy/rules")
    assert (rules["title"], rules["book"]) == ("Marbles", None)
    assert get(server, "/api/games/toy/lesson", status=404)["code"] == "no_lesson"


async def plays(server: ServerProcess) -> tuple[str, str, Hint]:
    """A game against two bots: its table, the token of who played, and what was advised at the first decision."""
    client = Server(server.address)
    ann = await client.guest("Ann")
    table, _ = await ann.open("toy", ["person", "beginner", "master"], {"bag": "small"})
    async with await ann.sit(table, 0) as seat:
        assert await seat.my_turn()
        hint = await hinted(client, f"/api/tables/{table}/hint", ann.token)
        assert sorted(each.move for each in hint.choices) == sorted(seat.legal)
        while await seat.my_turn():
            await seat.play(seat.legal[0])
    return table, ann.token, hint


def test_a_whole_game_with_bots(server: ServerProcess) -> None:
    table, token, hint = asyncio.run(plays(server))
    assert "trial games" in hint.choices[0].leads or "best play" in hint.choices[0].leads
    for form in ("jsonl", "txt"):
        replayed = stammtisch.read(api.ask(server, "GET", f"/api/tables/{table}/record.{form}").text).match
        assert replayed.is_over
        assert replayed.scores == get(server, f"/api/tables/{table}")["view"]["scores"]
    review = ReviewShown.model_validate(api.review(server, table))
    assert len(review.players) == 3
    assert {each.seat for each in review.decisions} == {0, 1, 2}
    (mine,) = until(server, token, 1, reviewed=True).categories
    assert (mine.game, mine.players, mine.skill.games) == ("toy", 3, 1)
    shown = PersonShown.model_validate(get(server, "/api/my/statistics?language=de", token))
    assert shown.categories[0].game == "toy"


def test_a_tournament_by_score_sheets(server: ServerProcess) -> None:
    tournament = TournamentClient(server, scheme={"game": "toy", "rounds": 2})
    tournament.enter(("Ann", "Ben", "Cleo", "Dan", "Eva", "Fritz"))
    tournament.draw()
    seats = tournament.table(1, 1)["seats"]
    tied = [{"player": player, "score": score, "mark": 0} for player, score in zip(seats, (-4, 7, 7), strict=True)]
    tournament.do({"kind": "result", "round": 1, "table": 1, "lines": tied})
    lines = {line["player"]: (line["score"], line["place"]) for line in tournament.table(1, 1)["lines"]}
    assert lines == dict(zip(seats, [(-4, 3), (7, 1), (7, 1)], strict=True))
    tournament.play_round()
    header, *body = csv.reader(
        io.StringIO(api.ask(server, "GET", f"/api/tournaments/{tournament.id}/standings.csv").text[1:])
    )
    assert header[:2] == ["Place", "Name"]
    assert len(body) == 6


def test_a_tournament_of_bots(server: ServerProcess) -> None:
    tournament = TournamentClient(
        server, scheme={"game": "toy", "rounds": 1}, online={"wait": 10, "pause": 0, "automatic": True}
    )
    tournament.do(*({"kind": "entered", "name": f"Marble {n}", "bot": "beginner"} for n in range(1, 5)))
    tournament.draw()
    deadline = time.monotonic() + PATIENCE
    while tournament.view["phase"] != "closed":
        assert time.monotonic() < deadline, server.log[-2000:]
        time.sleep(0.1)
    assert sorted(tournament.view["ranking"]) == [1, 2, 3, 4]
    for table in tournament.view["rounds"][0]["tables"]:
        game = get(server, f"/api/tables/{table['played']}")["view"]
        assert [line["score"] for line in table["lines"]] == game["scores"]
        assert [line["place"] for line in table["lines"]] == game["result"]["places"]
    file = api.ask(server, "GET", f"/api/tournaments/{tournament.id}/tournament.jsonl").text
    assert Tournament.read(file).view()["ranking"] == tournament.view["ranking"]


def test_a_game_that_the_operator_does_not_name(packages: Path, tmp_path: Path) -> None:
    install(packages, "toys", toy="tests.toy")
    with ServerProcess(tmp_path) as server:
        assert "toy" not in [each["game"] for each in api.ask(server, "GET", "/api/games").json]
        assert api.ask(server, "GET", "/api/games/toy/rules").status == 404
        assert api.ask(server, "POST", "/api/tables", OPENING, token=api.guest(server)).json["code"] == "bad_options"
