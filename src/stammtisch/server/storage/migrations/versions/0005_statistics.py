"""Statistics: games that are counted, ratings, win shares, dice, and reviews in figures."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "counted",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("unrated", sa.Text),
        sa.Column("review", sa.Text, nullable=False),
        sa.UniqueConstraint("number", name="counted_once"),
    )
    op.create_index("counted_review", "counted", ["review", "number"])
    op.create_table(
        "played",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Double, nullable=False),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
    )
    op.create_index("played_guest", "played", ["guest", "number"])
    op.create_table(
        "rating",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("bot", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("points", sa.Double, nullable=False),
    )
    op.create_index("rating_guest", "rating", ["guest"])
    op.create_table(
        "seat_share",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("points", sa.Double, nullable=False),
    )
    op.create_table(
        "chance",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("outcomes", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sums", sa.Text, nullable=False),
    )
    op.create_table(
        "counting",
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "reviewed",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("unit", sa.Text, nullable=False),
        sa.Column("luck", sa.Double, nullable=False),
        sa.Column("given_away", sa.Double, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("mistakes", sa.Text, nullable=False),
    )
    op.create_index("reviewed_guest", "reviewed", ["guest"])
    op.create_table(
        "listed",
        sa.Column("guest", sa.Text, primary_key=True),
    )
