"""Tournaments: tables, draws, points, standings and a final, for people and for bots (docs/tournament.md). Pure.

>>> from stammtisch.tournament import Entered, Scheme, Seeded, Tournament
>>> cup = Tournament.opened("Cup", Scheme.read({"game": "zocken", "rounds": 2}), by="Ann", at="2026-05-02T19:00Z")
>>> for name in ("Ann", "Ben", "Cleo", "Dan"):
...     event = cup.apply(Entered(name), by="Ann", at="2026-05-02T19:05Z")
>>> event = cup.apply(Seeded("4 2 6 1 5"), by="Ann", at="2026-05-02T19:10Z")
>>> cup.draw()
Drawn(round=1, tables=((4, 2, 1, 3),))
"""

from stammtisch.tournament.events import Event, happening
from stammtisch.tournament.happenings import (
    Announced,
    Closed,
    Confirmed,
    Corrected,
    Cut,
    Drawn,
    Dropped,
    Entered,
    Happening,
    Moved,
    NoShow,
    Opened,
    Renamed,
    Result,
    Returned,
    Seeded,
    Swapped,
    Undrawn,
)
from stammtisch.tournament.history import History
from stammtisch.tournament.lots import Lots, game_seed, lot
from stammtisch.tournament.presets import FREE, presets, sheet_of, ties_of
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.standings import Row
from stammtisch.tournament.state import Line, Player, Round, Table
from stammtisch.tournament.tournament import Tournament

__all__ = [
    "FREE",
    "Announced",
    "Closed",
    "Confirmed",
    "Corrected",
    "Cut",
    "Drawn",
    "Dropped",
    "Entered",
    "Event",
    "Happening",
    "History",
    "Line",
    "Lots",
    "Moved",
    "NoShow",
    "Opened",
    "Player",
    "Progress",
    "Renamed",
    "Result",
    "Returned",
    "Round",
    "Row",
    "Scheme",
    "Seeded",
    "Swapped",
    "Table",
    "Tournament",
    "Undrawn",
    "game_seed",
    "happening",
    "lot",
    "presets",
    "sheet_of",
    "ties_of",
]
