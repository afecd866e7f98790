"""Statistics at a real server: counted after a game, and after a crash; luck and skill from the review; who is seen."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from stammtisch.client import Guest, Server
from stammtisch.server.protocol.statistics import DiceShown, PersonShown, RatingsShown
from tests.server import api
from tests.server.server_process import ServerProcess

QUICK = """
from pathlib import Path
from stammtisch.server.statistics import collector
collector.SETTLING, collector.PAUSE, collector.NICE = 3600 if Path("patient").exists() else 0.1, 0.1, 0
from stammtisch.cli import main
main()
"""
PATIENCE = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("statistics"), code=QUICK) as server:
        yield server
        assert '"level": "error"' not in server.log, server.log[-3000:]


def get(server: ServerProcess, path: str, token: str | None = None, status: int = 200) -> Any:
    answer = api.ask(server, "GET", path, token=token)
    assert answer.status == status, answer
    return answer.json


async def plays(ann: Guest, games: int) -> list[str]:
    tables = []
    for _ in range(games):
        table, _ = await ann.open("zocken", ["person", "random"], {"rounds": 1})
        async with await ann.sit(table, 0) as seat:
            while await seat.my_turn():
                await seat.play(seat.legal[0])
        tables.append(table)
    return tables


async def plays_as_ann(server: ServerProcess, games: int) -> tuple[str, list[str]]:
    ann = await Server(server.address).guest("Ann")
    return ann.token, await plays(ann, games)


def until(server: ServerProcess, token: str, games: int, *, reviewed: bool = False) -> PersonShown:
    """Ann's figures, once so many games are among them."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = PersonShown.model_validate(get(server, "/api/my/statistics", token))
        for each in found.categories:
            if each.share.games == games and (not reviewed or not each.skill.waiting):
                return found
        assert time.monotonic() < deadline, (found, server.log[-2000:])
        time.sleep(0.1)


def test_after_a_game_its_figures_are_there_and_its_review_follows(server: ServerProcess) -> None:
    token, tables = asyncio.run(plays_as_ann(server, 2))
    (mine,) = until(server, token, 2, reviewed=True).categories
    reviews = [api.review(server, table) for table in tables]
    skill = mine.skill
    assert skill.games == 2
    assert skill.unit == "points"
    assert skill.luck == pytest.approx(sum(each["players"][0]["luck"] for each in reviews) / 2)
    assert skill.given_away == pytest.approx(sum(each["players"][0]["given_away"] for each in reviews) / 2)
    own = [each for review in reviews for each in review["decisions"] if each["seat"] == 0]
    wrong = [each for each in own if each["gives_away"] >= 0.005]
    assert skill.decisions - skill.best == len(wrong) == sum(each.count for each in skill.mistakes)
    assert sum(each.given_away for each in skill.mistakes) == pytest.approx(sum(each["gives_away"] for each in wrong))
    assert all(each.said for each in skill.mistakes)
    german = PersonShown.model_validate(get(server, "/api/my/statistics?language=de", token))
    assert german.categories[0].skill.unit == "Punkte"
    ratings = RatingsShown.model_validate(get(server, "/api/ratings"))
    assert (ratings.game, ratings.players, ratings.lines, ratings.hidden) == ("zocken", 2, [], 2)
    assert get(server, "/api/ratings?game=chess", status=404)["code"] == "no_game"
    assert DiceShown.model_validate(get(server, "/api/dice?language=ru")).total > 20


def test_who_wants_it_is_seen(server: ServerProcess) -> None:
    made = api.ask(server, "POST", "/api/guests", {"name": "Ben"}).json
    path = f"/api/people/{made['guest']}/statistics"
    assert get(server, path, status=404)["code"] == "no_person"
    for wanted in (True, False):
        answer = api.ask(server, "PUT", "/api/my/listed", {"listed": wanted}, token=made["token"])
        assert answer.json == {"listed": wanted}
        assert get(server, "/api/my/statistics", made["token"])["listed"] is wanted
        assert get(server, path, status=200 if wanted else 404)


def test_a_game_that_ended_just_before_a_crash_is_counted_once(server: ServerProcess) -> None:
    def times(table: str) -> tuple[int, bool]:
        with closing(sqlite3.connect(server.folder / "data" / "stammtisch.db")) as connection:
            found: int = connection.execute("SELECT count(*) FROM counted WHERE table_id = ?", (table,)).fetchone()[0]
            games, last = connection.execute("SELECT count(*), coalesce(max(number), 0) FROM counted").fetchone()
        return found, games == last

    patient = server.folder / "patient"  # the server waits so long that it dies before
    patient.touch()
    server.restart()
    token, (table,) = asyncio.run(plays_as_ann(server, 1))
    server.kill()
    assert times(table) == (0, True)
    patient.unlink()
    server.start()
    until(server, token, 1)
    server.restart()
    token, (later,) = asyncio.run(plays_as_ann(server, 1))
    until(server, token, 1)
    assert times(table) == times(later) == (1, True)
