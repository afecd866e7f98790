"""Bring a database to the newest form of its tables. Each step is a file in versions/, and is never changed later.

There is no way down: whoever must go back restores a backup.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect

from stammtisch.core.errors import StammtischError

_LOCK = 0x5374616D6D746973  # PostgreSQL wants a number; several servers can start at once
_FOLDER = Path(__file__).parent


def migrate(connection: Connection) -> None:
    """Make all missing steps, in the transaction that is open on this connection."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    if not is_current(connection):
        from alembic import command  # a server that starts again has no use for it
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Whether no step is missing; raises if the database has steps that we do not know."""
    found = None
    if inspect(connection).has_table("alembic_version"):
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    known = versions()
    if found is not None and found not in known:
        raise StammtischError(f"the database was made by a newer Stammtisch (its tables have version {found})")
    return found == known[-1]


def versions() -> list[str]:
    """The names of all steps in their order: their files begin with them."""
    return sorted(path.name.partition("_")[0] for path in (_FOLDER / "versions").glob("[0-9]*_*.py"))
