"""Alembic runs this. All migrations go into the one transaction that `migrate` has begun: done whole or not at all."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
