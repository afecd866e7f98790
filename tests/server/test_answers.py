"""Answers: what is dear is computed by workers, once, and kept; whoever asks for what is not there pays for it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path

import pytest

from stammtisch.server.http import limits
from stammtisch.server.http.answers import Answers
from stammtisch.server.http.limits import Limits
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol.refusal import Refusal
from tests.examples import EXAMPLE
from tests.server import api
from tests.server.checklist import row
from tests.server.server_process import COMMAND, ServerProcess
from tests.server.worker_jobs import noted, noted_when

ANN, BEN = Payer("ann", "203.0.113.1"), Payer("ben", "203.0.113.2")


def asked(test: Callable[[Answers], Awaitable[None]], most: int = 10_000) -> None:
    """Run a test with answers of real workers."""

    async def run() -> None:
        workers = Workers()
        try:
            await test(Answers(workers, Limits(), most))
        finally:
            workers.close()

    asyncio.run(run())


@row(25)
def test_what_is_asked_twice_is_computed_once(tmp_path: Path) -> None:
    file = tmp_path / "notes"

    async def test(answers: Answers) -> None:
        first = asyncio.ensure_future(answers.get("rest", ANN, 1, noted_when, file, b"one"))
        second = asyncio.ensure_future(answers.get("rest", BEN, 1, noted_when, file, b"one"))
        await asyncio.sleep(0)
        file.with_suffix(".go").touch()
        assert await first == await second == (b"one",)
        assert await answers.get("rest", BEN, 1, noted_when, file, b"one") == (b"one",)
        assert file.read_text() == "x"
        assert await answers.get("rest", ANN, 1, noted_when, file, b"two") == (b"two",)
        assert file.read_text() == "xx"
        answers.forget()
        await answers.get("rest", ANN, 1, noted_when, file, b"one")
        assert file.read_text() == "xxx"
        for _ in range(2):  # the control: not kept
            assert await answers.new("rest", ANN, 1, noted, file, b"one") == (b"one",)
        assert file.read_text() == "xxxxx"

    asked(test)


def test_only_so_many_bytes_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "notes"

    async def test(answers: Answers) -> None:
        for size in (40, 50, 40, 60, 40, 101, 101):  # 40 is asked for again and stays, 50 goes for 60
            await answers.get("rest", ANN, 0, noted, file, b"." * size)
        assert len(file.read_text()) == 5  # 40, 50, 60, and twice what is too large
        await answers.get("rest", ANN, 0, noted, file, b"." * 50)
        assert len(file.read_text()) == 6

    asked(test, most=100)


@row(12)
def test_only_who_asks_for_what_is_not_there_pays(tmp_path: Path) -> None:
    async def test(answers: Answers) -> None:
        everything = limits.POINTS_AT_ONCE
        await answers.get("rest", ANN, everything, noted, tmp_path / "notes", b"dear")
        with pytest.raises(Refusal) as refused:
            await answers.get("rest", ANN, everything, noted, tmp_path / "notes", b"another")
        assert refused.value.code == "busy"
        assert refused.value.wait
        for payer in (ANN, BEN):
            assert await answers.get("rest", payer, everything, noted, tmp_path / "notes", b"dear") == (b"dear",)
        await answers.get("rest", BEN, 5, noted, tmp_path / "notes", b"another")

    asked(test)


def test_what_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    file = tmp_path / "notes"

    async def test(answers: Answers) -> None:
        ann, ben = Payer("ann", "a", asyncio.Event()), Payer("ben", "b", asyncio.Event())
        both = [asyncio.ensure_future(answers.get("rest", each, 1, noted_when, file, b"one")) for each in (ann, ben)]
        while not file.with_suffix(".begun").exists():
            await asyncio.sleep(0.01)
        assert ann.left
        assert ben.left
        ann.left.set()
        with pytest.raises(Refusal, match="you have left"):
            await both[0]
        (making,) = answers._making.values()
        assert not making.left.is_set()  # somebody still waits
        ben.left.set()
        with pytest.raises(Refusal, match="you have left"):
            await both[1]
        assert making.left.is_set()
        late = asyncio.ensure_future(answers.get("rest", Payer("cleo", "c"), 1, noted_when, file, b"one"))
        await asyncio.sleep(0)
        file.with_suffix(".go").touch()
        assert await late == (b"one",)  # who comes now does not go with them

    asked(test)


# ── A server ─────────────────────────────────────────────────────────────────────────────────────────────────────────

POOR = f"""
from stammtisch.server.http import limits
limits.POINTS_AT_ONCE, limits.POINTS = 4, 0.001
{COMMAND}
"""
"""A server that gives each address little."""


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str]]:
    """A server of that kind, and a game that is over."""
    with ServerProcess(tmp_path_factory.mktemp("dear"), "--trusted-proxy", "127.0.0.1", code=POOR) as server:
        token = api.guest(server)
        opening = {"game": EXAMPLE, "seats": [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]}
        table = api.ask(server, "POST", "/api/tables", opening, token=token).json["table"]
        while api.ask(server, "GET", f"/api/tables/{table}").json["view"]["status"] != "over":
            pass
        yield server, table


def codes(server: ServerProcess, address: str, *paths: str) -> list[int]:
    return [api.ask(server, "GET", path, X_Forwarded_For=address).status for path in paths]


@row(12)
def test_dear_questions_have_a_price_for_each_address(over: tuple[ServerProcess, str]) -> None:
    server, table = over
    moments = [f"/api/tables/{table}/moment?to={number}" for number in range(2, 8)]
    assert codes(server, "203.0.113.1", *moments) == [200] * 4 + [429] * 2
    refused = api.ask(server, "GET", moments[-1], X_Forwarded_For="203.0.113.1")
    assert refused.json["code"] == "busy"
    assert refused.json["reason"].endswith(f"try again in {refused.headers['retry-after']} seconds")
    for what in ("story", "record.txt", "review"):
        assert codes(server, "203.0.113.1", f"/api/tables/{table}/{what}") == [429]
    assert codes(server, "203.0.113.1", *moments[:4] * 5) == [200] * 20  # what is kept costs nothing
    assert codes(server, "203.0.113.2", *moments[4:]) == [200] * 2  # others pay for themselves
    assert codes(server, "127.0.0.1", f"/api/tables/{table}/record.txt", f"/api/tables/{table}/story") == [200] * 2


@row(12)
def test_events_in_words_have_a_price(over: tuple[ServerProcess, str]) -> None:
    """They are the story, in pieces."""
    server, table = over
    pages = [f"/api/tables/{table}/events?limit=10&since={number}" for number in range(6)]
    told = [f"{page}&language=de" for page in pages]
    assert codes(server, "203.0.113.30", *told) == [200] * 4 + [429] * 2
    assert codes(server, "203.0.113.30", *told[:4], *pages) == [200] * 10  # what is kept, or needs no words, is free


@row(12)
def test_a_deletion_has_a_price(over: tuple[ServerProcess, str]) -> None:
    """Each searches the whole log, and guests cost nothing."""
    server, _ = over

    def leaves(address: str) -> int:
        return api.ask(server, "DELETE", "/api/me", {}, token=api.guest(server), X_Forwarded_For=address).status

    assert [leaves(f"203.0.113.{number}") for number in (40, 40, 41)] == [200, 429, 200]


@row(12)
def test_who_may_not_is_refused_before_anything_is_done(over: tuple[ServerProcess, str]) -> None:
    """At the address that has no points left, it would be 429."""
    server, _ = over
    token = api.guest(server)
    table, _ = api.table(server, token)
    poor = "203.0.113.9"
    for what in ("moment", "review", "record.txt", "record.jsonl", "transcript.jsonl"):
        for _ in range(6):
            answer = api.ask(server, "GET", f"/api/tables/{table}/{what}", X_Forwarded_For=poor)
            assert (answer.status, answer.json["code"]) == (409, "not_over")
        assert codes(server, poor, f"/api/tables/{'x' * 32}/{what}") == [404]
    assert codes(server, poor, "/api/me/export", "/api/my/statistics", f"/api/tables/{table}/hint") == [401] * 3
    assert codes(server, poor, f"/api/people/{'0' * 32}/statistics") == [404]
    assert codes(server, poor, f"/api/tables/{table}/story") == [200]  # nothing was paid for all that


def cup(server: ServerProcess, players: int) -> tuple[str, Callable[..., int]]:
    """A tournament with its seed, and how to let something happen in it from an address: the status of the answer."""
    token = api.guest(server)
    name = api.ask(server, "POST", "/api/tournaments", {"title": "Cup"}, token=token).json["tournament"]

    def do(address: str, *what: Mapping[str, object]) -> int:
        seq = api.ask(server, "GET", f"/api/tournaments/{name}", token=token).json["seq"]
        command = {"cid": secrets.token_hex(8), "seq": seq, "what": what}
        path = f"/api/tournaments/{name}/events"
        return api.ask(server, "POST", path, command, token=token, X_Forwarded_For=address).status

    entered = [{"kind": "entered", "name": f"Player {number}"} for number in range(players)]
    assert do("203.0.113.20", *entered, {"kind": "seeded", "seed": "5 1 6 3 3"}) == 200
    return name, do


@row(12)
def test_a_draw_costs_as_much_as_it_has_players(over: tuple[ServerProcess, str]) -> None:
    drawn, undrawn = {"kind": "drawn"}, {"kind": "undrawn", "round": 1}
    _, do = cup(over[0], 100)
    assert [do("203.0.113.21", each) for each in (drawn, undrawn, drawn, undrawn, drawn)] == [200, 200, 200, 200, 429]
    _, do = cup(over[0], 5)  # the control: a small one is drawn as often as one likes
    assert [do("203.0.113.22", each) for each in (drawn, undrawn) * 5] == [200] * 10


@row(25)
def test_documents_of_a_tournament_are_made_once(over: tuple[ServerProcess, str]) -> None:
    server, _ = over
    name, do = cup(server, 5)
    log, standings = (f"/api/tournaments/{name}/{each}" for each in ("log", "standings.csv"))
    assert codes(server, "203.0.113.23", log, standings, log) == [200, 429, 200]
    assert do("203.0.113.24", {"kind": "drawn"}) == 200
    assert codes(server, "203.0.113.23", log) == [429]  # it has changed
