"""Bots at tables: whoever computes too much delays nobody, a bot that fails says so, and nobody plays for nobody."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from stammtisch.fair import Chain
from stammtisch.server.live import autoplay, registry, workers
from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.live.workers import BotMove, Workers
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.settings import Clock, Opening, Place, SeatPlan
from stammtisch.server.statistics.finished_game import finished_game
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.faults import Damaged
from stammtisch.server.storage.log import Row, Write
from stammtisch.server.storage.store import Store
from stammtisch.server.table.sentences import told
from stammtisch.server.table.state import TableState
from tests.server import worker_jobs as jobs

ANN = Guest("guest-ann", "Ann", bot=False, created=0)
EVE = Payer("eve", "192.0.2.1")
BOT = SeatPlan(kind="bot", bot="first")

Play = Callable[[Store, TableRegistry], Awaitable[None]]


def run(folder: Path, *plays: Play) -> None:
    """One run of the server after the other, with the same database."""

    async def whole() -> None:
        for play in plays:
            store = Store(f"sqlite:///{folder}/stammtisch.db")
            writer = store.writer(failed=lambda _: None)
            writer.start()
            tables = TableRegistry(store, writer, Workers())
            try:
                await asyncio.wait_for(play(store, tables), 100)
            finally:
                await tables.close()
                writer.stop()
                store.close()

    asyncio.run(whole())


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


async def with_ann(tables: TableRegistry, game: str = "heckmeck", clock: Clock | None = None) -> LiveTable:
    """A table at which a bot begins and Ann plays; she has given her part of the first throw."""
    opening = Opening(game=game, seats=[BOT, SeatPlan()], clock=clock or Clock())
    name, keys = await tables.open(opening, ANN.id)
    chain = Chain(bytes(32), name, 1)
    await tables.sit(name, 1, ANN, chain.head.hex(), keys[1])
    live = await tables.live(name)
    dice = live.table.dealer
    assert dice
    assert dice.seen.open
    element = chain.element(dice.seen.contributors.owed(1)).hex()
    given = wire.Contribute(cid="client-id-0000000", throw=dice.seen.open.number, element=element)
    assert isinstance(await tables.do(live, given, ANN.id), wire.Done)
    assert live.table.bot_to_move, "the bot has a choice now"
    return live


async def of_bots(tables: TableRegistry, host: str = "eve", place: Place | None = None) -> LiveTable:
    name, _ = await tables.open(Opening(game="heckmeck", seats=[BOT] * 3), host, place=place)
    return await tables.live(name)


def decided(live: LiveTable) -> bool:
    return any(row.kind == "seat" for row in live.table.rows)


def blocks_for_bots(gate: Path, bot: str, view: dict[str, Any], seed: int) -> BotMove:
    """A bot at a table of three waits for a file; at one of two it decides at once."""
    if view["options"]["players"] == 3:
        jobs.wait_for(gate)
    return workers.choose(bot, view, seed)


def fails(bot: str, view: dict[str, Any], seed: int) -> BotMove:
    raise ValueError("this bot always fails")


def fails_too(view: dict[str, Any], seed: int) -> BotMove:
    raise ValueError("and so does this one")


def dies_once(file: Path, bot: str, view: dict[str, Any], seed: int) -> BotMove:
    if not file.exists():
        file.touch()
        jobs.die()
    return workers.choose(bot, view, seed)


def test_a_table_that_cannot_be_written_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor read again by the bot that would go on, or by whoever asks."""
    monkeypatch.setattr(registry, "SOON", 0)
    tried: list[Write] = []

    async def play(store: Store, tables: TableRegistry) -> None:
        live = await with_ann(tables)
        name = live.table.name

        async def damaged(write: Write) -> None:
            tried.append(write)
            raise Damaged("cannot be written", name, write.rows[0].seq)

        monkeypatch.setattr(tables._writer, "write", damaged)
        monkeypatch.setattr(store, "recent", None)  # calling it would be logged as another error
        await until(lambda: live.gone)
        await tables.wake_these([name])
        for _ in range(2):
            with pytest.raises(Damaged):
                await tables.live(name)
        assert list(tables.damaged) == [name]

    run(tmp_path, play)
    assert len(tried) == 1
    (told,) = (record for record in caplog.records if record.levelno >= logging.ERROR)
    assert "restore BACKUP" in told.getMessage()


