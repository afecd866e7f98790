"""The tables of the database, as SQLAlchemy sees them. The migrations make them; a test compares the two.

event       the log: append-only, and the truth
dice        the master secret of a table's dice, until the end of the game
guest       somebody with a name
session     which guest a token belongs to; the token itself is not kept, only its hash
account     the handle and password of a guest who wants to come back on other devices
leaving     guests who are being forgotten, until nothing is left of them
gathering   an index of the tables for lists; can be made again from the log
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

event = Table(
    "event",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger),
    Column("cid", Text),
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    UniqueConstraint("table_id", "seat", "cid", name="event_once"),
    sqlite_with_rowid=False,
)

dice = Table(
    "dice",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("master", LargeBinary, nullable=False),
)

guest = Table(
    "guest",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("device", Text, nullable=False),
    Index("session_guest", "guest"),
)

account = Table(
    "account",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("handle", Text, nullable=False),
    Column("skeleton", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    UniqueConstraint("skeleton", name="account_skeleton"),
)

leaving = Table(
    "leaving",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
)

gathering = Table(
    "gathering",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("care", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Index("gathering_lists", "public", "status", "changed", "table_id"),
    Index("gathering_ended", "ended"),
)

sitting = Table(
    "sitting",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Index("sitting_table", "table_id"),
    sqlite_with_rowid=False,
)
