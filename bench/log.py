"""How many writes the log takes: tables that each wait for one Write before the next, as a server's do.

    python -m bench.log [--database URL] [--tables 200] [--seconds 5]

First with group commit, then with a transaction for every Write. The disk decides, so its latency is shown as well.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from stammtisch.server.storage import writer as log_writer
from stammtisch.server.storage.log import START, Row, Write, chained
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter

PAYLOAD = '{"move":"keep worm","outcomes":[3,1,6,6,2,5],"throw":17,"element":"' + "0" * 64 + '"}'


async def table(writer: LogWriter, name: str, until: float, took: list[float]) -> None:
    seq, previous = 0, START
    while (start := time.perf_counter()) < until:
        seq += 1
        cid = token_hex(12)
        row = Row(name, seq, 0, cid, "move", PAYLOAD, seq, chained(previous, name, seq, 0, cid, "move", PAYLOAD, seq))
        await writer.write(Write([row]))
        took.append(time.perf_counter() - start)
        previous = row.hash


async def measure(writer: LogWriter, tables: int, seconds: float) -> str:
    took: list[float] = []
    until = time.perf_counter() + seconds
    cpu = time.process_time()
    await asyncio.gather(*(table(writer, token_hex(8), until, took) for _ in range(tables)))
    cpu = time.process_time() - cpu
    took.sort()
    p50, p99 = (took[int(len(took) * share)] * 1000 for share in (0.5, 0.99))
    each = cpu / len(took) * 1e6
    return f"{len(took) / seconds:,.0f} writes/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {each:.0f} µs CPU each"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.log", description="How many writes the log takes.")
    parser.add_argument("--database", metavar="URL", help="a SQLite file in a new folder if not given")
    parser.add_argument("--tables", type=int, default=200, metavar="N")
    parser.add_argument("--seconds", type=float, default=5, metavar="N")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(given.database or f"sqlite:///{Path(folder) / 'bench.db'}")
        print(store.facts)
        for name, most in (("group commit", log_writer.MOST), ("one by one", 1)):
            log_writer.MOST = most
            writer = store.writer(failed=print)
            writer.start()
            print(f"{name}: {asyncio.run(measure(writer, given.tables, given.seconds))}")
            writer.stop()
        store.close()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
