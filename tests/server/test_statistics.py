"""Statistics: every game counted once and in order, figures as a few lines beside them compute them, nobody named
who does not want to be, and a person forgotten."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from openskill.models import BradleyTerryFull

from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.statistics import collector, dice, mistakes, queries, statements
from stammtisch.server.statistics.collector import Collector
from stammtisch.server.statistics.finished_game import finished_game
from stammtisch.server.statistics.luck_and_skill import LuckAndSkill
from stammtisch.server.statistics.rebuild import rebuild
from stammtisch.server.storage import schema
from stammtisch.server.storage.log import Row, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter
from tests.server.finished_games import FinishedGames, greedy, identity, play
from tests.server.log_rows import writing
from tests.server.table_driver import TableDriver

SHORT = {"rounds": 1}
TABLES = ("counted", "played", "rating", "seat_share", "chance", "counting")


def counted(store: Store, writer: LogWriter) -> int:
    async def count() -> int:
        return await Collector(store, writer).catch_up()

    return asyncio.run(count())


def everything(store: Store, tables: Sequence[str] = TABLES) -> dict[str, list[Any]]:
    with store.reading() as connection:
        return {
            name: sorted(tuple(row) for row in connection.execute(sa.select(schema.metadata.tables[name])))
            for name in tables
        }


@contextmanager
def season_of(store: Store, *people: str, programs: Sequence[str] = ()) -> Iterator[tuple[FinishedGames, LogWriter]]:
    with writing(store) as writer:
        finished = FinishedGames(store, writer)
        finished.meet(*people, programs=programs)
        yield finished, writer


def short_game(finished: FinishedGames, seats: Sequence[str], seed: int) -> list[Row]:
    return finished.ends(play(finished.driver("zocken", seats, SHORT), [greedy] * len(seats), seed))


ROUND = (
    ["Ann", "Ben"],
    ["Ben", "Ann"],
    ["Ann", "bot:regular", "bot:regular"],
    ["bot:beginner", "Ben", "Robot"],
    ["bot:regular", "bot:beginner"],
    ["bot:regular", "bot:regular"],
    ["Ann", "Ben"],
)


def test_ratings_and_shares_are_as_computed_beside_them(store: Store) -> None:
    """The independent count: places from the results, openskill called plainly, one line after the other."""
    with season_of(store, "Ann", "Ben", "Robot", programs=["Robot"]) as (finished, writer):
        games = [(seats, short_game(finished, seats, seed)) for seed, seats in enumerate(ROUND * 2)]
        assert counted(store, writer) == 14
        assert counted(store, writer) == 0
    model = BradleyTerryFull()
    strengths: dict[tuple[int, str], tuple[float, float]] = {}
    curve: list[tuple[float, float]] = []
    won = {(players, seat): [0, 0.0] for players in (2, 3) for seat in range(players)}
    for seats, rows in games:
        places = json.loads(rows[-1].payload)["places"]
        for seat, place in enumerate(places):
            won[len(seats), seat][0] += 1
            won[len(seats), seat][1] += (place == 1) / places.count(1)
        if len(set(seats)) == 1:
            continue
        before = [strengths.get((len(seats), seat), (25.0, 25 / 3)) for seat in seats]
        after = model.rate([[model.rating(*each)] for each in before], ranks=places)
        for who in set(seats):
            mine = [team[0] for team, sat in zip(after, seats, strict=True) if sat == who]
            strengths[len(seats), who] = (
                sum(each.mu for each in mine) / len(mine),
                sum(each.sigma for each in mine) / len(mine),
            )
        if len(seats) == 2 and "Ann" in seats:
            curve.append(strengths[2, "Ann"])
    with store.reading() as connection:
        kept = {
            (row.players, f"bot:{row.bot}" if row.bot else bytes.fromhex(row.guest).rstrip(b"\0").decode()): (
                row.mu,
                row.sigma,
            )
            for row in connection.execute(sa.select(schema.rating))
        }
    assert kept.keys() == strengths.keys()
    for sat_as, strength in strengths.items():
        assert kept[sat_as] == pytest.approx(strength), sat_as
    for players in (2, 3):
        shown = queries.ratings(store, "zocken", players)
        for share in shown.seats:
            number, points = won[players, share.seat]
            assert [share.games, share.won] == pytest.approx([number, points])
            p, n, z = points / number, number, 1.959964
            centre = (p + z * z / (2 * n)) / (1 + z * z / n)
            half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
            assert [share.low, share.high] == pytest.approx([centre - half, centre + half], abs=1e-6)
    ann = queries.person(store, _guest(store, "Ann"), "en")
    two = next(each for each in ann.categories if each.players == 2)
    assert [(each.mu, each.sigma) for each in two.curve] == [pytest.approx(each) for each in curve]
    assert two.share.games == sum(two.places) == 6
    assert two.rating
    assert two.rating.mu == two.curve[-1].mu
    assert two.skill.games == 0
    assert two.skill.waiting == 6
    audit = dice.dice(store, "de")
    fallen = [
        name
        for _, rows in games
        for row in rows
        if row.kind == "throw"
        for name in json.loads(row.payload).get("are", ())
    ]
    (kind,) = audit.kinds
    assert {face.name: face.count for face in kind.faces} == {str(n): fallen.count(str(n)) for n in range(1, 7)}
    assert audit.games == 14
    assert audit.verdict != "unfair"


def _guest(store: Store, name: str) -> Any:
    found = store.guest(identity(name))
    assert found
    return found


def test_counted_again_it_is_the_same(store: Store) -> None:
    with season_of(store, "Ann", "Ben") as (finished, writer):
        for seed in range(3):
            short_game(finished, ["Ann", "Ben"], seed)
            assert counted(store, writer) == 1  # as the server does it: one after the other
        before = everything(store)
        put = statements.put_review(finished.tables[0], [_luck_and_skill()] * 2, {0: identity("Ann")}, {0})
        writer.submit(Write(also=put)).result(30)
        asyncio.run(_anew(store, writer))
        assert everything(store, ["counted"])["counted"] == []
        assert counted(store, writer) == 3
        after = everything(store)
    reviewed = next(row for row in after["counted"] if row[0] == finished.tables[0])
    assert reviewed[-1] == "done"  # the review was kept
    after["counted"] = [(*row[:-1], "due") for row in after["counted"]]
    assert before["counted"] == after["counted"]
    assert {name: before[name] for name in TABLES[1:]} == {name: after[name] for name in TABLES[1:]}


def _luck_and_skill() -> LuckAndSkill:
    return LuckAndSkill("points", 1.5, 2.5, 10, 7, {"place>place": (3, 2.5)})


async def _anew(store: Store, writer: LogWriter) -> None:
    await Collector(store, writer).begin_anew()


def test_another_version_counts_everything_anew(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with season_of(store, "Ann", "Ben") as (finished, writer):
        short_game(finished, ["Ann", "Ben"], 1)
        assert counted(store, writer) == 1
        monkeypatch.setattr(statements, "VERSION", statements.VERSION + 1)
        assert counted(store, writer) == 1
        assert counted(store, writer) == 0


def test_two_who_count_at_once_count_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "SETTLING", 0.01)
    with season_of(store, "Ann", "Ben") as (finished, writer):
        for seed in range(3):
            short_game(finished, ["Ann", "Ben"], seed)
        asyncio.run(_anew(store, writer))

        async def both() -> list[int]:
            return await asyncio.gather(*(Collector(store, writer).catch_up() for _ in range(2)))

        assert sum(asyncio.run(both())) == 3
        alone = everything(store)
        asyncio.run(_anew(store, writer))
        counted(store, writer)
        assert everything(store) == alone


def test_the_command_makes_everything_again(url: str) -> None:
    store = Store(url)
    with season_of(store, "Ann", "Ben") as (finished, writer):
        short_game(finished, ["Ann", "Ben"], 1)
        counted(store, writer)
        before = everything(store)
    store.close()
    assert rebuild(url) == "1 game counted."
    store = Store(url, server=False)
    assert everything(store) == before
    store.close()


def test_a_log_that_cannot_be_read_stops_nobody(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with season_of(store, "Ann", "Ben") as (finished, writer):
        driver = play(finished.driver("zocken", ["Ann", "Ben"], SHORT), [greedy] * 2, 1)
        driver.rows[5] = driver.rows[5]._replace(payload="{")
        finished.ends(driver)
        short_game(finished, ["Ann", "Ben"], 2)
        assert counted(store, writer) == 2
    assert "cannot be counted" in caplog.text
    assert [row[5] for row in everything(store)["counted"]] == ["unreadable", None]


# ── What counts, and how ─────────────────────────────────────────────────────────────────────────────────────────────


def scene(change: Callable[[TableDriver], None]) -> TableDriver:
    driver = TableDriver("heckmeck", ["person"] * 3).sit_all()
    for _ in range(20):
        driver.contribute()
    change(driver)
    return driver


def resigns(driver: TableDriver, seat: int) -> None:
    driver.do(seat, wire.Resign(cid=driver.cid()))


def test_who_gave_up_or_was_away_at_the_end_is_last() -> None:
    def change(driver: TableDriver) -> None:
        driver.table.mark_away(1, driver.now)
        driver.written()
        resigns(driver, 2)

    driver = scene(change)
    play(driver, [greedy] * 3, 3)
    found = finished_game(driver.name, driver.rows)
    assert found.seats[0].place == 1
    assert found.seats[0].points == 1
    assert {found.seats[1].place, found.seats[2].place} <= {2, 3}
    assert [sat.stayed for sat in found.seats] == [True, False, False]
    assert found.unrated is None
    assert found.played_out


def test_a_game_that_was_given_up_is_no_example_for_seats(store: Store) -> None:
    with season_of(store, "Ann", "Ben") as (finished, writer):
        driver = finished.driver("zocken", ["Ann", "Ben"])
        resigns(driver, 0)
        finished.ends(driver)
        assert counted(store, writer) == 1
    assert everything(store)["seat_share"] == []
    assert [row[7] for row in everything(store)["played"]] == [2, 1]
    assert queries.ratings(store, None, None).counted == []


@pytest.mark.parametrize("begun", [True, False])
def test_of_a_table_that_the_operator_closed_only_the_dice_count(store: Store, *, begun: bool) -> None:
    with season_of(store, "Ann", "Ben") as (finished, writer):
        driver = finished.driver("heckmeck", ["Ann", "Ben"]) if begun else TableDriver("heckmeck", name="table-waiting")
        if begun:
            driver.contribute()
            driver.contribute()
        driver.table.close(finished.now)
        driver.written()
        finished.ends(driver)
        assert counted(store, writer) == 1
    kept = everything(store)
    assert kept["counted"][0][-2:] == ("closed", "none")
    assert kept["played"] == kept["rating"] == kept["seat_share"] == []
    assert bool(kept["chance"]) == begun


def test_a_bot_that_sits_for_nobody_is_a_bot() -> None:
    driver = TableDriver("zocken", ["person", "person"], SHORT)
    driver.table.sit(0, "guest-0", "Ann", driver.chains[0].head.hex(), driver.now)
    driver.table.do(wire.Start(cid=driver.cid()), "guest-0", driver.now)
    driver.written()
    play(driver, [greedy] * 2, 1)
    assert [sat.who for sat in finished_game(driver.name, driver.rows).seats] == [("guest-0", ""), ("", "beginner")]


# ── Who is seen ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_only_who_wants_to_be_seen_is_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "FEWEST", 4)
    with season_of(store, "Ann", "Ben") as (finished, writer):
        for seed in range(4):
            short_game(finished, ["Ann", "Ben"], seed)
            short_game(finished, ["bot:regular", "bot:master"], seed)
        short_game(finished, ["Ann", "bot:expert"], 9)
        counted(store, writer)
        assert [each.kind for each in queries.ratings(store, "zocken", 2).lines] == ["bot", "bot"]
        for name in ("Ann", "Ben"):
            with pytest.raises(Refusal, match="nobody"):
                queries.listed_person(store, identity(name))
            writer.submit(Write(also=[statements.list_person(identity(name), True)] * 2)).result(30)
        shown = queries.ratings(store, "zocken", 2)
        assert {each.name for each in shown.lines} == {"Ann", "Ben", "regular", "master"}
        assert shown.hidden == 1  # the expert has played once
        assert [each.rank for each in shown.lines] == [1, 2, 3, 4]
        safe = [each.mu - 2 * each.sigma for each in shown.lines]
        assert safe == sorted(safe, reverse=True)
        ann = queries.person(store, queries.listed_person(store, identity("Ann")), "en")
        assert ann.name == "Ann"
        assert "table" not in ann.model_dump_json()
        writer.submit(Write(also=[statements.list_person(identity("Ann"), False)])).result(30)
        assert "Ann" not in queries.ratings(store, "zocken", 2).model_dump_json()
        few = queries.ratings(store, "zocken", 3)
        assert not few.lines
        assert not few.seats


def test_a_person_is_forgotten_by_one_statement_a_table(store: Store) -> None:
    with season_of(store, "Ann", "Ben") as (finished, writer):
        short_game(finished, ["Ann", "Ben"], 1)
        counted(store, writer)
        put = statements.put_review(
            finished.tables[0], [_luck_and_skill()] * 2, {0: identity("Ann"), 1: identity("Ben")}, {0, 1}
        )
        writer.submit(Write(also=[*put, statements.list_person(identity("Ann"), True)])).result(30)
        own = [table for table in schema.metadata.tables if table not in ("event", "guest", "gathering", "sitting")]
        own.remove("dice")
        assert identity("Ann") in repr(everything(store, own))
        ben = queries.person(store, _guest(store, "Ben"), "en")
        assert ben.categories[0].skill.games == 1
        forgotten = statements.forget(identity("Ann"))
        assert len(forgotten) == len(statements.OWNED)
        writer.submit(Write(also=[*forgotten, ("DELETE FROM guest WHERE id = ?", (identity("Ann"),))])).result(30)
        assert identity("Ann") not in repr(everything(store, own))
        assert queries.person(store, _guest(store, "Ben"), "en") == ben
        asyncio.run(_anew(store, writer))
        counted(store, writer)
        assert identity("Ann") not in repr(everything(store, own))  # though the log still names her
        assert queries.person(store, _guest(store, "Ben"), "en") == ben


def test_mistakes_in_words() -> None:
    assert mistakes.said(mistakes.kind("take 25", "roll")) == "stopped when rolling again was better"
    assert mistakes.said(mistakes.kind("castle", "resign")) == "“castle” when “resign” was better"
