"""The schemes that an organiser can begin with, in words."""

from __future__ import annotations

from stammtisch import games
from stammtisch.core.translation import say, to_say
from stammtisch.server.protocol.tournaments import PresetShown
from stammtisch.tournament import CLASSIC, FREE, WM, Scheme

ABOUT = {
    CLASSIC: (
        to_say("Classic evening"),
        to_say("Heckmeck for 12 to 36 players: one round at 4 or 6 tables, and the table winners play the final."),
    ),
    WM: (
        to_say("Championship"),
        to_say(
            "Heckmeck for 6 players or more: two rounds at tables of 4 to 7, and the six highest scorers play the "
            "final."
        ),
    ),
    FREE: (
        to_say("Custom"),
        to_say("Any game, as many rounds as you like; players with similar scores meet, and few meet twice."),
    ),
}


def presets() -> list[PresetShown]:
    return [
        PresetShown(
            name=name,
            title=say(title),
            about=say(about),
            games=games.names() if name == FREE else ["heckmeck"],
            scheme=Scheme.read({"preset": name}).to_json(),
        )
        for name, (title, about) in ABOUT.items()
    ]
