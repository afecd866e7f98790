"""Tournaments: tables, draws, points, standings and a final, for people and for bots (docs/tournament.md). Pure.

>>> from stammtisch.tournament import Entered, Scheme, Seeded, Tournament
>>> scheme = Scheme.read({"game": "zocken", "rounds": 2})
>>> tournament = Tournament.opened("Cup", scheme, by="Ann", at="2026-05-02T19:00Z")
>>> for name in ("Ann", "Ben", "Cleo", "Dan"):
...     event = tournament.apply(Entered(name), by="Ann", at="2026-05-02T19:05Z")
>>> event = tournament.apply(Seeded("4 2 6 1 5"), by="Ann", at="2026-05-02T19:10Z")
>>> tournament.draw()
Drawn(round=1, tables=((4, 2, 1, 3),), revealed='')
"""

from stammtisch.tournament.draw import DrawTask
from stammtisch.tournament.event_types import (
    Announced,
    Closed,
    Confirmed,
    Corrected,
    Cut,
    Drawn,
    Dropped,
    Entered,
    EventData,
    Moved,
    NoShow,
    Opened,
    Renamed,
    Result,
    Returned,
    Seeded,
    Swapped,
    TablesChosen,
    Undrawn,
)
from stammtisch.tournament.events import Event, event_data
from stammtisch.tournament.history import History
from stammtisch.tournament.presets import FREE, presets, sheet_of, ties_of
from stammtisch.tournament.progress import Progress
from stammtisch.tournament.scheme import Scheme
from stammtisch.tournament.seeded_numbers import SeededNumbers, game_seed, lot
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
    "DrawTask",
    "Drawn",
    "Dropped",
    "Entered",
    "Event",
    "EventData",
    "History",
    "Line",
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
    "SeededNumbers",
    "Swapped",
    "Table",
    "TablesChosen",
    "Tournament",
    "Undrawn",
    "event_data",
    "game_seed",
    "lot",
    "presets",
    "sheet_of",
    "ties_of",
]
