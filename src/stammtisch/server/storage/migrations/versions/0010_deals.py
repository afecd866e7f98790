"""Deals: which tables play with the dice of which, and when their seeds are opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "dealt",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("deal", sa.Text, nullable=False),
        sa.Column("guest", sa.Text),
        sa.Column("closes", sa.BigInteger),
        sa.UniqueConstraint("deal", "guest", name="dealt_once"),
        sqlite_with_rowid=False,
    )
    op.create_index("dealt_guest", "dealt", ["guest"])
