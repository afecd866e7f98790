"""What a table is opened with."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from stammtisch.server.protocol.message import Message, TableId

Name = Annotated[str, StringConstraints(min_length=1, max_length=24)]


class SeatPlan(Message):
    """Who is to sit somewhere: a person, or a bot by its level."""

    kind: Literal["person", "bot"] = "person"
    bot: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,20}$")] = "beginner"
    """The bot that plays here, or takes over when the person is away."""


class Clock(Message):
    """No clock, seconds for each decision, or seconds for all decisions of a seat with an increment for each."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: Annotated[int, Field(ge=5, le=30 * 24 * 3600)] = 60
    increment: Annotated[int, Field(ge=0, le=3600)] = 0


class Opening(Message):
    """A table to be opened."""

    game: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_]{1,32}$")]
    options: Annotated[dict[str, bool | int | str], Field(max_length=32)] = {}
    seats: Annotated[list[SeatPlan], Field(min_length=2, max_length=8)]
    public: bool = False
    clock: Clock = Clock()
    takeover: Annotated[int, Field(ge=5, le=30 * 24 * 3600)] | None = None
    """After so many seconds a bot plays for an absent player whose turn it is; null: the others wait."""
    chat: bool = True
    hints: bool = True
    """Players may ask what their moves are worth."""


class Place(Message):
    """Where in a tournament a table is played."""

    tournament: TableId
    round: int
    table: int


class DealNamed(Message):
    """The deal whose dice a table plays with."""

    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    hash: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    """Of its seed, as it was published before."""
    closes: int | None = None
    """When its seed is opened; null: when the round of the tournament is complete."""


class Opened(Message):
    """An opened table as its log keeps it."""

    opening: Opening
    version: int
    host: str
    """The guest who opened it."""
    invites: list[str | None]
    """The hash of each seat's invitation; None: the seat is a bot's."""
    reserved: list[str | None] = []
    """At a rematch: the guests whose seats these are."""
    named: list[str] = []
    """What the bots of these seats are called already, at a rematch or in a tournament; empty: not yet."""
    before: TableId | None = None
    """At a rematch: the table before."""
    place: Place | None = None
    """It is a table of a tournament."""
    deal: DealNamed | None = None
    """It plays with the dice of a deal; null: with its own."""
    seek: Literal["people", "bots"] | None = None
    """Those who sit here look for anybody to play with; if nobody comes, with bots perhaps."""


def plain(message: Message) -> dict[str, Any]:
    """A message as JSON data."""
    return message.model_dump(mode="json")
