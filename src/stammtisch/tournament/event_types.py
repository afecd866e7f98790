"""Event types: everything that can happen to a tournament."""

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
class EventData:
    """What happened, without number, time and author."""

    kind: ClassVar[str]


@dataclass(frozen=True)
class Opened(EventData):
    kind = "opened"
    title: str
    scheme: Scheme


@dataclass(frozen=True)
class Seeded(EventData):
    """The seed of all draws is published."""

    kind = "seeded"
    seed: str


@dataclass(frozen=True)
class Entered(EventData):
    """A participant enters; after the first draw it is a late entry [C3.2]."""

    kind = "entered"
    name: str
    bot: str = ""


@dataclass(frozen=True)
class Renamed(EventData):
    kind = "renamed"
    player: int
    name: str


@dataclass(frozen=True)
class Dropped(EventData):
    """A participant goes home; what he won stays [C3.3]."""

    kind = "dropped"
    player: int
    reason: str = ""


@dataclass(frozen=True)
class Returned(EventData):
    kind = "returned"
    player: int


@dataclass(frozen=True)
class TablesChosen(EventData):
    """Before the first draw the organiser chooses another number of tables; 0: as many as the players need."""

    kind = "tables_chosen"
    tables: int


@dataclass(frozen=True)
class Drawn(EventData):
    """A round, or a game of the final, is drawn: the players of each table, the start player first."""

    kind = "drawn"
    round: int
    tables: Tables


@dataclass(frozen=True)
class Undrawn(EventData):
    """The last draw is taken back, as long as it has no result [C3.7]."""

    kind = "undrawn"
    round: int


@dataclass(frozen=True)
class NoShow(EventData):
    """A player is missing at his table [C3.4]."""

    kind = "no_show"
    round: int
    player: int


@dataclass(frozen=True)
class Moved(EventData):
    """A player sits down at (another) table, on the last seat [C3.5]."""

    kind = "moved"
    round: int
    player: int
    table: int


@dataclass(frozen=True)
class Swapped(EventData):
    """Two players change seats [C3.5]."""

    kind = "swapped"
    round: int
    one: int
    other: int


@dataclass(frozen=True)
class Result(EventData):
    kind = "result"
    round: int
    table: int
    lines: Lines
    overruled: bool = False
    """The organiser has saved it although it cannot be by the rules of the game."""


@dataclass(frozen=True)
class Corrected(EventData):
    """Another result in the place of one that was wrong [C3.8]."""

    kind = "corrected"
    round: int
    table: int
    lines: Lines
    reason: str = ""
    overruled: bool = False


@dataclass(frozen=True)
class Confirmed(EventData):
    kind = "confirmed"
    round: int
    table: int


@dataclass(frozen=True)
class Cut(EventData):
    """Who goes to the final, the best first."""

    kind = "cut"
    players: Numbers


@dataclass(frozen=True)
class Announced(EventData):
    kind = "announced"
    text: str


@dataclass(frozen=True)
class Closed(EventData):
    """The end: everybody in the order of the final standings."""

    kind = "closed"
    ranking: Numbers


KINDS: Mapping[str, type[EventData]] = {each.kind: each for each in EventData.__subclasses__()}
