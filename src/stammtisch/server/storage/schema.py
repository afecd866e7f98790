"""The tables of the database, as SQLAlchemy sees them. The migrations make them; a test compares the two.

event       the log: append-only, and the truth
snapshot    how tables stood; can be made again from the log
dice        the master secret of a table's dice, until the end of the game
guest       somebody with a name
session     which guest a token belongs to; the token itself is not kept, only its hash
account     the handle and password of a guest who wants to come back on other devices
leaving     guests who are being forgotten, until nothing is left of them
gathering   an index of the tables for lists; can be made again from the log
tournament  the same for tournaments, whose events are in the log too; entrant: who runs or plays them
audit       what the operator has done: append-only; bans and the announcement are read from it
counted, played, rating, seat_share, chance, counting   statistics; can be made again from the log
reviewed    luck and skill in games that are over; can be made again, but that takes long
listed      who wants to be seen in lists of ratings
unseen      who does not want others to see that he is here
follow      who follows whom; blocked: who wants to hear nothing from whom
call        who has called whom to a table, and whether that was answered
seek        the table that waits for players who wish the same
channel     where somebody wants to be told of his games; its address may be a secret
notice      what is to be told, and what was
puzzle_answer   who has answered which puzzle, and his rating after it
node        the servers that share a PostgreSQL; lease: which of them has which table or tournament
cluster     the secrets that they have in common: by which they know each other, and the key for web push; the secret of
            the deals, which a server alone has too
dealt       the tables that play with the dice of a deal; closes: when its seed is opened, if that is known
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
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

snapshot = Table(
    "snapshot",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", Text, nullable=False),
    Column("format", Text, nullable=False),
    Column("body", Text, nullable=False),
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
    Column("avatar", Text, nullable=False, server_default=""),
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

tournament = Table(
    "tournament",
    metadata,
    Column("tournament_id", Text, primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("care", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Index("tournament_lists", "public", "changed"),
)

entrant = Table(
    "entrant",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("tournament_id", Text, primary_key=True),
    Column("runs", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Column("whom", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("who", Text, nullable=False),
)

counted = Table(
    "counted",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("unrated", Text),
    Column("review", Text, nullable=False),
    UniqueConstraint("number", name="counted_once"),
    Index("counted_review", "review", "number"),
)

played = Table(
    "played",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Double, nullable=False),
    Column("mu", Double),
    Column("sigma", Double),
    Index("played_guest", "guest", "number"),
)

rating = Table(
    "rating",
    metadata,
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, primary_key=True),
    Column("bot", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("points", Double, nullable=False),
    Index("rating_guest", "guest"),
)

seat_share = Table(
    "seat_share",
    metadata,
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("points", Double, nullable=False),
)

chance = Table(
    "chance",
    metadata,
    Column("game", Text, primary_key=True),
    Column("outcomes", Integer, primary_key=True, autoincrement=False),
    Column("sums", Text, nullable=False),
)

counting = Table(
    "counting",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
)

reviewed = Table(
    "reviewed",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, nullable=False),
    Column("unit", Text, nullable=False),
    Column("luck", Double, nullable=False),
    Column("given_away", Double, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("mistakes", Text, nullable=False),
    Index("reviewed_guest", "guest"),
)

listed = Table(
    "listed",
    metadata,
    Column("guest", Text, primary_key=True),
)

unseen = Table(
    "unseen",
    metadata,
    Column("guest", Text, primary_key=True),
)

follow = Table(
    "follow",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("whom", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Index("follow_whom", "whom"),
)

blocked = Table(
    "blocked",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("whom", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Index("blocked_whom", "whom"),
)

call = Table(
    "call",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("caller", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("answered", Boolean, nullable=False),
    Index("call_caller", "caller"),
)

seek = Table(
    "seek",
    metadata,
    Column("wish", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    UniqueConstraint("table_id", name="seek_table"),
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

puzzle_answer = Table(
    "puzzle_answer",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("puzzle", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("day", Integer),
    Column("solved", Boolean, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    UniqueConstraint("guest", "game", "number", name="puzzle_answer_once"),
    sqlite_with_rowid=False,
)

node = Table(
    "node",
    metadata,
    Column("epoch", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("draining", Boolean, nullable=False),
    Column("until", Double, nullable=False),
    UniqueConstraint("name", name="node_name"),
)

lease = Table(
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Integer, ForeignKey("node.epoch", ondelete="CASCADE"), nullable=False),
    Index("lease_owner", "owner"),
)

cluster = Table(
    "cluster",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
)

dealt = Table(
    "dealt",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("deal", Text, nullable=False),
    Column("guest", Text),
    Column("closes", BigInteger),
    UniqueConstraint("deal", "guest", name="dealt_once"),
    Index("dealt_guest", "guest"),
    sqlite_with_rowid=False,
)