# ── Nobody waits for what others have computed ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("apart", [True, False])
def test_advice_does_not_hold_up_a_bot(tmp_path: Path, apart: bool) -> None:
    """Somebody has something endless computed. The control has one pool for everything, and there the bot waits."""

    async def play(_: Store, tables: TableRegistry) -> None:
        pools, gate = tables.workers.pools, tmp_path / "gate"
        if not apart:
            tables.workers.pools = dict.fromkeys(pools, pools["moves"])
        advice = asyncio.ensure_future(tables.workers.run("rest", EVE, jobs.wait_for, gate))
        await until(gate.with_suffix(".begun").exists)
        live = await with_ann(tables)
        await until(lambda: decided(live) or pools["moves"].waiting > 0)
        assert decided(live) == apart
        assert not advice.done()
        gate.touch()
        await until(lambda: decided(live))
        await advice

    run(tmp_path, play)


@pytest.mark.parametrize("apart", [True, False])
def test_many_tables_of_bots_do_not_hold_up_a_bot_at_a_persons_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, apart: bool
) -> None:
    """The control lets all bots think in the same processes."""
    gate = tmp_path / "gate"
    monkeypatch.setattr(workers, "choose", partial(blocks_for_bots, gate))

    async def play(_: Store, tables: TableRegistry) -> None:
        pools = tables.workers.pools
        if not apart:
            tables.workers.pools = dict.fromkeys(pools, pools["moves"])
        many = [await of_bots(tables) for _ in range(30)]
        await until(gate.with_suffix(".begun").exists)
        live = await with_ann(tables)
        await until(lambda: decided(live) or pools["moves"].waiting == len(many))
        assert decided(live) == apart
        assert not any(decided(each) for each in many)
        assert pools["bots"].running <= 1, "at most so many at once"
        gate.touch()
        await until(lambda: all(decided(each) for each in many))

    run(tmp_path, play)


def test_what_is_too_much_is_refused_and_bots_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def busy_once(self: Workers, bot: str, view: dict[str, Any], *_: object) -> BotMove:
        asked.append(bot)
        if len(asked) == 1:
            raise Refusal("busy", "try again in 0 seconds", wait=1)
        return workers.stand_in(view, 1)._replace(failed=False)

    monkeypatch.setattr(Workers, "choose", busy_once)

    async def play(_: Store, tables: TableRegistry) -> None:
        live = await with_ann(tables)
        await until(lambda: decided(live))
        assert len(asked) >= 2
        assert {row.kind for row in live.table.rows}.isdisjoint(("stuck", "stood_in"))

    run(tmp_path, play)


# ── Nobody plays for nobody ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("pauses", [True, False])
def test_bots_do_not_play_without_watchers_nor_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pauses: bool
) -> None:
    """The control takes every table for a watched one."""
    monkeypatch.setattr("stammtisch.server.live.live_table.LINGER", 0.0)
    if not pauses:
        monkeypatch.setattr(LiveTable, "is_watched", True)
    names: list[str] = []

    async def opens(_: Store, tables: TableRegistry) -> None:
        live = await of_bots(tables)
        names.append(live.table.name)
        assert (live.thinking is None) == pauses

    async def comes_back(_: Store, tables: TableRegistry) -> None:
        await tables.wake()
        live = await tables.live(names[0])
        assert (live.thinking is None) == pauses
        watcher = Watcher(None)
        await tables.enter(watcher, wire.Hello(table=names[0]))
        assert live.thinking, "it goes on when somebody watches"
        await until(lambda: decided(live))

    async def in_a_tournament(_: Store, tables: TableRegistry) -> None:
        live = await of_bots(tables, place=Place(tournament="tournament-000001", round=1, table=1))
        assert live.thinking

    run(tmp_path, opens, comes_back, in_a_tournament)


def test_who_comes_and_goes_does_not_make_a_bot_begin_anew(tmp_path: Path) -> None:
    async def play(_: Store, tables: TableRegistry) -> None:
        live = await with_ann(tables)
        thought = live.thinking
        assert thought
        for _visit in range(3):
            watcher = Watcher(None)
            await tables.enter(watcher, wire.Hello(table=live.table.name))
            tables.exit(live, watcher)
        assert isinstance(await tables.do(live, wire.Say(cid="client-id-0000001", text="hm"), ANN.id), wire.Done)
        assert live.thinking is thought
        await until(lambda: decided(live))

    run(tmp_path, play)


