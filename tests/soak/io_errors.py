"""Let writes and syncs fail under the real log writer: a full disk, a bad disk, once or from then on.

    python -m tests.soak.io_errors                          500 trials and the control; result in docs/soak-server.md
    python -m tests.soak.io_errors --trials 50              fewer
    python -m tests.soak.io_errors --trials 50 --control    a writer that takes no notice of errors; it must lose
    python -m tests.soak.io_errors --trials 50 --stale      one that goes on behind a sync that failed; it must lose

A trial: rows are written until the error comes. The writer must stop, say so once, and acknowledge nothing more. The
server starts again on what the system shows of the files, everything acknowledged must be there, more is written, then
the power is cut: everything acknowledged must still be there. Exits with 3 if something is lost, corrupt or untold.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import apsw

from stammtisch.server.log import LogWriter
from tests.soak import results
from tests.soak.disk import Connection, Disk, Trouble
from tests.soak.moves import BAD, Moves, Tally, new_database

ROUNDS = 30
ERRORS = (apsw.SQLITE_FULL, apsw.SQLITE_IOERR_WRITE)


class Careless:
    """A connection that takes no notice when a commit fails."""

    IntegrityError = Connection.IntegrityError

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        with suppress(apsw.IOError, apsw.FullError):
            return self._connection.execute(sql, values)
        if sql != "COMMIT":
            return None
        with suppress(apsw.SQLError):  # SQLite may have done it already
            return self._connection.execute("ROLLBACK")

    def close(self) -> None:
        self._connection.close()


def trial(rng: Random, tally: Tally, *, careless: bool, anew: bool) -> None:
    disk, moves = new_database(rng), Moves(rng)
    connect = partial(disk.connect, checkpoint=rng.choice((5, 50, 1000)))
    _until_error(disk, moves, tally, connect, careless)
    disk.trouble = None
    sound = moves.check(disk, tally, adopt=False)
    disk.trouble = Trouble(after=rng.randint(1, 300), power=True)
    writer = LogWriter(connect, failed=lambda _: None)
    with suppress(apsw.Error):  # cut while it was opened, or damaged
        if anew:
            disk.write_anew()
        sound &= moves.check(disk, tally, adopt=True)
        writer.start()
        moves.write(writer, tally)
    writer.stop()
    disk.power_returns()
    sound &= moves.check(disk, tally, adopt=False)
    tally.corrupt += not sound
    tally.trials += 1


def _until_error(disk: Disk, moves: Moves, tally: Tally, connect: Callable[[], Connection], careless: bool) -> None:
    rng = moves.rng
    crash = rng.random() < 0.7

    def connected() -> Connection | Careless:
        connection = connect()
        if crash:  # a server that ends at once closes nothing
            connection.before_close = disk.process_ends
        return Careless(connection) if careless else connection

    told: list[BaseException] = []
    writer = LogWriter(connected, failed=told.append)
    writer.start()
    syncs = rng.random() < 0.5
    lasting = rng.random() < 0.5
    disk.trouble = Trouble(rng.randint(1, 20 if syncs else 200), syncs, rng.choice(ERRORS), lasting=lasting)
    moves.write(writer, tally, ROUNDS)
    writer.stop()
    # SQLite does not tell of an error while it copies its own log into the file: it does all of it again, later.
    if told:
        tally.stopped += 1
        tally.corrupt += len(told) > 1


def run(trials: int, seed: int, *, careless: bool = False, anew: bool = True) -> Tally:
    rng = Random(seed)
    tally = Tally()
    for _ in range(trials):
        trial(rng, tally, careless=careless, anew=anew)
    return tally


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.io_errors", description="I/O errors under the log.")
    parser.add_argument("--trials", type=int, default=500, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--control", action="store_true", help="a writer that takes no notice; it must lose")
    parser.add_argument("--stale", action="store_true", help="one that goes on behind a failed sync; it must lose")
    given = parser.parse_args(arguments)
    found = run(given.trials, given.seed, careless=given.control, anew=not given.stale)
    print(f"{found.trials:,} I/O errors: {found}; writers that stopped: {found.stopped:,}")
    if not arguments:
        careless = run(100, given.seed, careless=True)
        stale = run(100, given.seed, anew=False)
        print(f"controls, 100 I/O errors each: {careless}; {stale}")
        results.put(
            "I/O errors under the log, then a power cut",
            f"{found.trials:,} trials; {found.stopped:,} stopped the writer",
            str(found),
            f"a writer that takes no notice, 100 trials: {careless}; "
            f"one that goes on behind a failed sync, 100 trials: {stale}",
            "python -m tests.soak.io_errors",
        )
        return 0 if found.good and not careless.good and not stale.good else BAD
    return 0 if found.good else BAD


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
