"""Cuts the power under the real log writer, at any write and any sync, and checks what is left.

    python -m tests.soak.power_cut                2,000 cuts; the result goes to docs/soak-server.md
    python -m tests.soak.power_cut --cuts 50      fewer, and the result is only shown

After a cut the disk has what was synced, and any subset of the remaining sectors of 512 bytes. Every row that was
acknowledged must be there; SQLite's own check and the chain of hashes must find nothing. The control, with
synchronous=NORMAL, must lose something. Exits with 1 if not. Cuts are drawn from the seed; which rows share a
transaction depends on the threads. It runs as a separate process, because apsw brings its own SQLite.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from random import Random

import apsw

from stammtisch.server.storage.writer import LogWriter
from tests.soak import results
from tests.soak.disk import Trouble
from tests.soak.moves import Counts, Moves, new_database

LIFE = 20  # cuts that one database lives through


def cut(cuts: int, seed: int, synchronous: str) -> Counts:
    rng = Random(seed)
    counts = Counts()
    for number in range(cuts):
        if number % LIFE == 0:
            disk, moves = new_database(rng), Moves(rng)
        checkpoint = rng.choice((5, 50, 1000))
        disk.trouble = Trouble(after=rng.randint(1, rng.choice((10, 100, 1000, 3000))), power=True)
        connect = partial(disk.connect, synchronous=synchronous, checkpoint=checkpoint)
        writer = LogWriter(connect, failed=lambda _: None)
        try:
            disk.write_anew()
            writer.start()
        except apsw.IOError:
            pass  # cut while it was opened
        else:
            moves.write(writer, counts)
        writer.stop()
        disk.power_returns()
        counts.corrupt += not moves.check(disk, counts, adopt=True)
        counts.trials += 1
    return counts


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.power_cut", description="Power cuts under the log.")
    parser.add_argument("--cuts", type=int, default=2000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(arguments)
    found = cut(given.cuts, given.seed, "FULL")
    control = cut(max(20, given.cuts // 10), given.seed, "NORMAL")
    row = (
        "power cut of the log",
        f"{found.trials:,} cuts",
        str(found),
        f"`synchronous=NORMAL`, {control.trials:,} cuts: {control}",
        "python -m tests.soak.power_cut",
    )
    return results.tell(row, good=found.good and control.lost > 0, keep=not arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
