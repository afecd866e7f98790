"""Fields: what the fields of a game's State say.

From this, and from what `hide` hides, core/observation.py makes what a seat sees, for programs that learn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from stammtisch.core.contract.part import Part

Bound: TypeAlias = int | Callable[[Any], int]
"""A number, or what gives it for the options of a game."""


@dataclass(frozen=True)
class BySeat:
    """How a row is laid out that has numbers for each seat."""

    seats: int = 0
    """For how many seats it has room; 0: it is shared out among those who play."""
    groups: int = 1
    """How often the seats follow one another: 3 for a row of three columns, each with all seats."""

    def width(self, length: int, players: int) -> int:
        """How many numbers a seat has in a group."""
        return length // self.groups // (self.seats or players)


@dataclass(frozen=True)
class Field:
    """What a field says. Without `low` and `high` it is not observed, and `omitted` says why."""

    about: str
    """What it is, in a few English words."""
    low: Bound | None = None
    """The lowest value that it can have."""
    high: Bound | None = None
    """The highest."""
    by_seat: BySeat | None = None
    """If it has numbers for each seat: where they lie."""
    holds_seat: bool = False
    """Are its values seats? Negative ones are none, and mean something else."""
    category: bool = False
    """Are its values names rather than amounts? Then a tensor has a number of its own for each."""
    hidden: bool = False
    """Does `hide` take some of it away?"""
    labels: Sequence[str] = ()
    """What the numbers of a row are about, in English: for a row by seat those of one seat, in one group."""
    only: Sequence[int] = ()
    """The indexes that matter; empty: all of the row."""
    omitted: str = ""
    """Why it is not observed: DERIVED, SCRATCH or COUNTER."""

    @property
    def is_observed(self) -> bool:
        """Is it part of an observation?"""
        return not self.omitted


DERIVED = "derived"
"""It follows from the other fields."""
SCRATCH = "scratch"
"""The rules work with it while a move is asked or made; it says nothing."""
COUNTER = "counter"
"""It only counts, and no rule looks at it but to draw dice."""


def derived(about: str) -> Field:
    """A field that follows from others."""
    return Field(about, omitted=DERIVED)


def scratch(about: str) -> Field:
    """A field that says nothing between two plies."""
    return Field(about, omitted=SCRATCH)


def counter(about: str) -> Field:
    """A field that only counts."""
    return Field(about, omitted=COUNTER)


def amount(about: str, low: Bound, high: Bound, **more: Any) -> Field:
    """A field whose values are amounts."""
    return Field(about, low, high, **more)


def choice(about: str, low: Bound, high: Bound, **more: Any) -> Field:
    """A field whose values are names for something: a phase, a colour."""
    return Field(about, low, high, category=True, **more)


def seat(about: str, low: int = 0, **more: Any) -> Field:
    """A field whose values are seats; those from `low` to -1 mean something else."""
    return Field(about, low, lambda o: o.players - 1, holds_seat=True, category=True, **more)


class Fields(Part):
    """fields.py: what every field of the game's State says."""

    FILE = "fields"

    FIELDS: Mapping[str, Field] = {}
    """By name, all of them. Without it nothing is observed, and learning libraries cannot play the game."""
