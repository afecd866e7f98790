"""What watchers are told: what several of them see is made once, and nobody gets what is another's."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from stammtisch.server.live.live_table import LiveTable
from stammtisch.server.live.watcher import Watcher
from stammtisch.server.live.watching import publish
from stammtisch.server.table.play import Play
from tests.examples import HIDDEN, TITLES
from tests.server.table_driver import TableDriver

VIEWERS = (0, 1, None)
STEPS = 80


def told(live: LiveTable, driver: TableDriver, since: int) -> dict[int | None, Any]:
    """What each viewer is sent."""
    watchers = [Watcher(None) for _ in VIEWERS]
    for watcher, seat in zip(watchers, VIEWERS, strict=True):
        watcher.seat = seat
    live.watchers = set(watchers)
    publish(live, driver.rows[since:], [])
    return {watcher.seat: json.loads(watcher.waiting[-1]) for watcher in watchers}


async def differences(game: str) -> int:
    """How often somebody was told something else than what was made for him alone."""
    driver, rng = TableDriver(game).sit_all(), Random(7)
    live, found = LiveTable(driver.table), 0
    for _ in range(STEPS):
        since = driver.table.seq
        if not driver.step(rng):
            break
        for seat, news in told(live, driver, since).items():
            alone: dict[str, Any] = {
                "type": "news",
                "seq": driver.table.seq,
                "events": driver.table.events(since, seat, driver.rows[since:]),
                "view": driver.table.view(seat),
                "page": None,
                "warming": False,
            }
            assert list(news) == list(alone)
            assert list(news["view"]) == list(alone["view"])
            found += news != json.loads(json.dumps(alone))
    return found


@pytest.mark.parametrize("game", TITLES)
def test_everybody_is_told_what_was_made_for_him_alone(game: str) -> None:
    assert asyncio.run(differences(game)) == 0


def test_to_share_what_is_hidden_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "is_open", True)
    assert asyncio.run(differences(HIDDEN)) > 0
