"""Upgrade of an old database: python -m tests.soak.upgrade [--events 1000000] [--kills 10]

A database is made as version 0001 left it, with games that were really played. It is migrated to the newest version,
and beyond it by a further step that rewrites every event, in a process that is killed (-9) at many moments. After each
kill everything must be as it was, and at the end everything must be there in the new form. The control is a server that
commits its steps one by one instead of in one transaction: when killed, it must be stuck.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from stammtisch import games
from stammtisch.ops.contents import ProgressBars, examine
from stammtisch.server.storage import connections, migrations
from stammtisch.server.storage.commit import commit
from stammtisch.server.storage.log import Row, Write
from stammtisch.server.storage.store import Store
from tests.helpers import ROOT
from tests.server.log_rows import game
from tests.server.table_driver import MASTER, TableDriver
from tests.soak import results

FIRST = "0001"
LENGTH = 200  # events of a table
HEAVY = """
import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{newest}"


def upgrade() -> None:
    op.add_column("event", sa.Column("size", sa.Integer))
    op.execute("UPDATE event SET size = length(payload)")
    op.create_index("event_size", "event", ["size"])
"""
"""A step that changes every event: far more than any of ours so far."""


def make_old(path: Path, events: int) -> None:
    """A database of version 0001 with so many events at least: four real games, and rows like those of games."""
    connections.create(path)

    def first(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, FIRST)

    engine = Store._new_engine(_Place(path), connections.SQLITE, begin="BEGIN IMMEDIATE")  # type: ignore[arg-type]
    with engine.begin() as connection:
        first(connection)
    engine.dispose()
    with closing(connections.sqlite(path, connections.SQLITE)) as out:
        for name in games.names():
            driver = TableDriver(name, name=f"real-{name}").sit_all().play_on(1)
            also = [("INSERT INTO dice (table_id, master) VALUES (?, ?)", (driver.name, MASTER))]
            assert not commit(out, [Write(driver.rows, also)])
        for number in range(max(1, (events + LENGTH - 1) // LENGTH)):
            assert not commit(out, [Write(game(f"table-{number:06}", LENGTH))])


@dataclass(frozen=True)
class _Place:
    """As much of a Store as it needs to make its engine."""

    path: Path


def digest(path: Path) -> str:
    """Of all events, as they were in version 0001."""
    found = sha256()
    with closing(connections.sqlite(path, connections.SQLITE_READER)) as connection:
        columns = "table_id, seq, seat, cid, kind, payload, at, hash"
        for row in connection.execute(f"SELECT {columns} FROM event ORDER BY table_id, seq"):
            found.update(repr(row).encode())
    return found.hexdigest()


def version(path: Path) -> str:
    with closing(connections.sqlite(path, connections.SQLITE_READER)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@contextmanager
def with_heavy_step(folder: Path) -> Iterator[Path]:
    """All steps, and the heavy one after them, in a folder of their own."""
    ours = Path(migrations.__file__).parent
    shutil.copytree(ours, folder, ignore=shutil.ignore_patterns("__pycache__"))
    newest = migrations.versions()[-1]
    (folder / "versions" / "9000_heavy.py").write_text(HEAVY.format(newest=newest))
    migrations._FOLDER = folder
    try:
        yield folder
    finally:
        migrations._FOLDER = ours


# ── The process that is killed ──


def child(path: Path, folder: Path, die_at: int, way: str) -> None:
    """Open the database as a server does; dies at its n-th step, 0: not at all. Prints how many steps it had."""
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        if steps == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    real = connections.sqlite

    def watched(*arguments: object) -> sqlite3.Connection:
        made = real(*arguments)  # type: ignore[arg-type]
        made.set_progress_handler(step, 1000)
        return made

    migrations._FOLDER = folder
    connections.sqlite = watched  # type: ignore[assignment]
    if way == "apart":
        engine = Store._new_engine
        Store._new_engine = lambda self, settings, **_: engine(self, settings, "SELECT 1")  # type: ignore[method-assign]
    print("begun", flush=True)
    Store(f"sqlite:///{path}").close()
    print(steps, flush=True)


def start(path: Path, folder: Path, die_at: int = 0, way: str = "whole") -> subprocess.Popen[str]:
    code = "import sys; from pathlib import Path; from tests.soak.upgrade import child; "
    code += "child(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])"
    arguments = [sys.executable, "-c", code, str(path), str(folder), str(die_at), way]
    return subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@dataclass
class Result:
    events: int
    seconds: float
    """That the real steps took."""
    heavy: float
    kills: int = 0
    broken: int = 0
    """Databases that were not as before after a kill."""
    good: bool = False

    def __str__(self) -> str:
        return (
            f"{self.events:,} events brought to the newest version in {self.seconds:.1f} s, every event rewritten in "
            f"{self.heavy:.1f} s; {self.kills} times killed in the middle: not as before {self.broken}; "
            f"at the end {'all there' if self.good else 'NOT ALL THERE'}"
        )


def run(events: int, kills: int, *, timed: int = 0) -> Result:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "stammtisch.db"
        make_old(path, events)
        before = digest(path)
        shutil.copyfile(path, folder / "real.db")
        begin = time.perf_counter()
        store = Store(f"sqlite:///{folder}/real.db")
        took = time.perf_counter() - begin
        try:
            whole = all(_same_game(store, each) for each in games.names())
        finally:
            store.close()
        contents = examine(folder / "real.db", ProgressBars(quiet=True))
        whole = whole and contents.version == migrations.versions()[-1] and digest(folder / "real.db") == before
        with with_heavy_step(folder / "steps") as steps:
            shutil.copyfile(path, folder / "once.db")
            begin = time.perf_counter()
            once = start(folder / "once.db", steps)
            total = int(once.communicate()[0].split()[-1])
            result = Result(contents.events, took, time.perf_counter() - begin)
            for each in range(kills + timed):
                by_time = each >= kills
                killed = start(path, steps, 0 if by_time else max(1, total * (each + 1) // (kills + 1)))
                if by_time:
                    assert killed.stdout
                    killed.stdout.readline()
                    time.sleep(result.heavy * (each - kills + 0.5) / timed)
                    killed.kill()
                killed.communicate()
                if killed.returncode != -signal.SIGKILL or (by_time and version(path) == "9000"):
                    for end in ("-wal", "-shm"):
                        path.with_name(path.name + end).unlink(missing_ok=True)
                    shutil.copyfile(folder / "real.db", path)  # it was done already
                    continue
                result.kills += 1
                result.broken += version(path) not in (FIRST, migrations.versions()[-2]) or digest(path) != before
            last = start(path, steps)
            last.communicate()
            examine(path, ProgressBars(quiet=True))
            result.good = whole and last.returncode == 0 and version(path) == "9000" and digest(path) == before
        return result


def _same_game(store: Store, name: str) -> bool:
    """The game folds to how it stood when it was played, and its chain is whole."""
    driver = TableDriver(name, name=f"real-{name}").sit_all().play_on(1)
    rows: list[Row] = store.rows(driver.name)
    return rows == driver.rows and driver.table.is_over and store.verify(driver.name) is None


def stuck(events: int) -> bool:
    """The control: steps that are made one by one, killed in the middle of the last. Does it never get up again?"""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_old(folder / "old.db", events)
        with with_heavy_step(folder / "steps") as steps:
            shutil.copyfile(folder / "old.db", folder / "once.db")
            total = int(start(folder / "once.db", steps, 0, "apart").communicate()[0].split()[-1])
            start(folder / "old.db", steps, total * 2 // 3, "apart").communicate()
            again = start(folder / "old.db", steps)
            again.communicate()
            return again.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.upgrade")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--kills", type=int, default=10)
    given = parser.parse_args()
    found = run(given.events, given.kills, timed=given.kills // 2)
    control = stuck(20_000)
    row = (
        "upgrade of an old database",
        f"{given.events:,} events, {found.kills} kills",
        str(found),
        f"steps that are not in one transaction, killed: {'stuck' if control else 'NOT FOUND OUT'}",
        "python -m tests.soak.upgrade",
    )
    good = found.good and found.kills >= given.kills and not found.broken and control
    sys.exit(results.tell(row, good=good, keep=given.events >= 1_000_000))


if __name__ == "__main__":
    main()
