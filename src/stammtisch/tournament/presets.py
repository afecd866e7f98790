"""Presets: schemes that games bring, what a free one begins with, and the names of all choices of a scheme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from stammtisch import games
from stammtisch.core.contract.schemes import Preset, Schemes
from stammtisch.core.contract.sheet import Sheet
from stammtisch.core.errors import OptionError
from stammtisch.core.game import Game
from stammtisch.core.suggest import did_you_mean
from stammtisch.core.translation import listed, say

FREE = "free"

# How tables are made up: by lot; by lot but avoiding those met before; or like meets like as well.
RANDOM, FRESH, SWISS = PAIRINGS = ("random", "fresh", "swiss")
LOT, BALANCED = SEATS = ("lot", "balanced")  # who starts and who sits where
BEST, MEAN = SHARING = ("best", "mean")  # what players who share places get
OWN, DUPLICATE = DICE = ("own", "duplicate")  # the dice of the tables of a round
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

FREE_POINTS: Vectors = {  # [C1.2, C2.2]
    2: (6, 3),
    3: (6, 3, 1),
    4: (6, 4, 2, 1),
    5: (6, 4, 3, 2, 1),
    6: (6, 5, 4, 3, 2, 1),
    7: (7, 6, 5, 4, 3, 2, 1),
    8: (8, 7, 6, 5, 4, 3, 2, 1),
}


@cache
def game_named(name: str) -> Game:
    return games.load(name)


def seats_of(game: str) -> tuple[int, int]:
    """The fewest and the most who can play a game."""
    players = game_named(game).options.choices()["players"]
    return players[0], players[-1]


def sheet_of(game: str) -> Sheet:
    """The score sheet of a game."""
    return game_named(game).part(Sheet)


def ties_of(game: str) -> list[str]:
    """What may break a tie of the standings."""
    return [name for name in TIES if name != TILES or sheet_of(game).MARKS_ADD_UP]


def presets() -> dict[str, tuple[str, Preset]]:
    """The games' own schemes by name, each with its game."""
    return {
        preset: (game, how) for game in games.names() for preset, how in game_named(game).part(Schemes).PRESETS.items()
    }


def preset_named(name: str) -> tuple[str, Preset] | None:
    """A game's own scheme, and the game; None: the free one."""
    if name == FREE:
        return None
    found = presets()
    if name not in list(found):  # a list: what came as JSON may not be hashable
        raise OptionError(
            say("there is no scheme '{name}'; choose from {known}", name=name, known=listed([*found, FREE]))
            + did_you_mean(name, [*found, FREE])
        )
    return found[name]


def defaults(name: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What a scheme has that is not given."""
    preset = preset_named(name)
    if preset is None:
        values = _free(wanted)
    else:
        values = {"game": preset[0], **preset[1].values}
        if values.get("advance") == WINNERS and wanted.get("rounds", values.get("rounds")) != 1:
            values["advance"] = POINTS  # [C1.5]
    return values | _most({**values, **wanted})


def _most(values: Mapping[str, Any]) -> dict[str, int]:
    """[C1.3] Where every table winner goes to the final there are no more tables than it has seats."""
    if values.get("advance") != WINNERS:
        return {}
    seats, largest = values.get("final_size"), values.get("largest")
    if seats == 0:
        return {}
    room = _whole(seats, seats_of(values["game"])[1]) * _whole(largest, 6)
    return {"most": min(_whole(values.get("most"), 1000), room)}


def _free(wanted: Mapping[str, Any]) -> dict[str, Any]:
    name = wanted.get("game", games.first())
    if not isinstance(name, str):
        raise OptionError(say("the game must be given by its name"))
    sheet = sheet_of(name)
    fewest, most = seats_of(name)
    largest = min(6, most)
    smallest = max(fewest, 3 if largest >= 5 else 2)  # so that every number of players can be split
    low, high = _whole(wanted.get("smallest"), smallest), _whole(wanted.get("largest"), largest)
    sizes = [size for size in FREE_POINTS if low <= size <= high]
    return {
        "game": name,
        "smallest": smallest,
        "largest": largest,
        "usual": max(min(4, sizes[-1]), sizes[0]) if sizes else 4,
        "points": {size: FREE_POINTS[size] for size in sizes},
        "ties": (WORMS, TILES, BY_LOT) if sheet.MARKS_ADD_UP else (WORMS, BY_LOT),
        "worms_count": sheet.SCORES_COUNT,
        "pairing": SWISS,
        "seats": BALANCED,
    }


def _whole(value: Any, default: int) -> int:
    return value if type(value) is int else default
