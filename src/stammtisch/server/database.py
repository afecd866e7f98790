"""The tables of the database, as SQLAlchemy sees them. The migrations make them; a test compares the two.

event       the log: append-only, and the truth
dice        the master secret of a table's dice, until the end of the game
guest       who a token belongs to; the token itself is not kept, only its hash
gathering   an index of the tables for lists; can be made again from the log
channel     where somebody wants to be told of his games; its address may be a secret
notice      what is to be told, and what was
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
    Column("token_hash", Text, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("token_hash", name="guest_token"),
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

channel = Table(
    "channel",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("wants", Text, nullable=False),
    Column("token", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("off", Text),
    Column("failures", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("sent", BigInteger),
    UniqueConstraint("token", name="channel_token"),
    Index("channel_guest", "guest"),
)

notice = Table(
    "notice",
    metadata,
    Column("channel", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("mark", BigInteger, primary_key=True, autoincrement=False),
    Column("guest", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("tries", Integer, nullable=False),
    Column("sent", BigInteger),
    Index("notice_due", "due"),
    Index("notice_guest", "guest"),
    Index("notice_target", "target"),
    sqlite_with_rowid=False,
)
