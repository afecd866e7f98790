"""kill -9 under load: python -m tests.soak.server_kill [--kills 50] [--tables 100]

A real server is killed at random moments while a crowd plays, and started again. Afterwards the log must hold every
acknowledged move exactly once, at the number that was acknowledged, and everything that anybody was shown. The control
is the same server with a log that acknowledges before it writes: it must lose something.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from stammtisch.server.storage.store import Store
from stammtisch.server.table.events import view_event
from tests.examples import EXAMPLE
from tests.server.server_process import COMMAND, ServerProcess
from tests.soak import results
from tests.soak.crowd import Light, seat_all

EARLY = f"""
import asyncio
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.writer import LogWriter
real = LogWriter.write
def early(self, write, delay=0):
    if not write.rows:
        return real(self, write)
    if delay:
        asyncio.get_running_loop().call_later(delay, early, self, write, 0)
    else:
        future = real(self, write)
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._busy.difference_update({{row.table for row in write.rows}})
    done = asyncio.get_running_loop().create_future()
    done.set_result(None)
    return done
LogWriter.write = early
{COMMAND}
"""
"""A server that acknowledges before it has written, as many do."""
LATE = EARLY.replace("delay=0", "delay=0.3")
"""The same, and it writes a moment later, as some do: it loses for certain."""


@dataclass
class Result:
    kills: int
    acked: int = 0
    lost: int = 0
    twice: int = 0
    shown_but_lost: int = 0
    broken: int = 0
    """Tables whose chain of hashes is broken."""

    def __add__(self, other: Result) -> Result:
        return Result(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    @property
    def good(self) -> bool:
        return not (self.lost or self.twice or self.shown_but_lost or self.broken)

    def __str__(self) -> str:
        return (
            f"{self.acked:,} commands acknowledged: lost {self.lost}, twice {self.twice}, "
            f"shown but lost {self.shown_but_lost}, broken logs {self.broken}"
        )


async def _storm(
    server: ServerProcess, lights: Sequence[Light], kills: int, rng: random.Random, least: int, longest: float
) -> int:
    playing = [asyncio.create_task(light.run()) for light in lights]
    done = 0
    while done < kills or sum(len(light.notes.acked) for light in lights) < least:
        await asyncio.sleep(rng.uniform(0.3, longest))
        await asyncio.to_thread(server.restart)
        done += 1
        if all(task.done() for task in playing):
            break
    await asyncio.sleep(1)
    await asyncio.to_thread(server.kill)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return done


def compare(store: Store, lights: Sequence[Light], kills: int) -> Result:
    """What was told against what is on disk."""
    result = Result(kills)
    for light in lights:
        rows = store.rows(light.table)
        found: dict[str, list[int]] = {}
        for row in rows:
            if row.cid is not None and row.seat == light.seat:
                found.setdefault(row.cid, []).append(row.seq)
        result.acked += len(light.notes.acked)
        for cid, seq in light.notes.acked.items():
            if cid in found:
                result.twice += len(found[cid]) > 1
                result.lost += seq not in found[cid]
            else:
                result.lost += 1
        over = any(row.kind == "result" for row in rows)
        marks = {}
        for row in rows:
            seen = [view_event(row, light.seat, over=late) for late in {False, over}]
            marks[row.seq] = {hashlib.sha256(json.dumps(e, sort_keys=True).encode()).hexdigest()[:16] for e in seen}
        result.shown_but_lost += sum(mark not in marks.get(seq, ()) for seq, mark in light.notes.shown.items())
        result.broken += light.seat == 0 and store.verify(light.table) is not None
    return result


def run(kills: int, tables: int, seed: int, *, code: str = COMMAND, least: int = 0, longest: float = 1.5) -> Result:
    """`least`: so many acknowledged commands; `longest`: seconds between two kills."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), code=code)
        with server:

            async def play() -> tuple[list[Light], int]:
                lights = await seat_all(server.address, tables, EXAMPLE, seed)
                done = await _storm(server, lights, kills, random.Random(seed), least, longest)
                return lights, done

            lights, done = asyncio.run(play())
        store = Store(f"sqlite:///{folder}/data/stammtisch.db")
        try:
            return compare(store, lights, done)
        finally:
            store.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.server_kill")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=100_000, help="acknowledged moves at least")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    found = Result(0)
    while found.kills < wanted.kills or found.acked < wanted.moves:  # in rounds: new tables each, so none grows long
        found += run(10, wanted.tables, wanted.seed + found.kills, least=wanted.moves // 5, longest=8)
        print(f"{found.kills} kills: {found}", flush=True)
    early = run(max(3, wanted.kills // 5), wanted.tables, wanted.seed, code=EARLY)
    row = (
        "kill -9 under load",
        f"{found.kills} kills, {wanted.tables} tables",
        str(found),
        f"a server that acknowledges before it writes, {early.kills} kills: {early}",
        "python -m tests.soak.server_kill",
    )
    sys.exit(results.tell(row, good=found.good and early.lost > 0, keep=wanted.kills >= 50))


if __name__ == "__main__":
    main()
