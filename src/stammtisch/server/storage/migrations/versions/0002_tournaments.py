"""The index of tournaments, and who runs or plays them. Their events are in the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("care", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("tournament_lists", "tournament", ["public", "changed"])
    op.create_table(
        "entrant",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("tournament_id", sa.Text, primary_key=True),
        sa.Column("runs", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
