"""Store: the database of a server.

    store = Store("sqlite:///stammtisch.db")
    writer = store.writer(failed=…)
    writer.start()
    await writer.write(Write(rows, also=[put_table_summary(…)]))

Reads go through the store, by any thread; all writes go through the one LogWriter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from stammtisch.core.errors import StammtischError
from stammtisch.core.extras import optional_imports
from stammtisch.server.storage import connections, schema
from stammtisch.server.storage.entities import Guest, Session, TableSummary
from stammtisch.server.storage.faults import Damaged, NoStorage, explain_reads, explained, is_damage
from stammtisch.server.storage.lock import Lock
from stammtisch.server.storage.log import Connection, LogFault, Row, audit
from stammtisch.server.storage.migrations import is_current, migrate
from stammtisch.server.storage.snapshots import Snapshot, newest
from stammtisch.server.storage.writer import LogWriter

SUSPICIOUS_MS = 0.02
"""No disk is that quick. Whatever says so does not wait for the disk."""

PATIENCE = 2.0
"""Seconds for PostgreSQL to notice that the server before this one has ended."""
IN_USE = (
    "is in use by another server. Stop that one first, give this one a database of its own, or start all that share it "
    "with --node NAME (docs/scale.md)"
)
ALONE = (
    "is in use by a server that was started without --node and knows of no others. Stop it, or start it with "
    "--node NAME, too (docs/scale.md)"
)

DOCTOR = "`stammtisch doctor --check-log"

ROWS = (
    sa.select(schema.event)
    .where(schema.event.c.table_id == sa.bindparam("table"), schema.event.c.seq > sa.bindparam("since"))
    .order_by(schema.event.c.seq)
)
FIRST_ROWS = ROWS.limit(sa.bindparam("limit"))
MASTER = sa.select(schema.dice.c.master).where(schema.dice.c.table_id == sa.bindparam("table"))
"""Made once: after a restart thousands of tables are read at the same time."""


def remedy(data: Path) -> str:
    """For the operator of the SQLite database in this folder, when it is damaged."""
    return (
        f"{DOCTOR} --data {data}` lists what is damaged and what can be read; with the server stopped, "
        f"`stammtisch restore BACKUP --data {data} --replace` brings a backup back, and "
        f"`stammtisch salvage FILE --data {data}` copies what can be read into a new database"
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """For the log at the start, and for /health."""

    engine: str
    version: str
    commit_ms: float
    """What it takes to be sure that something is on disk: the median of a few."""

    @property
    def doubtful(self) -> bool:
        return self.commit_ms < SUSPICIOUS_MS

    def __str__(self) -> str:
        doubt = " — too quick to be true: a power cut can lose what was acknowledged" if self.doubtful else ""
        return f"{self.engine} {self.version}, {self.commit_ms:.2f} ms to be on disk{doubt}"


class Store:
    """`server=False` only reads, beside a server: nothing is locked, nothing migrated. `node`: several servers may
    share the database, if all of them are nodes."""

    def __init__(self, url: str, *, server: bool = True, node: bool = False) -> None:
        self.url = _parse(url)
        self._node = node
        self._locked: connections.Postgres | None = None
        self._backend: tuple[Any, ...] | None = None
        """Of the last connection that was made to write."""
        self.rows_read = 0
        """How many rows of logs were read so far."""
        self.path = Path(self.url.database or "") if self.url.get_backend_name() == "sqlite" else None
        try:
            with optional_imports(), ExitStack() as opened:
                if self.path:
                    self._open_file(self.path, opened, server)
                settings = connections.SQLITE_READER if server else connections.SQLITE_READER_OF_WHAT_IS_LEFT
                self._engine = self._new_engine(settings, begin="BEGIN")
                opened.callback(self._engine.dispose)
                if server and self.path is None:
                    self._engine.connect().close()  # if it does not answer, that is told as for all others
                    self._locked = self._lock_postgres()
                    opened.callback(self._close_locked)
                if server:
                    with self._migration() as connection:
                        migrate(connection)
                with self._engine.connect() as connection:
                    if not is_current(connection):
                        raise StammtischError(f"{self} has no tables, or old ones; a server makes them when it starts")
                explain_reads(self._engine)
                self._opened = opened.pop_all()
        except OSError as error:
            raise StammtischError(f"cannot open the database {self}: {error.strerror}") from error
        except DBAPIError as error:
            if is_damage(error.orig):
                raise StammtischError(f"cannot open the database {self}: {error.orig}. {self.remedy}") from error
            raise StammtischError(f"cannot open the database {self}: {error.orig}") from error

    def __str__(self) -> str:
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)

    @property
    def remedy(self) -> str:
        """For the operator, when something is damaged: how to see what is left, and how to bring the rest back."""
        if self.path is None:
            return f"{DOCTOR} --database URL` lists what is damaged; pg_restore brings a backup back"
        return remedy(self.path.parent)

    @property
    def address(self) -> str:
        """What another process opens it by, with its password."""
        return self.url.render_as_string(hide_password=False)

    @property
    def psycopg_address(self) -> dict[str, Any]:
        """The address of a PostgreSQL, in words that psycopg reads as SQLAlchemy does."""
        return dict(self._engine.dialect.create_connect_args(self.url)[1])

    def close(self) -> None:
        """After the writer has been stopped."""
        self._opened.close()

    # ── Writing ──

    def writer(
        self,
        *,
        failed: Callable[[BaseException], None],
        recovered: Callable[[], None] = lambda: None,
        damaged: Callable[[Damaged], None] = lambda _: None,
        epoch: Callable[[], int | None] | None = None,
    ) -> LogWriter:
        """`epoch`: of this node, if it is one of several (leases.py)."""
        return LogWriter(
            self.connect, failed=failed, reconnect=self.reconnect, recovered=recovered, damaged=damaged, epoch=epoch
        )

    def connect(self) -> Connection:
        """A connection for the one who writes. PostgreSQL's has the lock: who loses it cannot write any more."""
        if self.path:
            return connections.sqlite(self.path, connections.SQLITE)
        found, self._locked = self._locked, None
        return found or self._lock_postgres()

    def forget_connections(self) -> None:
        """Readers get new connections: the database has been away."""
        self._engine.dispose()

    def reconnect(self) -> Connection:
        """After a failure: as a new server would do it. Raises as long as nothing can be written."""
        if self.path:
            connections.write_anew(self.path)
        connection = self.connect() if self.path else self._lock_postgres(self._backend)
        try:
            connection.execute(connections.TRIAL if self.path else connections.POSTGRES_TRIAL)
        except BaseException:
            connection.close()
            raise
        return connection

    # ── Reading ──

    def reading(self) -> sa.Connection:
        """For queries that stand elsewhere: `with store.reading() as connection`."""
        return self._engine.connect()

    def rows(self, table: str, since: int = 0, limit: int | None = None) -> list[Row]:
        """The rows of a table after number `since`, in order; all, or the first so many."""
        with self._engine.connect() as connection:
            return self._rows(connection, table, since, limit)

    def log(self, table: str) -> tuple[bytes | None, list[Row]]:
        """All that something is folded from: the secret of its dice or draws, and its rows."""
        with self._engine.connect() as connection:
            return connection.scalar(MASTER, {"table": table}), self._rows(connection, table, 0)

    def recent(
        self, table: str, format: str, since: int = 2**53, until: int | None = None
    ) -> tuple[bytes | None, Snapshot | None, list[Row]]:
        """What a table is folded from without reading all of a long log: the master secret of its dice, the last
        snapshot of this format up to row `since`, and the rows after that, as far as row `until`."""
        with self._engine.connect() as connection:
            found = newest(connection, table, format, since)
            begin = found.seq if found else 0
            limit = None if until is None else max(0, until - begin)
            return connection.scalar(MASTER, {"table": table}), found, self._rows(connection, table, begin, limit)

    def row_of(self, table: str, seat: int, cid: str) -> Row | None:
        """What became of a message that has been sent before."""
        event = schema.event
        query = sa.select(event).where(event.c.table_id == table, event.c.seat == seat, event.c.cid == cid)
        with self._engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else Row._make(row)

    def guest(self, id: str) -> Guest | None:
        found = self.fetch(sa.select(schema.guest).where(schema.guest.c.id == id))
        return Guest(*found[0]) if found else None

    def session(self, token_hash: str) -> Session | None:
        session, guest = schema.session.c, schema.guest
        query = sa.select(guest, session.created.label("begun"), session.used, session.device)
        query = query.join(schema.session, session.guest == guest.c.id).where(session.token_hash == token_hash)
        with self.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else Session(token_hash, Guest(*row[:5]), *row[5:])

    def table_summary(self, table: str) -> TableSummary | None:
        found = self._table_summaries(sa.select(schema.gathering).where(schema.gathering.c.table_id == table))
        return found[0] if found else None

    def tables(
        self,
        *,
        public: bool | None = True,
        status: str | None = None,
        limit: int = 50,
        before: TableSummary | None = None,
    ) -> list[TableSummary]:
        """Those where something has happened most recently. `before`: the last one of the page before this."""
        column = schema.gathering.c
        query = sa.select(schema.gathering)
        if public is not None:
            query = query.where(column.public == public)
        if status is not None:
            query = query.where(column.status == status)
        return self._page(query, limit, before)

    def tables_of(
        self, guest: str, *, status: str | None = None, limit: int = 50, before: TableSummary | None = None
    ) -> list[TableSummary]:
        """The tables at which a guest sits or sat."""
        sitting = schema.sitting.c
        query = sa.select(schema.gathering).join(schema.sitting, sitting.table_id == schema.gathering.c.table_id)
        query = query.where(sitting.guest == guest)
        return self._page(query if status is None else query.where(schema.gathering.c.status == status), limit, before)

    def unfinished(self) -> list[TableSummary]:
        """All tables that can go on, the oldest first."""
        column = schema.gathering.c
        query = sa.select(schema.gathering).where(column.ended.is_(None)).order_by(column.created, column.table_id)
        return self._table_summaries(query)

    def to_be_cared_for(self) -> list[str]:
        """The unfinished tables that must be awake although nobody is connected."""
        column = schema.gathering.c
        query = sa.select(column.table_id).where(column.ended.is_(None), column.care).order_by(column.created)
        with self._engine.connect() as connection:
            return list(connection.scalars(query))

    def verify(self, table: str) -> LogFault | None:
        """The first row of a table that is not as it was written."""
        return audit(self.rows(table, since=-(2**53)))

    @cached_property
    def facts(self) -> Facts:
        """Asks the disk, the first time."""
        with self._engine.connect() as connection:
            if self.path:
                version = connection.scalar(sa.text("SELECT sqlite_version()"))
                try:
                    took = connections.fsync_ms(self.path.parent)
                except OSError as error:
                    raise NoStorage(f"cannot write in {self.path.parent}: {error.strerror}") from error
                return Facts("SQLite", str(version), took)
            version = connection.scalar(sa.text("SHOW server_version"))
        own = self._postgres()
        try:
            return Facts("PostgreSQL", str(version), own.commit_ms())
        finally:
            own.close()

    def fetch(self, query: sa.Select[Any]) -> list[Any]:
        """The rows of a query of somebody else's."""
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    def _rows(self, connection: sa.Connection, table: str, since: int, limit: int | None = None) -> list[Row]:
        which = {"table": table, "since": since}
        found = (
            connection.execute(ROWS, which)
            if limit is None
            else connection.execute(FIRST_ROWS, which | {"limit": limit})
        )
        try:  # not by way of SQLAlchemy's rows: there can be a million
            rows = list(map(Row._make, found.cursor.fetchall()))
        except connection.dialect.loaded_dbapi.Error as error:
            raise explained(error) from error
        self.rows_read += len(rows)
        return rows

    def _page(self, query: sa.Select[Any], limit: int, before: TableSummary | None) -> list[TableSummary]:
        column = schema.gathering.c
        if before is not None:
            query = query.where(sa.tuple_(column.changed, column.table_id) < (before.changed, before.table))
        return self._table_summaries(query.order_by(column.changed.desc(), column.table_id.desc()).limit(limit))

    def _table_summaries(self, query: sa.Select[Any]) -> list[TableSummary]:
        with self._engine.connect() as connection:
            return [TableSummary(*row) for row in connection.execute(query)]

    # ── Opening ──

    @staticmethod
    def _open_file(path: Path, opened: ExitStack, server: bool) -> None:
        if not path.parent.is_dir():
            raise StammtischError(f"there is no folder {path.parent} for the database")
        if server:
            opened.callback(Lock(path).release)
            connections.create(path)
            connections.write_anew(path)
        elif not path.exists():
            raise StammtischError(f"there is no database {path}")

    @contextmanager
    def _migration(self) -> Iterator[sa.Connection]:
        """One transaction around all migrations: a server that is killed in the middle has done none of them."""
        engine = self._new_engine(connections.SQLITE, begin="BEGIN IMMEDIATE")
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()

    def _new_engine(self, settings: tuple[str, ...], begin: str) -> sa.Engine:
        path = self.path
        if path is None:
            return sa.create_engine(self.url.set(drivername="postgresql+psycopg"))
        engine = sa.create_engine(f"sqlite:///{path}", creator=lambda: connections.sqlite(path, settings))
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    def _lock_postgres(self, before: tuple[Any, ...] | None = None) -> connections.Postgres:
        """A connection that keeps out servers that would not know of this one. `before`: it takes this one's place."""
        connection = self._postgres()
        try:
            if before:
                connection.end(before, PATIENCE)
        except BaseException:
            connection.close()
            raise
        self._backend = connection.backend
        limit = time.monotonic() + PATIENCE
        while not connection.lock(shared=self._node):
            if time.monotonic() > limit:
                connection.close()
                raise StammtischError(f"{self} {ALONE if self._node else IN_USE}")
            time.sleep(0.1)
        return connection

    def _close_locked(self) -> None:
        if self._locked:
            self._locked.close()

    def _postgres(self) -> connections.Postgres:
        return connections.Postgres(self.psycopg_address)


def _parse(url: str) -> sa.URL:
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StammtischError("a database is named by sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise StammtischError(f"a database is SQLite or PostgreSQL, not {parsed.get_backend_name()}")
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StammtischError("the database must be a file: sqlite:///FILE")
    return parsed
