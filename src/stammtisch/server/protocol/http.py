"""What goes over HTTP: requests, and their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import StringConstraints

from stammtisch.server.protocol.message import Avatar, Hash, Message, Seq, TableId, Token, Unchecked
from stammtisch.server.protocol.page import EventText
from stammtisch.server.protocol.refusal import Code
from stammtisch.server.protocol.settings import Name
from stammtisch.server.protocol.view import AnyEvent, Result, View

Handle: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Password: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
Device: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
"""What a device is to be called in the list of one's devices; 40 letters of it are kept."""
SessionId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""The beginning of the hash of a token; it is good for nothing but naming a session."""


class NewGuest(Message):
    """POST /api/guests"""

    name: Name
    program: bool = False
    """This is a bot of somebody's own, and is shown as one."""
    device: Device = ""


class TakeSeat(Message):
    """POST /api/tables/{table}/seats/{seat}"""

    head: Hash
    """The head of the hash chain for this table and seat."""
    key: Hash | None = None
    """The key of the seal that belongs to this chain (see docs/fair-dice.md). If everybody gives one, the players can
    tag what they send and sign the end."""
    invite: Token | None = None
    """The key of the seat or of the table; public tables, the host and a rematch's players need none."""


class GuestMade(Message):
    """The answer to NewGuest."""

    guest: str
    name: str
    """As it will be shown: spaces are put right."""
    token: Token
    """All that shows who you are. The server keeps only its hash: nobody can give it to you again."""


class TableMade(Message):
    """The answer to Opening."""

    table: TableId
    invites: list[Token | None]
    """The key of each seat's invitation; null: the seat is a bot's."""
    key: Token
    """The key of the table: it admits to any seat of a person that is free and kept for nobody."""


class TableShown(Message):
    """The answer to GET /api/tables/{table}: the table as a spectator sees it."""

    table: TableId
    seq: Seq
    view: Annotated[dict[str, Any], Unchecked(View)]


class EventPage(Message):
    """The answer to GET /api/tables/{table}/events: events in their order, from the one after `since` on.

    Fewer than `limit`: there are no more. With `language` they come in words, too.
    """

    seq: Seq
    """The number of the last event of the table."""
    events: Annotated[list[dict[str, Any]], Unchecked(list[AnyEvent])]
    told: Annotated[list[dict[str, Any]], Unchecked(list[EventText])]


class SeatTaken(Message):
    """The answer to TakeSeat."""

    table: TableId
    seat: int


class SeatKept(Message):
    """The answer to GET /api/tables/{table}/seats/mine."""

    table: TableId
    seat: int | None
    """Where this person sits, or the seat that a rematch keeps for him; null: neither."""


class SeatLeft(Message):
    """The answer to DELETE /api/tables/{table}/seats/mine."""

    table: TableId


class ListedSeat(Message):
    """A seat of a listed table."""

    name: str
    kind: Literal["person", "bot"]
    free: bool
    avatar: Avatar = ""


class ListedTable(Message):
    """A table in the list of GET /api/tables."""

    table: TableId
    game: str
    players: int
    status: Literal["waiting", "playing", "over"]
    changed: int
    """When somebody last sat down or left, or the game began or ended: milliseconds since 1970."""
    options: dict[str, bool | int | str]
    clock: Literal["none", "move", "game"]
    seats: list[ListedSeat]
    host: int | None = None
    """The seat of who opened it; null: he has none, or the table is from before this was told."""
    seek: bool = False
    """Whoever sits here looks for anybody to play with."""
    result: Result | None


class NewAccount(Message):
    """POST /api/account: the guest whose token is shown gets a handle and a password. Nothing else changes."""

    handle: Handle
    """3 to 20 letters from a to z, digits, "-" and "_", a letter or digit first."""
    password: Password


class LogIn(Message):
    """POST /api/sessions: a token on another device."""

    handle: Handle
    password: Password
    device: Device = ""


class NewPassword(Message):
    """PUT /api/account/password: all other sessions end."""

    old: Password
    new: Password


class NewName(Message):
    """PUT /api/me/name: for tables to come."""

    name: Name


class NewAvatar(Message):
    """PUT /api/me/avatar: for tables to come."""

    avatar: Avatar


class DeleteMe(Message):
    """DELETE /api/me: games that go on are given up, and everything that is known of you is deleted."""

    password: Password | None = None
    """Who has an account must know it."""


class SessionShown(Message):
    """A device on which one is logged in."""

    session: SessionId
    created: int
    used: int
    """When, to the hour."""
    device: str
    mine: bool
    """The one that asks."""


class MeShown(Message):
    """The answer to GET /api/me, and to whatever changes it."""

    guest: str
    name: str
    program: bool
    handle: str | None
    """Null: a guest without an account."""
    avatar: Avatar
    created: int
    sessions: list[SessionShown]


class LoggedIn(Message):
    """The answer to LogIn."""

    guest: str
    name: str
    token: Token


class SessionsEnded(Message):
    """The answer when sessions have ended, or when somebody was deleted."""

    ended: int
    """How many sessions."""


class MyTable(ListedTable):
    """A table in the list of GET /api/my/tables: those that wait for you come first, the longest waiting before."""

    seq: Seq
    """The number of its last event."""
    seat: int | None
    """Yours."""
    awaited: int | None
    """The seat that everybody waits for; null: a bot, nobody, or the game is not being played."""
    dice: bool
    """It is somebody else's throw, and only your part of its dice is missing."""
    since: int
    """When something last happened at it: milliseconds since 1970."""


class Finished(Message):
    """The answer to GET /api/my/finished: games of yours that are over, the latest first."""

    tables: Annotated[list[dict[str, Any]], Unchecked(list[ListedTable])]
    more: bool
    """There are older ones: ask again with `before`, the last table of these."""


class Health(Message):
    """The answer to GET /health."""

    status: Literal["ok"]
    version: str
    protocol: int
    storage: str


class Announcement(Message):
    """The answer to GET /api/announcement: what the operator wants everybody to know."""

    text: str
    """Empty: nothing."""
    since: int
    """When it was said: milliseconds since 1970; 0: nothing was ever said."""
    notices: bool
    """People who are away can be told of their games: the operator has set that up (docs/notices.md)."""
    pictures: bool
    """Games that are over have a picture to share."""


class RequestRefused(Message):
    """The answer to every request that is refused; its status is 4xx."""

    code: Code
    reason: str


REQUESTS: tuple[type[Message], ...] = (NewGuest, TakeSeat, NewAccount, LogIn, NewPassword, NewName, NewAvatar, DeleteMe)
REPLIES: tuple[type[Message], ...] = (
    GuestMade, TableMade, TableShown, EventPage, SeatTaken, SeatKept, SeatLeft, ListedTable, MyTable, Finished, MeShown,
    SessionShown, LoggedIn, SessionsEnded, Health, Announcement, RequestRefused,
)  # fmt: skip
