"""What a node has, while it is taken and given away at the same time; with PostgreSQL itself."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from typing import Any

from stammtisch.server.nodes.member import Member, NodeSettings
from stammtisch.server.nodes.node import Leaving
from stammtisch.server.storage import leases
from stammtisch.server.storage.store import Store


def test_what_another_gives_away_while_it_is_claimed_is_claimed_again(cluster: Any) -> None:
    """The claim found it taken, and the look at its owner found nobody: then another node may take it, too."""

    async def play(store: Store) -> list[Any]:
        writer = store.writer(failed=lambda _: None, epoch=lambda: member.epoch)
        member = Member(store, writer, NodeSettings("one", "http://127.0.0.1:1"), lambda: None, lambda: ())
        writer.start()
        await member.start()
        looked = member._owners
        with closing(store.connect()) as other:
            register = leases.REGISTER.replace("%s", "?")
            (epoch,) = other.execute(register, ("two", "http://127.0.0.1:2", "1", 60.0)).fetchone()
            other.execute(*leases.claim("table", epoch))

            def look(names: list[str]) -> list[Any]:
                other.execute(*leases.release("table", epoch))
                return looked(names)

            member._owners = look  # type: ignore[method-assign]
            await member.take("table")
        assert member.has("table")
        leased = await asyncio.to_thread(looked, ["table"])
        await asyncio.to_thread(writer.stop)
        await member.stop()
        return [row[2] for row in leased]

    with closing(Store(cluster.new_database(), node=True)) as store:
        assert asyncio.run(play(store)) == ["one"]


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
