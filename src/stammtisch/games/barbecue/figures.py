"""What the board of Barbecue gets. Places go by their numbers. tools/figures.py makes the page's types from this."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from stammtisch.games.barbecue.rules import EMPTY, SNAIL
from stammtisch.games.keeping.figures import Dice

CONSTANTS = {"EMPTY": EMPTY, "SNAIL": SNAIL}

GainKind: TypeAlias = Literal["plate", "second", "steal", "snail", "supply", "end", "declined"]
"""A first plate, a second one, a rival's place; a snail from a place, one from the supply, or none and the end; and
nothing, where a second plate was declined."""

Gain = TypedDict("Gain", {"kind": GainKind, "place": int | None, "worms": int, "from": int | None})
"""What stopping wins, from which place, and from whom."""

Obstacle: TypeAlias = Literal["worm", "low", "plate", "closed"]
"""Why dice win nothing: there is no worm, the total is below the grill, no plate is left, or the place is closed."""


class PlaceWorth(TypedDict):
    number: int
    worms: int


class LastTurn(TypedDict):
    """The turn that ended last."""

    by: int
    gain: Gain | None
    """What it won; null: it failed."""
    snail: int | None
    """Where a snail crept because it failed; null: it did not fail, or no snail could."""
    pushed: int | None
    """Whose plate the snail has pushed off."""


class Figures(TypedDict):
    dice: Dice[Gain]
    places: list[PlaceWorth]
    at: int | None
    """The place of the total, even if nothing is won there."""
    can_decline: bool
    """Stopping adds a second plate, and the player may leave it away."""
    obstacle: Obstacle | None
    """null: the dice set aside win something, or there are none."""
    next_snail: int | None
    """Where a failed turn puts a snail; null: it ends the game, which may be over already."""
    snails: int
    """All there are."""
    worms: list[tuple[int, int]]
    """Each player's worms as figures: blue ones, which stand for five, and red ones."""
    plates_left: list[int] | None
    """Of each player; null: as many as are needed."""
    last: LastTurn | None
    """null: nobody's turn has ended yet."""
    tie: bool | None
    """The winner is ahead of somebody with as many points, by a plate; null: the game is not over."""
