"""A server without the extra `fast`: simpler bots play there, and the log and the ratings name these."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stammtisch.fair import Chain
from stammtisch.server.live.tables import TableRegistry
from stammtisch.server.live.workers import Workers
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.settings import Opening, SeatPlan
from stammtisch.server.statistics.finished_game import finished_game
from stammtisch.server.storage.entities import Guest
from stammtisch.server.storage.store import Store

ANN = Guest("guest-ann", "Ann", bot=False, created=0)
SEATS = [SeatPlan(), SeatPlan(kind="bot", bot="master")]


@pytest.mark.parametrize(("compiles", "plays"), [(True, "master"), (False, "first")])
def test_who_is_rated_is_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiles: bool, plays: str) -> None:
    monkeypatch.setattr("stammtisch.bots.precompile.can_compile", lambda: compiles)

    async def resigned(store: Store) -> str:
        writer = store.writer(failed=lambda _: None)
        writer.start()
        tables = TableRegistry(store, writer, Workers())
        name, keys = await tables.open(Opening(game="heckmeck", seats=SEATS), ANN.id)
        await tables.sit(name, 0, ANN, Chain(bytes(32), name, 0).head.hex(), keys[0])
        live = await tables.live(name)
        if not live.table.begun:
            assert isinstance(await tables.do(live, wire.Start(cid="client-id-0000000"), ANN.id), wire.Done)
        assert live.table.names[1].startswith(f"bot {plays} ")
        assert isinstance(await tables.do(live, wire.Resign(cid="client-id-0000001"), ANN.id), wire.Done)
        await tables.close()
        writer.stop()
        return name

    store = Store(f"sqlite:///{tmp_path}/stammtisch.db")
    try:
        name = asyncio.run(asyncio.wait_for(resigned(store), 100))
        game = finished_game(name, store.rows(name))
    finally:
        store.close()
    assert [(sat.who, sat.place) for sat in game.seats] == [((ANN.id, ""), 2), (("", plays), 1)]
    assert game.unrated is None
