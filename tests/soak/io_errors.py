"""Makes writes and syncs fail under the real log writer: a full disk, a bad disk, once or permanently.

    python -m tests.soak.io_errors                 500 trials; the result goes to docs/soak-server.md
    python -m tests.soak.io_errors --trials 50     fewer, and the result is only shown

A trial: rows are written until the error comes. The writer must stop, report it once, and acknowledge nothing more. The
error goes. In half of the trials the writer opens the database anew by itself; in the others the server starts again on
the files as the system shows them. Everything acknowledged must be there. More is written, then the power is cut:
everything acknowledged must still be there. Two controls must lose something: a writer that ignores errors, and one
that goes on after a failed sync without rewriting SQLite's log. Exits with 1 if not.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, TypeAlias

import apsw

from stammtisch.server.storage import writer as log_writer
from stammtisch.server.storage.writer import LogWriter
from tests.soak import results
from tests.soak.disk import Connection, Disk, Trouble
from tests.soak.moves import Counts, Moves, new_database

ROUNDS = 30
Connect: TypeAlias = Callable[[], Connection]
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


def trial(rng: Random, counts: Counts, *, careless: bool = False, behind: bool = False) -> None:
    disk, moves = new_database(rng), Moves(rng)
    connect = partial(disk.connect, checkpoint=1000 if behind else rng.choice((5, 50, 1000)))
    error = _sync_error(rng) if behind else rng.choice((_sync_error, _write_error))(rng)
    crash = behind or rng.random() < 0.7
    if not careless and rng.random() < 0.5:
        _goes_on(disk, moves, counts, error, connect, behind)
        return
    _until_error(disk, moves, counts, error, _connected(disk, connect, crash, careless))
    disk.trouble = None
    sound = moves.check(disk, counts, adopt=False)
    disk.trouble = Trouble(after=rng.randint(1, 300), power=True)
    writer = LogWriter(connect, failed=lambda _: None)
    with suppress(apsw.Error):  # cut while it was opened, or damaged
        if not behind:
            disk.write_anew()
        sound &= moves.check(disk, counts, adopt=True)
        writer.start()
        moves.write(writer, counts)
    writer.stop()
    disk.power_returns()
    sound &= moves.check(disk, counts, adopt=False)
    counts.corrupt += not sound
    counts.trials += 1


def _goes_on(disk: Disk, moves: Moves, counts: Counts, error: Trouble, connect: Connect, behind: bool) -> None:
    """The writer itself opens the database anew, in the same process, as soon as the error has gone."""
    told: list[BaseException] = []
    recovered = threading.Event()

    def reconnect() -> Connection:
        if disk.trouble:
            raise apsw.IOError  # it lasts
        if not behind:
            disk.write_anew()
        return connect()

    writer = LogWriter(connect, failed=told.append, reconnect=reconnect, recovered=recovered.set)
    writer.start()
    disk.trouble = error
    moves.write(writer, counts, ROUNDS)
    disk.trouble = None
    if told:
        assert recovered.wait(60)
    sound = moves.check(disk, counts, adopt=True)  # what people are shown from now on
    disk.trouble = Trouble(after=disk.rng.randint(1, 300), power=True)
    moves.write(writer, counts)
    writer.stop()
    disk.power_returns()
    sound &= moves.check(disk, counts, adopt=False)
    counts.stopped += bool(told)
    counts.corrupt += not sound or len(told) > 2  # the error and the power
    counts.trials += 1


def _sync_error(rng: Random) -> Trouble:
    return Trouble(rng.randint(1, 20), syncs_only=True, lasting=rng.random() < 0.5)


def _write_error(rng: Random) -> Trouble:
    return Trouble(rng.randint(1, 200), write=rng.choice(ERRORS), lasting=rng.random() < 0.5)


def _connected(disk: Disk, connect: Connect, crash: bool, careless: bool) -> Callable[[], Connection | Careless]:
    def connected() -> Connection | Careless:
        connection = connect()
        if crash:  # a server that ends at once closes nothing
            connection.before_close = disk.process_ends
        return Careless(connection) if careless else connection

    return connected


def _until_error(
    disk: Disk, moves: Moves, counts: Counts, error: Trouble, connect: Callable[[], Connection | Careless]
) -> None:
    told: list[BaseException] = []
    writer = LogWriter(connect, failed=told.append)
    writer.start()
    disk.trouble = error
    moves.write(writer, counts, ROUNDS)
    writer.stop()
    # SQLite does not tell of an error while it copies its own log into the file: it does all of it again, later.
    counts.stopped += bool(told)
    counts.corrupt += len(told) > 1


def run(trials: int, seed: int, *, careless: bool = False, behind: bool = False) -> Counts:
    rng = Random(seed)
    counts = Counts()
    for _ in range(trials):
        trial(rng, counts, careless=careless, behind=behind)
    return counts


def main(arguments: list[str]) -> int:
    log_writer.PAUSE = 0.01
    parser = argparse.ArgumentParser(prog="python -m tests.soak.io_errors", description="I/O errors under the log.")
    parser.add_argument("--trials", type=int, default=500, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args(arguments)
    found = run(given.trials, given.seed)
    controls = max(20, given.trials // 10)
    careless = run(controls, given.seed, careless=True)
    behind = run(controls, given.seed, behind=True)
    row = (
        "I/O errors under the log, then a power cut",
        f"{found.trials:,} trials; {found.stopped:,} writers stopped",
        str(found),
        f"a writer that takes no notice, {controls} trials: {careless}; "
        f"a server that goes on behind a failed sync, {controls} trials: {behind}",
        "python -m tests.soak.io_errors",
    )
    good = found.good and found.stopped > 0 and careless.lost > 0 and behind.lost > 0
    return results.tell(row, good=good, keep=not arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
