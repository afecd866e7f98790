"""Backups: of a real server under load, restored and served again; and copies that are none, which must lose."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from stammtisch.core.errors import StammtischError
from stammtisch.ops.backup import back_up, restore
from stammtisch.ops.contents import ProgressBars
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from tests.helpers import ROOT
from tests.ops.commands import stammtisch
from tests.server.log_rows import game, put
from tests.server.server_process import ServerProcess
from tests.soak.crowd import Light, seat_all

QUIET = ProgressBars(quiet=True)
KILLED = """
import os, sys
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from tests.server.log_rows import game, put
put(Store(f"sqlite:///{sys.argv[1]}/stammtisch.db"), Write(game("table-9", 5)))
os._exit(0)
"""
"""A server that wrote more and was not stopped: its rows are only in SQLite's own log."""


def missing(path: Path, lights: list[Light], acked: list[set[str]]) -> int:
    """Of what each seat was told that it is done, how much is not in this database."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            found = set(connection.execute("SELECT table_id, seat, cid FROM event WHERE cid IS NOT NULL"))
        except sqlite3.DatabaseError:
            found = set()
    pairs = zip(lights, acked, strict=True)
    return sum((light.table, light.seat, cid) not in found for light, cids in pairs for cid in cids)


def acked_by(lights: list[Light]) -> list[set[str]]:
    return [set(light.notes.acked) for light in lights]


def test_a_backup_under_load_loses_nothing_before_its_mark(tmp_path: Path) -> None:
    live = tmp_path / "data" / "stammtisch.db"

    async def play(server: ServerProcess) -> tuple[list[Light], list[set[str]], str, int]:
        lights = await seat_all(server.address, 6, "heckmeck", 1)
        playing = [asyncio.create_task(light.run()) for light in lights]
        try:
            with closing(sqlite3.connect(live)) as reader:  # as long as it reads, SQLite's log is not worked in
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM event").fetchone()
                while sum(map(len, acked_by(lights))) < 200:
                    await asyncio.sleep(0.05)
                before = acked_by(lights)
                await asyncio.to_thread(shutil.copyfile, live, tmp_path / "plain.db")  # the control: without that log
            done = await asyncio.to_thread(stammtisch, "backup", tmp_path / "copy.db", "--data", live.parent)
            assert done.returncode == 0, done.stderr
            after = sum(map(len, acked_by(lights)))
            while sum(map(len, acked_by(lights))) < after + 50:  # it plays on
                await asyncio.sleep(0.05)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return lights, before, done.stdout, sum(map(len, acked_by(lights)))

    with ServerProcess(tmp_path) as server:
        lights, before, told, total = asyncio.run(asyncio.wait_for(play(server), 120))
        refused = stammtisch("restore", tmp_path / "copy.db", "--data", live.parent, "--replace")
        assert refused.returncode == 2
        assert "in use by another server" in refused.stderr
    assert missing(tmp_path / "copy.db", lights, before) == 0
    assert missing(tmp_path / "plain.db", lights, before) > 0, "a copy without the log beside it would do, too?"
    assert sum(map(len, before)) < total
    # Whatever was written before the mark is in the copy, also what nobody was told any more.
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy, closing(sqlite3.connect(live)) as whole:
        (mark,) = copy.execute("SELECT max(at) FROM event").fetchone()
        older = "SELECT table_id, seq, hash FROM event WHERE at < ?"
        assert set(whole.execute(older, (mark,))) == set(copy.execute(older, (mark,)))
        assert whole.execute("SELECT count(*) FROM event WHERE at > ?", (mark,)).fetchone()[0] > 0
    assert "6 tables" in told
    assert "mark 2" in told
    assert [path.name for path in tmp_path.glob(".copy*")] == []

    (tmp_path / "again").mkdir()
    done = stammtisch("restore", tmp_path / "copy.db", "--data", tmp_path / "again" / "data")
    assert done.returncode == 0, done.stderr
    with ServerProcess(tmp_path / "again") as server:
        seen = [light.notes.shown for light in lights]

        async def play_on() -> None:
            for light in lights:
                light.url, light.seq = server.address.replace("http", "ws", 1) + "/ws", 0
                light.notes.shown = {}
            playing = [asyncio.create_task(light.run()) for light in lights]
            while not all(light.notes.shown for light in lights):
                await asyncio.sleep(0.05)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

        asyncio.run(asyncio.wait_for(play_on(), 60))
        for light, once in zip(lights, seen, strict=True):
            assert light.notes.shown[1] == once[1]
    assert missing(tmp_path / "again" / "data" / "stammtisch.db", lights, before) == 0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with a database: three tables of five events."""
    folder = tmp_path / "data"
    folder.mkdir()
    store = Store(f"sqlite:///{folder}/stammtisch.db")
    put(store, *(Write(game(f"table-{number}", 5)) for number in range(3)))
    store.close()
    return folder


