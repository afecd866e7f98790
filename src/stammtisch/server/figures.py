"""Figures: how the server is at one moment, for /metrics and for the operator's page."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from stammtisch.server import database
from stammtisch.server.store import Store
from stammtisch.server.tally import Spread

if TYPE_CHECKING:
    from stammtisch.server.server import Server

OWN = Path("/proc/self")


@dataclass(frozen=True)
class Figures:
    sockets: int
    live: int
    """Tables in memory."""
    thinking: int
    """Tables at which a bot of the server thinks."""
    statuses: Mapping[str, int]
    """All tables of the database, by their status."""
    answers: Mapping[str, int]
    refusals: Mapping[str, int]
    commits: Spread
    queue: int
    lag: Spread
    tasks: int
    threads: int
    blocks: int
    """Pieces of memory that are in use. Memory that was in use once stays with the process; these do not."""
    memory: int | None
    """Bytes; None where the system does not say."""
    files: int | None


async def taken(server: Server) -> Figures:
    """On the event loop; only the database is asked in a thread."""
    statuses = await asyncio.to_thread(_statuses, server.store)
    lives = server.hall.lives()
    return Figures(
        sockets=sum(len(live.watchers) for live in lives),
        live=len(lives),
        thinking=sum(live.thinking is not None for live in lives),
        statuses=statuses,
        answers=dict(server.tally.answers),
        refusals=dict(server.tally.refusals),
        commits=server.writer.took,
        queue=server.writer.waiting,
        lag=server.tally.lag,
        tasks=len(asyncio.all_tasks()),
        threads=threading.active_count(),
        blocks=sys.getallocatedblocks(),
        memory=_memory(),
        files=_files(),
    )


def _statuses(store: Store) -> dict[str, int]:
    status = database.gathering.c.status
    found = store.fetch(sa.select(status, sa.func.count()).group_by(status))
    return {"waiting": 0, "playing": 0, "over": 0, **{str(name): int(count) for name, count in found}}


def _memory() -> int | None:
    try:
        pages = int((OWN / "statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def _files() -> int | None:
    try:
        return sum(1 for _ in (OWN / "fd").iterdir()) - 1  # without the one that looks
    except OSError:
        return None
