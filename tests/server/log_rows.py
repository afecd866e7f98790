"""Rows for tests of the log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stammtisch.server.storage.journal import Journal
from stammtisch.server.storage.log import START, Row, Write, chained
from stammtisch.server.storage.store import Store
from stammtisch.server.storage.writer import LogWriter


def row(
    table: str, seq: int, previous: str = START, *, seat: int | None = 0, cid: str | None = None, payload: str = "{}"
) -> Row:
    at = 1_700_000_000_000 + seq
    return Row(
        table, seq, seat, cid, "move", payload, at, chained(previous, table, seq, seat, cid, "move", payload, at)
    )


def facts(journal: Journal) -> dict[str, Any]:
    """All that it remembers, by name."""
    slots = [name for kind in type(journal).__mro__ for name in getattr(kind, "__slots__", ())]
    return {name: getattr(journal, name) for name in slots} | getattr(journal, "__dict__", {})


def game(table: str, length: int) -> list[Row]:
    """The rows of a table from its beginning."""
    rows: list[Row] = []
    for seq in range(1, length + 1):
        previous = rows[-1].hash if rows else START
        rows.append(
            row(table, seq, previous, seat=seq % 2, cid=f"cid-{seq:016}", payload=f'{{"worm": "Bratwürmer {seq}"}}')
        )
    return rows


@contextmanager
def writing(store: Store) -> Iterator[LogWriter]:
    """A writer that must not fail."""
    errors: list[BaseException] = []
    writer = store.writer(failed=errors.append)
    writer.start()
    yield writer
    writer.stop()
    assert errors == []


def put(store: Store, *writes: Write) -> None:
    with writing(store) as writer:
        for write in writes:
            writer.submit(write).result(timeout=30)
