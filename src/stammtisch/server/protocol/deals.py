"""Messages about deals: games that everybody plays with the same dice."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from stammtisch.server.protocol.message import Message, TableId


class DealOfDay(Message):
    """The deal of a day in one game."""

    name: str
    """By which it is asked for, such as 2026-11-19-GAME."""
    date: str
    """The day, in UTC."""
    game: str
    hash: str
    """Of its seed, published before it opens."""
    seats: list[str]
    """Who sits where: the names of bots, and an empty one for whoever plays it."""
    opens: int
    closes: int
    played: int
    """At so many tables it was played to its end in time."""
    table: TableId | None
    """Where you play it, or have played it."""
    status: str | None
    """Of that table: waiting, playing, over."""


class DealSeed(Message):
    """A seed that was opened: `stammtisch.fair.check_deal` checks that the hash is its."""

    seed: str
    """16 hexadecimal digits, as a transcript has it."""
    nonce: str
    """What was hashed with it."""


class ComingDeal(Message):
    """A deal that has not opened yet."""

    name: str
    date: str
    game: str
    hash: str


class DealsShown(Message):
    """The answer to GET /api/deals: today's deals, and the hashes of those to come."""

    today: list[DealOfDay]
    coming: list[ComingDeal]


class DealResult(Message):
    """A table of a deal, compared with the others."""

    name: str
    """Empty: somebody who does not want to be seen in lists."""
    mine: bool
    score: int
    place: int
    lead: float
    """The points less the mean of the rivals'."""
    matchpoints: Annotated[float, Field(ge=0, le=1)] | None
    """The share of the other tables that did worse, ties half; null: there is no other."""
    difference: float
    """The lead less the mean of all leads."""


class DealShown(Message):
    """The answer to GET /api/deals/{deal}: who has not finished it sees no results before it has closed."""

    deal: DealOfDay
    closed: bool
    opened: DealSeed | None
    """Its seed, once it has closed."""
    results: list[DealResult] | None
    """The best first; null: you may not see them yet."""


class DealCourse(Message):
    """The answer to GET /api/deals/{deal}/course: the lead after each turn."""

    mine: list[float]
    """At your table; empty: you have not finished it."""
    best: list[float]
    """When the master plays at your seat, with the same dice."""


class DealBegun(Message):
    """The answer to PUT /api/deals/{deal}: the table at which you play it."""

    table: TableId
    seat: int
    """Yours. Take it, if nobody sits there yet."""


REPLIES: tuple[type[Message], ...] = (DealsShown, DealShown, DealCourse, DealBegun)
PARTS: tuple[type[Message], ...] = (DealOfDay, ComingDeal, DealSeed, DealResult)
