"""Accounts: a guest may have a handle and a password, and a session on each of his devices."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "session",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
    )
    op.execute(
        "INSERT INTO session (token_hash, guest, created, used, device)"
        " SELECT token_hash, id, created, created, '' FROM guest"
    )
    op.create_index("session_guest", "session", ["guest"])
    with op.batch_alter_table("guest") as guest:
        guest.drop_constraint("guest_token", type_="unique")
        guest.drop_column("token_hash")
    op.create_table(
        "account",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("skeleton", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("skeleton", name="account_skeleton"),
    )
    op.create_table(
        "leaving",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
