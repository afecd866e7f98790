"""What a node has, while it is taken and given away at the same time; with PostgreSQL itself."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from typing import Any

from stammtisch.server.nodes.member import Member, NodeSettings
from stammtisch.server.nodes.node import Leaving
from stammtisch.server.storage.store import Store


def test_what_is_given_away_while_it_is_taken_is_not_had(cluster: Any) -> None:
    """However slow: it may be another's when the node that took it has looked who has it."""

    async def play(store: Store) -> tuple[bool, list[Any]]:
        writer = store.writer(failed=lambda _: None, epoch=lambda: member.epoch)
        member = Member(store, writer, NodeSettings("one", "http://127.0.0.1:1"), lambda: None, lambda: ())
        writer.start()
        await member.start()
        looked = member._owners

        def look(names: list[str]) -> list[Any]:
            found = looked(names)
            asyncio.run_coroutine_threadsafe(member.give(names), loop).result(30)
            member._given.clear()  # as if much time had passed
            member._owners = looked  # type: ignore[method-assign]
            return found

        loop = asyncio.get_running_loop()
        member._owners = look  # type: ignore[method-assign]
        with suppress(Leaving):
            await member.take("table")
        had = member.has("table")
        leased = await asyncio.to_thread(looked, ["table"])
        await asyncio.to_thread(writer.stop)
        await member.stop()
        return had, leased

    with closing(Store(cluster.new_database(), node=True)) as store:
        had, leased = asyncio.run(play(store))
    assert had == bool(leased)