# ── A bot that fails ─────────────────────────────────────────────────────────────────────────────────────────────────


def in_silence(rows: list[Row]) -> bool:
    """Has a bot decided although it has failed, and nobody was told?"""
    kinds = [row.kind for row in rows]
    return "seat" in kinds and "stood_in" not in kinds[: kinds.index("seat")]


async def first_legal_move(self: Workers, bot: str, view: dict[str, Any], seed: int, *_: object) -> BotMove:
    """What was done before: a bot that fails plays the first of its legal moves."""
    import stammtisch

    return BotMove(str(stammtisch.position(view).legal_moves[0]), simpler=False)


@pytest.mark.parametrize("protected", [True, False])
def test_a_simpler_bot_stands_in_for_one_that_fails_and_the_game_is_not_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protected: bool
) -> None:
    monkeypatch.setattr(workers, "choose", fails)
    if not protected:
        monkeypatch.setattr(Workers, "choose", first_legal_move)

    async def play(store: Store, tables: TableRegistry) -> None:
        live = await with_ann(tables)
        await until(lambda: decided(live))
        assert live.warming == protected, "the page is told"
        await tables.do(live, wire.Resign(cid="client-id-0000001"), ANN.id)
        name = live.table.name
        rows = store.rows(name)
        assert in_silence(rows) != protected
        assert finished_game(name, rows).unrated == ("stand_in" if protected else None)
        steps, _ = TableState.retraced(name, rows)
        words = [line["text"] for line in told(steps, 1, over=False)]
        assert any("A simpler bot stands in." in each for each in words) == protected
        assert sum(row.kind == "stood_in" for row in rows) == protected, "it is said once"

    run(tmp_path, play)


def test_a_bot_whose_process_dies_has_another_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    died = tmp_path / "died"
    monkeypatch.setattr(workers, "choose", partial(dies_once, died))

    async def play(store: Store, tables: TableRegistry) -> None:
        live = await with_ann(tables)
        await until(lambda: decided(live))
        assert died.exists()
        assert tables.workers.pools["moves"].counters.lost == 1
        assert "stood_in" not in {row.kind for row in store.rows(live.table.name)}

    run(tmp_path, play)


def test_where_all_fail_the_table_says_so_and_waits_and_nobodys_time_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(autoplay, "AGAIN", 0.05)

    async def play(store: Store, tables: TableRegistry) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(workers, "choose", fails)
            patched.setattr(workers, "stand_in", fails_too)
            live = await with_ann(tables, clock=Clock(kind="game", seconds=60))
            with caplog.at_level(logging.ERROR):
                await until(lambda: len([each for each in caplog.records if "no bot finds a move" in each.message]) > 1)
            rows = store.rows(live.table.name)
            assert [row.kind for row in rows][-1] == "stuck"
            assert sum(row.kind == "stuck" for row in rows) == 1, "it is said once"
            assert json.loads(rows[-1].payload) == {"seat": 0}
            assert live.table.clocks.deadline is None
            assert live.table.view(1)["clock"]["seat"] is None
        await until(lambda: decided(live))  # it goes on by itself
        assert store.verify(live.table.name) is None

    run(tmp_path, play)


def test_bots_are_paid_for_at_the_address_where_their_table_was_opened(tmp_path: Path) -> None:
    """So whoever comes with many guests has one turn (test_pool)."""

    async def play(store: Store, tables: TableRegistry) -> None:
        places = []
        for address in ("192.0.2.1", None):
            opening = Opening(game="heckmeck", seats=[BOT, SeatPlan()])
            name, _ = await tables.open(opening, ANN.id, address=address)
            payer, pool = tables._autoplay._paid_by((await tables.live(name)).table)
            places.append((payer.guest, payer.place, pool))
        assert places == [(ANN.id, "address 192.0.2.1", "moves"), (ANN.id, f"guest {ANN.id}", "moves")]

    run(tmp_path, play)


def test_nobody_thinks_at_a_table_that_has_been_forgotten(tmp_path: Path) -> None:
    """Its watchers leave it a moment later."""

    async def play(_: Store, tables: TableRegistry) -> None:
        live = await with_ann(tables)
        tables.lose()
        assert live.gone
        tables._autoplay.resume(live)
        assert live.thinking is None

    run(tmp_path, play)
