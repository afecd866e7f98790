"""Fuzzed frames and generated requests in their short form; the decoder that believes everything must be found out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch import games
from stammtisch.core.match import Match
from stammtisch.fair import Chain
from stammtisch.server.live.payer import SERVER, Payer
from stammtisch.server.live.workers import Workers
from stammtisch.server.process.server import Server
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.settings import Opening, SeatPlan
from stammtisch.server.routes import study, tables
from stammtisch.server.storage.entities import Guest
from stammtisch.server.study import history
from stammtisch.server.table.state import TableState
from tests.server.checklist import row
from tests.server.table_driver import TableDriver
from tests.soak import fuzz


@row(9)
def test_fuzzed_frames_crash_nothing_and_change_nothing() -> None:
    counts = fuzz.through_the_table(10_000, 1)
    assert counts.crashes == {}
    assert counts.changed == 0
    assert counts.done > 100
    assert len(counts.answers) > 12


@row(9)
def test_a_decoder_that_believes_everything_is_found_out() -> None:
    assert fuzz.through_the_table(1_000, 1, fuzz.lenient).crashes


@row(9, 20)
def test_fuzzed_frames_over_sockets() -> None:
    answers, _, log = fuzz.over_sockets(500, 1)
    assert answers > 400
    assert "Traceback" not in log
    assert '"level": "error"' not in log


@row(9, 20)
@pytest.mark.no_cover
def test_generated_requests() -> None:
    from tests.soak import http_cases  # only now: it takes long to load, and every worker loads this file

    counts, log = http_cases.run(60)
    assert counts.faults == {}
    assert max(counts.statuses) < 500
    assert {200, 201, 404, 422} <= set(counts.statuses)
    assert "Traceback" not in log


@row(9)
def test_a_server_that_takes_any_name_is_found_out() -> None:
    from tests.soak import http_cases

    assert http_cases.run(100, code=http_cases.LAX, only="POST /api/guests")[0].faults


@row(9)
@pytest.mark.no_cover
def test_a_server_that_takes_any_address_is_found_out() -> None:
    from tests.soak import http_cases

    assert http_cases.run(400, code=http_cases.CARELESS, only="GET /api/tables")[0].faults


@row(25)
def test_taking_back_a_draft_does_not_play_the_whole_game_again() -> None:
    """Else a few messages a second would keep the server busy: late in a game there is much to play again."""
    driver = TableDriver("zatre").sit_all()
    driver.play_on(3, 150)
    while not (lays := [m for m in driver.table.playing.position.legal_moves if str(m) not in ("done", "pass")]):
        driver.step(Random(1))
    table, played = driver.table, []
    seat = table.playing.position.turn
    driver.move(seat, str(lays[0]))
    start = type(table.playing.position)
    after = start.after
    try:
        start.after = lambda self, made: played.append(made) or after(self, made)  # type: ignore[func-returns-value, method-assign]
        driver.do(seat, wire.Undo(cid=driver.cid(), seq=table.seq))
    finally:
        start.after = after  # type: ignore[method-assign]
    assert table.playing.events > 50
    assert len(played) <= 3
    assert driver.folded().view(seat) == table.view(seat)


@row(25)
def test_bots_do_not_think_on_the_event_loop() -> None:
    """A bot is asked in a process of its own; the loop turns meanwhile."""
    driver = TableDriver("heckmeck").sit_all()
    driver.contribute()
    view = driver.table.playing.position.view(0).to_json()

    async def think() -> tuple[str, int]:
        workers, turns = Workers(), 0
        try:
            thinking = asyncio.ensure_future(workers.choose("beginner", view, 1))
            while not thinking.done():
                await asyncio.sleep(0.01)
                turns += 1
            return (await thinking).move, turns
        finally:
            workers.close()

    move, turns = asyncio.run(think())
    assert move in driver.table.view(0)["legal"]
    assert turns > 3  # on the loop there would have been none


@row(25)
@pytest.mark.parametrize("game", games.names())
def test_a_command_asks_for_the_legal_moves_of_a_position_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find them is the longest work of a command. However many watch, it is done once for each position."""
    driver = TableDriver(game, ["person"] * 3).sit_all()
    rules, asked = driver.table.game.rules, [0]
    moves = rules.moves

    def counted(*args: Any) -> int:
        asked[0] += 1
        return moves(*args)

    monkeypatch.setattr(rules, "moves", counted)
    rng, most = Random(5), 0
    for _ in range(60):
        asked[0] = 0
        assert driver.step(rng)
        for viewer in (None, 0, 1, 2, None):
            driver.table.view(viewer)
        most = max(most, asked[0])
    assert 1 <= most <= 2  # the position that was decided about, if nobody had looked, and the new one


async def _here(
    self: Workers, pool: str, payer: Payer, job: Callable[..., object], *args: object, **names: object
) -> object:
    """As if there were no workers."""
    return job(*args, **names)


@row(25)
@pytest.mark.parametrize("control", [False, True])
def test_games_are_told_and_reviewed_in_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, control: bool
) -> None:
    """A long game takes long to be played again. Whoever asks for it must not keep the others waiting."""

    def never(*_: object) -> None:
        raise AssertionError("a game was folded where others wait for it")

    server = Server(f"sqlite:///{tmp_path}/stammtisch.db")

    async def ask() -> None:
        async with server.running():
            opening = Opening(game="heckmeck", seats=[SeatPlan(), SeatPlan()], public=True)
            name, _ = await server.tables.open(opening, "guest-0")
            for seat in range(2):
                guest = Guest(f"guest-{seat}", f"Person {seat}", bot=False, created=0)
                await server.tables.sit(name, seat, guest, Chain(bytes(32), name, seat).head.hex(), None)
            live = await server.tables.live(name)
            assert isinstance(await server.tables.do(live, wire.Resign(cid="r" * 16), "guest-0"), wire.Done)
            monkeypatch.setattr(TableState, "retraced", never)
            monkeypatch.setattr(Match, "play", never)
            if control:
                monkeypatch.setattr(Workers, "run", _here)
                for asked in (
                    tables.download(name, history.Download.TEXT, None, SERVER, server),
                    study.moment(name, None, SERVER, server),
                    study.told_story(name, None, SERVER, server),
                    study.review(name, None, SERVER, server),
                ):
                    with pytest.raises(AssertionError, match="others wait"):
                        await asked
                return
            for what in history.Download:
                assert (await tables.download(name, what, None, SERVER, server)).body
            for answer in (
                await study.moment(name, None, SERVER, server),
                await study.told_story(name, None, SERVER, server),
                await study.review(name, None, SERVER, server),
            ):
                assert json.loads(bytes(answer.body))

    asyncio.run(ask())
