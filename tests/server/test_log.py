"""The log: hashes that show every change, and a writer that acknowledges what is on disk, and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stammtisch.server.storage import writer as log_writer
from stammtisch.server.storage.entities import Guest, TableSummary, add_guest, put_table_summary
from stammtisch.server.storage.log import START, Conflict, LogFault, Write, audit, chained
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter, Stopped
from tests.server.log_rows import game, put, row, writing


class Watched:
    """A real connection that counts its transactions, waits before it commits, and can fail to commit."""

    def __init__(self, connection: Any, error: BaseException | None = None) -> None:
        self._connection = connection
        self._error = error
        self.IntegrityError = connection.IntegrityError
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.commits = 0

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        if sql == "BEGIN":
            self.begun.set()
        if sql == "COMMIT":
            assert self.go_on.wait(30)
            self.commits += 1
            if self._error:
                raise self._error
        return self._connection.execute(sql, values)

    def close(self) -> None:
        self._connection.close()


def watched(store: Store, error: BaseException | None = None) -> tuple[LogWriter, Watched, list[BaseException]]:
    connection = Watched(store.connect(), error)
    failures: list[BaseException] = []
    writer = LogWriter(lambda: connection, failed=failures.append)
    writer.start()
    return writer, connection, failures


# ── Hashes ──


def test_a_hash_is_what_the_page_says() -> None:
    """Computed without our own code: SHA-256 of a compact JSON list."""
    text = f'["{START}","t",1,null,null,"opened","{{\\"name\\":\\"Würmchen\\"}}",1700000000000]'
    wanted = hashlib.sha256(text.encode("utf-8")).hexdigest()
    assert chained(START, "t", 1, None, None, "opened", '{"name":"Würmchen"}', 1700000000000) == wanted


def test_a_hash_is_over_compact_json_whatever_is_in_a_row() -> None:
    row = ("f" * 64, "table-1", 7, 3, 'c"id\\', "said", '{"text":"a\\tb\x7f\u2028 \x01🎲"}', 1)
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    assert chained(*row) == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_every_change_of_a_row_is_found() -> None:
    rows = game("table", 5)
    assert audit(rows) is None
    changes = {"table": "other", "seat": 5, "cid": None, "kind": "x", "payload": "[]", "at": 0, "hash": START}
    for name, value in changes.items():
        for i in range(5):
            wrong = audit([*rows[:i], rows[i]._replace(**{name: value}), *rows[i + 1 :]])  # type: ignore[arg-type]
            assert wrong
            assert wrong.seq == i + 1


def test_missing_and_swapped_rows_are_found() -> None:
    rows = game("table", 5)
    assert audit(rows[1:]) == LogFault(1, "row 1 is missing; the next one is 2")
    assert audit([*rows[:2], *rows[3:]]) == LogFault(3, "row 3 is missing; the next one is 4")
    assert audit([rows[0], rows[2], rows[1], *rows[3:]]) == LogFault(2, "row 2 is missing; the next one is 3")
    swapped = [rows[2]._replace(seq=2), rows[1]._replace(seq=3)]
    assert audit([rows[0], *swapped, *rows[3:]]) == LogFault(2, "the row or the one before it has been changed")


# ── Writing ──


@pytest.mark.parametrize("length", [1, 2, 3, 64, 127, 300])
def test_what_is_acknowledged_is_there(store: Store, length: int) -> None:
    rows = game("table", length)
    with writing(store) as writer:
        writer.submit(Write(rows)).result(timeout=30)
        assert store.rows("table") == rows


def test_what_waits_goes_into_one_transaction(store: Store) -> None:
    writer, connection, failures = watched(store)
    first = writer.submit(Write([row("first", 1)]))
    assert connection.begun.wait(30)
    others = [writer.submit(Write([row(f"table-{i}", 1)])) for i in range(50)]
    assert not first.done()
    connection.go_on.set()
    for future in [first, *others]:
        future.result(timeout=30)
    writer.stop()
    assert connection.commits == 2
    assert failures == []


def test_a_transaction_wakes_the_event_loop_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, connection, _ = watched(store)
    calls: list[Any] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def counted(*arguments: Any) -> Any:
            calls.append(arguments)
            return wake(*arguments)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        first = writer.write(Write([row("first", 1)]))
        connection.begun.wait(30)
        others = [writer.write(Write([row(f"table-{i}", 1)])) for i in range(50)]
        connection.go_on.set()
        await asyncio.wait_for(asyncio.gather(first, *others), 30)
        monkeypatch.undo()

    asyncio.run(main())
    writer.stop()
    assert len(calls) == 2


def test_to_stop_waiting_does_not_undo(store: Store) -> None:
    writer, connection, _ = watched(store)

    async def main() -> None:
        given_up = writer.write(Write([row("one", 1)]))
        other = writer.write(Write([row("two", 1)]))
        given_up.cancel()
        connection.go_on.set()
        await asyncio.wait_for(other, 30)

    asyncio.run(main())
    writer.stop()
    assert len(store.rows("one")) == len(store.rows("two")) == 1


def test_an_event_loop_that_is_gone_does_no_harm(store: Store) -> None:
    writer, connection, failures = watched(store)

    async def leave() -> None:
        writer.write(Write([row("one", 1)]))

    asyncio.run(leave())
    connection.go_on.set()
    writer.submit(Write([row("two", 1)])).result(timeout=30)
    writer.stop()
    assert failures == []
    assert len(store.rows("one")) == 1


def test_a_table_waits_for_each_answer(store: Store) -> None:
    writer, connection, _ = watched(store)
    first = writer.submit(Write([row("table", 1)]))
    with pytest.raises(ValueError, match="still under way: table"):
        writer.submit(Write([row("other", 1), row("table", 2)]))
    connection.go_on.set()
    first.result(timeout=30)
    writer.submit(Write([row("other", 1), row("table", 2)])).result(timeout=30)
    writer.stop()
    assert len(store.rows("table")) == 2


# ── Conflicts ──


def test_a_conflict_fails_alone(store: Store) -> None:
    taken = game("taken", 3)
    put(store, Write(taken))
    gathering = TableSummary("listed", "zocken", 2, True, "waiting", 1, 1, None, False, "{}")
    guest = Guest("anna", "Anna", False, 1)
    put(store, Write([], [add_guest(guest)]))
    writer, connection, failures = watched(store)
    gate = writer.submit(Write([row("gate", 1)]))
    assert connection.begun.wait(30)
    good = [writer.submit(Write(game(f"good-{i}", 2))) for i in range(5)]
    number = writer.submit(Write([row("innocent", 1), row("taken", 3, cid="new")], [put_table_summary(gathering)]))
    good += [writer.submit(Write(game(f"good-{i}", 2))) for i in range(5, 10)]
    token = writer.submit(Write([row("guests", 1)], [add_guest(replace(guest, name="Bert"))]))
    connection.go_on.set()
    for future in [gate, *good]:
        future.result(timeout=30)
    for future in [number, token]:
        with pytest.raises(Conflict):
            future.result(timeout=30)
    writer.stop()
    assert failures == []
    assert connection.commits == 2
    assert store.rows("taken") == taken
    assert all(store.rows(f"good-{i}") == game(f"good-{i}", 2) for i in range(10))
    assert store.rows("innocent") == store.rows("guests") == []  # a Write is done whole or not at all
    assert store.table_summary("listed") is None


def test_a_message_that_is_sent_twice_is_written_once(store: Store) -> None:
    rows = game("table", 3)
    put(store, Write(rows))
    with writing(store) as writer:
        again = row("table", 4, rows[-1].hash, seat=rows[1].seat, cid=rows[1].cid)
        with pytest.raises(Conflict):
            writer.submit(Write([again])).result(timeout=30)
        other_seat = again._replace(seat=7)
        writer.submit(Write([other_seat])).result(timeout=30)
        nobody = [row("table", seq, seat=None, cid=None) for seq in (5, 6)]
        writer.submit(Write(nobody)).result(timeout=30)
    assert store.rows("table") == [*rows, other_seat, *nobody]


def test_of_two_writers_one_gets_a_conflict(url: str) -> None:
    """Between nodes that both believe in a table. (SQLite has one server, but the key as well.)"""
    store = Store(url, node=True)
    with closing(store), writing(store) as one, writing(store) as other:
        done = refused = 0
        for seq in range(1, 11):
            for future in [one.submit(Write([row("t", seq)])), other.submit(Write([row("t", seq, seat=1)]))]:
                error = future.exception(timeout=30)
                done += error is None
                refused += isinstance(error, Conflict)
        assert done == refused == 10
        assert [each.seq for each in store.rows("t")] == list(range(1, 11))


# ── The end ──


def test_a_failed_commit_is_the_end(store: Store) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    writer, connection, failures = watched(store, error)
    first = writer.submit(Write([row("first", 1)]))
    assert connection.begun.wait(30)
    queued = [writer.submit(Write([row(f"table-{i}", 1)])) for i in range(20)]
    connection.go_on.set()
    for future in [first, *queued]:
        with pytest.raises(Stopped, match="disk I/O error") as caught:
            future.result(timeout=30)
        assert caught.value.__cause__ is error
    with pytest.raises(Stopped, match="disk I/O error"):
        writer.submit(Write([row("late", 1)]))
    writer.stop()
    assert failures == [error]
    assert connection.commits == 1  # and no other attempt
    assert store.rows("first") == store.rows("table-3") == []


def test_a_full_disk_is_the_end(tmp_path: Path) -> None:
    """SQLite itself says so: it may have no more pages."""
    store = Store(f"sqlite:///{tmp_path}/small.db")

    def small() -> Any:
        connection = store.connect()
        ((used,),) = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count = {used + 20}").fetchall()
        return connection

    failures: list[BaseException] = []
    writer = LogWriter(small, failed=failures.append)
    writer.start()
    acknowledged = 0
    error = None
    while error is None:
        future = writer.submit(Write([row(f"table-{acknowledged}", 1, payload="6" * 1000)]))
        error = future.exception(timeout=30)
        acknowledged += error is None
    writer.stop()
    assert isinstance(error, Stopped)
    assert "full" in str(error)
    assert len(failures) == 1
    assert acknowledged > 10
    assert all(store.rows(f"table-{i}") for i in range(acknowledged))
    assert store.rows(f"table-{acknowledged}") == []
    store.close()


def test_stop_writes_what_is_queued(store: Store) -> None:
    writer, connection, failures = watched(store)
    queued = [writer.submit(Write([row(f"table-{i}", 1)])) for i in range(20)]
    stopping = threading.Thread(target=writer.stop)
    stopping.start()
    connection.go_on.set()
    stopping.join(30)
    assert all(future.done() and future.exception() is None for future in queued)
    with pytest.raises(Stopped, match="has been stopped"):
        writer.submit(Write())
    writer.stop()
    assert failures == []


def test_a_writer_that_does_not_run_takes_nothing(tmp_path: Path) -> None:
    writer = LogWriter(lambda: sqlite3.connect(tmp_path / "no" / "folder.db"), failed=lambda _: None)
    with pytest.raises(Stopped, match="not been started"):
        writer.submit(Write())
    writer.stop()
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        writer.start()
    with pytest.raises(Stopped, match="could not open"):
        writer.submit(Write())
    writer.stop()


def test_a_table_waits_for_others_only_if_others_play(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(log_writer, "time", SimpleNamespace(perf_counter=lambda: 0.0, sleep=waits.append))
    alone, other = game("alone", 4), game("other", 1)
    with writing(store) as writer:
        for each in alone[:3]:
            writer.submit(Write([each])).result(timeout=30)
        assert waits == []
        for each in (*other, alone[3]):
            writer.submit(Write([each])).result(timeout=30)
    assert waits == [log_writer.GATHERING] * 2
