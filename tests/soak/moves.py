"""Rows as a server would write them, through the real writer, and what must be found of them afterwards."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from random import Random
from typing import Any

import apsw
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from stammtisch.server.storage.entities import TableSummary, put_table_summary
from stammtisch.server.storage.log import START, Row, Write, audit, chained
from stammtisch.server.storage.schema import metadata
from stammtisch.server.storage.writer import LogWriter, Stopped
from tests.examples import EXAMPLE
from tests.soak.disk import Disk

TABLES = 8
COLUMNS = "table_id, seq, seat, cid, kind, payload, at, hash"


@dataclass
class Counts:
    trials: int = 0
    acknowledged: int = 0
    lost: int = 0
    corrupt: int = 0
    """Trials after which SQLite or the chain of hashes finds damage."""
    stopped: int = 0
    """Writers that stopped at an error."""

    @property
    def good(self) -> bool:
        return not self.lost and not self.corrupt

    def __str__(self) -> str:
        return f"{self.acknowledged:,} rows acknowledged, lost {self.lost:,}, corrupt {self.corrupt:,}"


def new_database(rng: Random) -> Disk:
    """With the tables that the migrations make; a test says that they are the same."""
    disk = Disk(rng)
    connection = disk.connect()
    for table in metadata.sorted_tables:
        connection.execute(str(CreateTable(table).compile(dialect=sqlite.dialect())))
        for index in table.indexes:
            connection.execute(str(CreateIndex(index).compile(dialect=sqlite.dialect())))
    connection.close()
    return disk


@dataclass
class Moves:
    """What was acknowledged, table by table."""

    rng: Random
    rows: dict[str, list[Row]] = field(default_factory=lambda: {f"table-{i:03}": [] for i in range(TABLES)})

    def write(self, writer: LogWriter, counts: Counts, rounds: int | None = None) -> None:
        """Some tables write at the same time, then others, until the writer stops or the rounds are over."""
        while rounds is None or rounds > 0:
            tables = self.rng.sample(sorted(self.rows), self.rng.randint(1, TABLES))
            under_way: list[tuple[Write, Future[None]]] = []
            stopped = False
            for table in tables:
                write = self._next(table)
                try:
                    under_way.append((write, writer.submit(write)))
                except Stopped:
                    stopped = True
            for write, future in under_way:
                try:
                    future.result(timeout=60)
                except Stopped:
                    stopped = True
                else:
                    self.rows[write.rows[0].table].extend(write.rows)
                    counts.acknowledged += len(write.rows)
            if stopped:
                return
            rounds = None if rounds is None else rounds - 1

    def _next(self, table: str) -> Write:
        last = self.rows[table][-1] if self.rows[table] else None
        seq, previous = (last.seq, last.hash) if last else (0, START)
        rows = []
        for _ in range(self.rng.randint(1, 3)):
            seq += 1
            payload = f'{{"outcomes": "{"6" * self.rng.choice((10, 100, 1000))}"}}'
            cid = f"{self.rng.getrandbits(96):024x}"
            row = Row(
                table, seq, 0, cid, "move", payload, seq, chained(previous, table, seq, 0, cid, "move", payload, seq)
            )
            rows.append(row)
            previous = row.hash
        listed = TableSummary(table, EXAMPLE, 2, True, "playing", 0, seq, None, False, f'{{"seq": {seq}}}')
        return Write(rows, [put_table_summary(listed)])

    def check(self, disk: Disk, counts: Counts, *, adopt: bool) -> bool:
        """Whether nothing is damaged; what was acknowledged and is not there counts as lost.

        More can be there: rows that were written and not acknowledged. To adopt them is to show them to people; from
        then on they must stay.
        """
        try:
            with disk.untouched():
                connection: Any = disk.connect()
                damage = connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]
                found = {table: _rows(connection, table) for table in self.rows}
                listed = dict(connection.execute("SELECT table_id, changed FROM gathering").fetchall())
                connection.close()
        except apsw.Error:
            counts.lost += sum(map(len, self.rows.values()))
            self.rows = {table: [] for table in self.rows}
            return False
        for table, acknowledged in self.rows.items():
            there = found[table]
            kept = [one for one, other in zip(acknowledged, there, strict=False) if one == other]
            counts.lost += len(acknowledged) - len(kept)
            self.rows[table] = kept
            damage = damage or audit(there) is not None or listed.get(table, 0) != len(there)
        if adopt:
            self.rows = found
        return not damage


def _rows(connection: Any, table: str) -> list[Row]:
    query = f"SELECT {COLUMNS} FROM event WHERE table_id = ? ORDER BY seq"
    return [Row(*values) for values in connection.execute(query, (table,))]
