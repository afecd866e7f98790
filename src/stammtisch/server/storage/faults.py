"""Faults of the database: it cannot be written or read for now, or something in it is not as it was written.

Whoever asks is refused with a sentence for people; `str` of the error is what the operator needs to know.
"""

from __future__ import annotations

import sqlite3
from typing import Any

import sqlalchemy as sa

from stammtisch.server.protocol.refusal import Refusal

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
POSTGRES_DAMAGE = {"XX001", "XX002"}  # data_corrupted, index_corrupted


class NoStorage(Refusal):
    """The database does not answer, for now or for good. Whether a Write is on disk is not known; the log tells."""

    def __init__(self, why: str) -> None:
        super().__init__(
            "no_storage", "the server can store nothing at the moment, so nothing was done; try again in a minute"
        )
        self.args = (why,)  # so that it can come from another process

    def __str__(self) -> str:
        return str(self.args[0])


class Damaged(Refusal):
    """A row is not as it was written, or pages of the file can be neither read nor written."""

    def __init__(self, why: str, table: str | None = None, seq: int | None = None) -> None:
        super().__init__(
            "damaged", "this has been damaged on the server's disk and cannot be shown; the operator has been told"
        )
        self.args = (why, table, seq)
        self.table, self.seq = table, seq

    def __str__(self) -> str:
        where = "" if self.table is None else f"{self.table}, row {self.seq}: "  # both are known, or none
        return f"{where}{self.args[0]}"


def is_damage(error: BaseException | None) -> bool:
    """Does a database say by this error that its file is damaged?"""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in DAMAGE or getattr(error, "sqlstate", None) in POSTGRES_DAMAGE


def is_deadlock(error: BaseException) -> bool:
    """Does PostgreSQL say that two transactions waited for each other, and that it has undone this one?"""
    return getattr(error, "sqlstate", None) == "40P01"


def explained(error: BaseException) -> Refusal:
    """What the error of a database that was read is for whoever asked."""
    return Damaged(str(error)) if is_damage(error) else NoStorage(str(error))


def explain_reads(engine: sa.Engine) -> None:
    """Whatever is read through this engine and cannot be is refused."""

    def explain(context: Any) -> None:
        if is_damage(context.original_exception) or isinstance(
            context.sqlalchemy_exception, sa.exc.OperationalError | sa.exc.InterfaceError
        ):
            raise explained(context.original_exception) from context.original_exception

    sa.event.listen(engine, "handle_error", explain)
