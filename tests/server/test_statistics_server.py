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
from tests.server import knock
from tests.server.house import House

QUICK = """
from pathlib import Path
from stammtisch.server.statistics import collector
collector.SETTLING, collector.PAUSE, collector.NICE = 3600 if Path("patient").exists() else 0.1, 0.1, 0
from stammtisch.cli import main
main()
"""
PATIENCE = 120.0


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("statistics"), code=QUICK) as house:
        yield house
        assert '"level": "error"' not in house.log, house.log[-3000:]


def get(house: House, path: str, token: str | None = None, status: int = 200) -> Any:
    answer = knock.ask(house, "GET", path, token=token)
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


async def plays_as_ann(house: House, games: int) -> tuple[str, list[str]]:
    ann = await Server(house.address).guest("Ann")
    return ann.token, await plays(ann, games)


def until(house: House, token: str, games: int, *, reviewed: bool = False) -> PersonShown:
    """Ann's figures, once so many games are among them."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = PersonShown.model_validate(get(house, "/api/my/statistics", token))
        for each in found.categories:
            if each.share.games == games and (not reviewed or not each.skill.waiting):
                return found
        assert time.monotonic() < deadline, (found, house.log[-2000:])
        time.sleep(0.1)


def test_after_a_game_its_figures_are_there_and_its_review_follows(house: House) -> None:
    token, tables = asyncio.run(plays_as_ann(house, 2))
    (mine,) = until(house, token, 2, reviewed=True).categories
    reviews = [knock.review(house, table) for table in tables]
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
    german = PersonShown.model_validate(get(house, "/api/my/statistics?language=de", token))
    assert german.categories[0].skill.unit == "Punkte"
    ratings = RatingsShown.model_validate(get(house, "/api/ratings"))
    assert (ratings.game, ratings.players, ratings.lines, ratings.hidden) == ("zocken", 2, [], 2)
    assert get(house, "/api/ratings?game=chess", status=404)["code"] == "no_game"
    assert DiceShown.model_validate(get(house, "/api/dice?language=ru")).total > 20


def test_who_wants_it_is_seen(house: House) -> None:
    made = knock.ask(house, "POST", "/api/guests", {"name": "Ben"}).json
    path = f"/api/people/{made['guest']}/statistics"
    assert get(house, path, status=404)["code"] == "no_person"
    for wanted in (True, False):
        answer = knock.ask(house, "PUT", "/api/my/listed", {"listed": wanted}, token=made["token"])
        assert answer.json == {"listed": wanted}
        assert get(house, "/api/my/statistics", made["token"])["listed"] is wanted
        assert get(house, path, status=200 if wanted else 404)


def test_a_game_that_ended_just_before_a_crash_is_counted_once(house: House) -> None:
    def times(table: str) -> tuple[int, bool]:
        with closing(sqlite3.connect(house.folder / "data" / "stammtisch.db")) as connection:
            found: int = connection.execute("SELECT count(*) FROM counted WHERE table_id = ?", (table,)).fetchone()[0]
            games, last = connection.execute("SELECT count(*), coalesce(max(number), 0) FROM counted").fetchone()
        return found, games == last

    patient = house.folder / "patient"  # the server waits so long that it dies before
    patient.touch()
    house.restart()
    token, (table,) = asyncio.run(plays_as_ann(house, 1))
    house.kill()
    assert times(table) == (0, True)
    patient.unlink()
    house.start()
    until(house, token, 1)
    house.restart()
    token, (later,) = asyncio.run(plays_as_ann(house, 1))
    until(house, token, 1)
    assert times(table) == times(later) == (1, True)
