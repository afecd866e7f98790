"""Tournaments of Heckmeck as they are usual; the paragraphs are those of docs/tournament.md."""

from __future__ import annotations

from stammtisch.core.contract.schemes import Preset
from stammtisch.core.translation import to_say

CLASSIC = Preset(
    to_say("Classic evening"),
    to_say("Heckmeck for 12 to 36 players: one round at 4 or 6 tables, and the table winners play the final."),
    {
        "rounds": 1,
        "fewest": 12,
        "most": 36,
        "points": {3: (6, 3, 1), 4: (6, 4, 2, 1), 5: (6, 4, 3, 2, 1), 6: (6, 5, 4, 3, 2, 1)},  # [C1.2]
        "ties": ("worms", "tiles", "lot"),  # [C1.6]
        "advance": "winners",  # [C1.5]
    },
    limits={  # [C1.2, C1.3]
        "tables": (4, 6),
        "smallest": (3, 6),
        "largest": (3, 6),
        "fewest": (12, 36),
        "most": (12, 36),
        "final_size": (4, 6),
    },
    tables=lambda players: 4 if players <= 24 else 6,  # [C1.3]
)

WM = Preset(  # [C2.1]
    to_say("Championship"),
    to_say(
        "Heckmeck for 6 players or more: two rounds at tables of 4 to 7, and the six highest scorers play the final."
    ),
    {
        "rounds": 2,
        "smallest": 4,
        "largest": 7,
        "usual": 5,
        "fewest": 6,
        "points": {4: (7, 5, 3, 1), 5: (7, 5, 4, 2, 1), 6: (7, 5, 4, 3, 2, 1), 7: (7, 6, 5, 4, 3, 2, 1)},
        "worms_count": False,
        "ties": ("tiles", "lot"),
        "final_size": 6,
    },
)

PRESETS = {"heckmeck_classic": CLASSIC, "heckmeck_wm": WM}
