"""What goes over HTTP: requests, and their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from stammtisch.server.message import Hash, Like, Message, Seq, TableId, Token
from stammtisch.server.refusal import Code
from stammtisch.server.settings import Name
from stammtisch.server.shown import Result, View


class NewGuest(Message):
    """POST /api/guests"""

    name: Name
    program: bool = False
    """This is a bot of somebody's own, and is shown as one."""


class Sitting(Message):
    """POST /api/tables/{table}/seats/{seat}"""

    head: Hash
    """The head of the hash chain for this table and seat."""
    invite: Token | None = None
    """The key of the seat's invitation; public tables, the host and a rematch's players need none."""


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


class TableShown(Message):
    """The answer to GET /api/tables/{table}: the table as a spectator sees it."""

    table: TableId
    seq: Seq
    view: Annotated[dict[str, Any], Like(View)]


class SeatTaken(Message):
    """The answer to Sitting."""

    table: TableId
    seat: int


class SeatLeft(Message):
    """The answer to DELETE /api/tables/{table}/seats/mine."""

    table: TableId


class ListedSeat(Message):
    """A seat of a listed table."""

    name: str
    kind: Literal["person", "bot"]
    free: bool


class Listed(Message):
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
    result: Result | None


class MyTable(Listed):
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


class Health(Message):
    """The answer to GET /health."""

    status: Literal["ok"]
    version: str
    protocol: int
    storage: str


class RequestRefused(Message):
    """The answer to every request that is refused; its status is 4xx."""

    code: Code
    reason: str


REQUESTS: tuple[type[Message], ...] = (NewGuest, Sitting)
REPLIES: tuple[type[Message], ...] = (
    GuestMade, TableMade, TableShown, SeatTaken, SeatLeft, Listed, MyTable, Health, RequestRefused
)  # fmt: skip
