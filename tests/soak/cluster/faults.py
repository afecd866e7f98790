"""What happens to the servers, to the database, and to what is between them."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tests.soak.cluster.house import House, Node

SLOW = 0.03  # seconds by which each piece is late on a slow wire; a transaction is a dozen of them


@dataclass(frozen=True)
class Fault:
    """One that is to happen."""

    kind: str
    victims: tuple[str, ...]
    """All nodes: it is about the first of them that has a table at which people play. None: it is about all."""
    seconds: float
    """How long it lasts."""


Course: TypeAlias = Callable[[House, Node, float], Awaitable[None]]
"""What happens, in its course; when it is over, everything is as it was."""


async def killed(house: House, node: Node, seconds: float) -> None:
    node.server.kill()
    await asyncio.sleep(seconds)
    await asyncio.to_thread(node.server.start)


async def stopped(house: House, node: Node, seconds: float) -> None:
    await asyncio.to_thread(node.server.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(node.server.start)


async def paused(house: House, node: Node, seconds: float) -> None:
    os.killpg(node.server.pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(house.lease + seconds)
    finally:
        os.killpg(node.server.pid, signal.SIGCONT)


async def sessions_ended(house: House, node: Node, seconds: float) -> None:
    await asyncio.to_thread(
        house.ask,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %(name)s",
        {"name": node.name},
    )


async def database_cut(house: House, node: Node, seconds: float) -> None:
    node.database.cut()
    await asyncio.sleep(seconds)
    node.database.mend()


async def database_silent(house: House, node: Node, seconds: float) -> None:
    node.database.silence()
    await asyncio.sleep(house.lease + seconds)
    node.database.mend()


async def database_slow(house: House, node: Node, seconds: float) -> None:
    node.database.delay = SLOW
    await asyncio.sleep(seconds)
    node.database.mend()


async def commit_late(house: House, node: Node, seconds: float) -> None:
    await node.database.lose_commit(min(seconds, 1.5), 5)  # of a longer transaction PostgreSQL lets go


async def peers_cut(house: House, node: Node, seconds: float) -> None:
    node.peers.cut()
    await asyncio.sleep(seconds)
    node.peers.mend()


async def peers_silent(house: House, node: Node, seconds: float) -> None:
    node.peers.silence()
    await asyncio.sleep(seconds)
    node.peers.mend()


async def peers_slow(house: House, node: Node, seconds: float) -> None:
    node.peers.delay = SLOW
    await asyncio.sleep(seconds)
    node.peers.mend()


async def postgres_killed(house: House, node: Node, seconds: float) -> None:
    await _without_postgres(house, house.cluster.kill, seconds)


async def postgres_stopped(house: House, node: Node, seconds: float) -> None:
    await _without_postgres(house, house.cluster.stop, seconds)


async def _without_postgres(house: House, end: Callable[[], None], seconds: float) -> None:
    await asyncio.to_thread(end)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(house.cluster.start)


KINDS: dict[str, Course] = {
    "kill -9 of a node": killed,
    "a node is asked to stop, and started again": stopped,
    "a node stands still beyond its lease": paused,
    "pg_terminate_backend for all of a node": sessions_ended,
    "node and database are cut off": database_cut,
    "node and database are cut off beyond its lease, and nobody is told": database_silent,
    "every packet between node and database is late": database_slow,
    "a COMMIT arrives after its connection is lost": commit_late,
    "a node is cut off from the others": peers_cut,
    "a node is cut off from the others, and nobody is told": peers_silent,
    "every packet to a node from the others is late": peers_slow,
    "kill -9 of PostgreSQL": postgres_killed,
    "PostgreSQL is stopped at once": postgres_stopped,
}
OF_THE_DATABASE = (postgres_killed, postgres_stopped)


def chosen(seed: int, names: list[str], longest: float, kinds: list[str]) -> Iterator[Fault]:
    """Without end: all kinds, then all kinds again, each time in another order."""
    rng = random.Random(f"faults {seed}")
    while True:
        for kind in rng.sample(kinds, len(kinds)):
            victims, seconds = rng.sample(names, len(names)), round(rng.uniform(0.2, longest), 2)
            yield Fault(kind, () if KINDS[kind] in OF_THE_DATABASE else tuple(victims), seconds)
