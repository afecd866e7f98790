"""Presets: the named schemes, and what a free one begins with. Names of all choices of a scheme stand here too."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from stammtisch import games
from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.translation import say

CLASSIC, WM, FREE = "heckmeck_classic", "heckmeck_wm", "free"

# How tables are made up: by lot; by lot but avoiding those met before; or like meets like as well.
RANDOM, FRESH, SWISS = PAIRINGS = ("random", "fresh", "swiss")
LOT, BALANCED = SEATS = ("lot", "balanced")  # who starts and who sits where
BEST, MEAN = SHARING = ("best", "mean")  # what players who share places get
WINNERS, POINTS = ADVANCE = ("winners", "points")  # who goes to the final

WORMS, TILES, WINS, SHARE, OPPOSITION, STARTS, BY_LOT = TIES = (
    "worms",  # points of all games
    "tiles",  # the sum of the highest tile of each game
    "wins",  # games won
    "share",  # the sum of the shares of each table's points
    "opposition",  # the mean score of all opponents
    "starts",  # fewer games as the start player
    "lot",
)

Vectors = Mapping[int, tuple[int, ...]]
"""Table size → points for the places."""

CLASSIC_POINTS: Vectors = {3: (6, 3, 1), 4: (6, 4, 2, 1), 5: (6, 4, 3, 2, 1), 6: (6, 5, 4, 3, 2, 1)}  # [C1.2]
WM_POINTS: Vectors = {  # [C2.1]
    4: (7, 5, 3, 1),
    5: (7, 5, 4, 2, 1),
    6: (7, 5, 4, 3, 2, 1),
    7: (7, 6, 5, 4, 3, 2, 1),
}
FREE_POINTS: Vectors = {2: (6, 3), **CLASSIC_POINTS, 7: WM_POINTS[7], 8: (8, 7, 6, 5, 4, 3, 2, 1)}  # [C2.2]


@cache
def game_named(name: str) -> Game:
    return games.load(name)


def seats_of(game: str) -> tuple[int, int]:
    """The fewest and the most who can play a game."""
    players = game_named(game).options.choices()["players"]
    return players[0], players[-1]


def defaults(preset: str, wanted: Mapping[str, Any], rounds: Any) -> dict[str, Any]:
    if preset == CLASSIC:
        return {
            "game": "heckmeck",
            "rounds": 1,
            "fewest": 12,
            "most": 36,
            "points": CLASSIC_POINTS,
            "advance": WINNERS if rounds == 1 else POINTS,  # [C1.5]
        }
    if preset == WM:  # [C2.1]
        return {
            "game": "heckmeck",
            "rounds": 2,
            "smallest": 4,
            "largest": 7,
            "usual": 5,
            "fewest": 6,
            "points": WM_POINTS,
            "worms_count": False,
            "ties": (TILES, BY_LOT),
            "final_size": 6,
        }
    name = wanted.get("game", "heckmeck")
    if not isinstance(name, str):
        raise OptionError(say("the game must be given by its name"))
    largest = min(6, seats_of(name)[1])
    low, high = _whole(wanted.get("smallest"), 3), _whole(wanted.get("largest"), largest)
    sizes = [size for size in FREE_POINTS if low <= size <= high]
    return {
        "game": name,
        "largest": largest,
        "usual": max(min(4, sizes[-1]), sizes[0]) if sizes else 4,
        "points": {size: FREE_POINTS[size] for size in sizes},
        "ties": (WORMS, TILES, BY_LOT) if name == "heckmeck" else (WORMS, BY_LOT),
        "worms_count": name == "heckmeck",  # elsewhere the points of a game would drown those of the places
        "pairing": SWISS,
        "seats": BALANCED,
    }


def _whole(value: Any, default: int) -> int:
    return value if type(value) is int else default
