"""The store: made by migrations, whole or not at all; one server for one file; and what was put in comes out."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from stammtisch.core.errors import StammtischError
from stammtisch.server.storage import connections, migrations
from stammtisch.server.storage.entities import (
    Guest,
    Session,
    TableSummary,
    add_guest,
    add_session,
    put_master,
    put_sitting,
    put_table_summary,
)
from stammtisch.server.storage.log import Conflict, LogFault, Write
from stammtisch.server.storage.schema import metadata
from stammtisch.server.storage.store import Facts, Store
from tests.helpers import ROOT
from tests.server.log_rows import game, put, writing

HOLD = """
import os, sys, time
from stammtisch.server.storage.store import Store
store = Store(sys.argv[1])
child = os.fork() if sys.argv[2:] else None
if child == 0:
    time.sleep(60)
    os._exit(0)
print(child or 0, flush=True)
sys.stdin.read()
"""

LEAVE = """
import os, sys
from stammtisch.server.storage.log import Write
from stammtisch.server.storage.store import Store
from tests.server.log_rows import game
store = Store(sys.argv[1])
writer = store.writer(failed=print)
writer.start()
writer.submit(Write(game("table", 20))).result(30)
os._exit(0)
"""


@contextmanager
def engine(store: Store) -> Iterator[sa.Connection]:
    """A connection past the store."""
    url = f"sqlite:///{store.path}" if store.path else store.url.set(drivername="postgresql+psycopg")
    made = sa.create_engine(url, poolclass=sa.NullPool)
    with made.begin() as connection:
        yield connection


def python(code: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


# ── Migrations ──


def test_migrations_make_the_tables_that_queries_use(store: Store) -> None:
    with engine(store) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        if store.path:
            made = connection.scalar(sa.text("SELECT sql FROM sqlite_master WHERE name = 'event'"))
            assert "WITHOUT ROWID" in str(made)


def test_the_steps_are_those_that_alembic_knows() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert migrations.versions() == [script.revision for script in reversed(list(scripts.walk_revisions()))]


def test_opening_again_changes_nothing(url: str) -> None:
    store = Store(url)
    put(store, Write(game("table", 3)))
    store.close()
    for server in (True, False):
        again = Store(url, server=server)
        assert again.rows("table") == game("table", 3)
        again.close()


def test_tokens_of_the_first_version_stay_good(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "versions", lambda: ["0001"])
        before.setattr("alembic.command.upgrade", partial(_only_to, "0001"))
        old = Store(url)
        with engine(old) as connection:
            added = "INSERT INTO guest (id, name, token_hash, bot, created) VALUES ('a', 'Anna', 'f00', :bot, 17)"
            connection.execute(sa.text(added), {"bot": False})
        old.close()
    store = Store(url)
    anna = Guest("a", "Anna", False, 17)
    assert store.session("f00") == Session("f00", anna, 17, 17)
    with engine(store) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def _only_to(version: str, config: Config, _: str) -> None:
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts, fn=lambda at, _: scripts._upgrade_revs(version, at)):
        scripts.run_env()


def test_a_migration_that_is_killed_has_done_nothing(url: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.kill_while_opening", url],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert int(done.stdout) >= 2
    store = Store(url)
    with engine(store) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


def test_servers_that_start_at_once_make_the_tables_once(cluster: Any) -> None:
    url = cluster.new_database()
    with ThreadPoolExecutor(4) as pool:
        for store in pool.map(partial(Store, node=True), [url] * 4):
            assert store.rows("table") == []
            store.close()


def test_a_second_server_on_a_postgresql_is_refused(cluster: Any) -> None:
    """Unless both know that there are several."""
    url = cluster.new_database()
    with closing(Store(url)):
        for node, why in ((False, "in use by another server.* --node NAME"), (True, "started without --node")):
            with pytest.raises(StammtischError, match=why):
                Store(url, node=node)
    with closing(Store(url, node=True)), closing(Store(url, node=True)):
        with pytest.raises(StammtischError, match=r"in use by another server.* --node NAME"):
            Store(url)
        Store(url, server=False).close()


def test_whoever_lost_the_lock_writes_nothing_until_it_has_it_again(cluster: Any) -> None:
    url = cluster.new_database()
    with closing(Store(url)) as store:
        store.connect().close()  # as a cut connection would be
        with closing(Store(url)), pytest.raises(StammtischError, match="in use by another server"):
            store.reconnect()
        store.reconnect().close()


def test_what_was_sent_on_a_lost_connection_is_not_committed_any_more(cluster: Any) -> None:
    with closing(Store(cluster.new_database())) as store, closing(store.connect()) as lost:
        lost.execute("BEGIN")
        lost.execute("INSERT INTO guest (id, name, bot, created) VALUES ('a', 'Anna', false, 1)")
        with closing(store.reconnect()) as anew:
            with pytest.raises(psycopg.OperationalError):
                lost.execute("COMMIT")  # it arrives late
            assert anew.execute("SELECT count(*) FROM guest").fetchone() == (0,)


def test_tables_of_a_newer_version_are_refused(url: str) -> None:
    store = Store(url)
    with engine(store) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    for server in (True, False):
        with pytest.raises(StammtischError, match=r"made by a newer Stammtisch .*9999"):
            Store(url, server=server)


def test_a_reader_makes_nothing(url: str, tmp_path: Path) -> None:
    with pytest.raises(StammtischError, match=r"there is no database|has no tables"):
        Store(url, server=False)
    assert list(tmp_path.iterdir()) == []


# ── SQLite's file ──


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "stammtisch.db"


def test_sqlite_settings(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    connection: Any = store.connect()
    names = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "busy_timeout")
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "trusted_schema": 0,
        "busy_timeout": 5000,
    }
    connection.close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    reader = connections.sqlite(file, connections.SQLITE_READER)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("DELETE FROM event")
    assert reader.execute("PRAGMA wal_autocheckpoint").fetchone() == (0,)
    reader.close()
    store.close()


def test_a_second_server_is_refused(file: Path) -> None:
    url = f"sqlite:///{file}"
    with python(HOLD, url) as first:
        assert first.stdout
        assert first.stdout.readline() == "0\n"
        with pytest.raises(StammtischError, match=rf"in use by another server \(process {first.pid}\); stop it first"):
            Store(url)
        Store(url, server=False).close()  # reading is allowed
        first.communicate("")
    Store(url).close()


def test_a_second_server_in_this_process_is_refused(file: Path) -> None:
    first = Store(f"sqlite:///{file}")
    other = file.with_name("other-name.db")
    other.symlink_to(file)
    for path in (file, other):
        with pytest.raises(StammtischError, match="in use by a server in this process"):
            Store(f"sqlite:///{path}")
    first.close()
    first.close()
    Store(f"sqlite:///{file}").close()


def test_the_lock_is_free_after_a_kill(file: Path) -> None:
    """Also while a process lives on that the server has started, as one in which a bot thinks."""
    url = f"sqlite:///{file}"
    with python(HOLD, url, "fork") as server:
        assert server.stdout
        child = int(server.stdout.readline())
        server.send_signal(signal.SIGKILL)
        server.wait(30)
        try:
            Store(url).close()
        finally:
            os.kill(child, signal.SIGKILL)


def test_what_a_killed_server_had_written_is_there(file: Path) -> None:
    with python(LEAVE, f"sqlite:///{file}") as left:
        left.communicate()
    log = file.with_name(file.name + "-wal")
    before = log.read_bytes()
    assert before
    then = log.stat()
    connections.write_anew(file)
    assert log.read_bytes() == before
    assert log.stat().st_mtime_ns > then.st_mtime_ns  # it was written
    store = Store(f"sqlite:///{file}")
    assert store.rows("table") == game("table", 20)
    store.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("stammtisch.db", "named by sqlite:///FILE or postgresql://"),
        ("mysql://localhost/x", "SQLite or PostgreSQL, not mysql"),
        ("sqlite://", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("sqlite:////no/such/folder/x.db", "there is no folder /no/such/folder"),
    ],
)
def test_bad_addresses_are_explained(url: str, reason: str) -> None:
    with pytest.raises(StammtischError, match=reason):
        Store(url)


def test_a_file_that_is_no_database_is_refused(file: Path) -> None:
    file.write_text("Würmer " * 1000, "utf-8")
    for _ in range(2):  # and nothing stays locked
        with pytest.raises(StammtischError, match=r"cannot open the database .*: file is not a database"):
            Store(f"sqlite:///{file}")
    assert file.read_text("utf-8") == "Würmer " * 1000


def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        StammtischError, match=r"cannot open the database postgresql://me:\*\*\*@.*: connection .* failed"
    ):
        Store(f"postgresql://me:secret@/x?host={tmp_path}")


def test_a_password_is_not_shown(cluster: Any) -> None:
    store = Store(cluster.new_database().replace("postgres@", "postgres:secret@"))
    assert "secret" not in str(store)
    store.close()


def test_a_commit_waits_for_the_disk_of_postgresql(cluster: Any) -> None:
    for setting, wanted in (("off", "on"), ("remote_apply", "remote_apply")):
        store = Store(f"{cluster.new_database()}%20-csynchronous_commit%3D{setting}")
        connection: Any = store.connect()
        assert connection.execute("SHOW synchronous_commit").fetchone() == (wanted,)
        connection.close()
        store.close()


def test_facts_about_the_database(store: Store) -> None:
    assert store.facts.engine == ("SQLite" if store.path else "PostgreSQL")
    assert store.facts.version[0].isdigit()
    assert store.facts.commit_ms > 0
    assert store.facts is store.facts  # asked once
    assert str(Facts("SQLite", "3.51", 0.25)) == "SQLite 3.51, 0.25 ms to be on disk"
    assert "too quick to be true" in str(Facts("SQLite", "3.51", 0.01))


# ── Reading ──


def test_rows_are_read_as_written(store: Store) -> None:
    rows = game("one", 10)
    put(store, Write(rows), Write(game("two", 3)))
    assert store.rows("one") == rows
    assert store.rows("one", since=7) == rows[7:]
    assert store.rows("one", since=10) == store.rows("three") == []
    assert store.row_of("one", 1, "cid-" + "3".rjust(16, "0")) == rows[2]
    assert store.row_of("one", 0, "cid-" + "3".rjust(16, "0")) is None


def test_the_audit_names_the_first_wrong_row(store: Store) -> None:
    put(store, Write(game("table", 9)))
    assert store.verify("table") is None
    with engine(store) as connection:
        connection.execute(sa.text("UPDATE event SET payload = '{}' WHERE seq = 6"))
    assert store.verify("table") == LogFault(6, "the row or the one before it has been changed")
    with engine(store) as connection:
        connection.execute(sa.text("DELETE FROM event WHERE seq = 3"))
    assert store.verify("table") == LogFault(3, "row 3 is missing; the next one is 4")
    with engine(store) as connection:
        connection.execute(sa.text("UPDATE event SET seq = 0 WHERE seq = 1"))
    assert store.verify("table") == LogFault(1, "row 1 is missing; the next one is 0")


def test_secrets_of_dice(store: Store) -> None:
    master = bytes(range(256))
    with writing(store) as writer:
        writer.submit(Write(game("table", 1), [put_master("table", master)])).result(30)
        with pytest.raises(Conflict):
            writer.submit(Write([], [put_master("table", b"other")])).result(30)
    assert store.log("table") == (master, store.rows("table"))
    assert store.log("other") == (None, [])


def test_guests_and_sessions_are_read_as_written(store: Store) -> None:
    anna, bot = Guest("a", "Änne 🐛 100%?", False, 17), Guest("b", "Robot", True, 18)
    sessions = [
        Session("f" * 64, anna, 19, 20, "phone"),
        Session("e" * 64, bot, 21, 22),
        Session("c" * 64, anna, 23, 24),
    ]
    put(store, Write([], [add_guest(anna), add_guest(bot), *map(add_session, sessions)]))
    for each in sessions:
        assert store.session(each.token_hash) == each
    assert store.session("d" * 64) is None


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_what_a_database_would_refuse_does_not_get_there(name: str) -> None:
    """There it would stop the writer."""
    with pytest.raises(StammtischError, match="this text has"):
        add_guest(Guest("a", name, False, 0))


def test_lists_of_tables(store: Store) -> None:
    def listed(number: int, **changes: Any) -> TableSummary:
        table = TableSummary(
            f"t{number}", "zatre", 3, True, "playing", number, number // 2, None, False, '{"seats": []}'
        )
        return replace(table, **changes)

    open_ones = [listed(i) for i in range(10)]
    private = listed(10, public=False, care=True)
    over = listed(11, status="over", ended=99, care=True)
    everything = [put_table_summary(each) for each in (*open_ones, private, over)]
    seats = [*put_sitting("t3", ["anna", "bert"]), *put_sitting("t10", ["anna"]), *put_sitting("t4", ["anna", "cleo"])]
    put(store, Write([], [*everything, *seats, *put_sitting("t4", ["cleo"])]))

    newest_first = sorted(open_ones, key=lambda each: (each.changed, each.table), reverse=True)
    assert store.tables(status="playing") == newest_first
    assert store.tables() == [over, *newest_first]
    assert store.tables(public=False) == [private]
    assert store.tables(public=None, limit=2) == [over, private]
    pages = [store.tables(status="playing", limit=3)]
    while pages[-1]:
        pages.append(store.tables(status="playing", limit=3, before=pages[-1][-1]))
    assert [len(page) for page in pages] == [3, 3, 3, 1, 0]
    assert [each for page in pages for each in page] == newest_first
    assert store.unfinished() == [*open_ones, private]
    assert store.to_be_cared_for() == ["t10"]
    assert [each.table for each in store.tables_of("anna")] == ["t10", "t3"]
    assert [each.table for each in store.tables_of("anna", before=private)] == ["t3"]
    assert store.tables_of("dora") == []

    ended = replace(private, status="over", ended=100, changed=100, summary='{"won": "Anna"}')
    put(store, Write([], [put_table_summary(replace(ended, game="not changed", created=0))]))
    assert store.table_summary("t10") == ended
    assert store.table_summary("t99") is None
