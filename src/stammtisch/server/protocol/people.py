"""What goes over HTTP about other people: whom one follows, who is here, calls to a table, and looking for players."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from stammtisch.server.protocol.message import Avatar, Message, SeatNumber, TableId, Token
from stammtisch.server.protocol.settings import Clock

GameName: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,32}$")]


class FollowedPerson(Message):
    """Somebody whom you follow."""

    person: str
    name: str
    avatar: Avatar
    here: bool
    """He was connected to this server within the last minute, and does not hide that."""
    table: TableId | None
    """A public table where he sits, and that is not over."""
    game: str | None
    """What is played there."""
    status: Literal["waiting", "playing"] | None


class PeopleShown(Message):
    """The answer to GET /api/my/people."""

    people: list[FollowedPerson]
    """Those who are here come first."""
    blocked: list[BlockedPerson]
    seen: bool
    """Others may see that you are here."""


class BlockedPerson(Message):
    """Somebody from whom you want to hear nothing."""

    person: str
    name: str


class FollowedSeats(Message):
    """Who of a table's players you follow: the answer to GET and PUT /api/tables/{table}/followed."""

    seats: list[SeatNumber]


class Visibility(Message):
    """PUT /api/my/visibility, and its answer"""

    seen: bool
    """Others may see that you are here."""


class NewCall(Message):
    """POST /api/people/{person}/call: call somebody to the table where you sit."""

    table: TableId
    key: Token | None = None
    """The key of the table, if it is not public."""


class CallShown(Message):
    """Somebody calls you to a table."""

    person: str
    """Who calls."""
    name: str
    avatar: Avatar
    table: TableId
    key: Token | None
    game: str
    created: int


class Calls(Message):
    """The answer to GET /api/my/calls."""

    calls: list[CallShown]
    mark: str
    """Names exactly these calls; with it the next request waits until there are others."""


class Noted(Message):
    """The answer where there is nothing to tell."""

    done: Literal[True] = True


class Seek(Message):
    """POST /api/seeks: look for others to play with, whoever they are."""

    game: GameName
    players: Annotated[int, Field(ge=2, le=8)]
    clock: Clock = Clock()
    bots: bool = False
    """After a minute bots fill the seats that are still free."""


class SeekFound(Message):
    """The answer to Seek: the table of those who wish the same. Take a free seat; if all are taken, seek again."""

    table: TableId
    free: list[SeatNumber]
    """The seats that were free a moment ago."""


REQUESTS: tuple[type[Message], ...] = (Visibility, NewCall, Seek)
REPLIES: tuple[type[Message], ...] = (
    PeopleShown, FollowedPerson, BlockedPerson, FollowedSeats, Calls, CallShown, Noted, SeekFound,
)  # fmt: skip
