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
    """What kind of event it is, as files name it."""


@dataclass(frozen=True)
class Opened(EventData):
    """The tournament begins with this."""

    kind = "opened"
    title: str
    """What it is called."""
    scheme: Scheme
    """What is fixed about it."""
    commitment: str = ""
    """What the server will add to the seed of each draw follows from this (commitment.py); empty: it adds nothing."""


@dataclass(frozen=True)
class Seeded(EventData):
    """The seed of all draws is published."""

    kind = "seeded"
    seed: str
    """Any text, such as dice thrown in public: everything that is drawn follows from it."""


@dataclass(frozen=True)
class Entered(EventData):
    """A participant enters; after the first draw it is a late entry [C3.2]."""

    kind = "entered"
    name: str
    """What the participant is called."""
    bot: str = ""
    """The bot that plays, if one does."""


@dataclass(frozen=True)
class Renamed(EventData):
    """The name of a participant is corrected."""

    kind = "renamed"
    player: int
    """The participant's number, from 1."""
    name: str
    """The right name."""


@dataclass(frozen=True)
class Dropped(EventData):
    """A participant goes home; what he won stays [C3.3]."""

    kind = "dropped"
    player: int
    """The participant's number, from 1."""
    reason: str = ""
    """Why, if somebody says so."""


@dataclass(frozen=True)
class Returned(EventData):
    """A participant who had gone home is back."""

    kind = "returned"
    player: int
    """The participant's number, from 1."""


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
    """The number of the round, from 1; games of the final count on."""
    tables: Tables
    """The numbers of the players at each table."""
    revealed: str = ""
    """What the server has added to the seed; empty: nothing."""


@dataclass(frozen=True)
class Undrawn(EventData):
    """The last draw is taken back, as long as it has no result [C3.7]."""

    kind = "undrawn"
    round: int
    """The number of the round."""


@dataclass(frozen=True)
class NoShow(EventData):
    """A player is missing at his table [C3.4]."""

    kind = "no_show"
    round: int
    """The number of the round."""
    player: int
    """The participant's number."""


@dataclass(frozen=True)
class Moved(EventData):
    """A player sits down at (another) table, on the last seat [C3.5]."""

    kind = "moved"
    round: int
    """The number of the round."""
    player: int
    """The participant's number."""
    table: int
    """The number of the table, from 1."""


@dataclass(frozen=True)
class Swapped(EventData):
    """Two players change seats [C3.5]."""

    kind = "swapped"
    round: int
    """The number of the round."""
    one: int
    """The number of one participant."""
    other: int
    """The number of the other."""


@dataclass(frozen=True)
class Result(EventData):
    """The result of a table is entered."""

    kind = "result"
    round: int
    """The number of the round."""
    table: int
    """The number of the table, from 1."""
    lines: Lines
    """A line of the score sheet for everybody at the table."""
    overruled: bool = False
    """The organiser has saved it although it cannot be by the rules of the game."""


@dataclass(frozen=True)
class Corrected(EventData):
    """Another result in the place of one that was wrong [C3.8]."""

    kind = "corrected"
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    lines: Lines
    """The right lines of the score sheet."""
    reason: str = ""
    """Why, if somebody says so."""
    overruled: bool = False
    """The organiser has saved it although it cannot be by the rules of the game."""


@dataclass(frozen=True)
class Confirmed(EventData):
    """Somebody else at the table confirms its result."""

    kind = "confirmed"
    round: int
    """The number of the round."""
    table: int
    """The number of the table."""


@dataclass(frozen=True)
class Cut(EventData):
    """Who goes to the final, the best first."""

    kind = "cut"
    players: Numbers
    """The numbers of the finalists."""


@dataclass(frozen=True)
class Announced(EventData):
    """The organiser tells everybody something."""

    kind = "announced"
    text: str
    """What he says."""


@dataclass(frozen=True)
class Closed(EventData):
    """The end: everybody in the order of the final standings."""

    kind = "closed"
    ranking: Numbers
    """The numbers of all participants, the winner first."""


KINDS: Mapping[str, type[EventData]] = {each.kind: each for each in EventData.__subclasses__()}
