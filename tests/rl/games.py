"""What these tests share: every game, short enough to be played through, and the toy where libraries look for it."""

from __future__ import annotations

from typing import Any

import gymnasium
import pyspiel

from stammtisch.core.game import Game
from stammtisch.rl import environment_id, openspiel
from stammtisch.rl.registration import ENTRY_POINT
from tests.helpers import GAMES, TOY, load

__all__ = ["GAMES", "TOY", "load"]

TURNS = 12
"""After so many turns most tests stop: random play can take thousands."""


def registered(name: str) -> str:
    """The id of a game; the toy is registered here."""
    found = environment_id(load(name))
    if found not in gymnasium.registry:
        gymnasium.register(id=found, entry_point=ENTRY_POINT, kwargs={"game": load(name)})
    return found


def for_openspiel(parameters: str) -> Any:
    """A game as OpenSpiel reads it: "toy(hand=1)"; the toy is registered here."""
    if openspiel.short_name_of(load(TOY)) not in pyspiel.registered_names():
        openspiel.register(load(TOY), load)
    return pyspiel.load_game(f"stammtisch_{parameters}")


def most_seats(name: str) -> Game:
    """The game with as many players as can play."""
    return load(name, {"players": max(load(name).options.choices()["players"])})
