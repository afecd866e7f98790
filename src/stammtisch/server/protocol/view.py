"""What a table shows: its view, and its events as a viewer may see them.

The server builds both as plain data, in Table.view and events.view_event. These models say what is in it, for schemas
and for tests; they check nothing while people play.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field

from stammtisch.server.protocol.message import Avatar, Hash, Message, MoveName, SeatNumber, Seq, TableId, Words
from stammtisch.server.protocol.settings import DealNamed, Opening, Place

# ── The view ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class SeatView(Message):
    """A seat as everybody sees it."""

    name: str
    """Empty as long as nobody sits here."""
    kind: Literal["person", "program", "bot"]
    """A person, a program of somebody's own, or a bot of the server."""
    bot: str
    """The bot of the server that plays here, or would take over."""
    away: bool
    """A bot of the server plays for whoever sits here."""
    resigned: bool
    free: bool
    """Somebody may sit down here."""
    avatar: Avatar = ""
    """What whoever sits here wants to look like."""


class ThrowDue(Message):
    """A throw waits for a contribution; see docs/fair-dice.md."""

    model_config = ConfigDict(serialize_by_alias=True)

    number: Annotated[int, Field(ge=1)]
    giver: Annotated[SeatNumber, Field(alias="from")]
    """The seat that everybody waits for."""
    element: Annotated[int, Field(ge=1)]
    """Which element of its chain it owes."""
    by: SeatNumber
    """The seat whose throw it is."""
    begins: bool
    """It begins the turn of that seat: no decision has led to it. A page may wait until its player wants to throw."""


class Asking(Message):
    """Somebody wants to take a decision back."""

    seat: SeatNumber
    count: Annotated[int, Field(ge=1)]
    """How many moves and outcomes would be taken back."""
    agreed: list[SeatNumber]
    """The seats that have agreed; those that have not said anything are waited for."""


class ClockView(Message):
    """Times are in milliseconds; the time of nobody but `seat` runs."""

    kind: Literal["move", "game"]
    left: list[int]
    """What each seat had left at `since`; with a clock for each move, what it has for a decision. Only progress of the
    game brings time back: a new chain, or a move that one takes back and makes again, does not."""
    seat: SeatNumber | None
    since: int
    """The server's time, as `at` of events."""


class Result(Message):
    """How a game ended."""

    scores: list[int]
    places: list[int]
    """1 is the winner's; players who are equal share a place; who has resigned is last. 0: the table was closed."""
    reason: Literal["played", "resigned", "closed"]
    """It was played to its end, or all but one, or all people, have resigned or run out of time, or the operator of the
    server closed the table."""


class View(Message):
    """A table as one viewer may see it. It is whole: nothing of an older view is needed."""

    status: Literal["waiting", "playing", "over"]
    seats: list[SeatView]
    host: int | None
    """The seat of who opened the table; null: he has none."""
    turn: int | None
    """The seat that decides; -1: a throw or a draw is due; -2: the game is over; null: it has not begun."""
    state: dict[str, Any] | None
    """The game's own state; each game's rules.py declares its fields. What this viewer may not see is not in it."""
    scores: list[int] | None
    legal: list[MoveName]
    """The moves this viewer may make now; empty if it is not his turn."""
    undoable: bool
    """This viewer may say `undo` now."""
    throw: ThrowDue | None
    awaited: SeatNumber | None = None
    """The person that everybody waits for: for a decision, a contribution to a throw, or a new chain before one. His
    time runs. Null: a bot decides, everybody is away, or the game is not being played."""
    asked: Asking | None
    clock: ClockView | None
    result: Result | None
    rematch: TableId | None
    """The table where the players meet again."""


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Event(Message):
    seq: Seq
    """Its number; a table's events are numbered from 1 without gaps."""
    at: int
    """When it happened: milliseconds since 1970, by the server's clock."""


class Hidden(Message):
    """Something happened that this viewer may not see before the game is over."""

    type: Literal["hidden"]
    seq: Seq


class TableOpened(Event):
    """Always the first event: the game, its options, and all settings."""

    type: Literal["opened"]
    opening: Opening
    """The settings as they count: every option of the game is there."""
    version: int
    """Of the game's rules; it stays, whatever happens to the server."""
    before: TableId | None
    """At a rematch: the table before."""
    place: Place | None
    """It is a table of a tournament."""
    deal: DealNamed | None = None
    """It plays with the dice of a deal; null: with its own."""
    seek: Literal["people", "bots"] | None = None
    """Those who sit here look for anybody to play with; after a minute with bots perhaps."""


