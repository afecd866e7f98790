"""What stands in the database besides the log, and the statements that put it there.

The statements go into a Write, so that they are done together with the rows of the log that they belong to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

from stammtisch.core.errors import StammtischError
from stammtisch.server.protocol.message import Avatar
from stammtisch.server.storage.log import Statement


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a name."""

    id: str
    name: str
    bot: bool
    created: int
    avatar: Avatar = ""
    """The name of a drawing; empty: that of his seat."""


@dataclass(frozen=True, slots=True)
class Session:
    """A guest on one device: a secret token, of which we keep the hash."""

    token_hash: str
    guest: Guest
    created: int
    used: int
    """To the hour; a write for every request would be too much."""
    device: str = ""
    """What the client called it."""


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A table as lists show it. The fields are the columns, in their order."""

    table: str
    game: str
    players: int
    public: bool
    status: str
    created: int
    changed: int
    ended: int | None
    care: bool
    """Something can happen at it although nobody is connected: a clock, a bot."""
    summary: str
    """JSON text: host, seats, result, whatever lists show."""

    @property
    def shown(self) -> dict[str, Any]:
        """The same as data."""
        found: dict[str, Any] = json.loads(self.summary)
        return found


def add_guest(guest: Guest) -> Statement:
    _check(guest.name)
    return "INSERT INTO guest (id, name, bot, created, avatar) VALUES (?, ?, ?, ?, ?)", astuple(guest)


def add_session(session: Session) -> Statement:
    _check(session.device)
    return (
        "INSERT INTO session (token_hash, guest, created, used, device) VALUES (?, ?, ?, ?, ?)",
        (session.token_hash, session.guest.id, session.created, session.used, session.device),
    )


def add_session_by_password(session: Session, password: str) -> list[Statement]:
    """Add it only if this is the hash of its guest's password. A transaction of another node that changes the password
    at this moment comes before this one, or ends the session."""
    _check(session.device)
    account = (session.guest.id, password)
    return [
        ("UPDATE account SET changed = changed WHERE guest = ? AND password = ?", account),  # locks the row
        (
            "INSERT INTO session (token_hash, guest, created, used, device)"
            " SELECT ?, guest, ?, ?, ? FROM account WHERE guest = ? AND password = ?",
            (session.token_hash, session.created, session.used, session.device, *account),
        ),
    ]


def put_master(table: str, master: bytes) -> Statement:
    """Once for a table: a second one is a Conflict."""
    return "INSERT INTO dice (table_id, master) VALUES (?, ?)", (table, master)


def put_table_summary(summary: TableSummary) -> Statement:
    """Add it, or bring it up to date. What is fixed when a table is opened stays."""
    _check(summary.summary)
    return (
        "INSERT INTO gathering (table_id, game, players, public, status, created, changed, ended, care, summary)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (table_id) DO UPDATE SET players = excluded.players, public = excluded.public,"
        " status = excluded.status, changed = excluded.changed, ended = excluded.ended, care = excluded.care,"
        " summary = excluded.summary",
        astuple(summary),
    )


def seek_players(wish: str, table: str) -> Statement:
    """This is the table where those meet who wish the same. A second one for a wish is a Conflict."""
    return "INSERT INTO seek (wish, table_id) VALUES (?, ?)", (wish, table)


def found_players(table: str) -> Statement:
    """Nobody is sent to this table any more."""
    return "DELETE FROM seek WHERE table_id = ?", (table,)


def put_sitting(table: str, guests: Iterable[str]) -> list[Statement]:
    """Who sits at a table now; for when it changes."""
    away: Statement = ("DELETE FROM sitting WHERE table_id = ?", (table,))
    return [away, *(("INSERT INTO sitting (guest, table_id) VALUES (?, ?)", (guest, table)) for guest in guests)]


def _check(text: str) -> None:
    """Refuse here what a database would refuse: there it would stop the writer."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise StammtischError("this text has half a character in it") from None
    if "\0" in text:
        raise StammtischError("this text has a character in it that cannot be stored")
