"""The dice of a turn as a board gets them, in both games alike. tools/figures.py makes the page's types from this."""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias, TypedDict, TypeVar

from stammtisch.games.keeping import CHOOSING, KEEPING, THROWING

CONSTANTS = {"THROWING": THROWING, "KEEPING": KEEPING, "CHOOSING": CHOOSING}

Gain = TypeVar("Gain")  # what stopping wins in a game

Face: TypeAlias = int | Literal["worm"]
"""What a die shows."""


class Thrown(TypedDict, Generic[Gain]):
    """The dice of one symbol in a throw, and where setting them aside leads."""

    move: str
    face: Face
    dice: int
    new: bool
    """They may be set aside."""
    total: int | None
    """The points after setting them aside."""
    gain: Gain | None
    """What stopping would win then; null: nothing."""


class Kept(TypedDict):
    """The dice of one symbol that are set aside."""

    face: Face
    dice: int
    points: int


class Dice(TypedDict, Generic[Gain]):
    """The throw on the table, what is set aside, and what it is worth."""

    faces: list[Face]
    """What the dice of this game show."""
    throw: list[Thrown[Gain]]
    tray: list[Kept]
    total: int
    worm: bool
    left: int
    """Dice that are not set aside."""
    gain: Gain | None
    """What stopping would win; null: nothing."""
