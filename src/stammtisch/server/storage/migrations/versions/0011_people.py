"""People: the avatar that somebody has chosen, whom he follows, who calls whom to a table, and where people look for
others to play with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("guest", sa.Column("avatar", sa.Text, nullable=False, server_default=""))
    op.create_table("unseen", sa.Column("guest", sa.Text, primary_key=True))
    for name, other in (("follow", "whom"), ("blocked", "whom")):
        op.create_table(
            name,
            sa.Column("guest", sa.Text, primary_key=True),
            sa.Column(other, sa.Text, primary_key=True),
            sa.Column("created", sa.BigInteger, nullable=False),
        )
        op.create_index(f"{name}_{other}", name, [other])
    op.create_table(
        "call",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("caller", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("answered", sa.Boolean, nullable=False),
    )
    op.create_index("call_caller", "call", ["caller"])
    op.create_table(
        "seek",
        sa.Column("wish", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", name="seek_table"),
    )
