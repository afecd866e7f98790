"""A deal closes: its seed is opened, everybody may look at its tables, and nobody can begin it any more."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from stammtisch.fair import Chain, check_deal
from stammtisch.server import clock
from stammtisch.server.deals import days, routes
from stammtisch.server.live.payer import Payer
from stammtisch.server.process.server import Server
from stammtisch.server.protocol import wire
from stammtisch.server.protocol.deals import DealShown
from stammtisch.server.protocol.refusal import Refusal
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
