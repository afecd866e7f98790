"""What the board of Heckmeck gets. Tiles go by their numbers. tools/figures.py makes the page's types from this."""

from __future__ import annotations

from typing import TypedDict

from stammtisch.games.heckmeck.rules import FACE_DOWN, GRILL
from stammtisch.games.keeping.figures import Dice

CONSTANTS = {"GRILL": GRILL, "FACE_DOWN": FACE_DOWN}


class TileWorth(TypedDict):
    number: int
    worms: int


class Failing(TypedDict):
    """What a failed turn costs."""

    back: int | None
    """The tile that goes back to the grill."""
    down: list[int]
    """The tiles that are turned face down."""


class LastTurn(TypedDict):
    """The turn that ended last."""

    by: int
    won: int | None
    """The tile that was taken; null: the turn failed."""
    rival: int | None
    """From whom it was stolen; null: it lay on the grill."""
    lost: Failing | None
    """What it cost that the turn failed."""


class Figures(TypedDict):
    tiles: list[TileWorth]
    stacks: list[list[int]]
    """Every player's tiles from the bottom to the top."""
    dice: Dice[list[int]]
    """Its `gain` are the tiles among which one who stops may choose."""
    failing: Failing | None
    """null: the game is over."""
    last: LastTurn | None
    """null: nobody's turn has ended yet."""
    places: list[int] | None
    """By seat; null: the game is not over."""