def events(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM event").fetchone()[0])


def test_a_folder_gets_a_file_that_only_its_owner_reads(data: Path, tmp_path: Path) -> None:
    made, contents = back_up(data, tmp_path, QUIET)
    assert made.parent == tmp_path
    assert made.stat().st_mode & 0o777 == 0o600
    assert (contents.tables, contents.events) == (3, 15)
    assert contents.mark == 1_700_000_000_005
    with pytest.raises(StammtischError, match="already"):
        back_up(data, made, QUIET)


def test_what_goes_wrong_leaves_no_half_file(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    (tmp_path / "to").mkdir()
    with pytest.raises(StammtischError, match="No space"):
        back_up(data, tmp_path / "to" / "copy.db", QUIET)
    assert list((tmp_path / "to").iterdir()) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE event SET payload = '{}' WHERE seq = 3 AND table_id = 'table-1'", "table table-1, event 3"),
        ("DELETE FROM event WHERE seq = 2 AND table_id = 'table-2'", "row 2 is missing"),
        ("UPDATE alembic_version SET version_num = '9999'", "newer"),
        ("DROP TABLE alembic_version", "no version"),
    ],
)
def test_a_changed_backup_is_not_restored(data: Path, tmp_path: Path, change: str, reason: str) -> None:
    made, _ = back_up(data, tmp_path / "copy.db", QUIET)
    with closing(sqlite3.connect(made)) as connection, connection:
        connection.execute(change)
    with pytest.raises(StammtischError, match=reason):
        restore(made, tmp_path / "new", QUIET)
    assert not (tmp_path / "new" / "stammtisch.db").exists()


def test_a_damaged_backup_is_not_restored(data: Path, tmp_path: Path) -> None:
    made, _ = back_up(data, tmp_path / "copy.db", QUIET)
    with made.open("r+b") as file:
        file.truncate(made.stat().st_size // 2)
    with pytest.raises(StammtischError, match=r"damaged|no database"):
        restore(made, tmp_path / "new", QUIET)
    (tmp_path / "text.db").write_text("not at all" * 1000)
    with pytest.raises(StammtischError, match="no database"):
        restore(tmp_path / "text.db", tmp_path / "new", QUIET)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["stammtisch.db.lock"]


def test_a_database_is_replaced_only_if_told_and_the_old_one_is_kept(data: Path, tmp_path: Path) -> None:
    made, _ = back_up(data, tmp_path / "copy.db", QUIET)
    subprocess.run([sys.executable, "-c", KILLED, str(data)], cwd=ROOT, check=False)
    assert (data / "stammtisch.db-wal").stat().st_size
    with pytest.raises(StammtischError, match="--replace"):
        restore(made, data, QUIET)
    kept, _ = restore(made, data, QUIET, replace=True)
    assert kept
    assert events(kept) == 20
    assert events(data / "stammtisch.db") == 15
    Store(f"sqlite:///{data}/stammtisch.db").close()


def test_for_postgresql_its_own_tool_is_named() -> None:
    told = stammtisch("backup", "copy.db", "--database", "postgresql://host/name")
    assert told.returncode == 2
    assert "pg_dump" in told.stderr
