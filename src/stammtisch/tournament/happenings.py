"""Happenings: everything that can happen to a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.state import Line

Numbers = tuple[int, ...]
Tables = tuple[Numbers, ...]
Lines = tuple[Line, ...]


@dataclass(frozen=True)
class Happening:
    """What happened, without number, time and author."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Opened(Happening):
    kind = "opened"
    title: str
    scheme: Scheme


@dataclass(frozen=True)
class Seeded(Happening):
    """The seed of all draws is published."""

    kind = "seeded"
    seed: str


@dataclass(frozen=True)
class Entered(Happening):
    """A participant enters; after the first draw it is a late entry [C3.2]."""

    kind = "entered"
    name: str
    bot: str = ""


@dataclass(frozen=True)
class Renamed(Happening):
    kind = "renamed"
    player: int
    name: str


@dataclass(frozen=True)
class Dropped(Happening):
    """A participant goes home; what he won stays [C3.3]."""

    kind = "dropped"
    player: int
    reason: str = ""


@dataclass(frozen=True)
class Returned(Happening):
    kind = "returned"
    player: int


@dataclass(frozen=True)
class Drawn(Happening):
    """A round, or a game of the final, is drawn: the players of each table, the start player first."""

    kind = "drawn"
    round: int
    tables: Tables


@dataclass(frozen=True)
class Undrawn(Happening):
    """The last draw is taken back, as long as it has no result [C3.7]."""

    kind = "undrawn"
    round: int


@dataclass(frozen=True)
class NoShow(Happening):
    """A player is missing at his table [C3.4]."""

    kind = "no_show"
    round: int
    player: int


@dataclass(frozen=True)
class Moved(Happening):
    """A player sits down at (another) table, on the last seat [C3.5]."""

    kind = "moved"
    round: int
    player: int
    table: int


@dataclass(frozen=True)
class Swapped(Happening):
    """Two players change seats [C3.5]."""

    kind = "swapped"
    round: int
    one: int
    other: int


@dataclass(frozen=True)
class Result(Happening):
    kind = "result"
    round: int
    table: int
    lines: Lines
    overruled: bool = False
    """The organiser has saved it although it cannot be by the rules of the game."""


@dataclass(frozen=True)
class Corrected(Happening):
    """Another result in the place of one that was wrong [C3.8]."""

    kind = "corrected"
    round: int
    table: int
    lines: Lines
    reason: str = ""
    overruled: bool = False


@dataclass(frozen=True)
class Confirmed(Happening):
    kind = "confirmed"
    round: int
    table: int


@dataclass(frozen=True)
class Cut(Happening):
    """Who goes to the final, the best first."""

    kind = "cut"
    players: Numbers


@dataclass(frozen=True)
class Announced(Happening):
    kind = "announced"
    text: str


@dataclass(frozen=True)
class Closed(Happening):
    """The end: everybody in the order of the final standings."""

    kind = "closed"
    ranking: Numbers


KINDS: Mapping[str, type[Happening]] = {each.kind: each for each in Happening.__subclasses__()}
