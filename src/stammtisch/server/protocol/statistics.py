"""Statistics as they are asked for over HTTP: requests, and their answers."""

from __future__ import annotations

from typing import Literal

from stammtisch.server.protocol.message import Message, SeatNumber


class Share(Message):
    """How much of so many games was won. A first place that is shared is shared."""

    games: int
    won: float
    low: float
    high: float
    """The 95 % interval of won / games."""


class SeatShare(Share):
    """A seat's share."""

    seat: SeatNumber


class RatingShown(Message):
    """A strength, and how uncertain it is: it is within mu ± 2 sigma as good as surely."""

    mu: float
    sigma: float


class RatingLine(Share, RatingShown):
    """Somebody in a list of ratings."""

    rank: int
    kind: Literal["person", "program", "bot"]
    """A bot is the server's own; a program is somebody's, connected from outside."""
    name: str
    """Of a bot: its name, such as master."""
    person: str | None
    """For GET /api/people/{person}/statistics; null: a bot."""


class Played(Message):
    """A game with a number of players, and how many such games were played to their end."""

    game: str
    players: int
    games: int


class RatingsShown(Message):
    """The answer to GET /api/ratings: everybody who wants to be seen, the strongest first, by mu − 2 sigma."""

    game: str
    players: int
    fewest: int
    """Who has played fewer games than this is not in the list."""
    hidden: int
    """How many are rated and not in the list: they do not want to be seen, or have played too few games."""
    lines: list[RatingLine]
    seats: list[SeatShare]
    """Of all games that were played to their end."""
    counted: list[Played]
    """All that can be asked for."""


class CurvePoint(RatingShown):
    """A rating after a game."""

    at: int
    """When the game ended: milliseconds since 1970."""
    place: int


class Mistakes(Message):
    """A kind of mistake."""

    said: str
    """It completes: he or she …"""
    count: int
    given_away: float


class Skill(Message):
    """Luck and skill in all games that have been reviewed."""

    games: int
    waiting: int
    """Games that have not been reviewed yet."""
    unit: str
    """What is counted: worms."""
    luck: float
    """What the dice gave above expectation, a game on average."""
    given_away: float
    """What was given away, a game on average."""
    decisions: int
    best: int
    """How many of all decisions with a choice gave nothing away."""
    mistakes: list[Mistakes]
    """The most frequent ones."""


class Category(Message):
    """Somebody's games of one kind, with so many players."""

    game: str
    players: int
    places: list[int]
    """How many first places, second places …"""
    share: Share
    rating: RatingShown | None
    """null: no game has counted for it."""
    curve: list[CurvePoint]
    """After every game that counted, at most the last 200."""
    seats: list[SeatShare]
    skill: Skill


class PersonShown(Message):
    """The answer to GET /api/my/statistics and to GET /api/people/{person}/statistics: the last 2,000 games."""

    person: str
    name: str
    listed: bool
    """Is seen in lists of ratings, and by everybody."""
    program: bool
    fewest: int
    """From so many games on one is in the list of ratings."""
    categories: list[Category]


class Listing(Message):
    """PUT /api/my/listed"""

    listed: bool
    """Show me in lists of ratings, with my name and figures."""


class ListingKept(Message):
    """The answer to Listing."""

    listed: bool


class Face(Message):
    """An outcome of a die or a bag."""

    name: str
    count: int
    expected: float
    low: float
    high: float
    """Between these a fair count is in 95 of 100 cases."""


class ChiSquare(Message):
    """Are the outcomes as frequent as they should be?"""

    value: float
    freedom: int
    p: float
    """How often fair dice would deviate at least so much."""


class Correlation(Message):
    """Does an outcome know of the one before? 0: it does not."""

    value: float
    low: float
    high: float
    """Between these it is in 95 of 100 cases if the dice are fair."""
    pairs: int
    p: float


class DiceKind(Message):
    """The dice of a game, or its tiles."""

    game: str
    drawn: bool
    """Tiles from a bag: how often each should come depends on what is in it."""
    total: int
    faces: list[Face]
    chi_square: ChiSquare | None
    """null: too few for a test."""
    correlation: Correlation | None


class DiceShown(Message):
    """The answer to GET /api/dice: all dice and tiles of all games that are over."""

    games: int
    total: int
    tests: int
    smallest: float | None
    """The smallest p of all tests."""
    adjusted: float | None
    """The chance that fair dice give a p as small as this in any of so many tests, at most: smallest × tests."""
    verdict: Literal["few", "fair", "look", "unfair"]
    """few: nothing can be said yet. look: adjusted is below 0.01. unfair: it is below 0.0001."""
    kinds: list[DiceKind]


REQUESTS: tuple[type[Message], ...] = (Listing,)
REPLIES: tuple[type[Message], ...] = (RatingsShown, PersonShown, ListingKept, DiceShown)
PARTS: tuple[type[Message], ...] = (
    RatingLine, SeatShare, Played, Category, Share, RatingShown, CurvePoint, Skill, Mistakes,
    DiceKind, Face, ChiSquare, Correlation,
)  # fmt: skip