class Sat(Event):
    """Somebody took a seat."""

    type: Literal["sat"]
    seat: SeatNumber
    name: str
    head: Hash
    """The head of his hash chain."""
    key: Hash | None = None
    """The key of his seal."""
    program: bool
    avatar: Avatar = ""


class Left(Event):
    """Somebody left his seat before the game began."""

    type: Literal["left"]
    seat: SeatNumber


class DiceLine(Event):
    """A line of the transcript of the dice: the header (`fair`: the game has begun), a throw that is due (`open`) or
    has fallen (`throw`) or was given up (`waive`), a new root (`next`) or chain (`head`) and the proof that the same
    person began it (`prove`), who contributes and who does not (`away`, `back`: a bot of the server plays for a seat,
    or no more), the `end`, the hash of all that (`log`), and signatures under it (`seal`)."""

    type: Literal["fair", "open", "throw", "waive", "next", "head", "prove", "away", "back", "end", "log", "seal"]
    line: str
    """The line, letter by letter, so that it can be checked: docs/fair-dice.md. Its first field is the type."""


class Shown(Event):
    """A hidden throw, for the seat that may see it."""

    type: Literal["show"]
    line: str


class Moved(Event):
    """A move (`seat`), or moves and outcomes taken back (`undo`)."""

    type: Literal["seat", "undo"]
    line: str
    """{"seat":0,"move":"keep worm"} or {"undo":0,"count":1}, letter by letter."""


class Drafted(Event):
    """A move, or an undo, that only its own seat may see until the turn is done."""

    type: Literal["draft"]
    line: str
    """As in the event `seat` or `undo`."""


class Laid(Event):
    """All moves of a drafted turn but the last, for everybody; the last is the event before."""

    type: Literal["laid"]
    seat: SeatNumber
    moves: list[MoveName]


class Lines(Event):
    """Lines of the transcript that were hidden until now: the drafts of a turn, before the move that ends it; every
    hidden throw, before the end. They come at tables whose transcript is of version 2."""

    type: Literal["lines"]
    lines: list[str]
    """Letter by letter, in their order."""


class Asked(Event):
    """Somebody asks to take a decision back; every other person at the table must agree."""

    type: Literal["asked"]
    seat: SeatNumber
    count: Annotated[int, Field(ge=1)]


class Answered(Event):
    """The answer of one of them. When all have agreed, `undo` follows; one No is enough to refuse."""

    type: Literal["answered"]
    seat: SeatNumber
    agree: bool


class Resigned(Event):
    """Somebody gave up, or his time for the game was up; a bot of the server plays on if others do."""

    type: Literal["resigned"]
    seat: SeatNumber
    reason: Literal["resigned", "time"]


class Said(Event):
    """Somebody said something. It is plain text: show it as that."""

    type: Literal["said"]
    seat: SeatNumber
    text: Words


class Ended(Result, Event):
    """The game is over."""

    type: Literal["result"]


class RematchOpened(Event):
    """The players meet again at another table, with the seats rotated: 1 becomes 0."""

    type: Literal["rematch"]
    table: TableId


class Resumed(Event):
    """The server was away, and that time is nobody's."""

    type: Literal["resumed"]


class StoodIn(Event):
    """The bot of the server at this seat has failed, and a simpler one plays for it. The game moves no rating."""

    type: Literal["stood_in"]
    seat: SeatNumber


class Stuck(Event):
    """Neither the bot of the server at this seat nor a simpler one has found a move. Nobody's time runs; the server
    tries again by itself."""

    type: Literal["stuck"]
    seat: SeatNumber


class Hinted(Event):
    """Whoever sits here looks at hints: told once. The game moves no rating."""

    type: Literal["hinted"]
    seat: SeatNumber


EVENTS: tuple[type[Message], ...] = (
    TableOpened, Sat, Left, DiceLine, Shown, Moved, Drafted, Laid, Lines, Hidden, Asked, Answered, Resigned, Said,
    Ended, RematchOpened, Resumed, StoodIn, Stuck, Hinted,
)  # fmt: skip
AnyEvent: TypeAlias = Annotated[
    TableOpened | Sat | Left | DiceLine | Shown | Moved | Drafted | Laid | Lines | Hidden | Asked | Answered | Resigned
    | Said | Ended | RematchOpened | Resumed | StoodIn | Stuck | Hinted,
    Field(discriminator="type"),
]  # fmt: skip
