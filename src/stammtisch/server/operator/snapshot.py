"""Snapshot: how the server is at one moment, for /metrics and for the operator's page."""

from __future__ import annotations

import asyncio
import mmap
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from stammtisch.server.counters import Histogram
from stammtisch.server.http.services import Services
from stammtisch.server.live.pool import Pool
from stammtisch.server.nodes.gossip import NodeFigures
from stammtisch.server.storage import schema
from stammtisch.server.storage.faults import NoStorage
from stammtisch.server.storage.store import Store

OWN = Path("/proc/self")


@dataclass(frozen=True)
class PoolFigures:
    waiting: int
    running: int
    refused: int
    lost: int
    """Jobs whose process died or was ended."""
    cpu: float
    """CPU seconds of all jobs."""


@dataclass(frozen=True)
class Snapshot:
    sockets: int
    live: int
    """Tables in memory."""
    thinking: int
    """Tables at which a bot of the server thinks."""
    pools: Mapping[str, PoolFigures]
    """Of the worker processes."""
    statuses: Mapping[str, int]
    """All tables of the database, by their status."""
    answers: Mapping[str, int]
    refusals: Mapping[str, int]
    commits: Histogram
    queue: int
    lag: Histogram
    tasks: int
    threads: int
    blocks: int
    """Pieces of memory that are in use. Memory that was in use once stays with the process; these do not."""
    memory: int | None
    """Bytes; None where the system does not say."""
    files: int | None
    fault: str | None
    """Why nothing can be stored at the moment."""
    damaged: Mapping[str, str]
    """What cannot be read or written, and why."""
    leaving: int
    """Deleted people of whom traces may be left in unused parts of the file."""
    nodes: Sequence[NodeFigures]
    """All nodes, this one too; none: it is alone."""


async def taken(server: Services, nodes: Sequence[NodeFigures] = ()) -> Snapshot:
    """On the event loop; only the database is asked in a thread."""
    statuses, leaving = await asyncio.to_thread(_counted, server.store)
    lives = server.tables.lives()
    return Snapshot(
        sockets=sum(len(live.watchers) for live in lives),
        live=len(lives),
        thinking=sum(live.thinking is not None for live in lives),
        pools={name: _pool(pool) for name, pool in server.workers.pools.items()},
        statuses=statuses,
        answers=dict(server.counters.answers),
        refusals=dict(server.counters.refusals),
        commits=server.writer.took,
        queue=server.writer.waiting,
        lag=server.counters.lag,
        tasks=len(asyncio.all_tasks()),
        threads=threading.active_count(),
        blocks=sys.getallocatedblocks(),
        memory=_memory(),
        files=_files(),
        fault=server.writer.fault,
        damaged=server.damaged,
        leaving=leaving,
        nodes=nodes,
    )


def _pool(pool: Pool) -> PoolFigures:
    counted = pool.counters
    return PoolFigures(pool.waiting, pool.running, counted.refused, counted.lost, counted.cpu)


def _counted(store: Store) -> tuple[dict[str, int], int]:
    """Tables by their status, and people who are leaving; nothing, as long as the database does not answer."""
    status = schema.gathering.c.status
    none = {"waiting": 0, "playing": 0, "over": 0}
    try:
        found = store.fetch(sa.select(status, sa.func.count()).group_by(status))
        ((leaving,),) = store.fetch(sa.select(sa.func.count()).select_from(schema.leaving))
    except NoStorage:
        return none, 0
    return {**none, **{str(name): int(count) for name, count in found}}, int(leaving)


def _memory() -> int | None:
    try:
        pages = int((OWN / "statm").read_text().split()[1])
    except OSError:
        return None
    return pages * mmap.PAGESIZE


def _files() -> int | None:
    try:
        return sum(1 for _ in (OWN / "fd").iterdir()) - 1  # without the one that looks
    except OSError:
        return None
