"""Bring a database to the newest form of its tables. Each step is a file in versions/, and is never changed later.

There is no way down: whoever must go back restores a backup.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from stammtisch.core.errors import StammtischError

_LOCK = 0x5374616D6D746973  # PostgreSQL wants a number; several servers can start at once


def migrate(connection: Connection) -> None:
    """Make all missing steps, in the transaction that is open on this connection."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    if not is_current(connection):
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def is_current(connection: Connection) -> bool:
    """Whether no step is missing; raises if the database has steps that we do not know."""
    scripts = ScriptDirectory.from_config(_config())
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise StammtischError(f"the database was made by a newer Stammtisch (its tables have version {found})")
    return found == scripts.get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
