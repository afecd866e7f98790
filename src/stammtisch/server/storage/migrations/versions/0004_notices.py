"""Notices: where people want to be told of their games, and what they were told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "channel",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("wants", sa.Text, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("off", sa.Text),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger),
        sa.UniqueConstraint("token", name="channel_token"),
    )
    op.create_index("channel_guest", "channel", ["guest"])
    op.create_table(
        "notice",
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("mark", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("sent", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("notice_due", "notice", ["due"])
    op.create_index("notice_guest", "notice", ["guest"])
    op.create_index("notice_target", "notice", ["target"])
