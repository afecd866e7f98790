"""The finished games of a server, for export: without names, without times, and without the links of their tables.

Whoever knows a table's link can find its row again, and nobody else: a match is named by a hash of the table's name,
which is drawn at random. A seat is a bot, named by its level, a program of somebody's own, or a person.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

from stammtisch.core.errors import StammtischError
from stammtisch.core.match import Match
from stammtisch.data.decisions import PERSON
from stammtisch.server.clock import now
from stammtisch.server.storage import schema
from stammtisch.server.storage.dealt import sealed_tables
from stammtisch.server.storage.store import Store
from stammtisch.server.study.history import played
from stammtisch.server.table.state import Seat, TableState

PROGRAM = "program"
"""What a row calls a program of somebody's own."""


def address(database: str) -> str:
    """A database as its address; the name of a SQLite file will do."""
    return database if "://" in database else f"sqlite:///{Path(database)}"


class FinishedGames:
    """All games of a database that were played to their end. The database is only read, also beside a server."""

    def __init__(self, database: str) -> None:
        """
        Raises:
            StammtischError: The database cannot be opened.
        """
        self._store = Store(address(database), server=False)
        query = sa.select(schema.gathering.c.table_id).where(schema.gathering.c.status == "over")
        query = query.where(schema.gathering.c.table_id.not_in(sealed_tables(now())))  # others are to meet their dice
        self._tables = [row.table_id for row in self._store.fetch(query.order_by(schema.gathering.c.ended))]

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[tuple[str, Match | StammtischError | None, list[str]]]:
        """Each with its hash, the match, and who sat where. A table whose log cannot be read gives the reason instead,
        one whose game was not played to its end None."""
        for table in self._tables:
            name = hashlib.sha256(table.encode()).hexdigest()[:16]
            try:
                rows = self._store.rows(table)
                _, state = TableState.retraced(table, rows)
                if state.result is None or state.result["reason"] != "played":
                    yield name, None, []
                    continue
                match, players = played(state, rows), [_called(seat) for seat in state.seats]
            except Exception as error:  # a damaged log: whatever is wrong with it, the others are still read
                yield name, StammtischError(f"table {table} cannot be read: {type(error).__name__}: {error}"), []
            else:
                yield name, match, players

    def close(self) -> None:
        self._store.close()


def _called(seat: Seat) -> str:
    if seat.is_program:
        return PROGRAM
    return PERSON if seat.guest else seat.bot
