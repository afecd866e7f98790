"""A deal closes: its seed is opened, everybody may look at its tables, and nobody can begin it any more."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from stammtisch.fair import Chain, check_deal
from stammtisch.fair.deal import hash_of_deal, nonce_of_deal, seed_of_deal
from stammtisch.server import clock
from stammtisch.server.deals import days, routes
from stammtisch.server.live.payer import Payer
from stammtisch.server.live.tables import Dealt
from stammtisch.server.process.server import Server
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.deals import DealShown
from stammtisch.server.protocol.refusal import Refusal
from stammtisch.server.protocol.settings import DealNamed, Opening, SeatPlan
from stammtisch.server.routes import tables
from stammtisch.server.storage.dealt import tables_of
from stammtisch.server.study.history import Download
from stammtisch.transcripts import verify
from tests.examples import EXAMPLE

DAY = 24 * 3600 * 1000


def test_the_seed_is_opened_when_the_deal_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = [clock.now()]
    monkeypatch.setattr(clock, "time", SimpleNamespace(time_ns=lambda: at[0] * 1_000_000))
    server = Server(f"sqlite:///{tmp_path}/stammtisch.db")

    async def ask() -> None:
        async with server.running():
            keys = await server.deals.ready()
            deal = days.DailyDeal(days.today(at[0]), EXAMPLE)
            ann, _ = await server.welcome("Ann", "", program=False)
            ben, _ = await server.welcome("Ben", "", program=False)
            begun = await routes.begin_deal(deal, ann, keys, server, None)
            head = Chain(bytes(32), begun.table, begun.seat).head.hex()
            await server.tables.sit(begun.table, begun.seat, ann, head, None)
            live = await server.tables.live(begun.table)
            assert isinstance(await server.tables.do(live, wire.Resign(cid="r" * 16), ann.id), wire.Done)

            async def transcript() -> str:
                found = await tables.download(begun.table, Download.TRANSCRIPT, ben, Payer(ben.id), server)
                return bytes(found.body).decode()

            with pytest.raises(Refusal, match="until the deal has closed"):
                await transcript()
            with pytest.raises(Refusal, match="finish the game"):
                await routes.follow_deal(deal, Payer(ben.id), keys, server)
            sealed = DealShown.model_validate_json(
                bytes((await routes.look_at_deal(deal, Payer(ben.id), keys, server)).body)
            )
            assert sealed.opened is None
            assert sealed.results is None

            at[0] += DAY
            lines = (await transcript()).splitlines()
            verdict = verify("\n".join(lines) + "\n").verdict
            assert verdict
            assert {str(each.code) for each in verdict.remarks} == {"deal", "unfinished"}
            shown = DealShown.model_validate_json(
                bytes((await routes.look_at_deal(deal, Payer(ben.id), keys, server)).body)
            )
            assert shown.opened
            assert shown.results == []  # who has resigned is not compared
            assert json.loads(lines[-1]) == shown.opened.model_dump()
            check_deal(deal.name, sealed.deal.hash, int(shown.opened.seed, 16), bytes.fromhex(shown.opened.nonce))
            with pytest.raises(Refusal, match="has closed"):
                await routes.begin_deal(deal, ben, keys, server, None)
            assert [each.guest for each in tables_of(server.store, deal.name)] == [ann.id]
            await server.deletion.leave(ann.id)
            assert [each.guest for each in tables_of(server.store, deal.name)] == [None]

    asyncio.run(ask())


def test_a_table_is_sealed_before_it_is_on_disk(tmp_path: Path) -> None:
    """A tournament's tables have names that are known before they are opened, so somebody may ask too early."""
    server = Server(f"sqlite:///{tmp_path}/stammtisch.db")
    table, key = "a" * 32, bytes(range(32))
    deal = DealNamed(name="cup-1", hash=hash_of_deal("cup-1", seed_of_deal(key), nonce_of_deal(key)).hex())
    bots = Opening(game=EXAMPLE, seats=[SeatPlan(kind="bot", bot="beginner")] * 2)

    async def ask() -> None:
        async with server.running():
            opened = asyncio.ensure_future(server.tables.open(bots, "", name=table, dealt=Dealt(deal, key)))
            while server.tables.in_use(table) is None:
                await asyncio.sleep(0)
            early = tables.look(table, None, Payer(), server), tables.events(table, server, None, Payer())
            assert not opened.done()
            for answer in await asyncio.gather(*early, return_exceptions=True):
                assert isinstance(answer, Refusal)
                assert answer.code == "sealed"
            await opened

    asyncio.run(ask())
