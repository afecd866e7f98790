"""Nodes: several servers on one PostgreSQL, and which of them has which table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "node",
        sa.Column("epoch", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("draining", sa.Boolean, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.UniqueConstraint("name", name="node_name"),
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("owner", sa.Integer, sa.ForeignKey("node.epoch", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("lease_owner", "lease", ["owner"])
    op.create_table(
        "cluster",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.Text, nullable=False),
    )
