"""The day's game at a real server: nobody knows its dice before, everybody meets the same, all is verified after."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch.client import Server
from stammtisch.client.http import Guest
from stammtisch.fair.deal import hash_of_deal, key_of_deal, nonce_of_deal, seed_of_deal, seed_text
from stammtisch.server.protocol.deals import DealCourse, DealShown, DealsShown
from tests.examples import EXAMPLE, TITLES
from tests.server import api
from tests.server.server_process import ServerProcess

TODAY = datetime.now(UTC).date()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("deals")) as server:
        yield server


def name_of(game: str, days: int = 0) -> str:
    return f"{TODAY + timedelta(days=days)}-{game}"


def keys_of(server: ServerProcess, name: str) -> set[str]:
    """All that must stay secret of a deal, as text: its key, seed and nonce."""
    with closing(sqlite3.connect(server.folder / "data" / "stammtisch.db")) as database:
        (secret,) = database.execute("SELECT secret FROM cluster WHERE number = 3").fetchone()
    key = key_of_deal(bytes.fromhex(secret), name)
    seed = seed_of_deal(key)
    return {secret, key.hex(), str(seed), seed_text(seed), nonce_of_deal(key).hex()}


async def play(server: ServerProcess, name: str, choices: int, steps: int = 100_000) -> tuple[Guest, str]:
    """A new guest plays a deal, with moves at random."""
    guest = await Server(server.address).guest(f"Guest {choices}")
    table = await go_on(guest, name, choices, steps)
    return guest, table


async def go_on(guest: Guest, name: str, choices: int, steps: int = 100_000, *, sits: bool = False) -> str:
    begun = await guest.server.ask("PUT", f"/api/deals/{name}", None, guest.token)
    table, rng = str(begun["table"]), Random(choices)
    async with guest.seat(table) if sits else await guest.sit(table, begun["seat"]) as seat:
        while steps and await seat.my_turn():
            await seat.play(rng.choice(seat.legal))
            steps -= 1
    return table


def throws(server: ServerProcess, guest: Guest, table: str) -> dict[tuple[int, int], Any]:
    """The throws of a table, by turn and index in the turn."""
    answer = api.ask(server, "GET", f"/api/tables/{table}/transcript.jsonl", token=guest.token)
    assert answer.status == 200, answer
    lines = [json.loads(line) for line in answer.text.splitlines()]
    shown = {line["show"]: line for line in lines if "show" in line}
    found: dict[tuple[int, int], Any] = {}
    for line in lines:
        if "throw" in line:
            lots = shown.get(line["throw"], line)["lots"]
            found |= {
                (line["turn"], line["index"] + at): each for at, each in enumerate(zip(line["of"], lots, strict=True))
            }
    return found


def test_today_and_the_hashes_of_the_coming_days(server: ServerProcess) -> None:
    shown = DealsShown.model_validate(api.ask(server, "GET", "/api/deals").json)
    assert {each.game for each in shown.today} == set(TITLES)
    assert {each.date for each in shown.coming} == {str(TODAY + timedelta(days=ahead)) for ahead in range(1, 8)}
    published = {each.name: each.hash for each in shown.today} | {each.name: each.hash for each in shown.coming}
    for name, hash_ in published.items():
        with closing(sqlite3.connect(server.folder / "data" / "stammtisch.db")) as database:
            (secret,) = database.execute("SELECT secret FROM cluster WHERE number = 3").fetchone()
        key = key_of_deal(bytes.fromhex(secret), name)
        assert hash_ == hash_of_deal(name, seed_of_deal(key), nonce_of_deal(key)).hex()


def test_different_moves_meet_the_same_dice_and_the_results_are_compared(server: ServerProcess) -> None:
    name = name_of(EXAMPLE)
    (ann, first), (ben, second) = asyncio.run(_two(server, name))
    assert first != second
    mine, others = throws(server, ann, first), throws(server, ben, second)
    common = mine.keys() & others.keys()
    assert len(common) > 20
    assert all(mine[at] == others[at] for at in common)
    shown = DealShown.model_validate(api.ask(server, "GET", f"/api/deals/{name}", token=ann.token).json)
    assert shown.results
    assert len(shown.results) == 2
    assert sum(each.matchpoints or 0 for each in shown.results) == 1
    assert [each.mine for each in shown.results].count(True) == 1
    assert {bool(each.name) for each in shown.results if not each.mine} == {False}  # who does not want to be seen
    assert abs(sum(each.difference for each in shown.results)) < 1e-9
    again = api.ask(server, "PUT", f"/api/deals/{name}", token=ann.token).json
    assert again["table"] == first


async def _two(server: ServerProcess, name: str) -> Sequence[tuple[Guest, str]]:
    return await asyncio.gather(play(server, name, 1), play(server, name, 2))


def test_nobody_else_sees_a_table_before_the_deal_closes(server: ServerProcess) -> None:
    name = name_of(EXAMPLE)
    ann, table = asyncio.run(play(server, name, 3))
    stranger = api.guest(server, "Stranger")
    paths = [f"/api/tables/{table}{rest}" for rest in (
        "", "/events", "/transcript.jsonl", "/record.jsonl", "/record.txt", "/moment", "/review", "/story",
        "/picture.png",
    )]  # fmt: skip
    for path in paths:
        for token in (None, stranger):
            answer = api.ask(server, "GET", path, token=token)
            assert (answer.status, answer.json["code"]) == (403, "sealed"), path
        if not path.endswith("review"):
            assert api.ask(server, "GET", path, token=ann.token).status == 200
    with pytest.raises(AssertionError), api.enter(server, table, stranger):
        pass
    for path in (f"/api/deals/{name}", f"/api/deals/{name}/course"):
        answer = api.ask(server, "GET", path, token=stranger)
        assert answer.status == 403 or answer.json["results"] is None
    page = api.ask(server, "GET", f"/t/{table}").text
    assert "og:title" not in page or f'content="{TITLES[EXAMPLE]}' not in page
    assert table not in json.dumps(api.ask(server, "GET", "/api/tables?status=over").json)


def test_the_dice_cannot_be_known_before(server: ServerProcess) -> None:
    """Nothing that a server says, writes into the log, or refuses with has any secret of a deal."""
    ann, table = asyncio.run(play(server, name_of(EXAMPLE), 4))
    secrets = set.union(*(keys_of(server, name_of(EXAMPLE, ahead)) for ahead in range(8)))
    master = next(iter(keys_of(server, name_of(EXAMPLE))))
    said = [
        api.ask(server, "GET", path, token=ann.token).text
        for path in (
            "/api/deals", f"/api/deals/{name_of(EXAMPLE)}", f"/api/deals/{name_of(EXAMPLE, 1)}",
            f"/api/deals/{name_of(EXAMPLE, 1)}/course", f"/api/deals/{name_of('nothing')}", f"/api/tables/{table}",
            f"/api/tables/{table}/events?limit=500", f"/api/tables/{table}/transcript.jsonl", "/api/my/export",
            f"/api/tables/{table}/record.jsonl", "/api/my/tables", "/api/my/finished", f"/t/{table}", "/metrics",
        )
    ]  # fmt: skip
    assert api.ask(server, "GET", f"/api/deals/{name_of(EXAMPLE, 1)}", token=ann.token).json["code"] == "no_deal"
    assert api.ask(server, "PUT", f"/api/deals/{name_of(EXAMPLE, 1)}", token=ann.token).json["code"] == "no_deal"
    with closing(sqlite3.connect(server.folder / "data" / "stammtisch.db")) as database:
        for kept in ("event", "snapshot", "gathering", "dealt", "audit"):
            said += [json.dumps(row) for row in database.execute(f"SELECT * FROM {kept}")]
    said.append(server.log)
    assert master
    assert not [secret for secret in secrets for text in said if secret in text]


def test_it_goes_on_with_the_same_dice_after_a_kill(tmp_path: Path) -> None:
    name = name_of(EXAMPLE)
    with ServerProcess(tmp_path) as server:
        ben, whole = asyncio.run(play(server, name, 5))
        ann, table = asyncio.run(play(server, name, 5, steps=6))
        before = api.ask(server, "GET", "/api/deals").json
        server.kill()
        server.start()
        assert api.ask(server, "GET", "/api/deals").json["coming"] == before["coming"]
        assert asyncio.run(go_on(ann, name, 6, sits=True)) == table
        mine, others = throws(server, ann, table), throws(server, ben, whole)
        assert all(mine[at] == others[at] for at in mine.keys() & others.keys())


def test_the_course_is_told_with_the_best_line(server: ServerProcess) -> None:
    ann, _ = asyncio.run(play(server, name_of(EXAMPLE), 7))
    for _ in range(10):
        answer = api.ask(server, "GET", f"/api/deals/{name_of(EXAMPLE)}/course", token=ann.token)
        if answer.status == 200:
            break
    course = DealCourse.model_validate(answer.json)
    assert len(course.mine) > 3
    assert len(course.best) > 3
