"""Rebuild: count all games again, from the log, while no server runs."""

from __future__ import annotations

import asyncio

from stammtisch.core.translation import say_n
from stammtisch.server.statistics.collector import Collector
from stammtisch.server.storage.store import Store


def rebuild(url: str) -> str:
    """Forget the statistics of a database and make them again; what was done, in a sentence."""
    store = Store(url)
    errors: list[BaseException] = []
    writer = store.writer(failed=errors.append)
    writer.start()

    async def again() -> int:
        collector = Collector(store, writer)
        await collector.begin_anew()
        return await collector.catch_up()

    try:
        number = asyncio.run(again())
    finally:
        writer.stop()
        store.close()
    return say_n(number, "{n} game counted.", "{n} games counted.")
