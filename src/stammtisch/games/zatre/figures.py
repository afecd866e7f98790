"""What the board of Zatre gets. Cells are named "row,column" as in the names of moves.

tools/figures.py makes the page's types from this.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

Phase: TypeAlias = Literal["lots", "dealing", "drawing", "laying", "ended"]

Run: TypeAlias = tuple[int, int, int, int, int, int]
"""Row and column of the first tile, how many tiles, 1 if it goes down, the sum; and 2 if this turn made it, 1 if the
turn before did, 0 if it is older."""


class Duty(TypedDict):
    """What makes a turn of the player to move legal."""

    least: int
    most: int
    score: bool
    """A run that scores is still to be made; in an opening by pips, a sum of all its tiles."""
    pips: bool
    """It is an opening by the sum of all its tiles."""
    only: bool
    """No run may be made that is too low to score."""
    free: bool
    """Double cells need no cross."""


class Spot(TypedDict):
    """An empty cell next to a tile."""

    reach: tuple[int, int, int, int]
    """How many tiles one laid here joins: to the left, right, above, below."""
    sums: dict[int, tuple[int, int]]
    """What it would make across and down, by the kind of tile in hand; 0 where it makes no run."""


class CardRow(TypedDict):
    cross: bool
    boxes: list[int | None]
    """Of the columns 10, 11 and 12."""
    bonus: int
    doubled: bool
    points: int


class Card(TypedDict):
    """A player's card, as it would be if his turn ended now."""

    rows: list[CardRow]
    total: int
    gain: int
    """What this turn brings."""
    fresh: list[int] | None
    """The first row that this turn writes in each of the columns 10, 11, 12 and double; null: it writes nothing yet."""


class Figures(TypedDict):
    phase: Phase
    opening: bool
    """Nothing lies on the board but what this turn lays."""
    map: tuple[str, ...]
    """The board without tiles, by rows: " " is no cell, "." a plain one, "C" the centre, anything else is double."""
    rows: list[str]
    """The board with its tiles."""
    scoring: tuple[int, int]
    """The least and the most that a run must sum to in order to score."""
    runs: list[Run]
    fresh: list[str]
    """The cells that this turn has covered."""
    last: list[str]
    """The cells that the turn before has covered."""
    hands: list[list[int] | None]
    """By seat; null: this viewer cannot see it."""
    held: list[int]
    """By seat: how many tiles there are in the hand."""
    lots: list[int | None]
    """By seat: the pips drawn for the start, 0 if the draw is still to come; null: out, or lots are over."""
    bag: int
    duty: Duty | None
    """null: there is nothing to do, or it is not to be known."""
    spots: dict[str, Spot]
    """By cell; none where it is another's turn."""
    bonuses: list[int]
    """By row of the cards."""
    cards: list[Card]
    left: list[int] | None
    """By seat: what is subtracted for tiles left in hand; null: the game is not over."""
